Const N = 400
Global words, numbers, signs
text$ = "let total = price * (count + 12) - rebate ; while total > 100 do total = total / 2 end "
For i = 1 To 5
	text = text + text
Next
For k = 1 To N / 10
	Tokens(text)
Next
Print words + " " + numbers + " " + signs

Function Tokens(t$)
	p = 1
	size = Len(t)
	While p <= size
		c = Asc(Mid(t, p, 1))
		If c = 32
			p = p + 1
		Else If c >= 97 And c <= 122
			w$ = ""
			Repeat
				w = w + Chr(c)
				p = p + 1
				If p > size Then Exit
				c = Asc(Mid(t, p, 1))
			Until c < 97 Or c > 122
			If w <> "end" Then words = words + 1
		Else If c >= 48 And c <= 57
			v = 0
			While c >= 48 And c <= 57
				v = v * 10 + c - 48
				p = p + 1
				If p > size Then Exit
				c = Asc(Mid(t, p, 1))
			Wend
			numbers = numbers + v
		Else
			signs = signs + 1
			p = p + 1
		EndIf
	Wend
End Function
