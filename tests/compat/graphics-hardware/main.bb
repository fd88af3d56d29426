; What programs ask of the graphics card, gamma, and cube modes.
Graphics3D 64, 64, 32, 2
Print HWTexUnits() + " " + GfxDriverCaps3D()
HWMultiTex False
Print HWTexUnits()
HWMultiTex True
WBuffer True : WBuffer False
Dither False
AntiAlias True
Print ActiveTextures()
texture = CreateTexture(64, 64, 1 + 128)
SetCubeMode texture, 2
Print ActiveTextures() + " " + (TotalVidMem() > 0) + " " + (AvailVidMem() < TotalVidMem())
Print GraphicsLost() + " " + (ScanLine() >= 0 And ScanLine() < 64)
BufferDirty BackBuffer()

; The ramp is kept, but nothing shows it in a window.
SetGamma 10, 20, 30, 99.5, -4, 400
Print GammaRed(10) + " " + GammaGreen(20) + " " + GammaBlue(30) + " " + GammaRed(11)
UpdateGamma

; A terrain of cells that all differ, drawn with as many triangles as wanted.
terrain = CreateTerrain(64)
For z = 0 To 63
	For x = 0 To 63
		ModifyTerrain terrain, x, z, ((x * x * 7 + z * z * 13 + x * z * 5) Mod 17) / 17.0
	Next
Next
camera = CreateCamera()
PositionEntity camera, 32, 80, 32
RotateEntity camera, 90, 0, 0
TerrainDetail terrain, 500
RenderWorld
few = TrisRendered()
TerrainDetail terrain, 100000, True
RenderWorld
all = TrisRendered()
Print (few >= 500 And few < 540) + " " + (all > 8000 And all <= 8192) + " " + (Stats3D(2) = all)
TerrainDetail terrain, -1
RenderWorld
Print TrisRendered()

; A movie that is none.
Print OpenMovie("main.bb")
Print OpenMovie("nothing.gif")
AntiAlias False
End
