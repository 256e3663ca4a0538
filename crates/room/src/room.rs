//! The room: hears words, answers them, and tells everybody else.
//!
//! Everything a room knows is in the host: the game in its log, the rest on the
//! [`sheet`](crate::sheet) in the table's record. Several rooms may stand before
//! one journal, in one process or in many; each answers as if it were the only
//! one.

mod ages;
mod asking;
mod auditing;
mod bots;
mod bulletins;
mod coaching;
mod door;
mod drafts;
mod draws;
mod examples;
mod extending;
mod finding;
mod handing;
mod helping;
mod lobby;
mod looking_back;
mod making_way;
mod master;
mod minds;
mod moving;
mod offers;
mod order_lines;
mod orders;
mod past;
mod powers;
mod press;
mod reaching;
mod readiness;
mod reading;
mod replacing;
mod resting;
mod revision;
mod roster;
mod sandbox;
mod setup;
mod steward;
mod summaries;
mod telling;
mod terminals;
mod touching;
mod tracing;
mod windows;
mod wishes;

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use parlour_diplomacy::Board;
use parlour_diplomacy::game::{Command, Diplomacy};
use parlour_host::host::{Giver, Struck};
use parlour_host::journal::JournalError;
use parlour_host::table::{Identity, TableId};
use parlour_host::{Accepted, Entropy, Host, Message, Refused, Registry, Shown, Time};
use parlour_rules::{Fingerprint, Seat, Stage};

use crate::pace::Pace;
use crate::refusal::{Refusal, Trouble, refuse};
use crate::sheet::{Sheet, Sheets};
use crate::talk::{Answer, Body, Button, Heard, LONGEST_TEXT, Spoken, split_text};
use crate::words::{addressed, bare_orders, unadorned};
use crate::{Verb, Words, WordsError, phrase, read};

pub(crate) use bulletins::ending;
pub(crate) use past::account;
pub(crate) use powers::power_at;
pub(crate) use steward::PLATFORM as BROWSERS;

pub use door::{Doorkeeper, LinkMade};
pub use minds::{Bell, Decision, Thought};
pub use offers::{Offer, Offers};
pub use orders::NO_LONGER_READY;
pub use reaching::Reach;
pub use steward::RoomSteward;

type Done<T> = Result<T, Trouble>;

/// An answer that is being made.
type Doing<'a> = Pin<Box<dyn Future<Output = Done<Answer>> + Send + 'a>>;

/// How often a table may be changed by others while something is said to it.
const TRIES: u32 = 16;

/// A room before a host.
pub struct Room {
    host: Arc<Host>,
    entropy: Arc<dyn Entropy>,
    door: Option<Doorkeeper>,
    chats: Reach,
    /// The sheets that were read last.
    sheets: Sheets,
    /// Where bots think that take long, if not at once.
    minds: Option<Arc<minds::Minds>>,
    /// What the coach said.
    lectures: Arc<coaching::Lectures>,
    /// Of letters in several parts: those that were sent.
    sent: Mutex<BTreeMap<u64, BTreeSet<u32>>>,
}

/// A game as one viewer sees it, with its sheet.
pub(crate) struct Game {
    id: TableId,
    sight: Shown<Diplomacy>,
    sheet: Arc<Sheet>,
}

impl Game {
    fn board(&self) -> &Board {
        &self.sight.view.board
    }

    /// The picture that the game began with.
    fn picture(&self) -> Option<Fingerprint> {
        self.sight.view.picture
    }

    fn is_over(&self) -> bool {
        self.sight.outcome.is_some() || self.sheet.called_off
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

    /// Whether the power of a seat has nothing left on the board.
    fn is_out(&self, seat: Seat) -> bool {
        let power = self.sight.view.powers.get(usize::from(seat.0));
        power.is_some_and(|it| it.eliminated)
    }

    fn phase(&self) -> String {
        self.sight.view.phase.to_string()
    }

    /// Whether a bot sits at the table.
    fn has_bots(&self) -> bool {
        let mut people = self.sight.record.chairs.iter().flatten();
        people.any(|it| it.bot.is_some())
    }

    /// A command of the speaker's, for the phase that is named, otherwise this one.
    fn message(
        &self,
        heard: &Heard,
        command: Command,
        stage: Option<&str>,
    ) -> Done<Message<Command>> {
        let Some(seat) = self.seat_of(&heard.user) else {
            return refuse("not_seated", "You do not play in this game.");
        };
        let stage = stage.map_or_else(|| self.phase(), str::to_owned);
        let from = Giver::At(heard.user.clone(), seat);
        Ok(Message {
            stage: Some(Stage::new(stage)),
            id: heard.message.clone(),
            ..Message::given_by(&self.id, from, command)
        })
    }

    /// The buttons under what a player reads in private. They speak of this game,
    /// whichever the player speaks of when they are pressed; who is ready is so for
    /// this phase alone.
    fn usual_buttons(&self) -> Vec<Button> {
        let code = &self.sheet.code;
        vec![
            Button::new("My orders", &format!("{code} orders")),
            Button::new("Map", &format!("{code} mymap")),
            Button::new("Ready", &format!("{code} ready {}", self.phase())),
            Button::new("Give orders", &format!("{code} touch")),
        ]
    }

    /// The answer to a message that has done its work before.
    fn heard_already(&self, now: Time) -> Answer {
        Answer::text(format!("Heard already. {}", self.standing_words(now)))
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
            door: None,
            chats: Reach::default(),
            sheets: Sheets::default(),
            minds: None,
            lectures: Arc::default(),
            sent: Mutex::default(),
        }
    }

    /// Makes Diplomacy and its clock known to a host that is about to be made.
    pub fn prepare(registry: &mut Registry) {
        registry
            .register::<Diplomacy>()
            .keep_time::<Diplomacy>(Pace)
            .portray_by_stage::<Diplomacy>(steward::portrayed)
            .write_of::<Diplomacy>(bulletins::is_news)
            // A chair of this machine and a bot are no secrets.
            .names_people_of(crate::local::PLATFORM)
            .names_people_of("bot");
    }

    /// The host beneath.
    pub fn host(&self) -> &Arc<Host> {
        &self.host
    }

    /// Hears words and answers them. What others learn of it waits in the outbox;
    /// see [`Room::parcels`]. An error means that the database did not answer and
    /// the same words may be said again.
    pub async fn hear(&self, heard: &Heard) -> Result<Answer, JournalError> {
        let mut answer = match self.answer(heard).await {
            Ok(answer) => answer,
            Err(Trouble::Refusal(refusal)) => match Box::pin(self.done_before(heard)).await? {
                Some(answer) => answer,
                None => refused(refusal, heard),
            },
            Err(Trouble::Journal(error)) => return Err(error),
        };
        // It is done and stored; a database that is gone by now takes nothing back.
        if heard.code().is_some()
            && let Ok(Some(code)) = Box::pin(self.other_game(heard)).await
        {
            about(&mut answer, &code);
        }
        Ok(cut(answer))
    }

    /// The answer to a message that comes again after it has done its work, if it has.
    /// Words that were right then may be refused by now: the very `ready` that has
    /// ended a game finds it over.
    async fn done_before(&self, heard: &Heard) -> Result<Option<Answer>, JournalError> {
        if heard.message.is_none() && heard.chat.is_none() {
            return Ok(None);
        }
        // Also whoever is refused is seen where they speak.
        let game = match self.game(heard).await {
            Ok(game) => game,
            Err(Trouble::Refusal(_)) => return Ok(None),
            Err(Trouble::Journal(error)) => return Err(error),
        };
        let Some(message) = &heard.message else {
            return Ok(None);
        };
        let done = game.sheet.has_heard(heard)
            || self.host.has_heard(&game.id, &heard.user, message).await?;
        Ok(done.then(|| game.heard_already(self.host.now())))
    }

    /// Lets the clock strike: reminds, resolves, lets bots play.
    pub async fn tick(&self) -> Result<Tick, JournalError> {
        let struck = self.host.strike().await.map_err(unreachable)?;
        for one in &struck {
            self.struck(one).await?;
        }
        Ok(Tick {
            struck: struck.len(),
            next: self.host.next_due().await.map_err(unreachable)?,
        })
    }

    /// What a room does after one of its deadlines has struck: a phase that begins is
    /// played by bots, and a clock that waits is told of new players.
    pub async fn struck(&self, struck: &Struck) -> Result<(), JournalError> {
        if struck.entry.is_some() {
            if let Some(older) = &struck.older {
                let told = self.tell_of_age_afterwards(&struck.table, older).await;
                if let Err(Trouble::Journal(error)) = told {
                    return Err(error);
                }
            }
            self.rest(&struck.table).await?;
            return self.play_bots(&struck.table).await;
        }
        match self.hand_over(&struck.table).await {
            Err(Trouble::Journal(error)) => Err(error),
            Ok(()) | Err(Trouble::Refusal(_)) => Ok(()),
        }
    }

    async fn answer(&self, heard: &Heard) -> Done<Answer> {
        let text = heard.words();
        let (code, text) = addressed(&text);
        let words = match read(text) {
            // In private whoever names a unit gives an order.
            Err(WordsError::UnknownVerb { word, meant }) if heard.is_private() => {
                let unknown = WordsError::UnknownVerb { word, meant };
                bare_orders(text).ok_or(unknown)?
            }
            Ok(words) => words,
            Err(error) => {
                let first = text.split_whitespace().next().unwrap_or_default();
                let verb = Verb::named(first.strip_prefix('/').unwrap_or(first));
                return Err(Box::pin(self.lacking(error, heard, verb)).await);
            }
        };
        let unfit = matches!(words, Words::New(_) | Words::Link(_) | Words::Use(_));
        if code.is_some() && unfit {
            return Err(WordsError::Misused {
                what: "a game's code stands in front of words about that game",
                example: "K7Q2M status",
            }
            .into());
        }
        self.act(heard, words, code).await
    }

    /// What words come to. Each has a place of its own in memory: one for all of them
    /// would be as large as all together, on a stack that may be small.
    fn act<'a>(&'a self, heard: &'a Heard, words: Words, code: Option<String>) -> Doing<'a> {
        match words {
            Words::Help(word) => Box::pin(async move { self.help(heard, word.as_deref()).await }),
            Words::New(settings) => Box::pin(async move { self.new_game(heard, &settings).await }),
            Words::Join {
                code: named,
                powers,
            } => Box::pin(async move {
                let code = named.or(code);
                self.join(heard, code.as_deref(), &powers).await
            }),
            Words::Link(code) => Box::pin(async move { self.link(heard, &code).await }),
            Words::Unlink(number) => Box::pin(async move { self.unlink(heard, number).await }),
            Words::Use(code) => Box::pin(async move { self.use_game(heard, &code).await }),
            Words::Leave => Box::pin(async move { self.leave(heard).await }),
            Words::Start(bots) => Box::pin(async move { self.start(heard, bots.as_deref()).await }),
            Words::Order(lines) => Box::pin(async move { self.order(heard, &lines, false).await }),
            Words::Anew(lines) => Box::pin(async move { self.order(heard, &lines, true).await }),
            Words::Draft(words) => Box::pin(async move { self.draft(heard, &words).await }),
            Words::Sandbox(words) => Box::pin(async move { self.sandbox(heard, &words).await }),
            Words::Touch { unit, after } => {
                Box::pin(async move { self.touch(heard, unit.as_deref(), after).await })
            }
            Words::Orders => Box::pin(async move { self.orders(heard).await }),
            Words::Clear(unit) => Box::pin(async move { self.clear(heard, unit.as_deref()).await }),
            Words::Ready(phase) => {
                Box::pin(async move { self.ready(heard, phase.as_deref()).await })
            }
            Words::Unready => Box::pin(async move { self.unready(heard).await }),
            Words::Map { province, radius } => {
                Box::pin(async move { self.map(heard, province.as_deref(), radius).await })
            }
            Words::MyMap => Box::pin(async move { self.my_map(heard).await }),
            Words::Status => Box::pin(async move { self.status(heard).await }),
            Words::History(phase) => {
                Box::pin(async move { self.history(heard, phase.as_deref()).await })
            }
            Words::Last => Box::pin(async move { self.last(heard).await }),
            Words::Why { unit, phase } => {
                Box::pin(async move { self.why(heard, &unit, phase.as_deref()).await })
            }
            Words::Powers => Box::pin(async move { self.powers(heard).await }),
            Words::Web => Box::pin(async move { self.web(heard).await }),
            Words::Notify(word) => {
                Box::pin(async move { self.notify(heard, word.as_deref()).await })
            }
            Words::Rules => Box::pin(async move { self.rules(heard).await }),
            Words::Draw(words) => Box::pin(async move { self.draw(heard, &words).await }),
            Words::Concede(sure) => Box::pin(async move { self.concede(heard, sure).await }),
            Words::Pause => Box::pin(async move { self.pause(heard).await }),
            Words::Resume => Box::pin(async move { self.resume(heard).await }),
            Words::Extend(words) => Box::pin(async move { self.extend(heard, words).await }),
            Words::Deadline(change) => Box::pin(async move { self.deadline(heard, &change).await }),
            Words::Force(sure) => Box::pin(async move { self.force(heard, sure).await }),
            Words::Replace { power, player } => {
                Box::pin(async move { self.replace(heard, &power, &player).await })
            }
            Words::Kick(whom) => Box::pin(async move { self.kick(heard, &whom).await }),
            Words::Tell { to, words } => {
                Box::pin(async move { self.tell(heard, &to, &words).await })
            }
            Words::Press(phase, page) => {
                Box::pin(async move { self.press(heard, phase.as_deref(), page).await })
            }
            Words::Mute(power, mute) => {
                Box::pin(async move { self.mute(heard, &power, mute).await })
            }
            Words::Export => Box::pin(async move { self.export(heard).await }),
            Words::Coach => Box::pin(async move { self.coach(heard).await }),
            Words::Audit => Box::pin(async move { self.audit(heard).await }),
        }
    }

    /// Gives a command of a seat, for the phase it is meant for: the one that the
    /// speaker names, or the one there was when it was heard.
    async fn command(
        &self,
        game: &Game,
        heard: &Heard,
        command: Command,
        stage: Option<&str>,
    ) -> Done<Accepted> {
        let message = game.message(heard, command, stage)?;
        let accepted = self.host.command::<Diplomacy>(message).await?;
        self.go_on(game).await?;
        Ok(accepted)
    }

    /// The same for what nobody may say while the clock is stopped. It is decided
    /// under the very record that says whether it is: should somebody stop the clock
    /// in the same instant, they are first or second, and never both.
    async fn command_by_the_clock(
        &self,
        game: &Game,
        heard: &Heard,
        command: Command,
        stage: Option<&str>,
        stopped: &str,
    ) -> Done<Accepted> {
        let mut message = game.message(heard, command, stage)?;
        let (mut paused, mut version) = (game.sheet.paused.is_some(), game.sight.standing.version);
        for _ in 0..TRIES {
            if paused {
                return refuse("paused", stopped);
            }
            message.version = Some(version);
            match self.host.command::<Diplomacy>(message.clone()).await {
                Err(Refused::StaleRecord { .. }) => {
                    let now = self.look(&game.id, heard).await?;
                    (paused, version) = (now.sheet.paused.is_some(), now.sight.standing.version);
                }
                given => {
                    let accepted = given?;
                    self.go_on(game).await?;
                    return Ok(accepted);
                }
            }
        }
        refuse("stale", "The game changes too fast just now; say it again.")
    }

    /// What follows from a command: bots play, if there are any.
    async fn go_on(&self, game: &Game) -> Done<()> {
        if game.has_bots() || game.sheet.has_untold() {
            let playing = Box::pin(self.play_bots(&game.id));
            playing.await.map_err(Trouble::Journal)?;
        }
        Ok(())
    }

    /// Gives a command of the clock.
    async fn clock_command(
        &self,
        id: &TableId,
        command: Command,
        stage: Option<Stage>,
    ) -> Done<()> {
        let message = Message {
            stage,
            ..Message::given_by(id, Giver::Clock, command)
        };
        self.host.command::<Diplomacy>(message).await?;
        self.play_bots(id).await.map_err(Trouble::Journal)
    }
}

impl Heard {
    /// The code of the game that the words name in front.
    fn code(&self) -> Option<String> {
        addressed(&self.words()).0
    }

    /// The words that are read. A link into a private chat brings `start` with a
    /// word of the link's own.
    pub(super) fn words(&self) -> String {
        let mut words = self.text.split_whitespace();
        let start = words.next().filter(|word| {
            let word = word.strip_prefix('/').unwrap_or(word);
            let verb = word.split('@').next().unwrap_or(word);
            verb.eq_ignore_ascii_case("start")
        });
        match start {
            Some(start) if self.start_greets && self.spoken == Spoken::Alone => start.to_owned(),
            _ => unadorned(&self.text),
        }
    }
}

/// A refusal in words for the speaker.
fn refused(refusal: Refusal, heard: &Heard) -> Answer {
    let mut answer = Answer::text(refusal.words);
    answer.refused = Some(refusal.code);
    answer.erase = refusal.code == "not_in_private" && heard.spoken == Spoken::Aloud;
    answer
}

/// Says first which game an answer is about.
fn about(answer: &mut Answer, code: &str) {
    let named = format!("Game {code}");
    match answer.says.first_mut() {
        Some(Body::Text(text)) if text.starts_with(&named) => {}
        Some(Body::Text(text)) => text.insert_str(0, &format!("{named}: ")),
        Some(Body::Picture(sketch)) => sketch.caption.insert_str(0, &format!("{named}: ")),
        _ => {}
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

fn unreachable(refused: Refused) -> JournalError {
    match refused {
        Refused::Journal(error) => error,
        other => JournalError::Unreachable(other.to_string()),
    }
}
