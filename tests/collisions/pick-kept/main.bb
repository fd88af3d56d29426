; What a pick leaves as it was: a miss the place and the normal, one that meets no triangle the triangle.
Graphics3D 320, 240, 0, 2
Tell "before"
mesh = CreateMesh() : NameEntity mesh, "mesh"
one = CreateSurface(mesh)
two = CreateSurface(mesh)
Floor one, 0
Floor two, 1
EntityPickMode mesh, 2
ball = CreatePivot() : NameEntity ball, "ball" : PositionEntity ball, 50, 0, 0
EntityPickMode ball, 1
LinePick 1, 5, 1, 0, -10, 0 : Tell "upper"
Print (PickedSurface() = two) + " " + (PickedSurface() = one)
LinePick -1, 5, -1, 0, -10, 0 : Tell "other half"
LinePick 1, 0.5, 1, 0, -10, 0 : Tell "lower"
Print (PickedSurface() = two) + " " + (PickedSurface() = one)
LinePick 1, -5, 1, 0, 10, 0 : Tell "from below"
LinePick 50, 5, 0, 0, -10, 0 : Tell "ball"
Print (PickedSurface() = two) + " " + (PickedSurface() = one)
FreeEntity ball : Tell "freed"
FreeEntity mesh
Print PickedSurface() + " " + PickedEntity() + " " + PickedTriangle()

Function Floor(s, y#)
	AddVertex s, -9, y, -9
	AddVertex s, -9, y, 9
	AddVertex s, 9, y, 9
	AddVertex s, 9, y, -9
	AddTriangle s, 0, 0, 1
	AddTriangle s, 0, 1, 3
	AddTriangle s, 1, 2, 3
End Function

Function Tell(what$)
	name$ = "none"
	If PickedEntity() Then name = EntityName(PickedEntity())
	Print what + ": " + name + " " + PickedX() + " " + PickedY() + " " + PickedZ() + " " + PickedNX() + " " + PickedNY() + " " + PickedNZ() + " " + PickedTime() + " " + PickedTriangle()
End Function
