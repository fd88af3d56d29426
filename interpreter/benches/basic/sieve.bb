Const N = 5000000
Dim composite(N)
For i = 2 To N
	If composite(i) = 0
		count = count + 1
		If i <= N / i
			j = i * i
			While j <= N
				composite(j) = 1
				j = j + i
			Wend
		EndIf
	EndIf
Next
Print count
