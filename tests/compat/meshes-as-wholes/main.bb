; Meshes changed as wholes: normals keep the length that scaling gives them, and sizes are what they were.
Graphics3D 64,64,32,2

box=CreateCube()
s=GetSurface(box,1)
ScaleMesh box,2,3,4
Print VertexNX(s,4)+" "+VertexNY(s,16)+" "+VertexNZ(s,0)
UpdateNormals box
Print VertexNX(s,4)+" "+VertexNY(s,16)+" "+VertexNZ(s,0)
VertexNormal s,0,5,0,0
PositionMesh box,1,1,1
FlipMesh box
Print VertexNX(s,0)+" "+TriangleVertex(s,0,1)

; to fit uniformly takes the least factor, or z's where x's and y's are equal
Function fit(w#,h#,d#)
	m=CreateCube()
	FitMesh m,0,0,0,w,h,d,1
	Print MeshWidth(m)+" "+MeshHeight(m)+" "+MeshDepth(m)
	FreeEntity m
End Function
fit(4,2,8)
fit(2,2,8)
fit(-6,8,2)

; a mesh without vertices is inside out
Print "empty "+MeshWidth(CreateMesh())

; surfaces that look alike are joined: the two of a cylinder in a copy, not by CopyEntity
can=CreateCylinder()
Print CountSurfaces(can)+" "+CountSurfaces(CopyEntity(can))+" "+CountSurfaces(CopyMesh(can))
red=CreateBrush(255,0,0)
PaintSurface GetSurface(can,1),red
other=CreateMesh()
AddMesh can,other
Print CountSurfaces(other)+" "+(FindSurface(other,red)<>0)+" "+FindSurface(other,CreateBrush(0,0,255))
; a brush that blends by alpha looks alike only where something is see-through
blending=CreateBrush(255,0,0)
BrushBlend blending,1
Print (FindSurface(other,blending)=FindSurface(other,red))
BrushAlpha blending,.5
Print FindSurface(other,blending)

; light stays within a byte
LightMesh other,-9999,0,0
LightMesh other,300,0,0
v=GetSurface(other,1)
Print VertexRed(v,0)+" "+VertexGreen(v,0)

; segments out of range
Print CountVertices(GetSurface(CreateSphere(-5),1))=CountVertices(GetSurface(CreateSphere(2),1))
Print CountVertices(GetSurface(CreateCone(1000),1))=CountVertices(GetSurface(CreateCone(100),1))
Print EntityClass(CreateCylinder(0))+" "+EntityClass(CreatePlane(99))
