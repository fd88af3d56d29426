; MeshCullBox says where a mesh counts as being: out of view it is not drawn, and neither are its copies.
Graphics3D 320, 240, 0, 2
AmbientLight 255, 255, 255
camera = CreateCamera()
cube = CreateCube() : PositionEntity cube, 0, 0, 5
Print "own bounds " + Seen()
MeshCullBox cube, -1, -1, -20, 2, 2, 2
Print "behind " + Seen()
twin = CopyEntity(cube) : HideEntity cube
Print "twin " + Seen()
other = CopyMesh(cube) : PositionEntity other, 0, 0, 5 : HideEntity twin
Print "copied mesh " + Seen()
MeshCullBox other, -1, -1, -20, 2, 2, 40
Print "in view " + Seen()
MeshCullBox other, -1, -1, -20, -2, 2, 2
Print "turned inside out " + Seen()
MeshCullBox other, Sqr(-1), 0, 0, 1, 1, 1
Print "nowhere " + Seen()
mesh = CreateMesh() : PositionEntity mesh, 0, 0, 5 : HideEntity other
AddMesh cube, mesh
Print "added " + Seen()

Function Seen()
	RenderWorld
	Return (ReadPixel(160, 120, BackBuffer()) And $FFFFFF) <> 0
End Function
