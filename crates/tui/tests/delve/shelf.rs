//! A shelf of games that were left, as the entrance asks for it.

use std::cell::RefCell;

use parlour_delve::{End, Ending};
use parlour_solo::Day;
use parlour_tui::Screen;
use parlour_tui::alone::Keeper;
use parlour_tui::delve::{Kind, Other, Score, Warden, Wishes};
use parlour_tui::home::Saved;

use crate::{game, with_hints};

#[derive(Default)]
pub(crate) struct Shelf {
    pub kept: RefCell<Wishes>,
    pub begun: RefCell<Vec<Kind>>,
    pub left: RefCell<Vec<Saved>>,
    pub asked: RefCell<Vec<String>>,
}

impl Keeper for Shelf {
    fn today(&self) -> Day {
        "2031-05-02".parse().unwrap()
    }

    fn left(&self) -> Result<Vec<Saved>, String> {
        Ok(self.left.borrow().clone())
    }

    fn go_on(&self, left: usize) -> Result<Box<dyn Screen>, String> {
        self.asked.borrow_mut().push(format!("go on {left}"));
        Ok(Box::new(game(1, with_hints())))
    }

    fn delete(&self, left: usize) -> Result<(), String> {
        self.asked.borrow_mut().push(format!("delete {left}"));
        self.left.borrow_mut().remove(left);
        Ok(())
    }

    fn taken_back(&self) {
        self.asked.borrow_mut().push(String::from("taken back"));
    }
}

impl Warden for Shelf {
    fn tables(&self) -> &dyn Keeper {
        self
    }

    fn begin(&self, kind: Kind) -> Result<Box<dyn Screen>, String> {
        self.begun.borrow_mut().push(kind);
        Ok(Box::new(game(1, with_hints())))
    }

    fn begin_other(&self, other: &Other) -> Result<Box<dyn Screen>, String> {
        self.asked.borrow_mut().push(format!("{other:?}"));
        Ok(Box::new(game(1, with_hints())))
    }

    fn dungeon(&self) -> Option<String> {
        Some("seed 1".into())
    }

    fn last_turns(&self) -> Result<Box<dyn Screen>, String> {
        self.asked.borrow_mut().push(String::from("last turns"));
        Ok(Box::new(game(1, with_hints())))
    }

    fn demo(&self) -> Result<Box<dyn Screen>, String> {
        self.asked.borrow_mut().push(String::from("demo"));
        Ok(Box::new(game(1, with_hints())))
    }

    fn scores(&self) -> Result<Vec<Score>, String> {
        Ok(vec![
            score(300, End::Slain { by: "rat".into() }),
            score(5_000, End::Won),
        ])
    }

    fn wishes(&self) -> Result<Wishes, String> {
        Ok(self.kept.borrow().clone())
    }

    fn keep(&self, wishes: &Wishes) -> Result<(), String> {
        *self.kept.borrow_mut() = wishes.clone();
        Ok(())
    }
}

pub(crate) fn score(points: u64, end: End) -> Score {
    Score {
        day: "2031-05-02".into(),
        daily: points > 1_000,
        own_content: false,
        ending: Ending {
            end,
            score: points,
            deepest: 3,
            depth: 3,
            turns: 900,
            rank: 2,
            mode: String::new(),
        },
    }
}
