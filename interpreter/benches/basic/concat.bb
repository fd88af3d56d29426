Const N = 200000
For i = 1 To N
	s$ = s$ + "x" + (i And 7)
Next
Print Len(s)
