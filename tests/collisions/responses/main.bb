; A sphere flies into a corner of two walls and a floor, with each response and with a number that is none.
Graphics3D 320, 240, 0, 2
room = CreateMesh() : NameEntity room, "room"
s = CreateSurface(room)
Quad s, -10, 0, -10, -10, 0, 10, 10, 0, 10, 10, 0, -10
Quad s, 10, 0, 10, 10, 9, 10, 10, 9, -10, 10, 0, -10
Quad s, -10, 0, 10, -10, 9, 10, 10, 9, 10, 10, 0, 10
EntityType room, 2
For response = 1 To 4
	ClearCollisions
	Collisions 1, 2, 2, response
	ball = CreatePivot() : NameEntity ball, "ball"
	PositionEntity ball, 0, 3, 2
	EntityRadius ball, 0.75
	EntityType ball, 1
	For turn = 1 To 4
		TranslateEntity ball, 4, -1.5, 3
		UpdateWorld
		Place "ball", ball
		Hits "ball", ball
		For i = 1 To CountCollisions(ball)
			Print "  triangle " + CollisionTriangle(ball, i) + " " + (CollisionSurface(ball, i) = s)
		Next
	Next
	FreeEntity ball
Next

Function Quad(s, ax#, ay#, az#, bx#, by#, bz#, cx#, cy#, cz#, dx#, dy#, dz#)
	v = AddVertex(s, ax, ay, az)
	AddVertex s, bx, by, bz
	AddVertex s, cx, cy, cz
	AddVertex s, dx, dy, dz
	AddTriangle s, v, v + 1, v + 2
	AddTriangle s, v, v + 2, v + 3
End Function

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

