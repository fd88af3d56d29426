; Reaction: a character walks, and reacts to what happens without ever stopping to walk.
;
; The walk is the base. On top of it lie additive layers: each adds only the difference
; between its own first frame and its current frame, so the legs walk on below.

Graphics3D 800, 600, 32, 2
SetBuffer BackBuffer()
AppTitle "Reaction"

; The sequences in walk_run.b3d that we use here
Const WALK = 0
Const HIT = 4
Const BREATHE = 5
Const LOOKLEFT = 6
Const LOOKRIGHT = 7

; Values for the parameter "additive" of BlendAnim
Const ADDITIVE = 1

model = LoadAnimMesh("walk_run.b3d")
Animate model, 1, 1, WALK          ; the base: walk, for ever

ground = CreatePlane()
EntityTexture ground, LoadTexture("models/ground.png")

camera = CreateCamera()
CameraClsColor camera, 150, 190, 220
CameraZoom camera, 1.6
PositionEntity camera, -2.0, 1.5, -2.7
target = CreatePivot()
PositionEntity target, 0, 0.95, 0
PointEntity camera, target

light = CreateLight()
RotateEntity light, 40, -30, 0
AmbientLight 110, 110, 120

strength# = 1                      ; how hard the next hit is, 0 to 1
hitFrames = 0                      ; how many frames of the hit are left

While Not KeyHit(1)
	; Up and Down: a harder or a softer hit
	If KeyDown(200) Then strength# = strength# + 0.02
	If KeyDown(208) Then strength# = strength# - 0.02
	If strength# > 1 Then strength# = 1
	If strength# < 0.1 Then strength# = 0.1

	; Space: the hit plays once (mode 3) and starts at once (fade 0).
	; Its first frame adds nothing, so nothing jumps.
	If KeyHit(57)
		BlendAnim model, HIT, strength#, 3, 1, 0, ADDITIVE
		hitFrames = 42
	EndIf

	; When the hit has played, let the layer go.
	If hitFrames > 0
		hitFrames = hitFrames - 1
		If hitFrames = 0 Then StopAnimBlend model, HIT
	EndIf

	; Left and Right: look there while the key is held. Mode 0 stands still, and a
	; negative speed starts at the last frame, where the head is fully turned.
	If KeyDown(203)
		BlendAnim model, LOOKLEFT, 1, 0, -1, 4, ADDITIVE
	Else
		StopAnimBlend model, LOOKLEFT
	EndIf
	If KeyDown(205)
		BlendAnim model, LOOKRIGHT, 1, 0, -1, 4, ADDITIVE
	Else
		StopAnimBlend model, LOOKRIGHT
	EndIf

	; B: take deep breaths, fading in and out within a second
	If KeyDown(48)
		BlendAnim model, BREATHE, 1, 1, 1.5, 1, ADDITIVE
	Else
		StopAnimBlend model, BREATHE
	EndIf

	; The walk goes 1.16 units in 64 frames: the ground passes by at that speed.
	; One field pair of the floor is 1 unit long, so it may jump back by 1.
	MoveEntity ground, 0, 0, 1.16 / 64
	If EntityZ(ground) > 1 Then MoveEntity ground, 0, 0, -1

	UpdateWorld
	RenderWorld

	Color 255, 255, 255
	Text 10, 10, "Space: hit   Up/Down: strength   Left/Right: look   B: breathe   Esc: end"
	Bar 0, "hit", AnimBlendWeight(model, HIT)
	Bar 1, "look left", AnimBlendWeight(model, LOOKLEFT)
	Bar 2, "look right", AnimBlendWeight(model, LOOKRIGHT)
	Bar 3, "breathe", AnimBlendWeight(model, BREATHE)
	Bar 5, "strength", strength#
	Color 255, 255, 255
	Text 10, 186, "layers: " + CountAnimBlends(model)
	Flip
Wend
End

; Draws a weight from 0 to 1 as a bar with its name.
Function Bar(row, label$, value#)
	y = 40 + row * 24
	Color 40, 50, 60
	Rect 110, y, 200, 14
	Color 255, 190, 60
	Rect 110, y, 200 * value#, 14
	Color 255, 255, 255
	Text 10, y, label$
End Function
