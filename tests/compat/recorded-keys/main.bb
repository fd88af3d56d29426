; A rig and its sequences made by the program alone.
body = CreatePivot() : NameEntity body, "body"
arm = CreatePivot(body) : NameEntity arm, "arm"
PositionEntity arm, 0, 2, 0
Print AnimLength(body) + " " + AnimSeq(body)

; Keys wait for their sequence; those of a frame that is recorded again are replaced.
SetAnimKey arm, 0
RotateEntity arm, 0, 0, 45
SetAnimKey arm, 10
RotateEntity arm, 0, 0, 90
SetAnimKey arm, 10, 0, 1, 0
wave = AddAnimSeq(body, 20)
Print "wave " + wave

; Only the place, and of the root itself.
PositionEntity body, 1, 0, 0
SetAnimKey body, 0, 1, 0, 0
PositionEntity body, 5, 0, 0
SetAnimKey body, 8, 1, 0, 0
walk = AddAnimSeq(body, 8)
Print "walk " + walk

SetAnimTime body, 5, wave
Print "wave at 5: " + EntityRoll(arm) + " " + EntityY(arm)
SetAnimTime body, 15, wave
Print "past the last key: " + EntityRoll(arm)
SetAnimTime body, 2, walk
Print "walk at 2: " + EntityX(body) + " " + EntityRoll(arm)
Animate body, 1, 1, wave
UpdateWorld 22
Print "after 22: " + AnimTime(body) + " of " + AnimLength(body) + ", " + EntityRoll(arm)

; Only an entity with keys of its own: the arm has none left.
Print "empty " + AddAnimSeq(body, 4)
SetAnimTime body, 2, 2
Print EntityRoll(arm)

; What hangs below it later is no joint; a sequence of less than nothing is one of nothing.
hand = CreatePivot(arm)
SetAnimKey hand, 0 : PositionEntity hand, 9, 9, 9 : SetAnimKey hand, 1
Print "less " + AddAnimSeq(body, -3) + " " + AnimLength(body)
SetAnimTime body, 1, 3
Print EntityX(hand, True) <> 0
copy = CopyEntity(body)
SetAnimTime copy, 5, wave
Print "copy: " + EntityRoll(FindChild(copy, "arm"))
