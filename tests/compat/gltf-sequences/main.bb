; lengths and names of glTF sequences
Graphics3D 64,64,32,2
m=LoadAnimMesh("moves.gltf")
Print CountAnimSeqs(m)+" "+CountAnimParts(m)
; an Int is the nearest whole number of frames; the exact length is a Float
For i=0 To 3
	SetAnimTime m,0,i
	Print AnimLength(m)+" "+AnimSeqLength(m,i)+" '"+AnimSeqName(m,i)+"'"
Next
Print AnimSeqLength(m,4)+" "+AnimSeqLength(m,-1)
; what stands before the bar may be left out; whole names come first
Print FindAnimSeq(m,"Walking_A")+" "+FindAnimSeq(m,"walking_a")+" "+FindAnimSeq(m,"Rig|Walking_A")
Print FindAnimSeq(m,"Idle")+" "+FindAnimSeq(m,"rig|idle")+" "+FindAnimSeq(m,"king_A")
SetAnimTime m,61,FindAnimSeq(m,"Walking_A")
Print EntityX(FindChild(m,"slide"))
; a rig without sequences has no animation to ask about
rig=LoadAnimMesh("rig.gltf")
Print AnimLength(rig)+" "+AnimSeq(rig)+" "+AnimTime(rig)+" "+Animating(rig)+" "+ExtractAnimSeq(rig,0,1)
; modes and numbers that there are none of
Print BlendAnim(m,0,1,9)+" "+BlendAnim(m,1,0.5,1,1,0,3)+" "+CrossFadeAnim(m,2,0,-1)
