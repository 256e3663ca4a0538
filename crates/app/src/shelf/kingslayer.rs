//! Kingslayer on the shelf: the entrance, and what its screens need of the house.

use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use parlour_host::link::LocalLink;
use parlour_host::table::{Record, TableId};
use parlour_host::{Json, NewTable, Time, wait};
use parlour_regicide::{Kingslayer, Outcome, Setup};
use parlour_rules::{Rules, Seed};
use parlour_tui::Screen;
use parlour_tui::home::Game;
use parlour_tui::kingslayer::{Entrance, GameScreen, Keeper, Kind, Manner, Played, Wish};

use super::{Entry, Opened, Play, agreed};
use crate::party::porch;
use crate::place::{Place, make_room_for};
use crate::tables::{Visit, new_seed};

/// What the home screen offers.
pub fn entry() -> Entry {
    Entry {
        card: Game {
            title: String::from("Kingslayer"),
            players: String::from("alone"),
            about: String::from(
                "Twelve of the castle stand against you, one after the other. Play cards for \
                 their strength and their suits; pay with cards for what strikes back.\n\n\
                 With a tutorial, a game for every day, practice with take back, hints, and \
                 statistics.",
            ),
        },
        play: Play::Table {
            game: Kingslayer::NAME,
            begin: |visit| Ok(entrance(visit)),
            go_on,
        },
    }
}

/// The same with others, on the local network.
pub fn together() -> Entry {
    Entry {
        card: Game {
            title: String::from("Kingslayer together"),
            players: String::from("2-4 players"),
            about: String::from(
                "The same castle for two to four people in one network, each at a machine of \
                 their own, with bots in empty seats.\n\n\
                 Host a table, or join one. A lost connection loses nothing: seats are kept, \
                 and the game waits.",
            ),
        },
        play: Play::Table {
            game: Kingslayer::NAME,
            begin: |visit| {
                let place = Place::find().map_err(|error| format!("{error:#}"))?;
                Ok(porch(&place, &visit.me.name))
            },
            go_on,
        },
    }
}

/// What a game waits for: the step after the number of the decision.
pub fn waits_for(stage: &str) -> Option<&str> {
    Some(match stage.rsplit_once('.')?.1 {
        "play" => "to play",
        "suffer" => "to pay",
        "choose" => "to choose who is next",
        step => step,
    })
}

/// The screen that asks what kind of game.
pub fn entrance(visit: &Visit) -> Box<dyn Screen> {
    let keeper = OurKeeper {
        visit: visit.clone(),
        table: None,
    };
    Box::new(Entrance::new(Rc::new(keeper)))
}

/// Opens a table, or today's.
pub fn begin(visit: &Visit, wish: &Wish, seed: Option<Seed>) -> Opened {
    let today = day(visit.host.now());
    let daily = format!("{} daily {today}", Kingslayer::NAME);
    if wish.kind == Kind::Daily {
        let found = wait(visit.host.tables_with_tag(&daily)).map_err(|it| it.to_string())?;
        if let Some(table) = found.first() {
            return go_on(visit, table);
        }
    }
    let mut setup = Setup::for_players(1);
    setup.house = wish.house;
    let (title, seed) = match wish.kind {
        Kind::Ordinary => (String::from("Kingslayer"), seed.unwrap_or_else(new_seed)),
        Kind::Practice => (
            String::from("Kingslayer, practice"),
            seed.unwrap_or_else(new_seed),
        ),
        Kind::Daily => (format!("Kingslayer of {today}"), Seed::from_text(&daily)),
    };
    let setup = Json::of(&setup);
    let mut table = NewTable::new(Kingslayer::NAME, setup, seed, visit.me.clone());
    table.title = title;
    table.settings = agreed::settings(kind_name(wish.kind));
    if wish.kind == Kind::Daily {
        table.tags = vec![daily];
    }
    let id = wait(visit.host.open_table(table)).map_err(|refused| refused.to_string())?;
    go_on(visit, &id)
}

/// How many moves back the log of a continued game reaches.
const LOG: u64 = 200;

fn go_on(visit: &Visit, id: &TableId) -> Opened {
    let said = |refused: parlour_host::Refused| refused.to_string();
    let me = &visit.me.identity;
    let glance = wait(visit.host.look(id, me)).map_err(said)?;
    let link = LocalLink::<Kingslayer>::new(&visit.host, id, me).map_err(said)?;
    let from = glance.standing.seq.saturating_sub(LOG);
    let past = wait(visit.host.history(id, me, from, LOG as u32)).map_err(said)?;
    let told = past.iter().map(|(_, it)| serde_json::from_str(it.as_str()));
    let manner = Manner {
        practice: kind_of(&glance.record) == Kind::Practice,
        // What an older version wrote down may be missing in the log.
        past: told.filter_map(Result::ok).collect(),
        ..Manner::default()
    };
    let keeper = OurKeeper {
        visit: visit.clone(),
        table: Some(id.clone()),
    };
    let screen = GameScreen::new(Box::new(link), manner, Some(Rc::new(keeper)));
    Ok(Box::new(screen))
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Ordinary => "ordinary",
        Kind::Practice => "practice",
        Kind::Daily => "daily",
    }
}

fn kind_of(record: &Record) -> Kind {
    match agreed::kind(record).as_str() {
        "practice" => Kind::Practice,
        "daily" => Kind::Daily,
        _ => Kind::Ordinary,
    }
}

/// The keeper for one table, or for the entrance.
struct OurKeeper {
    visit: Visit,
    table: Option<TableId>,
}

impl OurKeeper {
    fn try_export(&self) -> anyhow::Result<PathBuf> {
        let mut id = self
            .table
            .clone()
            .ok_or_else(|| anyhow::anyhow!("there is no table"))?;
        // After a move was taken back, play goes on at another table.
        while let Some(elsewhere) = wait(self.visit.host.record(&id))?.moved_to {
            id = elsewhere;
        }
        let bytes = wait(self.visit.host.export(&id))?;
        let file = Place::find()?.replay_file(id.as_str());
        make_room_for(&file)?;
        fs::write(&file, bytes)?;
        Ok(file)
    }

    fn try_played(&self) -> anyhow::Result<Vec<Played>> {
        let host = &self.visit.host;
        let me = &self.visit.me.identity;
        let mut played = Vec::new();
        for id in wait(host.tables_of_game(Kingslayer::NAME))? {
            let Ok(glance) = wait(host.look(&id, me)) else {
                continue;
            };
            let record = &glance.record;
            if record.seat_of(me).is_none() || record.moved_to.is_some() {
                continue;
            }
            let outcome = glance.outcome.as_ref();
            let outcome =
                outcome.and_then(|json| serde_json::from_str::<Outcome>(json.as_str()).ok());
            if let Some(outcome) = outcome {
                let game = Played {
                    players: record.chairs.len() as u8,
                    kind: kind_of(record),
                    day: day(record.created),
                    outcome,
                };
                played.push((record.created, game));
            }
        }
        played.sort_by_key(|(created, _)| *created);
        Ok(played.into_iter().map(|(_, game)| game).collect())
    }
}

impl Keeper for OurKeeper {
    fn begin(&self, wish: &Wish) -> Result<Box<dyn Screen>, String> {
        begin(&self.visit, wish, None)
    }

    fn export(&self) -> Result<String, String> {
        let file = self.try_export().map_err(|error| format!("{error:#}"))?;
        Ok(file.display().to_string())
    }

    fn played(&self) -> Result<Vec<Played>, String> {
        self.try_played().map_err(|error| format!("{error:#}"))
    }

    fn today(&self) -> String {
        day(self.visit.host.now())
    }
}

/// The day of a moment, by the clock of Greenwich: `2031-05-02`.
pub(super) fn day(time: Time) -> String {
    // Years are counted from March, so that the leap day is the last of a year.
    let days = time.0 / 86_400_000 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_told_by_their_date() {
        for (seconds, date) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_935_446_400, "2031-05-02"),
            (4_102_444_800, "2100-01-01"),
        ] {
            assert_eq!(day(Time(seconds * 1000)), date);
        }
    }
}
