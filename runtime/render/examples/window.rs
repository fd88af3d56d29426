//! A turning cube in a window, with what keys and mouse do. Escape ends it.

use std::time::Instant;

use flitz_render::{Display, Font, Pen, SceneSettings, ScreenBuffer, default_font};
use flitz_scene::euler::rotation;
use flitz_scene::{Camera, EntityId, EntityKind, Light, LightKind, World, primitives};
use flitz_window::{App, Input, Pacer, Wake, Window, WindowConfig, run};
use glam::Vec3;

struct Cube {
    display: Option<Display>,
    input: Input,
    world: World,
    cube: EntityId,
    font: Font,
    pacer: Pacer,
    start: Instant,
    frames: u32,
    keys: String,
    closing: bool,
    failed: Option<String>,
}

impl App for Cube {
    fn opened(&mut self, window: &Window) -> Result<(), Box<dyn std::error::Error>> {
        self.display = Some(Display::in_window(
            window.surface(),
            window.size(),
            320,
            240,
        )?);
        Ok(())
    }

    fn input(&mut self) -> &mut Input {
        &mut self.input
    }

    fn window_to_pixel(&self, x: f64, y: f64) -> [i32; 2] {
        self.display
            .as_ref()
            .map_or([0; 2], |d| d.window_to_pixel(x, y))
    }

    fn pixel_to_window(&self, x: i32, y: i32) -> [f64; 2] {
        self.display
            .as_ref()
            .map_or([0.0; 2], |d| d.pixel_to_window(x, y))
    }

    fn resized(&mut self, size: [u32; 2]) {
        if let Some(display) = &mut self.display {
            display.window_resized(size);
        }
    }

    fn redraw(&mut self) {
        if let Some(display) = &mut self.display {
            display.present();
        }
    }

    fn close_requested(&mut self) {
        self.closing = true;
    }

    fn update(&mut self, _window: &Window) -> Wake {
        let Some(display) = &mut self.display else {
            return Wake::Exit;
        };
        if self.closing || self.input.key_hits(1) > 0 {
            println!(
                "{} frames in {:.2} s",
                self.frames,
                self.start.elapsed().as_secs_f64()
            );
            return Wake::Exit;
        }
        self.frames += 1;
        let angle = self.frames as f32
            * if self.input.key_is_down(200) {
                5.0
            } else {
                1.0
            };
        self.world
            .set_rotation(self.cube, rotation(20.0, angle, 0.0));
        if let Err(why) = display.render_world(&mut self.world, SceneSettings::default()) {
            self.failed = Some(why.to_string());
            return Wake::Exit;
        }
        while let Some(c) = self.input.next_character() {
            self.keys.push(char::from(c));
        }
        let pen = Pen::default();
        let [x, y] = self.input.mouse();
        let mut painter = display.canvas(ScreenBuffer::Back).painter(&pen);
        painter.text(
            &self.font,
            4,
            4,
            &format!(
                "mouse {x} {y} wheel {} keys {}",
                self.input.mouse_wheel(),
                self.keys
            ),
        );
        painter.rect(0, 0, 320, 240, false);
        painter.plot(x, y);
        display.flip();
        display.present();
        Wake::At(self.pacer.next(Instant::now()))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();
    let camera = world.create(EntityKind::Camera(Box::default()), None);
    world.set_position(camera, Vec3::new(0.0, 0.0, -4.0));
    if let Some(Camera { clear_color, .. }) = world.get_mut(camera).and_then(|e| e.camera_mut()) {
        *clear_color = Vec3::new(0.2, 0.3, 0.5);
    }
    let light = world.create(
        EntityKind::Light(Box::new(Light::new(LightKind::Directional))),
        None,
    );
    world.set_rotation(light, rotation(40.0, 30.0, 0.0));
    let cube = world.create_mesh(primitives::cube(), None);
    let mut app = Cube {
        display: None,
        input: Input::new(),
        world,
        cube,
        font: default_font(),
        pacer: Pacer::new(60),
        start: Instant::now(),
        frames: 0,
        keys: String::new(),
        closing: false,
        failed: None,
    };
    run(
        WindowConfig {
            title: "flitz".into(),
            size: [640, 480],
            fullscreen: false,
        },
        &mut app,
    )?;
    app.failed.map_or(Ok(()), |why| Err(why.into()))
}
