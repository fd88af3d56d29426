Graphics 40, 40, 32, 2
Color 255, 255, 255
i = CreateImage(3, 3)
SetBuffer ImageBuffer(i) : Rect 0, 0, 3, 3
SetBuffer BackBuffer()
LockBuffer
LockBuffer BackBuffer()
Rect 0, 0, 4, 4
Plot 5, 5
Oval 10, 0, 9, 9
Text 0, 20, "MMM"
DrawImage i, 30, 30
DrawBlock i, 34, 30
TileBlock i, 0, 0
CopyRect 0, 0, 9, 9, 20, 20, ImageBuffer(i)
WritePixel 7, 7, $FF112233
WritePixelFast 8, 8, $FF445566
Line 0, 39, 9, 39
ClsColor 1, 2, 3 : Cls
Print count() + " " + Hex(ReadPixel(7, 7)) + " " + Hex(ReadPixel(8, 8)) + " " + Hex(ReadPixel(9, 39))
GrabImage i, 0, 0
UnlockBuffer
Rect 0, 0, 4, 4
Print count()
UnlockBuffer
Rect 0, 0, 4, 4
Print count() + " " + Hex(ReadPixel(1, 1, ImageBuffer(i)))
Rect 4, 0, 1, 4
Print count()
LockBuffer ImageBuffer(i)
DrawImage i, 30, 30
TFormFilter 0
ScaleImage i, 2, 2
DrawImage i, 30, 30
Print count() + " " + ImageWidth(i)
Function count()
	n = 0
	For y = 0 To 39
		For x = 0 To 39
			If ReadPixel(x, y) <> $FF000000 Then n = n + 1
		Next
	Next
	Return n
End Function
