//! What a turn sounds like, told to a page, which makes the sounds itself where
//! somebody wants them.

use parlour_delve::View;

/// What was so before a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heard {
    hp: u32,
    slain: u32,
    depth: u8,
    pack: u32,
    enemies: usize,
}

impl Heard {
    pub(super) fn of(view: &View) -> Self {
        Self {
            hp: view.sheet.hp,
            slain: view.slain.values().sum(),
            depth: view.depth,
            pack: view.pack.iter().map(|item| item.count).sum(),
            enemies: view.enemies().count(),
        }
    }

    /// The word for what is heard first of all that happened since.
    pub(super) fn sound(self, view: &View) -> Option<&'static str> {
        let now = Self::of(view);
        if view.ending.is_some() {
            Some("end")
        } else if now.depth != self.depth {
            Some("stairs")
        } else if now.slain > self.slain {
            Some("slain")
        } else if now.hp < self.hp {
            Some("hurt")
        } else if now.enemies > self.enemies {
            Some("seen")
        } else if now.pack > self.pack {
            Some("taken")
        } else {
            None
        }
    }
}
