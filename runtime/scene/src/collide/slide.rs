//! The responses of a moving sphere to hits: stopping or sliding.

use glam::Vec3A;

use super::geometry::{Line, Plane};
use super::sweep::Hit;
use super::{EPSILON, SKIN};

/// After this many hits in one move the sphere returns to its start.
const MOST_MEETINGS: u32 = 10;

/// The response to a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// The sphere stops there.
    Stop,
    /// It slides along the obstacle for the remaining distance.
    Slide,
    /// It slides along the obstacle for the remaining horizontal distance: slopes do not slow it.
    SlideLevel,
    /// It slides along the obstacle to the point nearest to its target, at any distance.
    Free,
}

/// How a move ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SlideEnd {
    /// Nothing was hit: the sphere reaches its target.
    Clear,
    /// It ends here.
    Ends(Vec3A),
    /// It is stuck between obstacles and stays at its start.
    Stuck,
}

/// A move of a sphere, segment by segment: find the first hit on [`Self::line`], pass it to [`Self::meet`], and repeat until the move
/// has ended.
#[derive(Clone, Debug)]
pub struct Slide {
    /// The present segment.
    line: Line,
    /// Direction of the first segment.
    heading: Vec3A,
    /// The last position known to be clear.
    at: Vec3A,
    /// The target.
    to: Vec3A,
    /// Remaining distance, in all and horizontally.
    left: f32,
    left_level: f32,
    /// The planes it slides along.
    walls: [Option<Plane>; 2],
    meetings: u32,
}

fn level_length(v: Vec3A) -> f32 {
    Vec3A::new(v.x, 0.0, v.z).length()
}

impl Slide {
    /// A move from one position to another.
    pub fn new(from: Vec3A, to: Vec3A) -> Self {
        let line = Line::between(from, to);
        Self {
            line,
            heading: line.direction,
            at: from,
            to,
            left: line.direction.length(),
            left_level: level_length(line.direction),
            walls: [None; 2],
            meetings: 0,
        }
    }

    /// The segment to be tested next.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// How the move ends where nothing is hit on the present segment.
    pub fn arrive(&self) -> SlideEnd {
        match self.meetings {
            0 => SlideEnd::Clear,
            _ => SlideEnd::Ends(self.to),
        }
    }

    /// Counts a hit; false where there are too many: the move then ends as [`SlideEnd::Stuck`], without a contact.
    pub fn count(&mut self) -> bool {
        self.meetings += 1;
        self.meetings < MOST_MEETINGS
    }

    /// Continues from a hit on the present segment; how the move ends, where it does.
    pub fn meet(&mut self, hit: &Hit, response: Response) -> Option<SlideEnd> {
        let wall = Plane::through(self.line.at(hit.time), hit.normal).moved_out(SKIN);
        let time = wall.time(&self.line);
        // Never backwards: a sphere that is too near already stays there.
        if time > 0.0 {
            self.at = self.line.at(time);
            self.left *= 1.0 - time;
            self.left_level *= 1.0 - time;
        }
        if response == Response::Stop {
            return Some(SlideEnd::Ends(self.at));
        }
        let near = wall.nearest(self.to);
        // One plane is kept, or two where they form a crease to slide along; they are dropped on leaving them.
        match self.walls {
            [None, _] => self.to = near,
            [Some(first), None] => {
                if first.distance(near) >= 0.0 {
                    self.to = near;
                    self.walls = [None; 2];
                } else if first.normal.dot(wall.normal).abs() < 1.0 - EPSILON {
                    self.to = wall.crossing(&first).nearest(self.to);
                } else {
                    return Some(SlideEnd::Stuck);
                }
            }
            [Some(first), Some(second)] => {
                if first.distance(near) >= 0.0 && second.distance(near) >= 0.0 {
                    self.to = near;
                    self.walls = [None; 2];
                } else {
                    return Some(SlideEnd::Ends(self.at));
                }
            }
        }
        let mut rest = self.to - self.at;
        // Written so that NaN ends it too: never against the initial direction.
        let onwards = rest.dot(self.heading) > 0.0;
        let bound = match response {
            Response::Slide => Some((rest.length(), self.left)),
            Response::SlideLevel => Some((level_length(rest), self.left_level)),
            Response::Stop | Response::Free => None,
        };
        if !onwards || bound.is_some_and(|(length, _)| length <= EPSILON) {
            return Some(SlideEnd::Ends(self.at));
        }
        if let Some((length, left)) = bound.filter(|(length, left)| length > left) {
            rest *= left / length;
        }
        self.line = Line {
            origin: self.at,
            direction: rest,
        };
        self.to = self.at + rest;
        if self.walls[0].is_none() {
            self.walls[0] = Some(wall);
        } else {
            self.walls[1] = Some(wall);
        }
        None
    }
}
