//! Groups that see a game: who may show it where, who has, and who reads there.
//!
//! A window is read by who was seen there: whoever says something in it, or presses a
//! button. All others go on hearing everything in private, wherever the game is shown,
//! and hear it in private no more once they are seen. At a terminal everybody reads the
//! one screen.
//!
//! Games from before it was kept who was seen go by an older rule: windows of the game
//! master, where the game was opened or that they have linked, are read by everybody of
//! their platform.

use parlour_host::audit::Asker;
use parlour_host::host::Revision;
use parlour_host::table::{Identity, Record};
use parlour_rules::Viewer;

use super::revision::{announce, put, sheet_of};
use super::{Done, Game, Room};
use crate::local::PLATFORM;
use crate::phrase::quoted;
use crate::refusal::{Trouble, refuse};
use crate::sheet::{Link, Onlooker, Sheet, window_tag};
use crate::talk::{Answer, Heard, To, Window};

impl Room {
    pub(super) async fn link(&self, heard: &Heard, code: &str) -> Done<Answer> {
        let Some(window) = heard.window() else {
            return refuse(
                "not_a_group",
                "Say `link CODE` in the group that shall see the game.",
            );
        };
        let id = self.game_of_code(code).await?;
        let here = self.host.tables_with_tag(&window_tag(&window)).await?;
        if !here.contains(&id) {
            self.must_be_free(&window).await?;
        }
        self.revise(&id, heard, |revision, sheet| {
            may_show(revision, sheet, &heard.user)?;
            if sheet.windows.contains(&window) {
                return refuse("linked_already", "This group sees the game already.");
            }
            sheet.windows.push(window.clone());
            sheet.linked.push(Link {
                window: window.clone(),
                by: heard.user.clone(),
                name: quoted(&heard.name),
                readers: Vec::new(),
            });
            sheet.is_read_by(heard);
            let words = format!(
                "{} shows the game in another group ({}).",
                quoted(&heard.name),
                place(&window)
            );
            announce(revision, &words, Some(window.clone()));
            Ok(())
        })
        .await?;
        let game = self.game_at(&id, Viewer::Spectator).await?;
        Ok(Answer::text(format!(
            "This group sees game {code} from now on; `unlink` ends it. {}",
            game.standing_words(self.host.now())
        )))
    }

    /// Takes a window away: the one that this is said in, or the one of this number.
    pub(super) async fn unlink(&self, heard: &Heard, number: Option<usize>) -> Done<Answer> {
        let game = self.game(heard).await?;
        let windows = &game.sheet.windows;
        let window = match (number, heard.window()) {
            (Some(number), _) => windows.get(number.wrapping_sub(1)).cloned(),
            (None, Some(here)) => Some(here),
            (None, None) => {
                return refuse(
                    "which_window",
                    format!("{} Say `unlink 1` and the like.", game.shown_words(heard)),
                );
            }
        };
        let Some(window) = window.filter(|window| windows.contains(window)) else {
            return refuse(
                "not_linked",
                format!(
                    "That group does not see the game. {}",
                    game.shown_words(heard)
                ),
            );
        };
        self.revise(&game.id, heard, |revision, sheet| {
            may_show(revision, sheet, &heard.user)?;
            let mut linked = sheet.linked.iter();
            let theirs = linked.any(|it| it.window == window && it.by == heard.user);
            if !theirs && revision.record.owner != heard.user {
                return refuse(
                    "not_yours",
                    "Only the game master and who has linked a group can take it away.",
                );
            }
            let words = format!(
                "{} has taken the game away from a group ({}).",
                quoted(&heard.name),
                place(&window)
            );
            announce(revision, &words, heard.window_if_aloud());
            sheet.leave(&window);
            Ok(())
        })
        .await?;
        let game = self.game_at(&game.id, Viewer::Spectator).await?;
        Ok(Answer::text(format!(
            "That group does not see game {} any more. {}",
            game.sheet.code,
            game.shown_words(heard)
        )))
    }
}

/// Only players and the game master say where a game is shown.
fn may_show(revision: &Revision<'_>, sheet: &Sheet, who: &Identity) -> Done<()> {
    let record = &revision.record;
    let waits = sheet.waiting.iter().any(|it| it.identity == *who);
    if record.owner == *who || record.seat_of(who).is_some() || waits {
        return Ok(());
    }
    refuse(
        "not_in_that_game",
        format!(
            "Only who plays in game {code}, and its game master, can show it elsewhere; \
             `join {code}` first.",
            code = sheet.code
        ),
    )
}

/// A window in words: `slack C024BE7LH`.
pub(super) fn place(window: &Window) -> String {
    format!("{} {}", window.platform, window.chat)
}

impl Sheet {
    /// The game is not shown in a window any more.
    pub(super) fn leave(&mut self, window: &Window) {
        self.windows.retain(|it| it != window);
        self.linked.retain(|it| it.window != *window);
        if let Some(seen) = &mut self.seen {
            seen.retain(|it| it.window != *window);
        }
    }

    /// Somebody is there where they speak.
    pub(super) fn is_read_by(&mut self, heard: &Heard) {
        let window = heard.window();
        if let Some(seen) = &mut self.seen {
            let window = window.filter(|window| self.windows.contains(window));
            let there = window.map(|window| Onlooker {
                who: heard.user.clone(),
                window,
            });
            if let Some(there) = there.filter(|it| !seen.contains(it)) {
                seen.push(there);
            }
            return;
        }
        let link = self
            .linked
            .iter_mut()
            .find(|it| Some(&it.window) == window.as_ref());
        if let Some(link) = link
            && !link.readers.contains(&heard.user)
        {
            link.readers.push(heard.user.clone());
        }
    }

    /// Everybody who is told what is public: every window but one that has heard it,
    /// and in private who reads in none of them.
    pub(super) fn audience(&self, record: &Record, except: Option<&Window>) -> Vec<To> {
        let shown = self.windows.iter().filter(|it| Some(*it) != except);
        let mut audience: Vec<To> = shown.cloned().map(To::Window).collect();
        let mut people: Vec<&Identity> = self.people(record).collect();
        people.sort();
        people.dedup();
        let unseen = people.into_iter().filter(|who| {
            let mut windows = self.windows.iter();
            !windows.any(|window| self.reads(who, window, &record.owner))
        });
        audience.extend(unseen.cloned().map(To::Inbox));
        audience
    }

    /// Everybody who is told something: who plays, who waits, and the game master.
    fn people<'a>(&'a self, record: &'a Record) -> impl Iterator<Item = &'a Identity> {
        let seated = record.chairs.iter().flatten().filter(|it| it.bot.is_none());
        let people = seated.chain(&self.waiting).map(|person| &person.identity);
        people.chain([&record.owner])
    }

    /// Whether somebody reads in a window what everybody is told.
    fn reads(&self, who: &Identity, window: &Window, master: &Identity) -> bool {
        let platform = who.0.split(':').next().unwrap_or_default();
        if window.platform != platform {
            return false;
        }
        if let Some(seen) = &self.seen {
            let mut seen = seen.iter();
            return platform == PLATFORM || seen.any(|it| it.who == *who && it.window == *window);
        }
        let link = self.linked.iter().find(|it| it.window == *window);
        link.is_none_or(|link| link.by == *master || link.by == *who || link.readers.contains(who))
    }
}

impl Room {
    /// Whoever speaks where a game that they are told of is shown reads there from now
    /// on. Nothing if that is known.
    pub(super) async fn see(&self, game: &Game, heard: &Heard) -> Done<bool> {
        let Some(window) = heard.window() else {
            return Ok(false);
        };
        let (sheet, record) = (&game.sheet, &game.sight.record);
        let told = sheet.people(record).any(|who| *who == heard.user);
        let shown = sheet.seen.is_some() && sheet.windows.contains(&window);
        if !told || !shown || sheet.reads(&heard.user, &window, &record.owner) {
            return Ok(false);
        }
        let house = Asker::house();
        let seen = self.host.revise(&game.id, &house, |revision| {
            let mut sheet = sheet_of(revision)?;
            sheet.is_read_by(heard);
            put(revision, &sheet);
            Ok::<_, Trouble>(())
        });
        match seen.await {
            Ok(()) => Ok(true),
            // What they say is answered all the same; they are seen when they speak again.
            Err(Trouble::Refusal(_)) => Ok(false),
            Err(trouble) => Err(trouble),
        }
    }
}

impl Game {
    /// What somebody should know who reads in no window of their platform.
    pub(super) fn unseen_words(&self, heard: &Heard) -> Option<&'static str> {
        let (sheet, record) = (&self.sheet, &self.sight.record);
        let mut windows = sheet.windows.iter();
        let theirs = windows.any(|window| window.platform == heard.platform);
        let mut audience = sheet.audience(record, None).into_iter();
        let private = audience.any(|to| to == To::Inbox(heard.user.clone()));
        (theirs && private && sheet.seen.is_some()).then_some(
            "What everybody is told comes to you in private, until you say something in the \
             group that sees the game.",
        )
    }

    /// Where the game is shown, and by whom.
    pub(super) fn shown_words(&self, heard: &Heard) -> String {
        let here = heard.window();
        let shown = (1..).zip(&self.sheet.windows).map(|(number, window)| {
            let link = self.sheet.linked.iter().find(|it| it.window == *window);
            let by = match link {
                Some(link) => format!("linked by {}", link.name),
                None => String::from("where it was opened"),
            };
            let here = if Some(window) == here.as_ref() {
                ", here"
            } else {
                ""
            };
            format!("{number}. {} ({by}{here})", place(window))
        });
        let shown: Vec<String> = shown.collect();
        if shown.is_empty() {
            return String::from("It is shown nowhere; everybody is told in private.");
        }
        format!("It is shown in: {}.", shown.join("; "))
    }
}
