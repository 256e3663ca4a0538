//! `parlour kingslayer host`: the authority of tables on the local network.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use parlour_lan::{Control, Tell, protocol};
use parlour_regicide::bot::Level;
use parlour_regicide::{Difficulty, House};
use parlour_rules::{Seat, Seed};
use parlour_tui::kingslayer::{BrowserLink, Pace};
use parlour_tui::{qr, runner};
use tokio::sync::mpsc;

use super::super::{Everywhere, home};
use crate::lan::{Hosted, PORT, Wishes, kept_at, may_colour, unfinished_at};
use crate::log;
use crate::party::{self, Visitor};
use crate::place::Place;

/// The words after `parlour kingslayer host`.
#[expect(clippy::struct_excessive_bools, reason = "each is a word of its own")]
#[derive(Debug, Args)]
pub struct Hosting {
    /// How many play at a table; without it, as many as at the unfinished table that is
    /// kept here, or 2.
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=4))]
    players: Option<u8>,
    /// The port to listen at; 0 takes any that is free.
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// What you and your table are called; without it, the name in the settings.
    #[arg(long)]
    name: Option<String>,
    /// How many seats bots take from the beginning.
    #[arg(long, default_value_t = 0)]
    bots: u8,
    /// How strong bots are: rookie, friend or master.
    #[arg(long, value_name = "LEVEL", default_value_t)]
    level: Level,
    /// How long bots take for a move at least, in milliseconds; without it half a second,
    /// and no time with --headless.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pace: Option<u64>,
    /// How strong the enemies are: easy, normal or hard.
    #[arg(long, value_name = "D", default_value = "normal", value_parser = difficulty)]
    difficulty: Difficulty,
    /// Whoever is dealt no diamond is dealt another first hand, once.
    #[arg(long)]
    mulligan: bool,
    /// A payment holds no card that it does not need.
    #[arg(long)]
    no_surplus: bool,
    /// Let everybody ask for hints.
    #[arg(long)]
    hints: bool,
    /// Play no seat here: all seats are for clients and bots.
    #[arg(long)]
    headless: bool,
    /// Play in lines of words, for screen readers and for terminals that cannot draw.
    #[arg(long, conflicts_with = "headless")]
    plain: bool,
    /// How many tables there are, named 1, 2 and so on (with --headless).
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000), requires = "headless")]
    tables: u32,
    /// What the first game's cards follow from: a number, or any words.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seed: Option<String>,
    /// Leave an unfinished game and begin anew.
    #[arg(long)]
    new: bool,
    /// Let nobody come by a browser.
    #[arg(long)]
    no_browsers: bool,
    /// The port for browsers; 7275 if it is free, or any.
    #[arg(long, value_name = "PORT", conflicts_with = "no_browsers")]
    browser_port: Option<u16>,
}

impl Hosting {
    /// Serves until it is ended by Ctrl-C or a signal, or until its screen is
    /// closed.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        let players = self.players()?;
        if self.bots > players {
            bail!("{} bots do not fit {players} seats", self.bots);
        }
        if self.headless {
            let place = Place::find()?;
            log::open(&place.log_file())?;
            let wishes = self.wishes("Kingslayer", players)?;
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()?;
            let served = runtime.block_on(serve(&place, &wishes));
            // A bot that is still thinking is not waited for.
            runtime.shutdown_background();
            return served;
        }
        if self.bots == players {
            bail!("bots take every seat; one is yours (or play none with --headless)");
        }
        let (house, options) = home::prepare(everywhere)?;
        let plain = self.plain;
        let wishes = self.wishes(&house.name(), players)?;
        let visitor = Visitor {
            name: wishes.name.clone(),
            table: None,
            watch: false,
        };
        if plain {
            party::host_aloud(&Place::find()?, &wishes, &visitor)?;
            return Ok(ExitCode::SUCCESS);
        }
        let screen = party::host(&Place::find()?, &wishes, &visitor)?;
        runner::run(screen, options)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Without a word about it, the unfinished table goes on as it is.
    fn players(&self) -> Result<u8> {
        if let Some(players) = self.players {
            return Ok(players);
        }
        let kept = if self.new {
            None
        } else {
            unfinished_at(&Place::find()?, &kept_at(self.port, false), None)?
        };
        Ok(kept.map_or(2, |table| table.players))
    }

    fn wishes(self, name: &str, players: u8) -> Result<Wishes> {
        let name = protocol::name(self.name.as_deref().unwrap_or(name));
        Ok(Wishes {
            players,
            port: self.port,
            name: name.map_err(|refusal| anyhow!("--name: {}", refusal.message))?,
            bots: self.bots,
            level: self.level,
            pace: match self.pace {
                Some(pace) => Duration::from_millis(pace),
                None if self.headless => Duration::ZERO,
                None => Pace::default().time(),
            },
            house: House {
                mulligan: self.mulligan,
                surplus_payment: !self.no_surplus,
                ..self.difficulty.house()
            },
            hints: self.hints,
            tables: self.tables,
            seed: self.seed.as_deref().map(Seed::from_text),
            new: self.new,
            screen: !self.headless,
            alone: false,
            browsers: !self.no_browsers,
            browser_port: self.browser_port,
        })
    }
}

/// A difficulty by its name.
fn difficulty(word: &str) -> Result<Difficulty, String> {
    let named = |it: &Difficulty| it.name().eq_ignore_ascii_case(word.trim());
    let found = Difficulty::ALL.into_iter().find(named);
    found.ok_or_else(|| String::from("it is easy, normal or hard"))
}

async fn serve(place: &Place, wishes: &Wishes) -> Result<ExitCode> {
    let (tell, happens) = teller(wishes.tables > 1);
    let hosted = Hosted::open_and_tell(place, wishes, tell).await?;
    let port = hosted.port;
    println!("Kingslayer for {} is served at:", wishes.players);
    for address in &hosted.addresses {
        println!("  {}", std::net::SocketAddr::new(*address, port));
    }
    if wishes.tables > 1 {
        let tables = wishes.tables;
        println!("Join with: parlour kingslayer join ADDRESS:{port} --table TABLE --name NAME");
        println!("TABLE is a number from 1 to {tables}.");
    } else {
        println!("Join with: parlour kingslayer join ADDRESS:{port} --name NAME");
    }
    print_links(&hosted, wishes.tables);
    if let Some(reason) = &hosted.unannounced {
        println!("Others have to type the address: {reason}");
    }
    // From here on what happens is printed too.
    std::thread::spawn(move || {
        for line in happens {
            if writeln!(io::stdout(), "{line}").is_err() {
                break;
            }
        }
    });
    let (words, mut said) = mpsc::channel(4);
    if may_read() {
        if io::stdin().is_terminal() {
            println!("{HELP}");
        }
        std::thread::spawn(move || {
            for line in io::stdin().lock().lines().map_while(Result::ok) {
                if words.blocking_send(line).is_err() {
                    break;
                }
            }
        });
    } else {
        drop(words);
    }
    let mut listens = true;
    let ended = ended();
    tokio::pin!(ended);
    loop {
        tokio::select! {
            ended = &mut ended => {
                ended?;
                return Ok(ExitCode::SUCCESS);
            }
            line = said.recv(), if listens => match line {
                None => listens = false,
                Some(line) if line.trim().is_empty() => {}
                Some(line) => match read(&line) {
                    None => println!("{HELP}"),
                    Some((control, table)) => match hosted.server.control(&table, control).await {
                        Ok(()) => println!("done"),
                        Err(refused) => println!("{refused}"),
                    },
                },
            },
        }
    }
}

/// The links for browsers; with one table also as a code for cameras, where somebody
/// looks at it.
fn print_links(hosted: &Hosted, tables: u32) {
    let links = hosted.browsers.as_ref().map_or(&[][..], |it| &it.links);
    for (BrowserLink { link, squares }, number) in links.iter().zip(1..) {
        if tables > 1 {
            println!("In a browser, table {number}: {link}");
        } else {
            println!("In a browser: {link}");
            if io::stdout().is_terminal() {
                for line in qr::lines(squares, may_colour()) {
                    println!("{line}");
                }
            }
        }
    }
}

/// Hears what happens at the tables, for the terminal. Where nobody reads it, it is
/// dropped: no table waits for a terminal.
fn teller(several: bool) -> (Tell, Receiver<String>) {
    let (sender, lines) = sync_channel(512);
    let tell = move |table: u32, words: &str| {
        let words = parlour_tui::plain::printable(words);
        let line = if several {
            format!("Table {table}: {words}.")
        } else {
            format!("The table: {words}.")
        };
        let _ = sender.try_send(line);
    };
    (Arc::new(tell), lines)
}

const HELP: &str = "When somebody does not come back: `bot SEAT [TABLE]` puts a bot in their seat, \
                    `admit SEAT [TABLE]` lets a new machine take it.";

/// What the person at this terminal says.
fn read(line: &str) -> Option<(Control, String)> {
    let mut words = line.split_whitespace();
    let (what, seat) = (words.next()?, Seat(words.next()?.parse().ok()?));
    let table = words.next().unwrap_or("1").to_owned();
    let control = match what {
        "bot" => Control::PutBot(seat),
        "admit" => Control::Admit(seat),
        _ => return None,
    };
    words.next().is_none().then_some((control, table))
}

/// Ready when the process is asked to end.
async fn ended() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut end = signal(SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = end.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

/// Whether reading the terminal would not stop a process in the background.
fn may_read() -> bool {
    if !io::stdin().is_terminal() {
        return true;
    }
    let Ok(facts) = std::fs::read_to_string("/proc/self/stat") else {
        return true;
    };
    // Behind the name in brackets: state, parent, group, session, terminal, and
    // the group in the terminal's foreground.
    let facts = facts.rsplit(')').next().unwrap_or_default();
    let facts: Vec<&str> = facts.split_whitespace().collect();
    facts.get(2) == facts.get(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_is_told_and_nobody_waits_for_who_does_not_listen() {
        let (tell, lines) = teller(true);
        for _ in 0..1000 {
            tell(2, "Ann\u{1b} takes seat 0");
        }
        drop(tell);
        let lines: Vec<String> = lines.iter().collect();
        assert_eq!(lines[0], "Table 2: Ann· takes seat 0.");
        assert_eq!(lines.len(), 512);
    }

    #[test]
    fn the_words_of_the_person_at_the_host() {
        let table = |name: &str| String::from(name);
        assert_eq!(read("bot 2"), Some((Control::PutBot(Seat(2)), table("1"))));
        assert_eq!(
            read(" admit 0 7 "),
            Some((Control::Admit(Seat(0)), table("7")))
        );
        for nonsense in ["", "bot", "bot two", "sing 1", "bot 1 2 3"] {
            assert_eq!(read(nonsense), None, "{nonsense}");
        }
    }
}
