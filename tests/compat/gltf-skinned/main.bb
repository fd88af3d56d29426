; A body of 0.8 by 1.8 by 0.4 below an armature that is turned and scaled, as modelling programs write it. In "own.gltf" its vertices are
; stored in the armature's space, in "world.gltf" in the model's. The body's own node stands elsewhere, which must not count.
view()
For i=1 To 2
	Read file$
	Print file
	model=LoadMesh(file)
	Print drawn()+", "+MeshWidth(model)+" "+MeshHeight(model)+" "+MeshDepth(model)
	FreeEntity model
	model=LoadAnimMesh(file)
	body=FindChild(model,"body")
	Print drawn()+", "+MeshWidth(body)+" "+MeshHeight(body)+" "+MeshDepth(body)
	Print EntityX(body,1)+" "+EntityY(body,1)+" "+EntityZ(body,1)+", "+EntityPitch(body,1)+" "+EntityYaw(body,1)+" "+EntityRoll(body,1)
	TFormPoint 0,1.8,0,body,0
	Print TFormedX()+" "+TFormedY()+" "+TFormedZ()
	PositionEntity model,3,2,0
	TFormPoint 0,1.8,0,body,0
	Print drawn()+", "+TFormedX()+" "+TFormedY()+" "+TFormedZ()
	Print EntityClass(body)+" "+EntityClass(FindChild(model,"hip"))
	FreeEntity model
Next
Data "own.gltf","world.gltf"

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
