; Crowd: two hundred people, each with a mixture of motions of its own.
;
; Everybody stands (the base), looks after the ball (additive), and may wave or jog on
; the spot (overlays over the base). All of them share one set of sequences; a person
; only keeps its own weights and times.

Graphics3D 800, 600, 32, 2
SetBuffer BackBuffer()
AppTitle "Crowd"
SeedRnd 7                          ; the same crowd every time

Const PEOPLE = 200
Const ROWLENGTH = 20

; The sequences
Const RUN = 1
Const IDLE = 2
Const WAVE = 3
Const BREATHE = 5
Const LOOKLEFT = 6
Const LOOKRIGHT = 7

Const ADDITIVE = 1

Dim person(PEOPLE - 1)
Dim pace#(PEOPLE - 1)              ; how fast this one moves
Dim mood#(PEOPLE - 1)              ; how much this one joins in, 0 to 1

; crowd.b3d is walk_run.b3d with fewer triangles, and there are clothes to change into.
model = LoadAnimMesh("crowd.b3d")
Dim clothes(4)
clothes(0) = LoadTexture("walk_run.png")
For i = 1 To 4
	clothes(i) = LoadTexture("models/crowd" + i + ".png")
Next

For i = 0 To PEOPLE - 1
	If i = 0 Then person(i) = model Else person(i) = CopyEntity(model)
	x# = (i Mod ROWLENGTH) - (ROWLENGTH - 1) / 2.0
	z# = i / ROWLENGTH
	PositionEntity person(i), (x# + (z# Mod 2) * 0.5) * 1.1 + Rnd(-0.15, 0.15), z# * 0.28, z# * 1.3 + Rnd(-0.15, 0.15)
	RotateEntity person(i), 0, Rnd(-8, 8), 0
	size# = Rnd(0.92, 1.06)
	ScaleEntity person(i), size#, size#, size#
	EntityTexture person(i), clothes(Rand(0, 4))
	bright = Rand(215, 255)
	EntityColor person(i), bright, bright, bright
	pace#(i) = Rnd(0.85, 1.2)
	mood#(i) = Rnd(0.55, 1)

	Animate person(i), 1, pace#(i), IDLE
	BlendAnim person(i), BREATHE, Rnd(0.2, 1), 1, pace#(i), 0, ADDITIVE

	; Let those who are there already go on for a moment, so that no two are in step.
	UpdateWorld Rnd(3, 25)
Next

; Stands: a step for every row
For row = 0 To PEOPLE / ROWLENGTH - 1
	stand = CreateCube()
	ScaleEntity stand, 12.5, 1, 0.65
	PositionEntity stand, 0, row * 0.28 - 1, row * 1.3
	EntityColor stand, 96 + row * 5, 100 + row * 5, 112 + row * 5
Next

ground = CreatePlane()
PositionEntity ground, 0, -0.02, 0
EntityTexture ground, LoadTexture("models/ground.png")

ball = CreateSphere(12)
ScaleEntity ball, 0.25, 0.25, 0.25
EntityColor ball, 235, 70, 50

camera = CreateCamera()
CameraRange camera, 0.1, 100
CameraClsColor camera, 140, 185, 225
PositionEntity camera, 0, 3.6, -7.5
RotateEntity camera, 11, 0, 0
CameraZoom camera, 1.15

light = CreateLight()
RotateEntity light, 45, -35, 0
AmbientLight 115, 115, 125

angle# = 0
front# = 1000                      ; where the stadium wave is; far to the right: nowhere

While Not KeyHit(1)
	; The ball rolls from side to side in front of the stands.
	angle# = angle# + 0.7
	ballX# = Sin(angle#) * 7
	PositionEntity ball, ballX#, 0.25 + Abs(Sin(angle# * 5)) * 1.2, -2.5

	; Space: a wave runs through the crowd from left to right.
	If KeyHit(57) Then front# = -14
	front# = front# + 0.12

	jog# = 0
	If KeyDown(200) Then jog# = 1

	waving# = 0 : jogging# = 0 : looking# = 0 : layers = 0
	For i = 0 To PEOPLE - 1
		p = person(i)

		; An arm goes up while the front of the wave is near. Fades make it soft.
		up# = 0
		If Abs(EntityX(p) - front#) < 2.5 Then up# = mood#(i)
		BlendAnim p, WAVE, up#, 1, 1.3 * pace#(i), 1.5

		BlendAnim p, RUN, jog# * mood#(i), 1, pace#(i), 1 + mood#(i)

		; How far is the ball to this one's left (to the right on the screen)? A full
		; look turns the head by 74 degrees, so the weight is the share of that.
		turn# = ATan2(ballX# - EntityX(p), EntityZ(p) + 2.5)
		If turn# > 0
			Look p, LOOKLEFT, LOOKRIGHT, turn# / 74
		Else
			Look p, LOOKRIGHT, LOOKLEFT, -turn# / 74
		EndIf

		waving# = waving# + AnimBlendWeight(p, WAVE)
		jogging# = jogging# + AnimBlendWeight(p, RUN)
		looking# = looking# + AnimBlendWeight(p, LOOKLEFT) + AnimBlendWeight(p, LOOKRIGHT)
		layers = layers + CountAnimBlends(p)
	Next

	start = MilliSecs()
	UpdateWorld
	took = MilliSecs() - start
	RenderWorld

	Color 20, 30, 50
	Text 10, 10, "Space: a wave runs through   Up: all jog   Esc: end"
	Bar 0, "waving", waving# / PEOPLE
	Bar 1, "jogging", jogging# / PEOPLE
	Bar 2, "looking", looking# / PEOPLE
	Text 10, 118, PEOPLE + " people, " + layers + " layers, update " + took + " ms"
	Flip
Wend
End

; Turns a head to one side and lets go of the other. Mode 0 stands still, and a negative
; speed starts at the last frame, where the head is fully turned.
Function Look(p, there, notThere, weight#)
	BlendAnim p, there, weight#, 0, -1, 3, ADDITIVE
	StopAnimBlend p, notThere
End Function

; Draws a share from 0 to 1 as a bar with its name.
Function Bar(row, label$, value#)
	y = 40 + row * 24
	Color 110, 140, 170
	Rect 110, y, 200, 14
	Color 250, 220, 90
	Rect 110, y, 200 * value#, 14
	Color 20, 30, 50
	Text 10, y, label$
End Function
