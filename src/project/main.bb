; NAME: a cube that turns, and a camera to fly around it.
;
; The arrow keys move, Escape ends.

AppTitle "NAME"
Graphics3D 800, 600, 32, 2
SetBuffer BackBuffer()

camera = CreateCamera()
PositionEntity camera, 0, 2, -6
light = CreateLight()
RotateEntity light, 45, 30, 0

cube = CreateCube()
EntityColor cube, 230, 120, 40
ground = CreatePlane()
PositionEntity ground, 0, -2, 0
EntityColor ground, 60, 110, 70

While Not KeyHit(1)
	If KeyDown(203) Then TurnEntity camera, 0, 2, 0    ; Left
	If KeyDown(205) Then TurnEntity camera, 0, -2, 0   ; Right
	If KeyDown(200) Then MoveEntity camera, 0, 0, 0.1  ; Up
	If KeyDown(208) Then MoveEntity camera, 0, 0, -0.1 ; Down

	TurnEntity cube, 0.5, 1, 0
	UpdateWorld
	RenderWorld
	Text 10, 10, "Arrow keys move, Escape ends"
	Flip
Wend
End
