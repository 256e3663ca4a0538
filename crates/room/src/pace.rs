//! The clock of a table: lengths, the reminder, grace.
//!
//! Grace looks only at who is ready, which everybody knows: if it depended on who
//! has orders, the table would learn that from the clock.

use parlour_diplomacy::game::{Command, Diplomacy};
use parlour_diplomacy::{Board, OwnView};
use parlour_host::Time;
use parlour_host::deadline::{ClockCommand, Moment, StageBegun, Strike, Timetable, Wait};
use parlour_host::journal::NewLetter;
use parlour_rules::{Seat, Viewer};

use crate::notice::Notice;
use crate::phrase;
use crate::sheet::Sheet;
use crate::{Settings, Span};

/// How long the clock waits, in milliseconds, until the game has heard of a new
/// player.
const HANDING: u64 = 1_000;

/// The timetable of Diplomacy tables that a room keeps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace;

/// How long a phase of this name lasts.
pub(crate) fn length(settings: &Settings, phase: &str) -> Span {
    match phase.as_bytes().last() {
        Some(b'R') => settings.retreats,
        Some(b'A') => settings.builds,
        _ => settings.movement,
    }
}

impl Timetable for Pace {
    fn due(&self, phase: &StageBegun<'_>) -> Option<Time> {
        let sheet = Sheet::read(phase.settings)?;
        if sheet.paused.is_some() {
            return None;
        }
        let length = length(&sheet.settings, phase.stage.as_str());
        let now = phrase::timestamp(phase.now);
        Some(phrase::host_time(
            sheet.settings.calendar().due(now, length),
        ))
    }

    fn bell(&self, phase: &StageBegun<'_>, due: Time) -> Option<Time> {
        let sheet = Sheet::read(phase.settings)?;
        bell(&sheet, phase.stage.as_str(), phase.now, due)
    }

    fn struck(&self, moment: &Moment<'_>) -> Strike {
        let due = moment.deadline.due;
        let stage = moment.deadline.stage.as_str();
        let Some(mut sheet) = Sheet::read(moment.settings) else {
            return Strike::TimeUp;
        };
        if sheet.has_untold() {
            // What players before them have noted is not carried out for new ones, and
            // nobody is waited for who was sent away while the clock stood still: the
            // room tells the game of them, and the clock waits for that.
            let soon = moment.now.after(HANDING);
            return Strike::Wait(if soon < due {
                Wait {
                    bell: Some(soon),
                    ..Wait::until(due)
                }
            } else {
                Wait::until(soon.max(due))
            });
        }
        if moment.now < due {
            let letters = moment
                .seats
                .iter()
                .filter_map(|seat| remind(moment, &sheet, seat));
            let letters = letters.collect();
            sheet.reminded = Some(stage.to_owned());
            return Strike::Wait(Wait {
                settings: Some(sheet.write()),
                letters,
                ..Wait::until(due)
            });
        }
        if sheet.forced.as_deref() == Some(stage) {
            return Strike::Say(ClockCommand::of::<Diplomacy>(Command::ResolveEarly));
        }
        let graced = sheet.graced.as_deref() == Some(stage);
        if sheet.settings.grace.minutes() == 0 || graced || moment.seats.is_empty() {
            return Strike::TimeUp;
        }
        sheet.graced = Some(stage.to_owned());
        let later = moment
            .now
            .after(sheet.settings.grace.seconds() as u64 * 1000);
        let later = moved(&sheet.settings, later);
        let words = format!(
            "Time is up for {stage}, but not everybody is ready. The clock waits once more: \
             deadline {}.",
            phrase::moment(&sheet.settings, later, moment.now)
        );
        Strike::Wait(Wait {
            settings: Some(sheet.write()),
            letters: vec![NewLetter {
                to: Viewer::Spectator,
                told: Notice::addressed(&words).told(),
            }],
            ..Wait::until(later)
        })
    }
}

/// Where the end of a phase comes to lie that was moved to this moment: not on a
/// weekend, if the table skips them.
pub(crate) fn moved(settings: &Settings, end: Time) -> Time {
    phrase::host_time(settings.calendar().moved(phrase::timestamp(end)))
}

/// When those who still owe orders are reminded: once a phase, however often its
/// end is moved.
pub(crate) fn bell(sheet: &Sheet, stage: &str, from: Time, due: Time) -> Option<Time> {
    if sheet.reminded.as_deref() == Some(stage) {
        return None;
    }
    let share = u64::from(sheet.settings.remind?);
    let before = due.since(from) / 100 * share;
    Some(Time(due.0 - before)).filter(|bell| *bell < due)
}

/// The reminder for a seat, if it still owes orders.
fn remind(moment: &Moment<'_>, sheet: &Sheet, seat: Seat) -> Option<NewLetter> {
    let view = moment.view::<Diplomacy>(Viewer::Seat(seat))?;
    let owed = owed(&view.board, view.own.as_ref()?)?;
    let words = format!(
        "Reminder: {} is due {}. {owed}",
        moment.deadline.stage,
        phrase::moment(&sheet.settings, moment.deadline.due, moment.now),
    );
    Some(NewLetter {
        to: Viewer::Seat(seat),
        told: Notice::addressed(&words).told(),
    })
}

/// What a power has not ordered yet, as a sentence.
pub(crate) fn owed(board: &Board, own: &OwnView) -> Option<String> {
    if own.without_orders.is_empty() {
        return adjustments_owed(own.adjustments_left);
    }
    let units = own.without_orders.iter();
    let units = units.map(|unit| phrase::plain(&board.unit_text(*unit).to_string()));
    let units: Vec<String> = units.collect();
    Some(format!("Still without orders: {}.", units.join(", ")))
}

/// The builds or disbands that a power has not ordered yet, as a sentence.
pub(crate) fn adjustments_owed(left: i32) -> Option<String> {
    let (count, what) = match left {
        0 => return None,
        left if left > 0 => (left, "build"),
        left => (-left, "disband"),
    };
    let plural = if count == 1 { "" } else { "s" };
    Some(format!("Still to order: {count} {what}{plural}."))
}
