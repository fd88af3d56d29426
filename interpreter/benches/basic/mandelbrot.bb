Const N = 600
For py = 0 To N - 1
	y0# = 2.0 * py / N - 1.0
	For px = 0 To N - 1
		x0# = 3.0 * px / N - 2.0
		x# = 0 : y# = 0
		i = 0
		Repeat
			xx# = x * x
			yy# = y * y
			If xx + yy > 4.0 Then Exit
			y = 2.0 * x * y + y0
			x = xx - yy + x0
			i = i + 1
		Until i = 60
		sum = sum + i
	Next
Next
If sum > N * N Then Print "drawn"
