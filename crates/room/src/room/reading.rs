//! Press as it is read: a page at a time, however much of it there is.

use std::collections::VecDeque;

use parlour_host::press::Press;

use super::{Done, Game, Room};
use crate::refusal::refuse;
use crate::settings::PressRule;
use crate::talk::{Answer, Heard};
use crate::words::looks_like_a_phase;

/// How much of it is told at once.
const PAGE: u64 = 50;

/// How much of it goes into one file, in bytes: what was said last.
const LONGEST_FILE: usize = 4 << 20;

/// A page of what somebody may read.
#[derive(Default)]
pub(super) struct Leaf {
    press: Vec<Press>,
    /// Its number, from 1.
    page: u64,
    /// How much there is on all pages.
    count: u64,
}

impl Leaf {
    /// Takes in what comes next, if it stands on this page; on the last if none is named.
    fn take(&mut self, press: Press, wanted: Option<u64>) {
        let page = self.count / PAGE + 1;
        self.count += 1;
        if wanted.is_some_and(|it| it != page) {
            return;
        }
        if page != self.page {
            self.press.clear();
            self.page = page;
        }
        self.press.push(press);
    }

    fn pages(&self) -> u64 {
        self.count.div_ceil(PAGE)
    }
}

impl Room {
    /// The press of a phase that the speaker may read; of the present one if none is named.
    pub(super) async fn press(
        &self,
        heard: &Heard,
        phase: Option<&str>,
        page: Option<u64>,
    ) -> Done<Answer> {
        let game = self.game(heard).await?;
        let phase = match phase {
            Some(phase) if !looks_like_a_phase(phase) => {
                return refuse("not_a_phase", "Phases are written S1901M, F1901R, W1901A.");
            }
            Some(phase) => Some(phase.to_uppercase()),
            None if game.is_over() => None,
            None => Some(game.phase()),
        };
        let leaf = self.leaf(&game, heard, phase.as_deref(), page).await?;
        let pages = leaf.pages();
        if pages > 0 && leaf.press.is_empty() {
            let there = if pages == 1 {
                String::from("There is one page")
            } else {
                format!("There are {pages} pages")
            };
            return refuse("no_such_page", format!("{there} of what you may read."));
        }
        let text = game.leaf_words(&leaf, phase.as_deref());
        Ok(Answer::text(text.unwrap_or_else(|| {
            String::from("Nothing was said there that you may read.")
        })))
    }

    /// A page of the press of a phase, of all if none is named; the last page if none is.
    pub(super) async fn leaf(
        &self,
        game: &Game,
        heard: &Heard,
        phase: Option<&str>,
        page: Option<u64>,
    ) -> Done<Leaf> {
        let mut leaf = Leaf::default();
        self.read_press(game, heard, |press| {
            if phase.is_none() || press.said.stage.as_deref() == phase {
                leaf.take(press, page);
            }
        })
        .await?;
        Ok(leaf)
    }

    /// What was said in each phase, for a file: as much as fits, and how much does not.
    pub(super) async fn all_said(&self, game: &Game, heard: &Heard) -> Done<AllSaid> {
        let mut all = AllSaid::default();
        self.read_press(game, heard, |press| {
            let words = game.press_words(&press.said);
            if let Some(phase) = press.said.stage {
                all.take(phase, words);
            }
        })
        .await?;
        Ok(all)
    }

    /// All press that the speaker may read where they speak: aloud what is public, in
    /// private nothing of whom they do not want to hear.
    async fn read_press(
        &self,
        game: &Game,
        heard: &Heard,
        mut heed: impl FnMut(Press) + Send,
    ) -> Done<()> {
        let rule = game.sheet.settings.press;
        if rule == PressRule::None {
            return Ok(());
        }
        let open = rule == PressRule::OpenAtEnd && game.sight.outcome.is_some();
        let reader = Some(&heard.user).filter(|_| heard.is_private());
        let muted = reader.map_or_else(Vec::new, |reader| game.sheet.muted_by(reader));
        let reading = self.host.press(&game.id, reader, open, |press| {
            if !muted.contains(&press.said.from) {
                heed(press);
            }
        });
        Ok(reading.await?)
    }
}

/// What was said in each phase, in order.
#[derive(Default)]
pub(super) struct AllSaid {
    said: VecDeque<(String, String)>,
    bytes: usize,
    left_out: u64,
}

impl AllSaid {
    fn take(&mut self, phase: String, words: String) {
        self.bytes += words.len();
        self.said.push_back((phase, words));
        while self.bytes > LONGEST_FILE {
            let Some((_, words)) = self.said.pop_front() else {
                return;
            };
            self.bytes -= words.len();
            self.left_out += 1;
        }
    }

    /// What was said in a phase, if something was.
    pub(super) fn of(&self, phase: &str) -> Option<String> {
        let theirs = self.said.iter().filter(|(it, _)| it == phase);
        let words: Vec<&str> = theirs.map(|(_, words)| words.as_str()).collect();
        (!words.is_empty()).then(|| format!("Said in {phase}:\n{}", words.join("\n")))
    }

    /// What is said of what did not fit.
    pub(super) fn remark(&self) -> Option<String> {
        (self.left_out > 0).then(|| {
            format!(
                "Of what was said the first {} times are left out; `press PHASE` tells of them.",
                self.left_out
            )
        })
    }
}

impl Game {
    /// A page of press as it is told; nothing if there is nothing on it.
    pub(super) fn leaf_words(&self, leaf: &Leaf, phase: Option<&str>) -> Option<String> {
        if leaf.press.is_empty() {
            return None;
        }
        let mut text = match phase {
            Some(phase) => format!("Said in {phase}"),
            None => String::from("Said"),
        };
        if leaf.pages() > 1 {
            add!(text, ", page {} of {}", leaf.page, leaf.pages());
        }
        text.push(':');
        for press in &leaf.press {
            add!(text, "\n{}", self.press_words(&press.said));
        }
        if leaf.page > 1 {
            let phase = phase.map_or_else(String::new, |it| format!("{it} "));
            add!(text, "\nBefore that: `press {phase}{}`.", leaf.page - 1);
        }
        Some(text)
    }
}
