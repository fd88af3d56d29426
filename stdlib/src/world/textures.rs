//! Textures and how entities are painted with them.

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::text::Str;
use flitz_runtime::scene::brush::TEXTURE_LAYERS;
use flitz_runtime::scene::{BrushTexture, Image, Texture, TextureId, texture_flags};

use super::color;
use crate::command::commands;
use crate::handles::Kind;
use crate::machine::Machine;

/// The rules of `TextureFilter`: a text, and the flags that every texture file with this text in its name gets.
pub struct TextureFilters(Vec<(String, u32)>);

impl Default for TextureFilters {
    fn default() -> Self {
        Self(vec![(
            String::new(),
            texture_flags::COLOR | texture_flags::MIPMAPPED,
        )])
    }
}

impl TextureFilters {
    /// The flags a texture of this file name gets.
    pub fn flags_for(&self, name: &str, flags: u32) -> u32 {
        let name = name.to_lowercase();
        let flags = self
            .0
            .iter()
            .filter(|(text, _)| name.contains(text))
            .fold(flags, |all, (_, more)| all | more);
        with_implied(flags)
    }
}

/// Masked textures are colour textures with an alpha channel.
fn with_implied(flags: u32) -> u32 {
    if flags & texture_flags::MASKED != 0 {
        flags | texture_flags::COLOR | texture_flags::ALPHA
    } else {
        flags
    }
}

impl Machine {
    /// Gives a texture a place in the world and a handle.
    pub(crate) fn add_texture(&mut self, texture: Texture) -> Result<i32, Interrupt> {
        let about = texture.name.clone();
        let id = self.world.textures.insert(texture);
        self.handles.add(Kind::Texture, id.to_bits(), &about)
    }

    /// The handle of a texture that was loaded, or 0 with a note that says why it was not.
    fn add_loaded_texture(
        &mut self,
        command: &str,
        name: &str,
        loaded: Result<Texture, String>,
    ) -> Result<i32, Interrupt> {
        match loaded {
            Ok(texture) => self.add_texture(texture),
            Err(why) => {
                let why = format!("the texture was not loaded: {why}");
                self.console.note(&format!("{command} \"{name}\": {why}"));
                self.handles.note_failure(Kind::Texture, why);
                Ok(0)
            }
        }
    }

    /// Lets go of every texture that neither a handle nor a brush of the program holds any more. What is painted with it keeps it, as
    /// in Blitz3D: the world drops it with its last user.
    pub(super) fn release_loose_textures(&mut self) {
        let held = |id: TextureId| {
            let layers = self
                .brushes
                .iter()
                .flat_map(|brush| brush.textures.iter().flatten());
            self.handles.has(Kind::Texture, id.to_bits())
                || layers.into_iter().any(|layer| layer.texture == id)
        };
        let loose: Vec<TextureId> = self.world.textures.keys().filter(|&id| !held(id)).collect();
        for id in loose {
            self.world.release_texture(id);
        }
    }

    fn edit_texture(
        &mut self,
        handle: i32,
        edit: impl FnOnce(&mut Texture),
    ) -> Result<(), Interrupt> {
        let id = self.texture(handle)?;
        if let Some(texture) = self.world.textures.get_mut(id) {
            edit(texture);
        }
        Ok(())
    }

    fn texture_size(&self, handle: i32) -> Result<(u32, u32), Interrupt> {
        let id = self.texture(handle)?;
        let frame = self.world.textures.get(id).and_then(|t| t.frames.first());
        Ok(frame.map_or((0, 0), |f| (f.width, f.height)))
    }
}

/// A brush layer's number, 0 to 7, from a command's argument.
pub(super) fn layer(index: i32) -> Result<usize, Interrupt> {
    usize::try_from(index)
        .ok()
        .filter(|&i| i < TEXTURE_LAYERS)
        .ok_or_else(|| {
            Interrupt::Error(format!(
                "A texture layer is a number from 0 to {}, not {index}.",
                TEXTURE_LAYERS - 1
            ))
        })
}

commands! {
    group "textures";

    /// Loads a picture as a texture and returns its handle, or 0 where there is none.
    ///
    /// `flags` add up: 1 colour, 2 alpha, 4 masked (black is see-through), 8 mipmaps, 16 clamp across, 32 clamp down, 64 sphere map,
    /// 128 cube map. Colour and mipmaps are always on unless ClearTextureFilters was called.
    fn LoadTexture(m, file: Str, flags: Int = 1) -> Int {
        let name = file.to_text();
        let flags = m.texture_filters.flags_for(&name, flags as u32);
        let loaded = m.load_texture(&name, flags);
        m.add_loaded_texture("LoadTexture", &name, loaded)
    }

    /// Loads a picture as a texture of several frames, `count` of them from number `first`, each `width` by `height` pixels of the picture, row by
    /// row. Returns its handle, or 0 where it could not be loaded.
    fn LoadAnimTexture(m, file: Str, flags: Int, width: Int, height: Int, first: Int, count: Int) -> Int {
        let name = file.to_text();
        let flags = m.texture_filters.flags_for(&name, flags as u32);
        let loaded = m.load_texture(&name, flags).and_then(|mut texture| {
            let [width, height, first, count] = [width, height, first, count].map(|v| v.max(0) as u32);
            if texture.cut_frames(width, height, first, count) {
                Ok(texture)
            } else {
                Err(format!("{name} does not hold {count} frames of {width} by {height} pixels from number {first} on."))
            }
        });
        m.add_loaded_texture("LoadAnimTexture", &name, loaded)
    }

    /// Makes a texture of this size, black, with one frame or several, and returns its handle.
    fn CreateTexture(m, width: Int, height: Int, flags: Int = 0, frames: Int = 1) -> Int {
        let side = |v: i32| u32::try_from(v).ok().filter(|&v| (1..=16384).contains(&v));
        let (Some(width), Some(height)) = (side(width), side(height)) else {
            return Err(Interrupt::error("A texture is 1 to 16384 pixels wide and high."));
        };
        if !(1..=4096).contains(&frames) {
            return Err(Interrupt::error("A texture has 1 to 4096 frames."));
        }
        // A cube map has six faces and no frames.
        let frames = if flags as u32 & texture_flags::CUBE_MAP != 0 { 6 } else { frames };
        let bytes = u64::from(width) * u64::from(height) * frames as u64 * 4;
        if bytes > 1 << 30 {
            return Err(Interrupt::error("This texture would take more than a gigabyte."));
        }
        let flags = with_implied(flags as u32);
        let frame = std::sync::Arc::new(Image::filled(width, height, [0, 0, 0, 255]));
        let mut texture = Texture::new(Image::filled(0, 0, [0; 4]), flags, "made by CreateTexture");
        texture.frames = vec![frame; frames as usize];
        m.add_texture(texture)
    }

    /// Frees a texture. What it is painted on loses it. 0 is allowed and does nothing.
    fn FreeTexture(m, texture: Int) {
        if texture != 0 {
            let id = m.texture(texture)?;
            m.handles.remove_key(Kind::Texture, id.to_bits());
            m.release_loose_textures();
        }
        Ok(())
    }

    /// Sets how a texture is laid over the layers below: 0 not at all, 1 by its alpha, 2 multiply, 3 add, 4 dot3, 5 multiply by two.
    fn TextureBlend(m, texture: Int, blend: Int) {
        m.edit_texture(texture, |t| t.blend = blend.max(0) as u32)
    }

    /// Sets which of a vertex's two sets of texture coordinates a texture uses: 0 or 1.
    fn TextureCoords(m, texture: Int, coords: Int) {
        m.edit_texture(texture, |t| {
            t.flags &= !texture_flags::COORDS_2;
            if coords != 0 {
                t.flags |= texture_flags::COORDS_2;
            }
        })
    }

    /// Sets the size of a texture on what it is painted on: 2 makes it twice as large.
    fn ScaleTexture(m, texture: Int, u_scale: Float, v_scale: Float) {
        m.edit_texture(texture, |t| t.scale = [u_scale, v_scale])
    }

    /// Turns a texture by an angle in degrees.
    fn RotateTexture(m, texture: Int, angle: Float) {
        m.edit_texture(texture, |t| t.rotation = angle)
    }

    /// Moves a texture on what it is painted on; 1 is a whole texture.
    fn PositionTexture(m, texture: Int, u_offset: Float, v_offset: Float) {
        m.edit_texture(texture, |t| t.position = [u_offset, v_offset])
    }

    /// Sets the face of a cube map that drawing goes to: 0 left, 1 ahead, 2 right, 3 behind, 4 above, 5 below.
    fn SetCubeFace(m, texture: Int, face: Int) {
        if !(0..6).contains(&face) {
            return Err(Interrupt::error("A cube map has the faces 0 to 5."));
        }
        m.edit_texture(texture, |t| t.cube_face = face as usize)
    }

    /// The width of a texture in pixels.
    fn TextureWidth(m, texture: Int) -> Int {
        Ok(m.texture_size(texture)?.0 as i32)
    }

    /// The height of a texture in pixels.
    fn TextureHeight(m, texture: Int) -> Int {
        Ok(m.texture_size(texture)?.1 as i32)
    }

    /// The file a texture came from.
    fn TextureName(m, texture: Int) -> Str {
        let id = m.texture(texture)?;
        Ok(m.world.textures.get(id).map_or(Str::EMPTY, |t| t.name.as_str().into()))
    }

    /// Forgets all texture filters, the built-in one (colour and mipmaps for every texture) too.
    fn ClearTextureFilters(m) {
        m.texture_filters.0.clear();
        Ok(())
    }

    /// Adds flags to every texture loaded from now on whose file name holds this text.
    fn TextureFilter(m, match_text: Str, texture_flags: Int = 0) {
        m.texture_filters.0.push((match_text.to_text().to_lowercase(), texture_flags as u32));
        Ok(())
    }

    /// Sets an entity's colour, each part 0 to 255.
    fn EntityColor(m, entity: Int, red: Float, green: Float, blue: Float) {
        m.entity_brush(entity)?.color = color(red, green, blue);
        Ok(())
    }

    /// Sets how opaque an entity is: 0 invisible, 1 opaque.
    fn EntityAlpha(m, entity: Int, alpha: Float) {
        m.entity_brush(entity)?.alpha = alpha;
        Ok(())
    }

    /// Sets how much an entity shines: 0 not at all, 1 fully.
    fn EntityShininess(m, entity: Int, shininess: Float) {
        m.entity_brush(entity)?.shininess = shininess;
        Ok(())
    }

    /// Paints an entity with a texture: which of the texture's frames, and in which of the eight layers. 0 takes the layer's texture away.
    fn EntityTexture(m, entity: Int, texture: Int, frame: Int = 0, index: Int = 0) {
        let layer = layer(index)?;
        let texture: Option<TextureId> = if texture == 0 { None } else { Some(m.texture(texture)?) };
        let brush = m.entity_brush(entity)?;
        brush.textures[layer] = texture.map(|texture| BrushTexture { texture, frame: frame.max(0) as u32 });
        Ok(())
    }

    /// Sets how an entity is laid over what is behind it: 0 by itself, 1 by its alpha, 2 multiply, 3 add.
    fn EntityBlend(m, entity: Int, blend: Int) {
        m.entity_brush(entity)?.blend = blend.max(0) as u32;
        Ok(())
    }

    /// Sets effects, which add up: 1 full-bright, 2 vertex colours, 4 flat, 8 no fog, 16 both sides, 32 vertex alpha.
    fn EntityFX(m, entity: Int, fx: Int) {
        m.entity_brush(entity)?.fx = fx as u32;
        Ok(())
    }
}
