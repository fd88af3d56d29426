Const N = 5000000
Type Body
	Field x#, y#, z#, vx#, vy#, vz#, mass#
End Type
Dim bodies.Body(4)
Add(0, 0, 0, 0, 0, 0, 0, 39.47841760435743)
Add(1, 4.841431, -1.160320, -0.103622, 0.606326, 2.811987, -0.025218, 0.037694)
Add(2, 8.343367, 4.124799, -0.403523, -1.010774, 1.825662, 0.008416, 0.011286)
Add(3, 12.894370, -15.111151, -0.223308, 1.082791, 0.868713, -0.010833, 0.001724)
Add(4, 15.379697, -25.919315, 0.179259, 0.979091, 0.594699, -0.034756, 0.002034)
For k = 1 To N
	Advance(0.01)
Next
b.Body = bodies(0)
If b\x > -100 And b\x < 100 Then Print "near"

Function Add(i, x#, y#, z#, vx#, vy#, vz#, mass#)
	b.Body = New Body
	b\x = x : b\y = y : b\z = z
	b\vx = vx : b\vy = vy : b\vz = vz
	b\mass = mass
	bodies(i) = b
End Function

Function Advance(dt#)
	For i = 0 To 4
		a.Body = bodies(i)
		For j = i + 1 To 4
			b.Body = bodies(j)
			dx# = a\x - b\x
			dy# = a\y - b\y
			dz# = a\z - b\z
			d# = dx * dx + dy * dy + dz * dz
			mag# = dt / (d * Sqr(d))
			am# = a\mass * mag
			bm# = b\mass * mag
			a\vx = a\vx - dx * bm
			a\vy = a\vy - dy * bm
			a\vz = a\vz - dz * bm
			b\vx = b\vx + dx * am
			b\vy = b\vy + dy * am
			b\vz = b\vz + dz * am
		Next
	Next
	For i = 0 To 4
		a = bodies(i)
		a\x = a\x + dt * a\vx
		a\y = a\y + dt * a\vy
		a\z = a\z + dt * a\vz
	Next
End Function
