Graphics 64, 48, 32, 2
i = CreateImage(4, 4)
SetBuffer ImageBuffer(i)
FreeImage i : FreeImage i : FreeImage 0 : FreeImage -1
Print (GraphicsBuffer() = FrontBuffer())
j = CreateImage(4, 4)
Graphics 64, 64, 32, 2
FreeImage j
Print CreateImage(0, 0) + " " + CreateImage(5, 0) + " " + CreateImage(-3, 4) + " " + CreateImage(1000000, 1000000)
k = CreateImage(4, 4, 0)
Print (k <> 0) : FreeImage k
f = LoadFont("no such font", 20)
SetFont f
Print FontHeight()
FreeFont f : FreeFont f : FreeFont 0
Print FontHeight() + " " + FontWidth() + " " + StringWidth("abc")
CloseFile 0 : CloseFile ReadFile("no such file")
b = CreateBank(8) : FreeBank b : FreeBank b : FreeBank 0
t = CreateTimer(5000) : FreeTimer t : FreeTimer t
d = ReadDir(".") : CloseDir d : CloseDir d : CloseDir 0
SetEnv "=", "x" : SetEnv "", "x"
SetEnv "Level", "4" : Print GetEnv("LEVEL")
Print "end"
