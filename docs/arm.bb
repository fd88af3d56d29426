; The model of the examples in blending.md, made by the program itself: two joints, "upper" and, below it, "lower".
; Each sequence is 10 frames long, with a key in every frame, and starts at rest. What is said below is reached in frame 10.

Const LOW = 0  ; upper turns by 40 degrees about z and rises by 10
Const HIGH = 1 ; upper turns by 80 degrees about z and rises by 20
Const BEND = 2 ; lower turns by 30 degrees about z; upper has no keys
Const TIP = 3  ; upper turns by 90 degrees about x and does not rise

; Loads an arm that stands at rest, with the four sequences above.
Function LoadArm()
	WriteArm "low.b3d", 40, 0, 1, 10, 0
	WriteArm "high.b3d", 80, 0, 1, 20, 0
	WriteArm "bend.b3d", 0, 0, 0, 0, 30
	WriteArm "tip.b3d", 90, 1, 0, 0, 0
	Local model = LoadAnimMesh("low.b3d")
	LoadAnimSeq model, "high.b3d"
	LoadAnimSeq model, "bend.b3d"
	LoadAnimSeq model, "tip.b3d"
	DeleteFile "low.b3d" : DeleteFile "high.b3d" : DeleteFile "bend.b3d" : DeleteFile "tip.b3d"
	Return model
End Function

; Where upper stands, to hundredths: degrees about z and height.
Function UpperPose$(model)
	Local joint = FindChild(model, "upper")
	Return Hundredths(EntityRoll(joint)) + " " + Hundredths(EntityY(joint))
End Function

; Degrees of lower about z, to hundredths.
Function LowerTurn#(model)
	Return Hundredths(EntityRoll(FindChild(model, "lower")))
End Function

Function Hundredths#(x#)
	Return Int(x * 100) / 100.0
End Function

; Writes a B3D file: chunks, each a tag of four letters, the number of bytes that follow, and these bytes.
Function WriteArm(file$, degrees#, x#, z#, rise#, bent#)
	Local f = WriteFile(file), upper, lower
	Local whole = BeginChunk(f, "BB3D")
	WriteInt f, 1
	Local arm = BeginJoint(f, "arm")
	Local anim = BeginChunk(f, "ANIM")
	WriteInt f, 0 : WriteInt f, 10 : WriteFloat f, 60
	EndChunk f, anim
	upper = BeginJoint(f, "upper")
	If degrees Then WriteKeys f, degrees, x, z, rise
	lower = BeginJoint(f, "lower")
	If bent Then WriteKeys f, bent, 0, 1, 0
	EndChunk f, lower
	EndChunk f, upper
	EndChunk f, arm
	EndChunk f, whole
	CloseFile f
End Function

Function BeginChunk(f, tag$)
	WriteLetters f, tag
	WriteInt f, 0 ; EndChunk puts the number of bytes here
	Return FilePos(f)
End Function

Function EndChunk(f, start)
	Local stop_ = FilePos(f)
	SeekFile f, start - 4
	WriteInt f, stop_ - start
	SeekFile f, stop_
End Function

; A joint at its parent's place, not turned. Joints below it follow before its EndChunk.
Function BeginJoint(f, name$)
	Local node = BeginChunk(f, "NODE")
	WriteLetters f, name : WriteByte f, 0
	WriteFloat f, 0 : WriteFloat f, 0 : WriteFloat f, 0
	WriteFloat f, 1 : WriteFloat f, 1 : WriteFloat f, 1
	WriteRotation f, 0, 0, 0
	Return node
End Function

Function WriteKeys(f, degrees#, x#, z#, rise#)
	Local keys = BeginChunk(f, "KEYS"), moves = 1, turns = 4
	If rise Then WriteInt f, moves + turns Else WriteInt f, turns
	For frame = 0 To 10
		WriteInt f, frame
		If rise Then WriteFloat f, 0 : WriteFloat f, rise * frame / 10 : WriteFloat f, 0
		WriteRotation f, degrees * frame / 10, x, z
	Next
	EndChunk f, keys
End Function

; A rotation about the axis (x, 0, z). B3D stores w, x, y, z of the conjugate: Blitz3D multiplies the other way round.
Function WriteRotation(f, degrees#, x#, z#)
	Local s# = Sin(degrees / 2)
	WriteFloat f, Cos(degrees / 2)
	WriteFloat f, -x * s : WriteFloat f, 0 : WriteFloat f, -z * s
End Function

Function WriteLetters(f, word$)
	For i = 1 To Len(word)
		WriteByte f, Asc(Mid(word, i, 1))
	Next
End Function
