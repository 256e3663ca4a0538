//! What happened, for whoever shows it. Events tell; they decide nothing.

use parlour_grid::Point;

use crate::effect::Effect;
use crate::entity::EntityId;
use crate::notation::Action;
use crate::registry::EntityType;
use crate::world::LevelId;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// An entity went from one cell to another.
    Moved {
        /// Who.
        who: EntityId,
        /// From where.
        from: Point,
        /// To where.
        to: Point,
    },
    /// A sentence was added to the log.
    Said(Box<str>),
    /// A blow or a shot landed.
    Hit {
        /// Who struck.
        by: EntityId,
        /// Who was struck.
        who: EntityId,
        /// How many hit points it cost.
        damage: i64,
    },
    /// A blow or a shot missed.
    Missed {
        /// Who struck.
        by: EntityId,
        /// At whom.
        who: EntityId,
    },
    /// Somebody's hit points ran out. Under the dice rule it is gone already.
    Died {
        /// Who.
        who: EntityId,
        /// Of which type it was.
        kind: EntityType,
        /// Where.
        at: Point,
    },
    /// Something from a pack was used from a menu, and it took time.
    Used {
        /// By whom.
        by: EntityId,
        /// What it was.
        kind: EntityType,
    },
    /// Something from a pack was laid down on purpose.
    Dropped {
        /// By whom.
        by: EntityId,
        /// What.
        item: EntityId,
    },
    /// An entity left a level for another; [`Event::Travelled`] comes next.
    Departed {
        /// Who.
        who: EntityId,
        /// Which level it left.
        level: LevelId,
        /// From which cell.
        at: Point,
    },
    /// An entity appeared on a level.
    Added {
        /// Who.
        who: EntityId,
    },
    /// An entity is gone from its level.
    Removed {
        /// Who.
        who: EntityId,
    },
    /// A tile of the current level changed.
    TileChanged {
        /// Which.
        at: Point,
    },
    /// An entity came to another level.
    Travelled {
        /// Who.
        who: EntityId,
        /// Where to.
        level: LevelId,
        /// On which cell it arrived.
        at: Point,
    },
    /// An animation is to be shown.
    Shown(Effect),
    /// The cursor of look mode or targeting stands on a cell, or was told to
    /// move and could not.
    Pointed {
        /// The cell.
        at: Point,
    },
    /// Look mode ended on a cell, or was left.
    PointingEnded {
        /// The chosen cell, if one was chosen.
        at: Option<Point>,
    },
    /// The player asked for something the game around the rules is to do.
    Asked(Action),
    /// The player took a turn, and everyone else their turns up to the next.
    TurnTaken,
    /// The game is over: the player quit or is gone.
    Ended,
}
