; Nested Gosubs go back one by one, out of loops and blocks too.
Gosub outer
Print "after outer"

; A function called inside a Gosub has a Return of its own.
Gosub calls
Print "after calls"

; A Gosub that was left by Goto is still open: the next Return belongs to it.
Gosub leaves
Print "after leaves"

; The end of the text is a Return as well.
Gosub final
Print "after last"
Gosub nested
Print "after nested"

; No Gosub is open: the program ends.
Return
Print "not reached"

.outer
Print "outer"
For i = 1 To 2
	Gosub inner
Next
Return

.inner
Print "inner " + i
While True
	If i < 5 Then Return
Wend

.calls
Print value()
Return

.leaves
For k = 1 To 3
	If k = 2 Then Goto away
Next
.away
Gosub nothing
Return

.nothing
Return

.nested
Gosub final
Print "back in nested"

Function value$()
	For i = 1 To 9
		If i = 3 Then Return "from a function"
	Next
End Function

.final
Print "last"
