//! The pictures that were looked at last, each seen by those it was shown to.

use std::collections::BTreeMap;

use parlour_room::Sketch;
use parlour_room::local::{Ear, MASTER};

/// The last picture of the public window, and those shown in private after it.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    public: Option<Sketch>,
    private: BTreeMap<String, Sketch>,
}

impl Pictures {
    /// A picture is shown.
    pub fn keep(&mut self, to: &Ear, sketch: Sketch) {
        match to {
            Ear::Public => {
                self.public = Some(sketch);
                // It is newer than what was seen in private.
                self.private.clear();
            }
            Ear::Private(power) => {
                self.private.insert(power.clone(), sketch);
            }
        }
    }

    /// The last one that whoever speaks has seen.
    pub fn last(&self, speaker: Option<&str>) -> Option<&Sketch> {
        let own = self.private.get(speaker.unwrap_or(MASTER));
        own.or(self.public.as_ref())
    }
}
