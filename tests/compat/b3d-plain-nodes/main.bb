; A node that is neither mesh nor bone is a mesh without surfaces: it can be painted, counted and built upon.
Graphics3D 64,64,32,2
model=LoadAnimMesh("plain.b3d")
Print EntityClass(model)+" "+EntityClass(FindChild(model,"body"))+" "+EntityClass(FindChild(model,"limb"))+" "+EntityClass(FindChild(model,"hook"))
Print CountSurfaces(model)+" "+CountSurfaces(FindChild(model,"hook"))
EntityColor model,255,0,0
EntityFX model,1
brush=CreateBrush(0,255,0)
PaintEntity model,brush
PaintMesh model,brush
UpdateNormals model
ScaleMesh model,2,2,2
surface=CreateSurface(model)
Print AddVertex(surface,1,2,3)+" "+CountSurfaces(model)+" "+CountSurfaces(FindChild(model,"hook"))
