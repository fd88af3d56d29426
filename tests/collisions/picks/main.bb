; Rays and rolling balls against spheres, polygons and boxes; from cameras and entities.
Graphics3D 640, 480, 0, 2
ball = CreateSphere() : NameEntity ball, "ball" : PositionEntity ball, 0, 0, 10 : EntityRadius ball, 2
cube = CreateCube() : NameEntity cube, "cube" : PositionEntity cube, 0, 0, 20
crate = CreatePivot() : NameEntity crate, "crate" : PositionEntity crate, 0, 0, 30
ScaleEntity crate, 9, 9, 9 : EntityBox crate, -1, -1, -1, 2, 2, 2
Tell "none yet", LinePick(0, 0, 0, 0, 0, 100)
EntityPickMode ball, 1
EntityPickMode cube, 2
EntityPickMode crate, 3
Tell "ball", LinePick(0, 0, 0, 0, 0, 100)
Tell "rolled", LinePick(2.5, 0, 0, 0, 0, 100, 1)
Tell "beside", LinePick(2.5, 0, 0, 0, 0, 10, 0.4)
HideEntity ball
Tell "cube", LinePick(0.25, 0.5, 0, 0, 0, 100)
Tell "edge", LinePick(1.3, 0.5, 0, 0, 0, 100, 0.5)
EntityPickMode cube, 0
Tell "crate", LinePick(0.25, 0.5, 0, 0, 0, 100)
Tell "from inside", LinePick(0, 0, 30, 0, 0, 100)
Tell "too short", LinePick(0, 0, 0, 0, 0, 28.9)

; An entity's range counts in its own units.
eye = CreatePivot() : NameEntity eye, "eye"
Tell "near", EntityPick(eye, 28)
Tell "far", EntityPick(eye, 40)
ScaleEntity eye, 1, 1, 2
Tell "scaled", EntityPick(eye, 20)
TurnEntity eye, 0, 180, 0
Tell "turned", EntityPick(eye, 40)

; The middle of the viewport is straight ahead, 1 / zoom to the side at its border.
camera = CreateCamera()
Tell "middle", CameraPick(camera, 320, 240)
Tell "right", CameraPick(camera, 330, 236)
Tell "outside", CameraPick(camera, 640, 240)
CameraZoom camera, 4
Tell "zoomed", CameraPick(camera, 340, 240)
CameraZoom camera, 1
CameraRange camera, 1, 20
Tell "range", CameraPick(camera, 320, 240)
CameraRange camera, 1, 1000
CameraProjMode camera, 2
Tell "orthographic", CameraPick(camera, 480, 300)
CameraProjMode camera, 1
CameraViewport camera, 100, 100, 200, 100
Tell "viewport", CameraPick(camera, 100, 50)
TurnEntity camera, 0, 180, 0
Tell "behind", CameraPick(camera, 100, 50)

Function Tell(what$, e)
	If e = 0 Then Print what + ": none " + PickedEntity() : Return
	Print what + ": " + EntityName(e) + " " + (e = PickedEntity()) + " at " + PickedX() + " " + PickedY() + " " + PickedZ() + " facing " + PickedNX() + " " + PickedNY() + " " + PickedNZ() + " time " + PickedTime()
End Function
