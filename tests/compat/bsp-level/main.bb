; Writes a small level of Quake III, two closed rooms, and loads it: what rays, spheres and cameras make of it.

Const ROOM = 100

Global vertices, meshverts, faces, leaffaces
Global vertex_count, face_count

; --- a table of the file: a bank that grows ---
Function Grow(bank, by)
	size = BankSize(bank)
	ResizeBank bank, size + by
	Return size
End Function

Function AddInt(bank, value)
	PokeInt bank, Grow(bank, 4), value
End Function

Function AddFloat(bank, value#)
	PokeFloat bank, Grow(bank, 4), value
End Function

Function AddVertex(x#, y#, z#, u#, v#)
	AddFloat vertices, x : AddFloat vertices, y : AddFloat vertices, z
	AddFloat vertices, u * 4 : AddFloat vertices, v * 4
	AddFloat vertices, u : AddFloat vertices, v
	AddFloat vertices, 0 : AddFloat vertices, 0 : AddFloat vertices, 1
	AddInt vertices, $FF3264C8
	vertex_count = vertex_count + 1
End Function

Function AddFace(texture, lightmap, kind, start, count, mesh_first, mesh_count, wide, high)
	AddInt faces, texture : AddInt faces, -1 : AddInt faces, kind
	AddInt faces, start : AddInt faces, count
	AddInt faces, mesh_first : AddInt faces, mesh_count
	AddInt faces, lightmap
	For k = 1 To 16
		AddInt faces, 0
	Next
	AddInt faces, wide : AddInt faces, high
	AddInt leaffaces, face_count
	face_count = face_count + 1
End Function

; A side of a room, clockwise as seen from inside: its corners' places as bits (1 ahead, 2 left, 4 up).
Function AddSide(x#, a, b, c, d, texture, lightmap)
	start = vertex_count
	For k = 0 To 3
		Select k
			Case 0 corner = a
			Case 1 corner = b
			Case 2 corner = c
			Case 3 corner = d
		End Select
		u# = (k = 1 Or k = 2)
		v# = k Shr 1
		AddVertex x + ROOM * (corner And 1), ROOM * ((corner And 2) Shr 1) - ROOM / 2, ROOM * ((corner And 4) Shr 2), u, v
	Next
	mesh = BankSize(meshverts) / 4
	AddInt meshverts, 0 : AddInt meshverts, 1 : AddInt meshverts, 2
	AddInt meshverts, 0 : AddInt meshverts, 2 : AddInt meshverts, 3
	AddFace texture, lightmap, 1, start, 4, mesh, 6, 0, 0
End Function

Function AddRoom(x#, lightmap)
	AddSide x, 2, 3, 1, 0, 0, lightmap	; floor
	AddSide x, 4, 5, 7, 6, 0, lightmap	; ceiling
	AddSide x, 7, 5, 1, 3, 0, lightmap	; ahead
	AddSide x, 4, 6, 2, 0, 0, lightmap	; behind
	AddSide x, 6, 7, 3, 2, 0, lightmap	; left
	AddSide x, 5, 4, 0, 1, 0, lightmap	; right
End Function

Function AddBox(bank)
	AddInt bank, 0 : AddInt bank, -ROOM / 2 : AddInt bank, 0
	AddInt bank, 2 * ROOM : AddInt bank, ROOM / 2 : AddInt bank, ROOM
End Function

Function AddLeaf(bank, cluster, start, count)
	AddInt bank, cluster : AddInt bank, 0
	AddBox bank
	AddInt bank, start : AddInt bank, count : AddInt bank, 0 : AddInt bank, 0
End Function

Function WriteLevel(name$)
	vertices = CreateBank(0) : meshverts = CreateBank(0) : faces = CreateBank(0) : leaffaces = CreateBank(0)
	AddRoom 0, 0
	; An arch in the first room: a curved patch of three by three control points.
	start = vertex_count
	For left = 0 To 2
		AddVertex 30, left * 40 - 40, 0, 0, left * .5
		AddVertex 50, left * 40 - 40, 80, .5, left * .5
		AddVertex 70, left * 40 - 40, 0, 1, left * .5
	Next
	AddFace 0, 1, 2, start, 9, 0, 0, 3, 3
	in_first = face_count
	AddRoom ROOM, 1

	Local lump[16]
	For k = 0 To 16
		lump[k] = CreateBank(0)
	Next
	textures = lump[1]
	at = Grow(textures, 72)
	For k = 1 To Len("wall")
		PokeByte textures, at + k - 1, Asc(Mid("wall", k, 1))
	Next
	PokeInt textures, at + 68, 1
	planes = lump[2]
	For k = 2 To 1 Step -1
		AddFloat planes, 1 : AddFloat planes, 0 : AddFloat planes, 0 : AddFloat planes, k * ROOM
	Next
	nodes = lump[3]
	AddInt nodes, 0 : AddInt nodes, -1 : AddInt nodes, 1 : AddBox nodes
	AddInt nodes, 1 : AddInt nodes, -3 : AddInt nodes, -2 : AddBox nodes
	AddLeaf lump[4], -1, 0, 0
	AddLeaf lump[4], 0, 0, in_first
	AddLeaf lump[4], 1, in_first, face_count - in_first
	lump[5] = leaffaces
	lump[10] = vertices
	lump[11] = meshverts
	lump[13] = faces
	; Two lightmaps: one brighter from texel to texel, one of a single red.
	Local map = lump[14]
	ResizeBank map, 2 * 128 * 128 * 3
	For y = 0 To 127
		For x = 0 To 127
			For c = 0 To 2
				PokeByte map, (y * 128 + x) * 3 + c, x + y
			Next
			PokeByte map, (128 * 128 + y * 128 + x) * 3, 160
		Next
	Next
	AddInt lump[16], 2 : AddInt lump[16], 1
	at = Grow(lump[16], 2)
	PokeByte lump[16], at, 1 : PokeByte lump[16], at + 1, 2

	file = WriteFile(name)
	WriteInt file, $50534249
	WriteInt file, 46
	at = 8 + 17 * 8
	For k = 0 To 16
		WriteInt file, at : WriteInt file, BankSize(lump[k])
		at = at + BankSize(lump[k])
	Next
	For k = 0 To 16
		WriteBytes lump[k], file, 0, BankSize(lump[k])
	Next
	CloseFile file
End Function

; A grey picture of 64 by 64 pixels, as a TGA file.
Function WritePicture(name$)
	file = WriteFile(name)
	WriteInt file, $20000 : WriteInt file, 0 : WriteInt file, 0
	WriteShort file, 64 : WriteShort file, 64 : WriteShort file, 24
	For y = 0 To 63
		For x = 0 To 63
			WriteByte file, 204 : WriteByte file, 204 : WriteByte file, 204
		Next
	Next
	CloseFile file
End Function

Function Show(what$, x#, y#)
	GetColor x, y
	Print what + " " + ColorRed() + " " + ColorGreen() + " " + ColorBlue()
End Function

Graphics3D 320, 240, 32, 2
WriteLevel "rooms.bsp"
WritePicture "wall.tga"

level = LoadBSP("rooms.bsp", 0)
Print EntityClass(level) + " " + (level <> 0) + " " + LoadBSP("nothing.bsp")

; Rays and spheres meet its polygons, which are no surfaces.
EntityPickMode level, 2
Print (LinePick(0, 90, 50, 0, -90, 0) = level) + " " + Int(PickedY()) + " " + PickedSurface() + " " + PickedTriangle()
ball = CreatePivot()
EntityType ball, 1 : EntityRadius ball, 5
EntityType level, 2
Collisions 1, 2, 2, 2
PositionEntity ball, -40, 60, 50 : ResetEntity ball
TranslateEntity ball, -100, 0, 0
UpdateWorld
Print Int(EntityX(ball)) + " " + CountCollisions(ball) + " " + (CollisionEntity(ball, 1) = level) + " " + CollisionSurface(ball, 1)

; Only what the cluster of the camera sees is drawn.
camera = CreateCamera()
CameraRange camera, 1, 1000
CameraClsColor camera, 0, 0, 90
PositionEntity camera, 20, 60, 4
RotateEntity camera, 12, 8, 0
sun = CreateLight()
RenderWorld
Print "first room " + TrisRendered()
PositionEntity camera, 0, 50, 110
RotateEntity camera, 0, 0, 0
RenderWorld
Print "second room " + TrisRendered()
Show "lightmap", 160, 120
BSPAmbientLight level, 0, 51, 0
RenderWorld
Show "ambient", 160, 120
other = CopyEntity(level)
HideEntity level
BSPLighting other, 0
RenderWorld
Show "vertex colours", 160, 120
PositionEntity camera, 0, 50, 250
RotateEntity camera, 0, 180, 0
RenderWorld
Print "from outside " + TrisRendered()
HideEntity other
RenderWorld
Print "hidden " + TrisRendered()
FreeEntity level
RenderWorld
ShowEntity other
RenderWorld
Print "copy " + TrisRendered()
End
