//! Brushes: ways of painting that a program keeps apart from what is painted.

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;
use flitz_runtime::scene::{Brush, BrushTexture, EntityId, TextureId};

use super::surfaces::SurfaceId;
use super::{MeshEntity, color, numbers};
use crate::command::{Answer, Group, IfAlive, command, group};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::store::{Key, Store, Stored};

/// A brush that a program gave.
pub(crate) type BrushId = Key<Brush>;

impl Stored for Brush {
    const KIND: Kind = Kind::Brush;

    fn store(machine: &Machine) -> &Store<Self> {
        &machine.world_state.brushes
    }
}

impl Machine {
    pub(super) fn add_brush(&mut self, brush: Brush) -> Result<i32, Interrupt> {
        self.world_state.brushes.add(&mut self.handles, brush, "")
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "brushes",
    [
        create_brush,
        load_brush,
        free_brush,
        brush_color,
        brush_alpha,
        brush_shininess,
        brush_texture,
        get_brush_texture,
        brush_blend,
        brush_fx,
        paint_entity,
        get_entity_brush,
        paint_mesh,
        paint_surface,
        get_surface_brush
    ]
);

/// Makes a brush of a colour, each part 0 to 255, and returns its handle.
#[command(CreateBrush, defaults(red = 255.0, green = 255.0, blue = 255.0))]
fn create_brush(m: &mut Machine, red: f32, green: f32, blue: f32) -> Answer<i32> {
    m.need_3d()?;
    m.add_brush(Brush {
        color: color(red, green, blue),
        ..Brush::default()
    })
}

/// Makes a brush with the texture of a file and returns its handle, or 0 where the file could not be loaded.
///
/// The scales are those of ScaleTexture: 2 makes the texture twice as large.
#[command(LoadBrush, permission = Read, defaults(texture_flags = 1, u_scale = 1.0, v_scale = 1.0))]
fn load_brush(
    m: &mut Machine,
    file: &Str,
    texture_flags: i32,
    u_scale: f32,
    v_scale: f32,
) -> Answer<i32> {
    let name = file.to_text();
    let flags = m
        .world_state
        .texture_filters
        .flags_for(&name, numbers::texture_flags(texture_flags));
    let mut texture = match m.load_texture(&name, flags) {
        Ok(texture) => texture,
        Err(why) => {
            let why = format!("the brush was not loaded: {why}");
            m.console.note(&format!("LoadBrush \"{name}\": {why}"));
            m.handles.note_failure(Kind::Brush, why);
            return Ok(0);
        }
    };
    texture.scale = [u_scale, v_scale];
    let texture = m.world.textures.insert(texture);
    let mut brush = Brush::default();
    brush.textures[0] = Some(BrushTexture { texture, frame: 0 });
    m.add_brush(brush)
}

/// Frees a brush. What was painted with it stays painted. Freeing what is no brush, or none any more, does nothing.
#[command(FreeBrush)]
fn free_brush(m: &mut Machine, brush: IfAlive<BrushId>) -> Answer {
    if let Some(brush) = brush.0 {
        m.world_state.brushes.remove(&mut m.handles, brush);
        m.release_loose_textures();
    }
    Ok(())
}

/// Sets a brush's colour, each part 0 to 255.
#[command(BrushColor)]
fn brush_color(m: &mut Machine, brush: BrushId, red: f32, green: f32, blue: f32) -> Answer {
    m.world_state.brushes[brush].color = color(red, green, blue);
    Ok(())
}

/// Sets how opaque a brush paints: 0 invisible, 1 opaque.
#[command(BrushAlpha)]
fn brush_alpha(m: &mut Machine, brush: BrushId, alpha: f32) -> Answer {
    m.world_state.brushes[brush].alpha = alpha;
    Ok(())
}

/// Sets how much what a brush paints shines: 0 not at all, 1 fully.
#[command(BrushShininess)]
fn brush_shininess(m: &mut Machine, brush: BrushId, shininess: f32) -> Answer {
    m.world_state.brushes[brush].shininess = shininess;
    Ok(())
}

/// Puts a texture into one of a brush's eight layers: which of its frames, and in which layer.
#[command(BrushTexture, defaults(frame = 0, index = 0))]
fn brush_texture(
    m: &mut Machine,
    brush: BrushId,
    texture: TextureId,
    frame: i32,
    index: i32,
) -> Answer {
    let painted = m.layer_texture(texture, frame);
    if let Some(layer) = m.layer("BrushTexture", index) {
        m.world_state.brushes[brush].textures[layer] = painted;
    }
    Ok(())
}

/// A new handle of the texture in a layer of a brush; FreeTexture frees it as any other. Where the layer has no texture it is an empty
/// one: its name is "".
#[command(GetBrushTexture, defaults(index = 0))]
fn get_brush_texture(m: &mut Machine, brush: BrushId, index: i32) -> Answer<i32> {
    let layer = m.layer("GetBrushTexture", index);
    let textures = m.world_state.brushes[brush].textures;
    m.share_texture(
        layer
            .and_then(|layer| textures[layer])
            .map(|found| found.texture),
    )
}

/// Sets how what a brush paints is laid over what is behind it: 0 by itself, 1 by its alpha, 2 multiply, 3 add.
#[command(BrushBlend)]
fn brush_blend(m: &mut Machine, brush: BrushId, blend: i32) -> Answer {
    m.world_state.brushes[brush].blend = numbers::brush_blend(blend);
    Ok(())
}

/// Sets a brush's effects, which add up: 1 full-bright, 2 vertex colours, 4 flat, 8 no fog, 16 both sides, 32 vertex alpha.
#[command(BrushFX)]
fn brush_fx(m: &mut Machine, brush: BrushId, fx: i32) -> Answer {
    m.world_state.brushes[brush].effects = numbers::effects(fx);
    Ok(())
}

/// Paints an entity with a brush.
#[command(PaintEntity)]
fn paint_entity(m: &mut Machine, entity: EntityId, brush: BrushId) -> Answer {
    let brush = m.world_state.brushes[brush].clone();
    *m.entity_brush(entity)? = brush;
    Ok(())
}

/// A new brush that paints as the entity is painted.
#[command(GetEntityBrush)]
fn get_entity_brush(m: &mut Machine, entity: EntityId) -> Answer<i32> {
    let brush = m.entity_brush(entity)?.clone();
    m.add_brush(brush)
}

/// Paints all surfaces of a mesh with a brush.
#[command(PaintMesh)]
fn paint_mesh(m: &mut Machine, mesh: MeshEntity, brush: BrushId) -> Answer {
    let brush = m.world_state.brushes[brush].clone();
    for surface in &mut m.mesh(mesh)?.surfaces {
        surface.brush = brush.clone();
    }
    Ok(())
}

/// Paints a surface with a brush.
#[command(PaintSurface)]
fn paint_surface(m: &mut Machine, surface: SurfaceId, brush: BrushId) -> Answer {
    let brush = m.world_state.brushes[brush].clone();
    m.surface(surface)?.brush = brush;
    Ok(())
}

/// A new brush that paints as the surface is painted.
#[command(GetSurfaceBrush)]
fn get_surface_brush(m: &mut Machine, surface: SurfaceId) -> Answer<i32> {
    let brush = m.surface(surface)?.brush.clone();
    m.add_brush(brush)
}

#[cfg(test)]
mod tests {
    use flitz_runtime::scene::{
        Brush, BrushTexture, EntityKind, Image, Texture, TextureFlags, TextureId,
    };

    use crate::command::Held;
    use crate::machine::Machine;
    use crate::testing::call;

    #[test]
    fn a_texture_lives_as_long_as_a_handle_a_brush_or_an_entity_holds_it() {
        let mut m = Machine::for_tests();
        let handle = m
            .add_texture(
                Texture::new(Image::filled(1, 1, [0; 4]), TextureFlags::COLOR, ""),
                "",
            )
            .unwrap();
        let texture = TextureId::find(&m, handle).unwrap();
        let mut brush = Brush::default();
        brush.textures[2] = Some(BrushTexture { texture, frame: 0 });
        let entity = m.world.create(EntityKind::Pivot, None);
        m.world.get_mut(entity).unwrap().brush = brush.clone();
        let brush = m.add_brush(brush).unwrap();

        call(&mut m, "FreeTexture", (handle,));
        assert!(m.world.textures.contains_key(texture), "the brush holds it");
        call(&mut m, "FreeBrush", (brush,));
        assert!(
            m.world.textures.contains_key(texture),
            "the entity shows it"
        );
        m.world.free(entity);
        assert!(!m.world.textures.contains_key(texture), "nothing holds it");
    }
}
