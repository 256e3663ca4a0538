//! The first page of help: what is of use to the speaker now. The rest is asked for
//! by word.

use parlour_diplomacy::Step;

use super::examples::{known_power, usual};
use super::{Done, Game, Room};
use crate::pace::owed;
use crate::refusal::{Trouble, refuse};
use crate::settings::PressRule;
use crate::talk::{Answer, Heard};
use crate::{Verb, help};

/// Where the rest is told.
const MORE: &str = "`help all` lists everything, `help order` tells of one word.";

impl Room {
    pub(super) async fn help(&self, heard: &Heard, word: Option<&str>) -> Done<Answer> {
        match word {
            None => {
                let page = match self.game(heard).await {
                    Ok(game) => game.page(heard),
                    Err(Trouble::Refusal(_)) => String::from(NO_GAME),
                    Err(trouble) => return Err(trouble),
                };
                Ok(Answer::text(format!(
                    "What can be said now:\n{page}\n{MORE}"
                )))
            }
            Some(word) => match help(Some(word).filter(|it| *it != "all")) {
                Some(text) => Ok(Answer::text(text)),
                None => refuse(
                    "unknown_word",
                    "There is no such word. Say `help` for the list.",
                ),
            },
        }
    }
}

const NO_GAME: &str = "• `new` opens a game here, `new bots=greedy` one with bots\n\
                       • `join CODE` takes a seat in one that somebody has opened";

impl Game {
    /// What is of use now.
    fn page(&self, heard: &Heard) -> String {
        let code = &self.sheet.code;
        let master = self.is_master(&heard.user);
        let mut lines: Vec<String> = Vec::new();
        let mut say = |line: &str| lines.push(format!("• {line}"));
        if self.is_over() {
            say("`history`, `history all`, `last`: what happened");
            say("`export`: the game as a file");
            say("`coach`: what cost most, and what a bot would have ordered");
            say("`new` opens another");
        } else if !self.has_started() {
            say(&format!(
                "`join {code} [power]` takes a seat, `leave` gives it up"
            ));
            say("`status`: who has joined; `rules`: what was agreed");
            if master {
                say("`start` begins the game");
            }
        } else {
            if self.seat_of(&heard.user).is_some() {
                self.own_page(heard, &mut say);
                match self.sheet.settings.press {
                    PressRule::None => {}
                    PressRule::Public => say("`tell all …`: what everybody hears"),
                    PressRule::Full | PressRule::OpenAtEnd => {
                        let power = known_power(self.board());
                        say(&format!(
                            "`tell {power} …`, `tell all …`: what you say to others"
                        ));
                    }
                }
            }
            say("`status`, `map`, `last`: how the game stands");
            let unit = usual(self.board());
            let unit = match unit.split_once('-') {
                Some((unit, _)) => unit,
                None => "UNIT",
            };
            say(&format!("`why {unit}`: why an order ended as it did"));
            if master && self.sheet.paused.is_some() {
                say("`resume` lets the clock go on");
            } else if master {
                say("`pause`, `extend 12h`, `force`: the clock is yours");
            }
        }
        lines.join("\n")
    }

    /// What a power may say in the present phase.
    fn own_page(&self, heard: &Heard, say: &mut impl FnMut(&str)) {
        if let Some(own) = &self.sight.view.own
            && let Some(owed) = owed(self.board(), own)
        {
            say(&owed);
        }
        // Orders that exist here, of the kinds that the phase has.
        let kinds: &[Verb] = match self.sight.view.phase.step {
            Step::Movement => &[],
            Step::Retreat => &[Verb::Retreat, Verb::Disband],
            Step::Adjustment => &[Verb::Build, Verb::Disband],
        };
        let mut orders: Vec<String> = kinds
            .iter()
            .filter_map(|kind| self.example(Some(*kind)))
            .map(|text| format!("`{text}`"))
            .collect();
        orders.dedup();
        if kinds.is_empty() {
            let order = usual(self.board());
            orders = vec![format!("`{order}`"), String::from("`all hold`")];
            if order == "A Vie-Bud" {
                orders.insert(1, format!("`F Tri S {order}`"));
            }
        } else if orders.iter().any(|it| it.contains("build")) {
            orders.insert(1, String::from("`waive`"));
        }
        if !orders.is_empty() {
            say(&format!("{}: orders, in private", orders.join(", ")));
        }
        if heard.has_buttons {
            say("`touch`: orders by buttons, in private");
        }
        say("`orders`, `clear`, `mymap`: what you have ordered, in private");
        say("`draft`, `sandbox`: orders that you only think of, or try, in private");
        say("`ready` when you are done");
    }
}
