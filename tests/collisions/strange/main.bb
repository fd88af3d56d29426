; Nothing strange stops the program, moves an entity to nowhere, or is met.
Graphics3D 320, 240, 0, 2
nan# = Sqr(-1)
zero# = 0 : inf# = 1 / zero : huge# = 10 ^ 30
Collisions 1, 2, 1, 2
Collisions 1, 3, 2, 2
Collisions 1, 4, 3, 2
Collisions 1, 1, 1, 3
Collisions -5, 100000, 7, 7

; Triangles without area, without end, or that are no place at all.
mesh = CreateMesh()
s = CreateSurface(mesh)
AddVertex s, 0, 0, 0 : AddVertex s, 1, 0, 0 : AddVertex s, 2, 0, 0
AddVertex s, nan, 0, 0 : AddVertex s, inf, 0, 0 : AddVertex s, 0, huge, 0
AddTriangle s, 0, 1, 2
AddTriangle s, 0, 0, 0
AddTriangle s, 0, 3, 1
AddTriangle s, 0, 4, 5
EntityType mesh, 3 : EntityPickMode mesh, 2
flat = CreateCube() : ScaleEntity flat, 1, 0, 1 : EntityType flat, 3 : EntityPickMode flat, 2
nothing = CreateCube() : ScaleEntity nothing, 0, 0, 0 : EntityType nothing, 3
EntityType CreateMesh(), 3
post = CreatePivot() : EntityRadius post, nan : EntityType post, 2
post = CreatePivot() : EntityRadius post, 0 : EntityType post, 2
crate = CreatePivot() : EntityBox crate, nan, inf, -inf, inf, 0, nan : EntityType crate, 4
crate = CreatePivot() : EntityBox crate, 0, 0, 0, 0, 0, 0 : EntityType crate, 4

ball = CreatePivot()
EntityType ball, 1
For i = 1 To 12
	Read r#, h#
	EntityRadius ball, r, h
	PositionEntity ball, -5, 0.5, 0.25 : ResetEntity ball
	TranslateEntity ball, 10, 0, 0
	UpdateWorld
	If EntityX(ball) < -1000000 Or EntityX(ball) > 5.1 Or EntityY(ball) < -9 Or EntityY(ball) > 9 Then Print "lost " + i
Next
Data 0, 0, 1, 0, 0, 1, -1, 1, 1, -1, -1, -1, 1000000000000000000000000000000, 1, 1, 1000000000000000000000000000000, 0.000000000000000000000000000001, 1, 1, 0.000000000000000000000000000001, 1000000000000000000000000000000, 1000000000000000000000000000000, 0.5, 0.5

EntityRadius ball, 1
For i = 1 To 6
	Read x#
	PositionEntity ball, x, 0, 0 : UpdateWorld
	PositionEntity ball, nan, inf, 0 : UpdateWorld
	PositionEntity ball, 0, inf, 0 : UpdateWorld
	PositionEntity ball, 3, 0, 0 : UpdateWorld
	UpdateWorld 0 : UpdateWorld -1
	LinePick x, nan, 0, 0, 0, 5
	LinePick x, 5, 0, 0, -10, 0, nan
	LinePick x, 5, 0, inf, -10, 0, 1
	LinePick x, 5, 0, x, -huge, 0, huge
Next
Data 0, 1000000000000000000000000000000, -1000000000000000000000000000000, 100000000000000000000000000000000000000, 0.000000000000000000000000000001, 10000000
PositionEntity ball, 30, 0, 0 : ResetEntity ball
TranslateEntity ball, 1, 0, 0 : UpdateWorld
Print EntityX(ball) + " " + EntityY(ball) + " " + EntityZ(ball)
Print "end"
