; Files that cannot be read are 0, and a sentence says why.
Graphics3D 64,64,32,2
Print LoadMesh("first.gltf")
Print LoadAnimMesh("small.gltf")
Print LoadMesh("other.gltf")
