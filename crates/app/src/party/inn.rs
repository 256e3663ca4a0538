//! Opens tables for others, and finds theirs.

use parlour_lan::{Unfinished, protocol};
use parlour_tui::Screen;
use parlour_tui::kingslayer::{Hosting, Inn};

use super::{Verdict, Visitor, find, host, waiting_at};
use crate::lan::{PORT, Wishes, kept_at};
use crate::place::Place;

/// What the porch asks.
pub struct OurInn {
    pub place: Place,
    pub visitor: Visitor,
}

impl OurInn {
    fn visitor(&self, name: &str) -> Visitor {
        Visitor {
            name: name.to_owned(),
            ..self.visitor.clone()
        }
    }
}

impl Inn for OurInn {
    fn usual(&self) -> (String, u16) {
        (self.visitor.name.clone(), PORT)
    }

    fn read_name(&self, typed: &str) -> Result<String, String> {
        let sentence = |refusal: protocol::Refusal| {
            let words = refusal.message.replacen("a name", "A name", 1);
            format!("{words}.")
        };
        protocol::name(typed).map_err(sentence)
    }

    fn unfinished(&self, port: u16, name: &str) -> Option<Unfinished> {
        waiting_at(&self.place, &kept_at(port, port == 0), name).unwrap_or_else(|error| {
            tracing::warn!("no unfinished table is looked for: {error:#}");
            None
        })
    }

    fn host(&self, wish: &Hosting) -> Result<Box<dyn Screen>, String> {
        let wishes = Wishes {
            players: wish.players,
            port: wish.port,
            name: wish.name.clone(),
            bots: wish.bots,
            level: wish.level,
            pace: wish.pace.time(),
            house: wish.rules.house(),
            hints: wish.hints,
            tables: 1,
            seed: None,
            new: wish.new,
            screen: true,
            alone: wish.port == 0,
            browsers: true,
            browser_port: None,
        };
        let hosted = host(&self.place, &wishes, &self.visitor(&wish.name));
        hosted.map_err(|error| format!("{error:#}"))
    }

    fn join(&self, name: &str) -> Result<Box<dyn Screen>, String> {
        let visitor = self.visitor(name);
        Ok(find(&self.place, &visitor, &Verdict::default()))
    }
}
