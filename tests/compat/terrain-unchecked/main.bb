; Heights wrap as the byte they are kept in; corners outside answer 0 and are left alone.
Graphics3D 64,64,32,2
land=CreateTerrain(4)
ModifyTerrain land,1,1,1
ModifyTerrain land,2,1,1.5
ModifyTerrain land,3,1,-.1
ModifyTerrain land,4,0,.5
ModifyTerrain land,5,0,1
ModifyTerrain land,-1,0,1
For x=-1 To 5
	Print x+": "+Int(TerrainHeight(land,x,1)*255)+" "+Int(TerrainHeight(land,x,0)*255)
Next
ScaleEntity land,2,10,2
Print TerrainY(land,2,99,2)+" "+TerrainY(land,1,0,2)+" "+TerrainY(land,-50,0,2)
Print TerrainSize(land)
