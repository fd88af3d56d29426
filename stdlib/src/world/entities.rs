//! Entities as such: making, freeing, naming, hanging one on another.

use flitz_interpreter::string::Str;
use flitz_runtime::scene::{EntityId, EntityKind};

use crate::command::{Answer, Group, command, group};
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

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "entities",
    [
        create_pivot,
        copy_entity,
        free_entity,
        hide_entity,
        show_entity,
        entity_order,
        entity_auto_fade,
        clear_world,
        name_entity,
        entity_name,
        entity_class,
        entity_parent,
        get_parent,
        count_children,
        get_child,
        find_child
    ]
);

/// Makes a pivot: an entity that shows nothing, to hang others on. Returns its handle.
#[command(CreatePivot, defaults(parent = 0))]
fn create_pivot(m: &mut Machine, parent: Option<EntityId>) -> Answer<i32> {
    let id = m.world.create(EntityKind::Pivot, parent);
    m.entity_handle(id)
}

/// Copies an entity with everything below it. Meshes are shared, the animation starts anew. Returns the copy's handle.
///
/// Of cameras, lights and terrains the copy is a pivot.
#[command(CopyEntity, defaults(parent = 0))]
fn copy_entity(m: &mut Machine, entity: EntityId, parent: Option<EntityId>) -> Answer<i32> {
    m.note_copy(entity);
    let copy = m.world.copy(entity, parent);
    m.entity_handle(copy)
}

/// Frees an entity and everything below it. 0 is allowed and does nothing.
#[command(FreeEntity)]
fn free_entity(m: &mut Machine, entity: Option<EntityId>) -> Answer {
    if let Some(entity) = entity {
        for freed in m.world.free(entity) {
            m.handles.remove_key(Kind::Entity, freed.to_bits());
        }
        m.forget_gone();
    }
    Ok(())
}

/// Hides an entity and everything below it.
#[command(HideEntity)]
fn hide_entity(m: &mut Machine, entity: EntityId) -> Answer {
    let id = entity;
    if let Some(entity) = m.world.get_mut(id) {
        entity.visible = false;
    }
    Ok(())
}

/// Shows a hidden entity again, and resets it as ResetEntity does: what lies between there and where it was hidden does not stop it.
#[command(ShowEntity)]
fn show_entity(m: &mut Machine, entity: EntityId) -> Answer {
    let id = entity;
    if let Some(entity) = m.world.get_mut(id) {
        entity.visible = true;
    }
    m.world.reset_collisions(id);
    Ok(())
}

/// Sets the drawing order: above 0 is drawn before everything else, below 0 after, both without regard to depth.
#[command(EntityOrder)]
fn entity_order(m: &mut Machine, entity: EntityId, order: i32) -> Answer {
    let id = entity;
    if let Some(entity) = m.world.get_mut(id) {
        entity.order = order;
    }
    Ok(())
}

/// Lets an entity fade away between two distances from the camera.
#[command(EntityAutoFade)]
fn entity_auto_fade(m: &mut Machine, entity: EntityId, near: f32, far: f32) -> Answer {
    let id = entity;
    if let Some(entity) = m.world.get_mut(id) {
        entity.auto_fade = Some([near, far]);
    }
    Ok(())
}

/// Frees all entities, brushes and textures, or only those kinds that are 1.
#[command(ClearWorld, defaults(entities = true, brushes = true, textures = true))]
fn clear_world(m: &mut Machine, entities: bool, brushes: bool, textures: bool) -> Answer {
    if entities {
        for id in m.world.clear_entities() {
            m.handles.remove_key(Kind::Entity, id.to_bits());
        }
        m.screen_state.default_view = Default::default();
    }
    if brushes {
        m.world_state.brushes.clear(&mut m.handles);
    }
    if textures {
        m.world_state.textures.clear(&mut m.handles);
    }
    m.release_loose_textures();
    m.forget_gone();
    Ok(())
}

/// Gives an entity a name, for FindChild.
#[command(NameEntity)]
fn name_entity(m: &mut Machine, entity: EntityId, name: &Str) -> Answer {
    let id = entity;
    if let Some(entity) = m.world.get_mut(id) {
        entity.name = name.to_text();
    }
    Ok(())
}

/// The name of an entity; entities from model files have the names they have there.
#[command(EntityName)]
fn entity_name(m: &mut Machine, entity: EntityId) -> Answer<Str> {
    Ok(m.world
        .get(entity)
        .map_or(Str::EMPTY, |e| e.name.as_str().into()))
}

/// What an entity is, in one word: Pivot, Mesh, Camera, Light ...
#[command(EntityClass)]
fn entity_class(m: &mut Machine, entity: EntityId) -> Answer<Str> {
    let word = m.world.get(entity).map_or("", |e| e.kind_word());
    let mut letters = word.chars();
    let class = letters
        .next()
        .map(|c| c.to_ascii_uppercase())
        .into_iter()
        .chain(letters)
        .collect::<String>();
    Ok(class.into())
}

/// Hangs an entity on another, or on nothing where `parent` is 0.
///
/// With `global` 1 it stays where it is in the world; with 0 its position, rotation and scale are taken as relative to the new parent.
/// Where it hangs on that parent already, nothing changes.
#[command(EntityParent, defaults(global = true))]
fn entity_parent(
    m: &mut Machine,
    entity: EntityId,
    parent: Option<EntityId>,
    global: bool,
) -> Answer {
    let id = entity;
    if !m.world.set_parent(id, parent, global) {
        return Err(flitz_interpreter::host::Interrupt::error(
            "An entity cannot hang on itself or on something that hangs on it.",
        ));
    }
    Ok(())
}

/// The parent of an entity, 0 where it has none.
#[command(GetParent)]
fn get_parent(m: &mut Machine, entity: EntityId) -> Answer<i32> {
    let parent = m.world.get(entity).and_then(|e| e.parent());
    m.entity_handle(parent)
}

/// How many entities hang directly on this one.
#[command(CountChildren)]
fn count_children(m: &mut Machine, entity: EntityId) -> Answer<i32> {
    Ok(m.world.get(entity).map_or(0, |e| e.children().len() as i32))
}

/// A child of an entity by its number, from 1; 0 where there is none.
#[command(GetChild)]
fn get_child(m: &mut Machine, entity: EntityId, index: i32) -> Answer<i32> {
    let index = usize::try_from(index).ok().and_then(|i| i.checked_sub(1));
    let child = m
        .world
        .get(entity)
        .and_then(|e| e.children().get(index?).copied());
    m.entity_handle(child)
}

/// The first entity of this name at or below an entity, however deep; 0 where there is none. Letter case counts.
#[command(FindChild)]
fn find_child(m: &mut Machine, entity: EntityId, name: &Str) -> Answer<i32> {
    let child = m.world.find_child(entity, &name.to_text());
    m.entity_handle(child)
}
