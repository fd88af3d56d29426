//! What the character does standing: idle, wave, hit, breathe, look.

use super::body::{Arm, Facing, Foot, Side, arm, leg, trunk};
use super::curve::through;
use crate::exact::{turn_cos, turn_sin};
use crate::rig::{ANKLE, Joint, Pose};
use glam::DVec3;

/// Standing with both feet on the ground, the hips moved by `shift` metres.
fn plant(pose: &mut Pose, shift: DVec3) -> f64 {
    pose.hips = Joint::Hips.rest_position() + DVec3::new(0.0, -0.001, 0.0) + shift;
    [Side::Left, Side::Right]
        .map(|side| {
            let ankle = DVec3::new(side.sign() * 0.098, ANKLE, -0.005);
            leg(
                pose,
                side,
                Foot {
                    ankle,
                    pitch: 0.0,
                    out: 9.0,
                    toes: 0.0,
                },
            )
        })
        .into_iter()
        .fold(0.0, f64::max)
}

/// Standing still but alive; `t` runs from 0 to 1 over one loop.
pub fn idle(t: f64) -> (Pose, f64) {
    let mut pose = Pose::default();
    // The weight goes from one leg to the other and back while the chest breathes twice.
    let lean = turn_sin(t);
    let breath = 0.5 - 0.5 * turn_cos(2.0 * t);
    trunk(
        &mut pose,
        Facing::new(1.5 * lean, 1.0, 2.2 * lean),
        Facing::new(-2.0 * lean, 1.0 - 1.8 * breath, -1.8 * lean),
        Facing::new(
            5.0 * turn_sin(t - 0.12),
            1.0 + 1.5 * turn_cos(t - 0.2),
            -lean,
        ),
    );
    for side in [Side::Left, Side::Right] {
        let sway = lean * side.sign();
        arm(
            &mut pose,
            side,
            Arm {
                swing: 1.5 * turn_sin(2.0 * t - 0.10) + 2.0,
                spread: 10.0 + 1.0 * breath + 1.2 * sway,
                elbow: 18.0 + 3.0 * breath,
                shrug: 1.8 * breath,
                curl: 20.0 + 4.0 * turn_sin(t + 0.2 * side.sign()),
                ..Arm::default()
            },
        );
    }
    let reach = plant(
        &mut pose,
        DVec3::new(0.017 * lean, -0.004 - 0.003 * lean * lean, 0.0),
    );
    (pose, reach)
}

/// Raises the right hand, waves three times and lowers it.
pub fn wave(t: f64) -> (Pose, f64) {
    let mut pose = idle(0.0).0;
    let up = through(&[(0.0, 0.0), (0.24, 1.0), (0.76, 1.0), (1.0, 0.0)], t);
    // The elbow bends first and stretches last, so that the hand passes close to the body.
    let bend = through(&[(0.0, 0.0), (0.15, 1.0), (0.85, 1.0), (1.0, 0.0)], t);
    let lift = through(
        &[
            (0.0, 0.0),
            (0.06, 0.06),
            (0.24, 1.0),
            (0.76, 1.0),
            (0.94, 0.06),
            (1.0, 0.0),
        ],
        t,
    );
    // Three swings; the envelope lets them grow and die away inside the raised part.
    let beat = through(&[(0.14, 0.0), (0.26, 1.0), (0.72, 1.0), (0.84, 0.0)], t)
        * turn_sin((t - 0.20) * 3.0 / 0.60);
    trunk(
        &mut pose,
        Facing::new(-up, 1.0, 1.6 * up),
        Facing::new(-4.0 * up, 1.0 - 1.5 * up, 3.5 * up + 0.8 * beat),
        Facing::new(-3.0 * up, -2.0 * up + 1.0, -5.0 * up - 1.5 * beat),
    );
    let rest = Arm {
        swing: 2.0,
        spread: 10.0,
        elbow: 18.0,
        curl: 20.0,
        ..Arm::default()
    };
    arm(
        &mut pose,
        Side::Left,
        Arm {
            spread: 10.0 + 3.0 * up,
            ..rest
        },
    );
    let toward = |from: f64, to: f64, share: f64| from + (to - from) * share;
    arm(
        &mut pose,
        Side::Right,
        Arm {
            swing: toward(rest.swing, 14.0, up),
            spread: toward(rest.spread, 80.0, lift),
            twist: toward(rest.twist, -96.0, lift),
            elbow: toward(rest.elbow, 88.0, bend) + 24.0 * beat,
            palm: toward(rest.palm, -6.0, lift),
            wrist: toward(rest.wrist, -6.0, up),
            curl: toward(rest.curl, 3.0, up),
            shrug: 12.0 * up,
            reach: 0.0,
        },
    );
    let reach = plant(&mut pose, DVec3::new(0.010 * up, -0.004, 0.0));
    (pose, reach)
}

/// A blow to the left shoulder: the upper body is thrown back and turns, then recovers.
pub fn hit(t: f64) -> (Pose, f64) {
    let mut pose = Pose::default();
    let knock = through(
        &[
            (0.0, 0.0),
            (0.11, 1.0),
            (0.20, 0.92),
            (0.55, 0.16),
            (0.80, -0.04),
            (1.0, 0.0),
        ],
        t,
    );
    let whip = through(
        &[
            (0.0, 0.0),
            (0.07, -0.25),
            (0.20, 1.0),
            (0.34, 0.75),
            (0.70, -0.06),
            (1.0, 0.0),
        ],
        t,
    );
    let fling = through(
        &[
            (0.0, 0.0),
            (0.15, 1.0),
            (0.30, 0.85),
            (0.72, 0.05),
            (1.0, 0.0),
        ],
        t,
    );
    trunk(
        &mut pose,
        Facing::default(),
        Facing::new(26.0 * knock, -17.0 * knock, 8.0 * knock),
        Facing::new(20.0 * whip, -20.0 * whip + 6.0 * knock, 10.0 * whip),
    );
    let base = Arm::default();
    arm(
        &mut pose,
        Side::Left,
        Arm {
            swing: -14.0 * fling,
            spread: base.spread + 30.0 * fling,
            elbow: base.elbow + 34.0 * fling,
            curl: base.curl - 14.0 * fling,
            shrug: 14.0 * knock,
            reach: -10.0 * knock,
            ..base
        },
    );
    arm(
        &mut pose,
        Side::Right,
        Arm {
            swing: 22.0 * fling,
            spread: base.spread + 22.0 * fling,
            twist: base.twist + 20.0 * fling,
            elbow: base.elbow + 42.0 * fling,
            curl: base.curl + 20.0 * fling,
            shrug: 10.0 * knock,
            reach: 10.0 * knock,
            ..base
        },
    );
    (pose, 0.0)
}

/// One deep breath, in as the chest rises and out as it sinks.
pub fn breathe(t: f64) -> (Pose, f64) {
    let mut pose = Pose::default();
    let air = through(
        &[
            (0.0, 0.0),
            (0.42, 1.0),
            (0.50, 1.0),
            (0.94, 0.0),
            (1.0, 0.0),
        ],
        t,
    );
    trunk(
        &mut pose,
        Facing::default(),
        Facing::new(0.0, -5.5 * air, 0.0),
        Facing::new(0.0, -2.0 * air, 0.0),
    );
    for side in [Side::Left, Side::Right] {
        let base = Arm::default();
        arm(
            &mut pose,
            side,
            Arm {
                // The shoulders lift the arms; they go on hanging almost straight down.
                spread: base.spread - 4.5 * air,
                shrug: 8.0 * air,
                reach: -4.0 * air,
                elbow: base.elbow + 3.0 * air,
                ..base
            },
        );
    }
    (pose, 0.0)
}

/// Turns the head to a side and holds it there; `sign` +1 is the character's left.
pub fn look(t: f64, sign: f64) -> (Pose, f64) {
    let mut pose = Pose::default();
    let head = through(&[(0.0, 0.0), (0.45, 1.04), (0.60, 1.0), (1.0, 1.0)], t);
    let chest = through(&[(0.0, 0.0), (0.55, 1.0), (1.0, 1.0)], t);
    // The head dips a little on its way.
    let dip = through(&[(0.0, 0.0), (0.22, 1.0), (0.50, 0.0), (1.0, 0.0)], t);
    trunk(
        &mut pose,
        Facing::default(),
        Facing::new(sign * 12.0 * chest, 0.0, 0.0),
        Facing::new(
            sign * 62.0 * head,
            5.0 * dip - 2.0 * head,
            sign * -3.0 * head,
        ),
    );
    (pose, 0.0)
}
