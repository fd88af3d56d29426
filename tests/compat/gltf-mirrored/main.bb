; Parts that a negative scale or matrix mirrors show their front, however they are loaded.
view()
Restore names
For i=1 To 6
	Read name$
	model=LoadAnimMesh(name+".gltf")
	Write name+": "+drawn()
	FreeEntity model
	model=LoadMesh(name+".gltf")
	Print ", "+drawn()
	FreeEntity model
Next
model=LoadMesh("behind.gltf")
TurnEntity model,0,180,0
Print "turned: "+drawn()
.names
Data "plain","one","two","matrix","parent","behind"

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

; What is not black, in units: left, right, bottom, top.
Function drawn$()
	RenderWorld
	x0=200:x1=-1:y0=200:y1=-1
	For y=0 To 199
		For x=0 To 199
			If (ReadPixel(x,y,BackBuffer()) And $ffffff)<>0
				If x<x0 Then x0=x
				If x>x1 Then x1=x
				If y<y0 Then y0=y
				If y>y1 Then y1=y
			EndIf
		Next
	Next
	If x1<0 Then Return "nothing"
	Return (x0-100)/10.0+" "+(x1-99)/10.0+" "+(99-y1)/10.0+" "+(100-y0)/10.0
End Function
