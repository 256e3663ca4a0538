//! From what was written to what can be played.
//!
//! In lenient reading (the default) the province decides which unit is meant;
//! a wrong word about it is only a [`Remark`]. A missing coast is filled in
//! where one is possible. In strict reading every word must be right.
//! (DATC 4.B and 4.C.)

use crate::{
    Board, Dislodged, Illegal, Location, LocationSet, Order, OrderText, PlaceText, Placed, Power,
    Province, Scene, Step, Unit, UnitKind, UnitText,
};

/// Something about a written order that was wrong but did not matter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Remark {
    /// Army written for fleet, or fleet for army.
    #[error("{written} was read as {found}")]
    OtherKind {
        /// What was written.
        written: String,
        /// What stands there.
        found: String,
    },
    /// A coast that does not matter was wrong.
    #[error("the coast in {written} is ignored; it is {found}")]
    OtherCoast {
        /// What was written.
        written: String,
        /// What it was taken for.
        found: String,
    },
    /// A coast that was missing was filled in.
    #[error("{written} was read as {found}")]
    CoastFilledIn {
        /// What was written.
        written: String,
        /// What it was taken for.
        found: String,
    },
    /// A unit was called by another power's name.
    #[error("{unit} belongs to {owner}")]
    OtherOwner {
        /// The unit.
        unit: String,
        /// Whose it is.
        owner: String,
    },
}

/// A playable order, and what was wrong with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The order.
    pub order: Order,
    /// What was wrong but did not matter.
    pub remarks: Vec<Remark>,
}

/// Turns a written order into one that can be played here, or says why not.
pub fn check(scene: &Scene<'_>, power: Power, text: OrderText) -> Result<Checked, Illegal> {
    let mut reader = Reader {
        scene,
        board: scene.board,
        strict: scene.is_strict(),
        remarks: Vec::new(),
    };
    let order = reader.read(power, text)?;
    match order.unit() {
        // The reader has found the units.
        Some(unit) if scene.position.phase.step == Step::Movement => {
            scene.check_reach(unit, order)?;
        }
        _ => scene.check(power, order)?,
    }
    Ok(Checked {
        order,
        remarks: reader.remarks,
    })
}

struct Reader<'s, 'a> {
    scene: &'s Scene<'a>,
    board: &'a Board,
    strict: bool,
    remarks: Vec<Remark>,
}

impl Reader<'_, '_> {
    fn read(&mut self, power: Power, text: OrderText) -> Result<Order, Illegal> {
        let step = self.scene.position.phase.step;
        match text {
            OrderText::Waive if step == Step::Adjustment => Ok(Order::Waive),
            OrderText::Build { unit } if step == Step::Adjustment => self.built(unit),
            OrderText::Disband { unit } if step == Step::Adjustment => {
                let unit = self.own(power, unit)?;
                Ok(Order::Disband { unit })
            }
            OrderText::Retreat { unit, to } | OrderText::Move { unit, to, .. }
                if step == Step::Retreat =>
            {
                let unit = self.dislodged(power, unit)?;
                let steps = self.board.steps(unit);
                let to = self.destination(unit, to, steps)?;
                Ok(Order::Retreat { unit, to })
            }
            OrderText::Disband { unit } if step == Step::Retreat => {
                let unit = self.dislodged(power, unit)?;
                Ok(Order::Disband { unit })
            }
            _ if step != Step::Movement => Err(Illegal::WrongPhase(text.word())),
            OrderText::Retreat { .. }
            | OrderText::Disband { .. }
            | OrderText::Build { .. }
            | OrderText::Waive => Err(Illegal::WrongPhase(text.word())),
            OrderText::Hold { unit } => {
                let unit = self.own(power, unit)?;
                Ok(Order::Hold { unit })
            }
            OrderText::Move { unit, to, via } => {
                let unit = self.own(power, unit)?;
                let steps = self.board.steps(unit);
                let to = self.destination(unit, to, steps)?;
                Ok(Order::Move { unit, to, via })
            }
            OrderText::SupportHold { unit, target } => {
                let unit = self.own(power, unit)?;
                let target = self.standing(target)?.unit;
                Ok(Order::SupportHold { unit, target })
            }
            OrderText::SupportMove { unit, target, to } => {
                let unit = self.own(power, unit)?;
                let target = self.standing(target)?.unit;
                let to = self.supported_destination(target, to)?;
                Ok(Order::SupportMove { unit, target, to })
            }
            OrderText::Convoy { unit, army, to } => {
                let unit = self.own(power, unit)?;
                let army = self.standing(army)?.unit;
                if army.kind == UnitKind::Fleet {
                    return Err(Illegal::FleetsAreNotConvoyed(self.unit(army)));
                }
                let to = self.destination(army, to, LocationSet::EMPTY)?;
                Ok(Order::Convoy { unit, army, to })
            }
        }
    }

    /// The unit in the written province.
    fn standing(&mut self, text: UnitText) -> Result<Placed, Illegal> {
        let placed = self.scene.position.unit_in(text.at.province);
        let placed = placed.ok_or_else(|| Illegal::NoUnitThere(self.code(text.at.province)))?;
        self.compare(text, placed)?;
        Ok(placed)
    }

    /// The ordering power's own unit in the written province.
    fn own(&mut self, power: Power, text: UnitText) -> Result<Unit, Illegal> {
        let placed = self.standing(text)?;
        if placed.power == power {
            Ok(placed.unit)
        } else {
            Err(Illegal::NotYourUnit(self.unit(placed.unit)))
        }
    }

    /// The ordering power's unit that was dislodged from the written province.
    fn dislodged(&mut self, power: Power, text: UnitText) -> Result<Unit, Illegal> {
        let province = text.at.province;
        let found = self.scene.position.dislodged_from(self.board, province);
        let Some(dislodged) = found else {
            return Err(match self.scene.position.unit_in(province) {
                Some(placed) => Illegal::NotDislodged(self.unit(placed.unit)),
                None => Illegal::NoUnitThere(self.code(province)),
            });
        };
        if dislodged.power != power {
            let own = self.scene.position.unit_in(province);
            return Err(match own.filter(|placed| placed.power == power) {
                Some(placed) => Illegal::NotDislodged(self.unit(placed.unit)),
                None => Illegal::NotYourUnit(self.unit(dislodged.unit)),
            });
        }
        let Dislodged { power, unit, .. } = dislodged;
        self.compare(text, Placed { power, unit })?;
        Ok(unit)
    }

    /// Compares the words about a unit with the unit.
    fn compare(&mut self, text: UnitText, placed: Placed) -> Result<(), Illegal> {
        let unit = placed.unit;
        if let Some(power) = text.power.filter(|power| *power != placed.power) {
            let unit = self.unit(unit);
            let [written, owner] =
                [power, placed.power].map(|power| self.board.power_name(power).to_owned());
            if self.strict {
                return Err(Illegal::WrongOwner(unit, written, owner));
            }
            self.remarks.push(Remark::OtherOwner { unit, owner });
        }
        let other_kind = text.kind.is_some_and(|kind| kind != unit.kind);
        let other_coast = text.at.coast.is_some() && text.at.coast != self.board.coast_of(unit.at);
        if !other_kind && !other_coast {
            return Ok(());
        }
        let (written, found) = (text.show(self.board), self.unit(unit));
        match (self.strict, other_kind) {
            (true, true) => return Err(Illegal::WrongKind(written, found)),
            (true, false) => return Err(Illegal::WrongCoast(written, found)),
            (false, true) => self.remarks.push(Remark::OtherKind { written, found }),
            (false, false) => self.remarks.push(Remark::OtherCoast { written, found }),
        }
        Ok(())
    }

    /// The location a unit goes to; `steps` are those it can choose between.
    fn destination(
        &mut self,
        unit: Unit,
        to: PlaceText,
        steps: LocationSet,
    ) -> Result<Location, Illegal> {
        if unit.kind == UnitKind::Army {
            return self.army_destination(unit, to);
        }
        match to.coast {
            Some(coast) => self.coast(to, coast),
            None if !self.board.has_split_coast(to.province) => Ok(to.province.into()),
            None => {
                let coasts = self.board.fleet_locations(to.province);
                let open = coasts.and(steps);
                match (open.first(), open.len()) {
                    (Some(only), 1) if !self.strict => {
                        self.remarks.push(Remark::CoastFilledIn {
                            written: self.code(to.province),
                            found: self.board.code(only).to_owned(),
                        });
                        Ok(only)
                    }
                    (None, _) => {
                        let code = self.code(to.province);
                        Err(Illegal::OutOfReach(self.unit(unit), code))
                    }
                    _ => Err(self.scene.coast_missing(to.province)),
                }
            }
        }
    }

    /// Coasts mean nothing to an army.
    fn army_destination(&mut self, unit: Unit, to: PlaceText) -> Result<Location, Illegal> {
        if to.coast.is_some() {
            let written = to.show(self.board);
            if self.strict {
                return Err(Illegal::ArmyNamesCoast(
                    self.unit(unit),
                    self.code(to.province),
                ));
            }
            self.remarks.push(Remark::OtherCoast {
                written,
                found: self.code(to.province),
            });
        }
        Ok(to.province.into())
    }

    /// The location a supported unit goes to. Without a coast the support
    /// counts for every coast, in strict reading for none.
    fn supported_destination(&mut self, target: Unit, to: PlaceText) -> Result<Location, Illegal> {
        if target.kind == UnitKind::Army {
            return self.army_destination(target, to);
        }
        match to.coast {
            Some(coast) => self.coast(to, coast),
            None => Ok(to.province.into()),
        }
    }

    /// A coast that was written. A province with one coast has no name for it,
    /// so there the word is ignored.
    fn coast(&mut self, to: PlaceText, coast: crate::Coast) -> Result<Location, Illegal> {
        if let Some(location) = self.board.coast(to.province, coast) {
            return Ok(location);
        }
        let written = to.show(self.board);
        if self.strict || self.board.has_split_coast(to.province) {
            return Err(Illegal::NoSuchCoast(written));
        }
        self.remarks.push(Remark::OtherCoast {
            written,
            found: self.code(to.province),
        });
        Ok(to.province.into())
    }

    /// The unit to be built.
    fn built(&mut self, text: UnitText) -> Result<Order, Illegal> {
        let Some(kind) = text.kind else {
            return Err(Illegal::CannotBuild(
                self.code(text.at.province),
                "say whether it is an army or a fleet",
            ));
        };
        let army = Unit {
            kind,
            at: text.at.province.into(),
        };
        let at = if kind == UnitKind::Army {
            self.army_destination(army, text.at)?
        } else {
            match text.at.coast {
                Some(coast) => self.coast(text.at, coast)?,
                None if self.board.has_split_coast(text.at.province) => {
                    return Err(self.scene.coast_missing(text.at.province));
                }
                None => text.at.province.into(),
            }
        };
        Ok(Order::Build {
            unit: Unit { kind, at },
        })
    }

    fn unit(&self, unit: Unit) -> String {
        self.board.unit_text(unit).to_string()
    }

    fn code(&self, province: Province) -> String {
        self.board.code(province).to_owned()
    }
}
