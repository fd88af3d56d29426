//! Textures and how entities are painted with them.

use std::collections::HashSet;
use std::sync::Arc;

use flitz_interpreter::host::Interrupt;
use flitz_interpreter::string::Str;
use flitz_runtime::scene::brush::TEXTURE_LAYERS;
use flitz_runtime::scene::{
    BrushTexture, EntityId, Image, Pixels, Texture, TextureFlags, TextureId, texture_side,
};

use super::texture_files::Cut;
use super::{color, numbers};
use crate::command::{Answer, Group, Held, IfAlive, command, group};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::store::{Key, Store, Stored};

/// One of the handles that a program holds a texture by, each freed for itself.
pub(crate) type TextureHandle = Key<TextureId>;

impl Stored for TextureId {
    const KIND: Kind = Kind::Texture;

    fn store(machine: &Machine) -> &Store<Self> {
        &machine.world_state.textures
    }
}

/// A texture, by whichever of its handles.
impl Held for TextureId {
    const KIND: Kind = Kind::Texture;

    fn find(machine: &Machine, handle: i32) -> Answer<Self> {
        Ok(machine.world_state.textures[TextureHandle::find(machine, handle)?])
    }
}

/// A texture whose handle is alive but which the world has lost: never seen, as the world keeps a texture as long as a handle holds it.
fn lost() -> Interrupt {
    Interrupt::error("This texture does not exist any more.")
}

/// The rules of `TextureFilter`: a text, and the flags that every texture file with this text in its name gets.
pub struct TextureFilters(Vec<(String, TextureFlags)>);

impl Default for TextureFilters {
    fn default() -> Self {
        Self(vec![(
            String::new(),
            TextureFlags::COLOR | TextureFlags::MIPMAPPED,
        )])
    }
}

impl TextureFilters {
    /// The flags a texture of this file name gets.
    pub fn flags_for(&self, name: &str, flags: TextureFlags) -> TextureFlags {
        let name = name.to_lowercase();
        let flags = self
            .0
            .iter()
            .filter(|(text, _)| name.contains(text))
            .fold(flags, |all, &(_, more)| all | more);
        with_implied(flags)
    }
}

/// Masked textures are colour textures with an alpha channel.
fn with_implied(flags: TextureFlags) -> TextureFlags {
    if flags.contains(TextureFlags::MASKED) {
        flags | TextureFlags::COLOR | TextureFlags::ALPHA
    } else {
        flags
    }
}

/// Most frames of a texture that a program makes.
const MOST_FRAMES: i32 = 4096;

/// Most bytes of a texture that a program makes: of one frame, and of all.
const MOST_BYTES: [u64; 2] = [1 << 27, 1 << 30];

impl Machine {
    /// Gives a texture a place in the world and a handle; `about` says in words which one it is.
    pub(crate) fn add_texture(&mut self, texture: Texture, about: &str) -> Result<i32, Interrupt> {
        let id = self.world.textures.insert(texture);
        self.world_state.textures.add(&mut self.handles, id, about)
    }

    /// Another handle of a texture; of an empty one where there is none.
    pub(super) fn share_texture(&mut self, id: Option<TextureId>) -> Result<i32, Interrupt> {
        let living = id.filter(|&id| self.world.textures.contains_key(id));
        match living {
            Some(id) => self.world_state.textures.add(&mut self.handles, id, ""),
            None => self.add_texture(
                Texture::of(Pixels::new(Vec::new()), TextureFlags::empty(), ""),
                "",
            ),
        }
    }

    /// The handle of a texture that was loaded, or 0 with a note that says why it was not.
    fn add_loaded_texture(
        &mut self,
        command: &str,
        name: &str,
        loaded: Result<Texture, String>,
    ) -> Result<i32, Interrupt> {
        match loaded {
            Ok(texture) => self.add_texture(texture, name),
            Err(why) => {
                let why = format!("the texture was not loaded: {why}");
                self.console.note(&format!("{command} \"{name}\": {why}"));
                self.handles.note_failure(Kind::Texture, why);
                Ok(0)
            }
        }
    }

    /// A black texture with sides raised to powers of two. Where it would be too large it has no frames, as in Blitz3D.
    fn blank_texture(
        &mut self,
        width: i32,
        height: i32,
        flags: TextureFlags,
        frames: i32,
    ) -> Texture {
        let [width, height] = [width, height].map(|v| texture_side(v.max(0) as u32));
        // A cube map has six faces and no frames.
        let count = if flags.contains(TextureFlags::CUBE_MAP) {
            6
        } else {
            frames.clamp(0, MOST_FRAMES)
        };
        let bytes = u64::from(width) * u64::from(height) * 4;
        let fits = bytes <= MOST_BYTES[0] && bytes * count as u64 <= MOST_BYTES[1];
        if !fits || count < frames {
            self.console.note(
                "CreateTexture: that much does not fit into memory; the texture has fewer frames, or none.",
            );
        }
        let count = if fits { count as usize } else { 0 };
        let blank = (count > 0).then(|| Arc::new(Image::filled(width, height, [0, 0, 0, 255])));
        let frames = blank.map_or_else(Vec::new, |frame| vec![frame; count]);
        Texture::of(Pixels::new(frames), with_implied(flags), "")
    }

    /// Lets go of every texture that neither a handle nor a brush of the program holds any more. What is painted with it keeps it, as
    /// in Blitz3D: the world drops it with its last user.
    pub(super) fn release_loose_textures(&mut self) {
        let layers = self
            .world_state
            .brushes
            .iter()
            .flat_map(|b| b.textures.iter().flatten());
        let mut held: HashSet<TextureId> = layers.map(|layer| layer.texture).collect();
        held.extend(self.world_state.textures.iter());
        let textures = self.world.textures.keys();
        let loose: Vec<TextureId> = textures.filter(|id| !held.contains(id)).collect();
        for id in loose {
            self.world.release_texture(id);
        }
    }

    fn texture_mut(&mut self, id: TextureId) -> Result<&mut Texture, Interrupt> {
        self.world.textures.get_mut(id).ok_or_else(lost)
    }

    fn texture_size(&self, id: TextureId) -> Result<[u32; 2], Interrupt> {
        let texture = self.world.textures.get(id).ok_or_else(lost)?;
        Ok(texture.pixels.size())
    }

    /// A frame of a texture to paint with; nothing where the texture does not have it.
    pub(super) fn layer_texture(&self, texture: TextureId, frame: i32) -> Option<BrushTexture> {
        let count = self.world.textures.get(texture)?.frame_count();
        let frame = u32::try_from(frame).ok().filter(|&f| (f as usize) < count);
        frame.map(|frame| BrushTexture { texture, frame })
    }

    /// A brush layer's number, 0 to 7, from a command's argument; `None` with a note for any other.
    pub(super) fn layer(&mut self, command: &str, index: i32) -> Option<usize> {
        let layer = usize::try_from(index).ok().filter(|&i| i < TEXTURE_LAYERS);
        if layer.is_none() {
            self.console.note(&format!(
                "{command}: a texture layer is a number from 0 to {}; with any other the command does nothing.",
                TEXTURE_LAYERS - 1
            ));
        }
        layer
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "textures",
    [
        load_texture,
        load_anim_texture,
        create_texture,
        free_texture,
        texture_blend,
        texture_coords,
        scale_texture,
        rotate_texture,
        position_texture,
        set_cube_face,
        set_cube_mode,
        texture_width,
        texture_height,
        texture_name,
        clear_texture_filters,
        texture_filter,
        entity_color,
        entity_alpha,
        entity_shininess,
        entity_texture,
        entity_blend,
        entity_fx
    ]
);

/// Loads a picture as a texture and returns its handle, or 0 where there is none.
///
/// Its sides are raised to powers of two, and the picture is stretched to fill it. Textures of one file, loaded with the same flags, share
/// their pixels: what is drawn on one shows on all.
///
/// `flags` add up: 1 colour, 2 alpha, 4 masked (black is see-through), 8 mipmaps, 16 clamp across, 32 clamp down, 64 sphere map,
/// 128 cube map. Colour and mipmaps are always on unless ClearTextureFilters was called.
#[command(LoadTexture, permission = Read, defaults(flags = 1))]
fn load_texture(m: &mut Machine, file: &Str, flags: i32) -> Answer<i32> {
    let name = file.to_text();
    let flags = m
        .world_state
        .texture_filters
        .flags_for(&name, numbers::texture_flags(flags));
    let loaded = m.load_texture(&name, flags);
    m.add_loaded_texture("LoadTexture", &name, loaded)
}

/// Loads a picture as a texture of several frames, `count` of them from number `first`, each `width` by `height` pixels of the picture, row by
/// row. Returns its handle, or 0 where it could not be loaded. Without a size or a count it is the whole picture.
#[command(LoadAnimTexture, permission = Read)]
fn load_anim_texture(
    m: &mut Machine,
    file: &Str,
    flags: i32,
    width: i32,
    height: i32,
    first: i32,
    count: i32,
) -> Answer<i32> {
    let name = file.to_text();
    let flags = m
        .world_state
        .texture_filters
        .flags_for(&name, numbers::texture_flags(flags));
    let loaded = m.load_texture_part(&name, flags, Cut::frames(width, height, first, count));
    m.add_loaded_texture("LoadAnimTexture", &name, loaded)
}

/// Makes a texture of this size, black, with one frame or several, and returns its handle. Its sides are raised to powers of two.
#[command(CreateTexture, defaults(flags = 0, frames = 1))]
fn create_texture(
    m: &mut Machine,
    width: i32,
    height: i32,
    flags: i32,
    frames: i32,
) -> Answer<i32> {
    let texture = m.blank_texture(width, height, numbers::texture_flags(flags), frames);
    m.add_texture(texture, "made by CreateTexture")
}

/// Frees a texture. What is painted with it keeps it. Freeing what is no texture, or none any more, does nothing.
#[command(FreeTexture)]
fn free_texture(m: &mut Machine, texture: IfAlive<TextureHandle>) -> Answer {
    if let Some(texture) = texture.0 {
        m.world_state.textures.remove(&mut m.handles, texture);
        m.release_loose_textures();
        m.forget_gone();
    }
    Ok(())
}

/// Sets how a texture is laid over the layers below: 0 not at all, 1 by its alpha, 2 multiply, 3 add, 4 dot3, 5 multiply by two.
#[command(TextureBlend)]
fn texture_blend(m: &mut Machine, texture: TextureId, blend: i32) -> Answer {
    m.texture_mut(texture)?.blend = numbers::texture_blend(blend);
    Ok(())
}

/// Sets which of a vertex's two sets of texture coordinates a texture uses: 0 or 1.
#[command(TextureCoords)]
fn texture_coords(m: &mut Machine, texture: TextureId, coords: i32) -> Answer {
    let texture = m.texture_mut(texture)?;
    texture.flags.set(TextureFlags::COORDS_2, coords & 1 != 0);
    Ok(())
}

/// Sets the size of a texture on what it is painted on: 2 makes it twice as large.
#[command(ScaleTexture)]
fn scale_texture(m: &mut Machine, texture: TextureId, u_scale: f32, v_scale: f32) -> Answer {
    m.texture_mut(texture)?.scale = [u_scale, v_scale];
    Ok(())
}

/// Turns a texture by an angle in degrees.
#[command(RotateTexture)]
fn rotate_texture(m: &mut Machine, texture: TextureId, angle: f32) -> Answer {
    m.texture_mut(texture)?.rotation = angle;
    Ok(())
}

/// Moves a texture on what it is painted on; 1 is a whole texture.
#[command(PositionTexture)]
fn position_texture(m: &mut Machine, texture: TextureId, u_offset: f32, v_offset: f32) -> Answer {
    m.texture_mut(texture)?.position = [u_offset, v_offset];
    Ok(())
}

/// Sets the face of a cube map that drawing goes to: 0 left, 1 ahead, 2 right, 3 behind, 4 above, 5 below.
#[command(SetCubeFace)]
fn set_cube_face(m: &mut Machine, texture: TextureId, face: i32) -> Answer {
    let Some(face) = numbers::cube_face(face) else {
        m.console
            .note("SetCubeFace: a cube map has the faces 0 to 5; any other changes nothing.");
        return Ok(());
    };
    m.texture_mut(texture)?.pixels.set_cube_face(face);
    Ok(())
}

/// Sets by what a cube map is laid on: 1 the reflected line of sight (as at first), 2 the normal, 3 the position as seen from the camera. The
/// map's faces lie along the world's axes; 4 more, so 5, 6 and 7, and they lie along the camera's.
///
/// All textures that share the pixels of a file follow.
#[command(SetCubeMode)]
fn set_cube_mode(m: &mut Machine, texture: TextureId, mode: i32) -> Answer {
    let texture = m.texture_mut(texture)?;
    texture.pixels.set_cube_mode(numbers::cube_mode(mode));
    Ok(())
}

/// The width of a texture in pixels.
#[command(TextureWidth)]
fn texture_width(m: &mut Machine, texture: TextureId) -> Answer<i32> {
    Ok(m.texture_size(texture)?[0] as i32)
}

/// The height of a texture in pixels.
#[command(TextureHeight)]
fn texture_height(m: &mut Machine, texture: TextureId) -> Answer<i32> {
    Ok(m.texture_size(texture)?[1] as i32)
}

/// The absolute path of the file a texture came from, in lower case; "" where it came from none.
#[command(TextureName)]
fn texture_name(m: &mut Machine, texture: TextureId) -> Answer<Str> {
    Ok(m.world
        .textures
        .get(texture)
        .map_or(Str::EMPTY, |t| t.name.as_str().into()))
}

/// Forgets all texture filters, the built-in one (colour and mipmaps for every texture) too.
#[command(ClearTextureFilters)]
fn clear_texture_filters(m: &mut Machine) -> Answer {
    m.world_state.texture_filters.0.clear();
    Ok(())
}

/// Adds flags to every texture loaded from now on whose file name holds this text.
#[command(TextureFilter, defaults(texture_flags = 0))]
fn texture_filter(m: &mut Machine, match_text: &Str, texture_flags: i32) -> Answer {
    m.world_state.texture_filters.0.push((
        match_text.to_text().to_lowercase(),
        numbers::texture_flags(texture_flags),
    ));
    Ok(())
}

/// Sets an entity's colour, each part 0 to 255.
#[command(EntityColor)]
fn entity_color(m: &mut Machine, entity: EntityId, red: f32, green: f32, blue: f32) -> Answer {
    m.entity_brush(entity)?.color = color(red, green, blue);
    Ok(())
}

/// Sets how opaque an entity is: 0 invisible, 1 opaque.
#[command(EntityAlpha)]
fn entity_alpha(m: &mut Machine, entity: EntityId, alpha: f32) -> Answer {
    m.entity_brush(entity)?.alpha = alpha;
    Ok(())
}

/// Sets how much an entity shines: 0 not at all, 1 fully.
#[command(EntityShininess)]
fn entity_shininess(m: &mut Machine, entity: EntityId, shininess: f32) -> Answer {
    m.entity_brush(entity)?.shininess = shininess;
    Ok(())
}

/// Paints an entity with a texture: which of the texture's frames, and in which of the eight layers. 0 takes the layer's texture away.
#[command(EntityTexture, defaults(frame = 0, index = 0))]
fn entity_texture(
    m: &mut Machine,
    entity: EntityId,
    texture: Option<TextureId>,
    frame: i32,
    index: i32,
) -> Answer {
    let painted = texture.and_then(|texture| m.layer_texture(texture, frame));
    let layer = m.layer("EntityTexture", index);
    if let (brush, Some(layer)) = (m.entity_brush(entity)?, layer) {
        brush.textures[layer] = painted;
    }
    Ok(())
}

/// Sets how an entity is laid over what is behind it: 0 by itself, 1 by its alpha, 2 multiply, 3 add.
#[command(EntityBlend)]
fn entity_blend(m: &mut Machine, entity: EntityId, blend: i32) -> Answer {
    m.entity_brush(entity)?.blend = numbers::brush_blend(blend);
    Ok(())
}

/// Sets effects, which add up: 1 full-bright, 2 vertex colours, 4 flat, 8 no fog, 16 both sides, 32 vertex alpha.
#[command(EntityFX)]
fn entity_fx(m: &mut Machine, entity: EntityId, fx: i32) -> Answer {
    m.entity_brush(entity)?.effects = numbers::effects(fx);
    Ok(())
}
