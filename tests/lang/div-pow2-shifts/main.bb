; The dividend: a variable, a global, a parameter, an element, a field, what a function or command gives, an expression.
Const TILE = 16
Global g = -17
Type Spot
	Field x, at[2]
End Type
Dim map(2)
Local row[2]
spot.Spot = New Spot
spot\x = -17 : spot\at[1] = -17 : map(1) = -17 : row[1] = -17
Print g / 16 + " " + spot\x / 16 + " " + spot\at[1] / 16 + " " + map(1) / 16 + " " + row[1] / 16
Print tile(-17) + " " + minus(17) / 16 + " " + Int("-17") / 16 + " " + Len("abc") / -2 + " " + (g - 1) / 16

; What counts as a constant: named, computed, converted.
a = -7
Print a / TILE + " " + a / (TILE / 4) + " " + a / (1 + 1) + " " + a / Int(2.4) + " " + a / Abs(-4) + " " + a / True
Print a / $10 + " " + a / %100 + " " + a / -(-2) + " " + a / (8 Shr 1) + " " + a / (3 > 2)

; 1 changes nothing, the sign bit is a power of two as well, negative ones are not.
low = $80000000
Print a / 1 + " " + low / 1 + " " + low / $80000000 + " " + a / $80000000 + " " + 7 / $80000000 + " " + low / 65536
seven = 7
Print a / -2 + " " + a / -4 + " " + seven / $80000000 + " " + seven / 2 + " " + a / 3 + " " + low / 2

; Two constants, a variable divisor, Mod, products and Floats go as they always do.
two = 2
Print -7 / 2 + " " + (3 - 10) / 2 + " " + a / two + " " + a Mod 2 + " " + a Mod 4 + " " + a * 4 + " " + a / 2.0
f# = -7.0
Print f / 2 + " " + Int(f) / 2 + " " + -TILE / 32 + " " + 100 / TILE

; In chains, conditions, loops, cases, indices and compound places.
Print a / 2 / 2 + " " + a * 3 / 4 + " " + (a + 1) / 2 + " " + -a / 2
If a / 4 = -2 Then Print "down"
If a / two = -3 Then Print "to zero"
For i = a / 2 To seven / 4 : Write i : Write " " : Next
Print
Select a / 8
	Case 0 : Print "zero"
	Case -1 : Print "minus one"
End Select
a = a / 2 : spot\x = spot\x / 2 : map(1) = map(1) / 2 : g = g / 2
Print a + " " + spot\x + " " + map(1) + " " + g
x% = -1
While x < 0 And turns < 5
	x = x / 2 : turns = turns + 1
Wend
Print turns

Function tile(x)
	Return x / TILE
End Function

Function minus(x)
	Return -x
End Function
