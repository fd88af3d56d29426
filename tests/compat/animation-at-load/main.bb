; what LoadAnimMesh hands over stands in frame 0 of sequence 0, whatever place the file gives it
Graphics3D 64,64,32,2
slide=LoadAnimMesh("slide.b3d")
Print EntityX(slide)
Print AnimLength(slide)+" "+AnimSeq(slide)+" "+AnimTime(slide)+" "+Animating(slide)
; a copy stands there too, and has played nothing yet
twin=CopyEntity(slide)
Print EntityX(twin)+" "+AnimLength(twin)
; a transition starts from there
Animate slide,1,1,0,4
UpdateWorld
Print EntityX(slide)
ending=LoadAnimMesh("slide.b3d")
Animate ending,3,-1,0,4
UpdateWorld 2
Print EntityX(ending)
; nothing comes later: what is moved stays moved
moved=LoadAnimMesh("slide.b3d")
PositionEntity moved,1,2,3
UpdateWorld
RenderWorld
Print EntityX(moved)
; a copy of what moves starts from where it stands
SetAnimTime slide,5
twin=CopyEntity(slide)
UpdateWorld
Print EntityX(twin)+" "+AnimTime(twin)
; only the root's own animation is posed
scene=LoadAnimMesh("child.b3d")
Print EntityX(FindChild(scene,"arm"))+" "+AnimLength(FindChild(scene,"body"))
; LoadMesh takes the file's places
mesh=LoadMesh("child.b3d")
Print MeshWidth(mesh)
