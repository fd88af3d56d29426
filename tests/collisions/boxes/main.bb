; Boxes turn with their entity and are not scaled with it.
Graphics3D 320, 240, 0, 2
Collisions 1, 2, 3, 2
crate = CreatePivot() : NameEntity crate, "crate"
PositionEntity crate, 4, 0, 1
RotateEntity crate, 0, 30, 0
ScaleEntity crate, 5, 5, 5
EntityBox crate, -1, -2, -1.5, 2, 4, 3
EntityType crate, 2
wall = CreatePivot() : NameEntity wall, "wall"
EntityBox wall, 4, 3, 9, -8, -6, -1
EntityType wall, 2
ball = CreatePivot() : NameEntity ball, "ball"
EntityRadius ball, 0.5
EntityType ball, 1
For turn = 1 To 6
	TranslateEntity ball, 1.25, 0.125, 0.5
	UpdateWorld
	Place "ball", ball
	Hits "ball", ball
	If CountCollisions(ball) Then Print "  none " + CollisionSurface(ball, 1) + " " + CollisionTriangle(ball, 1)
Next
PositionEntity ball, 0, 0, 5 : ResetEntity ball
For turn = 1 To 3
	TranslateEntity ball, -0.5, 0.25, 2
	UpdateWorld
	Place "ball", ball
	Hits "ball", ball
Next

Function Place(name$, e)
	Print name + " " + EntityX(e, 1) + " " + EntityY(e, 1) + " " + EntityZ(e, 1)
End Function

Function Hits(name$, e)
	Print name + " hits " + CountCollisions(e)
	For i = 1 To CountCollisions(e)
		p$ = CollisionX(e, i) + " " + CollisionY(e, i) + " " + CollisionZ(e, i)
		n$ = CollisionNX(e, i) + " " + CollisionNY(e, i) + " " + CollisionNZ(e, i)
		Print "  " + EntityName(CollisionEntity(e, i)) + " " + p + " " + n + " " + CollisionTime(e, i)
	Next
End Function

