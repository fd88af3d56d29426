Graphics 200, 80, 32, 2
SetBuffer BackBuffer()
Print FontWidth() + " " + FontHeight() + " " + StringWidth("Hello iiii") + " " + StringHeight("a")
sizes "no such font", 20
sizes "no such font", -20
sizes "no such font", 0
sizes "no such mono font", 20
sizes "no such roman font", 20
wide = LoadFont("no such font", 20, True)
SetFont wide : Print StringWidth("Hello iiii") > 62
Cls : Text 5, 5, "Wag&Save" : once = count()
For i = 1 To 60 : Text 5, 5, "Wag&Save" : Next
Print (once = count()) + " " + (once > 150)
Print Hex(ReadPixel(0, 0))
For y = 0 To 79 : For x = 0 To 199
	p = ReadPixel(x, y) And $FFFFFF
	If p <> 0 And p <> $FFFFFF Then mixed = mixed + 1
Next : Next
Print "mixed " + mixed
i = CreateImage(60, 20)
SetBuffer ImageBuffer(i)
Color 0, 0, 0 : Text 0, 0, "black"
SetBuffer BackBuffer()
ClsColor 255, 255, 255 : Cls
DrawImage i, 0, 0
dark = 0
For y = 0 To 19 : For x = 0 To 59
	p = ReadPixel(x, y) And $FFFFFF
	If p = 16 Then dark = dark + 1
	If p <> 16 And p <> $FFFFFF Then other = other + 1
Next : Next
Print (dark > 60) + " " + other
Function sizes(name$, height)
	font = LoadFont(name, height)
	SetFont font
	Print FontHeight() + " " + FontWidth() + " " + StringWidth("Hello iiii") + " " + StringWidth("") + " " + StringWidth("WWW")
	FreeFont font
End Function
Function count()
	n = 0
	For y = 0 To 79 : For x = 0 To 199
		If (ReadPixel(x, y) And $FFFFFF) <> 0 Then n = n + 1
	Next : Next
	Return n
End Function
