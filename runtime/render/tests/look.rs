//! The look, pixel by pixel: what the fixed-function pipeline makes of lights, textures, blending and fog.
//!
//! These tests need a graphics device, a software one will do; where there is none they say so and pass.

use flitz_render::{Display, Painter, Pen, RenderError, SceneSettings, ScreenBuffer};
use flitz_scene::collide::{Aabb, Plane};
use flitz_scene::euler::rotation;
use flitz_scene::level::{LevelChild, LevelFace, LevelLeaf, LevelNode, LevelSurface};
use flitz_scene::{
    Brush, BrushBlend, BrushTexture, Camera, CubeMapping, CubeMode, Effects, EntityId, EntityKind,
    Image, LevelData, Light, LightKind, Mesh, Pixels, Projection, Sprite, Surface, Terrain,
    Texture, TextureBlend, TextureFlags, Vertex, World,
};
use glam::{Vec3, Vec3A};

/// A world with a camera at the origin that looks along +z, half its width 1 at distance 1, and no ambient light.
struct Scene {
    world: World,
    camera: EntityId,
}

const COLOR_ALPHA: TextureFlags = TextureFlags::COLOR.union(TextureFlags::ALPHA);
const SIZE: u32 = 64;

impl Scene {
    fn new() -> Self {
        let mut world = World::new();
        world.ambient = Vec3::ZERO;
        let camera = Camera {
            near: 0.1,
            clear_color: Vec3::new(0.0, 0.0, 0.2),
            ..Camera::default()
        };
        let camera = world.create(EntityKind::Camera(Box::new(camera)), None);
        Self { world, camera }
    }

    fn camera(&mut self) -> &mut Camera {
        self.world
            .get_mut(self.camera)
            .unwrap()
            .camera_mut()
            .unwrap()
    }

    /// A square of half size `half` facing the camera at distance `z`.
    fn square(&mut self, half: f32, z: f32, brush: Brush) -> EntityId {
        self.square_at(Vec3::new(0.0, 0.0, z), half, brush, |_| {})
    }

    fn square_at(
        &mut self,
        at: Vec3,
        half: f32,
        brush: Brush,
        edit: impl FnOnce(&mut Surface),
    ) -> EntityId {
        let corners = [
            ([-1.0, 1.0], [0.0, 0.0]),
            ([1.0, 1.0], [1.0, 0.0]),
            ([1.0, -1.0], [1.0, 1.0]),
            ([-1.0, -1.0], [0.0, 1.0]),
        ];
        let vertices = corners.map(|([x, y], uv)| Vertex {
            position: Vec3::new(x, y, 0.0) * half,
            normal: Vec3::NEG_Z,
            uv: [uv, [uv[0] * 0.25, uv[1] * 0.25]],
            ..Vertex::default()
        });
        let mut surface = Surface {
            vertices: vertices.to_vec(),
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            ..Surface::default()
        };
        edit(&mut surface);
        let id = self.world.create_mesh(
            Mesh {
                surfaces: vec![surface],
                ..Mesh::default()
            },
            None,
        );
        self.world.set_position(id, at);
        self.world.get_mut(id).unwrap().brush = brush;
        id
    }

    fn light(&mut self, light: Light, at: Vec3, pitch: f32, yaw: f32) -> EntityId {
        let id = self.world.create(EntityKind::Light(Box::new(light)), None);
        self.world.set_position(id, at);
        self.world.set_rotation(id, rotation(pitch, yaw, 0.0));
        id
    }

    fn texture(
        &mut self,
        image: Image,
        flags: TextureFlags,
        edit: impl FnOnce(&mut Texture),
    ) -> BrushTexture {
        let mut texture = Texture::new(image, flags, "");
        edit(&mut texture);
        BrushTexture {
            texture: self.world.textures.insert(texture),
            frame: 0,
        }
    }

    /// What is seen, `None` without a device; where `FLITZ_NEEDS_DEVICE` is set, as the script for all tests does, there must be one.
    fn seen(&mut self) -> Option<Picture> {
        let mut display = Display::headless(SIZE, SIZE);
        match display.render_world(&mut self.world, SceneSettings::default()) {
            Ok(_) => Some(Picture(display.image(ScreenBuffer::Back).unwrap().clone())),
            Err(why)
                if matches!(why, RenderError::NoAdapter(_))
                    && std::env::var_os("FLITZ_NEEDS_DEVICE").is_none() =>
            {
                eprintln!("not tested: {why}");
                None
            }
            Err(why) => panic!("{why}"),
        }
    }
}

struct Picture(Image);

impl Picture {
    fn at(&self, x: u32, y: u32) -> [i32; 3] {
        let p = &self.0.rgba[((y * SIZE + x) * 4) as usize..];
        [p[0].into(), p[1].into(), p[2].into()]
    }

    fn middle(&self) -> [i32; 3] {
        self.at(SIZE / 2, SIZE / 2)
    }
}

#[track_caller]
fn near(got: [i32; 3], expected: [f32; 3], tolerance: f32) {
    let close = got
        .iter()
        .zip(expected)
        .all(|(&g, e)| (g as f32 - e).abs() <= tolerance);
    assert!(close, "got {got:?}, expected {expected:?}");
}

macro_rules! seen {
    ($scene:expr) => {
        match $scene.seen() {
            Some(picture) => picture,
            None => return,
        }
    };
}

fn full_bright(color: Vec3) -> Brush {
    Brush {
        color,
        effects: Effects::FULL_BRIGHT,
        ..Brush::default()
    }
}

const GREY: Vec3 = Vec3::splat(0.5);

#[test]
fn ambient_and_lights_are_summed_before_they_meet_the_colour() {
    let mut scene = Scene::new();
    scene.world.ambient = Vec3::new(0.2, 0.4, 0.0);
    scene.square(
        4.0,
        3.0,
        Brush {
            color: Vec3::new(1.0, 0.5, 0.5),
            ..Brush::default()
        },
    );
    // 60 degrees off the normal: half its strength.
    scene.light(
        Light {
            color: Vec3::new(1.0, 2.0, 1.0),
            ..Light::new(LightKind::Directional)
        },
        Vec3::ZERO,
        60.0,
        0.0,
    );
    let picture = seen!(scene);
    near(
        picture.middle(),
        [0.7 * 255.0, 1.4 * 0.5 * 255.0, 0.25 * 255.0],
        1.0,
    );
}

#[test]
fn a_negative_light_darkens_and_the_ninth_light_is_dark() {
    let mut scene = Scene::new();
    scene.world.ambient = Vec3::ONE;
    scene.square(4.0, 3.0, Brush::default());
    scene.light(
        Light {
            color: Vec3::new(-0.5, -0.25, -2.0),
            ..Light::new(LightKind::Directional)
        },
        Vec3::ZERO,
        0.0,
        0.0,
    );
    near(seen!(scene).middle(), [127.5, 191.0, 0.0], 1.0);
    let mut scene = Scene::new();
    scene.square(4.0, 3.0, Brush::default());
    for i in 0..9 {
        let color = if i < 8 {
            Vec3::new(0.05, 0.0, 0.0)
        } else {
            Vec3::Y
        };
        scene.light(
            Light {
                color,
                ..Light::new(LightKind::Directional)
            },
            Vec3::ZERO,
            0.0,
            0.0,
        );
    }
    near(seen!(scene).middle(), [0.4 * 255.0, 0.0, 0.0], 1.0);
}

#[test]
fn a_point_light_falls_off_as_range_by_distance() {
    let mut scene = Scene::new();
    // Small, so that its corners are as far from the light as its middle.
    scene.square(0.2, 4.0, Brush::default());
    scene.light(
        Light {
            range: 1.0,
            ..Light::new(LightKind::Point)
        },
        Vec3::new(0.0, 0.0, 2.0),
        0.0,
        0.0,
    );
    near(seen!(scene).middle(), [126.0; 3], 2.0);
}

#[test]
fn a_spot_fades_between_its_cones() {
    let lit = |pitch: f32| {
        let mut scene = Scene::new();
        scene.square(0.1, 4.0, Brush::default());
        let spot = Light {
            range: 4.0,
            inner_cone: 20.0,
            outer_cone: 60.0,
            ..Light::new(LightKind::Spot)
        };
        scene.light(spot, Vec3::ZERO, pitch, 0.0);
        scene.seen().map(|p| p.middle()[0] as f32)
    };
    let (Some(inside), Some(between), Some(outside)) = (lit(5.0), lit(20.0), lit(35.0)) else {
        return;
    };
    let cos = |degrees: f32| degrees.to_radians().cos();
    // The pixel looked at lies half a pixel below the middle.
    let off = 20.0 - (0.5f32 / 32.0).atan().to_degrees();
    let expected = 255.0 * (cos(off) - cos(30.0)) / (cos(10.0) - cos(30.0));
    assert!(
        (inside - 255.0).abs() < 2.0 && (between - expected).abs() < 3.0 && outside == 0.0,
        "{inside} {between} {outside}"
    );
}

#[test]
fn specular_light_is_white_and_comes_after_the_texture() {
    let mut scene = Scene::new();
    let texture = scene.texture(
        Image::filled(2, 2, [0, 0, 0, 255]),
        TextureFlags::COLOR,
        |_| {},
    );
    let mut brush = Brush {
        shininess: 0.5,
        ..Brush::default()
    };
    brush.textures[0] = Some(texture);
    scene.square(0.2, 4.0, brush);
    scene.light(
        Light {
            color: Vec3::new(1.0, 0.0, 0.0),
            ..Light::new(LightKind::Directional)
        },
        Vec3::ZERO,
        0.0,
        0.0,
    );
    // The half vector is nearly the normal: strength 0.5.
    near(seen!(scene).middle(), [126.0; 3], 3.0);
}

#[test]
fn vertex_colours_replace_colour_and_alpha() {
    let mut scene = Scene::new();
    scene.square(9.0, 5.0, full_bright(Vec3::new(1.0, 1.0, 0.0)));
    let brush = Brush {
        color: Vec3::X,
        alpha: 0.9,
        effects: Effects::FULL_BRIGHT | Effects::VERTEX_COLOR,
        ..Brush::default()
    };
    scene.square_at(Vec3::new(0.0, 0.0, 3.0), 9.0, brush, |s| {
        s.vertices
            .iter_mut()
            .for_each(|v| v.color = [0, 0, 255, 51]);
    });
    near(seen!(scene).middle(), [204.0, 204.0, 51.0], 1.0);
}

#[test]
fn flat_shading_takes_the_first_vertex() {
    let mut scene = Scene::new();
    let brush = Brush {
        effects: Effects::FULL_BRIGHT | Effects::VERTEX_COLOR | Effects::FLAT,
        ..Brush::default()
    };
    scene.square_at(Vec3::new(0.0, 0.0, 2.0), 2.0, brush, |s| {
        s.vertices[0].color = [10, 200, 30, 255];
        s.vertices[1].color = [255, 0, 0, 255];
    });
    let picture = seen!(scene);
    for (x, y) in [(1, 30), (60, 3), (60, 60), (3, 60)] {
        near(picture.at(x, y), [10.0, 200.0, 30.0], 1.0);
    }
}

#[test]
fn back_faces_are_hidden_unless_two_sided() {
    let mut scene = Scene::new();
    let back = scene.square(9.0, 5.0, full_bright(Vec3::X));
    scene.world.set_rotation(back, rotation(0.0, 180.0, 0.0));
    near(seen!(scene).middle(), [0.0, 0.0, 51.0], 0.0);
    scene.world.get_mut(back).unwrap().brush.effects |= Effects::TWO_SIDED;
    near(seen!(scene).middle(), [255.0, 0.0, 0.0], 0.0);
    // Scaled by -1 it faces the camera again.
    scene.world.get_mut(back).unwrap().brush.effects = Effects::FULL_BRIGHT;
    scene.world.set_scale(back, Vec3::new(-1.0, 1.0, 1.0));
    near(seen!(scene).middle(), [255.0, 0.0, 0.0], 0.0);
}

#[test]
fn texture_stages_blend_by_their_rules_and_clamp_between() {
    let expect = |layers: &[(TextureBlend, [u8; 4], TextureFlags)], expected: [f32; 3]| {
        let mut scene = Scene::new();
        let mut brush = full_bright(Vec3::new(0.8, 0.4, 0.6));
        for (slot, &(blend, rgba, flags)) in brush.textures.iter_mut().zip(layers) {
            *slot = Some(scene.texture(Image::filled(1, 1, rgba), flags, |t| t.blend = blend));
        }
        scene.square(9.0, 3.0, brush);
        if let Some(picture) = scene.seen() {
            near(picture.middle(), expected.map(|c| c * 255.0), 1.5);
        }
    };
    let half = 128.0 / 255.0;
    expect(
        &[(
            TextureBlend::Multiply,
            [128, 255, 0, 255],
            TextureFlags::COLOR,
        )],
        [0.8 * half, 0.4, 0.0],
    );
    expect(
        &[(TextureBlend::Add, [128, 128, 128, 255], TextureFlags::COLOR)],
        [1.0, 0.4 + half, 1.0],
    );
    expect(
        &[(
            TextureBlend::Multiply2,
            [128, 128, 255, 255],
            TextureFlags::COLOR,
        )],
        [1.6 * half, 0.8 * half, 1.0],
    );
    expect(
        &[(TextureBlend::Off, [0, 0, 0, 255], TextureFlags::COLOR)],
        [0.8, 0.4, 0.6],
    );
    let dot = 4.0 * ((1.0 - 0.5) * 0.3 + (0.0 - 0.5) * -0.1 + 0.5 * 0.1);
    expect(
        &[(TextureBlend::Dot3, [255, 0, 255, 255], TextureFlags::COLOR)],
        [dot; 3],
    );
    // Mixed by the texture's alpha, where it has one.
    expect(
        &[
            (TextureBlend::Multiply, [255; 4], TextureFlags::COLOR),
            (TextureBlend::Alpha, [0, 255, 0, 51], COLOR_ALPHA),
        ],
        [0.8 * 0.8, 0.4 * 0.8 + 0.2, 0.6 * 0.8],
    );
    expect(
        &[
            (TextureBlend::Multiply, [255; 4], TextureFlags::COLOR),
            (TextureBlend::Alpha, [0, 255, 0, 51], TextureFlags::COLOR),
        ],
        [0.0, 1.0, 0.0],
    );
    // The second stage sees the first one's clamped result.
    expect(
        &[
            (TextureBlend::Add, [255; 4], TextureFlags::COLOR),
            (TextureBlend::Multiply, [128; 4], TextureFlags::COLOR),
        ],
        [half; 3],
    );
}

#[test]
fn eight_layers_work_together() {
    let mut scene = Scene::new();
    let mut brush = full_bright(Vec3::ZERO);
    for slot in &mut brush.textures {
        *slot = Some(scene.texture(
            Image::filled(1, 1, [20, 10, 30, 255]),
            TextureFlags::COLOR,
            |t| t.blend = TextureBlend::Add,
        ));
    }
    scene.square(9.0, 3.0, brush);
    near(seen!(scene).middle(), [160.0, 80.0, 240.0], 1.0);
}

#[test]
fn blend_modes() {
    let over = |edit: fn(&mut Brush)| {
        let mut scene = Scene::new();
        scene.square(9.0, 5.0, full_bright(Vec3::new(0.4, 0.2, 0.8)));
        let mut brush = full_bright(Vec3::new(0.5, 1.0, 0.2));
        edit(&mut brush);
        scene.square(9.0, 3.0, brush);
        scene.seen().map(|p| p.middle())
    };
    let (Some(alpha), Some(multiply), Some(add)) = (
        over(|b| b.alpha = 0.25),
        over(|b| {
            b.blend = BrushBlend::Multiply;
            b.alpha = 0.3;
        }),
        over(|b| {
            b.blend = BrushBlend::Add;
            b.alpha = 0.5;
        }),
    ) else {
        return;
    };
    near(alpha, [0.425 * 255.0, 0.4 * 255.0, 0.65 * 255.0], 1.5);
    near(multiply, [0.2 * 255.0, 0.2 * 255.0, 0.16 * 255.0], 1.5);
    near(add, [0.65 * 255.0, 0.7 * 255.0, 0.9 * 255.0], 1.5);
}

#[test]
fn masked_textures_cut_and_write_depth() {
    let mut scene = Scene::new();
    let mut image = Image::filled(2, 1, [255, 255, 255, 255]);
    image.rgba[4..].copy_from_slice(&[0, 0, 0, 0]);
    let texture = scene.texture(image, TextureFlags::COLOR | TextureFlags::MASKED, |_| {});
    let mut brush = full_bright(Vec3::Y);
    brush.textures[0] = Some(texture);
    scene.square(2.0, 2.0, brush);
    // Drawn later, behind: seen only through the hole.
    scene.square(9.0, 5.0, full_bright(Vec3::X));
    let picture = seen!(scene);
    near(picture.at(16, 32), [0.0, 255.0, 0.0], 5.0);
    near(picture.at(48, 32), [255.0, 0.0, 0.0], 0.0);
}

#[test]
fn fog_goes_by_depth_and_can_be_refused() {
    let mut scene = Scene::new();
    let camera = scene.camera();
    (
        camera.fog,
        camera.fog_color,
        camera.fog_near,
        camera.fog_far,
    ) = (true, Vec3::new(0.0, 1.0, 0.0), 2.0, 6.0);
    let square = scene.square(9.0, 3.0, full_bright(Vec3::X));
    let picture = seen!(scene);
    near(picture.middle(), [191.0, 64.0, 0.0], 1.5);
    // The same depth at the edge of the view.
    near(picture.at(0, 0), [191.0, 64.0, 0.0], 1.5);
    scene.world.get_mut(square).unwrap().brush.effects |= Effects::NO_FOG;
    near(seen!(scene).middle(), [255.0, 0.0, 0.0], 0.0);
}

#[test]
fn texture_coordinates_clamp_wrap_second_set_and_sphere() {
    let quarters = || {
        let mut image = Image::filled(2, 2, [255, 0, 0, 255]);
        image.rgba[4..8].copy_from_slice(&[0, 255, 0, 255]);
        image.rgba[8..12].copy_from_slice(&[0, 0, 255, 255]);
        image.rgba[12..].copy_from_slice(&[255, 255, 0, 255]);
        image
    };
    let shown = |flags: TextureFlags, edit: fn(&mut Texture)| {
        let mut scene = Scene::new();
        let mut brush = full_bright(Vec3::ONE);
        brush.textures[0] = Some(scene.texture(quarters(), flags, edit));
        scene.square(2.0, 2.0, brush);
        scene.seen()
    };
    let Some(plain) = shown(
        TextureFlags::COLOR | TextureFlags::CLAMP_U | TextureFlags::CLAMP_V,
        |_| {},
    ) else {
        return;
    };
    near(plain.at(2, 2), [255.0, 0.0, 0.0], 1.0);
    near(plain.at(61, 2), [0.0, 255.0, 0.0], 1.0);
    near(plain.at(2, 61), [0.0, 0.0, 255.0], 1.0);
    // Twice over each way: the upper left texel's middle is an eighth from the left.
    let tiled = shown(TextureFlags::COLOR, |t| t.scale = [0.5, 0.5]).unwrap();
    near(tiled.at(8, 8), [255.0, 0.0, 0.0], 16.0);
    near(tiled.at(40, 8), [255.0, 0.0, 0.0], 16.0);
    let clamped = shown(
        TextureFlags::COLOR | TextureFlags::CLAMP_U | TextureFlags::CLAMP_V,
        |t| t.scale = [0.5, 0.5],
    )
    .unwrap();
    near(clamped.at(40, 40), [255.0, 255.0, 0.0], 1.0);
    // The second set covers the upper left quarter of the picture's middle only.
    let second = shown(
        TextureFlags::COLOR
            | TextureFlags::CLAMP_U
            | TextureFlags::CLAMP_V
            | TextureFlags::COORDS_2,
        |_| {},
    )
    .unwrap();
    near(second.at(60, 60), [255.0, 0.0, 0.0], 16.0);
    // The normal points at the eye: the middle of the picture, where all four meet.
    let sphere = shown(TextureFlags::COLOR | TextureFlags::SPHERE_MAP, |_| {}).unwrap();
    near(sphere.at(5, 5), [127.5, 127.5, 63.75], 2.0);
    near(sphere.at(60, 33), [127.5, 127.5, 63.75], 2.0);
}

#[test]
fn cube_maps_reflect_what_is_behind_the_camera() {
    let mut scene = Scene::new();
    let face = |n: u8| std::sync::Arc::new(Image::filled(4, 4, [40 * n, 255 - 40 * n, 0, 255]));
    let texture = scene.texture(
        Image::filled(4, 4, [0; 4]),
        TextureFlags::COLOR | TextureFlags::CUBE_MAP,
        |t| t.pixels = Pixels::new((0..6).map(face).collect()),
    );
    let mut brush = full_bright(Vec3::ONE);
    brush.textures[0] = Some(texture);
    let square = scene.square(0.5, 3.0, brush);
    let look = |scene: &mut Scene, pitch: f32, yaw: f32| {
        scene.world.set_rotation(square, rotation(pitch, yaw, 0.0));
        scene.seen().map(|p| p.middle())
    };
    let color = |n: f32| [40.0 * n, 255.0 - 40.0 * n, 0.0];
    let Some(back) = look(&mut scene, 0.0, 0.0) else {
        return;
    };
    near(back, color(3.0), 1.0);
    // Turned by 45 degrees it shows what is to the left, right, above, below.
    for (pitch, yaw, face) in [
        (0.0, 45.0, 2.0),
        (0.0, -45.0, 0.0),
        (45.0, 0.0, 4.0),
        (-45.0, 0.0, 5.0),
    ] {
        near(look(&mut scene, pitch, yaw).unwrap(), color(face), 1.0);
    }
}

#[test]
fn cameras_clear_their_viewports_only_and_orthographic_ones_do_not_narrow() {
    let mut scene = Scene::new();
    scene.camera().clear_color = Vec3::new(1.0, 1.0, 0.0);
    let inset = Camera {
        viewport: [40, 8, 16, 16],
        clear_color: Vec3::new(0.0, 1.0, 1.0),
        projection: Projection::Orthographic,
        near: 1.0,
        ..Camera::default()
    };
    let inset = scene
        .world
        .create(EntityKind::Camera(Box::new(inset)), None);
    scene.world.get_mut(inset).unwrap().order = -1;
    // Orthographic with near and zoom 1 sees -1..1; the square covers half of that at any distance.
    scene.square(0.5, 400.0, full_bright(Vec3::X));
    let picture = seen!(scene);
    near(picture.at(10, 60), [255.0, 255.0, 0.0], 0.0);
    near(picture.at(41, 9), [0.0, 255.0, 255.0], 0.0);
    near(picture.at(48, 16), [255.0, 0.0, 0.0], 0.0);
    near(picture.at(45, 12), [255.0, 0.0, 0.0], 0.0);
    near(picture.at(42, 16), [0.0, 255.0, 255.0], 0.0);
    near(picture.at(56, 16), [255.0, 255.0, 0.0], 0.0);
}

#[test]
fn order_decides_over_depth_and_distance_over_creation() {
    let mut scene = Scene::new();
    let near_one = scene.square(
        9.0,
        2.0,
        Brush {
            alpha: 0.5,
            ..full_bright(Vec3::X)
        },
    );
    scene.square(
        9.0,
        4.0,
        Brush {
            alpha: 0.5,
            ..full_bright(Vec3::Y)
        },
    );
    scene.square(9.0, 8.0, full_bright(Vec3::Z));
    near(seen!(scene).middle(), [127.5, 63.75, 63.75], 2.0);
    let last = scene.square(9.0, 50.0, full_bright(GREY));
    scene.world.get_mut(last).unwrap().order = -1;
    near(seen!(scene).middle(), [127.5; 3], 1.0);
    scene.world.get_mut(last).unwrap().order = 1;
    scene.world.get_mut(near_one).unwrap().visible = false;
    near(seen!(scene).middle(), [0.0, 127.5, 127.5], 2.0);
}

#[test]
fn two_and_three_dimensions_interleave() {
    let mut scene = Scene::new();
    scene.camera().viewport = [0, 0, 32, 64];
    scene.square(9.0, 3.0, full_bright(Vec3::X));
    let mut display = Display::headless(SIZE, SIZE);
    let pen = |color| Pen {
        color,
        ..Pen::default()
    };
    let fill = |display: &mut Display, color, x, w| {
        display
            .canvas(ScreenBuffer::Back)
            .painter(&pen(color))
            .rect(x, 0, w, 64, true)
    };
    fill(&mut display, [1, 2, 3], 0, 64);
    if display
        .render_world(&mut scene.world, SceneSettings::default())
        .is_err()
        && scene.seen().is_none()
    {
        return;
    }
    fill(&mut display, [9, 9, 9], 8, 8);
    let row = |display: &mut Display| {
        let picture = Picture(display.image(ScreenBuffer::Back).unwrap().clone());
        [4, 12, 28, 40].map(|x| picture.at(x, 30))
    };
    assert_eq!(
        row(&mut display),
        [[255, 0, 0], [9, 9, 9], [255, 0, 0], [1, 2, 3]]
    );
    // After reading, drawing goes on, and a second scene covers its part again.
    fill(&mut display, [7, 7, 7], 36, 8);
    display
        .render_world(&mut scene.world, SceneSettings::default())
        .unwrap();
    assert_eq!(
        row(&mut display),
        [[255, 0, 0], [255, 0, 0], [255, 0, 0], [7, 7, 7]]
    );
    display.flip();
    fill(&mut display, [0, 0, 0], 0, 64);
    let front = Picture(display.image(ScreenBuffer::Front).unwrap().clone());
    assert_eq!(
        (front.at(4, 30), front.at(40, 30)),
        ([255, 0, 0], [7, 7, 7])
    );
    assert_eq!(row(&mut display), [[0; 3]; 4]);
}

#[test]
fn changed_textures_and_meshes_are_seen() {
    let mut scene = Scene::new();
    let texture = scene.texture(
        Image::filled(4, 4, [255, 0, 0, 255]),
        TextureFlags::COLOR | TextureFlags::MIPMAPPED,
        |_| {},
    );
    let mut brush = full_bright(Vec3::ONE);
    brush.textures[0] = Some(texture);
    let square = scene.square(9.0, 3.0, brush);
    let mut display = Display::headless(SIZE, SIZE);
    let mut seen = |world: &mut World| {
        display.render_world(world, SceneSettings::default()).ok()?;
        Some(Picture(display.image(ScreenBuffer::Back).unwrap().clone()).middle())
    };
    if seen(&mut scene.world).is_none() {
        return assert!(scene.seen().is_none());
    }
    let pen = Pen {
        color: [0, 0, 255],
        ..Pen::default()
    };
    let changed = &mut scene.world.textures[texture.texture];
    changed.pixels.edit(0, |image| {
        Painter::on_image(image, &pen).rect(0, 0, 4, 4, true);
    });
    assert_eq!(seen(&mut scene.world), Some([0, 0, 255]));
    let mesh = scene.world.get(square).unwrap().mesh().unwrap().mesh;
    let surface = &mut scene.world.mesh_mut(mesh).unwrap().surfaces[0];
    surface
        .vertices
        .iter_mut()
        .for_each(|v| v.position.x += 100.0);
    surface.version += 1;
    assert_eq!(seen(&mut scene.world), Some([0, 0, 51]));
    scene.world.free(square);
    assert_eq!(seen(&mut scene.world), Some([0, 0, 51]));
}

#[test]
fn sprites_face_the_camera_and_show_their_picture_upright() {
    let mut scene = Scene::new();
    let mut image = Image::filled(2, 2, [255, 0, 0, 255]);
    image.rgba[4..8].copy_from_slice(&[0, 255, 0, 255]);
    let texture = scene.texture(
        image,
        TextureFlags::COLOR | TextureFlags::CLAMP_U | TextureFlags::CLAMP_V,
        |_| {},
    );
    let mut brush = full_bright(Vec3::ONE);
    brush.textures[0] = Some(texture);
    let sprite = scene
        .world
        .create(EntityKind::Sprite(Sprite::default()), None);
    scene.world.set_position(sprite, Vec3::new(0.0, 0.0, 2.0));
    scene.world.set_rotation(sprite, rotation(20.0, 77.0, 3.0));
    scene.world.get_mut(sprite).unwrap().brush = brush;
    // It covers the middle half of the picture.
    let picture = seen!(scene);
    near(picture.at(14, 32), [0.0, 0.0, 51.0], 0.0);
    near(picture.at(18, 18), [255.0, 0.0, 0.0], 1.0);
    near(picture.at(45, 18), [0.0, 255.0, 0.0], 1.0);
    near(picture.at(45, 45), [255.0, 0.0, 0.0], 1.0);
    near(picture.at(50, 32), [0.0, 0.0, 51.0], 0.0);
}

#[test]
fn a_mirror_shows_what_is_above_it_upside_down() {
    let mut scene = Scene::new();
    let mirror = scene.world.create(EntityKind::Mirror, None);
    scene.world.set_position(mirror, Vec3::new(0.0, -1.0, 0.0));
    let square = scene.square_at(Vec3::new(0.0, 0.0, 4.0), 0.5, full_bright(Vec3::X), |_| {});
    let sprite = scene.world.create(
        EntityKind::Sprite(Sprite {
            scale: [0.5; 2],
            ..Sprite::default()
        }),
        None,
    );
    scene.world.set_position(sprite, Vec3::new(2.0, 0.0, 4.0));
    scene.world.get_mut(sprite).unwrap().brush = full_bright(Vec3::Y);
    let picture = seen!(scene);
    // The reflections are two below: at y = -2, a quarter of the picture's height lower.
    near(picture.at(32, 32), [255.0, 0.0, 0.0], 0.0);
    near(picture.at(32, 48), [255.0, 0.0, 0.0], 0.0);
    near(picture.at(32, 40), [0.0, 0.0, 51.0], 0.0);
    near(picture.at(48, 32), [0.0, 255.0, 0.0], 0.0);
    near(picture.at(48, 48), [0.0, 255.0, 0.0], 0.0);
    scene.world.free(mirror);
    near(seen!(scene).at(32, 48), [0.0, 0.0, 51.0], 0.0);
    scene.world.free(square);
}

#[test]
fn terrain_is_drawn_from_above_with_its_texture_turned_to_the_north() {
    let mut scene = Scene::new();
    let mut image = Image::filled(1, 2, [255, 0, 0, 255]);
    image.rgba[4..].copy_from_slice(&[0, 255, 0, 255]);
    let texture = scene.texture(image, TextureFlags::COLOR | TextureFlags::CLAMP_V, |t| {
        t.scale = [1.0, 8.0]
    });
    let mut terrain = Terrain::new(8).unwrap();
    terrain.set_height(4, 4, 1.0);
    let id = scene
        .world
        .create(EntityKind::Terrain(std::rc::Rc::new(terrain)), None);
    scene.world.set_position(id, Vec3::new(-4.0, 0.0, -4.0));
    let mut brush = full_bright(Vec3::ONE);
    brush.textures[0] = Some(texture);
    scene.world.get_mut(id).unwrap().brush = brush;
    scene
        .world
        .set_position(scene.camera, Vec3::new(0.0, 5.0, 0.0));
    scene
        .world
        .set_rotation(scene.camera, rotation(90.0, 0.0, 0.0));
    let picture = seen!(scene);
    // North (z 8) is up, where v is 0.
    near(picture.at(20, 14), [255.0, 0.0, 0.0], 2.0);
    near(picture.at(20, 50), [0.0, 255.0, 0.0], 2.0);
    near(picture.at(2, 2), [0.0, 0.0, 51.0], 0.0);
    scene
        .world
        .set_rotation(scene.camera, rotation(-90.0, 0.0, 0.0));
    scene
        .world
        .set_position(scene.camera, Vec3::new(0.0, -5.0, 0.0));
    near(seen!(scene).at(20, 14), [0.0, 0.0, 51.0], 0.0);
}

#[test]
fn fading_by_distance_and_between_moments() {
    let mut scene = Scene::new();
    scene
        .world
        .get_mut(scene.camera)
        .unwrap()
        .camera_mut()
        .unwrap()
        .clear_color = Vec3::ZERO;
    let square = scene.square(9.0, 4.0, full_bright(Vec3::ONE));
    scene.world.get_mut(square).unwrap().auto_fade = Some([3.0, 5.0]);
    near(seen!(scene).middle(), [127.5; 3], 1.0);
    scene.world.set_position(square, Vec3::new(0.0, 0.0, 6.0));
    near(seen!(scene).middle(), [0.0; 3], 0.0);
    scene.world.get_mut(square).unwrap().auto_fade = None;
    scene.world.set_position(square, Vec3::new(18.0, 0.0, 4.0));
    scene.world.capture();
    scene.world.set_position(square, Vec3::new(-18.0, 0.0, 4.0));
    let mut display = Display::headless(SIZE, SIZE);
    let mut at = |tween: f32| {
        display
            .render_world_between(&mut scene.world, SceneSettings::default(), tween)
            .unwrap();
        Picture(display.image(ScreenBuffer::Back).unwrap().clone()).middle()
    };
    assert_eq!((at(0.0), at(0.5), at(1.0)), ([0; 3], [255; 3], [0; 3]));
}

/// A slanted edge between black and white: how many of its pixels are neither.
fn greys(scene: &mut Scene, antialias: bool, under: [u8; 3]) -> Option<(usize, [i32; 3])> {
    let mut display = Display::headless(SIZE, SIZE);
    let pen = Pen {
        cls_color: under,
        ..Pen::default()
    };
    display.canvas(ScreenBuffer::Back).painter(&pen).cls();
    let settings = SceneSettings {
        antialias,
        ..SceneSettings::default()
    };
    if let Err(why) = display.render_world(&mut scene.world, settings) {
        assert!(std::env::var_os("FLITZ_NEEDS_DEVICE").is_none(), "{why}");
        eprintln!("not tested: {why}");
        return None;
    }
    let image = display.image(ScreenBuffer::Back).unwrap();
    let (pixels, _) = image.rgba.as_chunks::<4>();
    let between = pixels.iter().filter(|p| (20..236).contains(&p[0])).count();
    let corner = pixels[SIZE as usize - 1];
    Some((between, [0, 1, 2].map(|c| i32::from(corner[c]))))
}

#[test]
fn antialiasing_smooths_edges_and_keeps_what_lies_below() {
    let mut scene = Scene::new();
    scene.camera().clear_color = Vec3::ZERO;
    let square = scene.square(1.0, 4.0, full_bright(Vec3::ONE));
    scene.world.set_rotation(square, rotation(0.0, 0.0, 17.0));
    let Some((rough, corner)) = greys(&mut scene, false, [255, 0, 0]) else {
        return;
    };
    assert_eq!((rough, corner), (0, [0, 0, 0]));
    let (smooth, corner) = greys(&mut scene, true, [255, 0, 0]).unwrap();
    assert!(smooth > 30, "{smooth}");
    assert_eq!(corner, [0, 0, 0]);
    // A camera that clears nothing but depth draws over what is there, and so does one of a part of the screen.
    scene.camera().clears_color = false;
    let (_, corner) = greys(&mut scene, true, [255, 0, 0]).unwrap();
    assert_eq!(corner, [255, 0, 0]);
    scene.camera().clears_color = true;
    scene.camera().viewport = [0, 8, 32, 32];
    let (_, corner) = greys(&mut scene, true, [9, 8, 7]).unwrap();
    assert_eq!(corner, [9, 8, 7]);
}

#[test]
fn cube_maps_are_laid_on_by_their_mode() {
    let mut scene = Scene::new();
    // Faces in the order of their pictures: left, front, right, back, top, bottom.
    let colors = [
        [255, 0, 0],
        [0, 255, 0],
        [0, 0, 255],
        [255, 255, 0],
        [0, 255, 255],
        [255, 0, 255],
    ];
    let faces = colors.map(|[r, g, b]| Image::filled(4, 4, [r, g, b, 255]).into());
    let flags = TextureFlags::COLOR | TextureFlags::CUBE_MAP;
    let texture = Texture::of(Pixels::new(faces.to_vec()), flags, "");
    let pixels = texture.pixels.clone();
    let texture = scene.world.textures.insert(texture);
    let mut brush = full_bright(Vec3::ONE);
    brush.textures[0] = Some(BrushTexture { texture, frame: 0 });
    scene.square(1.0, 2.0, brush);
    let place = |scene: &mut Scene, yaw: f32| {
        // Always in front of the square, which looks at the camera along -z of its own.
        let turn = rotation(0.0, yaw, 0.0);
        let square = scene.world.roots()[1];
        scene.world.set_rotation(square, turn);
        scene
            .world
            .set_position(square, turn * Vec3::new(0.0, 0.0, 2.0));
        scene.world.set_rotation(scene.camera, turn);
    };
    let [left, front, right, back] = [0, 1, 2, 3].map(|face| colors[face].map(f32::from));
    for (mapping, camera_space, turned, wanted) in [
        // The camera sees itself: what is behind it. Turned to the right, what is behind is left.
        (CubeMapping::Reflection, false, 0.0, back),
        (CubeMapping::Reflection, false, -90.0, left),
        (CubeMapping::Reflection, true, -90.0, back),
        (CubeMapping::Normal, false, 0.0, back),
        (CubeMapping::Normal, false, -90.0, left),
        (CubeMapping::Normal, true, -90.0, back),
        (CubeMapping::Position, false, 0.0, front),
        (CubeMapping::Position, false, -90.0, right),
        (CubeMapping::Position, true, -90.0, front),
    ] {
        pixels.set_cube_mode(CubeMode {
            mapping,
            camera_space,
        });
        place(&mut scene, turned);
        let got = seen!(scene).middle();
        near(got, wanted, 2.0);
    }
}

#[test]
fn levels_are_lit_by_their_own_ambient_light_and_by_lights_with_a_place() {
    let mut scene = Scene::new();
    scene.world.ambient = Vec3::new(0.0, 0.0, 1.0);
    let corners = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];
    let vertices = corners.map(|[x, y]| Vertex {
        position: Vec3::new(x, y, 4.0),
        normal: Vec3::NEG_Z,
        color: [51, 0, 0, 255],
        ..Vertex::default()
    });
    let mut data = LevelData::default();
    data.surfaces.push(LevelSurface {
        lightmap: Some(0),
        vertices: vertices.to_vec(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..LevelSurface::default()
    });
    data.faces.push(LevelFace {
        surface: 0,
        triangles: 0..2,
    });
    let bounds = Aabb {
        low: Vec3A::splat(-9.0),
        high: Vec3A::splat(9.0),
    };
    data.tree.nodes.push(LevelNode {
        plane: Plane {
            normal: Vec3A::X,
            offset: 100.0,
        },
        bounds,
        children: [LevelChild::Leaf(0), LevelChild::Leaf(0)],
    });
    data.tree.leaves.push(LevelLeaf {
        cluster: Some(0),
        bounds,
        faces: 0..1,
    });
    data.tree.leaf_faces.push(0);
    data.lightmaps.push(Image::filled(8, 8, [0, 102, 0, 255]));
    let level = scene.world.create_level(data, &[], None);
    near(seen!(scene).middle(), [0.0, 102.0, 0.0], 1.0);
    // What its entity is painted with does not change it.
    scene.world.get_mut(level).unwrap().brush = Brush {
        color: Vec3::ZERO,
        alpha: 0.0,
        ..Brush::default()
    };
    let shared = std::rc::Rc::clone(&scene.world.get(level).unwrap().level().unwrap().level);
    shared.set_ambient(Vec3::new(0.4, 0.0, 0.0));
    near(seen!(scene).middle(), [102.0, 102.0, 0.0], 1.0);
    let sun = Light {
        color: Vec3::ONE,
        ..Light::new(LightKind::Directional)
    };
    scene.light(sun, Vec3::ZERO, 0.0, 0.0);
    near(seen!(scene).middle(), [102.0, 102.0, 0.0], 1.0);
    let lamp = Light {
        color: Vec3::new(0.0, 0.0, 0.2),
        range: 400.0,
        ..Light::new(LightKind::Point)
    };
    scene.light(lamp, Vec3::new(0.0, 0.0, -396.0), 0.0, 0.0);
    near(seen!(scene).middle(), [102.0, 102.0, 51.0], 2.0);
    scene.world.set_lightmapped(level, false);
    near(seen!(scene).middle(), [153.0, 0.0, 51.0], 2.0);
    // By distance it is there or not, and never half.
    scene.world.get_mut(level).unwrap().auto_fade = Some([-5.0, 5.0]);
    near(seen!(scene).middle(), [153.0, 0.0, 51.0], 2.0);
    scene.world.get_mut(level).unwrap().auto_fade = Some([-5.0, 0.0]);
    near(seen!(scene).middle(), [0.0, 0.0, 51.0], 0.0);
}

#[test]
fn of_a_terrain_only_what_is_near_and_in_view_is_drawn() {
    let mut scene = Scene::new();
    let mut terrain = Terrain::new(256).unwrap();
    for z in 0..256 {
        for x in 0..256 {
            let height = (x as f32 * 0.1).sin() * (z as f32 * 0.07).cos() * 0.4 + 0.5;
            terrain.set_height(x, z, height);
        }
    }
    let id = scene
        .world
        .create(EntityKind::Terrain(std::rc::Rc::new(terrain)), None);
    scene.world.set_scale(id, Vec3::new(1.0, 20.0, 1.0));
    scene
        .world
        .set_position(id, Vec3::new(-128.0, -20.0, -10.0));
    let drawn = |scene: &mut Scene, detail: u32| {
        let terrain = scene.world.get_mut(id).unwrap().terrain_mut().unwrap();
        terrain.detail = detail;
        let mut display = Display::headless(SIZE, SIZE);
        let stats = display.render_world(&mut scene.world, SceneSettings::default());
        match stats {
            Ok(stats) => Some((stats.triangles, stats.draws)),
            Err(why) => {
                assert!(std::env::var_os("FLITZ_NEEDS_DEVICE").is_none(), "{why}");
                eprintln!("not tested: {why}");
                None
            }
        }
    };
    let Some((usual, draws)) = drawn(&mut scene, 2000) else {
        return;
    };
    assert!(
        (1500..=2040).contains(&usual) && draws == 1,
        "{usual} {draws}"
    );
    let (few, _) = drawn(&mut scene, 200).unwrap();
    assert!((100..=230).contains(&few), "{few}");
    let (all, _) = drawn(&mut scene, 1 << 20).unwrap();
    assert!(
        (20_000..90_000).contains(&all),
        "a quarter of the square, not all of it: {all}"
    );
    scene
        .world
        .set_rotation(scene.camera, rotation(0.0, 180.0, 0.0));
    let (behind, _) = drawn(&mut scene, 2000).unwrap();
    assert!(behind < 600, "{behind}");
    scene
        .world
        .set_position(scene.camera, Vec3::new(0.0, 0.0, -200.0));
    assert_eq!(drawn(&mut scene, 2000), Some((0, 0)));
}
