//! What becomes of the game that is shown where somebody opens another.

use parlour_host::Time;
use parlour_host::journal::NewLetter;
use parlour_rules::Viewer;

use super::revision::{announce, give_way};
use super::windows::place;
use super::{Done, Game, Room};
use crate::notice::{Notice, Readers};
use crate::phrase::{quoted, sentence};
use crate::refusal::refuse;
use crate::talk::{Answer, Button, Heard, To, Window};

/// After how many milliseconds without any change a game that waits for players leaves its
/// group to anybody's: two days.
const LEFT_LYING: u64 = 48 * 3_600_000;

/// What becomes of a game when another is opened where it is shown.
enum Way {
    /// It is over.
    Over,
    /// The place is its own.
    Stays,
    /// Its master opens another.
    CalledOff,
    /// It leaves the place, for this reason.
    Elsewhere(String),
}

impl Room {
    /// A game in which others have taken seats is not called off by a slip, and nobody's
    /// loses its group by one: that is asked once.
    pub(super) async fn ask_before_new(
        &self,
        window: &Window,
        heard: &Heard,
        words: &[&str],
    ) -> Done<Option<Answer>> {
        for card in self.cards_on_at(window).await? {
            let game = self.game_at(&card.table, Viewer::Spectator).await?;
            let code = &game.sheet.code;
            let record = &game.sight.record;
            let seated = record.chairs.iter().flatten().chain(&game.sheet.waiting);
            let others = seated.filter(|it| it.bot.is_none() && it.identity != heard.user);
            let joined = match others.count() {
                0 => None,
                1 => Some(String::from("somebody has")),
                others => Some(format!("{others} others have")),
            };
            let words = [&["new", "yes"], words].concat().join(" ");
            let (question, button) = match (self.makes_way(&game, card.time, heard), joined) {
                (Way::CalledOff, Some(joined)) => (
                    format!("That calls game {code} off, which {joined} joined already."),
                    "Call it off",
                ),
                (Way::Elsewhere(why), joined) => {
                    let joined = joined.filter(|_| !game.has_started());
                    let joined = joined.map(|joined| sentence(&format!("{joined} joined")));
                    let question = format!(
                        "{} Another here does not call it off: it is shown here no more, and who \
                         is in it is told.",
                        [Some(why), joined]
                            .into_iter()
                            .flatten()
                            .collect::<Vec<_>>()
                            .join(" ")
                    );
                    (question, "Open another")
                }
                _ => continue,
            };
            let mut answer = Answer::text(format!(
                "{question} `{words}` does it; nothing has changed yet."
            ));
            answer.buttons = vec![Button::new(button, &words)];
            return Ok(Some(answer));
        }
        Ok(None)
    }

    /// What a game does when somebody opens another where it is shown. Its master may be
    /// gone, or everybody: then it leaves the group, and waits elsewhere.
    fn makes_way(&self, game: &Game, changed: Time, heard: &Heard) -> Way {
        let code = &game.sheet.code;
        if game.is_over() {
            Way::Over
        } else if game.rests() {
            Way::Elsewhere(format!(
                "Game {code} is played here, and its clock is stopped because nobody has played \
                 for long."
            ))
        } else if game.has_started() {
            Way::Stays
        } else if game.is_master(&heard.user) {
            Way::CalledOff
        } else if self.host.now().since(changed) > LEFT_LYING {
            Way::Elsewhere(format!(
                "Game {code} waits for players here, and nothing has happened there for two days."
            ))
        } else {
            Way::Stays
        }
    }

    /// A group sees one game at a time. One that still waits for players gives way to
    /// another of its game master's; one in which nothing happens any more leaves the group
    /// to anybody's.
    pub(super) async fn clear_the_table(&self, window: &Window, heard: &Heard) -> Done<()> {
        for card in self.cards_on_at(window).await? {
            let game = self.game_at(&card.table, Viewer::Spectator).await?;
            let (id, code) = (&card.table, &game.sheet.code);
            match self.makes_way(&game, card.time, heard) {
                Way::CalledOff => {}
                Way::Elsewhere(_) => {
                    self.set_aside(&game, window, heard).await?;
                    continue;
                }
                Way::Stays if !game.has_started() => {
                    return refuse(
                        "game_running",
                        format!(
                            "Game {code} waits for players here: `join {code}` takes a seat. Only \
                             its game master can open another in its place, or take it away with \
                             `unlink`; everybody can once nothing has happened there for two days."
                        ),
                    );
                }
                Way::Stays | Way::Over => continue,
            }
            let words = format!("Game {code} is called off: another takes its place.");
            self.revise(id, heard, |revision, sheet| {
                if revision.record.started.is_some() {
                    // Somebody was quicker; the table is not free.
                    return Ok(());
                }
                give_way(revision, sheet, window, &words);
                Ok(())
            })
            .await?;
        }
        self.must_be_free(window).await
    }

    /// A game in which nothing happens any more is not shown in a group from now on, and
    /// stays what it is.
    async fn set_aside(&self, game: &Game, window: &Window, heard: &Heard) -> Done<()> {
        let (code, rests) = (&game.sheet.code, game.rests());
        let how = if rests {
            "It stands still until somebody who plays there says `resume`"
        } else {
            "It still waits for players"
        };
        let words = format!(
            "{} opens another game where game {code} was shown ({}), as nothing happened there. \
             Game {code} is not called off. {how}; `{code} status` tells of it, and `link {code}` \
             in a group shows it there.",
            quoted(&heard.name),
            place(window),
        );
        self.revise(&game.id, heard, |revision, sheet| {
            let waits = revision.record.started.is_none();
            if waits == rests || (rests && sheet.paused.is_none()) {
                // Somebody has begun it meanwhile, or lets it go on.
                return Ok(());
            }
            sheet.leave(window);
            announce(revision, &words, None);
            let here = vec![To::Window(window.clone())];
            revision.letters.push(NewLetter {
                to: Viewer::Spectator,
                told: Notice::new(&words, Readers::Settled(here)).told(),
            });
            Ok(())
        })
        .await?;
        Ok(())
    }

    pub(super) async fn must_be_free(&self, window: &Window) -> Done<()> {
        for card in self.cards_on_at(window).await? {
            let game = self.game_at(&card.table, Viewer::Spectator).await?;
            if !game.is_over() {
                return refuse(
                    "game_running",
                    format!("Game {} is played here; one at a time.", game.sheet.code),
                );
            }
        }
        Ok(())
    }
}
