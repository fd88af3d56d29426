//! Where a blending job takes poses from: clips at a time, and poses sampled before.

use crate::channel::{ChannelKind, Rotation, Scale, Translation};
use crate::clip::Clip;
use crate::lanes::{LANES, Lanes, Transforms, group_count};
use crate::packed::GridTime;
use crate::presence::Presence;
use crate::transform::{Channel, Channels, Transform};

/// A pose in the form that a [`BlendJob`](crate::BlendJob) reads: the placements of joints relative to their parents, and
/// which channels of them it gives. Its memory is kept from one use to the next.
#[derive(Clone, Debug, Default)]
pub struct SampledPose {
    joints: usize,
    groups: Vec<Transforms>,
    present: Vec<[Presence; 3]>,
}

/// What gives the channels of whole groups of joints.
pub(crate) trait ChannelValues {
    /// Values of a group, and 1 in the lanes that have one; other lanes hold anything.
    fn values<K: ChannelKind>(&mut self, group: usize) -> (K::Values, Lanes);
}

impl SampledPose {
    /// A pose of so many joints that gives no channel.
    #[must_use]
    pub fn new(joints: usize) -> Self {
        let mut pose = Self::default();
        pose.reset(joints);
        pose
    }

    /// Number of joints.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.joints
    }

    /// Makes it a pose of so many joints that gives no channel.
    pub fn reset(&mut self, joints: usize) {
        self.joints = joints;
        let groups = group_count(joints);
        self.groups.clear();
        self.groups.resize(groups, Transforms::IDENTITY);
        self.present.clear();
        self.present.resize(groups, [Presence::None; 3]);
    }

    /// Gives `channels` of a joint and no others of it; nothing for an index out of range. Rotations are unit quaternions.
    pub fn set(&mut self, joint: usize, transform: &Transform, channels: Channels) {
        if joint >= self.joints {
            return;
        }
        let (group, lane) = (joint / LANES, joint % LANES);
        let in_group = LANES.min(self.joints - group * LANES);
        self.groups[group].set(lane, transform);
        for (presence, channel) in self.present[group].iter_mut().zip(Channel::ALL) {
            let mut lanes = presence.lanes();
            lanes.0[lane] = f32::from(u8::from(channels.has(channel)));
            *presence = Presence::new(lanes.0[..in_group].iter().map(|&lane| lane != 0.0));
        }
    }

    /// Takes over what `clip` gives at `frame`, clamped to `[0, length]`, for all its joints: the channels that have keys.
    pub fn sample(&mut self, clip: &Clip, frame: f32) {
        let mut source = PoseSource::clip(clip, frame);
        self.fill(clip.joint_count(), &mut source);
    }

    /// Takes over all values of `from`.
    pub(crate) fn fill(&mut self, joints: usize, from: &mut impl ChannelValues) {
        self.reset(joints);
        for group in 0..self.groups.len() {
            self.fill_channel::<Translation>(group, from);
            self.fill_channel::<Rotation>(group, from);
            self.fill_channel::<Scale>(group, from);
        }
    }

    fn fill_channel<K: ChannelKind>(&mut self, group: usize, from: &mut impl ChannelValues) {
        let (values, lanes) = from.values::<K>(group);
        K::put(&mut self.groups[group], values);
        self.present[group][K::INDEX] = Presence::from_lanes(lanes);
    }

    /// Bytes held on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.groups.capacity() * size_of::<Transforms>()
            + self.present.capacity() * size_of::<[Presence; 3]>()
    }
}

/// A pose that a [`BlendJob`](crate::BlendJob) reads; copied freely.
#[derive(Clone, Copy, Debug)]
pub struct PoseSource<'a>(Source<'a>);

#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    Clip { clip: &'a Clip, at: GridTime },
    Pose(&'a SampledPose),
}

impl<'a> PoseSource<'a> {
    /// A clip at `frame`, clamped to `[0, length]`. It gives the channels that have keys.
    #[must_use]
    pub fn clip(clip: &'a Clip, frame: f32) -> Self {
        let at = clip.packed().locate(frame);
        Self(Source::Clip { clip, at })
    }

    /// A pose sampled before. It gives the channels that were set in it.
    #[must_use]
    pub fn pose(pose: &'a SampledPose) -> Self {
        Self(Source::Pose(pose))
    }

    /// A clip at a time that was looked up before.
    #[inline(always)]
    pub(crate) fn located(clip: &'a Clip, at: GridTime) -> Self {
        Self(Source::Clip { clip, at })
    }

    /// Number of joints.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        match self.0 {
            Source::Clip { clip, .. } => clip.joint_count(),
            Source::Pose(pose) => pose.joint_count(),
        }
    }

    /// Which joints of a group it gives the channel of.
    #[inline(always)]
    pub(crate) fn presence<K: ChannelKind>(&self, group: usize) -> &'a Presence {
        match self.0 {
            Source::Clip { clip, .. } => clip.packed().presence(group, K::INDEX),
            Source::Pose(pose) => &pose.present[group][K::INDEX],
        }
    }

    /// Values of a group; those of joints without the channel are neutral.
    #[inline(always)]
    pub(crate) fn sample<K: ChannelKind>(&self, group: usize) -> K::Values {
        match self.0 {
            Source::Clip { clip, at } => K::sample(clip, group, at),
            Source::Pose(pose) => K::of(&pose.groups[group]),
        }
    }

    /// [`Self::sample`] as a function of its own, for places where time does not count and another copy of it would.
    #[inline(never)]
    pub(crate) fn sample_called<K: ChannelKind>(&self, group: usize) -> K::Values {
        self.sample::<K>(group)
    }

    /// What a delta of this source is relative to: the recorded reference of its clip, else `reference`, and where that does not
    /// give the channel, `rest`.
    #[inline(always)]
    pub(crate) fn delta_reference<K: ChannelKind>(
        &self,
        reference: &Self,
        group: usize,
        rest: &Transforms,
    ) -> K::Values {
        if let Source::Clip { clip, .. } = self.0
            && let Some(recorded) = clip.baked().and_then(|baked| baked.group(group))
        {
            return K::of(recorded);
        }
        let values = match reference.0 {
            Source::Clip { clip, at } if at.is_start() => K::first(clip, group),
            _ => reference.sample_called::<K>(group),
        };
        match reference.presence::<K>(group) {
            Presence::All => values,
            Presence::None => K::of(rest),
            Presence::Some(lanes) => K::select(*lanes, values, K::of(rest)),
        }
    }
}

impl ChannelValues for PoseSource<'_> {
    fn values<K: ChannelKind>(&mut self, group: usize) -> (K::Values, Lanes) {
        (
            self.sample_called::<K>(group),
            self.presence::<K>(group).lanes(),
        )
    }
}
