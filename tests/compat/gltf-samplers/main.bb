; A picture of two texels, red and blue, laid four times across a square from -4 to 4.
view()
For i=1 To 4
	Read name$
	model=LoadMesh(name+".gltf")
	RenderWorld
	row$=""
	For x=0 To 7
		row=row+" "+letter(colour(x-3.5,0))
	Next
	Print name+row
	FreeEntity model
Next
model=LoadMesh("repeat.gltf")
; One texel is 40 pixels wide here: close to an edge it is still of one colour, or mixed.
ScaleEntity model,4,1,1
RenderWorld
Print letter(colour(.3,0))+" "+letter(colour(-.3,0))
FreeEntity model
model=LoadMesh("smooth.gltf")
ScaleEntity model,4,1,1
RenderWorld
Print letter(colour(.3,0))+" "+letter(colour(-.3,0))

Function letter$(text$)
	If text="255,0,0" Then Return "r"
	If text="0,0,255" Then Return "b"
	Return "mixed"
End Function
Data "repeat","mirror","clamp","rest"

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
