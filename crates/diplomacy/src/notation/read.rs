//! The reader of what people type. Its grammar stands in the parent module.

use super::NotationError;
use super::places;
use super::words::{self, Verb, Word};
use crate::{Board, Coast, OrderText, PlaceText, ProvinceKind, UnitText};

/// Reads one order.
pub(super) fn read(board: &Board, text: &str) -> Result<OrderText, NotationError> {
    let words = words::split(text);
    let mut reader = Reader::new(board, text, &words);
    let order = reader.order()?;
    reader.finish().map(|()| order)
}

/// Reads one unit.
pub(super) fn read_unit(board: &Board, text: &str) -> Result<UnitText, NotationError> {
    let words = words::split(text);
    let mut reader = Reader::new(board, text, &words);
    let unit = reader.unit()?;
    reader.finish().map(|()| unit)
}

/// The unit at the beginning of an order.
pub(super) fn named_unit(board: &Board, text: &str) -> Option<UnitText> {
    let words = words::split(text);
    let mut reader = Reader::new(board, text, &words);
    reader.accept(|word| word == "order");
    reader.accept(|word| word.len() > 3 && words::verb(word).is_some());
    reader.unit().ok()
}

struct Reader<'t> {
    board: &'t Board,
    text: &'t str,
    words: &'t [Word],
    at: usize,
}

impl<'t> Reader<'t> {
    fn new(board: &'t Board, text: &'t str, words: &'t [Word]) -> Self {
        Self {
            board,
            text,
            words,
            at: 0,
        }
    }

    /// Nothing may be left over.
    fn finish(&self) -> Result<(), NotationError> {
        match self.rest() {
            [] => Ok(()),
            rest => Err(NotationError::TooMuch {
                piece: places::piece(self.text, rest),
            }),
        }
    }

    fn rest(&self) -> &'t [Word] {
        &self.words[self.at..]
    }

    fn peek(&self) -> Option<&'t str> {
        self.peek_after(0)
    }

    fn peek_after(&self, skipped: usize) -> Option<&'t str> {
        let word = self.words.get(self.at + skipped);
        word.map(|word| word.text.as_str())
    }

    fn accept(&mut self, fits: impl Fn(&str) -> bool) -> bool {
        let accepted = self.peek().is_some_and(fits);
        self.at += usize::from(accepted);
        accepted
    }

    fn order(&mut self) -> Result<OrderText, NotationError> {
        let Some(first) = self.peek() else {
            return Err(NotationError::Empty);
        };
        if words::is_waive(first) {
            self.at += 1;
            self.accept(|word| word == "build");
            return Ok(OrderText::Waive);
        }
        if first == "order" {
            self.at += 1;
            return self.order();
        }
        // A verb of several letters may stand first: build F Stp/nc.
        if let Some(verb) = words::verb(first).filter(|_| first.len() > 3) {
            self.at += 1;
            return self.verb_first(verb);
        }
        let unit = self.unit()?;
        self.verb_after(unit)
    }

    fn verb_first(&mut self, verb: Verb) -> Result<OrderText, NotationError> {
        let unit = self.unit()?;
        match verb {
            Verb::Hold => Ok(OrderText::Hold { unit }),
            Verb::Disband => Ok(OrderText::Disband { unit }),
            Verb::Build => Ok(OrderText::Build { unit }),
            Verb::Retreat => {
                self.accept(|word| words::verb(word) == Some(Verb::Retreat));
                self.accept(|word| words::verb(word) == Some(Verb::Move));
                let to = self.place()?;
                Ok(OrderText::Retreat { unit, to })
            }
            Verb::Move | Verb::Support | Verb::Convoy => self.verb_after(unit),
        }
    }

    fn verb_after(&mut self, unit: UnitText) -> Result<OrderText, NotationError> {
        let Some(word) = self.peek() else {
            return Err(NotationError::VerbMissing {
                piece: self.text.chars().take(40).collect(),
            });
        };
        let Some(verb) = words::verb(word) else {
            return Err(NotationError::UnknownVerb {
                piece: places::piece(self.text, &self.rest()[..1]),
            });
        };
        self.at += 1;
        match verb {
            Verb::Hold => Ok(OrderText::Hold { unit }),
            Verb::Disband => Ok(OrderText::Disband { unit }),
            Verb::Build => Ok(OrderText::Build { unit }),
            Verb::Retreat => {
                self.accept(|word| words::verb(word) == Some(Verb::Move));
                let to = self.place()?;
                Ok(OrderText::Retreat { unit, to })
            }
            Verb::Move => {
                let (to, via) = self.course()?;
                Ok(OrderText::Move { unit, to, via })
            }
            Verb::Support => self.support(unit),
            Verb::Convoy => {
                if let Some((to, army)) = self.goal_first()? {
                    return Ok(OrderText::Convoy { unit, army, to });
                }
                let army = self.unit()?;
                if !self.accept(|word| words::verb(word) == Some(Verb::Move)) {
                    return Err(self.place_missing());
                }
                let (to, _) = self.course()?;
                Ok(OrderText::Convoy { unit, army, to })
            }
        }
    }

    /// What is supported: `A Par - Bur`, `A Par`; and with the kind of support first,
    /// as webDiplomacy writes it, `hold to Paris`, `move to Burgundy from Paris`.
    fn support(&mut self, unit: UnitText) -> Result<OrderText, NotationError> {
        // Of one letter it may be the beginning of a place.
        let first = self.peek().filter(|word| word.len() > 3);
        match first.and_then(words::verb) {
            Some(Verb::Hold) => {
                self.at += 1;
                self.accept(|word| word == "to");
                let target = self.unit()?;
                return Ok(OrderText::SupportHold { unit, target });
            }
            Some(Verb::Move) => {
                self.at += 1;
                if let Some((to, target)) = self.goal_first()? {
                    return Ok(OrderText::SupportMove { unit, target, to });
                }
            }
            _ => {}
        }
        let target = self.unit()?;
        match self.peek().and_then(words::verb) {
            Some(Verb::Move) => {
                self.at += 1;
                let (to, _) = self.course()?;
                Ok(OrderText::SupportMove { unit, target, to })
            }
            Some(Verb::Hold) => {
                self.at += 1;
                Ok(OrderText::SupportHold { unit, target })
            }
            _ => Ok(OrderText::SupportHold { unit, target }),
        }
    }

    /// `to Burgundy from Paris`: the goal, then the unit that goes there.
    fn goal_first(&mut self) -> Result<Option<(PlaceText, UnitText)>, NotationError> {
        if !self.accept(|word| word == "to") {
            return Ok(None);
        }
        let to = self.place()?;
        if self.peek() != Some("from") {
            return Err(self.place_missing());
        }
        Ok(Some((to, self.unit()?)))
    }

    /// A destination, the seas before it, and whether by convoy is asked for.
    fn course(&mut self) -> Result<(PlaceText, bool), NotationError> {
        self.accept(|word| words::verb(word) == Some(Verb::Move));
        let mut to = self.place()?;
        let mut via = false;
        while self.peek() == Some("-") && self.board.kind(to.province) == ProvinceKind::Sea {
            self.at += 1;
            to = self.place()?;
            via = true;
        }
        if self.accept(words::is_via) {
            via = true;
            self.accept(|word| matches!(word, "convoy" | "sea"));
            // The path, if one is written, is ignored.
            while self.peek().is_some() {
                self.accept(|word| word == "-" || words::unit_kind(word).is_some());
                self.place()?;
            }
        }
        Ok((to, via))
    }

    fn unit(&mut self) -> Result<UnitText, NotationError> {
        let mut power = None;
        if let (Some(first), Some(second)) = (self.peek(), self.peek_after(1))
            && (words::unit_kind(second).is_some() || words::is_filler(second))
        {
            power = words::power_named(self.board, first);
            self.at += usize::from(power.is_some());
        }
        self.skip_fillers();
        // "a fleet in Brest": an article, not an army.
        if self.peek() == Some("a") && self.peek_after(1).and_then(words::unit_kind).is_some() {
            self.at += 1;
        }
        let kind = self.peek().and_then(words::unit_kind);
        self.at += usize::from(kind.is_some());
        self.skip_fillers();
        let at = self.place()?;
        Ok(UnitText { kind, power, at })
    }

    /// Skips words that say nothing, unless a province's code or name begins there;
    /// before the kind of a unit (`the new army`) none does.
    fn skip_fillers(&mut self) {
        while self.peek().is_some_and(words::is_filler) {
            let kind = self.peek_after(1).and_then(words::unit_kind);
            if kind.is_none() && self.names_place() {
                return;
            }
            self.at += 1;
        }
    }

    /// Whether the words from here on begin with the whole name of a province.
    fn names_place(&self) -> bool {
        places::is_name(self.board, self.rest())
    }

    fn place(&mut self) -> Result<PlaceText, NotationError> {
        if self.peek() == Some("the") && !self.names_place() {
            self.at += 1;
        }
        if self.rest().is_empty() {
            return Err(self.place_missing());
        }
        let (province, taken) = places::read(self.board, self.text, self.rest())?;
        self.at += taken;
        let coast = self.coast()?;
        let coast = coast.map(|coast| self.board.usual_coast(province, coast));
        Ok(PlaceText { province, coast })
    }

    fn place_missing(&self) -> NotationError {
        let end = self.at.min(self.words.len());
        NotationError::PlaceMissing {
            piece: places::piece(self.text, &self.words[..end]),
        }
    }

    fn coast(&mut self) -> Result<Option<Coast>, NotationError> {
        let start = self.at;
        let marked = match self.peek() {
            Some("/") => {
                self.at += 1;
                true
            }
            Some("(") => {
                self.at += 1;
                let coast = self.coast_words();
                let closed = self.accept(|word| word == ")");
                return match coast {
                    Some(coast) if closed => Ok(Some(coast)),
                    _ => Err(self.unknown_coast(start)),
                };
            }
            _ => false,
        };
        match self.coast_words() {
            Some(coast) => Ok(Some(coast)),
            None if marked => Err(self.unknown_coast(start)),
            None => Ok(None),
        }
    }

    /// `sc`, `scs`, `south coast`, `s coast`.
    fn coast_words(&mut self) -> Option<Coast> {
        let word = self.peek()?;
        let short = word
            .strip_suffix('s')
            .filter(|_| word.len() == 3)
            .unwrap_or(word);
        if let Some(coast) = Coast::from_code(short) {
            self.at += 1;
            return Some(coast);
        }
        let named = Coast::ALL.into_iter().find(|coast| {
            let name = coast.adjective();
            word == name || word == &name[..1] || word.strip_suffix("ern") == Some(name)
        });
        if named.is_some() && self.peek_after(1) == Some("coast") {
            self.at += 2;
            return named;
        }
        None
    }

    fn unknown_coast(&self, start: usize) -> NotationError {
        let end = (start + 2).min(self.words.len());
        NotationError::UnknownCoast {
            piece: places::piece(self.text, &self.words[start..end]),
        }
    }
}
