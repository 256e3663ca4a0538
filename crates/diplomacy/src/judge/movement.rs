//! The outcome of a movement phase: who moved, who was dislodged, what became
//! of every order, and where the dislodged may go.

use std::fmt;

use super::Judge;
use super::state::Answers;
use super::tables::Tables;
use crate::{
    Board, ConvoyRetreat, Dislodged, LocationSet, MOST_PLACES, Order, Place, Placed, Position,
    Province, ProvinceSet, Rulebook, Unit, UnitKind,
};

/// What became of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// Impossible on this board with these units.
    Illegal,
    /// Legal, but matches no order of the other unit.
    Void,
    /// No complete convoy route was ordered.
    NoConvoy,
    /// The convoy route was broken.
    Disrupted,
    /// Stopped by strength, or by another retreat.
    Bounce,
    /// The support was cut.
    Cut,
    /// The unit was driven out.
    Dislodged,
    /// The unit left the board against its order.
    Disband,
}

impl Code {
    /// All codes, in the order in which they are listed for one order.
    pub const ALL: [Self; 8] = [
        Self::Illegal,
        Self::Void,
        Self::NoConvoy,
        Self::Disrupted,
        Self::Bounce,
        Self::Cut,
        Self::Dislodged,
        Self::Disband,
    ];

    /// The word in records.
    pub fn text(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Void => "void",
            Self::NoConvoy => "no convoy",
            Self::Disrupted => "disrupted",
            Self::Bounce => "bounce",
            Self::Cut => "cut",
            Self::Dislodged => "dislodged",
            Self::Disband => "disband",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// The codes of one order; none means success.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Codes(u8);

impl Codes {
    /// Success.
    pub const OK: Self = Self(0);

    /// These codes and one more.
    #[must_use]
    pub fn with(self, code: Code) -> Self {
        Self(self.0 | 1 << code as u8)
    }

    /// These codes and one more if it applies.
    #[must_use]
    pub fn with_if(self, applies: bool, code: Code) -> Self {
        if applies { self.with(code) } else { self }
    }

    /// Whether the code is among them.
    pub fn contains(self, code: Code) -> bool {
        self.0 >> code as u8 & 1 != 0
    }

    /// Whether the order succeeded.
    pub fn is_ok(self) -> bool {
        self.0 == 0
    }

    /// A bit for each code, in the order of [`Code::ALL`].
    #[inline]
    pub fn bits(self) -> u8 {
        self.0
    }

    /// The codes, in the order in which they are listed.
    pub fn iter(self) -> impl Iterator<Item = Code> {
        Code::ALL
            .into_iter()
            .filter(move |code| self.contains(*code))
    }

    /// The words in records.
    pub fn texts(self) -> Vec<String> {
        self.iter().map(|code| code.text().to_owned()).collect()
    }
}

/// The outcome of a movement phase. Units are named by the province in which
/// they stood before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Movement {
    /// Units whose move succeeded.
    pub moved: ProvinceSet,
    /// Units that were driven out.
    pub dislodged: ProvinceSet,
    /// Moves that were stopped by strength.
    pub bounced: ProvinceSet,
    /// Moves without a complete convoy route.
    pub no_convoy: ProvinceSet,
    /// Armies whose convoy route was broken, and convoying fleets that were
    /// dislodged or taken out by the paradox rule.
    pub disrupted: ProvinceSet,
    /// Supports that were cut.
    pub cut: ProvinceSet,
    /// Supports and convoys that matched nothing.
    pub void: ProvinceSet,
    /// Moves that went, or would have gone, by sea.
    pub by_sea: ProvinceSet,
    /// Provinces left empty by a stand-off.
    pub contested: ProvinceSet,
    /// How many rings of moves were settled by the rule that rings succeed.
    pub rings: u8,
    /// How many convoy paradoxes were settled by the paradox rule.
    pub paradoxes: u8,
}

/// Reads the outcome from the final answers.
pub(super) fn conclude(tables: &Tables, answers: &Answers, rules: Rulebook) -> Movement {
    let moved = answers.move_yes;
    let mut landed = ProvinceSet::EMPTY;
    for unit in moved {
        landed.insert(tables.aim(unit));
    }
    let stayed = tables.occupied.minus(moved);
    let dislodged = stayed.and(landed);
    let failed = tables.movers.minus(moved);
    let pathless = failed.and(answers.path_no);
    let after = stayed.or(landed);
    let mut contested = ProvinceSet::EMPTY;
    for unit in failed.minus(pathless) {
        let there = tables.aim(unit);
        // A unit that was beaten head to head, or by the rule everywhere, does
        // not contest its attacker's province.
        let beaten = tables.opponent(unit).is_some_and(|other| {
            moved.contains(other)
                && (rules.dislodged_bounce == crate::DislodgedBounce::Never
                    || tables.head_to_head(unit).is_some())
        });
        if !after.contains(there) && !beaten {
            contested.insert(there);
        }
    }
    Movement {
        moved,
        dislodged,
        bounced: failed.minus(pathless),
        no_convoy: pathless.and(tables.no_route),
        disrupted: pathless
            .minus(tables.no_route)
            .or(tables.convoyers.and(dislodged))
            .or(answers.taken_out),
        cut: answers.support_no,
        void: tables.void,
        by_sea: tables.sailing,
        contested,
        rings: answers.rings,
        paradoxes: answers.paradoxes,
    }
}

impl Movement {
    /// The codes that orders can have here, each with the units whose orders have it.
    pub fn by_code(&self) -> [(Code, ProvinceSet); 6] {
        [
            (Code::Void, self.void),
            (Code::NoConvoy, self.no_convoy),
            (Code::Disrupted, self.disrupted),
            (Code::Bounce, self.bounced),
            (Code::Cut, self.cut),
            (Code::Dislodged, self.dislodged),
        ]
    }

    /// What became of the unit's legal order.
    pub fn codes(&self, unit: Province) -> Codes {
        let each = self.by_code().into_iter();
        each.fold(Codes::OK, |codes, (code, units)| {
            codes.with_if(units.contains(unit), code)
        })
    }
}

impl Judge<'_> {
    /// After [`Judge::movement`]: the unit that drove another out.
    pub fn dislodger(&self, movement: &Movement, unit: Province) -> Option<Province> {
        self.tables.attackers(unit).and(movement.moved).first()
    }

    /// After [`Judge::movement`]: where a dislodged unit may go.
    pub fn retreats(&self, movement: &Movement, unit: Province) -> LocationSet {
        let placed = self.tables.order(unit).unit();
        let placed = placed.expect("every order of a movement phase names its unit");
        let mut closed = self.occupied_after(movement).or(movement.contested);
        if let Some(attacker) = self.dislodger(movement, unit) {
            let sailed = movement.by_sea.contains(attacker);
            if !sailed || self.rules.convoy_retreat == ConvoyRetreat::Forbidden {
                closed.insert(attacker);
            }
        }
        let open = |to: &crate::Location| !closed.contains(self.board.province_of(*to));
        self.board.steps(placed).iter().filter(open).collect()
    }

    /// After [`Judge::movement`]: the provinces in which units stand now.
    pub fn occupied_after(&self, movement: &Movement) -> ProvinceSet {
        let stayed = self.tables.occupied.minus(movement.moved);
        let landed = movement.moved.iter().map(|unit| self.tables.aim(unit));
        stayed.or(landed.collect())
    }

    /// After [`Judge::movement`]: moves the units on and lists the dislodged,
    /// those without a retreat included. Owners and phase stay as they are.
    pub fn apply_movement(&self, movement: &Movement, position: &mut Position) {
        let mut dislodged = Vec::new();
        for unit in movement.dislodged {
            if let Some(placed) = position.lift(unit) {
                dislodged.push(Dislodged {
                    power: placed.power,
                    unit: placed.unit,
                    retreats: self.retreats(movement, unit),
                });
            }
        }
        // Rings move at once: everybody is lifted before anybody lands.
        let mut lifted = [None; MOST_PLACES];
        for unit in movement.moved {
            lifted[unit.index()] = position.lift(unit);
        }
        for unit in movement.moved {
            if let Some(placed) = lifted[unit.index()]
                && let Order::Move { to, .. } = self.tables.order(unit)
            {
                position.place(
                    self.tables.aim(unit),
                    Placed {
                        power: placed.power,
                        unit: landed(self.board, placed.unit, to),
                    },
                );
            }
        }
        position.set_dislodged(dislodged);
    }
}

/// The unit at its new place; an army loses any coast.
fn landed(board: &Board, unit: Unit, to: crate::Location) -> Unit {
    let at = match unit.kind {
        UnitKind::Army => board.province_of(to).into(),
        UnitKind::Fleet => to,
    };
    Unit {
        kind: unit.kind,
        at,
    }
}
