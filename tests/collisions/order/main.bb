; The pass goes in order of creation: earlier ones are met where they are now and keep the touch, later ones where they were and forget it.
Graphics3D 320, 240, 0, 2
Collisions 1, 2, 1, 2
Collisions 2, 1, 1, 2
a = CreatePivot() : NameEntity a, "a" : EntityType a, 1
b = CreatePivot() : NameEntity b, "b" : PositionEntity b, 6, 0.5, 0 : EntityType b, 2
c = CreatePivot() : NameEntity c, "c" : PositionEntity c, -6, 0, 0.25 : EntityType c, 2
For turn = 1 To 4
	TranslateEntity a, 1.5, 0, 0
	TranslateEntity b, -1.5, 0, 0
	TranslateEntity c, 3.25, 0, 0
	UpdateWorld
	Place "a", a : Place "b", b : Place "c", c
	Hits "a", a : Hits "b", b : Hits "c", c
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

