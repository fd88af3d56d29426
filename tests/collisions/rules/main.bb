; Types, rules and what comes of them.
Graphics3D 320, 240, 0, 2
man = CreatePivot() : NameEntity man, "man"
arm = CreatePivot(man) : NameEntity arm, "arm"
hand = CreatePivot(arm)
EntityType man, 1
Print GetEntityType(man) + " " + GetEntityType(arm) + " " + GetEntityType(hand)
EntityType man, 7, 1
Print GetEntityType(man) + " " + GetEntityType(arm) + " " + GetEntityType(hand)
EntityType arm, 0, 1
Print GetEntityType(man) + " " + GetEntityType(arm) + " " + GetEntityType(hand)
FreeEntity man
twin = CopyEntity(Post(50, 4)) : Print "a copy has type " + GetEntityType(twin)

; The first rule for a pair counts: stop, not slide.
Collisions 1, 2, 1, 1
Collisions 1, 2, 1, 2
post = Post(5, 2)
ball = Ball()
TranslateEntity ball, 8, 0.5, 0 : UpdateWorld : Place "stopped", ball
FreeEntity ball

; Nothing is met without rules, by method 9, or as polygons of a pivot.
ClearCollisions
ball = Ball() : TranslateEntity ball, 8, 0.5, 0 : UpdateWorld : Place "free", ball : FreeEntity ball
Collisions 1, 2, 9, 2
Collisions 1, 2, 1, 2
ball = Ball() : TranslateEntity ball, 8, 0.5, 0 : UpdateWorld : Place "nine", ball : FreeEntity ball
ClearCollisions
Collisions 1, 2, 2, 2
ball = Ball() : TranslateEntity ball, 8, 0.5, 0 : UpdateWorld : Place "pivot", ball : FreeEntity ball

; Type 0 neither moves against others nor is met; others of its own type are, itself is not.
ClearCollisions
Collisions 0, 2, 1, 1
Collisions 1, 0, 1, 1
Collisions 2, 2, 1, 1
ball = Ball() : EntityType ball, 0 : TranslateEntity ball, 8, 0, 0 : UpdateWorld : Place "none", ball : FreeEntity ball
ball = Ball() : EntityType ball, 2 : TranslateEntity ball, 8, 0, 0 : UpdateWorld : Place "own kind", ball

; Of what was met, what has been freed is gone.
Print CountCollisions(ball) + " " + (CollisionEntity(ball, 1) = post) + " " + (EntityCollided(ball, 2) = post)
FreeEntity post
Print CountCollisions(ball) + " " + CollisionEntity(ball, 1) + " " + EntityCollided(ball, 2) + " " + CollisionX(ball, 1)
UpdateWorld
Print CountCollisions(ball)

; Hidden ones are not met.
post = Post(20, 2) : HideEntity post
TranslateEntity ball, 30, 0, 0 : UpdateWorld : Place "hidden", ball

Function Ball()
	ball = CreatePivot() : NameEntity ball, "ball"
	EntityType ball, 1
	Return ball
End Function

Function Post(x#, kind)
	post = CreatePivot() : NameEntity post, "post"
	PositionEntity post, x, 0, 0
	EntityType post, kind
	Return post
End Function

Function Place(name$, e)
	Print name + " " + EntityX(e, 1) + " " + EntityY(e, 1) + " " + EntityZ(e, 1)
End Function
