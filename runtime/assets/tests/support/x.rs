//! Small X files.

/// A file in which everything occurs, as text.
pub const EVERYTHING: &str = r#"xof 0303txt 0032
template Vector { <3d82ab5e-62da-11cf-ab39-0020af71e433> FLOAT x; FLOAT y; FLOAT z; }
# a remark
Material Wood { 0.5;0.5;0.5;1.0;; 8.0; 0.0;0.0;0.0;; 0.0;0.0;0.0;; TextureFilename { "WOOD.BMP"; } }
Frame Base { // another
  FrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 3.0,4.0,5.0,1.0;; }
  Mesh {
    4; 0.0;0.0;0.0;, 0.0;1.0;0.0;, 1.0;1.0;0.0;, 1.0;0.0;0.0;;
    2; 4;0,1,2,3;, 3;0,1,2;;
    MeshMaterialList { 2; 2; 0, 1;
      Material { 1.0;0.0;0.0;0.0;; 1.0; 0.0;0.0;0.0;; 0.0;0.0;0.0;; }
      { Wood }
    }
    MeshTextureCoords { 4; 0.0;1.0;, 0.0;0.0;, 1.0;0.0;, 1.0;1.0;; }
    MeshVertexColors { 4; 0; 1.0;0.5;0.0;1.0;;, 1; 0.0;0.0;0.0;1.0;;, 2; 1.0;1.0;1.0;1.0;;, 3; 1.0;1.0;1.0;1.0;;; }
  }
  Frame Arm {
    FrameTransformMatrix { 0.0,2.0,0.0,0.0, -1.0,0.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,1.0,0.0,1.0;; }
  }
}
AnimationSet {
  Animation { { Arm }
    AnimationKey { 0; 2; 0; 4; 1.0, 0.0, 0.0, 0.0;;, 20; 4; 0.707107, 0.0, 0.0, 0.707107;;; }
    AnimationKey { 1; 1; 0; 3; 1.0, -2.0, 1.0;;; }
    AnimationKey { 2; 2; 0; 3; 0.0, 1.0, 0.0;;, 20; 3; 4.0, 1.0, 0.0;;; }
  }
}
"#;

/// The words of a binary file.
pub struct Words(pub Vec<u8>);

impl Words {
    /// The head of a file whose floats have four bytes.
    pub fn new() -> Self {
        Self(b"xof 0303bin 0032".to_vec())
    }

    fn word(&mut self, number: u16) -> &mut Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    pub fn name(&mut self, name: &str) -> &mut Self {
        self.word(1);
        self.0.extend((name.len() as u32).to_le_bytes());
        self.0.extend(name.as_bytes());
        self
    }

    pub fn open(&mut self) -> &mut Self {
        self.word(10)
    }

    pub fn close(&mut self) -> &mut Self {
        self.word(11)
    }

    pub fn ints(&mut self, values: &[u32]) -> &mut Self {
        self.word(6);
        self.0.extend((values.len() as u32).to_le_bytes());
        self.0
            .extend(values.iter().flat_map(|value| value.to_le_bytes()));
        self
    }

    pub fn floats(&mut self, values: &[f32]) -> &mut Self {
        self.word(7);
        self.0.extend((values.len() as u32).to_le_bytes());
        self.0
            .extend(values.iter().flat_map(|value| value.to_le_bytes()));
        self
    }
}

/// A mesh of one triangle, as binary words.
pub fn binary() -> Vec<u8> {
    let mut words = Words::new();
    words.name("Frame").name("Base").open();
    words.name("Mesh").open().ints(&[3]);
    words.floats(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
    words.ints(&[1, 3, 0, 1, 2]);
    words.close().close();
    words.0
}
