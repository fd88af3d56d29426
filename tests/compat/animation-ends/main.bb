; when a sequence has ended, and what the update that ends a transition does
Graphics3D 64,64,32,2
m=LoadAnimMesh("slide.b3d")
s=ExtractAnimSeq(m,0,3)
; forwards: over with the update that reaches the last frame
Animate m,3,1,s
Show m,4
; backwards: frame 0 is reached first, and left by the next update
Animate m,3,-1,s
Show m,5
; no frames at all: playing until the next update
e=ExtractAnimSeq(m,0,0)
Animate m,3,1,e
Show m,1
; at speed 0 nothing plays
Animate m,1,0,s
Show m,1
; the update that ends a transition is a whole step of the sequence
Animate m,1,1,0,4
Show m,5
Animate m,1,2,0,2.5
Show m,4
; to what stands it only ends
Animate m,1,0,0,2
Show m,2
; mode 0 goes to the start, or over to it, and stands
Animate m,0,1,s
Show m,1
Animate m,0,-1,0,2
Show m,3
; mode 0 at speed 0 stops where it is, in a transition too
Animate m,1,1,0,10
UpdateWorld 5
Animate m,0,0
Show m,2
; backwards through a loop, by steps of more than its length
Animate m,1,-1,s
UpdateWorld 7
Print AnimTime(m)
UpdateWorld -1
Print AnimTime(m)
; a transition starts where the program has put it
SetAnimTime m,5
PositionEntity m,30,0,0
Animate m,1,1,0,5
Show m,1

Function Show(m,updates)
	line$=AnimTime(m)+"/"+Animating(m)
	For i=1 To updates
		UpdateWorld
		line=line+" "+AnimTime(m)+"/"+Animating(m)
	Next
	Print line+" at "+EntityX(m)
End Function
