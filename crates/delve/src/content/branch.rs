//! Levels beside the way to the amulet, and what a level is called: the way down has its
//! levels by depth, a branch has its own, counted from the shaft.

use parlour_rogue::EntityType;

use super::{Content, LevelPlan};

/// A way aside that nobody has to take.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    /// The level with the shaft.
    pub(crate) from: u8,
    /// Who stands at its end.
    pub(crate) keeper: EntityType,
    /// What is said on arrival at the level with the shaft.
    pub(crate) call: String,
    pub(crate) levels: Vec<LevelPlan>,
}

/// One level of the dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// How deep it is, from 1; those of a branch are as deep as those beside them.
    pub(crate) depth: u8,
    /// Which level of the branch it is, from 1; 0 for the way itself.
    pub(crate) branch: u8,
}

impl Place {
    /// A level of the way itself.
    pub(crate) const fn on_the_way(depth: u8) -> Self {
        Self { depth, branch: 0 }
    }

    /// What the world calls it.
    pub(crate) fn key(self) -> String {
        match self.branch {
            0 => self.depth.to_string(),
            branch => format!("branch {branch}"),
        }
    }

    /// The next level down the same way.
    pub(crate) const fn below(self) -> Self {
        Self {
            depth: self.depth + 1,
            branch: if self.branch == 0 { 0 } else { self.branch + 1 },
        }
    }

    /// The first level of the branch, from the one with the shaft.
    pub(crate) const fn aside(self) -> Self {
        Self {
            depth: self.depth + 1,
            branch: 1,
        }
    }

    /// The level the stairs up lead to.
    pub(crate) const fn above(self) -> Self {
        Self {
            depth: self.depth.saturating_sub(1),
            branch: self.branch.saturating_sub(1),
        }
    }
}

/// What the end of a way holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bottom {
    /// Stairs: it goes on.
    Stairs,
    /// What one came for.
    Amulet,
    /// What lies at the end of the branch.
    Legends,
}

impl Content {
    /// What a level is like; nothing if there is no such level.
    pub(crate) fn plan(&self, place: Place) -> Option<&LevelPlan> {
        let from = |levels, number: u8| -> Option<&LevelPlan> {
            let levels: &Vec<LevelPlan> = levels;
            levels.get(usize::from(number).wrapping_sub(1))
        };
        match place.branch {
            0 => from(&self.levels, place.depth),
            number => {
                let branch = self.branch.as_ref()?;
                let beside = place.depth == branch.from.saturating_add(number);
                from(&branch.levels, number).filter(|_| beside)
            }
        }
    }

    /// The number of a level among all of them, from 1: the way, then the branch.
    pub(crate) fn number(&self, place: Place) -> u64 {
        match place.branch {
            0 => u64::from(place.depth),
            branch => self.levels.len() as u64 + u64::from(branch),
        }
    }

    /// What the end of a level's way holds.
    pub(crate) fn bottom(&self, place: Place) -> Bottom {
        if self.plan(place.below()).is_some() {
            Bottom::Stairs
        } else if place.branch == 0 {
            Bottom::Amulet
        } else {
            Bottom::Legends
        }
    }

    /// The branch, if its shaft is on this level.
    pub(crate) fn branch_at(&self, place: Place) -> Option<&Branch> {
        let branch = self.branch.as_ref()?;
        (place == Place::on_the_way(branch.from)).then_some(branch)
    }

    /// How dangerous those are who live on a level: as on that level of the way.
    pub(crate) fn danger(&self, place: Place) -> u8 {
        self.plan(place).map_or(place.depth, |plan| plan.danger)
    }
}
