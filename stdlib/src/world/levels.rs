//! Levels: the maps of Quake III.

use flitz_interpreter::string::Str;
use flitz_runtime::assets;
use flitz_runtime::scene::{EntityId, LevelData, TextureFlags, TextureId};

use super::{LevelEntity, color};
use crate::command::{Answer, Group, command, group};
use crate::handles::Kind;
use crate::machine::Machine;

/// Endings of the textures' files, in the order in which they are tried.
const ENDINGS: [&str; 4] = [".tga", ".jpg", ".png", ".dds"];

impl Machine {
    fn read_level(&self, path: &str, gamma: f32) -> Result<LevelData, String> {
        let bytes = self.files.load(path).map_err(|e| self.not_read(path, &e))?;
        assets::load_level(&bytes, gamma).map_err(|e| {
            let shown = self.files.find(path).display().to_string();
            format!("{shown} is no level that can be used: {e}")
        })
    }

    /// The texture that a level names: beside it or from the program's folder, with any of the endings. A missing one is a note.
    fn level_texture(&mut self, path: &str, name: &str) -> Option<TextureId> {
        for ending in ENDINGS {
            let file = format!("{name}{ending}");
            let flags = self
                .world_state
                .texture_filters
                .flags_for(&file, TextureFlags::COLOR);
            for tried in assets::texture_paths(path, &file) {
                // What is there but cannot be read is told, and another ending may do.
                if !self.files.find(&tried).is_file() {
                    continue;
                }
                match self.load_texture(&tried, flags) {
                    Ok(texture) => return Some(self.world.textures.insert(texture)),
                    Err(why) => self.console.note(&format!(
                        "LoadBSP \"{path}\": its texture \"{name}\" was not loaded: {why}"
                    )),
                }
            }
        }
        self.console.note(&format!(
            "LoadBSP \"{path}\": its texture \"{name}\" is missing: there is no such file with the ending .tga, .jpg or .png."
        ));
        None
    }

    fn load_level(
        &mut self,
        path: &str,
        gamma: f32,
        parent: Option<EntityId>,
    ) -> Answer<Option<EntityId>> {
        let data = match self.read_level(path, gamma) {
            Ok(data) => data,
            Err(why) => {
                let why = format!("the level was not loaded: {why}");
                self.console.note(&format!("LoadBSP \"{path}\": {why}"));
                self.handles.note_failure(Kind::Entity, why);
                return Ok(None);
            }
        };
        for note in &data.notes {
            self.console.note(&format!("LoadBSP \"{path}\": {note}"));
        }
        let used = |at: usize| data.surfaces.iter().any(|s| s.texture == Some(at));
        let names = data.texture_names.iter().enumerate();
        let textures: Vec<Option<TextureId>> = names
            .map(|(at, name)| used(at).then(|| self.level_texture(path, name)).flatten())
            .collect();
        let id = self.world.create_level(data, &textures, parent);
        for texture in textures.into_iter().flatten() {
            self.world.release_texture(texture);
        }
        self.handles.add(Kind::Entity, id.to_bits(), path)?;
        Ok(Some(id))
    }
}

/// The commands of this file.
pub const COMMANDS: Group = group!("levels", [load_bsp, bsp_lighting, bsp_ambient_light]);

/// Loads a level of Quake III, a `.bsp` file, and returns its handle, or 0 where it could not be loaded.
///
/// The files of its textures (`.tga`, `.jpg` or `.png`) are looked for beside it and from the program's folder. `gamma_adj` brightens its
/// lightmaps: 0 leaves them as they are, 1 makes them white. A level is large: one unit of Quake is one unit here, so ScaleEntity makes it
/// fit.
///
/// What cannot be seen from the camera's place is not drawn. EntityType and EntityPickMode take its polygons; how its surfaces look is theirs,
/// so EntityColor, EntityTexture and their kin do not change it.
///
///     level = LoadBSP("maps/arena.bsp", .3)
///     ScaleEntity level, .05, .05, .05
///     EntityType level, 2
#[command(LoadBSP, permission = Read, defaults(gamma_adj = 0.0, parent = 0))]
fn load_bsp(m: &mut Machine, file: &Str, gamma_adj: f32, parent: Option<EntityId>) -> Answer<i32> {
    let level = m.load_level(&file.to_text(), gamma_adj, parent)?;
    m.entity_handle(level)
}

/// Lights a level by its lightmaps, where `use_lightmaps` is 1 as it is at first, or else by the colours of its vertices. Copies of the level
/// follow.
#[command(BSPLighting)]
fn bsp_lighting(m: &mut Machine, bsp: LevelEntity, use_lightmaps: bool) -> Answer {
    m.world.set_lightmapped(bsp.0, use_lightmaps);
    Ok(())
}

/// Sets the light, each part 0 to 255, that falls on all of a level beside its lightmaps: black at first. AmbientLight and directional lights
/// do not light levels; point lights and spot lights do. Copies of the level follow.
#[command(BSPAmbientLight)]
fn bsp_ambient_light(m: &mut Machine, bsp: LevelEntity, red: f32, green: f32, blue: f32) -> Answer {
    if let Some(instance) = m.world.get(bsp.0).and_then(|e| e.level()) {
        instance.level.set_ambient(color(red, green, blue));
    }
    Ok(())
}
