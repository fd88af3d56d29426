; The same cube with rough edges and with smooth ones, side by side; drawing stays as it is between.
Graphics3D 160, 120, 32, 2
SetBuffer BackBuffer()
camera = CreateCamera()
CameraClsColor camera, 0, 0, 60
CameraViewport camera, 0, 0, 80, 120
light = CreateLight()
RotateEntity light, 40, 30, 0
cube = CreateCube()
PositionEntity cube, 0, 0, 4
RotateEntity cube, 20, 30, 10
Color 255, 200, 0
Rect 76, 50, 84, 20
RenderWorld
CameraViewport camera, 80, 0, 80, 60
AntiAlias True
RenderWorld
Flip
End
