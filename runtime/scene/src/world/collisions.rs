//! Collisions: which entities stop which, and the pass over the world that lets them.
//!
//! The pass goes as Blitz3D's: the shown entities are taken one after the other, parents before their children, in order of creation. Each
//! forgets its touches, is moved from where it stood at the end of the last update to where it stands now, sliding along what is in the way,
//! and remembers where it ended. From this follows, and programs depend on it:
//!
//! - Others are met where they ended last, that is, those earlier in the order where they are now, those later where they were.
//! - A touch is told to both. An entity later in the order forgets it when its own turn comes; one earlier keeps it until the next update.
//! - Hidden entities neither move nor are met, and keep their touches and their last place; showing one resets it, but not what is below it.
//! - Who stands still is not looked at, so it touches nothing by itself, and small drifts are taken back.
//! - Of several rules for the same pair of types the first counts. Of things met at the same time the last tested does: rules go in the order
//!   in which they were made, and entities in the order of the pass.
//! - With two radii the world is scaled vertically until the ellipsoid is a sphere. Normals and spheres of others stay in that space.

use std::collections::HashMap;

use glam::{Affine3A, Vec3, Vec3A};
use slotmap::SecondaryMap;

use super::solids::{MeshFace, Solids};
use super::{EntityId, World};
use crate::collide::{Aabb, EPSILON, Hit, Line, Response, Slide, SlideEnd};
use crate::entity::Entity;

/// What an entity is met as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A sphere about its origin: [`Body::radii`].
    Sphere,
    /// Its polygons. Meshes, terrains and planes have some.
    Polygons,
    /// A box: [`Body::bounds`].
    Box,
}

/// What an entity is to collisions and picking.
#[derive(Clone, Debug)]
pub struct Body {
    /// The collision type, 0 for none.
    pub collision_type: i32,
    /// Horizontal and vertical radius of the ellipsoid that it moves as.
    pub radii: [f32; 2],
    /// The box that it is met as, along its own axes but in the world's units: scales do not count.
    pub bounds: Aabb,
    /// What rays meet it as; `None` lets them through.
    pub pick: Option<Shape>,
    /// Whether it hides others from each other.
    pub obscurer: bool,
    /// Where it stood at the end of the last update.
    last: Affine3A,
    contacts: Vec<Contact>,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            collision_type: 0,
            radii: [1.0; 2],
            bounds: Aabb {
                low: Vec3A::NEG_ONE,
                high: Vec3A::ONE,
            },
            pick: None,
            obscurer: false,
            last: Affine3A::IDENTITY,
            contacts: Vec::new(),
        }
    }
}

/// A meeting of two entities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The other one; it may have been freed since.
    pub with: EntityId,
    /// Where, in the world.
    pub position: Vec3,
    /// From what was met to the one that moved.
    pub normal: Vec3,
    /// When on that piece of the way: 0 at its start, 1 at its end.
    pub time: f32,
    /// The triangle that was met.
    pub face: Option<MeshFace>,
}

/// What one collision type does on meeting another.
#[derive(Clone, Copy, Debug)]
struct Rule {
    target: i32,
    shape: Option<Shape>,
    response: Response,
}

/// The collisions of a world.
#[derive(Debug, Default)]
pub(crate) struct Collisions {
    pub bodies: SecondaryMap<EntityId, Body>,
    /// By the type of the one that moves, in the order in which they were made.
    rules: HashMap<i32, Vec<Rule>>,
    pub solids: Solids,
}

/// The search for the first meeting.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Search {
    pub hit: Hit,
    /// The triangle met last, be it of something farther than `hit`: Blitz3D does not forget it where something without triangles
    /// is nearer.
    pub face: Option<MeshFace>,
}

impl Search {
    /// Tests an entity that stands at `place`; whether it is met, and not later than what was met before.
    pub fn test(
        &mut self,
        solids: &Solids,
        (id, entity, body): (EntityId, &Entity, &Body),
        (line, radius): (&Line, f32),
        place: &Affine3A,
        shape: Shape,
    ) -> bool {
        match shape {
            Shape::Sphere => self
                .hit
                .sphere(line, radius, place.translation, body.radii[0]),
            Shape::Box => self.hit.boxed(line, radius, &body.bounds, place),
            Shape::Polygons => {
                let met = solids.sweep((id, &entity.kind), (line, radius), place, &mut self.hit);
                if let Some(Some(face)) = met {
                    self.face = Some(face);
                }
                met.is_some()
            }
        }
    }
}

impl World {
    /// What an entity is to collisions and picking, where anything was ever set.
    pub fn body(&self, id: EntityId) -> Option<&Body> {
        self.collisions.bodies.get(id)
    }

    /// The same to change, made where there is none yet; `None` where there is no such entity.
    pub fn body_mut(&mut self, id: EntityId) -> Option<&mut Body> {
        if !self.entities.contains_key(id) {
            return None;
        }
        let body = self.collisions.bodies.entry(id)?;
        Some(body.or_default())
    }

    /// Sets an entity's collision type and resets it; `below` does the same with everything below it.
    pub fn set_collision_type(&mut self, id: EntityId, collision_type: i32, below: bool) {
        let all = if below { self.subtree(id) } else { vec![id] };
        for id in all {
            if let Some(body) = self.body_mut(id) {
                body.collision_type = collision_type;
            }
            self.reset_collisions(id);
        }
    }

    /// Lets an entity forget its touches, and how it came to where it is.
    pub fn reset_collisions(&mut self, id: EntityId) {
        let place = self.world_affine(id);
        if let Some(body) = self.collisions.bodies.get_mut(id) {
            body.last = place;
            body.contacts.clear();
        }
    }

    /// Lets entities of type `mover` meet those of type `target` as this shape. The first rule for a pair of types counts; later ones
    /// are left alone.
    pub fn add_collision_rule(
        &mut self,
        mover: i32,
        target: i32,
        shape: Option<Shape>,
        response: Response,
    ) {
        let rules = self.collisions.rules.entry(mover).or_default();
        if rules.iter().all(|rule| rule.target != target) {
            rules.push(Rule {
                target,
                shape,
                response,
            });
        }
    }

    /// Forgets all rules.
    pub fn clear_collision_rules(&mut self) {
        self.collisions.rules.clear();
    }

    /// What an entity met in the last update, or was met by, in order.
    pub fn contacts(&self, id: EntityId) -> &[Contact] {
        self.body(id).map_or(&[], |body| &body.contacts)
    }

    /// The first entity of this collision type among those an entity touched.
    pub fn contact_of_type(&self, id: EntityId, collision_type: i32) -> Option<EntityId> {
        let mut others = self.contacts(id).iter().map(|touch| touch.with);
        others.find(|&with| {
            let alive = self.entities.contains_key(with);
            alive && self.body(with).map_or(0, |body| body.collision_type) == collision_type
        })
    }

    /// Lets the copy of an entity be to collisions what its original is.
    pub(super) fn copy_body(&mut self, from: EntityId, to: EntityId) {
        if let Some(body) = self.body(from).cloned() {
            self.collisions.bodies.insert(to, body);
            self.reset_collisions(to);
        }
    }

    /// Moves everything that has moved since the last update against what is in its way. Comes after the animations.
    pub fn update_collisions(&mut self) {
        let mut collisions = std::mem::take(&mut self.collisions);
        let order: Vec<EntityId> = self.visible();
        let mut by_type: HashMap<i32, Vec<EntityId>> = HashMap::new();
        for &id in &order {
            if let Some(body) = collisions.bodies.get(id).filter(|b| b.collision_type != 0) {
                by_type.entry(body.collision_type).or_default().push(id);
            }
        }
        let met = collisions
            .rules
            .iter()
            .filter(|&(mover, _)| by_type.contains_key(mover));
        let mut polygons: Vec<i32> = met
            .flat_map(|(_, rules)| rules)
            .filter(|rule| rule.shape == Some(Shape::Polygons))
            .map(|rule| rule.target)
            .collect();
        polygons.sort_unstable();
        polygons.dedup();
        for id in polygons
            .iter()
            .filter_map(|kind| by_type.get(kind))
            .flatten()
        {
            self.prepare_solid(&mut collisions.solids, *id);
        }
        for id in order {
            let Some(body) = collisions.bodies.get_mut(id) else {
                continue;
            };
            body.contacts.clear();
            if body.collision_type != 0 {
                self.move_against(&mut collisions, &by_type, id);
            }
            let place = self.world_affine(id);
            if let Some(body) = collisions.bodies.get_mut(id) {
                body.last = place;
            }
        }
        self.collisions = collisions;
    }

    /// Moves an entity from where it was to where it is, as far as it gets.
    fn move_against(
        &mut self,
        collisions: &mut Collisions,
        by_type: &HashMap<i32, Vec<EntityId>>,
        id: EntityId,
    ) {
        let Some(body) = collisions.bodies.get(id) else {
            return;
        };
        let (from, to) = (body.last.translation, Vec3A::from(self.world_position(id)));
        if !(from.is_finite() && to.is_finite()) {
            return;
        }
        if (to - from).abs().max_element() <= EPSILON {
            if to != from {
                self.set_world_position(id, from.into());
            }
            return;
        }
        let [radius, height] = body.radii;
        let collision_type = body.collision_type;
        let stretch = radius / height;
        let stretch = if stretch.is_normal() { stretch } else { 1.0 };
        let space = Vec3A::new(1.0, stretch, 1.0);
        let mut slide = Slide::new(from * space, to * space);
        let way = loop {
            let line = *slide.line();
            let found = self.first_met(
                collisions,
                by_type,
                (id, collision_type),
                (&line, radius),
                space,
            );
            let Some((with, response, search)) = found else {
                break slide.arrive();
            };
            if !slide.count() {
                break SlideEnd::Stuck;
            }
            let hit = search.hit;
            let position = (line.at(hit.time) - hit.normal * radius) / space;
            let touch = |with| Contact {
                with,
                position: position.into(),
                normal: hit.normal.into(),
                time: hit.time,
                face: search.face,
            };
            for (one, other) in [(id, with), (with, id)] {
                if let Some(body) = collisions.bodies.get_mut(one) {
                    body.contacts.push(touch(other));
                }
            }
            if let Some(way) = slide.meet(&hit, response) {
                break way;
            }
        };
        match way {
            SlideEnd::Clear => {}
            SlideEnd::Ends(at) if at.is_finite() => {
                self.set_world_position(id, (at / space).into())
            }
            SlideEnd::Ends(_) | SlideEnd::Stuck => self.set_world_position(id, from.into()),
        }
    }

    /// What a sphere on its way meets first, and what that leads to.
    fn first_met(
        &self,
        collisions: &Collisions,
        by_type: &HashMap<i32, Vec<EntityId>>,
        (mover, collision_type): (EntityId, i32),
        (line, radius): (&Line, f32),
        space: Vec3A,
    ) -> Option<(EntityId, Response, Search)> {
        let mut search = Search::default();
        let mut met = None;
        for rule in collisions.rules.get(&collision_type)? {
            let Some(shape) = rule.shape else {
                continue;
            };
            for &id in by_type.get(&rule.target).into_iter().flatten() {
                let (Some(entity), Some(body)) = (self.entities.get(id), collisions.bodies.get(id))
                else {
                    continue;
                };
                if id == mover {
                    continue;
                }
                let mut place = body.last;
                if space.y != 1.0 {
                    place = Affine3A::from_scale(space.into()) * place;
                }
                let target = (id, entity, body);
                if search.test(&collisions.solids, target, (line, radius), &place, shape) {
                    met = Some((id, rule.response));
                }
            }
        }
        met.map(|(id, response)| (id, response, search))
    }
}
