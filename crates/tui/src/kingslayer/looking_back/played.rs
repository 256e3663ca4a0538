//! The decisions of a game, read from its log.

use parlour_host::log::{Replay, ReplayError, Verdict};
use parlour_regicide::analysis::Decision;
use parlour_regicide::{Kingslayer, Outcome, State};
use parlour_rules::{Actor, Rules, Turn, Viewer};

/// A game as it was decided: each decision with what its seat could know then.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// How many people's decisions there are; alone, one is "you".
    pub players: u8,
    /// What was decided, in order.
    pub decisions: Vec<Decision>,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
}

impl PlayedGame {
    /// Reads a game; the replay stands afterwards where it stood before.
    ///
    /// # Errors
    /// Why it cannot be read, in words for the person.
    pub fn of(replay: &mut Replay) -> Result<Self, String> {
        let name = replay.game().name();
        if name != Kingslayer::NAME {
            return Err(format!(
                "this is a game of {name}, not of {}",
                Kingslayer::NAME
            ));
        }
        let at = replay.at();
        let read = Self::read(replay);
        replay.go_to(at).map_err(said)?;
        read
    }

    fn read(replay: &mut Replay) -> Result<Self, String> {
        replay.go_to(0).map_err(said)?;
        let mut decisions = Vec::new();
        loop {
            let before = state(replay)?.clone();
            if !replay.forward().map_err(said)? {
                break;
            }
            let entry = replay.entry().ok_or("an entry is missing")?;
            let Actor::Seat(seat) = entry.by else {
                continue;
            };
            let command = serde_json::from_str(entry.command.as_str());
            decisions.push(Decision {
                number: entry.seq,
                view: Kingslayer::view(&before, Viewer::Seat(seat)),
                command: command.map_err(|error| format!("entry {}: {error}", entry.seq))?,
            });
        }
        if let Some(Verdict::Differs(difference)) = replay.closing() {
            return Err(difference.to_string());
        }
        if decisions.is_empty() {
            return Err(String::from("nothing has been decided in this game yet"));
        }
        let end = state(replay)?;
        Ok(Self {
            players: end.players(),
            decisions,
            outcome: match Kingslayer::turn(end) {
                Turn::Over(outcome) => Some(outcome),
                Turn::Awaiting { .. } => None,
            },
        })
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the form that map_err asks for"
)]
fn said(error: ReplayError) -> String {
    error.to_string()
}

/// The state where a replay stands.
fn state(replay: &Replay) -> Result<&State, String> {
    let state = replay.position().state().downcast_ref();
    state.ok_or_else(|| String::from("the file's game has another form than its name says"))
}
