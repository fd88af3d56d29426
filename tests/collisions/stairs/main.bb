; A walker under gravity climbs stairs and stops at a wall.
Graphics3D 320, 240, 0, 2
Collisions 1, 2, 2, 3
stairs = CreateMesh() : NameEntity stairs, "stairs"
s = CreateSurface(stairs)
Quad s, -9, 0, -9, -9, 0, 9, 1, 0, 9, 1, 0, -9
For i = 0 To 5
	x# = 1 + i * 0.75
	y# = i * 0.25
	Quad s, x, y, 9, x, y + 0.25, 9, x, y + 0.25, -9, x, y, -9
	Quad s, x, y + 0.25, -9, x, y + 0.25, 9, x + 0.75, y + 0.25, 9, x + 0.75, y + 0.25, -9
Next
Quad s, 5.5, 0, 9, 5.5, 6, 9, 5.5, 6, -9, 5.5, 0, -9
EntityType stairs, 2
man = CreatePivot() : NameEntity man, "man"
EntityRadius man, 0.6, 0.9
PositionEntity man, -0.5, 1.21, 0.25
EntityType man, 1
For turn = 1 To 40
	TranslateEntity man, 0.16, -0.05, 0.03
	UpdateWorld
	Place "man", man
Next
Hits "man", man

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

