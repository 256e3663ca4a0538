//! Powers that people like: several are named before the start, the best first, and the
//! draw gives everybody what they like as far as it goes.

use parlour_host::host::Revision;
use parlour_host::table::Person;
use parlour_rules::{Seat, Stream};

use super::revision::announce;
use super::roster::sit;
use super::{Done, Game};
use crate::refusal::refuse;
use crate::sheet::Sheet;
use crate::talk::Heard;

/// Somebody joins, or is there already, and says which powers they like.
pub(super) fn wish(
    revision: &mut Revision<'_>,
    sheet: &mut Sheet,
    game: &Game,
    (person, liked): (&Person, &[Seat]),
    heard: &Heard,
) -> Done<()> {
    if revision.record.started.is_some() {
        return refuse(
            "game_started",
            "The game has started: `join CODE POWER` names one power that is free.",
        );
    }
    let who = &person.identity;
    if revision.record.seat_of(who).is_some() {
        return refuse(
            "already_seated",
            "You have a power already; `leave` first, then say which you like.",
        );
    }
    if sheet.waiting.iter().any(|it| it.identity == *who) {
        let name = sheet.called(&person.name);
        let words = format!("{name} has named the powers they like.");
        announce(revision, &words, heard.window_if_aloud());
    } else {
        sit(revision, sheet, game, (person, None), heard)?;
    }
    sheet.wishes.retain(|(it, _)| *it != who.0);
    sheet.wishes.push((who.0.clone(), liked.to_vec()));
    Ok(())
}

/// Gives everybody a chair of those that are free, and takes these from the list: as near
/// to what they like as can be for all together, and by lot where that leaves a choice.
/// There are no more people than chairs.
pub(super) fn dealt(
    mut people: Vec<Person>,
    wishes: &[(String, Vec<Seat>)],
    free: &mut Vec<usize>,
    stream: &mut Stream,
) -> Vec<(Person, usize)> {
    shuffle(&mut people, stream);
    shuffle(free, stream);
    let costs: Vec<Vec<i64>> = people
        .iter()
        .map(|person| {
            let liked = wishes.iter().find(|(it, _)| *it == person.identity.0);
            let liked = liked.map_or(&[][..], |(_, seats)| seats);
            let cost = |chair: &usize| cost(liked, *chair);
            free.iter().map(cost).collect()
        })
        .collect();
    let chosen = assigned(&costs);
    let given = people.into_iter().zip(chosen);
    let given: Vec<(Person, usize)> = given.map(|(it, place)| (it, free[place])).collect();
    free.retain(|chair| given.iter().all(|(_, taken)| taken != chair));
    free.sort_unstable();
    given
}

/// The place of a chair that stands on no list: behind the last one of every list, however
/// short, since no game has more powers.
const NOT_LIKED: usize = 64;

/// How little somebody likes a chair: the square of its place on their list, so that two
/// second wishes are better than a first and a third; what is not on it comes after all.
fn cost(liked: &[Seat], chair: usize) -> i64 {
    let place = liked.iter().position(|it| usize::from(it.0) == chair);
    let place = place.unwrap_or(NOT_LIKED) as i64;
    place * place
}

fn shuffle<T>(all: &mut [T], stream: &mut Stream) {
    for place in (1..all.len()).rev() {
        all.swap(place, stream.below(place as u32 + 1) as usize);
    }
}

/// The column of each row so that the sum is least; there are no more rows than columns.
/// The Hungarian method, row by row with potentials.
fn assigned(costs: &[Vec<i64>]) -> Vec<usize> {
    let (rows, columns) = (costs.len(), costs.first().map_or(0, Vec::len));
    let (mut of_row, mut of_column) = (vec![0_i64; rows + 1], vec![0_i64; columns + 1]);
    // Which row has a column; column 0 and row 0 stand for none.
    let mut holder = vec![0_usize; columns + 1];
    for row in 1..=rows {
        let mut least = vec![i64::MAX; columns + 1];
        let mut from = vec![0_usize; columns + 1];
        let mut done = vec![false; columns + 1];
        let mut at = 0;
        holder[0] = row;
        while holder[at] != 0 {
            done[at] = true;
            let current = holder[at];
            let (mut step, mut next) = (i64::MAX, 0);
            for column in 1..=columns {
                if done[column] {
                    continue;
                }
                let reduced = costs[current - 1][column - 1] - of_row[current] - of_column[column];
                if reduced < least[column] {
                    (least[column], from[column]) = (reduced, at);
                }
                if least[column] < step {
                    (step, next) = (least[column], column);
                }
            }
            for column in 0..=columns {
                if done[column] {
                    of_row[holder[column]] += step;
                    of_column[column] -= step;
                } else {
                    least[column] = least[column].saturating_sub(step);
                }
            }
            at = next;
        }
        while at != 0 {
            holder[at] = holder[from[at]];
            at = from[at];
        }
    }
    let mut chosen = vec![0; rows];
    for column in 1..=columns {
        if holder[column] > 0 {
            chosen[holder[column] - 1] = column - 1;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use parlour_host::table::Identity;
    use parlour_rules::Seed;

    use super::*;

    /// The least sum by trying every way.
    fn least(costs: &[Vec<i64>], taken: &mut Vec<usize>) -> i64 {
        let Some(row) = costs.get(taken.len()) else {
            return 0;
        };
        let mut best = i64::MAX;
        for (column, cost) in row.iter().enumerate() {
            if !taken.contains(&column) {
                taken.push(column);
                best = best.min(cost + least(costs, taken));
                taken.pop();
            }
        }
        best
    }

    #[test]
    fn the_draw_is_as_good_as_the_best_of_all_ways() {
        let mut stream = Stream::new(Seed(7), 0);
        for _ in 0..200 {
            let columns = 1 + stream.below(6) as usize;
            let rows = 1 + stream.below(columns as u32) as usize;
            let mut row = || (0..columns).map(|_| i64::from(stream.below(20))).collect();
            let costs: Vec<Vec<i64>> = (0..rows).map(|_| row()).collect();
            let chosen = assigned(&costs);
            let mut once = chosen.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), rows, "{costs:?}");
            let sum: i64 = costs.iter().zip(&chosen).map(|(row, it)| row[*it]).sum();
            assert_eq!(sum, least(&costs, &mut Vec::new()), "{costs:?}");
        }
    }

    #[test]
    fn everybody_gets_what_they_like_where_that_goes_and_the_lot_decides_the_rest() {
        let person = |name: &str| Person::new(Identity(String::from(name)), name);
        let wishes = vec![
            (String::from("ann"), vec![Seat(2), Seat(1)]),
            (String::from("bob"), vec![Seat(2)]),
        ];
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..40 {
            let people = ["ann", "bob", "cid"].map(person).to_vec();
            let mut free = vec![0, 1, 2, 5];
            let mut stream = Stream::new(Seed(seed), 0);
            let given = dealt(people, &wishes, &mut free, &mut stream);
            let of = |name: &str| given.iter().find(|(it, _)| it.name == name).unwrap().1;
            // A second wish and a first are better than a first and none.
            assert_eq!((of("ann"), of("bob")), (1, 2));
            assert_eq!(free.len(), 1);
            seen.insert(of("cid"));
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 5]);
    }
}
