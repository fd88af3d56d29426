; A humming ball flies around you. Left and Right turn your head, Up and Down change how fast it flies.
Graphics3D 800, 600, 32, 2
SetBuffer BackBuffer()

camera = CreateCamera()
PositionEntity camera, 0, 3, 0
; Ears on the head. Velocities count per UpdateWorld, so the last number, units to a metre, is small: the pitch is to change as the ball
; comes and goes.
listener = CreateListener(camera, 0.2, 1, 0.02)

light = CreateLight()
RotateEntity light, 40, 30, 0
ground = CreatePlane()
EntityColor ground, 90, 110, 80
For i = 0 To 11
	stone = CreateCube()
	RotateEntity stone, 0, i * 30, 0
	MoveEntity stone, 0, 0.5, 14
	EntityColor stone, 120, 120, 130
Next

middle = CreatePivot()
PositionEntity middle, 0, 3, 6
ball = CreateSphere(12, middle)
PositionEntity ball, 9, 0, 0
EntityColor ball, 230, 120, 60

hum = Load3DSound("hum.wav")
LoopSound hum
EmitSound hum, ball

speed# = 1.5
While Not KeyHit(1)
	If KeyDown(203) Then TurnEntity camera, 0, 1.5, 0
	If KeyDown(205) Then TurnEntity camera, 0, -1.5, 0
	If KeyDown(200) Then speed = speed + 0.02
	If KeyDown(208) Then speed = speed - 0.02
	TurnEntity middle, 0, speed, 0

	UpdateWorld
	RenderWorld
	Color 255, 255, 255
	Text 10, 10, "Left, Right: turn your head    Up, Down: the ball's speed, " + speed
	Text 10, 30, "Distance: " + EntityDistance(listener, ball)
	Flip
Wend
End
