; Alpha of base colour, texture and vertices together must reach the cut-off; what does is opaque.
view()
back=CreateCube()
ScaleEntity back,20,20,1
PositionEntity back,0,0,10
EntityColor back,255,0,0
EntityFX back,1
For i=1 To 9
	Read name$
	model=LoadMesh(name+".gltf")
	RenderWorld
	; A texture has four texels: alpha 0, 127, 128 and 255 from left to right.
	Print name+" "+colour(-1.5,0)+" "+colour(-.5,0)+" "+colour(.5,0)+" "+colour(1.5,0)
	FreeEntity model
Next
Data "opaque","low","high","blend","texture","full","base","vertices","none"

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
