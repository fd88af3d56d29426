; An entity's own texture and blend go over those of its surfaces; colour and alpha multiply.
Graphics3D 64,64,32,2
SetBuffer BackBuffer()
cam=CreateCamera()
box=CreateCube()
PositionEntity box,0,0,3

Function plain(r,g,b)
	t=CreateTexture(4,4)
	SetBuffer TextureBuffer(t)
	ClsColor r,g,b
	Cls
	SetBuffer BackBuffer()
	Return t
End Function
red=plain(255,0,0)
green=plain(0,255,0)

b=CreateBrush(255,128,255)
BrushTexture b,red
BrushFX b,1
PaintMesh box,b
Function seen()
	RenderWorld
	Print Hex(ReadPixel(32,32))
End Function
seen()
EntityTexture box,green
seen()
; a frame that is not there is no texture: the surface's shows again
EntityTexture box,green,1
seen()
; the surface multiplies with what is behind it, black; the entity adds
BrushBlend b,2
PaintMesh box,b
seen()
EntityBlend box,3
seen()
; a freed texture stays on what is painted with it
FreeTexture red
FreeTexture green
FreeBrush b
seen()
