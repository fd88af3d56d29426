; What Blitz3D did not check on surfaces: old programs do it, and go on.
Graphics3D 64,64,32,2
cam=CreateCamera()
CameraClsColor cam,0,0,255

m=CreateMesh()
s=CreateSurface(m)
; the triangle comes first, its vertices later
Print AddTriangle(s,0,1,2)
RenderWorld
Print Hex(ReadPixel(32,32))
Print AddVertex(s,-5,-5,3)+" "+AddVertex(s,0,9,3)+" "+AddVertex(s,5,-5,3)
EntityFX m,1
RenderWorld
Print Hex(ReadPixel(32,32))
; vertices are taken away and made anew under their triangles
ClearSurface s,1,0
Print CountVertices(s)+" "+CountTriangles(s)
RenderWorld
Print Hex(ReadPixel(32,32))
For n=0 To 2
	AddVertex s,5*(n-1),9*(n=1)-5*(n<>1),3
Next
RenderWorld
Print Hex(ReadPixel(32,32))

; one too far
VertexCoords s,3,1,1,1
VertexNormal s,-1,1,1,1
VertexColor s,1000,1,1,1
VertexTexCoords s,0,5,5,0,2
VertexTexCoords s,3,5,5
Print CountVertices(s)+" "+VertexX(s,2)+" "+VertexU(s,0)+" "+VertexU(s,0,1)
Print TriangleVertex(s,1,0)+" "+TriangleVertex(s,0,3)+" "+TriangleVertex(s,-1,-1)
AddTriangle s,-1,65000,0
Print TriangleVertex(s,1,0)+" "+TriangleVertex(s,1,1)
UpdateNormals m
RenderWorld

; colours and alpha clamp
VertexColor s,0,300,-5,99.9,7
Print VertexRed(s,0)+" "+VertexGreen(s,0)+" "+VertexBlue(s,0)+" "+VertexAlpha(s,0)
Print VertexW(s,0)
