; Textures: their sizes and names, and what they share.
Graphics3D 64,64,32,2

t=CreateTexture(100,60)
Print TextureWidth(t)+" "+TextureHeight(t)+" ["+TextureName(t)+"]"
Print TextureWidth(CreateTexture(1,1))+" "+TextureHeight(CreateTexture(-5,3))

; no alpha of its own: opaque, whatever is written
SetBuffer TextureBuffer(t)
WritePixel 3,2,$00123456
Print Hex(ReadPixel(3,2))+" "+Hex(ReadPixel(127,63))
clear=CreateTexture(4,4,1+2)
WritePixel 0,0,$00123456,TextureBuffer(clear)
Print Hex(ReadPixel(0,0,TextureBuffer(clear)))
CopyRect 0,0,4,4,0,0,TextureBuffer(clear),TextureBuffer(t)
Print Hex(ReadPixel(0,0,TextureBuffer(t)))
SetBuffer BackBuffer()

; frames that are not there
four=CreateTexture(8,8,1,4)
Print (TextureBuffer(four,3)<>0)+" "+TextureBuffer(four,4)+" "+TextureBuffer(four,-1)+" "+TextureBuffer(t,3)
none=CreateTexture(8,8,1,0)
Print (none<>0)+" "+TextureBuffer(none)
cube=CreateTexture(8,8,1+128)
SetCubeFace cube,9
Print (TextureBuffer(cube)<>0)+" "+TextureBuffer(cube,3)
mesh=CreateCube()
EntityTexture mesh,four,7
EntityTexture mesh,four,0,8
TextureCoords four,2

; a picture of 6 by 2 pixels, each its own grey, as a file
picture=CreateImage(6,2)
SetBuffer ImageBuffer(picture)
For n=0 To 11
	WritePixel n Mod 6,n/6,$FF000000+$010101*n
Next
SaveImage picture,"Greys.bmp"
SetBuffer BackBuffer()

; two of one file share their pixels, drawn on or not, but not how they are laid on
one=LoadTexture("greys.bmp")
two=LoadTexture("GREYS.bmp")
masked=LoadTexture("greys.bmp",4)
Print TextureWidth(one)+" "+TextureHeight(one)
row$=""
For x=0 To 7:row=row+(ReadPixel(x,1,TextureBuffer(one)) And 255)+" ":Next
Print row
WritePixel 0,0,$FF0000FF,TextureBuffer(one)
Print Hex(ReadPixel(0,0,TextureBuffer(two)))+" "+Hex(ReadPixel(0,0,TextureBuffer(masked)))
name$=TextureName(one)
Print (name=Lower(CurrentDir()+"Greys.bmp"))+" "+(name=TextureName(two))
FreeTexture one
Print Hex(ReadPixel(0,0,TextureBuffer(two)))
FreeTexture two
Print Hex(ReadPixel(0,0,TextureBuffer(LoadTexture("greys.bmp"))))

; frames of a file: numbers that make none are the whole picture
film=LoadAnimTexture("greys.bmp",1,2,2,1,2)
Print TextureWidth(film)+" "+(TextureBuffer(film,1)<>0)+" "+TextureBuffer(film,2)+" "+(ReadPixel(0,0,TextureBuffer(film)) And 255)
whole=LoadAnimTexture("greys.bmp",1,0,0,0,0)
Print TextureWidth(whole)+" "+LoadAnimTexture("greys.bmp",1,2,2,1,3)

; the texture of a brush is one more handle
b=LoadBrush("greys.bmp",1,2,2)
again=GetBrushTexture(b)
Print (TextureName(again)=name)+" ["+TextureName(GetBrushTexture(b,1))+"]"
BrushTexture b,film,1
held=GetBrushTexture(b)
FreeTexture held
Print "film lives: "+TextureWidth(film)
BrushTexture b,film,0,-1

; brushes with two textures of one file look alike
m=CreateMesh()
b1=LoadBrush("greys.bmp")
b2=LoadBrush("greys.bmp")
s=CreateSurface(m,b1)
Print (FindSurface(m,b2)=s)
ScaleTexture GetBrushTexture(b2),2,2
Print FindSurface(m,b2)

; filters go with the graphics
ClearTextureFilters
TextureFilter "greys",4
Graphics3D 64,64,32,2
Print Hex(ReadPixel(0,0,TextureBuffer(LoadTexture("greys.bmp"))))
