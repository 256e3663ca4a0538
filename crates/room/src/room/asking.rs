//! Questions about a game. Nothing here changes anything.

use parlour_diplomacy::{NextRecord, Phase, Power, Rulebook};
use parlour_rules::Seat;

use super::looking_back::{named_unit, page_of};
use super::orders::in_private;
use super::setup::agreed;
use super::{Done, Game, Room};
use crate::phrase::{counted, listed, plain};
use crate::refusal::refuse;
use crate::settings::shortened;
use crate::sketch::{Sketch, answered};
use crate::talk::{Answer, Body, Heard, Spoken};
use crate::words::looks_like_a_phase;

impl Room {
    pub(super) async fn status(&self, heard: &Heard) -> Done<Answer> {
        let game = self.game(heard).await?;
        let now = self.host.now();
        let view = &game.sight.view;
        let mut text = format!("Game {}: ", game.sheet.code);
        if let Some(outcome) = &game.sight.outcome {
            text.push_str(&super::bulletins::ending(outcome));
        } else if game.sheet.called_off {
            text.push_str("called off before it began.");
        } else if !game.has_started() {
            text.push_str("not started yet. ");
            text.push_str(&game.roll());
        } else {
            add!(
                text,
                "{} ({}). {}",
                view.phase.words(),
                view.phase,
                game.deadline(now)
            );
            let ready = |it: &&parlour_diplomacy::PowerView| it.must_order && it.ready;
            let ready: Vec<String> = view
                .powers
                .iter()
                .filter(ready)
                .map(|it| plain(&it.name))
                .collect();
            if !ready.is_empty() {
                add!(text, "\nReady: {}.", listed(&ready));
            }
            let waiting = game.waited_for();
            if !waiting.is_empty() {
                add!(text, "\nWaiting for: {}.", listed(&waiting));
            }
            for (what, fits) in [
                (
                    "In civil disorder",
                    view.powers
                        .iter()
                        .filter(|it| it.disorder)
                        .collect::<Vec<_>>(),
                ),
                (
                    "Conceded",
                    view.powers.iter().filter(|it| it.conceded).collect(),
                ),
                (
                    "Eliminated",
                    view.powers.iter().filter(|it| it.eliminated).collect(),
                ),
            ] {
                let names: Vec<String> = fits.iter().map(|it| plain(&it.name)).collect();
                if !names.is_empty() {
                    add!(text, "\n{what}: {}.", listed(&names));
                }
            }
            for (power, duty) in super::past::duties(&NextRecord::of(game.board(), &view.position))
            {
                add!(text, "\n{} {duty}.", plain(&power));
            }
            if let Some(draw) = &view.draw {
                let powers: Vec<String> = draw.powers.iter().map(|it| plain(it)).collect();
                add!(text, "\nA draw is proposed between {}.", listed(&powers));
            }
        }
        if !game.sheet.linked.is_empty() {
            text.push('\n');
            text.push_str(&game.shown_words(heard));
        }
        let mut answer = Answer::text(text);
        if let Some(own) = view
            .own
            .as_ref()
            .filter(|_| game.has_started() && !game.is_over())
        {
            answer.says.push(Body::Text(game.own_orders(own, now)));
            answer.buttons = self.usual_buttons(&game);
        }
        Ok(answer)
    }

    pub(super) async fn powers(&self, heard: &Heard) -> Done<Answer> {
        let game = self.game(heard).await?;
        let mut text = String::from("Powers:");
        for (seat, power) in (0_u8..).map(Seat).zip(&game.sight.view.powers) {
            let name = plain(&power.name);
            let player = game.sight.record.chairs.get(usize::from(seat.0));
            let player = player.and_then(Option::as_ref);
            let player = player.map_or("nobody", |it| it.name.as_str());
            let player = if game.sheet.settings.hidden_names {
                String::new()
            } else {
                format!(" ({player})")
            };
            add!(
                text,
                "\n{name}{player}: {}, {}",
                counted(power.centers, "centre"),
                counted(power.units, "unit")
            );
            let placed = game.sight.view.position.units();
            let placed = placed.filter(|(_, placed)| placed.power == Power(seat.0));
            let shown = |unit| game.board().unit_text(unit).to_string();
            let mut units: Vec<String> = placed.map(|(_, placed)| shown(placed.unit)).collect();
            units.sort();
            let units: Vec<String> = units.iter().map(|it| plain(it)).collect();
            if !units.is_empty() {
                add!(text, ": {}", units.join(", "));
            }
            for (is, what) in [
                (power.disorder, ", in civil disorder"),
                (power.conceded, ", conceded"),
                (power.eliminated, ", eliminated"),
            ] {
                if is {
                    text.push_str(what);
                }
            }
        }
        if !game.has_started() {
            text.push('\n');
            text.push_str(&game.roll());
        }
        Ok(Answer::text(text))
    }

    pub(super) async fn rules(&self, heard: &Heard) -> Done<Answer> {
        let game = self.game(heard).await?;
        let rules: Rulebook = game.sight.view.rules;
        let choices: Vec<String> = rules
            .choices()
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        let board = game.board();
        Ok(Answer::text(format!(
            "Map: {}; {} centres win.\n{}\nJudge: {}.\nA phase resolves early when everybody who \
             must order is ready. Grace is given once a phase if somebody is not ready.",
            board.title(),
            board.target(),
            agreed(&game.sheet.settings),
            choices.join(" ")
        )))
    }

    pub(super) async fn map(
        &self,
        heard: &Heard,
        province: Option<&str>,
        radius: u8,
    ) -> Done<Answer> {
        let game = self.game(heard).await?;
        let board = game.board();
        if let Some(phase) = province.filter(|it| looks_like_a_phase(it)) {
            let pages = self.pages(&game).await?;
            let page = page_of(&pages, read_phase(&phase.to_uppercase())?)?;
            return match Sketch::of_phase(board, game.picture(), &page.before, &page.resolved) {
                Some(sketch) => Ok(pictured(sketch)),
                None => refuse("no_picture", "This position cannot be drawn."),
            };
        }
        let mut sketch = game.sketch(self.host.now());
        if let Some(text) = province {
            let unit = named_unit(board, text)?;
            sketch = sketch.around(unit.at.province, radius);
        }
        let mut answer = pictured(sketch);
        // Whoever asks in a group that sees the game asks for all who are there.
        let here = heard.window().filter(|_| heard.spoken == Spoken::Aside);
        answer.aloud = here.is_some_and(|here| game.sheet.windows.contains(&here));
        Ok(answer)
    }

    pub(super) async fn my_map(&self, heard: &Heard) -> Done<Answer> {
        in_private(heard, "Your orders are secret: say `mymap` in private.")?;
        let game = self.game(heard).await?;
        let Some(own) = &game.sight.view.own else {
            return refuse("not_seated", "You do not play in this game.");
        };
        let sketch = game.sketch(self.host.now());
        Ok(pictured(sketch.with_pending(
            game.board(),
            own.power,
            &own.orders,
        )))
    }

    pub(super) async fn export(&self, heard: &Heard) -> Done<Answer> {
        let game = self.game(heard).await?;
        let board = game.board();
        let mut lines = String::new();
        let pages = self.pages(&game).await?;
        if pages.is_empty() {
            return Ok(Answer::text(
                "No phase is resolved yet, so there is nothing to export.",
            ));
        }
        for page in &pages {
            let mut record = answered(board, &page.before, &page.resolved);
            record.id = Some(format!("{}-{}", game.sheet.code, page.resolved.phase));
            record.kind = Some(String::from("game"));
            let rules = game.sight.view.rules;
            let usual = Rulebook::default().choices();
            let differing = rules
                .choices()
                .into_iter()
                .zip(usual)
                .filter(|(own, usual)| own != usual);
            let choices: std::collections::BTreeMap<String, String> = differing
                .map(|((key, value), _)| (key.to_owned(), value.to_owned()))
                .collect();
            record.rules = (!choices.is_empty()).then_some(choices);
            lines.push_str(&serde_json::to_string(&record).unwrap_or_default());
            lines.push('\n');
        }
        let mut answer = Answer::text(format!(
            "{}, one record on a line. `parlour diplomacy check` reads them.",
            counted(pages.len(), "resolved phase")
        ));
        answer.says.push(Body::File {
            name: format!("{}.jsonl", game.sheet.code),
            bytes: lines.into_bytes(),
        });
        Ok(answer)
    }
}

impl Game {
    /// The board as it is now.
    fn sketch(&self, now: parlour_host::Time) -> Sketch {
        let board = self.board();
        let view = &self.sight.view;
        let caption = format!("{} ({})", view.phase.words(), view.phase);
        let note = (self.has_started() && !self.is_over()).then(|| self.deadline(now));
        Sketch::new(board, view.picture, view.position.clone(), caption).noted(note)
    }

    /// Who has joined.
    pub(super) fn roll(&self) -> String {
        let record = &self.sight.record;
        let hidden = self.sheet.settings.hidden_names;
        let mut taken = Vec::new();
        let mut free = Vec::new();
        for (seat, chair) in (0_u8..).map(Seat).zip(&record.chairs) {
            let power = self.power_at(seat);
            match chair {
                Some(_) if hidden => taken.push(power),
                Some(person) => taken.push(format!("{power} ({})", person.name)),
                None => free.push(power),
            }
        }
        taken.extend(
            self.sheet
                .waiting
                .iter()
                .map(|it| format!("{} (any power)", self.sheet.called(&it.name))),
        );
        let joined = if taken.is_empty() {
            String::from("Nobody has joined.")
        } else {
            format!("Joined: {}.", listed(&taken))
        };
        let free = if free.is_empty() {
            String::new()
        } else {
            format!(" Free: {}.", free.join(", "))
        };
        format!("{joined}{free}")
    }
}

fn pictured(sketch: Sketch) -> Answer {
    Answer {
        says: vec![Body::Picture(Box::new(sketch))],
        ..Answer::default()
    }
}

pub(super) fn read_phase(text: &str) -> Done<Phase> {
    match text.parse() {
        Ok(phase) => Ok(phase),
        Err(_) => refuse(
            "not_a_phase",
            format!(
                "`{}` is no phase; phases are written S1901M, F1901R, W1901A.",
                shortened(text)
            ),
        ),
    }
}
