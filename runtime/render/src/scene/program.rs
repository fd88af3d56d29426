//! Generates the shader source for each combination of texture stages.

use flitz_scene::{CubeMapping, CubeMode};

/// Source of the texture coordinates of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Coordinates {
    /// The first set of texture coordinates.
    First,
    /// The second set.
    Second,
    /// The normal in camera space.
    Sphere,
    /// A vector, as the mode says; the picture is a cube map.
    Cube(CubeMode),
}

/// How a stage mixes its texture (T) with the colour so far (C).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum StageBlend {
    /// T by its alpha over C.
    Mix,
    /// T * C.
    Multiply,
    /// T + C.
    Add,
    /// 4 * dot(T - 1/2, C - 1/2) in all channels.
    Dot3,
    /// 2 * T * C.
    Multiply2,
}

/// A texture stage, as far as the shader source depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stage {
    pub coordinates: Coordinates,
    pub blend: StageBlend,
    /// Whether the texture's alpha multiplies the alpha so far.
    pub alpha: bool,
}

/// The provoking vertex of a device: the one whose colour a flat triangle takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProvokingVertex {
    /// The first, as in Direct3D.
    First,
    /// The last, as in OpenGL.
    Last,
}

impl ProvokingVertex {
    /// The provoking vertex of a device.
    pub fn of(device: &wgpu::Device) -> Self {
        match device.adapter_info().backend {
            wgpu::Backend::Gl => Self::Last,
            _ => Self::First,
        }
    }

    /// Rotates the indices of triangles so that their first vertex becomes the provoking one.
    pub fn turn(self, indices: &mut [u32]) {
        if self == Self::Last {
            let (triangles, _) = indices.as_chunks_mut::<3>();
            triangles.iter_mut().for_each(|t| t.rotate_left(1));
        }
    }
}

/// Everything that the shader source depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Program {
    pub skinned: bool,
    /// Skinned by joints that scale unevenly: normals need each joint's cofactors.
    pub uneven: bool,
    /// Number of lights.
    pub lights: u8,
    pub specular: bool,
    /// Flat shading: the first vertex colours the whole triangle.
    pub flat: bool,
    pub alpha_test: bool,
    /// Fragments that pass the alpha test get the alpha of the brush.
    pub cuts_out: bool,
    /// Stages in order, the empty ones last.
    pub stages: [Option<Stage>; 8],
}

const TEMPLATE: &str = include_str!("shader.wgsl");

const PLACED: &str = "
fn placed(in: Input) -> Place {
    let p = carry(draw.world[0], draw.world[1], draw.world[2], vec4<f32>(in.position, 1.0));
    let n = carry(draw.normal[0], draw.normal[1], draw.normal[2], vec4<f32>(in.normal, 0.0));
    return Place(p, unit(n));
}";

/// Linear blend skinning: the weighted sum of the joints' matrices.
const PLACED_BY_JOINTS: &str = "
fn placed(in: Input) -> Place {
    var r0 = vec4<f32>(0.0);
    var r1 = vec4<f32>(0.0);
    var r2 = vec4<f32>(0.0);
    for (var i = 0u; i < 4u; i++) {
        let w = in.weights[i];
        let j = in.joints[i] * 3u;
        r0 += w * palette.rows[j];
        r1 += w * palette.rows[j + 1u];
        r2 += w * palette.rows[j + 2u];
    }
    var n = carry(r0, r1, r2, vec4<f32>(in.normal, 0.0));
    //$uneven
    return Place(carry(r0, r1, r2, vec4<f32>(in.position, 1.0)), unit(n));
}";

const UNEVEN: &str = "
    n = vec3<f32>(0.0);
    for (var i = 0u; i < 4u; i++) {
        n += in.weights[i] * carry_normal(in.joints[i], in.normal);
    }";

/// Blinn's half vector; only where the light reaches the front.
const SPECULAR: &str = "
        let halfway = unit(to_light + to_eye);
        let gloss = pow(max(dot(place.normal, halfway), 0.0), draw.material.y);
        shine += select(0.0, strength * gloss, facing > 0.0);";

impl Program {
    /// The stages there are.
    pub fn stages(&self) -> impl Iterator<Item = Stage> {
        self.stages.iter().copied().map_while(|stage| stage)
    }

    /// The shader source. Where the provoking vertex is the last one, [`ProvokingVertex::turn`] has rotated the indices.
    pub fn text(&self, provoking: ProvokingVertex) -> String {
        let mut textures = String::new();
        let mut coordinates = String::new();
        let mut coordinates_out = String::new();
        let mut stages = String::new();
        for (i, stage) in self.stages().enumerate() {
            let (picture, size) = match stage.coordinates {
                Coordinates::Cube(_) => ("texture_cube<f32>", 3),
                _ => ("texture_2d<f32>", 2),
            };
            textures += &format!("@group(1) @binding({}) var picture{i}: {picture};\n", 2 * i);
            textures += &format!(
                "@group(1) @binding({}) var sampler{i}: sampler;\n",
                2 * i + 1
            );
            coordinates += &format!("@location({}) at{i}: vec{size}<f32>,\n", 2 + i);
            coordinates_out += &format!("out.at{i} = {};\n", stage.coordinates.text(i));
            stages += &format!("let t{i} = textureSample(picture{i}, sampler{i}, in.at{i});\n");
            stages += &format!("color = vec4<f32>({}, color.a);\n", stage.blend.text(i));
            stages += "color = clamp(color, vec4<f32>(0.0), vec4<f32>(1.0));\n";
            if stage.alpha {
                stages += &format!("color.a *= t{i}.a;\n");
            }
        }
        let skin_input = if self.skinned {
            "@location(5) joints: vec4<u32>,\n@location(6) weights: vec4<f32>,\n"
        } else {
            ""
        };
        let alpha_test = match (self.alpha_test, self.cuts_out) {
            (true, true) => "if color.a <= draw.switches.x { discard; }\ncolor.a = draw.color.a;\n",
            (true, false) => "if color.a <= draw.switches.x { discard; }\n",
            _ => "",
        };
        TEMPLATE
            .replace("//$textures", &textures)
            .replace("//$skin_input", skin_input)
            .replace("LIGHTS", &format!("{}u", self.lights))
            .replace("//$specular", if self.specular { SPECULAR } else { "" })
            .replace(
                "//$place",
                if self.skinned {
                    PLACED_BY_JOINTS
                } else {
                    PLACED
                },
            )
            .replace("//$uneven", if self.uneven { UNEVEN } else { "" })
            .replace("//$coordinates_out", &coordinates_out)
            .replace("//$coordinates", &coordinates)
            .replace("//$stages", &stages)
            .replace("//$alpha_test", alpha_test)
            .replace(
                "LIGHT_INTERPOLATION",
                match provoking {
                    _ if !self.flat => "perspective",
                    ProvokingVertex::First => "flat, first",
                    ProvokingVertex::Last => "flat, either",
                },
            )
    }
}

impl Coordinates {
    /// Whether the picture is a cube map.
    pub fn is_cube(self) -> bool {
        matches!(self, Self::Cube(_))
    }

    fn text(self, stage: usize) -> String {
        let transformed = |uv: &str| {
            format!(
                "vec2<f32>(dot(draw.stages[{stage}][0].xyz, vec3<f32>(in.{uv}, 1.0)), dot(draw.stages[{stage}][1].xyz, vec3<f32>(in.{uv}, 1.0)))"
            )
        };
        match self {
            Self::First => transformed("uv0"),
            Self::Second => transformed("uv1"),
            Self::Sphere => "vec2<f32>(0.5 + 0.5 * dot(view.right.xyz, place.normal), 0.5 - 0.5 * dot(view.up.xyz, place.normal))".into(),
            Self::Cube(mode) => {
                let vector = match mode.mapping {
                    CubeMapping::Reflection => "reflect(unit(place.position - view.eye.xyz), place.normal)",
                    CubeMapping::Normal => "place.normal",
                    CubeMapping::Position => "place.position - view.eye.xyz",
                };
                if mode.camera_space {
                    format!("along_camera({vector})")
                } else {
                    vector.into()
                }
            }
        }
    }
}

impl StageBlend {
    fn text(self, stage: usize) -> String {
        let i = stage;
        match self {
            Self::Mix => format!("mix(color.rgb, t{i}.rgb, t{i}.a)"),
            Self::Multiply => format!("t{i}.rgb * color.rgb"),
            Self::Add => format!("t{i}.rgb + color.rgb"),
            Self::Dot3 => format!("vec3<f32>(4.0 * dot(t{i}.rgb - 0.5, color.rgb - 0.5))"),
            Self::Multiply2 => format!("2.0 * t{i}.rgb * color.rgb"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu::naga::front::wgsl::parse_str;
    use wgpu::naga::valid::{Capabilities, ValidationFlags, Validator};

    /// Every kind of stage alone, all blends together, and the switches in all combinations.
    fn programs() -> Vec<Program> {
        use Coordinates::{First, Second, Sphere};
        let cube = |mapping, camera_space| {
            Coordinates::Cube(CubeMode {
                mapping,
                camera_space,
            })
        };
        let reflected = cube(CubeMapping::Reflection, false);
        use StageBlend::{Add, Dot3, Mix, Multiply, Multiply2};
        let blends = [Mix, Multiply, Add, Dot3, Multiply2];
        let stage = |coordinates, blend, alpha| {
            Some(Stage {
                coordinates,
                blend,
                alpha,
            })
        };
        let mut out = Vec::new();
        let cubes = [
            reflected,
            cube(CubeMapping::Reflection, true),
            cube(CubeMapping::Normal, true),
            cube(CubeMapping::Position, false),
        ];
        for coordinates in [First, Second, Sphere].into_iter().chain(cubes) {
            for blend in blends {
                let mut program = Program::default();
                program.stages[0] = stage(coordinates, blend, true);
                out.push(program);
            }
        }
        for switches in 0..32 {
            let on = |bit: u32| switches & (1 << bit) != 0;
            let mut program = Program {
                skinned: on(0),
                uneven: on(0) && on(1),
                lights: if on(2) { 8 } else { 0 },
                specular: on(2) && on(3),
                flat: on(4),
                alpha_test: on(1),
                cuts_out: on(1) && on(4),
                ..Program::default()
            };
            if on(3) {
                program.stages = std::array::from_fn(|i| {
                    stage(
                        [First, Second, Sphere, reflected][i % 4],
                        blends[i % 5],
                        i % 2 == 0,
                    )
                });
            }
            out.push(program);
        }
        out
    }

    #[test]
    fn all_programs_are_valid() {
        for program in programs() {
            let text = program.text(ProvokingVertex::First);
            let module = parse_str(&text)
                .unwrap_or_else(|why| panic!("{program:?}: {}", why.emit_to_string(&text)));
            Validator::new(ValidationFlags::all(), Capabilities::default())
                .validate(&module)
                .unwrap_or_else(|why| panic!("{program:?}: {why:?}"));
        }
    }
}
