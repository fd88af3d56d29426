//! The camera and the light that are lent to a program that made none: a black window teaches nothing.

use flitz_runtime::scene::{Camera, EntityId, EntityKind, Light, LightKind, euler};
use glam::Vec3;

use crate::machine::Machine;

/// The lent camera and light, where there are any.
#[derive(Default)]
pub struct DefaultView {
    camera: Option<EntityId>,
    light: Option<EntityId>,
}

/// Where the lent camera stands: a little to the left, a little above.
const PITCH: f32 = 10.0;
const YAW: f32 = -24.0;
/// Less wide than a program's own cameras, which distorts less.
const ZOOM: f32 = 1.8;
const SKY: Vec3 = Vec3::new(0.33, 0.42, 0.52);

impl Machine {
    /// Lends a camera and a light where the program has none, and takes them back once it has.
    pub(super) fn lend_view(&mut self) {
        let lent = [
            self.screen_state.default_view.camera,
            self.screen_state.default_view.light,
        ];
        let mut own_camera = false;
        let mut own_light = false;
        for (id, entity) in self
            .world
            .iter()
            .filter(|(id, _)| !lent.contains(&Some(*id)))
        {
            let _ = id;
            own_camera |= entity.camera().is_some();
            own_light |= entity.light().is_some();
        }
        if own_camera {
            for id in lent.into_iter().flatten() {
                self.world.free(id);
            }
            self.screen_state.default_view = DefaultView::default();
            return;
        }
        if self.screen_state.default_view.camera.is_none()
            && let Some((low, high)) = self.world.visible_bounds()
        {
            self.screen_state.default_view.camera = Some(self.lend_camera(low, high));
            let mut note =
                "the program has made no camera: one that shows everything is lent to it"
                    .to_owned();
            if !own_light {
                self.screen_state.default_view.light = Some(self.lend_light());
                note.push_str(", and a light");
            }
            self.console
                .note(&format!("{note}. See CreateCamera and CreateLight."));
        }
    }

    fn lend_camera(&mut self, low: Vec3, high: Vec3) -> EntityId {
        let size = self.screen.as_ref().map_or([4, 3], |s| s.display.size());
        let aspect = size[1] as f32 / size[0].max(1) as f32;
        let middle = (low + high) / 2.0;
        let radius = ((high - low).length() / 2.0).max(0.01);
        // The ball around everything just fits the narrower side of the picture.
        let half_angle = (aspect.min(1.0) / ZOOM).atan();
        let distance = radius / half_angle.sin();
        let rotation = euler::rotation(PITCH, YAW, 0.0);
        let camera = Camera {
            viewport: [0, 0, size[0] as i32, size[1] as i32],
            zoom: ZOOM,
            near: (distance - radius).max(distance / 1000.0) * 0.5,
            far: distance + radius * 20.0,
            clear_color: SKY,
            ..Camera::default()
        };
        let id = self
            .world
            .create(EntityKind::Camera(Box::new(camera)), None);
        self.world.set_rotation(id, rotation);
        self.world
            .set_position(id, middle - rotation * Vec3::Z * distance);
        id
    }

    fn lend_light(&mut self) -> EntityId {
        let id = self.world.create(
            EntityKind::Light(Box::new(Light::new(LightKind::Directional))),
            None,
        );
        self.world
            .set_rotation(id, euler::rotation(35.0, -50.0, 0.0));
        id
    }
}
