model = LoadAnimMesh("arm.x")
base = FindChild(model, "Base") : arm = FindChild(model, "Arm")
Print EntityName(GetChild(model, 1)) + " " + CountChildren(base) + " " + EntityClass(base)
Print EntityX(base) + " " + EntityY(base) + " " + EntityZ(base)
Print CountSurfaces(base) + " surfaces, " + CountTriangles(GetSurface(base, 1)) + " and " + CountTriangles(GetSurface(base, 2))
Print "length " + AnimLength(model)
Animate model, 1
UpdateWorld 5
Print "at 5: " + EntityX(arm) + " " + EntityY(arm, True)
UpdateWorld 20
Print "at 25: " + EntityX(arm)

; As one mesh, where the frames stand.
whole = LoadMesh("arm.x")
Print CountSurfaces(whole) + " " + MeshWidth(whole) + " " + MeshHeight(whole) + " " + CountChildren(whole)
Print VertexX(GetSurface(whole, 1), 0) + " " + VertexZ(GetSurface(whole, 1), 0)
Print AnimLength(whole)
