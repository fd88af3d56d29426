; sequences that are not there change nothing, ranges may be anything, times wrap
Graphics3D 64,64,32,2
m=LoadAnimMesh("slide.b3d")
SetAnimTime m,4
SetAnimTime m,7,1
SetAnimTime m,7,-1
Animate m,1,1,99
UpdateWorld
Print EntityX(m)+" "+AnimSeq(m)+" "+AnimTime(m)+" "+AnimLength(m)+" "+Animating(m)
; what plays goes on
Animate m,1,2
Animate m,1,1,-3
UpdateWorld
Print EntityX(m)+" "+AnimTime(m)+" "+Animating(m)
SetAnimTime m,23
Print EntityX(m)+" "+AnimTime(m)
SetAnimTime m,-3
Print EntityX(m)+" "+AnimTime(m)
SetAnimTime m,10
Print EntityX(m)+" "+AnimTime(m)
; beyond the end there are no keys: the last holds
wide=ExtractAnimSeq(m,5,500)
SetAnimTime m,400,wide
Print wide+" "+AnimLength(m)+" "+EntityX(m)
; before the start
early=ExtractAnimSeq(m,-10,5)
SetAnimTime m,3,early
Print early+" "+AnimLength(m)+" "+EntityX(m)
; no frames
none=ExtractAnimSeq(m,0,0)
SetAnimTime m,5,none
Print none+" "+AnimLength(m)+" "+AnimTime(m)+" "+EntityX(m)
; the wrong way round: no keys, so nothing moves, but time goes by
back=ExtractAnimSeq(m,8,3)
PositionEntity m,9,9,9
Animate m,1,1,back
UpdateWorld 12
Print back+" "+AnimLength(m)+" "+AnimTime(m)+" "+EntityX(m)+" "+Animating(m)
Animate m,3,1,back
UpdateWorld
Print AnimTime(m)+" "+Animating(m)
SetAnimTime m,-2,back
Print AnimTime(m)
; of what was extracted
part=ExtractAnimSeq(m,2,6,wide)
SetAnimTime m,0,part
Print part+" "+AnimLength(m)
; numbers that are none
Zero#=0
SetAnimTime m,Zero/Zero
UpdateWorld 1/Zero
Animate m,1,1/Zero
UpdateWorld
Print EntityX(m)+" "+AnimTime(m)+" "+Animating(m)
; modes there are none of play once
Animate m,7
UpdateWorld 30
Print EntityX(m)
