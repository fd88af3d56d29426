; Cameras and lights take any number; what makes no sense shows the background, or counts as something else.
Graphics3D 64,48,32,2
SetBuffer BackBuffer()

; the viewport is that of the current buffer
Viewport 10,20,30,999
small=CreateCamera()
Viewport 0,0,64,48
t=CreateTexture(16,32)
SetBuffer TextureBuffer(t)
tiny=CreateCamera()
SetBuffer BackBuffer()
cam=CreateCamera()
Function middle(c)
	CameraProject c,0,0,5
	Print ProjectedX()+" "+ProjectedY()+" "+ProjectedZ()
End Function
middle(small)
middle(tiny)
middle(cam)
HideEntity small
HideEntity tiny

box=CreateCube()
PositionEntity box,0,0,3
EntityFX box,1
CameraClsColor cam,0,300,-9
Function seen()
	Cls
	RenderWorld
	Print Hex(ReadPixel(32,24))
End Function
seen()
CameraRange cam,1,1:seen()
CameraRange cam,0,100:seen()
CameraRange cam,-1,100:seen()
CameraRange cam,9,3:seen()
CameraRange cam,1,1000:seen()
CameraZoom cam,0:seen()
; a negative zoom turns the picture by 180 degrees
PositionEntity box,1,1,3
CameraZoom cam,-1
RenderWorld
Print Hex(ReadPixel(20,34))+" "+Hex(ReadPixel(44,14))
CameraZoom cam,1
PositionEntity box,0,0,3
CameraProjMode cam,7:seen()
CameraProjMode cam,-1:seen()
CameraProjMode cam,0:seen()
CameraProjMode cam,1

; fog is on with 1 only
CameraFogColor cam,999,0,0
CameraFogRange cam,0,.1
CameraFogMode cam,2:seen()
CameraFogMode cam,1:seen()
CameraFogMode cam,0
CameraViewport cam,0,0,-5,20
RenderWorld
CameraViewport cam,0,0,64,48

; an unknown light is directional; what is too bright clamps once it is lit
AmbientLight -5,0,0
EntityFX box,0
sun=CreateLight(0)
Print EntityClass(sun)
PositionEntity sun,0,0,9
EntityColor box,100,510,0
seen()
LightColor sun,510,51,255:seen()
HideEntity sun
EntityColor box,255,255,255
AmbientLight 51,999,-1:seen()
ShowEntity sun
LightRange sun,0
LightConeAngles sun,-5,500
LightConeAngles sun,90,10
FreeEntity sun

; an unknown view mode of a sprite is 2, fixed
HideEntity box
s=CreateSprite()
PositionEntity s,0,0,3
ScaleSprite s,3,3
TurnEntity s,0,90,0
SpriteViewMode s,9:seen()
SpriteViewMode s,1:seen()
