//! A finished game goes on as practice, from any place in it.

use parlour_host::audit::Asker;
use parlour_host::host::Revision;
use parlour_host::table::{Identity, Person, Record, TableId};
use parlour_host::{Host, Refused};
use parlour_rules::Seat;

use crate::daily::is_of_today;
use crate::kind::Kind;
use crate::visit::NotDone;

/// The bot that plays in the place of somebody, where a game with others goes on as
/// practice.
pub const SPARRING: &str = "sparring";

/// A new table for practice that begins with the first entries of a game that is over,
/// or of one's own. Of a game with others, who asks has the seat that they had, also as
/// one of these others; bots have the seats of everybody else.
///
/// # Errors
/// Why there is none.
pub async fn practise(
    host: &Host,
    table: &TableId,
    by: &Person,
    also: &[Identity],
    entries: u64,
) -> Result<TableId, NotDone> {
    let origin = host.record(table).await?;
    if is_of_today(&origin, host.now()) {
        return Err(NotDone::Tomorrow);
    }
    let own = seat_of(&origin, by, also);
    let fork = host.fork(table, by, entries).await?;
    let change = |revision: &mut Revision<'_>| -> Result<(), Refused> {
        let record = &mut revision.record;
        let title = origin.title.split([',']).next().unwrap_or_default();
        record.title = format!("{title}, practice");
        record.settings = Kind::Practice.settings();
        record.open = false;
        let seats = (0_u8..).map(Seat).zip(&origin.chairs);
        for ((seat, before), chair) in seats.zip(&mut record.chairs) {
            if seat != own && chair.as_ref().is_some_and(|it| it.bot.is_none()) {
                let name = before.as_ref().map_or("Bot", |it| it.name.as_str());
                *chair = Some(Person {
                    bot: Some(SPARRING.to_owned()),
                    ..Person::new(Identity(format!("bot:{}", seat.0)), name)
                });
            }
        }
        Ok(())
    };
    match host.revise(&fork, &Asker::person(by), change).await {
        Ok(()) | Err(Refused::UnknownTable(_)) => Ok(fork),
        Err(refused) => Err(refused.into()),
    }
}

/// The seat that somebody had; the first of people's if they only watched.
fn seat_of(record: &Record, by: &Person, also: &[Identity]) -> Seat {
    let mut own = std::iter::once(&by.identity).chain(also);
    let had = own.find_map(|who| record.seat_of(who));
    let people = (0_u8..).map(Seat).zip(&record.chairs);
    let first = people
        .filter(|(_, chair)| chair.as_ref().is_none_or(|it| it.bot.is_none()))
        .map(|(seat, _)| seat);
    had.or_else(|| first.into_iter().next()).unwrap_or(Seat(0))
}
