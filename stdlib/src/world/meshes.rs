//! Meshes: made from numbers, or loaded with everything that hangs on them.

use std::ops::RangeInclusive;

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;
use flitz_runtime::scene::{EntityId, EntityKind, Mesh, primitives};

use crate::command::{Answer, Group, command, group};
use crate::machine::Machine;

/// How finely shapes can be divided, as in Blitz3D.
const SPHERE_SEGMENTS: RangeInclusive<i32> = 2..=100;
const SEGMENTS: RangeInclusive<i32> = 3..=100;
const PLANE_SEGMENTS: RangeInclusive<i32> = 1..=20;

impl Machine {
    /// A number of segments, brought into a range; a note says so where it was not in it.
    fn segments(&mut self, command: &str, given: i32, range: RangeInclusive<i32>) -> u32 {
        let taken = given.clamp(*range.start(), *range.end());
        if taken != given {
            let (fewest, most) = (range.start(), range.end());
            self.console.note(&format!(
                "{command}: the number of segments is from {fewest} to {most}; any other counts as the nearest of them."
            ));
        }
        taken as u32
    }

    fn add_mesh(&mut self, mesh: Mesh, parent: Option<EntityId>) -> Result<i32, Interrupt> {
        let id = self.world.create_mesh(mesh, parent);
        self.entity_handle(id)
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "meshes",
    [
        load_mesh,
        load_anim_mesh,
        create_mesh,
        create_cube,
        create_sphere,
        create_cylinder,
        create_cone,
        create_plane
    ]
);

/// Loads a model as one plain mesh, without its animation, and returns its handle, or 0 where it could not be loaded.
///
/// Knows B3D, glTF (.gltf, .glb), X and 3DS.
#[command(LoadMesh, permission = Read, defaults(parent = 0))]
fn load_mesh(m: &mut Machine, file: &Str, parent: Option<EntityId>) -> Answer<i32> {
    let id = m.load_plain_mesh("LoadMesh", &file.to_text(), parent)?;
    m.entity_handle(id)
}

/// Loads a model with its parts, joints and animation, and returns its handle, or 0 where it could not be loaded.
///
/// Knows B3D, glTF (.gltf, .glb), X and 3DS. The model stands in the first frame of its sequence 0 at once, and until Animate or BlendAnim
/// moves it. In some B3D files the animation is that of a child of the root: it then stands where the file puts it. Animate and the
/// other commands that move it may be given the root all the same; FindChild finds the child, for those that ask.
#[command(LoadAnimMesh, permission = Read, defaults(parent = 0))]
fn load_anim_mesh(m: &mut Machine, file: &Str, parent: Option<EntityId>) -> Answer<i32> {
    let id = m.load_model_entity("LoadAnimMesh", &file.to_text(), parent)?;
    if let Some(id) = id {
        m.world.pose_at_start(id);
    }
    m.entity_handle(id)
}

/// Makes an empty mesh and returns its handle.
#[command(CreateMesh, defaults(parent = 0))]
fn create_mesh(m: &mut Machine, parent: Option<EntityId>) -> Answer<i32> {
    m.add_mesh(Mesh::default(), parent)
}

/// Makes a cube from -1 to 1 and returns its handle.
#[command(CreateCube, defaults(parent = 0))]
fn create_cube(m: &mut Machine, parent: Option<EntityId>) -> Answer<i32> {
    m.add_mesh(primitives::cube(), parent)
}

/// Makes a sphere of radius 1 and returns its handle. More segments make it rounder: 2 to 100.
#[command(CreateSphere, defaults(segments = 8, parent = 0))]
fn create_sphere(m: &mut Machine, segments: i32, parent: Option<EntityId>) -> Answer<i32> {
    let segments = m.segments("CreateSphere", segments, SPHERE_SEGMENTS);
    m.add_mesh(primitives::sphere(segments), parent)
}

/// Makes a cylinder of radius 1 from y -1 to 1 and returns its handle. `solid` 0 leaves out the ends.
#[command(CreateCylinder, defaults(segments = 8, solid = true, parent = 0))]
fn create_cylinder(
    m: &mut Machine,
    segments: i32,
    solid: bool,
    parent: Option<EntityId>,
) -> Answer<i32> {
    let segments = m.segments("CreateCylinder", segments, SEGMENTS);
    m.add_mesh(primitives::cylinder(segments, solid), parent)
}

/// Makes a cone of radius 1 from y -1 to its tip at 1 and returns its handle. `solid` 0 leaves out the base.
#[command(CreateCone, defaults(segments = 8, solid = true, parent = 0))]
fn create_cone(
    m: &mut Machine,
    segments: i32,
    solid: bool,
    parent: Option<EntityId>,
) -> Answer<i32> {
    let segments = m.segments("CreateCone", segments, SEGMENTS);
    m.add_mesh(primitives::cone(segments, solid), parent)
}

/// Makes an endless plane through its own x and z axes and returns its handle. Segments: 1 to 20.
#[command(CreatePlane, defaults(segments = 1, parent = 0))]
fn create_plane(m: &mut Machine, segments: i32, parent: Option<EntityId>) -> Answer<i32> {
    let divisions = m.segments("CreatePlane", segments, PLANE_SEGMENTS);
    let id = m.world.create(EntityKind::Plane { divisions }, parent);
    m.entity_handle(id)
}
