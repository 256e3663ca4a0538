//! The audit of a game, for its game master: who did what, and never what was ordered.

use parlour_host::Time;
use parlour_host::audit::{Act, Deed, Fact};
use parlour_rules::Stage;

use super::{Done, Game, Room};
use crate::phrase;
use crate::refusal::refuse;
use crate::talk::{Answer, Body, Heard};

/// How many lines are said; the rest stands in the file.
const SAID: usize = 12;

impl Room {
    pub(super) async fn audit(&self, heard: &Heard) -> Done<Answer> {
        let game = self.mastered(heard).await?;
        // Who runs a game may play in it as well, and an audit is nothing but names.
        if game.sheet.settings.hidden_names && !game.is_over() {
            return refuse(
                "names_are_hidden",
                "At this table names are hidden (names=hidden); the audit tells them when the \
                 game is over.",
            );
        }
        let acts = self.host.audit(&game.id).await?;
        let lines: Vec<String> = acts.iter().filter_map(|act| game.audit_line(act)).collect();
        let mut text = format!("Game {}, who did what", game.sheet.code);
        if lines.len() > SAID {
            add!(
                text,
                " (the latest {SAID} of {}, all in the file)",
                lines.len()
            );
        }
        text.push(':');
        for line in &lines[lines.len().saturating_sub(SAID)..] {
            add!(text, "\n{line}");
        }
        if !game.is_over() {
            text.push_str("\nWho has noted orders in this phase is told when it is resolved.");
        }
        let mut answer = Answer::text(text);
        if lines.len() > SAID {
            answer.says.push(Body::File {
                name: format!("{}-audit.txt", game.sheet.code),
                bytes: (lines.join("\n") + "\n").into_bytes(),
            });
        }
        Ok(answer)
    }
}

/// What a room notes on a sheet for itself, and what is nobody's business: what somebody
/// thinks of and tries, which powers they like, how they vote on more time.
const ITS_OWN: &[&str] = &[
    "drafts",
    "extension",
    "graced",
    "heard",
    "reminded",
    "seen",
    "tried",
    "used",
    "wishes",
];

/// A deed without what is not told; nothing if there is nothing else.
fn told(deed: &Deed) -> Option<Deed> {
    let facts = deed.facts.iter().filter_map(|fact| match fact {
        Fact::Settings(names) => {
            let names = names
                .iter()
                .filter(|name| !ITS_OWN.contains(&name.as_str()));
            let names: Vec<String> = names.cloned().collect();
            (!names.is_empty()).then_some(Fact::Settings(names))
        }
        other => Some(other.clone()),
    });
    let facts: Vec<Fact> = facts.collect();
    (!facts.is_empty()).then(|| Deed {
        facts,
        ..deed.clone()
    })
}

impl Game {
    /// A line of the audit. What belongs to a phase that is still open is nobody's
    /// business: the game master may play as well.
    fn audit_line(&self, act: &Act) -> Option<String> {
        let moment = |time: Time| {
            let zoned = phrase::timestamp(time).to_zoned(self.sheet.settings.calendar().zone);
            zoned.strftime("%Y-%m-%d %H:%M").to_string()
        };
        match act {
            Act::Deed(deed) => {
                let deed = told(deed)?;
                let words = phrase::visible(&deed.words(&moment));
                Some(format!("{} {words}", moment(deed.time)))
            }
            Act::Given(given) => {
                let open = !self.is_over() && given.stage == Stage::new(self.phase());
                let seat = |seat| self.power_at(seat);
                (!open).then(|| {
                    let words = phrase::visible(&given.words(&seat));
                    format!("{} {}, {words}", moment(given.time), given.stage)
                })
            }
        }
    }
}
