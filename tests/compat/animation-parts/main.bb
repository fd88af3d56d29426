; named parts are no sequences: numbers are what they were where names were unknown
Graphics3D 64,64,32,2
m=LoadAnimMesh("parts.b3d")
Print CountAnimSeqs(m)+" "+CountAnimParts(m)+" "+AnimLength(m)
For i=0 To CountAnimParts(m)
	Print "'"+AnimPartName(m,i)+"'"
Next
own=ExtractAnimSeq(m,10,20)
Print own
SetAnimTime m,5,own
Print EntityX(m)+" "+EntityY(m)
; a name makes a sequence of its part, once
run=FindAnimSeq(m,"Run")
Print run+" "+FindAnimSeq(m,"run")+" "+AnimSeqName(m,run)+" "+AnimSeqLength(m,run)
SetAnimTime m,5,run
Print EntityX(m)+" "+EntityY(m)
Print FindAnimSeq(m,"Jump")+" "+FindAnimSeq(m,"Swim")+" "+FindAnimSeq(m,"")
Print CountAnimSeqs(m)+" "+CountAnimParts(m)
; a copy goes its own way from there
twin=CopyEntity(m)
Print CountAnimSeqs(twin)+" "+FindAnimSeq(twin,"Run")+" "+FindAnimSeq(twin,"Idle")+" "+CountAnimSeqs(m)
; the parts of a loaded sequence are named too
n=LoadAnimMesh("plain.b3d")
Print CountAnimParts(n)+" "+LoadAnimSeq(n,"parts.b3d")+" "+CountAnimParts(n)
Print ExtractAnimSeq(n,0,5)+" "+FindAnimSeq(n,"Jump")
SetAnimTime n,5,3
Print EntityX(n)+" "+EntityY(n)+" "+AnimLength(n)
; parts that say that they cover the whole are the sequences
c=LoadAnimMesh("cover.b3d")
Print CountAnimSeqs(c)+" "+CountAnimParts(c)+" "+AnimLength(c)+" "+FindAnimSeq(c,"Run")+" "+ExtractAnimSeq(c,0,5,1)
Print AnimPartName(c,1)+" "+AnimSeqName(c,1)
; without animation
p=CreatePivot()
Print CountAnimParts(p)+" '"+AnimPartName(p,0)+"' "+FindAnimSeq(p,"Run")+" "+AnimSeqLength(p,0)
