; Walking up a slope under gravity: 2 is slowed and slides down when it stands, 3 keeps its pace.
Graphics3D 320, 240, 0, 2
hill = CreateMesh() : NameEntity hill, "hill"
s = CreateSurface(hill)
a = AddVertex(s, -20, -10, -20) : AddVertex s, -20, -10, 20 : AddVertex s, 20, 10, 20 : AddVertex s, 20, 10, -20
AddTriangle s, 0, 1, 2 : AddTriangle s, 0, 2, 3
EntityType hill, 2
For response = 2 To 3
	ClearCollisions
	Collisions 1, 2, 2, response
	man = CreatePivot() : NameEntity man, "man"
	PositionEntity man, 0.5, 2.5, 0.5
	EntityType man, 1
	For turn = 1 To 6
		dx# = 0.5 : If turn > 4 Then dx = 0
		TranslateEntity man, dx, -0.3, 0
		UpdateWorld
		Place "man", man
		Hits "man", man
	Next
	FreeEntity man
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

