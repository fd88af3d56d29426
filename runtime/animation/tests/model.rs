//! Random programs against a model of the contract that is as plain as can be: one joint after the other, double
//! precision, no groups, no skips. What the scene shows must be the same after every command.

mod common;

use common::wide::{Wide, mean};
use common::{Random, Stage, angle, chain};
use flitz_animation::{Blend, Channel, Clip, DeltaSide, LayerKind, PlayMode, Skeleton, Transform};
use glam::DVec3;
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

const JOINTS: usize = 10;
const CLIPS: usize = 5;

#[derive(Clone, Copy, Debug)]
struct Clock {
    time: f64,
    /// The sign that ping-pong runs with.
    way: f64,
    speed: f64,
    length: f64,
    mode: PlayMode,
    /// A one shot that ran into an end.
    ended: bool,
}

impl Clock {
    fn new(mode: PlayMode, speed: f32, length: f32) -> Self {
        let length = f64::from(length);
        let time = if speed < 0.0 { length } else { 0.0 };
        Self {
            time,
            way: 1.0,
            speed: f64::from(speed),
            length,
            mode,
            ended: false,
        }
    }

    /// Whether the next advance does anything.
    fn runs(&self) -> bool {
        self.mode != PlayMode::Stop && self.speed != 0.0 && !self.ended
    }

    fn advance(&mut self, ticks: f64) {
        if !self.runs() {
            return;
        }
        if self.length == 0.0 {
            self.ended = self.mode == PlayMode::OneShot;
            return;
        }
        match self.mode {
            PlayMode::Stop => {}
            PlayMode::Loop => self.time = (self.time + self.speed * ticks).rem_euclid(self.length),
            PlayMode::OneShot => {
                let time = self.time + self.speed * ticks;
                self.ended = !(0.0..self.length).contains(&time);
                self.time = time.clamp(0.0, self.length);
            }
            PlayMode::PingPong => {
                self.time += self.way * self.speed * ticks;
                while self.time < 0.0 || self.time > self.length {
                    self.time = if self.time < 0.0 {
                        -self.time
                    } else {
                        2.0 * self.length - self.time
                    };
                    self.way = -self.way;
                }
            }
        }
    }
}

#[derive(Clone, Debug)]
struct Layer {
    seq: usize,
    clock: Clock,
    current: f64,
    target: f64,
    fade: f64,
    kind: LayerKind,
    reference: usize,
}

impl Layer {
    fn gone(&self) -> bool {
        self.target == 0.0 && self.current == 0.0
    }
}

#[derive(Clone, Debug)]
enum Base {
    None,
    Clip {
        seq: usize,
        clock: Clock,
        moved: bool,
        leaving: bool,
    },
    Transition {
        from: Vec<Wide>,
        done: f64,
        total: f64,
        seq: usize,
        clock: Clock,
    },
}

struct Model {
    skeleton: Arc<Skeleton>,
    clips: Vec<Arc<Clip>>,
    layers: Vec<Option<Layer>>,
    masks: HashMap<usize, Vec<f64>>,
    base: Base,
    side: DeltaSide,
    driven: HashSet<(usize, usize)>,
    standing: Vec<Wide>,
    /// The last cross-fade, as it was asked for; no other call has touched its layer since.
    fading: Option<(usize, f32)>,
}

impl Model {
    fn rest(&self, joint: usize) -> Wide {
        Wide::from(self.skeleton.rest(joint))
    }

    fn sample(&self, seq: usize, joint: usize, channel: Channel, time: f64) -> Option<Wide> {
        let mut out = Transform::IDENTITY;
        let channels = self.clips[seq].sample(joint, time as f32, &mut out);
        channels.has(channel).then(|| Wide::from(out))
    }

    fn base_value(&self, joint: usize, channel: Channel) -> Option<Wide> {
        match &self.base {
            Base::None => None,
            Base::Clip { seq, clock, .. } => self.sample(*seq, joint, channel, clock.time),
            Base::Transition {
                from,
                done,
                total,
                seq,
                clock,
            } => {
                let target = self.sample(*seq, joint, channel, clock.time)?;
                let mut value = from[joint];
                value.mix(channel, &target, (done / total).min(1.0));
                Some(value)
            }
        }
    }

    fn weight(&self, layer: &Layer, joint: usize) -> f64 {
        layer.current * self.masks.get(&layer.seq).map_or(1.0, |mask| mask[joint])
    }

    fn show_base(&mut self) {
        for joint in 0..JOINTS {
            for channel in Channel::ALL {
                if let Some(value) = self.base_value(joint, channel) {
                    self.standing[joint].set(channel, &value);
                }
            }
        }
        if let Base::Clip { moved, .. } = &mut self.base {
            *moved = false;
        }
    }

    fn evaluate(&mut self) {
        let has_base = !matches!(self.base, Base::None);
        let moving = matches!(
            self.base,
            Base::Transition { .. } | Base::Clip { moved: true, .. }
        );
        let mut driven = HashSet::new();
        for joint in 0..JOINTS {
            for (index, channel) in Channel::ALL.into_iter().enumerate() {
                let base = self.base_value(joint, channel);
                let mut value = base.unwrap_or_else(|| self.rest(joint));
                let mut sources = Vec::new();
                let mut by_layer = false;
                for layer in self
                    .layers
                    .iter()
                    .flatten()
                    .filter(|layer| layer.kind == LayerKind::Overlay)
                {
                    let w = self.weight(layer, joint);
                    let Some(sample) = self.sample(layer.seq, joint, channel, layer.clock.time)
                    else {
                        continue;
                    };
                    if w == 0.0 {
                        continue;
                    }
                    by_layer = true;
                    if has_base {
                        value.mix(channel, &sample, w);
                    } else {
                        sources.push((sample, w));
                    }
                }
                if !sources.is_empty() {
                    let total: f64 = sources.iter().map(|source| source.1).sum();
                    let sum = |of: fn(&Wide) -> DVec3| -> DVec3 {
                        sources
                            .iter()
                            .map(|(sample, w)| of(sample) * (w / total))
                            .sum()
                    };
                    let rotations: Vec<_> = sources
                        .iter()
                        .map(|(sample, w)| (sample.rotation, *w))
                        .collect();
                    let average = Wide {
                        translation: sum(|s| s.translation),
                        rotation: mean(&rotations),
                        scale: sum(|s| s.scale),
                    };
                    value.set(channel, &average);
                }
                for kind in [LayerKind::Additive, LayerKind::Subtractive] {
                    for layer in self
                        .layers
                        .iter()
                        .flatten()
                        .filter(|layer| layer.kind == kind)
                    {
                        let w = self.weight(layer, joint);
                        let Some(sample) = self.sample(layer.seq, joint, channel, layer.clock.time)
                        else {
                            continue;
                        };
                        if w == 0.0 {
                            continue;
                        }
                        by_layer = true;
                        let reference = self.sample(layer.reference, joint, channel, 0.0);
                        let reference = reference.unwrap_or_else(|| self.rest(joint));
                        let w = if kind == LayerKind::Additive { w } else { -w };
                        value.add(channel, &sample, &reference, w, self.side);
                    }
                }
                if by_layer {
                    driven.insert((joint, index));
                }
                if by_layer || self.driven.contains(&(joint, index)) || (moving && base.is_some()) {
                    self.standing[joint].set(channel, &value);
                }
            }
        }
        self.driven = driven;
        if let Base::Clip { moved, .. } = &mut self.base {
            *moved = false;
        }
    }

    fn advance(&mut self, ticks: f64) {
        match &mut self.base {
            Base::Clip { leaving: true, .. } => self.base = Base::None,
            Base::None => {}
            Base::Clip { clock, moved, .. } => {
                *moved |= clock.runs();
                clock.advance(ticks);
            }
            Base::Transition {
                done,
                total,
                seq,
                clock,
                ..
            } => {
                *done += ticks;
                if *done >= *total {
                    let (seq, mut clock) = (*seq, *clock);
                    clock.advance(ticks);
                    self.base = Base::Clip {
                        seq,
                        clock,
                        moved: true,
                        leaving: clock.mode == PlayMode::Stop,
                    };
                }
            }
        }
        for place in &mut self.layers {
            if let Some(layer) = place {
                let step = layer.fade / 60.0 * ticks;
                let way = layer.target - layer.current;
                if step > 0.0 {
                    layer.current = if way.abs() <= step + 1e-6 {
                        layer.target
                    } else {
                        layer.current + step * way.signum()
                    };
                }
                layer.clock.advance(ticks);
                if layer.gone() {
                    *place = None;
                }
            }
        }
    }

    fn blend(&mut self, seq: usize, blend: Blend) -> Option<usize> {
        let length = self.clips.get(seq)?.length();
        let (target, fade) = (f64::from(blend.weight), f64::from(blend.fade));
        let reference = blend
            .reference
            .filter(|&other| other < CLIPS)
            .unwrap_or(seq);
        let found = self
            .layers
            .iter()
            .position(|layer| layer.as_ref().is_some_and(|layer| layer.seq == seq));
        let slot = match found {
            Some(slot) => slot,
            None if target == 0.0 => return None,
            None => {
                let clock = Clock::new(blend.mode, blend.speed, length);
                let layer = Layer {
                    seq,
                    clock,
                    current: 0.0,
                    target,
                    fade,
                    kind: blend.kind,
                    reference,
                };
                let slot = self
                    .layers
                    .iter()
                    .position(Option::is_none)
                    .unwrap_or(self.layers.len());
                if slot == self.layers.len() {
                    self.layers.push(None);
                }
                self.layers[slot] = Some(layer);
                slot
            }
        };
        let layer = self.layers[slot].as_mut().unwrap();
        let fading_out = layer.target == 0.0;
        if blend.mode != layer.clock.mode {
            layer.clock.way = 1.0;
        }
        (layer.clock.mode, layer.clock.speed) = (blend.mode, f64::from(blend.speed));
        layer.clock.ended = false;
        if target != 0.0 && (blend.mode == PlayMode::OneShot || fading_out) {
            layer.clock = Clock::new(blend.mode, blend.speed, length);
        }
        (layer.target, layer.fade, layer.kind, layer.reference) =
            (target, fade, blend.kind, reference);
        if fade <= 0.0 {
            layer.current = target;
        }
        if layer.gone() {
            self.layers[slot] = None;
        }
        Some(slot)
    }

    /// A cross-fade takes `seconds` from the first time it is asked for; asking again changes nothing about it.
    fn cross_fade(&mut self, seq: usize, seconds: f32, mode: PlayMode, speed: f32) -> usize {
        let layer = self.layers.iter().flatten().find(|layer| layer.seq == seq);
        let rises = |layer: &Layer| layer.target == 1.0 && layer.kind == LayerKind::Overlay;
        let again = self.fading == Some((seq, seconds)) && layer.is_some_and(rises);
        let fade = match layer {
            Some(layer) if again => layer.fade as f32,
            _ => 1.0,
        };
        let blend = Blend {
            mode,
            speed,
            fade,
            ..Blend::default()
        };
        let slot = self.blend(seq, blend).expect("a layer for a weight of 1");
        for place in &mut self.layers {
            let overlay = place.as_mut().filter(|l| l.kind == LayerKind::Overlay);
            let Some(layer) = overlay else { continue };
            let target = f64::from(u8::from(layer.seq == seq));
            if !(again && layer.target == target) {
                let way = (target - layer.current).abs();
                let way = if way > 0.0 { way } else { 1.0 };
                layer.target = target;
                layer.fade = if seconds > 0.0 {
                    way / f64::from(seconds)
                } else {
                    layer.current = target;
                    0.0
                };
            }
            if layer.gone() {
                *place = None;
            }
        }
        self.fading = Some((seq, seconds));
        slot
    }

    fn animate(&mut self, mode: PlayMode, speed: f32, seq: usize, transition: f32) {
        if mode == PlayMode::Stop && speed == 0.0 {
            self.base = Base::None;
            return;
        }
        let clock = Clock::new(mode, speed, self.clips[seq].length());
        if transition > 0.0 {
            let mut from = self.standing.clone();
            for (joint, from) in from.iter_mut().enumerate() {
                for (index, channel) in Channel::ALL.into_iter().enumerate() {
                    if self.driven.contains(&(joint, index)) {
                        let own = self.base_value(joint, channel);
                        from.set(channel, &own.unwrap_or_else(|| self.rest(joint)));
                    }
                }
            }
            self.base = Base::Transition {
                from,
                done: 0.0,
                total: f64::from(transition),
                seq,
                clock,
            };
            return;
        }
        self.base = Base::Clip {
            seq,
            clock,
            moved: true,
            leaving: false,
        };
        self.show_base();
        if mode == PlayMode::Stop {
            self.base = Base::None;
        }
    }
}

#[derive(Clone, Debug)]
enum Command {
    Blend(usize, Blend),
    Stop(usize),
    CrossFade(usize, f32, PlayMode, f32),
    /// The last cross-fade once more.
    Again,
    Mask(usize, usize, f32, bool),
    Unmask(usize),
    Animate(PlayMode, f32, usize, f32),
    SetTime(f32, usize),
    Side(DeltaSide),
    Place(usize),
    Update(f32),
}

fn modes() -> impl Strategy<Value = PlayMode> {
    prop::sample::select(vec![
        PlayMode::Stop,
        PlayMode::Loop,
        PlayMode::PingPong,
        PlayMode::OneShot,
    ])
}

fn speeds() -> impl Strategy<Value = f32> {
    prop::sample::select(vec![-1.75, -0.5, 0.0, 0.25, 1.0, 1.5, 3.25])
}

fn blends() -> impl Strategy<Value = Blend> {
    let weights = prop::sample::select(vec![0.0, 0.125, 0.3, 0.5, 0.875, 1.0]);
    let fades = prop::sample::select(vec![0.0, 0.0, -1.0, 1.5, 6.0, 30.0]);
    let kinds = prop::sample::select(vec![
        LayerKind::Overlay,
        LayerKind::Overlay,
        LayerKind::Additive,
        LayerKind::Subtractive,
    ]);
    (
        weights,
        modes(),
        speeds(),
        fades,
        kinds,
        prop::option::of(0..CLIPS + 1),
    )
        .prop_map(|(weight, mode, speed, fade, kind, reference)| Blend {
            weight,
            mode,
            speed,
            fade,
            kind,
            reference,
        })
}

fn commands() -> impl Strategy<Value = Command> {
    let seq = 0..CLIPS;
    prop_oneof![
        6 => (0..CLIPS + 1, blends()).prop_map(|(seq, blend)| Command::Blend(seq, blend)),
        2 => seq.clone().prop_map(Command::Stop),
        1 => (seq.clone(), prop::sample::select(vec![0.0, 0.1, 0.5]), modes(), speeds())
            .prop_map(|(seq, seconds, mode, speed)| Command::CrossFade(seq, seconds, mode, speed)),
        2 => Just(Command::Again),
        2 => (seq.clone(), 0..JOINTS, prop::sample::select(vec![0.0, 0.25, 1.0, 2.0]), any::<bool>())
            .prop_map(|(seq, joint, factor, children)| Command::Mask(seq, joint, factor, children)),
        1 => seq.clone().prop_map(Command::Unmask),
        2 => (modes(), speeds(), seq.clone(), prop::sample::select(vec![0.0, 0.0, 2.5, 6.0]))
            .prop_map(|(mode, speed, seq, transition)| Command::Animate(mode, speed, seq, transition)),
        1 => (-20.0..20.0_f32, seq).prop_map(|(time, seq)| Command::SetTime(time, seq)),
        1 => any::<bool>().prop_map(|left| Command::Side(if left { DeltaSide::Left } else { DeltaSide::Right })),
        1 => (0..JOINTS).prop_map(Command::Place),
        12 => prop::sample::select(vec![0.0, 0.5, 1.0, 1.0, 1.0, 7.25]).prop_map(Command::Update),
    ]
}

/// Clips that drive some channels of some joints, turns within 50 degrees of each other, and one of no length.
fn clips() -> Vec<Arc<Clip>> {
    let mut random = Random(2024);
    let build = |(index, length): (usize, f32)| {
        let mut builder = Clip::builder(JOINTS, length).unwrap();
        for joint in 0..JOINTS {
            for key in 0..5 {
                // Some on the grid of whole frames, some not.
                let frame = key as f32 * if joint == 6 { 1.7 } else { 2.0 };
                let (offset, turn) = (random.rotation(1.0) * glam::Vec3::X, random.rotation(0.4));
                let size = glam::Vec3::splat(1.0 + 0.3 * random.signed());
                if (joint + index) % 4 != 0 {
                    builder.translation(joint, frame, offset).unwrap();
                }
                if (joint + index) % 3 != 0 || index == 0 {
                    builder.rotation(joint, frame, turn).unwrap();
                }
                if (joint * 3 + index) % 5 == 0 {
                    builder.scale(joint, frame, size).unwrap();
                }
            }
        }
        Arc::new(builder.build())
    };
    [8.0, 7.0, 8.5, 0.0, 6.0]
        .into_iter()
        .enumerate()
        .map(build)
        .collect()
}

fn run(program: &[Command]) -> Result<(), TestCaseError> {
    let skeleton = chain(JOINTS);
    let clips = clips();
    let mut stage = Stage::new(&skeleton, clips.clone());
    let mut model = Model {
        standing: stage
            .standing
            .iter()
            .map(|&joint| Wide::from(joint))
            .collect(),
        skeleton,
        clips,
        layers: Vec::new(),
        masks: HashMap::new(),
        base: Base::None,
        side: DeltaSide::Left,
        driven: HashSet::new(),
        fading: None,
    };
    let mut last_cross_fade = None;
    for (step, command) in program.iter().enumerate() {
        let command = match command {
            Command::Again => last_cross_fade.clone().unwrap_or(Command::Update(0.0)),
            command => command.clone(),
        };
        match command {
            Command::Again => {}
            Command::Blend(seq, blend) => {
                prop_assert_eq!(
                    stage.mixer.blend(seq, blend).unwrap(),
                    model.blend(seq, blend)
                );
                model.fading = model.fading.filter(|fading| fading.0 != seq);
            }
            Command::Stop(seq) => {
                stage.mixer.stop_blend(seq);
                for place in &mut model.layers {
                    if let Some(layer) = place.as_mut().filter(|layer| layer.seq == seq) {
                        layer.target = 0.0;
                        if layer.fade <= 0.0 {
                            layer.current = 0.0;
                        }
                        if layer.gone() {
                            *place = None;
                        }
                    }
                }
            }
            Command::CrossFade(seq, seconds, mode, speed) => {
                last_cross_fade = Some(Command::CrossFade(seq, seconds, mode, speed));
                let slot = stage.mixer.cross_fade(seq, seconds, mode, speed).unwrap();
                prop_assert_eq!(slot, Some(model.cross_fade(seq, seconds, mode, speed)));
            }
            Command::Mask(seq, joint, factor, children) => {
                stage.mixer.mask(seq, joint, factor, children).unwrap();
                let mask = model.masks.entry(seq).or_insert_with(|| vec![1.0; JOINTS]);
                let last = if children { JOINTS } else { joint + 1 };
                mask[joint..last].fill(f64::from(factor).clamp(0.0, 1.0));
            }
            Command::Unmask(seq) => {
                stage.mixer.unmask(seq);
                model.masks.remove(&seq);
            }
            Command::Animate(mode, speed, seq, transition) => {
                let standing = stage.standing.clone();
                stage
                    .mixer
                    .animate(mode, speed, seq, transition, &standing)
                    .unwrap();
                stage.show();
                model.animate(mode, speed, seq, transition);
            }
            Command::SetTime(time, seq) => {
                stage.mixer.set_anim_time(time, seq).unwrap();
                stage.show();
                let mut clock = Clock::new(PlayMode::Stop, 0.0, model.clips[seq].length());
                clock.time = if clock.length > 0.0 {
                    f64::from(time).rem_euclid(clock.length)
                } else {
                    0.0
                };
                model.base = Base::Clip {
                    seq,
                    clock,
                    moved: true,
                    leaving: false,
                };
                model.show_base();
            }
            Command::Side(side) => {
                stage.mixer.set_delta_side(side);
                model.side = side;
            }
            Command::Place(joint) => {
                stage.standing[joint].translation = glam::Vec3::splat(3.0);
                model.standing[joint].translation = DVec3::splat(3.0);
            }
            Command::Update(ticks) => {
                stage.update(ticks);
                model.advance(f64::from(ticks));
                model.evaluate();
            }
        }
        let count = model.layers.iter().flatten().count();
        prop_assert_eq!(
            stage.mixer.blend_count(),
            count,
            "after command {} of {:?}",
            step,
            program
        );
        for (joint, (shown, expected)) in stage.standing.iter().zip(&model.standing).enumerate() {
            let off = (shown.translation.as_dvec3() - expected.translation).length();
            let sized = (shown.scale.as_dvec3() - expected.scale).length();
            let turned = angle(shown.rotation, expected.rotation.as_quat());
            prop_assert!(
                off < 1e-4 && sized < 1e-4 && turned < 2e-4,
                "joint {joint} after command {step}: {off} {sized} {turned}\n{shown:?}\n{expected:?}"
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_programs_do_what_the_model_does(program in prop::collection::vec(commands(), 1..40)) {
        run(&program)?;
    }
}
