; Hills as 500 triangles, with edges shown: small ones where it is near and rough, and no cracks.
Graphics3D 320, 240, 32, 2
camera = CreateCamera()
CameraClsColor camera, 120, 160, 255
light = CreateLight()
RotateEntity light, 40, 30, 0
terrain = CreateTerrain(128)
For z = 0 To 127
	For x = 0 To 127
		ModifyTerrain terrain, x, z, .5 + .25 * Sin(x * 6) * Cos(z * 4.6) + .1 * Sin(x * 22 + z * 14)
	Next
Next
ScaleEntity terrain, 1, 15, 1
TerrainShading terrain, True
EntityColor terrain, 90, 160, 60
TerrainDetail terrain, 500
PositionEntity camera, 30, 17, 15
RotateEntity camera, 20, 30, 0
RenderWorld
; The edges over it, drawn by the same camera.
WireFrame True
CameraClsMode camera, False, True
EntityColor terrain, 0, 0, 0
TranslateEntity terrain, 0, .05, 0
RenderWorld
Flip
End
