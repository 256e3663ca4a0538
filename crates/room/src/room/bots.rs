//! Bots take their turn whenever a phase begins.
//!
//! A bot is shown the view of its seat and gives commands down the same road as
//! everybody. Bots say ready only while a person still plays: a table of bots
//! alone goes by the clock. But when all people have given up or are eliminated,
//! the bots they leave behind agree on a draw, and the table is free again.

use parlour_diplomacy::bot::is_held;
use parlour_diplomacy::game::{Command, Diplomacy};
use parlour_diplomacy::{Power, PowerView};
use parlour_host::card::{Course, Query};
use parlour_host::host::Giver;
use parlour_host::journal::JournalError;
use parlour_host::table::{Identity, TableId};
use parlour_host::{Message, Refused};
use parlour_rules::{Seat, Stage, Viewer};

use super::minds::Asked;
use super::{Done, Game, Room, unreachable};
use crate::bot::{self, Will};
use crate::refusal::Trouble;
use crate::sheet::BOTS;

/// More phases in a row than bots alone can have to play.
const MOST_PHASES: usize = 64;

impl Room {
    /// Lets bots play wherever they are waited for: once at the beginning, and now
    /// and then in case whoever should have done it has died. Games that are over are
    /// not looked at.
    pub async fn sweep(&self) -> Result<(), JournalError> {
        let running = Query::tagged(BOTS).course(Course::Open);
        for card in self.host.all_cards(running).await.map_err(unreachable)? {
            self.play_bots(&card.table).await?;
        }
        Ok(())
    }

    /// Lets the bots of a table play until people are waited for.
    pub(super) async fn play_bots(&self, id: &TableId) -> Result<(), JournalError> {
        for _ in 0..MOST_PHASES {
            match self.play_bots_once(id).await {
                Ok(true) => {}
                Ok(false) | Err(Trouble::Refusal(_)) => return Ok(()),
                Err(Trouble::Journal(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// True if it is to be tried again: a phase was resolved by it, or the record was
    /// changed meanwhile.
    async fn play_bots_once(&self, id: &TableId) -> Done<bool> {
        let mut game = self.game_at(id, Viewer::Spectator).await?;
        if game.sheet.has_untold() {
            self.tell_of_new_players(id).await?;
            game = self.game_at(id, Viewer::Spectator).await?;
        }
        if !game.has_started() || game.is_over() || game.sheet.paused.is_some() {
            return Ok(false);
        }
        if !game.has_bots() {
            return Ok(false);
        }
        if self.tell_of_age(&game).await? {
            game = self.game_at(id, Viewer::Spectator).await?;
        }
        let secret = bot::secret(self.host.secret_seed(id).await?, id);
        let with_people = game.people_play();
        let left_alone = game.people_are_out();
        let drawn = game.sight.view.draw.is_some() || left_alone;
        let chairs = (0_u8..).map(Seat).zip(game.sight.record.chairs.clone());
        for (seat, chair) in chairs {
            let Some((bot, kind)) = chair.and_then(|it| Some((it.identity, it.bot?))) else {
                continue;
            };
            if !drawn && !game.sight.awaiting.contains(seat) {
                continue;
            }
            let own = self.seated(&game, seat).await?;
            let Some(known) = &own.sight.view.own else {
                continue;
            };
            let view = &own.sight.view;
            let mut says = Vec::new();
            if let (Some(draw), None) = (&view.draw, known.vote) {
                let agrees = left_alone || self.agrees(&game, &draw.powers, known.power).await?;
                says.push(Command::Vote(agrees));
            } else if view.draw.is_none() && left_alone {
                says.push(Command::ProposeDraw(Vec::new()));
            }
            if own.sight.awaiting.contains(seat) {
                let kind = bot::kind(&kind);
                let minds = self.minds.as_ref().filter(|_| bot::is_slow(kind));
                let silent = known.orders.is_empty();
                let open = silent && minds.is_none_or(|it| it.may_ask(id, seat, view));
                let past = if open && bot::is_slow(kind) {
                    self.remembered(&game).await?
                } else {
                    Vec::new()
                };
                match minds.filter(|_| silent) {
                    Some(_) if !open => {}
                    Some(minds) => minds.ask(Asked {
                        table: id,
                        seat,
                        bot: &bot,
                        kind,
                        view,
                        past,
                        secret,
                    }),
                    None => {
                        if silent {
                            let orders = bot::choose(view, &past, kind, secret);
                            says.extend((!orders.is_empty()).then_some(Command::Order(orders)));
                        }
                        says.extend(with_people.then_some(Command::Ready));
                    }
                }
            }
            for command in says {
                if !self.say(&game, &bot, seat, command).await? {
                    // Who sits where, or the clock, is another by now.
                    return Ok(true);
                }
            }
        }
        let after = self.game_at(id, Viewer::Spectator).await?;
        Ok(after.phase() != game.phase() && !after.is_over())
    }

    /// Whether a bot agrees to a draw between these powers, by what everybody knows.
    async fn agrees(&self, game: &Game, shared: &[String], power: Power) -> Done<bool> {
        let (view, board) = (&game.sight.view, game.board());
        Ok(match bot::will(view, shared, board.power_name(power)) {
            Will::Agrees => true,
            Will::Refuses => false,
            Will::IfHeld => is_held(board, &view.position, &self.remembered(game).await?, power),
        })
    }

    /// Why a draw between these powers, or all survivors, fails because of bots;
    /// nothing if it does not.
    pub(super) async fn unwilling_bots(
        &self,
        game: &Game,
        shared: &[String],
    ) -> Done<Option<String>> {
        let view = &game.sight.view;
        let plays = |it: &PowerView| !it.eliminated && !it.conceded && !it.disorder;
        let survivors = view.powers.iter().filter(|it| plays(it));
        let survivors: Vec<String> = survivors.map(|it| it.name.clone()).collect();
        let shared = if shared.is_empty() {
            &survivors
        } else {
            shared
        };
        let chairs = game.sight.record.chairs.iter();
        for ((chair, known), power) in chairs.zip(&view.powers).zip(game.board().powers()) {
            let bot = chair.as_ref().is_some_and(|it| it.bot.is_some());
            if bot && plays(known) && !self.agrees(game, shared, power).await? {
                let year = bot::agreeable_from(game.board());
                let many = bot::ambitious_from(game.board());
                return Ok(Some(format!(
                    "Bots agree to a draw from {year} on, unless they own {many} centres or more \
                     and are not held there, or would not share it."
                )));
            }
        }
        Ok(None)
    }

    /// Gives a bot's command, under the record that it was chosen by; false if that is
    /// another now. What the game refuses is left as it is.
    pub(super) async fn say(
        &self,
        game: &Game,
        bot: &Identity,
        seat: Seat,
        command: Command,
    ) -> Done<bool> {
        let from = Giver::At(bot.clone(), seat);
        let given = self
            .host
            .command::<Diplomacy>(Message {
                stage: Some(Stage::new(game.phase())),
                version: Some(game.sight.standing.version),
                ..Message::given_by(&game.id, from, command)
            })
            .await;
        match given {
            Err(Refused::Journal(error)) => Err(Trouble::Journal(error)),
            Err(Refused::StaleRecord { .. }) => Ok(false),
            _ => Ok(true),
        }
    }
}

impl Game {
    /// Whether a person still plays a power that is on the board.
    pub(super) fn people_play(&self) -> bool {
        let chairs = self.sight.record.chairs.iter();
        chairs.zip(&self.sight.view.powers).any(|(chair, power)| {
            let person = chair.as_ref().is_some_and(|it| it.bot.is_none());
            person && !power.eliminated && !power.conceded && !power.disorder
        })
    }

    /// Whether people have played and none of them can come back. Who is in civil
    /// disorder can, and somebody may take a chair that is empty.
    fn people_are_out(&self) -> bool {
        let mut any = false;
        let chairs = self.sight.record.chairs.iter();
        for (chair, power) in chairs.zip(&self.sight.view.powers) {
            let out = power.eliminated || power.conceded;
            match chair {
                Some(person) if person.bot.is_some() => {}
                Some(_) if out => any = true,
                None if out => {}
                _ => return false,
            }
        }
        any
    }
}
