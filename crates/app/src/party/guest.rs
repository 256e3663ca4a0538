//! A table with others, as its screen needs it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::task::{Context, Waker};
use std::time::Duration;

use parlour_host::link::Link;
use parlour_host::private;
use parlour_lan::{Connection, Control, RemoteTable};
use parlour_regicide::{Kingslayer, Phrase};
use parlour_tui::kingslayer::{Gathering, Guest, Invitation, Party};

use super::Verdict;
use super::keepsakes::Keepsakes;
use super::workers::Workers;
use crate::lan::{Hosted, may_colour};
use crate::place::{Place, make_room_for};

/// A table with others.
pub struct OurParty {
    pub table: RemoteTable,
    pub address: String,
    pub place: Place,
    pub verdict: Verdict,
    pub hosted: Option<Hosted>,
    pub workers: Arc<Workers>,
}

impl Party for OurParty {
    fn hear(&mut self, waker: &Waker) {
        self.table.hear(&mut Context::from_waker(waker));
        // Of a table of our own everything is kept already.
        if let Some(game) = self.table.keepsake().filter(|_| self.hosted.is_none()) {
            let table = self.table.table_id();
            let kept = Keepsakes::of(&self.place).keep(table.as_deref(), game);
            if let Err(error) = kept {
                tracing::warn!("a game at another table is not kept: {error:#}");
            }
        }
    }

    fn gathering(&self) -> Gathering {
        let mut gathering = Gathering {
            invitation: self.invitation(),
            ..Gathering::default()
        };
        match self.table.connection() {
            Connection::Opening | Connection::Open => {}
            Connection::Lost(words) => {
                gathering.trouble = Some(format!("{}: {words}.", self.address));
            }
            Connection::Full(words) => {
                gathering.may_watch = true;
                gathering.closed = Some(self.verdict.first(words));
            }
            Connection::TakenOver => gathering.taken_over = true,
            Connection::Closed(words) => {
                let words = if words.starts_with("name a table") {
                    format!("{words}: {}/1, or --table 1", self.address)
                } else {
                    words
                };
                gathering.closed = Some(self.verdict.first(words));
            }
        }
        let Some(state) = self.table.state() else {
            return gathering;
        };
        gathering.hints = state.whole.as_ref().map(|whole| whole.hints);
        let hinted = state.whole.as_ref().and_then(|whole| whole.hinted);
        gathering.hinted = hinted.unwrap_or_default();
        let played = state.whole.as_ref().map(|whole| whole.played);
        gathering.played = played.map(|it| (state.seq, Duration::from_millis(it)));
        let view = state.view;
        gathering.lobby = view.step == "lobby";
        gathering.over = view.step == "over";
        if view.paused {
            gathering.missing = view.waiting_for;
        }
        gathering.guests = view
            .players
            .into_iter()
            .map(|player| Guest {
                you: state.you == Some(player.id),
                name: player.name,
                connected: player.connected,
                bot: player.bot,
                ready: player.ready,
            })
            .collect();
        gathering.log = view
            .log
            .into_iter()
            .map(|line| (line.player, line.text))
            .collect();
        gathering
    }

    fn link(&self) -> Box<dyn Link<Kingslayer>> {
        Box::new(self.table.link())
    }

    fn ready(&mut self) {
        self.table.ready();
    }

    fn say(&mut self, phrase: Phrase) {
        self.table.say(phrase);
    }

    fn hinted(&mut self) {
        self.table.hint();
    }

    fn take_back(&mut self) {
        self.table.take_back();
    }

    fn watch(&mut self) {
        self.verdict.forget();
        self.table.watch();
    }

    fn refusal(&mut self) -> Option<String> {
        self.table.refusal()
    }

    fn export(&mut self) -> Result<String, String> {
        let hosted = self.hosted.as_ref();
        let hosted = hosted.ok_or("Only the host of the table has the replay.")?;
        let exported = self.workers.runtime().block_on(hosted.export());
        let written = exported.and_then(|(game, log)| {
            let file = self.place.replay_file(game.as_str());
            make_room_for(&file)?;
            private::write(&file, &log)?;
            Ok(file)
        });
        let file = written.map_err(|error| format!("{error:#}"))?;
        Ok(file.display().to_string())
    }

    fn may_colour(&self) -> bool {
        may_colour()
    }

    fn is_host(&self) -> bool {
        self.hosted.is_some()
    }

    fn favour(&mut self, favour: Control) -> Result<(), String> {
        let hosted = self.hosted.as_ref().ok_or("only the host may do this")?;
        let done = self
            .workers
            .runtime()
            .block_on(hosted.server.control("1", favour));
        done.map_err(|refused| refused.to_string())
    }
}

impl OurParty {
    fn invitation(&self) -> Invitation {
        let Some(hosted) = self.hosted.as_ref().filter(|it| !it.alone) else {
            return Invitation::default();
        };
        let mut words = vec![
            String::from("The others join with"),
            String::from("parlour kingslayer join ADDRESS"),
            String::new(),
        ];
        for address in hosted.addresses.iter().take(5) {
            words.push(SocketAddr::new(*address, hosted.port).to_string());
        }
        if hosted.unannounced.is_some() {
            words.push(String::from("They have to type it: nobody is told here."));
        }
        // A screen here is of one table.
        let links = hosted.browsers.as_ref().map(|it| &it.links);
        Invitation {
            words,
            browsers: links.and_then(|links| links.first()).cloned(),
        }
    }
}
