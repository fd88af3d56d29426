//! Bringing model files and pictures into the world.

use std::io;
use std::sync::Arc;

use flitz_interpreter::host::Interrupt;
use flitz_runtime::assets;
use flitz_runtime::scene::{
    EntityId, ModelData, ModelTexture, Pixels, Texture, TextureId, TextureSource,
};

use crate::handles::Kind;
use crate::machine::Machine;

impl Machine {
    /// Loads a model file into the world.
    pub(crate) fn load_model_entity(
        &mut self,
        command: &str,
        path: &str,
        parent: Option<EntityId>,
    ) -> Result<Option<EntityId>, Interrupt> {
        let Some((model, textures)) = self.model_for(command, path) else {
            return Ok(None);
        };
        let root = self.world.instantiate(&model, &textures, parent);
        self.release_model_textures(textures);
        if let Some(root) = root {
            self.handles.add(Kind::Entity, root.to_bits(), path)?;
        }
        Ok(root)
    }

    /// Loads a model file as one plain mesh, as its nodes stand in the file, not in the first frame of its animation.
    pub(crate) fn load_plain_mesh(
        &mut self,
        command: &str,
        path: &str,
        parent: Option<EntityId>,
    ) -> Result<Option<EntityId>, Interrupt> {
        let Some((mut model, textures)) = self.model_for(command, path) else {
            return Ok(None);
        };
        model.animated.clear();
        let whole = self
            .world
            .instantiate(&model, &textures, None)
            .map(|parts| {
                let whole = self.world.collapse(parts, parent, model.skin_rule);
                self.world.free(parts);
                whole
            });
        self.release_model_textures(textures);
        if let Some(whole) = whole {
            self.handles.add(Kind::Entity, whole.to_bits(), path)?;
        }
        Ok(whole)
    }

    /// Reads a model file and loads its textures, saying what is missing. Where the file cannot be used, a note says why, and so does the
    /// later use of the 0 that the command gives.
    fn model_for(
        &mut self,
        command: &str,
        path: &str,
    ) -> Option<(ModelData, Vec<Option<TextureId>>)> {
        let model = match self.read_model(path) {
            Ok(model) => model,
            Err(why) => {
                let why = format!("the model was not loaded: {why}");
                self.console.note(&format!("{command} \"{path}\": {why}"));
                self.handles.note_failure(Kind::Entity, why);
                return None;
            }
        };
        for note in &model.notes {
            self.console.note(&format!("{command} \"{path}\": {note}"));
        }
        let textures = model
            .textures
            .iter()
            .map(|t| self.model_texture(command, path, t))
            .collect();
        Some((model, textures))
    }

    /// A model's own brushes hold its textures from now on: they go when the last of it goes.
    fn release_model_textures(&mut self, textures: Vec<Option<TextureId>>) {
        for id in textures.into_iter().flatten() {
            self.world.release_texture(id);
        }
    }

    /// Reads and understands a model file; the error is a sentence that names the path tried.
    pub(crate) fn read_model(&self, path: &str) -> Result<ModelData, String> {
        let bytes = self.files.load(path).map_err(|e| self.not_read(path, &e))?;
        let folder = folder_of(path);
        let mut side_file = |name: &str| self.files.load(&format!("{folder}{name}")).ok();
        assets::load_model(&bytes, path, &mut side_file).map_err(|e| {
            format!(
                "{} is no model that can be used: {e}",
                self.files.find(path).display()
            )
        })
    }

    pub(crate) fn not_read(&self, path: &str, error: &io::Error) -> String {
        let tried = self.files.find(path);
        match error.kind() {
            io::ErrorKind::NotFound => format!("there is no file {}.", tried.display()),
            _ => format!("the file {} cannot be read: {error}.", tried.display()),
        }
    }

    /// The texture a model asks for: beside the model first, then where the model says. A missing one is a note, not an error.
    fn model_texture(
        &mut self,
        command: &str,
        model: &str,
        wanted: &ModelTexture,
    ) -> Option<TextureId> {
        let mut texture = match &wanted.source {
            TextureSource::Embedded(name, image) => {
                let flags = self
                    .world_state
                    .texture_filters
                    .flags_for(name, wanted.flags);
                Texture::of(Pixels::new(vec![Arc::clone(image)]), flags, name.as_str())
            }
            TextureSource::File(name) => {
                let flags = self
                    .world_state
                    .texture_filters
                    .flags_for(name, wanted.flags);
                let tries = assets::texture_paths(model, name);
                let mut why = None;
                let loaded = tries
                    .iter()
                    .find_map(|path| match self.load_texture(path, flags) {
                        Ok(texture) => Some(texture),
                        Err(error) => {
                            why.get_or_insert(error);
                            None
                        }
                    });
                match loaded {
                    Some(texture) => texture,
                    None => {
                        // A texture without a name is none.
                        if let Some(why) = why {
                            self.console.note(&format!(
                                "{command} \"{model}\": its texture \"{name}\" is missing: {why}"
                            ));
                        }
                        return None;
                    }
                }
            }
        };
        texture.blend = wanted.blend;
        texture.scale = wanted.scale;
        texture.position = wanted.position;
        texture.rotation = wanted.rotation;
        texture.sampling = wanted.sampling;
        Some(self.world.textures.insert(texture))
    }
}

/// The folder part of a path, with its separator; empty where there is none.
fn folder_of(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or("", |at| &path[..=at])
}

#[cfg(test)]
mod tests {
    use super::folder_of;

    #[test]
    fn folders_end_at_the_last_separator_of_either_kind() {
        assert_eq!(folder_of("a.b3d"), "");
        assert_eq!(folder_of("media\\x/a.b3d"), "media\\x/");
    }
}
