; Vertex colours and the base colour are multiplied as light: sRGB of 0.1 * 0.1, 0.5 * 0.214, 1 * 0.5.
Graphics3D 64,64,32,2
model=LoadMesh("colours.gltf")
surface=GetSurface(model,1)
Print VertexRed(surface,0)+" "+VertexGreen(surface,0)+" "+VertexBlue(surface,0)
