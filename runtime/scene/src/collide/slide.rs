//! What a moving sphere does where it meets something: it stops, or goes on along it.

use glam::Vec3A;

use super::geometry::{Line, Plane};
use super::sweep::Hit;
use super::{EPSILON, SKIN};

/// After this many meetings in one move the sphere goes back to where it was.
const MOST_MEETINGS: u32 = 10;

/// What a meeting leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// The sphere stops there.
    Stop,
    /// It goes on along what it met, as far as it had still to go.
    Slide,
    /// It goes on along what it met, as far as it had still to go horizontally: slopes do not slow it.
    SlideLevel,
    /// It goes on along what it met to the point nearest to its aim, however far.
    Free,
}

/// How a move ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SlideEnd {
    /// Nothing was met: the sphere gets where it wanted.
    Clear,
    /// It gets here.
    Ends(Vec3A),
    /// It got stuck between things and stays where it was.
    Stuck,
}

/// A move of a sphere, piece by piece: look for the first meeting on [`Self::line`], tell it to [`Self::meet`], and again until
/// one of them says that the move is over.
#[derive(Clone, Debug)]
pub struct Slide {
    /// The piece of the way that is to be tried.
    line: Line,
    /// Where the first piece went.
    heading: Vec3A,
    /// The last place that is known to be clear.
    at: Vec3A,
    /// Where it wants to.
    to: Vec3A,
    /// How far it may still go, in all and horizontally.
    left: f32,
    left_level: f32,
    /// What it slides along.
    walls: [Option<Plane>; 2],
    meetings: u32,
}

fn level_length(v: Vec3A) -> f32 {
    Vec3A::new(v.x, 0.0, v.z).length()
}

impl Slide {
    /// A move from one place to another.
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

    /// The piece of the way that is to be tried next.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// How the move ends where nothing is met on the present piece.
    pub fn arrive(&self) -> SlideEnd {
        match self.meetings {
            0 => SlideEnd::Clear,
            _ => SlideEnd::Ends(self.to),
        }
    }

    /// Counts a meeting: false where it is one too many, which is not to be told to anybody and ends the move as [`SlideEnd::Stuck`].
    pub fn count(&mut self) -> bool {
        self.meetings += 1;
        self.meetings < MOST_MEETINGS
    }

    /// Goes on from a meeting on the present piece; how the move ends, where it is over.
    pub fn meet(&mut self, hit: &Hit, response: Response) -> Option<SlideEnd> {
        let wall = Plane::through(self.line.at(hit.time), hit.normal).moved_out(SKIN);
        let time = wall.time(&self.line);
        // Never back: what already stands too near stays where it is.
        if time > 0.0 {
            self.at = self.line.at(time);
            self.left *= 1.0 - time;
            self.left_level *= 1.0 - time;
        }
        if response == Response::Stop {
            return Some(SlideEnd::Ends(self.at));
        }
        let near = wall.nearest(self.to);
        // One wall is kept in mind, or two where they form a corner to slide along; whoever leaves them forgets them.
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
        // Written so that what is not a number ends it too: never against the direction that was asked for.
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
