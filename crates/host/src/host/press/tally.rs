//! How much press there is for whom, counted as it comes: whoever looks at a table is
//! told so each time, and nobody reads all of it again for that.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use parlour_rules::Seat;

use crate::Time;
use crate::press::{NO_SEAT, PACES, Pace, Press, SHARE, SLOW, Said, Speaker};
use crate::refused::Refused;
use crate::table::Identity;

/// Counts of a table's press. It holds numbers and moments only, by who spoke and who may
/// read.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// How much was counted: the number of the last one.
    last: u64,
    all: BTreeMap<Seat, u64>,
    public: BTreeMap<Seat, u64>,
    private: BTreeMap<Identity, BTreeMap<Seat, u64>>,
    speakers: BTreeMap<Speaker, Spoken>,
}

/// How much somebody has said.
#[derive(Debug, Default)]
struct Spoken {
    number: u64,
    /// When they said what they said last.
    last: VecDeque<Time>,
}

/// How many moments of each speaker are remembered: as many as the longest pace asks for.
const REMEMBERED: usize = {
    let [minute, hour] = PACES;
    let most = if minute.most > hour.most {
        minute.most
    } else {
        hour.most
    };
    if most > SLOW.most { most } else { SLOW.most }
};

impl Tally {
    /// The number from which on nothing was counted yet.
    pub fn next(&self) -> u64 {
        self.last + 1
    }

    /// Counts what was read, leaving out what somebody else has counted meanwhile.
    pub fn count(&mut self, page: &[Press]) {
        for Press { number, said } in page {
            if *number <= self.last {
                continue;
            }
            self.last = *number;
            self.speakers.entry(said.speaker()).or_default().hear(said);
            if said.from == NO_SEAT {
                let all = self.speakers.entry(Speaker::Seat(NO_SEAT));
                all.or_default().hear(said);
            }
            *self.all.entry(said.from).or_default() += 1;
            if said.is_public() {
                *self.public.entry(said.from).or_default() += 1;
                continue;
            }
            for reader in said.readers.iter().collect::<BTreeSet<_>>() {
                let from = self.private.entry(reader.clone()).or_default();
                *from.entry(said.from).or_default() += 1;
            }
        }
    }

    /// Whether somebody may say something more now.
    pub fn paces(&self, said: &Said) -> Result<(), Refused> {
        let of = |spoken: &Spoken, pace: &'static Pace, share: Option<u64>| {
            let wait = spoken.until(pace).since(said.time);
            (wait, pace, share)
        };
        let spoken = self.speakers.get(&said.speaker());
        let usual = spoken.into_iter();
        let usual = usual.flat_map(|it| PACES.iter().map(move |pace| of(it, pace, None)));
        // Whoever has no seat yet comes under a new name as often as they like: they have
        // one share together.
        let all = self.speakers.get(&Speaker::Seat(said.from));
        let shared = [spoken, all].into_iter().flatten();
        let slow = shared.filter(|it| it.number >= SHARE);
        let waits = usual.chain(slow.map(|it| of(it, &SLOW, Some(SHARE))));
        match waits.max_by_key(|(wait, ..)| *wait) {
            Some((wait, pace, share)) if wait > 0 => Err(Refused::PressTooFast {
                most: pace.most,
                within: pace.named,
                share,
                wait,
            }),
            _ => Ok(()),
        }
    }

    /// How much a reader may read, without what these seats said.
    pub fn of(&self, reader: Option<&Identity>, open: bool, without: &[Seat]) -> u64 {
        let sum = |counts: &BTreeMap<Seat, u64>| -> u64 {
            let heard = counts.iter().filter(|(from, _)| !without.contains(from));
            heard.map(|(_, count)| count).sum()
        };
        if open {
            return sum(&self.all);
        }
        let private = reader.and_then(|reader| self.private.get(reader));
        sum(&self.public) + private.map_or(0, sum)
    }
}

impl Spoken {
    fn hear(&mut self, said: &Said) {
        self.number += 1;
        if self.last.len() == REMEMBERED {
            self.last.pop_front();
        }
        self.last.push_back(said.time);
    }

    /// From when on a pace lets them speak again.
    fn until(&self, pace: &Pace) -> Time {
        let first = self.last.len().checked_sub(pace.most);
        let first = first.and_then(|nth| self.last.get(nth));
        first.map_or(Time(0), |first| first.after(pace.within))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3_600_000;

    fn said(from: u8, time: u64) -> Said {
        Said {
            time: Time(time),
            stage: None,
            from: Seat(from),
            to: Vec::new(),
            readers: Vec::new(),
            words: String::from("hello"),
        }
    }

    /// Says it, if it may be said.
    fn say(tally: &mut Tally, said: Said) -> Result<(), Refused> {
        tally.paces(&said)?;
        let number = tally.next();
        tally.count(&[Press { number, said }]);
        Ok(())
    }

    #[test]
    fn who_has_had_their_share_is_heard_seldom_and_others_as_ever() {
        let mut tally = Tally::default();
        let mut now = 0;
        for _ in 0..SHARE {
            now += HOUR / 300;
            say(&mut tally, said(0, now)).unwrap();
        }
        let waits = |refused: Refused| match refused {
            Refused::PressTooFast { share, wait, .. } => (share, wait),
            other => panic!("{other}"),
        };
        let refused = say(&mut tally, said(0, now)).unwrap_err();
        let (share, wait) = waits(refused);
        assert_eq!(share, Some(SHARE));
        say(&mut tally, said(1, now)).unwrap();
        // As long as they are told to wait, and not longer.
        assert!(say(&mut tally, said(0, now + wait - 1)).is_err());
        now += wait;
        say(&mut tally, said(0, now)).unwrap();
        // For good at that pace.
        now += 10 * 24 * HOUR;
        for _ in 0..SLOW.most {
            say(&mut tally, said(0, now)).unwrap();
        }
        assert_eq!(
            waits(say(&mut tally, said(0, now)).unwrap_err()),
            (Some(SHARE), SLOW.within)
        );
    }

    #[test]
    fn who_waits_for_a_seat_has_a_pace_of_their_own() {
        let mut tally = Tally::default();
        let by = |name: &str| Said {
            readers: vec![Identity::from(name)],
            ..said(NO_SEAT.0, 7)
        };
        for _ in 0..PACES[0].most {
            say(&mut tally, by("ann")).unwrap();
        }
        assert!(say(&mut tally, by("ann")).is_err());
        say(&mut tally, by("bob")).unwrap();
    }

    #[test]
    fn all_who_wait_for_a_seat_have_one_share_whatever_their_names() {
        let mut tally = Tally::default();
        let by = |nth: u64| Said {
            readers: vec![Identity::from(format!("guest {nth}").as_str())],
            ..said(NO_SEAT.0, nth * 1000)
        };
        for nth in 0..SHARE {
            say(&mut tally, by(nth)).unwrap();
        }
        assert!(say(&mut tally, by(SHARE)).is_err());
        // Those who sit are not meant.
        say(&mut tally, said(0, SHARE * 1000)).unwrap();
    }
}
