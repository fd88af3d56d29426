; What resets an entity, so that nothing between stops it, and what does not.
Graphics3D 320, 240, 0, 2
Collisions 1, 2, 1, 1
post = CreatePivot() : PositionEntity post, 5, 0, 0 : EntityType post, 2
ball = Ball() : PositionEntity ball, 8, 0, 0 : ResetEntity ball : UpdateWorld : Tell "through", ball
ball = Ball() : PositionEntity ball, 8, 0, 0 : UpdateWorld : Tell "met", ball
ball = Ball() : PositionEntity ball, 8, 0, 0 : EntityType ball, 1 : UpdateWorld : Tell "type", ball
ball = Ball() : HideEntity ball : PositionEntity ball, 8, 0, 0 : UpdateWorld : ShowEntity ball : UpdateWorld : Tell "shown", ball

; Showing resets the entity itself only.
cart = CreatePivot()
ball = Ball() : EntityParent ball, cart : UpdateWorld
HideEntity cart : PositionEntity cart, 8, 0, 0 : UpdateWorld : ShowEntity cart : UpdateWorld : Tell "below", ball

; So does hanging it on another, unless it keeps its place.
cart = CreatePivot() : PositionEntity cart, 8, 0, 0
ball = Ball() : EntityParent ball, cart, 0 : UpdateWorld : Tell "parent", ball
ball = Ball() : PositionEntity ball, 8, 0, 0 : EntityParent ball, cart : UpdateWorld : Tell "kept", ball

; Less than a millionth is no move.
ball = Ball() : TranslateEntity ball, 0.0000005, 0, 0 : UpdateWorld
Print "drift " + EntityX(ball) + " " + EntityY(ball) + " " + EntityZ(ball) : FreeEntity ball

; A copy starts where it is; where it was copied from is not its way.
ball = Ball() : PositionEntity ball, 8, 0, 0
twin = CopyEntity(ball)
UpdateWorld
Print "made " + EntityX(ball) + " " + EntityY(ball) + " " + EntityZ(ball)
Print "copy " + EntityX(twin) + " " + EntityY(twin) + " " + EntityZ(twin)

Function Ball()
	ball = CreatePivot()
	EntityType ball, 1
	Return ball
End Function

Function Tell(name$, e)
	Print name + " " + EntityX(e, 1) + " " + EntityY(e, 1) + " " + EntityZ(e, 1) + " " + CountCollisions(e)
	FreeEntity e
End Function
