; Cross-fade: from one motion to the next without a jump.
;
; Every motion is a layer with a weight. The chosen one is asked to go up to 1, all
; others down to 0, and each ramps there from where it stands. Change your mind in the
; middle of a fade and nothing pops.

Graphics3D 800, 600, 32, 2
SetBuffer BackBuffer()
AppTitle "Cross-fade"

Const COUNT = 4
Dim motion$(COUNT - 1)
motion$(0) = "1 walk"
motion$(1) = "2 run"
motion$(2) = "3 idle"
motion$(3) = "4 wave"

model = LoadAnimMesh("walk_run.b3d")

ground = CreatePlane()
EntityTexture ground, LoadTexture("models/ground.png")

camera = CreateCamera()
CameraClsColor camera, 226, 206, 178
CameraZoom camera, 1.6
PositionEntity camera, -2.2, 1.4, -2.6
target = CreatePivot()
PositionEntity target, 0, 0.95, 0
PointEntity camera, target

light = CreateLight()
RotateEntity light, 40, -30, 0
AmbientLight 115, 110, 110

chosen = 2                         ; begin with idle
seconds# = 0.5                     ; how long a fade takes

While Not KeyHit(1)
	; Keys 1 to 4 have the codes 2 to 5.
	For i = 0 To COUNT - 1
		If KeyHit(2 + i) Then chosen = i
	Next

	; Up and Down: slower and faster fades
	If KeyDown(200) Then seconds# = seconds# + 0.02
	If KeyDown(208) Then seconds# = seconds# - 0.02
	If seconds# > 3 Then seconds# = 3
	If seconds# < 0.1 Then seconds# = 0.1

	; The fade is a rate in weight per second. It may be asked for in every frame:
	; a layer that runs already keeps its time and its weight.
	For i = 0 To COUNT - 1
		If i = chosen Then weight# = 1 Else weight# = 0
		BlendAnim model, i, weight#, 1, 1, 1 / seconds#
	Next

	; Without a base the weights are divided by their sum. The ground moves with the
	; same mixture: a walk goes 1.16 units in 64 frames, a run 2 units in 40.
	sum# = 0
	For i = 0 To COUNT - 1
		sum# = sum# + AnimBlendWeight(model, i)
	Next
	If sum# > 0
		walking# = AnimBlendWeight(model, 0) / sum#
		running# = AnimBlendWeight(model, 1) / sum#
		MoveEntity ground, 0, 0, walking# * 1.16 / 64 + running# * 2.0 / 40
		If EntityZ(ground) > 1 Then MoveEntity ground, 0, 0, -1
	EndIf

	UpdateWorld
	RenderWorld

	Color 60, 40, 30
	Text 10, 10, "1 walk   2 run   3 idle   4 wave   Up/Down: fade time   Esc: end"
	For i = 0 To COUNT - 1
		Bar i, motion$(i), AnimBlendWeight(model, i), i = chosen
	Next
	Color 60, 40, 30
	Text 10, 146, "a fade takes " + seconds# + " seconds"
	Flip
Wend
End

; Draws a weight from 0 to 1 as a bar with its name; the chosen one is brighter.
Function Bar(row, label$, value#, bright)
	y = 40 + row * 24
	Color 190, 168, 140
	Rect 110, y, 200, 14
	If bright Then Color 210, 80, 50 Else Color 130, 90, 70
	Rect 110, y, 200 * value#, 14
	Color 60, 40, 30
	Text 10, y, label$
End Function
