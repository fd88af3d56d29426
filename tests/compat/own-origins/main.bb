Graphics 40, 40, 32, 2
back = BackBuffer()
i = CreateImage(6, 6)
SetBuffer back
Origin 10, 5 : Viewport 10, 5, 8, 8
SetBuffer ImageBuffer(i)
WritePixel 1, 1, $FF0000FF, back
WritePixel 20, 1, $FF00FF00, back
LockBuffer back : WritePixelFast 1, 1, $FF00FFFF, back : UnlockBuffer back
Print Hex(ReadPixel(1, 1, back)) + " " + fast$(11, 6, back) + " " + fast$(1, 1, back)
Print Hex(ReadPixel(-9, -4, back)) + " " + fast$(30, 6, back)
CopyPixel 1, 1, back, 2, 3
CopyPixel 30, 1, back, 2, 3
LockBuffer : LockBuffer back : CopyPixelFast 1, 1, back, 0, 0 : UnlockBuffer back : UnlockBuffer
Print Hex(ReadPixel(2, 3)) + " " + Hex(ReadPixel(0, 0))
Origin 1, 2
CopyRect 11, 6, 1, 1, 3, 3, back
Print fast$(4, 5)
Line 1, 1, 1, 1 : Print fast$(3, 5) + " " + fast$(2, 3)
SetBuffer back
Print Hex(ReadPixel(11, 6)) + " " + Hex(ReadPixel(1, 1))
Viewport 0, 0, 20, 20 : Origin 2, 3
Print Hex(ReadPixel(9, 3)) + " " + Hex(ReadPixel(18, 0))
WritePixel 0, 0, $00FF0000, ImageBuffer(i)
Print Hex(ReadPixel(0, 0, ImageBuffer(i))) + " " + fast$(1, 2, ImageBuffer(i))
HandleImage i, 1, 1
CopyRect 1, 2, 1, 1, 5, 5, ImageBuffer(i)
Print fast$(6, 7) + " " + fast$(7, 8)
Color 9, 9, 9 : Rect 0, 0, 3, 3
GrabImage i, 1, 1
Print fast$(0, 0, ImageBuffer(i)) + " " + fast$(1, 2, ImageBuffer(i)) + " " + fast$(4, 5, ImageBuffer(i))
SetBuffer ImageBuffer(i)
RotateImage i, 90
Print (GraphicsBuffer() = FrontBuffer())
Function fast$(x, y, buffer = 0)
	LockBuffer buffer
	p = ReadPixelFast(x, y, buffer)
	UnlockBuffer buffer
	Return Hex(p)
End Function
