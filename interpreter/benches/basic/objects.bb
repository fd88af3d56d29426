Const N = 1000000
Type Item
	Field value, weight#, link.Item
End Type
For i = 1 To N
	it.Item = New Item
	it\value = i And 255
	it\link = tail.Item
	tail = it
Next
For it = Each Item
	sum = sum + it\value
	If it\value And 1 Then Delete it
Next
For it = Each Item
	sum = sum + it\value
	Delete it
Next
Print sum
