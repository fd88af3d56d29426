; LoadMesh takes children in order, each after what hangs below it, and the parent last; brushes of entities are lost.
Graphics3D 64,64,32,2
model=LoadMesh("tree.b3d")
For i=1 To CountSurfaces(model)
	surface=GetSurface(model,i)
	Write CountVertices(surface)+": "
	For v=0 To CountVertices(surface)-1 Step 3
		Write VertexX(surface,v)+" "
	Next
	Print ""
Next
; Normals have the length that the file and the places of nodes give them.
surface=GetSurface(model,2)
Print VertexNX(surface,0)+" "+VertexNY(surface,0)+" "+VertexNZ(surface,0)
model=LoadAnimMesh("tree.b3d")
surface=GetSurface(FindChild(model,"wide"),1)
Print VertexNX(surface,0)+" "+VertexNY(surface,0)+" "+VertexNZ(surface,0)
