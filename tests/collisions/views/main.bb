; Who sees whom, what is in view, which meshes cut each other.
Graphics3D 640, 480, 0, 2
eye = CreatePivot()
goal = CreatePivot() : PositionEntity goal, 0, 0, 10
wall = CreateCube() : PositionEntity wall, 0, 0, 5 : EntityRadius wall, 0.5
Print "nothing " + EntityVisible(eye, goal)
EntityPickMode wall, 2
Print "wall " + EntityVisible(eye, goal) + " " + EntityVisible(goal, eye) + " " + EntityVisible(eye, wall) + " " + EntityVisible(eye, eye)
EntityPickMode wall, 2, 0
Print "no obscurer " + EntityVisible(eye, goal)
EntityPickMode wall, 0
Print "unpickable " + EntityVisible(eye, goal)
EntityPickMode wall, 1
PositionEntity wall, 0.75, 0, 5
Print "small sphere " + EntityVisible(eye, goal)
EntityPickMode wall, 3
Print "box " + EntityVisible(eye, goal)
HideEntity wall
Print "hidden " + EntityVisible(eye, goal)

; Half the view is as wide as it is deep, and three quarters as high. Meshes count as the boxes around them, others as their origins.
camera = CreateCamera()
point = CreatePivot()
cube = CreateCube()
For i = 1 To 9
	Read x#, y#, z#
	PositionEntity point, x, y, z
	PositionEntity cube, x, y, z
	Print "in view " + EntityInView(point, camera) + " " + EntityInView(cube, camera)
Next
Data 0, 0, 10, 9.9, 0, 10, 10.1, 0, 10, 0, -7.6, 10, 12.1, 0, 10, 0, 0, 0.5, 0, 0, -2.5, 0, 0, 1000.5, 0, 0, 1001.5
ScaleEntity cube, 3, 1, 1
PositionEntity cube, 12.9, 0, 10
Print "wide " + EntityInView(cube, camera)
Print "empty " + EntityInView(CreateMesh(), camera)
TurnEntity camera, 0, 90, 0
PositionEntity point, -10, 0, 0
Print "turned " + EntityInView(point, camera)

a = CreateCube()
b = CreateCube()
Print "same " + MeshesIntersect(a, CreateMesh())
PositionEntity b, 1.9, 0.1, 0.2
Print "cut " + MeshesIntersect(a, b) + " " + MeshesIntersect(b, a)
PositionEntity b, 2.1, 0.1, 0.2
Print "apart " + MeshesIntersect(a, b)
RotateEntity b, 0, 45, 0
Print "turned " + MeshesIntersect(a, b)
PositionEntity b, 0.1, 0.1, 0.1 : ScaleEntity b, 0.3, 0.3, 0.3
Print "inside " + MeshesIntersect(a, b) + " " + MeshesIntersect(b, a)
HideEntity a : ScaleEntity b, 0.9, 0.9, 0.9
Print "hidden " + MeshesIntersect(a, b)
