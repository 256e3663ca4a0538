//! Lines of orders, made ready for the game: which phase they are for, what stands for
//! several, which of them are sound.

use parlour_diplomacy::game::read_orders;
use parlour_diplomacy::{Scene, Step};

use super::Game;
use crate::phrase::{plain, sentence};
use crate::words::looks_like_a_phase;
use crate::{OrderLine, OrderVerb};

/// The most builds that one `waive` gives up.
const MOST_WAIVED: u32 = 34;

impl Game {
    /// The orders that can be noted, and what is wrong with the others. Where none
    /// can, all are left to the game, which says so itself.
    pub(super) fn sift(
        &self,
        stage: Option<&str>,
        lines: Vec<Line>,
        anew: bool,
    ) -> (Vec<String>, Vec<String>) {
        let board = self.board();
        let view = &self.sight.view;
        // Orders for another phase are refused for that reason.
        let meant = stage.is_none_or(|stage| stage == self.phase());
        let texts: Vec<String> = lines.iter().filter_map(|it| it.clone().ok()).collect();
        let mut read = match &view.own {
            Some(own) if meant => {
                let scene = Scene::new(board, &view.position, view.rules);
                let noted = if anew { &[][..] } else { &own.orders };
                read_orders(&scene, own.power, noted, &texts)
            }
            _ => Vec::new(),
        };
        if texts.len() == lines.len() && read.iter().all(Result::is_err) {
            read.clear();
        }
        let mut read = read.into_iter();
        let mut sound = Vec::new();
        let mut faults = Vec::new();
        for line in lines {
            match line {
                Err(fault) => faults.push(fault),
                Ok(text) => match read.next() {
                    Some(Err(refused)) => faults.push(sentence(&plain(&refused.to_string()))),
                    _ => sound.push(text),
                },
            }
        }
        faults.dedup();
        (sound, faults)
    }

    /// The lines with `all hold` as an order of each of the power's units.
    pub(super) fn spelled_out(&self, lines: Vec<Line>) -> Vec<Line> {
        let view = &self.sight.view;
        let (Some(own), Step::Movement) = (&view.own, view.phase.step) else {
            return lines;
        };
        let units = view.position.units().map(|(_, placed)| placed);
        let units = units.filter(|placed| placed.power == own.power);
        let holds: Vec<Line> = units
            .map(|placed| Ok(format!("{} H", self.board().unit_text(placed.unit))))
            .collect();
        let expand = |line: Line| match &line {
            Ok(text) if is_all_hold(text) => holds.clone(),
            _ => vec![line],
        };
        lines.into_iter().flat_map(expand).collect()
    }
}

fn is_all_hold(text: &str) -> bool {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    matches!(*words, ["all", "hold" | "holds" | "h"])
}

/// A line as the game reads it, or what is wrong with it, as a sentence.
pub(super) type Line = Result<String, String>;

/// The orders as the game reads them; and the phase, if the first line names one.
pub(super) fn texts(lines: &[OrderLine]) -> (Option<String>, Vec<Line>) {
    let mut stage = None;
    let mut texts = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let mut text = line.text.as_str();
        if index == 0
            && let Some((first, rest)) = text.split_once(char::is_whitespace)
            && looks_like_a_phase(first.trim_end_matches(':'))
        {
            stage = Some(first.trim_end_matches(':').to_uppercase());
            text = rest.trim();
        }
        match line.verb {
            OrderVerb::Order => texts.push(Ok(text.to_owned())),
            OrderVerb::Retreat => texts.push(Ok(format!("retreat {text}"))),
            OrderVerb::Disband => texts.push(Ok(format!("disband {text}"))),
            OrderVerb::Build => texts.push(Ok(format!("build {text}"))),
            OrderVerb::Waive => {
                let count = if text.is_empty() {
                    Some(1)
                } else {
                    text.parse().ok()
                };
                let count = count.filter(|count| (1..=MOST_WAIVED).contains(count));
                match count {
                    Some(count) => {
                        texts.extend((0..count).map(|_| Ok(String::from("waive"))));
                    }
                    None => texts.push(Err(String::from(
                        "A number of builds may follow, for instance `waive 2`.",
                    ))),
                }
            }
        }
    }
    (stage, texts)
}
