//! Playing alone, whatever the game: who keeps its tables, and the one entrance.
//!
//! What is kept and what may be done with it is the business of `parlour_solo`; here
//! stands what screens make of it. A game adds a [`Door`] with its own words.

mod entrance;

use std::rc::Rc;

use parlour_host::table::TableId;
use parlour_rules::Rules;
use parlour_solo::{Day, Saved, Visit};

pub use entrance::{Below, Chosen, Door, Entrance, Sign};

use crate::Screen;

/// A screen to show, or why there is none, in words for a person.
pub type Opened = Result<Box<dyn Screen>, String>;

/// What screens need of whoever keeps the tables of one game for somebody who plays alone:
/// the games that were left, and the table that they sit at. [`Tables`] is one over a
/// host; tests have others.
pub trait Keeper {
    /// Games that were left, the last played first.
    ///
    /// # Errors
    /// Why they cannot be listed, in words for the person.
    fn left(&self) -> Result<Vec<Saved>, String> {
        Ok(Vec::new())
    }

    /// Goes on with the game of this number in the last answer of [`Keeper::left`].
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn go_on(&self, _left: usize) -> Opened {
        Err(String::from("this game is gone"))
    }

    /// Deletes the game of this number in the last answer of [`Keeper::left`].
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn delete(&self, _left: usize) -> Result<(), String> {
        Err(String::from("this game is gone"))
    }

    /// Today.
    fn today(&self) -> Day;

    /// What everything at the table followed from, once its game is over and telling
    /// it harms nothing: a friend can play the same.
    fn seed(&self) -> Option<String> {
        None
    }

    /// Notes that a hint is given at the table.
    ///
    /// # Errors
    /// Why it cannot be noted, in words for the person; then there is none.
    fn hinted(&self) -> Result<(), String> {
        Ok(())
    }

    /// Whether the table may be deleted before its end.
    fn may_give_up(&self) -> bool {
        false
    }

    /// Deletes the table.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn give_up(&self) -> Result<(), String> {
        Ok(())
    }

    /// Deletes the table, unless something has been played at it, in whatever window.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn leave_untouched(&self) -> Result<(), String> {
        Ok(())
    }

    /// A move was taken back at the table.
    fn taken_back(&self) {}
}

/// The tables of one game at a host, as screens see them.
pub struct Tables<G> {
    keeper: Rc<parlour_solo::Keeper<G>>,
    sit_down: Rc<dyn Fn(&TableId) -> Opened>,
}

impl<G: Rules> Tables<G> {
    /// The tables of a keeper, and how somebody sits down at one.
    pub fn new(
        keeper: parlour_solo::Keeper<G>,
        sit_down: impl Fn(&TableId) -> Opened + 'static,
    ) -> Self {
        Self {
            keeper: Rc::new(keeper),
            sit_down: Rc::new(sit_down),
        }
    }

    /// Who keeps them.
    pub fn keeper(&self) -> &Rc<parlour_solo::Keeper<G>> {
        &self.keeper
    }

    /// Sits down at a table; if it cannot be read, the same is told of it as a list will
    /// say from now on.
    ///
    /// # Errors
    /// Why not, in words for the person.
    pub fn sit_down(&self, id: &TableId) -> Opened {
        (self.sit_down)(id).map_err(|reason| self.visit().why_closed(id, reason))
    }

    fn visit(&self) -> &Visit {
        self.keeper.visit()
    }
}

/// Why something was not done, for a person.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the form that map_err asks for"
)]
pub(crate) fn said(reason: impl ToString) -> String {
    reason.to_string()
}

impl<G: Rules> Keeper for Tables<G> {
    fn left(&self) -> Result<Vec<Saved>, String> {
        self.keeper.left().map_err(said)
    }

    fn go_on(&self, left: usize) -> Opened {
        self.sit_down(&self.keeper.listed(left).map_err(said)?)
    }

    fn delete(&self, left: usize) -> Result<(), String> {
        self.keeper.delete(left).map_err(said)
    }

    fn today(&self) -> Day {
        self.keeper.today()
    }

    fn seed(&self) -> Option<String> {
        let seed = self.keeper.seed().unwrap_or_else(|error| {
            tracing::warn!("the seed is not known: {error}");
            None
        });
        seed.map(|seed| seed.to_string())
    }

    fn hinted(&self) -> Result<(), String> {
        self.keeper.hinted().map_err(said)
    }

    fn may_give_up(&self) -> bool {
        self.keeper.may_give_up()
    }

    fn give_up(&self) -> Result<(), String> {
        self.keeper.give_up().map_err(said)
    }

    fn leave_untouched(&self) -> Result<(), String> {
        self.keeper.leave_untouched().map_err(said)
    }

    fn taken_back(&self) {
        self.keeper.taken_back();
    }
}
