//! Draws a small scene and 2D over it into `show.png` (or the file named on the command line), and says how long it took.

use std::f32::consts::FRAC_PI_2;
use std::time::Instant;

use flitz_render::{Display, Pen, SceneSettings, ScreenBuffer, default_font};
use flitz_scene::euler::rotation;
use flitz_scene::{
    BrushTexture, Camera, Effects, EntityKind, Image, Light, LightKind, Mesh, MeshInstance,
    Surface, Texture, TextureFlags, Vertex, VertexSkin, World,
};
use glam::{Affine3A, Quat, Vec3};

fn quad(surface: &mut Surface, corners: [Vec3; 4]) {
    let normal = (corners[1] - corners[0])
        .cross(corners[2] - corners[0])
        .normalize();
    let first = surface.vertices.len() as u32;
    for (position, uv) in corners
        .into_iter()
        .zip([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    {
        surface.vertices.push(Vertex {
            position,
            normal,
            uv: [uv, uv],
            ..Vertex::default()
        });
    }
    surface
        .triangles
        .extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
}

/// A box around the origin with half sizes `h`.
fn cuboid(h: Vec3) -> Surface {
    let mut surface = Surface::default();
    for turn in [
        Quat::IDENTITY,
        Quat::from_rotation_y(FRAC_PI_2),
        Quat::from_rotation_y(std::f32::consts::PI),
        Quat::from_rotation_y(-FRAC_PI_2),
        Quat::from_rotation_x(FRAC_PI_2),
        Quat::from_rotation_x(-FRAC_PI_2),
    ] {
        let corner = |x: f32, y: f32| turn * Vec3::new(x, y, -1.0) * h;
        quad(
            &mut surface,
            [
                corner(-1.0, 1.0),
                corner(1.0, 1.0),
                corner(1.0, -1.0),
                corner(-1.0, -1.0),
            ],
        );
    }
    surface
}

fn checks() -> Image {
    let mut image = Image::filled(64, 64, [230, 230, 220, 255]);
    for (i, p) in image.rgba.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        if (i % 64 / 8 + i / 64 / 8) % 2 == 0 {
            *p = [200, 60, 50, 255];
        }
    }
    image
}

fn build(world: &mut World) {
    let camera = world.create(
        EntityKind::Camera(Box::new(Camera {
            clear_color: Vec3::new(0.15, 0.2, 0.35),
            ..Camera::default()
        })),
        None,
    );
    world.set_position(camera, Vec3::new(0.0, 2.0, -8.0));
    world.set_rotation(camera, rotation(12.0, 0.0, 0.0));
    let light = world.create(
        EntityKind::Light(Box::new(Light::new(LightKind::Directional))),
        None,
    );
    world.set_rotation(light, rotation(45.0, 40.0, 0.0));

    let texture = world.textures.insert(Texture::new(
        checks(),
        TextureFlags::COLOR | TextureFlags::MIPMAPPED,
        "checks",
    ));
    let cube = world.create_mesh(
        Mesh {
            surfaces: vec![cuboid(Vec3::ONE)],
            ..Mesh::default()
        },
        None,
    );
    world.set_position(cube, Vec3::new(-2.5, 1.2, 0.0));
    world.set_rotation(cube, rotation(20.0, 30.0, 0.0));
    if let Some(entity) = world.get_mut(cube) {
        entity.brush.textures[0] = Some(BrushTexture { texture, frame: 0 });
        entity.brush.shininess = 0.6;
    }

    // A bar of six boxes with a joint at its foot and one half way up.
    let mut bar = Surface::default();
    for i in 0..6 {
        let piece = cuboid(Vec3::new(0.4, 0.25, 0.4));
        let first = bar.vertices.len() as u32;
        for mut vertex in piece.vertices {
            vertex.position.y += 0.25 + 0.5 * i as f32;
            let weight = (vertex.position.y / 3.0).clamp(0.0, 1.0);
            bar.skin.push(VertexSkin {
                joints: [0, 1, 0, 0],
                weights: [1.0 - weight, weight, 0.0, 0.0],
            });
            bar.vertices.push(vertex);
        }
        bar.triangles
            .extend(piece.triangles.iter().map(|t| t.map(|v| v + first)));
    }
    let half_way = Affine3A::from_translation(Vec3::new(0.0, 1.5, 0.0));
    let mesh = Mesh {
        surfaces: vec![bar],
        inverse_bind: vec![Affine3A::IDENTITY, half_way.inverse()],
        ..Mesh::default()
    };
    let entity = world.create_mesh(mesh, None);
    world.set_position(entity, Vec3::new(1.0, 0.0, 0.0));
    let foot = world.create(EntityKind::Pivot, Some(entity));
    let knee = world.create(EntityKind::Pivot, Some(foot));
    world.set_position(knee, Vec3::new(0.0, 1.5, 0.0));
    world.set_rotation(knee, rotation(0.0, 0.0, -50.0));
    if let Some(bar) = world.get_mut(entity) {
        bar.brush.color = Vec3::new(0.9, 0.7, 0.2);
        if let EntityKind::Mesh(MeshInstance { joints, .. }) = &mut bar.kind {
            *joints = vec![foot, knee];
        }
    }

    let glass = world.create_mesh(
        Mesh {
            surfaces: vec![cuboid(Vec3::new(0.1, 1.2, 1.2))],
            ..Mesh::default()
        },
        None,
    );
    world.set_position(glass, Vec3::new(3.6, 1.3, -1.0));
    world.set_rotation(glass, rotation(0.0, 50.0, 0.0));
    if let Some(entity) = world.get_mut(glass) {
        entity.brush.color = Vec3::new(0.3, 0.8, 1.0);
        entity.brush.alpha = 0.5;
        entity.brush.effects = Effects::FULL_BRIGHT;
    }

    let ground = world.create(EntityKind::Plane { divisions: 4 }, None);
    let tiles = world.textures.insert(Texture {
        scale: [4.0, 4.0],
        ..Texture::new(
            checks(),
            TextureFlags::COLOR | TextureFlags::MIPMAPPED,
            "tiles",
        )
    });
    if let Some(entity) = world.get_mut(ground) {
        entity.brush.textures[0] = Some(BrushTexture {
            texture: tiles,
            frame: 0,
        });
        entity.brush.color = Vec3::new(0.4, 0.6, 0.4);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| "show.png".into());
    let start = Instant::now();
    let mut world = World::new();
    build(&mut world);
    let mut display = Display::headless(800, 600);
    let stats = display.render_world(&mut world, SceneSettings::default())?;
    let font = default_font();
    let pen = Pen {
        color: [255, 255, 200],
        ..Pen::default()
    };
    let mut painter = display.canvas(ScreenBuffer::Back).painter(&pen);
    painter.text(
        &font,
        8,
        8,
        "flitz: lit, textured, skinned; 2D on top. 0123456789 ÄÖÜ äöü ß",
    );
    painter.rect(4, 4, 620, 26, false);
    painter.line(10, 590, 790, 560);
    painter.oval(700, 20, 80, 60, true);
    painter.oval(700, 100, 80, 60, false);
    display.flip();
    let image = display.image(ScreenBuffer::Front)?;
    println!(
        "first frame after {:.0} ms: {stats:?}",
        start.elapsed().as_secs_f64() * 1e3
    );
    image::save_buffer(
        &file,
        &image.rgba,
        image.width,
        image.height,
        image::ColorType::Rgba8,
    )
    .map_err(|why| format!("{file}: {why}"))?;
    let start = Instant::now();
    for _ in 0..20 {
        display.render_world(&mut world, SceneSettings::default())?;
        display
            .canvas(ScreenBuffer::Back)
            .painter(&pen)
            .text(&font, 8, 8, "text");
        display.flip();
    }
    display.image(ScreenBuffer::Front)?;
    println!(
        "then {:.1} ms a frame on {}",
        start.elapsed().as_secs_f64() * 50.0,
        display.device_name().unwrap_or_default()
    );
    Ok(())
}
