Const N = 300
Dim a#(N - 1, N - 1), b#(N - 1, N - 1), c#(N - 1, N - 1)
For i = 0 To N - 1
	For j = 0 To N - 1
		a(i, j) = (i + j) And 15
		b(i, j) = (i - j) And 15
	Next
Next
For i = 0 To N - 1
	For j = 0 To N - 1
		sum# = 0
		For k = 0 To N - 1
			sum = sum + a(i, k) * b(k, j)
		Next
		c(i, j) = sum
	Next
Next
Print Int(c(N / 2, N / 3))
