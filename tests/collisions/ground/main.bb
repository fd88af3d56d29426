; A terrain and an endless plane: rolling over them, and rays from above.
Graphics3D 320, 240, 0, 2
Collisions 1, 2, 2, 2
land = CreateTerrain(4) : NameEntity land, "land"
ModifyTerrain land, 2, 2, 0.5
ModifyTerrain land, 1, 2, 0.25
ModifyTerrain land, 3, 1, 1
ScaleEntity land, 2, 4, 2
PositionEntity land, -1, 0.5, -2
EntityType land, 2
EntityPickMode land, 2
ball = CreatePivot() : NameEntity ball, "ball"
EntityRadius ball, 0.5
PositionEntity ball, 2.3, 6, 1.4
EntityType ball, 1
For turn = 1 To 10
	TranslateEntity ball, 0.2, -0.6, 0.15
	UpdateWorld
	Place "ball", ball
	Hits "ball", ball
Next
For i = 1 To 5
	Read x#
	Ray x, -1.1
	Ray x, 0.9
	Ray x, 2.2
Next
Data -1.5, 0.3, 2.4, 4.1, 6.7
FreeEntity land

Collisions 4, 3, 2, 2
plane = CreatePlane() : NameEntity plane, "plane"
RotateEntity plane, 0, 0, 20
EntityType plane, 3
ball = CreatePivot() : NameEntity ball, "ball"
PositionEntity ball, 40, 16, 0
EntityType ball, 4
For turn = 1 To 4
	TranslateEntity ball, 0.1, -1, 0.3
	UpdateWorld
	Place "ball", ball
	Hits "ball", ball
Next

Function Ray(x#, z#)
	e = LinePick(x, 20, z, 0.5, -40, 0.25)
	If e = 0 Then Print "none" : Return
	Print EntityName(e) + " " + PickedX() + " " + PickedY() + " " + PickedZ() + " " + PickedNX() + " " + PickedNY() + " " + PickedNZ() + " " + PickedTime()
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
