//! Brushes: ways of painting that a program keeps apart from what is painted.

use flitz_interpreter::host::Interrupt;
use flitz_runtime::scene::{Brush, BrushTexture};

use super::color;
use crate::command::commands;
use crate::handles::Kind;
use crate::machine::Machine;

impl Machine {
    pub(super) fn brush(&self, handle: i32) -> Result<&Brush, Interrupt> {
        self.brushes.get(&self.handles, handle)
    }

    fn brush_mut(&mut self, handle: i32) -> Result<&mut Brush, Interrupt> {
        self.brushes.get_mut(&self.handles, handle)
    }

    pub(super) fn add_brush(&mut self, brush: Brush) -> Result<i32, Interrupt> {
        self.brushes.add(&mut self.handles, brush, "")
    }
}

commands! {
    group "brushes";

    /// Makes a brush of a colour, each part 0 to 255, and returns its handle.
    fn CreateBrush(m, red: Float = 255.0, green: Float = 255.0, blue: Float = 255.0) -> Int {
        m.need_3d()?;
        m.add_brush(Brush { color: color(red, green, blue), ..Brush::default() })
    }

    /// Makes a brush with the texture of a file and returns its handle, or 0 where the file could not be loaded.
    ///
    /// The scales are those of ScaleTexture: 2 makes the texture twice as large.
    fn LoadBrush(m, file: Str, texture_flags: Int = 1, u_scale: Float = 1.0, v_scale: Float = 1.0) -> Int {
        let name = file.to_text();
        let flags = m.texture_filters.flags_for(&name, texture_flags as u32);
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

    /// Frees a brush. What was painted with it stays painted. 0 is allowed and does nothing.
    fn FreeBrush(m, brush: Int) {
        if brush != 0 {
            m.brushes.remove(&mut m.handles, brush)?;
            m.release_loose_textures();
        }
        Ok(())
    }

    /// Sets a brush's colour, each part 0 to 255.
    fn BrushColor(m, brush: Int, red: Float, green: Float, blue: Float) {
        m.brush_mut(brush)?.color = color(red, green, blue);
        Ok(())
    }

    /// Sets how opaque a brush paints: 0 invisible, 1 opaque.
    fn BrushAlpha(m, brush: Int, alpha: Float) {
        m.brush_mut(brush)?.alpha = alpha;
        Ok(())
    }

    /// Sets how much what a brush paints shines: 0 not at all, 1 fully.
    fn BrushShininess(m, brush: Int, shininess: Float) {
        m.brush_mut(brush)?.shininess = shininess;
        Ok(())
    }

    /// Puts a texture into one of a brush's eight layers: which of its frames, and in which layer.
    fn BrushTexture(m, brush: Int, texture: Int, frame: Int = 0, index: Int = 0) {
        let painted = m.layer_texture(texture, frame)?;
        let layer = m.layer("BrushTexture", index);
        if let (brush, Some(layer)) = (m.brush_mut(brush)?, layer) {
            brush.textures[layer] = painted;
        }
        Ok(())
    }

    /// A new handle of the texture in a layer of a brush; FreeTexture frees it as any other. Where the layer has no texture it is an empty
    /// one: its name is "".
    fn GetBrushTexture(m, brush: Int, index: Int = 0) -> Int {
        let layer = m.layer("GetBrushTexture", index);
        let textures = m.brush(brush)?.textures;
        m.share_texture(layer.and_then(|layer| textures[layer]).map(|found| found.texture))
    }

    /// Sets how what a brush paints is laid over what is behind it: 0 by itself, 1 by its alpha, 2 multiply, 3 add.
    fn BrushBlend(m, brush: Int, blend: Int) {
        m.brush_mut(brush)?.blend = blend.max(0) as u32;
        Ok(())
    }

    /// Sets a brush's effects, which add up: 1 full-bright, 2 vertex colours, 4 flat, 8 no fog, 16 both sides, 32 vertex alpha.
    fn BrushFX(m, brush: Int, fx: Int) {
        m.brush_mut(brush)?.fx = fx as u32;
        Ok(())
    }

    /// Paints an entity with a brush.
    fn PaintEntity(m, entity: Int, brush: Int) {
        let brush = m.brush(brush)?.clone();
        *m.entity_brush(entity)? = brush;
        Ok(())
    }

    /// A new brush that paints as the entity is painted.
    fn GetEntityBrush(m, entity: Int) -> Int {
        let brush = m.entity_brush(entity)?.clone();
        m.add_brush(brush)
    }

    /// Paints all surfaces of a mesh with a brush.
    fn PaintMesh(m, mesh: Int, brush: Int) {
        let brush = m.brush(brush)?.clone();
        for surface in &mut m.mesh(mesh)?.surfaces {
            surface.brush = brush.clone();
        }
        Ok(())
    }

    /// Paints a surface with a brush.
    fn PaintSurface(m, surface: Int, brush: Int) {
        let brush = m.brush(brush)?.clone();
        m.surface(surface)?.brush = brush;
        Ok(())
    }

    /// A new brush that paints as the surface is painted.
    fn GetSurfaceBrush(m, surface: Int) -> Int {
        let brush = m.surface(surface)?.brush.clone();
        m.add_brush(brush)
    }
}

#[cfg(test)]
mod tests {
    use flitz_runtime::scene::{Brush, BrushTexture, EntityKind, Image, Texture};

    use crate::machine::Machine;

    #[test]
    fn a_texture_lives_as_long_as_a_handle_a_brush_or_an_entity_holds_it() {
        let mut m = Machine::for_tests();
        let handle = m
            .add_texture(Texture::new(Image::filled(1, 1, [0; 4]), 1, ""), "")
            .unwrap();
        let texture = m.texture(handle).unwrap();
        let mut brush = Brush::default();
        brush.textures[2] = Some(BrushTexture { texture, frame: 0 });
        let entity = m.world.create(EntityKind::Pivot, None);
        m.world.get_mut(entity).unwrap().brush = brush.clone();
        let brush = m.add_brush(brush).unwrap();

        m.textures.remove(&mut m.handles, handle).unwrap();
        m.release_loose_textures();
        assert!(m.world.textures.contains_key(texture), "the brush holds it");
        m.brushes.remove(&mut m.handles, brush).unwrap();
        m.release_loose_textures();
        assert!(
            m.world.textures.contains_key(texture),
            "the entity shows it"
        );
        m.world.free(entity);
        assert!(!m.world.textures.contains_key(texture), "nothing holds it");
    }
}
