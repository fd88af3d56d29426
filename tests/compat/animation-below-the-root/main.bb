; a model in which a child of the root is animated: the root answers no question, but plays the child
Graphics3D 64,64,32,2
m=LoadAnimMesh("child.b3d")
body=FindChild(m,"body")
arm=FindChild(m,"arm")
Print AnimLength(m)+" "+AnimTime(m)+" "+AnimSeq(m)+" "+Animating(m)
Print AnimLength(body)+" "+AnimTime(body)+" "+AnimSeq(body)+" "+Animating(body)
; a walk over the tree extracts once
Print Extract(m,0,5)+" "+Extract(m,0,10)
Print CountAnimSeqs(body)+" "+CountAnimSeqs(m)
Animate m,1,1,2
UpdateWorld 3
Print EntityX(arm)+" "+AnimTime(m)+" "+Animating(m)+" "+AnimTime(body)+" "+AnimLength(body)+" "+Animating(body)
SetAnimTime m,9
Print EntityX(arm)+" "+AnimSeq(body)
Print ExtractAnimSeq(m,0,1)+" "+LoadAnimSeq(m,"child.b3d")
Print BlendAnim(m,0,0.5)+" "+CountAnimBlends(body)
; a copy is like it
twin=CopyEntity(m)
Print AnimLength(twin)+" "+AnimLength(FindChild(twin,"body"))+" "+CountAnimSeqs(twin)
; what has none anywhere
lamp=FindChild(m,"lamp")
Print AnimLength(lamp)+" "+AnimTime(lamp)+" "+AnimSeq(lamp)+" "+Animating(lamp)+" "+ExtractAnimSeq(lamp,0,1)+" "+LoadAnimSeq(lamp,"child.b3d")
; a root that says it is animated, but moves nothing itself, answers
n=LoadAnimMesh("answers.b3d")
arm=FindChild(n,"arm")
Print AnimLength(n)+" "+EntityX(arm)
Animate n
UpdateWorld 3
Print AnimTime(n)+" "+Animating(n)+" "+EntityX(arm)
twin=CopyEntity(n)
Animate twin,3,-1
UpdateWorld
Print AnimTime(twin)+" "+EntityX(FindChild(twin,"arm"))

Function Extract(e,start,finish)
	found=-1
	If AnimLength(e)<>-1 Then found=ExtractAnimSeq(e,start,finish)
	For i=1 To CountChildren(e)
		below=Extract(GetChild(e,i),start,finish)
		If below>found Then found=below
	Next
	Return found
End Function
