Graphics 32, 32, 32, 2
Color 300, -1, 256 : say
Color 0, 256, 0 : say
Color 0, 0, 65536 : say
Color -1, 0, 0 : say
Color 256, 0, 0 : say
Color 1, 2, -1 : say
ClsColor 0, 511, 1 : Cls
Print Hex(ReadPixel(3, 3))
i = CreateImage(2, 2)
MaskImage i, 0, 256, 7
Print Hex(ReadPixel(9, 9, ImageBuffer(i)))
SetBuffer ImageBuffer(i) : GetColor -1, 0 : say
SetBuffer BackBuffer() : GetColor -1, 0 : say
Function say()
	Print ColorRed() + " " + ColorGreen() + " " + ColorBlue()
End Function
