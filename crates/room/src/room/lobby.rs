//! Before the first phase: games are opened, shown, joined and begun.

use std::collections::BTreeMap;

use parlour_diplomacy::game::{BoardRef, Command, Diplomacy, DrawRule, Setup};
use parlour_diplomacy::{Board, Rulebook};
use parlour_host::Json;
use parlour_host::host::{NewTable, Revision};
use parlour_host::journal::NewLetter;
use parlour_host::table::{Identity, Person, TableId};
use parlour_rules::{Rules, Seat, Seed, Viewer};

use super::{Done, Game, Room, power_at};
use crate::phrase::{self, listed, plain, quoted};
use crate::refusal::{Refusal, Trouble, refuse};
use crate::settings::{Draws, Fill, Settings};
use crate::sheet::{Notice, Sheet, code_tag, window_tag};
use crate::talk::{Answer, Button, Heard, Spoken, Window};

/// The front of every bot's identity.
pub(super) const BOT: &str = "bot:";

impl Room {
    pub(super) async fn new_game(&self, heard: &Heard, words: &[String]) -> Done<Answer> {
        let mut settings = Settings::default();
        settings.set_all(words.iter().map(String::as_str))?;
        let setup = setup(&settings)?;
        let window = heard.window();
        if let Some(window) = &window {
            self.must_be_free(window).await?;
        }
        let code = self.fresh_code().await?;
        let mut sheet = Sheet::new(code.clone(), settings);
        sheet.windows = window.into_iter().collect();
        let seats = usize::from(Diplomacy::seats(&setup));
        let new = NewTable {
            id: None,
            title: format!("Diplomacy {code}"),
            game: Diplomacy::NAME.to_owned(),
            setup: Json::of(&setup),
            seed: Seed(self.random()),
            owner: heard.user.clone(),
            chairs: vec![None; seats],
            start: false,
            open: true,
            letters: true,
            tags: sheet.tags(false),
            settings: sheet.write(),
        };
        self.host.open_table(new).await?;
        let board: &Board = &setup.map;
        let powers: Vec<String> = board
            .powers()
            .map(|it| plain(board.power_name(it)))
            .collect();
        let mut answer = Answer::text(format!(
            "Game {code} is open; you are its game master. Map: {}. Powers: {}.\n\
             Join with `join {code}` or `join {code} {}`, here or in private; begin with `start`.\n\
             {}",
            board.title(),
            powers.join(", "),
            powers.first().map_or("", String::as_str),
            agreed(&sheet.settings),
        ));
        answer.buttons = vec![Button::new("Join", &format!("join {code}"))];
        Ok(answer)
    }

    async fn must_be_free(&self, window: &Window) -> Done<()> {
        for id in self.host.tables_with_tag(&window_tag(window)).await? {
            let game = self.game_at(&id, Viewer::Spectator).await?;
            if !game.is_over() {
                return refuse(
                    "game_running",
                    format!("Game {} is played here; one at a time.", game.sheet.code),
                );
            }
        }
        Ok(())
    }

    /// A code that no game has: five letters and digits, at least one a digit.
    async fn fresh_code(&self) -> Done<String> {
        const LETTERS: &[u8] = b"ABCDEFGHJKMNPQRSTVWXYZ";
        const DIGITS: &[u8] = b"23456789";
        loop {
            let mut bytes = [0; 6];
            self.entropy.fill(&mut bytes);
            let digit = usize::from(bytes[5]) % 5;
            let code: String = (0..5)
                .map(|place| {
                    let byte = usize::from(bytes[place]);
                    let from = if place == digit { DIGITS } else { LETTERS };
                    char::from(from[byte % from.len()])
                })
                .collect();
            if self
                .host
                .tables_with_tag(&code_tag(&code))
                .await?
                .is_empty()
            {
                return Ok(code);
            }
        }
    }

    pub(super) fn random(&self) -> u64 {
        let mut bytes = [0; 8];
        self.entropy.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    pub(super) async fn join(
        &self,
        heard: &Heard,
        code: Option<&str>,
        power: Option<&str>,
    ) -> Done<Answer> {
        let id = match (code, heard.window()) {
            (Some(code), _) => self.game_of_code(code).await?,
            (None, Some(_)) => self.game(heard).await?.id,
            (None, None) => {
                return refuse("code_missing", "Say which game: `join CODE`.");
            }
        };
        let game = self.game_at(&id, Viewer::Spectator).await?;
        let board = game.board();
        let person = Person::new(heard.user.clone(), &quoted(&heard.name));
        let wanted = power.map(|text| named_power(board, text)).transpose()?;
        let joined = self
            .host
            .revise(&id, |revision| sit(revision, board, &person, wanted, heard))
            .await?;
        if let Joined::TakenOver(seat) = joined {
            // Somebody plays the power again.
            let name = board
                .power_name(parlour_diplomacy::Power(seat.0))
                .to_owned();
            let _ = self.clock_command(&id, &Command::Resume(name), None).await;
        }
        let code = &game.sheet.code;
        let mut text = match joined {
            Joined::Seat(seat) => format!(
                "You are {} in game {code}. It begins when the game master says `start`.",
                power_at(board, seat)
            ),
            Joined::Waiting => format!(
                "You are in game {code}; your power is drawn when it starts. `join {code} POWER` \
                 takes a certain one."
            ),
            Joined::TakenOver(seat) => format!(
                "You play {} in game {code} from now on. `orders` shows what is noted.",
                power_at(board, seat)
            ),
            Joined::StandsBy => format!(
                "Game {code} has no free power now. You stand by: the game master may say \
                 `replace POWER @{}`.",
                person.name
            ),
        };
        if let Some(link) = &heard.inbox_link {
            text.push_str("\nI cannot write to you in private yet. Open this once: ");
            text.push_str(link);
        }
        Ok(Answer::text(text))
    }

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
        self.host
            .revise(&id, |revision| {
                let mut sheet = sheet_of(revision)?;
                if sheet.windows.contains(&window) {
                    return refuse("linked_already", "This group sees the game already.");
                }
                sheet.windows.push(window.clone());
                put(revision, &sheet);
                Ok::<_, Trouble>(())
            })
            .await?;
        let game = self.game_at(&id, Viewer::Spectator).await?;
        Ok(Answer::text(format!(
            "This group sees game {code} from now on. {}",
            game.standing_words(self.host.now())
        )))
    }

    pub(super) async fn use_game(&self, heard: &Heard, code: &str) -> Done<Answer> {
        let id = self.game_of_code(code).await?;
        let who = heard.user.0.clone();
        self.host
            .revise(&id, |revision| {
                let mut sheet = sheet_of(revision)?;
                if !belongs(revision, &sheet, &heard.user) {
                    return refuse(
                        "not_in_that_game",
                        format!("You are not in game {code}; `join {code}` first."),
                    );
                }
                sheet.used.retain(|(it, _)| *it != who);
                sheet.used.push((who.clone(), revision.now));
                put(revision, &sheet);
                Ok::<_, Trouble>(())
            })
            .await?;
        let game = self.look(&id, heard).await?;
        Ok(Answer::text(format!(
            "You speak of game {code} now. {}",
            game.standing_words(self.host.now())
        )))
    }

    pub(super) async fn leave(&self, heard: &Heard) -> Done<Answer> {
        let game = self.game(heard).await?;
        let board = game.board();
        self.host
            .revise(&game.id, |revision| {
                let mut sheet = sheet_of(revision)?;
                let who = &heard.user;
                let playing = revision.record.seat_of(who).is_some();
                if revision.record.started.is_some() && playing {
                    return refuse(
                        "game_started",
                        "The game has started: say `concede`, or ask the game master to replace \
                         you.",
                    );
                }
                let waiting = sheet.waiting.iter().any(|it| it.identity == *who);
                let watching = revision
                    .record
                    .spectators
                    .iter()
                    .any(|it| it.identity == *who);
                if !playing && !waiting && !watching {
                    return refuse("not_seated", "You have no seat in this game.");
                }
                let name = quoted(&heard.name);
                let words = match revision.record.seat_of(who) {
                    Some(seat) => format!("{name} has left; {} is free.", power_at(board, seat)),
                    None => format!("{name} has left."),
                };
                get_up(revision, &mut sheet, who);
                announce(revision, &words, heard.window_if_aloud());
                put(revision, &sheet);
                Ok::<_, Trouble>(())
            })
            .await?;
        Ok(Answer::text(format!(
            "You have left game {}.",
            game.sheet.code
        )))
    }

    pub(super) async fn start(&self, heard: &Heard) -> Done<Answer> {
        if heard.start_greets && heard.spoken == Spoken::Alone && !self.starts_here(heard).await {
            return Ok(greeting());
        }
        let game = self.game(heard).await?;
        let board = game.board();
        let chance = self.random();
        self.host
            .revise(&game.id, |revision| begin(revision, board, heard, chance))
            .await?;
        self.play_bots(&game.id).await.map_err(Trouble::Journal)?;
        let game = self.look(&game.id, heard).await?;
        Ok(Answer::text(game.beginning_words(self.host.now())))
    }

    /// Whether `start` in a private chat can only mean a game that is seen nowhere.
    async fn starts_here(&self, heard: &Heard) -> bool {
        match self.game(heard).await {
            Ok(game) => {
                !game.has_started() && game.is_master(&heard.user) && game.sheet.windows.is_empty()
            }
            Err(_) => false,
        }
    }
}

fn greeting() -> Answer {
    let mut answer = Answer::text(
        "Welcome to Diplomacy. I can write to you in private now.\n\
         `join CODE` takes a seat in a game, `new` in a group opens one, `help` lists what can be \
         said.",
    );
    answer.buttons = vec![Button::new("Help", "help")];
    answer
}

impl Heard {
    /// The window that hears the answer anyway.
    pub(super) fn window_if_aloud(&self) -> Option<Window> {
        self.window().filter(|_| self.spoken == Spoken::Aloud)
    }
}

impl Game {
    /// What is going on, in a sentence.
    pub(super) fn standing_words(&self, now: parlour_host::Time) -> String {
        if self.is_over() {
            return String::from("It is over.");
        }
        if !self.has_started() {
            return String::from("It has not started yet.");
        }
        format!(
            "It is {}. {}",
            self.sight.view.phase.words(),
            self.deadline(now)
        )
    }

    /// The first words of a game.
    pub(super) fn beginning_words(&self, now: parlour_host::Time) -> String {
        let mut text = format!("Game {} begins.", self.sheet.code);
        for (seat, chair) in (0_u8..).map(Seat).zip(&self.sight.record.chairs) {
            if let Some(person) = chair {
                add!(text, "\n{}: {}", self.power_at(seat), person.name);
            }
        }
        add!(
            text,
            "\n{} ({}). {} Send orders in private: `order A Vie-Bud`.",
            self.sight.view.phase.words(),
            self.phase(),
            self.deadline(now)
        );
        text
    }
}

/// How a newcomer takes part.
#[derive(Clone, Copy, Debug)]
enum Joined {
    Seat(Seat),
    Waiting,
    TakenOver(Seat),
    StandsBy,
}

fn sit(
    revision: &mut Revision<'_>,
    board: &Board,
    person: &Person,
    wanted: Option<Seat>,
    heard: &Heard,
) -> Done<Joined> {
    let mut sheet = sheet_of(revision)?;
    if revision.stage().is_none() {
        return refuse("game_over", "The game is over.");
    }
    let who = &person.identity;
    let started = revision.record.started.is_some();
    if let Some(seat) = revision.record.seat_of(who)
        && (started || wanted.is_none_or(|it| it == seat))
    {
        return refuse(
            "already_seated",
            format!("You are {} already.", power_at(board, seat)),
        );
    }
    if let Some(seat) = wanted
        && let Some(holder) = &revision.record.chairs[usize::from(seat.0)]
    {
        let free = free_powers(revision, board);
        return refuse(
            "seat_taken",
            format!(
                "{} is taken by {}. Free: {}.",
                power_at(board, seat),
                holder.name,
                if free.is_empty() {
                    String::from("none")
                } else {
                    listed(&free)
                }
            ),
        );
    }
    let waiting = sheet.waiting.iter().any(|it| it.identity == *who);
    let name = &person.name;
    let (joined, words) = if started {
        let vacant = wanted.or_else(|| first_vacant(revision));
        if let Some(seat) = vacant {
            get_up(revision, &mut sheet, who);
            revision.record.chairs[usize::from(seat.0)] = Some(person.clone());
            let words = format!("{name} plays {} from now on.", power_at(board, seat));
            (Joined::TakenOver(seat), words)
        } else {
            if revision
                .record
                .spectators
                .iter()
                .any(|it| it.identity == *who)
            {
                return refuse("stands_by", "You stand by already.");
            }
            revision.record.spectators.push(person.clone());
            (
                Joined::StandsBy,
                format!("{name} stands by to replace somebody."),
            )
        }
    } else {
        if wanted.is_none() && waiting {
            return refuse("already_seated", "You are in this game already.");
        }
        get_up(revision, &mut sheet, who);
        let taken = revision.record.chairs.iter().flatten().count() + sheet.waiting.len();
        if taken >= revision.record.chairs.len() {
            return refuse("table_full", "Every power is taken.");
        }
        if let Some(seat) = wanted {
            revision.record.chairs[usize::from(seat.0)] = Some(person.clone());
            let words = format!("{name} has joined as {}.", power_at(board, seat));
            (Joined::Seat(seat), words)
        } else {
            sheet.waiting.push(person.clone());
            revision.record.spectators.push(person.clone());
            (Joined::Waiting, format!("{name} has joined."))
        }
    };
    announce(revision, &words, heard.window_if_aloud());
    put(revision, &sheet);
    Ok(joined)
}

fn begin(revision: &mut Revision<'_>, board: &Board, heard: &Heard, chance: u64) -> Done<()> {
    let mut sheet = sheet_of(revision)?;
    if revision.record.started.is_some() {
        return refuse("already_started", "The game has started already.");
    }
    if revision.record.owner != heard.user && !belongs(revision, &sheet, &heard.user) {
        return refuse("not_in_that_game", "Only who is in the game can start it.");
    }
    // Those who named no power draw one.
    let mut stream = parlour_rules::Stream::new(Seed(chance), 0);
    let mut free: Vec<usize> = (0..revision.record.chairs.len())
        .filter(|place| revision.record.chairs[*place].is_none())
        .collect();
    for person in std::mem::take(&mut sheet.waiting) {
        let drawn = free.remove(stream.below(free.len() as u32) as usize);
        revision
            .record
            .spectators
            .retain(|it| it.identity != person.identity);
        revision.record.chairs[drawn] = Some(person);
    }
    let bot = match sheet.settings.bots {
        Fill::None => None,
        Fill::Hold => Some("hold"),
        Fill::Random => Some("random"),
        Fill::Greedy => Some("greedy"),
    };
    match bot {
        None if !free.is_empty() => {
            let seats = revision.record.chairs.len();
            return refuse(
                "too_few_players",
                format!(
                    "{} of {seats} powers are taken. Wait for the rest, or open a game with \
                     bots=hold, random or greedy.",
                    seats - free.len()
                ),
            );
        }
        None => {}
        Some(kind) => {
            for place in free.drain(..) {
                revision.record.chairs[place] = Some(bot_at(place, kind));
            }
        }
    }
    revision.record.started = Some(revision.now);
    put(revision, &sheet);
    revision.deadline = revision.fresh_deadline();
    let due = revision.deadline.as_ref().map(|it| it.due);
    let due = due.map_or_else(String::new, |due| {
        format!(
            " Deadline {}.",
            phrase::moment(&sheet.settings, due, revision.now)
        )
    });
    let mut roll = format!("Game {} begins.", sheet.code);
    let chairs = revision.record.chairs.clone();
    for (seat, chair) in (0_u8..).map(Seat).zip(&chairs) {
        let Some(person) = chair else { continue };
        let power = power_at(board, seat);
        add!(roll, "\n{power}: {}", person.name);
        if person.bot.is_none() {
            tell_seat(
                revision,
                seat,
                &format!(
                    "You are {power} in game {}.{due} Send me your orders here, for instance \
                     `order {}`.",
                    sheet.code,
                    example(board, seat)
                ),
            );
        }
    }
    let phase = board.first_phase();
    add!(
        roll,
        "\n{} ({phase}).{due} Send orders in private: `order A Vie-Bud`.",
        phase.words()
    );
    announce(revision, &roll, heard.window_if_aloud());
    Ok(())
}

/// A bot for a chair.
pub(super) fn bot_at(place: usize, kind: &str) -> Person {
    Person {
        identity: Identity(format!("{BOT}{kind}:{place}")),
        name: format!("a {kind} bot"),
        bot: Some(kind.to_owned()),
    }
}

/// An order that the first unit of a power could be given.
fn example(board: &Board, seat: Seat) -> String {
    let power = parlour_diplomacy::Power(seat.0);
    let unit = board
        .start()
        .units()
        .find(|(_, placed)| placed.power == power);
    unit.map_or_else(String::new, |(_, placed)| {
        let to = board.steps(placed.unit).iter().next();
        let unit = board.unit_text(placed.unit).to_string();
        plain(&match to {
            Some(to) => format!("{unit} - {}", board.code(to)),
            None => format!("{unit} H"),
        })
    })
}

fn free_powers(revision: &Revision<'_>, board: &Board) -> Vec<String> {
    let chairs = (0_u8..).map(Seat).zip(&revision.record.chairs);
    let free = chairs.filter(|(_, chair)| chair.is_none());
    free.map(|(seat, _)| power_at(board, seat)).collect()
}

fn first_vacant(revision: &Revision<'_>) -> Option<Seat> {
    let place = revision.record.chairs.iter().position(Option::is_none)?;
    Some(Seat(place as u8))
}

/// Whether somebody has to do with the game.
pub(super) fn belongs(revision: &Revision<'_>, sheet: &Sheet, who: &Identity) -> bool {
    let record = &revision.record;
    record.owner == *who
        || record.seat_of(who).is_some()
        || record.spectators.iter().any(|it| it.identity == *who)
        || sheet.waiting.iter().any(|it| it.identity == *who)
}

/// Takes somebody away from chairs and lists.
pub(super) fn get_up(revision: &mut Revision<'_>, sheet: &mut Sheet, who: &Identity) {
    for chair in &mut revision.record.chairs {
        if chair.as_ref().is_some_and(|it| it.identity == *who) {
            *chair = None;
        }
    }
    revision.record.spectators.retain(|it| it.identity != *who);
    sheet.waiting.retain(|it| it.identity != *who);
}

pub(super) fn sheet_of(revision: &Revision<'_>) -> Done<Sheet> {
    match Sheet::read(&revision.record.settings) {
        Some(sheet) => Ok(sheet),
        None => refuse("unknown_table", "That table is not kept by a room."),
    }
}

pub(super) fn put(revision: &mut Revision<'_>, sheet: &Sheet) {
    let bots = revision
        .record
        .chairs
        .iter()
        .flatten()
        .any(|it| it.bot.is_some());
    revision.record.settings = sheet.write();
    revision.record.tags = sheet.tags(bots);
}

/// Tells all windows but the one that hears the answer anyway.
pub(super) fn announce(revision: &mut Revision<'_>, words: &str, except: Option<Window>) {
    revision.letters.push(NewLetter {
        to: Viewer::Spectator,
        told: Notice::told(words, except),
    });
}

/// Tells the holder of a seat, in private.
pub(super) fn tell_seat(revision: &mut Revision<'_>, seat: Seat, words: &str) {
    revision.letters.push(NewLetter {
        to: Viewer::Seat(seat),
        told: Notice::told(words, None),
    });
}

/// A power by its name or the beginning of it.
pub(super) fn named_power(board: &Board, text: &str) -> Result<Seat, Refusal> {
    let wanted = text.trim().to_ascii_lowercase();
    let fits = |exact: bool| {
        let mut found = board.powers().filter(|power| {
            let name = board.power_name(*power).to_ascii_lowercase();
            if exact {
                name == wanted
            } else {
                !wanted.is_empty() && name.starts_with(&wanted)
            }
        });
        found.next().filter(|_| found.next().is_none())
    };
    let power = fits(true).or_else(|| fits(false));
    power.map(|power| Seat(power.0)).ok_or_else(|| {
        let names: Vec<String> = board
            .powers()
            .map(|it| plain(board.power_name(it)))
            .collect();
        Refusal::new(
            "no_such_power",
            format!(
                "There is no power `{}`; there are {}.",
                crate::settings::shortened(text),
                listed(&names)
            ),
        )
    })
}

fn setup(settings: &Settings) -> Done<Setup> {
    let Some(map) = BoardRef::named(&settings.map) else {
        let maps: Vec<&str> = Board::bundled().iter().map(Board::name).collect();
        return refuse(
            "no_such_map",
            format!(
                "There is no map `{}`; there are {}.",
                settings.map,
                listed(&maps)
            ),
        );
    };
    let choices: BTreeMap<String, String> = settings.rules.iter().cloned().collect();
    let rules = Rulebook::default()
        .with(&choices)
        .map_err(|error| Refusal::new("bad_setting", phrase::sentence(&error.to_string())))?;
    Ok(Setup {
        map,
        rules,
        draws: match settings.draws {
            Draws::Dias => DrawRule::Dias,
            Draws::Any => DrawRule::Any,
        },
        misses: settings.misses,
        last_year: None,
    })
}

/// The settings that matter to whoever joins.
pub(super) fn agreed(settings: &Settings) -> String {
    format!("Settings: {settings}.")
}

/// For tests and the local room: somebody at a seat without being asked.
impl Room {
    /// Puts somebody at a power of a game without their word: at a table in one
    /// room, whoever is there takes any chair. A bot gets up.
    pub async fn seat_locally(
        &self,
        id: &TableId,
        person: &Person,
        power: &str,
    ) -> Result<(), Refusal> {
        let seated = async {
            let game = self.game_at(id, Viewer::Spectator).await?;
            let board = game.board();
            let seat = named_power(board, power)?;
            let holder = game
                .sight
                .record
                .chairs
                .get(usize::from(seat.0))
                .cloned()
                .flatten();
            if holder.is_some_and(|it| it.identity == person.identity) {
                return Ok(());
            }
            self.host
                .revise(id, |revision| {
                    let sheet = sheet_of(revision)?;
                    revision.record.chairs[usize::from(seat.0)] = Some(person.clone());
                    put(revision, &sheet);
                    Ok::<_, Trouble>(())
                })
                .await?;
            let powers = &game.sight.view.powers;
            if game.has_started()
                && powers
                    .get(usize::from(seat.0))
                    .is_some_and(|it| it.disorder)
            {
                let name = board
                    .power_name(parlour_diplomacy::Power(seat.0))
                    .to_owned();
                self.clock_command(id, &Command::Resume(name), None).await?;
            }
            Ok(())
        };
        match seated.await {
            Ok(()) => Ok(()),
            Err(Trouble::Refusal(refusal)) => Err(refusal),
            Err(Trouble::Journal(error)) => Err(Refusal::new("journal", error.to_string())),
        }
    }
}
