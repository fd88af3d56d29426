; Spheres meet spheres: stop, slide, slide level; both hear of it.
Graphics3D 320, 240, 0, 2
For response = 1 To 3
	ClearCollisions
	Collisions 1, 2, 1, response
	post = CreatePivot() : NameEntity post, "post"
	PositionEntity post, 5, 0.25, 0.5
	EntityRadius post, 1.5
	EntityType post, 2
	ball = CreatePivot() : NameEntity ball, "ball"
	EntityType ball, 1
	For turn = 1 To 3
		MoveEntity ball, 2.5, 0.125, 0
		UpdateWorld
		Place "ball", ball
		Hits "ball", ball
		Hits "post", post
	Next
	Print "met " + EntityName(EntityCollided(ball, 2)) + " " + EntityCollided(ball, 3) + " " + EntityCollided(post, 2)
	FreeEntity ball : FreeEntity post
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

