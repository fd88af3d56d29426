Graphics 40, 40, 32, 2
i = CreateImage(8, 8)
SetBuffer ImageBuffer(i) : ClsColor 200, 100, 50 : Cls
Print SaveBuffer(ImageBuffer(i), "a.bmp") + " " + FileSize("a.bmp")
SetBuffer BackBuffer()
Origin 10, 10 : Viewport 0, 0, 20, 40
Print LoadBuffer(BackBuffer(), "a.bmp") + " " + LoadBuffer(BackBuffer(), "none.bmp")
WritePixel 0, 0, $FFFFFFFF
Print Hex(ReadPixel(0, 0)) + " " + Hex(ReadPixel(10, 10)) + " " + Hex(ReadPixel(19, 39)) + " " + Hex(ReadPixel(20, 0))
LockBuffer ImageBuffer(i)
Print LoadBuffer(ImageBuffer(i), "a.bmp")
UnlockBuffer ImageBuffer(i)
j = LoadImage("a.bmp")
TFormFilter 0
ResizeImage j, 4, 2
Print ImageWidth(j) + " " + ImageHeight(j) + " " + Hex(ReadPixel(3, 1, ImageBuffer(j)))
HandleImage j, 1, 1
Print ImageRectOverlap(j, 5, 5, 6, 5, 0, 1) + " " + ImageRectOverlap(j, 5, 5, 4, 5, 0, 1) + " " + ImageRectCollide(j, 5, 5, 0, 6, 5, 0, 1) + " " + RectsOverlap(0, 0, 9, 9, 5, 5, 0, 0)
DeleteFile "a.bmp"
