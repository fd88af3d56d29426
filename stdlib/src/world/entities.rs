//! Entities as such: making, freeing, naming, hanging one on another.

use flitz_interpreter::text::Str;
use flitz_runtime::scene::{EntityId, EntityKind};

use crate::command::commands;
use crate::handles::Kind;
use crate::machine::Machine;

impl Machine {
    /// Says that a copy of this entity is none of its kind.
    fn note_copy(&mut self, id: EntityId) {
        let word = match self.world.get(id).map(|e| (&e.kind, e.kind_word())) {
            Some((EntityKind::Camera(_) | EntityKind::Light(_) | EntityKind::Terrain(_), word)) => {
                word
            }
            _ => return,
        };
        self.console.note(&format!(
            "CopyEntity: the copy of a {word} is a pivot, as in Blitz3D. Make a second {word} instead."
        ));
    }
}

commands! {
    group "entities";

    /// Makes a pivot: an entity that shows nothing, to hang others on. Returns its handle.
    fn CreatePivot(m, parent: Int = 0) -> Int {
        let parent = m.entity_or_none(parent)?;
        let id = m.world.create(EntityKind::Pivot, parent);
        m.entity_handle(id)
    }

    /// Copies an entity with everything below it. Meshes are shared, the animation starts anew. Returns the copy's handle.
    ///
    /// Of cameras, lights and terrains the copy is a pivot.
    fn CopyEntity(m, entity: Int, parent: Int = 0) -> Int {
        let id = m.entity(entity)?;
        let parent = m.entity_or_none(parent)?;
        m.note_copy(id);
        let copy = m.world.copy(id, parent);
        m.entity_handle(copy)
    }

    /// Frees an entity and everything below it. 0 is allowed and does nothing.
    fn FreeEntity(m, entity: Int) {
        if entity != 0 {
            let id = m.entity(entity)?;
            for freed in m.world.free(id) {
                m.handles.remove_key(Kind::Entity, freed.to_bits());
            }
        }
        Ok(())
    }

    /// Hides an entity and everything below it.
    fn HideEntity(m, entity: Int) {
        let id = m.entity(entity)?;
        if let Some(entity) = m.world.get_mut(id) {
            entity.visible = false;
        }
        Ok(())
    }

    /// Shows a hidden entity again.
    fn ShowEntity(m, entity: Int) {
        let id = m.entity(entity)?;
        if let Some(entity) = m.world.get_mut(id) {
            entity.visible = true;
        }
        Ok(())
    }

    /// Sets the drawing order: above 0 is drawn before everything else, below 0 after, both without regard to depth.
    fn EntityOrder(m, entity: Int, order: Int) {
        let id = m.entity(entity)?;
        if let Some(entity) = m.world.get_mut(id) {
            entity.order = order;
        }
        Ok(())
    }

    /// Lets an entity fade away between two distances from the camera.
    fn EntityAutoFade(m, entity: Int, near: Float, far: Float) {
        let id = m.entity(entity)?;
        if let Some(entity) = m.world.get_mut(id) {
            entity.auto_fade = Some([near, far]);
        }
        Ok(())
    }

    /// Frees all entities, brushes and textures, or only those kinds that are 1.
    fn ClearWorld(m, entities: Int = 1, brushes: Int = 1, textures: Int = 1) {
        if entities != 0 {
            for id in m.world.clear_entities() {
                m.handles.remove_key(Kind::Entity, id.to_bits());
            }
            m.default_view = Default::default();
        }
        if brushes != 0 {
            m.brushes.clear(&mut m.handles);
        }
        if textures != 0 {
            m.textures.clear(&mut m.handles);
        }
        m.release_loose_textures();
        Ok(())
    }

    /// Gives an entity a name, for FindChild.
    fn NameEntity(m, entity: Int, name: Str) {
        let id = m.entity(entity)?;
        if let Some(entity) = m.world.get_mut(id) {
            entity.name = name.to_text();
        }
        Ok(())
    }

    /// The name of an entity; entities from model files have the names they have there.
    fn EntityName(m, entity: Int) -> Str {
        let id = m.entity(entity)?;
        Ok(m.world.get(id).map_or(Str::EMPTY, |e| e.name.as_str().into()))
    }

    /// What an entity is, in one word: Pivot, Mesh, Camera, Light ...
    fn EntityClass(m, entity: Int) -> Str {
        let id = m.entity(entity)?;
        let word = m.world.get(id).map_or("", |e| e.kind_word());
        let mut letters = word.chars();
        let class = letters.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>();
        Ok(class.into())
    }

    /// Hangs an entity on another, or on nothing where `parent` is 0.
    ///
    /// With `global` 1 it stays where it is in the world; with 0 its position, rotation and scale are taken as relative to the new parent.
    /// Where it hangs on that parent already, nothing changes.
    fn EntityParent(m, entity: Int, parent: Int, global: Int = 1) {
        let id = m.entity(entity)?;
        let parent = m.entity_or_none(parent)?;
        if !m.world.set_parent(id, parent, global != 0) {
            return Err(flitz_interpreter::host::Interrupt::error(
                "An entity cannot hang on itself or on something that hangs on it.",
            ));
        }
        Ok(())
    }

    /// The parent of an entity, 0 where it has none.
    fn GetParent(m, entity: Int) -> Int {
        let id = m.entity(entity)?;
        let parent = m.world.get(id).and_then(|e| e.parent());
        m.entity_handle(parent)
    }

    /// How many entities hang directly on this one.
    fn CountChildren(m, entity: Int) -> Int {
        let id = m.entity(entity)?;
        Ok(m.world.get(id).map_or(0, |e| e.children().len() as i32))
    }

    /// A child of an entity by its number, from 1; 0 where there is none.
    fn GetChild(m, entity: Int, index: Int) -> Int {
        let id = m.entity(entity)?;
        let index = usize::try_from(index).ok().and_then(|i| i.checked_sub(1));
        let child = m.world.get(id).and_then(|e| e.children().get(index?).copied());
        m.entity_handle(child)
    }

    /// The first entity of this name at or below an entity, however deep; 0 where there is none. Letter case counts.
    fn FindChild(m, entity: Int, name: Str) -> Int {
        let id = m.entity(entity)?;
        let child = m.world.find_child(id, &name.to_text());
        m.entity_handle(child)
    }
}
