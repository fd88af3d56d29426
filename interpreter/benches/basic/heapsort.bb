Const N = 500000
Dim v(N)
seed = 12345
For i = 1 To N
	seed = seed * 1103515245 + 12345
	v(i) = (seed Shr 8) And $FFFFFF
Next
start = N / 2
final = N
Repeat
	If start > 0
		x = v(start)
		start = start - 1
	Else
		x = v(final)
		v(final) = v(1)
		final = final - 1
		If final = 1
			v(1) = x
			Exit
		EndIf
	EndIf
	hole = start + 1
	child = hole * 2
	While child <= final
		If child < final
			If v(child) < v(child + 1) Then child = child + 1
		EndIf
		If x >= v(child) Then Exit
		v(hole) = v(child)
		hole = child
		child = child * 2
	Wend
	v(hole) = x
Forever
For i = 2 To N
	If v(i - 1) > v(i) Then Print "wrong"
Next
Print v(1) + " " + v(N)
