//! The room: hears words, answers them, and tells everybody else.
//!
//! Everything a room knows is in the host: the game in its log, the rest on the
//! [`sheet`](crate::sheet) in the table's record. Several rooms may stand before
//! one journal, in one process or in many; each answers as if it were the only
//! one.

mod asking;
mod bots;
mod lobby;
mod master;
mod offers;
mod orders;
mod past;
mod telling;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use parlour_diplomacy::Board;
use parlour_diplomacy::game::Diplomacy;
use parlour_host::host::{Sender, Sight};
use parlour_host::journal::JournalError;
use parlour_host::table::{Identity, TableId};
use parlour_host::{Accepted, Entropy, Host, Json, Message, Refused, Registry, Time};
use parlour_rules::{Seat, Stage, Viewer};

use crate::pace::Pace;
use crate::refusal::{Trouble, refuse};
use crate::sheet::{Sheet, code_tag, window_tag};
use crate::talk::{Answer, Body, Button, Heard, LONGEST_TEXT, Spoken, split_text};
use crate::{Words, help, phrase, read};

pub use offers::{Offer, Offers};

type Done<T> = Result<T, Trouble>;

/// A room before a host.
pub struct Room {
    host: Arc<Host>,
    entropy: Arc<dyn Entropy>,
    /// Of letters in several parts: those that were sent.
    sent: Mutex<BTreeMap<u64, BTreeSet<u32>>>,
}

/// A game as one viewer sees it, with its sheet.
pub(crate) struct Game {
    id: TableId,
    sight: Sight<Diplomacy>,
    sheet: Sheet,
}

impl Game {
    fn board(&self) -> &'static Board {
        Board::named(&self.sight.view.map).unwrap_or_else(|| Board::standard())
    }

    fn is_over(&self) -> bool {
        self.sight.outcome.is_some()
    }

    fn has_started(&self) -> bool {
        self.sight.record.started.is_some()
    }

    fn is_master(&self, who: &Identity) -> bool {
        self.sight.record.owner == *who
    }

    fn seat_of(&self, who: &Identity) -> Option<Seat> {
        self.sight.record.seat_of(who)
    }

    /// The power of a seat, as people write it.
    fn power_at(&self, seat: Seat) -> String {
        power_at(self.board(), seat)
    }

    fn phase(&self) -> String {
        self.sight.view.phase.to_string()
    }

    /// `Deadline Fri 18:00 UTC, in 9 h.`
    fn deadline(&self, now: Time) -> String {
        if self.sheet.paused.is_some() {
            return String::from("The clock is stopped.");
        }
        match &self.sight.deadline {
            Some(deadline) => format!(
                "Deadline {}.",
                phrase::moment(&self.sheet.settings, deadline.due, now)
            ),
            None => String::from("There is no deadline."),
        }
    }
}

pub(crate) fn power_at(board: &Board, seat: Seat) -> String {
    let power = board.powers().nth(usize::from(seat.0));
    power.map_or_else(
        || seat.to_string(),
        |power| phrase::plain(board.power_name(power)),
    )
}

/// What a tick of the clock came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tick {
    /// Deadlines that struck: reminders, graces and resolutions.
    pub struck: usize,
    /// When the next one strikes.
    pub next: Option<Time>,
}

impl Room {
    /// A room before a host whose registry was prepared by [`Room::prepare`].
    pub fn new(host: Arc<Host>, entropy: Arc<dyn Entropy>) -> Self {
        Self {
            host,
            entropy,
            sent: Mutex::default(),
        }
    }

    /// Makes Diplomacy and its clock known to a host that is about to be made.
    pub fn prepare(registry: &mut Registry) {
        registry
            .register::<Diplomacy>()
            .keep_time::<Diplomacy>(Pace);
    }

    /// The host beneath.
    pub fn host(&self) -> &Arc<Host> {
        &self.host
    }

    /// Hears words and answers them. What others learn of it waits in the outbox;
    /// see [`Room::parcels`]. An error means that the database did not answer and
    /// the same words may be said again.
    pub async fn hear(&self, heard: &Heard) -> Result<Answer, JournalError> {
        match self.answer(heard).await {
            Ok(answer) => Ok(cut(answer)),
            Err(Trouble::Refusal(refusal)) => {
                let mut answer = Answer::text(refusal.words);
                answer.refused = Some(refusal.code);
                answer.erase = refusal.code == "not_in_private" && heard.spoken == Spoken::Aloud;
                Ok(cut(answer))
            }
            Err(Trouble::Journal(error)) => Err(error),
        }
    }

    /// Lets the clock strike: reminds, resolves, lets bots play.
    pub async fn tick(&self) -> Result<Tick, JournalError> {
        let struck = self.host.strike().await.map_err(unreachable)?;
        for one in &struck {
            if one.entry.is_some() {
                self.play_bots(&one.table).await?;
            }
        }
        Ok(Tick {
            struck: struck.len(),
            next: self.host.next_due().await.map_err(unreachable)?,
        })
    }

    async fn answer(&self, heard: &Heard) -> Done<Answer> {
        let words = read(&heard.text)?;
        match words {
            Words::Help(word) => Ok(Answer::text(help(word.as_deref()))),
            Words::New(settings) => self.new_game(heard, &settings).await,
            Words::Join { code, power } => {
                self.join(heard, code.as_deref(), power.as_deref()).await
            }
            Words::Link(code) => self.link(heard, &code).await,
            Words::Use(code) => self.use_game(heard, &code).await,
            Words::Leave => self.leave(heard).await,
            Words::Start => self.start(heard).await,
            Words::Order(lines) => self.order(heard, &lines).await,
            Words::Orders => self.orders(heard).await,
            Words::Clear(unit) => self.clear(heard, unit.as_deref()).await,
            Words::Ready => self.ready(heard).await,
            Words::Unready => self.unready(heard).await,
            Words::Map { province, radius } => self.map(heard, province.as_deref(), radius).await,
            Words::MyMap => self.my_map(heard).await,
            Words::Status => self.status(heard).await,
            Words::History(phase) => self.history(heard, phase.as_deref()).await,
            Words::Why { unit, phase } => self.why(heard, &unit, phase.as_deref()).await,
            Words::Powers => self.powers(heard).await,
            Words::Rules => self.rules(heard).await,
            Words::Draw(vote) => self.draw(heard, vote).await,
            Words::Concede => self.concede(heard).await,
            Words::Pause => self.pause(heard).await,
            Words::Resume => self.resume(heard).await,
            Words::Extend(span) => self.extend(heard, span).await,
            Words::Deadline(change) => self.deadline(heard, &change).await,
            Words::Force => self.force(heard).await,
            Words::Replace { power, player } => self.replace(heard, &power, &player).await,
            Words::Kick(whom) => self.kick(heard, &whom).await,
            Words::Export => self.export(heard).await,
        }
    }

    // Which game is meant.

    /// The game that somebody speaks of, as they may see it where they speak:
    /// aloud only what is public.
    async fn game(&self, heard: &Heard) -> Done<Game> {
        let id = match heard.window() {
            Some(window) => match self.game_of_window(&window_tag(&window)).await? {
                Some(id) => id,
                None => {
                    return refuse(
                        "no_game_here",
                        "There is no game here. `new` opens one, `link CODE` shows one here.",
                    );
                }
            },
            None => self.game_of_person(&heard.user).await?,
        };
        self.look(&id, heard).await
    }

    /// A table as somebody may see it where they speak.
    async fn look(&self, id: &TableId, heard: &Heard) -> Done<Game> {
        let game = self.game_at(id, Viewer::Spectator).await?;
        match game.seat_of(&heard.user) {
            Some(seat) if heard.is_private() => self.game_at(id, Viewer::Seat(seat)).await,
            _ => Ok(game),
        }
    }

    async fn game_at(&self, id: &TableId, viewer: Viewer) -> Done<Game> {
        let sight = self.host.sight::<Diplomacy>(id, viewer).await?;
        let Some(sheet) = Sheet::read(&sight.record.settings) else {
            return refuse("unknown_table", "That table is not kept by a room.");
        };
        Ok(Game {
            id: id.clone(),
            sight,
            sheet,
        })
    }

    /// The running game of a group; otherwise the one that was opened last.
    async fn game_of_window(&self, tag: &str) -> Done<Option<TableId>> {
        let mut latest: Option<(bool, Time, TableId)> = None;
        for id in self.host.tables_with_tag(tag).await? {
            let game = self.game_at(&id, Viewer::Spectator).await?;
            let key = (!game.is_over(), game.sight.record.created, id);
            if latest.as_ref().is_none_or(|it| *it < key) {
                latest = Some(key);
            }
        }
        Ok(latest.map(|(_, _, id)| id))
    }

    /// The only running game of a person, or the one they chose.
    async fn game_of_person(&self, who: &Identity) -> Done<TableId> {
        let mut running = Vec::new();
        let mut over = Vec::new();
        for id in self.host.tables_of(who).await? {
            let Ok(game) = self.game_at(&id, Viewer::Spectator).await else {
                continue;
            };
            let chosen = game.sheet.used.iter().find(|(it, _)| *it == who.0);
            let chosen = chosen.map(|(_, since)| *since);
            let created = game.sight.record.created;
            let list = if game.is_over() {
                &mut over
            } else {
                &mut running
            };
            list.push((chosen, created, id, game.sheet.code));
        }
        let newest = |list: &[(Option<Time>, Time, TableId, String)]| {
            let chosen = list.iter().filter(|it| it.0.is_some()).max();
            chosen.map(|it| it.2.clone())
        };
        if let [only] = &*running {
            return Ok(only.2.clone());
        }
        if let Some(chosen) = newest(&running) {
            return Ok(chosen);
        }
        if !running.is_empty() {
            let codes: Vec<&str> = running.iter().map(|it| it.3.as_str()).collect();
            return refuse(
                "which_game",
                format!(
                    "You play in several games: {}. Say `use CODE` first.",
                    phrase::listed(&codes)
                ),
            );
        }
        let last = over.iter().max_by_key(|it| it.1);
        if let Some(id) = newest(&over).or_else(|| last.map(|it| it.2.clone())) {
            return Ok(id);
        }
        refuse(
            "no_game",
            "You are in no game. `join CODE` takes a seat, `new` opens a game.",
        )
    }

    /// The table of a window, by its tag.
    pub(crate) async fn table_of_window(&self, tag: &str) -> Result<Option<TableId>, JournalError> {
        match self.game_of_window(tag).await {
            Ok(table) => Ok(table),
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(None),
        }
    }

    /// Whether a game has not begun yet.
    pub(crate) async fn is_open(&self, id: &TableId) -> Result<bool, JournalError> {
        match self.game_at(id, Viewer::Spectator).await {
            Ok(game) => Ok(!game.has_started()),
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(false),
        }
    }

    /// Where a game is shown.
    pub(crate) async fn windows(
        &self,
        id: &TableId,
    ) -> Result<Vec<crate::talk::Window>, JournalError> {
        match self.game_at(id, Viewer::Spectator).await {
            Ok(game) => Ok(game.sheet.windows),
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(Vec::new()),
        }
    }

    /// The powers of a game, in capitals.
    pub(crate) async fn power_names(&self, id: &TableId) -> Result<Vec<String>, JournalError> {
        match self.game_at(id, Viewer::Spectator).await {
            Ok(game) => {
                let powers = game.sight.view.powers.iter();
                Ok(powers.map(|power| power.name.clone()).collect())
            }
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(Vec::new()),
        }
    }

    /// What is going on in a game, in one line.
    pub(crate) async fn headline(&self, id: &TableId) -> Result<String, JournalError> {
        match self.game_at(id, Viewer::Spectator).await {
            Ok(game) => Ok(format!(
                "Game {}. {}",
                game.sheet.code,
                game.standing_words(self.host.now())
            )),
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(refusal)) => Ok(refusal.words),
        }
    }

    /// A power of a game by what somebody typed, in capitals.
    pub(crate) async fn power_named(
        &self,
        id: &TableId,
        text: &str,
    ) -> Result<String, crate::Refusal> {
        match self.game_at(id, Viewer::Spectator).await {
            Ok(game) => {
                let seat = lobby::named_power(game.board(), text)?;
                Ok(game.power_at(seat).to_uppercase())
            }
            Err(Trouble::Refusal(refusal)) => Err(refusal),
            Err(Trouble::Journal(error)) => Err(crate::Refusal::new("journal", error.to_string())),
        }
    }

    async fn game_of_code(&self, code: &str) -> Done<TableId> {
        let found = self.host.tables_with_tag(&code_tag(code)).await?;
        match found.into_iter().next() {
            Some(id) => Ok(id),
            None => refuse("unknown_code", format!("No game has the code {code}.")),
        }
    }

    // Down the host's road.

    /// Gives a command of a seat.
    async fn command(
        &self,
        game: &Game,
        heard: &Heard,
        command: &parlour_diplomacy::game::Command,
        stage: Option<&str>,
    ) -> Done<Accepted> {
        let Some(seat) = game.seat_of(&heard.user) else {
            return refuse("not_seated", "You do not play in this game.");
        };
        let accepted = self
            .host
            .command(Message {
                table: game.id.clone(),
                from: Sender::At(heard.user.clone(), seat),
                command: Json::of(command).as_str().to_owned(),
                stage: stage.map(Stage::new),
                seen: None,
                id: heard.message.clone(),
            })
            .await?;
        self.play_bots(&game.id).await.map_err(Trouble::Journal)?;
        Ok(accepted)
    }

    /// Gives a command of the clock.
    async fn clock_command(
        &self,
        id: &TableId,
        command: &parlour_diplomacy::game::Command,
        stage: Option<Stage>,
    ) -> Done<()> {
        self.host
            .command(Message {
                table: id.clone(),
                from: Sender::Clock,
                command: Json::of(command).as_str().to_owned(),
                stage,
                seen: None,
                id: None,
            })
            .await?;
        self.play_bots(id).await.map_err(Trouble::Journal)
    }
}

/// Cuts long texts to what every platform takes.
fn cut(mut answer: Answer) -> Answer {
    answer.says = answer
        .says
        .into_iter()
        .flat_map(|body| match body {
            Body::Text(text) => split_text(&phrase::visible(&text), LONGEST_TEXT)
                .into_iter()
                .map(Body::Text)
                .collect(),
            other => vec![other],
        })
        .collect();
    answer
}

/// The buttons under what a player reads in private.
pub(crate) fn usual_buttons() -> Vec<Button> {
    vec![
        Button::new("My orders", "orders"),
        Button::new("Map", "mymap"),
        Button::new("Ready", "ready"),
    ]
}

fn unreachable(refused: Refused) -> JournalError {
    match refused {
        Refused::Journal(error) => error,
        other => JournalError::Unreachable(other.to_string()),
    }
}
