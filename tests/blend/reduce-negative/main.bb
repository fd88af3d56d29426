; a tolerance below 0 is an error that says so, and one of 0 drops nothing that shows
Graphics3D 320,240,0,2
m=LoadAnimMesh("model.b3d")
If ReduceAnimSeq(m,0,0)>=0 Then Print "reduced"
Print ReduceAnimSeq(m,0,-1)
