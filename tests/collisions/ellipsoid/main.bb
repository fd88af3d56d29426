; With two radii the world is scaled vertically: normals stay so, places do not.
Graphics3D 320, 240, 0, 2
Collisions 1, 2, 2, 2
Collisions 1, 3, 1, 2
hill = CreateMesh() : NameEntity hill, "hill"
s = CreateSurface(hill)
AddVertex s, -20, -10, -20 : AddVertex s, -20, -10, 20 : AddVertex s, 20, 10, 20 : AddVertex s, 20, 10, -20
AddTriangle s, 0, 1, 2 : AddTriangle s, 0, 2, 3
PositionEntity hill, 0, 1, 0
RotateEntity hill, 0, 20, 0
EntityType hill, 2
post = CreatePivot() : NameEntity post, "post"
PositionEntity post, 3, 5, 1
EntityRadius post, 0.5
EntityType post, 3
man = CreatePivot() : NameEntity man, "man"
EntityRadius man, 0.5, 1.75
PositionEntity man, 0.5, 5, 0.5
EntityType man, 1
For turn = 1 To 8
	TranslateEntity man, 0.5, -0.4, 0.1
	UpdateWorld
	Place "man", man
	Hits "man", man
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

