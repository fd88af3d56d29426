//! Collisions: the rules, and the pass over the world that applies them.
//!
//! The pass is Blitz3D's: visible entities are processed one after the other, parents before their children, in order of creation. Each
//! loses its contacts, is moved from its position at the end of the last update to its present one, sliding along obstacles, and stores
//! where it ended. From this follows, and programs depend on it:
//!
//! - Obstacles are tested at their stored transforms: those earlier in the order in this update's, those later in the last one's.
//! - A contact is added to both entities. One later in the order loses it when it is processed; one earlier keeps it until the next update.
//! - Hidden entities neither move nor are hit, and keep their contacts and stored transform; showing one resets it, but not its descendants.
//! - Entities that do not move are not tested, so they have no contacts of their own, and drifts below a threshold are undone.
//! - Of several rules for the same pair of types the first counts. Of hits at the same time the last tested does: rules in order of creation,
//!   entities in the order of the pass.
//! - With two radii the world is scaled vertically until the ellipsoid is a sphere. Normals and spheres of others stay in that space.

use std::collections::HashMap;

use glam::{Affine3A, Vec3, Vec3A};
use slotmap::SecondaryMap;

use super::solids::{MeshFace, Solids};
use super::{EntityId, World};
use crate::collide::{Aabb, EPSILON, Hit, Line, Response, Slide, SlideEnd};
use crate::entity::Entity;

/// The shape of an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A sphere about its origin: [`Body::radii`].
    Sphere,
    /// Its polygons; only meshes, terrains and planes have some.
    Polygons,
    /// A box: [`Body::bounds`].
    Box,
}

/// The collision and picking state of an entity.
#[derive(Clone, Debug)]
pub struct Body {
    /// The collision type, 0 for none.
    pub collision_type: i32,
    /// Horizontal and vertical radius of the ellipsoid that it moves as.
    pub radii: [f32; 2],
    /// Its box as an obstacle, along its own axes but in world units: scale is ignored.
    pub bounds: Aabb,
    /// Its shape for picking; `None`: it cannot be picked.
    pub pick: Option<Shape>,
    /// Whether it blocks lines of sight.
    pub obscurer: bool,
    /// Its world transform at the end of the last update.
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

/// A contact of two entities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The other one; it may have been freed since.
    pub with: EntityId,
    /// Where, in the world.
    pub position: Vec3,
    /// Normal of the obstacle.
    pub normal: Vec3,
    /// Time along that segment of the path: 0 at its start, 1 at its end.
    pub time: f32,
    /// The triangle that was hit.
    pub face: Option<MeshFace>,
}

/// A rule for one collision type against another.
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
    /// By the type of the mover, in order of creation.
    rules: HashMap<i32, Vec<Rule>>,
    pub solids: Solids,
    /// The visible entities of each type in the running update.
    by_type: HashMap<i32, Vec<EntityId>>,
    /// The types whose polygons the running update needs.
    polygon_types: Vec<i32>,
}

impl Collisions {
    /// Sorts the visible entities by type, and lists the types whose polygons can be hit.
    fn list_types(&mut self, visible: &[EntityId]) {
        let Self {
            bodies,
            rules,
            by_type,
            polygon_types,
            ..
        } = self;
        by_type.values_mut().for_each(Vec::clear);
        for &id in visible {
            if let Some(body) = bodies.get(id).filter(|b| b.collision_type != 0) {
                by_type.entry(body.collision_type).or_default().push(id);
            }
        }
        // Else a program that counts its types up would keep a list of each.
        by_type.retain(|_, ids| !ids.is_empty());
        let met = rules
            .iter()
            .filter(|&(mover, _)| by_type.contains_key(mover));
        polygon_types.clear();
        polygon_types.extend(
            met.flat_map(|(_, rules)| rules)
                .filter(|rule| rule.shape == Some(Shape::Polygons))
                .map(|rule| rule.target),
        );
        polygon_types.sort_unstable();
        polygon_types.dedup();
    }
}

/// The search for the first hit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Search {
    pub hit: Hit,
    /// The last triangle hit, even where `hit` is nearer and has no triangle: Blitz3D does not clear it.
    pub face: Option<MeshFace>,
}

impl Search {
    /// Tests an entity with the transform `place`; whether it is hit, and not later than the present hit.
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
    /// The collision and picking state of an entity, where any was set.
    pub fn body(&self, id: EntityId) -> Option<&Body> {
        self.collisions.bodies.get(id)
    }

    /// As [`Self::body`], mutable and created where there is none; `None` where the entity does not exist.
    pub fn body_mut(&mut self, id: EntityId) -> Option<&mut Body> {
        if !self.entities.contains_key(id) {
            return None;
        }
        let body = self.collisions.bodies.entry(id)?;
        Some(body.or_default())
    }

    /// Sets an entity's collision type and resets it; with `below` also all its descendants.
    pub fn set_collision_type(&mut self, id: EntityId, collision_type: i32, below: bool) {
        let all = if below { self.subtree(id) } else { vec![id] };
        for id in all {
            if let Some(body) = self.body_mut(id) {
                body.collision_type = collision_type;
            }
            self.reset_collisions(id);
        }
    }

    /// Clears the contacts of an entity and stores its present transform.
    pub fn reset_collisions(&mut self, id: EntityId) {
        let place = self.world_affine(id);
        if let Some(body) = self.collisions.bodies.get_mut(id) {
            body.last = place;
            body.contacts.clear();
        }
    }

    /// Adds a rule for entities of type `mover` against obstacles of type `target` and this shape. Ignored where the pair has one.
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

    /// Removes all rules.
    pub fn clear_collision_rules(&mut self) {
        self.collisions.rules.clear();
    }

    /// The contacts of an entity in the last update, in order.
    pub fn contacts(&self, id: EntityId) -> &[Contact] {
        self.body(id).map_or(&[], |body| &body.contacts)
    }

    /// The first entity of this collision type among the contacts of an entity.
    pub fn contact_of_type(&self, id: EntityId, collision_type: i32) -> Option<EntityId> {
        let mut others = self.contacts(id).iter().map(|touch| touch.with);
        others.find(|&with| {
            let alive = self.entities.contains_key(with);
            alive && self.body(with).map_or(0, |body| body.collision_type) == collision_type
        })
    }

    /// Copies the collision and picking state of an entity.
    pub(super) fn copy_body(&mut self, from: EntityId, to: EntityId) {
        if let Some(body) = self.body(from).cloned() {
            self.collisions.bodies.insert(to, body);
            self.reset_collisions(to);
        }
    }

    /// Resolves the collisions of everything that has moved since the last update. To be called after the animations.
    pub fn update_collisions(&mut self) {
        let mut collisions = self.take_collisions();
        let order = self.take_visible();
        collisions.list_types(order.ids());
        let Collisions {
            solids,
            by_type,
            polygon_types,
            ..
        } = &mut collisions;
        for id in polygon_types
            .iter()
            .filter_map(|kind| by_type.get(kind))
            .flatten()
        {
            self.prepare_solid(solids, *id);
        }
        for &id in order.ids() {
            let Some(body) = collisions.bodies.get_mut(id) else {
                continue;
            };
            body.contacts.clear();
            if body.collision_type != 0 {
                self.move_against(&mut collisions, id);
            }
            let place = self.world_affine(id);
            if let Some(body) = collisions.bodies.get_mut(id) {
                body.last = place;
            }
        }
        self.scratch.visible = order;
        self.put_back_collisions(collisions);
    }

    /// The collisions apart from the world, for work on both; to be put back by [`World::put_back_collisions`].
    pub(super) fn take_collisions(&mut self) -> Collisions {
        // Even empty ones allocate: those that stand in are reused.
        let stand_in = self.scratch.collisions.take().unwrap_or_default();
        std::mem::replace(&mut self.collisions, stand_in)
    }

    pub(super) fn put_back_collisions(&mut self, collisions: Collisions) {
        let stand_in = std::mem::replace(&mut self.collisions, collisions);
        self.scratch.collisions = Some(stand_in);
    }

    /// Moves an entity along its path since the last update, resolving collisions.
    fn move_against(&mut self, collisions: &mut Collisions, id: EntityId) {
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
            let found = self.first_met(collisions, (id, collision_type), (&line, radius), space);
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

    /// The first obstacle that a swept sphere hits, and the response.
    fn first_met(
        &self,
        collisions: &Collisions,
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
            for &id in collisions.by_type.get(&rule.target).into_iter().flatten() {
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
