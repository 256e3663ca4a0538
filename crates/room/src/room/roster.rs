//! Who sits where: newcomers take seats, the draw gives the rest, bots fill up.

use parlour_diplomacy::Board;
use parlour_host::audit::Asker;
use parlour_host::host::Revision;
use parlour_host::table::{Identity, Person, TableId};
use parlour_rules::{Seat, Seed, Viewer};

use super::examples::usual;
use super::powers::{named_power, power_at};
use super::revision::{announce, announce_with_board, put, sheet_of, tell_seat};
use super::wishes::dealt;
use super::{Done, Game, Room};
use crate::phrase::{self, listed, plain};
use crate::refusal::{Refusal, Trouble, refuse};
use crate::sheet::Sheet;
use crate::talk::Heard;

/// The front of every bot's identity.
const BOT: &str = "bot:";

/// Somebody takes the seat they want, any seat, or stands by.
pub(super) fn sit(
    revision: &mut Revision<'_>,
    sheet: &mut Sheet,
    game: &Game,
    (person, wanted): (&Person, Option<Seat>),
    heard: &Heard,
) -> Done<()> {
    if revision.stage().is_none() {
        return refuse("game_over", "The game is over.");
    }
    must_stand(sheet)?;
    let board = game.board();
    if wanted.is_some() || revision.record.started.is_some() {
        unseen(sheet, heard)?;
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
    if let Some(seat) = wanted.filter(|seat| game.is_out(*seat)) {
        return refuse(
            "eliminated",
            format!("{} is out of the game.", power_at(board, seat)),
        );
    }
    if let Some(seat) = wanted
        && let Some(holder) = &revision.record.chairs[usize::from(seat.0)]
    {
        let free: Vec<String> = vacant(revision, game)
            .map(|seat| power_at(board, seat))
            .collect();
        let by = if sheet.settings.hidden_names {
            String::new()
        } else {
            format!(" by {}", holder.name)
        };
        return refuse(
            "seat_taken",
            format!(
                "{} is taken{by}. Free: {}.",
                power_at(board, seat),
                if free.is_empty() {
                    String::from("none")
                } else {
                    listed(&free)
                }
            ),
        );
    }
    let waiting = sheet.waiting.iter().any(|it| it.identity == *who);
    let name = sheet.called(&person.name);
    let words = if started {
        let free = wanted.or_else(|| vacant(revision, game).next());
        if let Some(seat) = free {
            get_up(revision, sheet, who);
            revision.record.chairs[usize::from(seat.0)] = Some(person.clone());
            sheet.handed.push(seat);
            format!("{name} plays {} from now on.", power_at(board, seat))
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
            format!("{name} stands by to replace somebody.")
        }
    } else {
        if wanted.is_none() && waiting {
            return refuse("already_seated", "You are in this game already.");
        }
        get_up(revision, sheet, who);
        let taken = revision.record.chairs.iter().flatten().count() + sheet.waiting.len();
        if taken >= revision.record.chairs.len() {
            return refuse("table_full", "Every power is taken.");
        }
        if let Some(seat) = wanted {
            revision.record.chairs[usize::from(seat.0)] = Some(person.clone());
            format!("{name} has joined as {}.", power_at(board, seat))
        } else {
            sheet.waiting.push(person.clone());
            revision.record.spectators.push(person.clone());
            format!("{name} has joined.")
        }
    };
    announce(revision, &words, heard.window_if_aloud());
    Ok(())
}

/// Where names are hidden, who plays what is said in private.
pub(super) fn unseen(sheet: &Sheet, heard: &Heard) -> Done<()> {
    if !sheet.settings.hidden_names || heard.is_private() {
        return Ok(());
    }
    refuse(
        "not_in_private",
        format!(
            "Who plays what is not told here (names=hidden): say that to me in private, about \
             game {}.",
            sheet.code
        ),
    )
}

/// A game that gave way to another does not begin any more.
fn must_stand(sheet: &Sheet) -> Done<()> {
    if sheet.called_off {
        return refuse("game_over", "The game was called off before it began.");
    }
    Ok(())
}

/// Everybody gets a power, and the first phase begins.
pub(super) fn begin(
    revision: &mut Revision<'_>,
    sheet: &mut Sheet,
    board: &Board,
    heard: &Heard,
    chance: u64,
) -> Done<()> {
    if revision.record.started.is_some() {
        return refuse("already_started", "The game has started already.");
    }
    must_stand(sheet)?;
    if revision.record.owner != heard.user && !belongs(revision, sheet, &heard.user) {
        return refuse("not_in_that_game", "Only who is in the game can start it.");
    }
    // Those who named no power draw one, those who named several what they like best.
    let mut stream = parlour_rules::Stream::new(Seed(chance), 0);
    let mut free: Vec<usize> = (0..revision.record.chairs.len())
        .filter(|place| revision.record.chairs[*place].is_none())
        .collect();
    let mut waiting = std::mem::take(&mut sheet.waiting);
    // Somebody sat down at this machine meanwhile; they stay and stand by.
    waiting.truncate(free.len());
    let wishes = std::mem::take(&mut sheet.wishes);
    for (person, drawn) in dealt(waiting, &wishes, &mut free, &mut stream) {
        revision
            .record
            .spectators
            .retain(|it| it.identity != person.identity);
        revision.record.chairs[drawn] = Some(person);
    }
    match sheet.settings.bots.kind() {
        None if !free.is_empty() => {
            let seats = revision.record.chairs.len();
            return refuse(
                "too_few_players",
                format!(
                    "{} of {seats} powers are taken. Wait for the rest; or the game master says \
                     `start bots=club`, or another kind, and bots take them.",
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
    put(revision, sheet);
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
        if !sheet.settings.hidden_names {
            add!(roll, "\n{power}: {}", person.name);
        }
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
        "\n{} ({phase}).{due} Send orders in private: `order {}`.",
        phase.words(),
        usual(board)
    );
    announce_with_board(revision, &roll, heard.window_if_aloud());
    Ok(())
}

/// A bot for a chair.
pub(super) fn bot_at(place: usize, kind: &str) -> Person {
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    Person {
        identity: Identity(format!("{BOT}{kind}:{place}")),
        name: format!("{article} {kind} bot"),
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

/// The powers that nobody plays and somebody could.
fn vacant(revision: &Revision<'_>, game: &Game) -> impl Iterator<Item = Seat> {
    let chairs = (0_u8..).map(Seat).zip(&revision.record.chairs);
    let free = chairs.filter(|(_, chair)| chair.is_none());
    free.map(|(seat, _)| seat)
        .filter(|seat| !game.is_out(*seat))
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
    sheet.wishes.retain(|(it, _)| *it != who.0);
}

impl Room {
    /// Puts somebody at a power of a game without their word: at a table in one
    /// room, whoever is there takes any chair. The answer is the bot that had to
    /// get up in a game that has begun.
    pub async fn seat_locally(
        &self,
        id: &TableId,
        person: &Person,
        power: &str,
    ) -> Result<Option<Person>, Refusal> {
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
            if holder
                .as_ref()
                .is_some_and(|it| it.identity == person.identity)
            {
                return Ok(None);
            }
            self.host
                .revise(id, &Asker::person(person), |revision| {
                    let mut sheet = sheet_of(revision)?;
                    revision.record.chairs[usize::from(seat.0)] = Some(person.clone());
                    if revision.record.started.is_some() {
                        sheet.handed.push(seat);
                    }
                    put(revision, &sheet);
                    Ok::<_, Trouble>(())
                })
                .await?;
            self.hand_over(id).await?;
            Ok(holder.filter(|it| it.bot.is_some() && game.has_started()))
        };
        match seated.await {
            Ok(bot) => Ok(bot),
            Err(Trouble::Refusal(refusal)) => Err(refusal),
            Err(Trouble::Journal(error)) => Err(Refusal::new("journal", error.to_string())),
        }
    }
}
