//! Names of sequences, and the named parts that become sequences when they are asked for.

use super::Mixer;
use crate::error::MixerError;
use crate::sequences::{PartPlace, SequencePart};
use std::sync::Arc;

/// How well a name answers to what was asked for; the lower the better.
#[derive(Clone, Copy, PartialEq)]
enum Match {
    Exact,
    AnyCase,
    /// What follows a `|`: exporters write the rig's name before the action's, as in `Rig|Walk`.
    Tail,
    TailAnyCase,
}

impl Match {
    const ALL: [Self; 4] = [Self::Exact, Self::AnyCase, Self::Tail, Self::TailAnyCase];

    fn holds(self, name: &str, wanted: &str) -> bool {
        let tail = || {
            let start = name.len().checked_sub(wanted.len())?;
            let tail = name.get(start..)?;
            let front = name.get(..start)?;
            (front.ends_with('|') && !wanted.is_empty()).then_some(tail)
        };
        match self {
            Self::Exact => name == wanted,
            Self::AnyCase => name.eq_ignore_ascii_case(wanted),
            Self::Tail => tail() == Some(wanted),
            Self::TailAnyCase => tail().is_some_and(|tail| tail.eq_ignore_ascii_case(wanted)),
        }
    }
}

impl Mixer {
    /// `AnimSeqName$`: name of a sequence, empty when it has none or does not exist.
    #[must_use]
    pub fn sequence_name(&self, seq: usize) -> &str {
        self.sequences
            .clips()
            .get(seq)
            .map_or("", |clip| clip.name())
    }

    /// Lists a named part. It takes no sequence number until [`Mixer::find_sequence`] asks for it.
    ///
    /// # Errors
    /// When the sequence it belongs to does not exist.
    pub fn add_part(&mut self, part: SequencePart) -> Result<(), MixerError> {
        self.sequences.add_part(part)
    }

    /// `CountAnimParts`: number of named parts, those that are sequences by now included.
    #[must_use]
    pub fn part_count(&self) -> usize {
        self.sequences.parts().len()
    }

    /// `AnimPartName$`: name of a part, empty when it does not exist.
    #[must_use]
    pub fn part_name(&self, part: usize) -> &str {
        let parts = self.sequences.parts();
        parts.get(part).map_or("", |part| part.name.as_str())
    }

    /// `FindAnimSeq`: the number of the sequence of that name. Where a part has the name, it becomes a sequence, after all
    /// others, the first time.
    ///
    /// The exact name comes first, then one that differs in letter case only, then one that ends in `|` and the name
    /// (exporters put the rig's name before it), then that in any letter case; sequences before parts, lower numbers before
    /// higher ones.
    pub fn find_sequence(&mut self, name: &str) -> Option<usize> {
        Match::ALL.into_iter().find_map(|how| {
            let clips = self.sequences.clips();
            let found = clips.iter().position(|clip| how.holds(clip.name(), name));
            found.or_else(|| {
                let parts = self.sequences.parts();
                let part = parts.iter().position(|part| how.holds(&part.name, name))?;
                self.part_sequence(part)
            })
        })
    }

    /// The sequence of a part, made if it is none yet.
    fn part_sequence(&mut self, part: usize) -> Option<usize> {
        let SequencePart { name, place } = self.sequences.parts().get(part)?.clone();
        let (seq, first, last) = match place {
            PartPlace::Sequence(made) => return Some(made),
            PartPlace::Frames { seq, first, last } => (seq, first, last),
        };
        let clip = self.sequences.get(seq).ok()?.extract(first, last).ok()?;
        let made = self.add_sequence(Arc::new(clip.named(name))).ok()?;
        self.sequences.set_part_made(part, made);
        Some(made)
    }
}
