Const N = 100000000
For i = 1 To N
	s = s + (i And 7)
Next
Print s
