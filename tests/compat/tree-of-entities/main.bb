; Parents, children, names, classes and copies, where they surprise.
Graphics3D 64,64,32,2

; the parent it already has: neither matrix nor order change
mirrored=CreatePivot()
ScaleEntity mirrored,-2,1,1
EntityParent mirrored,0
Print "kept "+GetMatElement(mirrored,0,0)
home=CreatePivot()
one=CreatePivot(home)
two=CreatePivot(home)
ScaleEntity one,1,-1,1
EntityParent one,home
EntityParent one,home,0
Print "first is still one: "+(GetChild(home,1)=one)+" "+GetMatElement(one,1,1)
; another parent and back: it is the last one now, and its mirrored axis is lost with the global place
EntityParent one,0
EntityParent one,home
Print "first is two now: "+(GetChild(home,1)=two)+" "+CountChildren(home)
Print "no such child: "+GetChild(home,0)+" "+GetChild(home,-3)+" "+GetChild(home,3)

; FindChild begins with the entity itself; letter case counts
NameEntity home,"home"
NameEntity one,"home"
NameEntity two,"Two"
Print "itself: "+(FindChild(home,"home")=home)
Print "below: "+(FindChild(home,"Two")=two)+" "+FindChild(home,"two")
Print "nameless: "+(FindChild(mirrored,"")=mirrored)

; what is freed takes what hangs on it along
deep=CreatePivot(two)
FreeEntity two
Print "left: "+CountChildren(home)
FreeEntity 0

; classes, and those of copies
cam=CreateCamera()
lamp=CreateLight(2)
land=CreateTerrain(4)
cube=CreateCube(cam)
Restore kinds
For n=1 To 8
	Read kind$
	Select kind
		Case "pivot" e=CreatePivot()
		Case "camera" e=cam
		Case "light" e=lamp
		Case "terrain" e=land
		Case "mesh" e=cube
		Case "plane" e=CreatePlane()
		Case "sprite" e=CreateSprite()
		Case "mirror" e=CreateMirror()
	End Select
	NameEntity e,"x"+n
	EntityOrder e,1
	HideEntity e
	c=CopyEntity(e,home)
	Print EntityClass(e)+" copied: "+EntityClass(c)+" "+EntityName(c)+" "+(GetParent(c)=home)
Next
Print "children of the camera's copy: "+EntityClass(GetChild(CopyEntity(cam),1))
Data "pivot"
.kinds
Data "pivot","camera","light","terrain","mesh","plane","sprite","mirror"

; half an alignment from straight behind goes backwards about the next axis
a=CreatePivot()
AlignToVector a,0,0,-1,3,.5
Print "aligned "+Int(EntityPitch(a))
; the matrix answers whatever is asked
PositionEntity a,5,6,7
Print GetMatElement(a,3,0)+" "+GetMatElement(a,9,2)+" "+GetMatElement(cam,0,4)+" "+GetMatElement(cam,-7,0)
