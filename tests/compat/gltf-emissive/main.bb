; What a material glows is added to what falls on it, here to no light at all.
view()
AmbientLight 0,0,0
For i=1 To 3
	Read name$
	model=LoadMesh(name+".gltf")
	RenderWorld
	Print name+" "+colour(-.5,0)+" "+colour(.5,0)
	FreeEntity model
Next
Data "dark","plain","texture"

; A flat view: 10 pixels a unit, the middle of the picture is the middle of the world.
Function view()
	Graphics3D 200,200,32,2
	camera=CreateCamera()
	CameraProjMode camera,2
	CameraZoom camera,.1
	CameraRange camera,1,100
	PositionEntity camera,0,0,-50
	AmbientLight 255,255,255
End Function

; The colour at a point of the world.
Function colour$(x#,y#)
	argb=ReadPixel(100+x*10,100-y*10,BackBuffer())
	Return ((argb Shr 16) And 255)+","+((argb Shr 8) And 255)+","+(argb And 255)
End Function
