//! More time by the players' own vote: one proposes it, and when more than half of the
//! people who play agree, the deadline moves.

use parlour_host::host::Revision;
use parlour_rules::Seat;

use super::master::later;
use super::orders::must_play;
use super::revision::announce;
use super::{Done, Game, Room};
use crate::phrase::counted;
use crate::refusal::refuse;
use crate::sheet::{Extension, Sheet};
use crate::talk::{Answer, Button, Heard};
use crate::{ExtendWords, Span};

impl Room {
    /// The game master moves the deadline; a player asks the others.
    pub(super) async fn extend(&self, heard: &Heard, words: ExtendWords) -> Done<Answer> {
        let game = self.game(heard).await?;
        match words {
            ExtendWords::By(span) if game.is_master(&heard.user) => {
                self.extend_at_once(heard, span).await
            }
            ExtendWords::By(span) => self.vote_on_time(&game, heard, Some(span), true).await,
            ExtendWords::Vote(yes) => self.vote_on_time(&game, heard, None, yes).await,
        }
    }

    async fn vote_on_time(
        &self,
        game: &Game,
        heard: &Heard,
        proposed: Option<Span>,
        yes: bool,
    ) -> Done<Answer> {
        must_play(game, heard)?;
        let (phase, voters) = (game.phase(), game.voters());
        let Some(seat) = game.seat_of(&heard.user).filter(|it| voters.contains(it)) else {
            return refuse(
                "no_vote",
                "Only people whose power is still in the game vote on more time.",
            );
        };
        let told = self
            .revise(&game.id, heard, |revision, sheet| {
                if sheet.paused.is_some() {
                    return refuse("paused", "The clock is stopped; no time is lost.");
                }
                if revision.stage().is_none_or(|stage| stage.as_str() != phase) {
                    return refuse("stale", "That phase is over.");
                }
                if yes && revision.deadline.is_none() {
                    return refuse("no_deadline", "There is no deadline to extend.");
                }
                let open = sheet.extension_of(&phase).cloned();
                let mut vote = match (open, proposed) {
                    (Some(open), Some(span)) if open.minutes != minutes(span) => {
                        return refuse(
                            "already_proposed",
                            format!(
                                "{} is proposed already: `extend yes` or `extend no` first.",
                                shown(open.minutes)
                            ),
                        );
                    }
                    (Some(open), _) => open,
                    (None, Some(span)) => Extension {
                        phase: phase.clone(),
                        minutes: minutes(span),
                        needed: 0,
                        yes: Vec::new(),
                        no: Vec::new(),
                    },
                    (None, None) => {
                        return refuse(
                            "nothing_proposed",
                            "Nobody has proposed more time; `extend 12h` does.",
                        );
                    }
                };
                let side = if yes { &vote.yes } else { &vote.no };
                // When others have come or gone, the same vote may count for more.
                if side.contains(&seat) && vote.needed == needed(voters.len()) {
                    return refuse("said_already", "You have said so already.");
                }
                vote.yes.retain(|it| *it != seat && voters.contains(it));
                vote.no.retain(|it| *it != seat && voters.contains(it));
                let side = if yes { &mut vote.yes } else { &mut vote.no };
                side.push(seat);
                count(revision, sheet, vote, voters.len(), heard)
            })
            .await?;
        let Some(text) = told else {
            return Ok(game.heard_already(self.host.now()));
        };
        let game = self.look(&game.id, heard).await?;
        let mut answer = Answer::text(format!("{text} {}", game.deadline(self.host.now())));
        if game.sheet.extension_of(&phase).is_some() {
            answer.buttons = game.time_buttons();
        }
        Ok(answer)
    }
}

/// What the votes come to, and what everybody is told of it.
fn count(
    revision: &mut Revision<'_>,
    sheet: &mut Sheet,
    mut vote: Extension,
    voters: usize,
    heard: &Heard,
) -> Done<String> {
    let (needed, span) = (needed(voters), shown(vote.minutes));
    vote.needed = needed;
    let first = vote.yes.len() + vote.no.len() == 1;
    let words = if vote.yes.len() >= needed {
        sheet.extension = None;
        let (due, note) = later(revision, sheet, vote.minutes * 60_000)?;
        super::master::set_due(revision, sheet, due);
        let due = super::master::due_words(revision, sheet);
        let note = note.map_or_else(String::new, |note| format!(" {note}"));
        format!(
            "The players have agreed on {span} more for {}. {due}{note}",
            vote.phase
        )
    } else if voters - vote.no.len() < needed {
        sheet.extension = None;
        format!(
            "The players have not agreed on {span} more for {}.",
            vote.phase
        )
    } else {
        let votes = counted(vote.yes.len(), "vote");
        let phase = vote.phase.clone();
        sheet.extension = Some(vote);
        format!(
            "{span} more for {phase}: {votes} for it, {needed} are needed. `extend yes` or \
             `extend no` votes."
        )
    };
    let words = if first && sheet.extension.is_some() {
        format!("More time is proposed. {words}")
    } else {
        words
    };
    announce(revision, &words, heard.window_if_aloud());
    Ok(words)
}

/// More than half.
fn needed(voters: usize) -> usize {
    voters / 2 + 1
}

fn minutes(span: Span) -> u64 {
    span.seconds() as u64 / 60
}

/// `12 h`, `1 d 12 h`, `30 min`.
pub(super) fn shown(minutes: u64) -> String {
    let parts = [
        (minutes / 1440, "d"),
        (minutes / 60 % 24, "h"),
        (minutes % 60, "min"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    parts.join(" ")
}

impl Game {
    /// Who votes on more time: the people who play and whose powers are still in the game.
    fn voters(&self) -> Vec<Seat> {
        let chairs = (0_u8..).map(Seat).zip(&self.sight.record.chairs);
        let people = chairs.filter(|(_, chair)| chair.as_ref().is_some_and(|it| it.bot.is_none()));
        let plays = |seat: &Seat| {
            let power = self.sight.view.powers.get(usize::from(seat.0));
            power.is_some_and(|it| !it.eliminated && !it.conceded)
        };
        people.map(|(seat, _)| seat).filter(plays).collect()
    }

    fn time_buttons(&self) -> Vec<Button> {
        let code = &self.sheet.code;
        vec![
            Button::new("More time", &format!("{code} extend yes")),
            Button::new("No more time", &format!("{code} extend no")),
        ]
    }
}
