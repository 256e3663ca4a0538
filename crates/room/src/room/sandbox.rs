//! A sandbox: orders of every power are tried on the present board or on one that was, and
//! the judge says what would come of them. It is kept for whoever tries it and told to nobody.

use parlour_diplomacy::bot::{Kind, Level};
use parlour_diplomacy::game::ResolvedPhase;
use parlour_diplomacy::{ByPower, NextRecord, Power, Sandbox};
use parlour_rules::Seed;

use super::asking::read_phase;
use super::examples::usual;
use super::order_lines::texts;
use super::orders::in_private;
use super::past::account;
use super::powers::named_power;
use super::tracing::read;
use super::{Done, Game, Room};
use crate::SandboxWords;
use crate::phrase::{plain, sentence};
use crate::refusal::refuse;
use crate::sheet::Tried;
use crate::sketch::{Sketch, position_of};
use crate::talk::{Answer, Body, Button, Heard};

/// Who advises in a sandbox. Somebody waits for the answer.
pub(super) const ADVISER: Kind = Kind::Search(Level::Easy);

/// How many sandboxes a table keeps; the one that was used longest ago goes.
const MOST_KEPT: usize = 40;

/// Where one stands, and what is tried there.
struct Bench {
    position: NextRecord,
    orders: ByPower<Vec<String>>,
}

impl Room {
    pub(super) async fn sandbox(&self, heard: &Heard, words: &SandboxWords) -> Done<Answer> {
        in_private(
            heard,
            "What you try is nobody's business: say this in private.",
        )?;
        let game = self.game(heard).await?;
        if !game.has_started() {
            return refuse("not_started", "The game has not started yet.");
        }
        let kept = game.sheet.tried.iter().find(|it| it.who == heard.user);
        let kept = kept.map(|it| Bench {
            position: it.position.clone(),
            orders: it.orders.clone(),
        });
        let fresh = kept.is_none();
        let mut bench = match kept {
            Some(kept) => kept,
            None => game.bench(heard),
        };
        let mut faults = Vec::new();
        let mut advised = None;
        match words {
            SandboxWords::Show => {}
            SandboxWords::From(None) => bench = game.bench(heard),
            SandboxWords::From(Some(phase)) => bench = self.bench_at(&game, phase).await?,
            SandboxWords::Clear => bench.orders.clear(),
            SandboxWords::End => {
                if !fresh {
                    self.keep_bench(&game, heard, None).await?;
                }
                return Ok(Answer::text("Your sandbox is put away."));
            }
            SandboxWords::Order(lines) => {
                let mut sandbox = game.sandbox(&bench)?;
                let (_, lines) = texts(lines);
                let count = lines.len();
                for line in lines {
                    let tried = line.and_then(|text| match sandbox.order_any(&text) {
                        Ok(_) => Ok(()),
                        Err(fault) => Err(sentence(&plain(&format!("{text}: {fault}")))),
                    });
                    faults.extend(tried.err());
                }
                if faults.len() == count {
                    return refuse("misused_word", faults.join("\n"));
                }
                bench.orders = sandbox.texts();
            }
            SandboxWords::Resolve => {
                let resolved = game.resolved(&bench)?;
                let mut text = format!("Nobody is told: {}", account(&resolved));
                text.push_str("\n`sandbox on` goes on from there.");
                let mut answer = Answer::text(text);
                let sketch =
                    Sketch::of_phase(game.board(), game.picture(), &bench.position, &resolved);
                answer
                    .says
                    .extend(sketch.map(|it| Body::Picture(Box::new(it))));
                return Ok(answer);
            }
            SandboxWords::Advice(power) => {
                advised = Some(game.advise(heard, &mut bench, power.as_deref())?);
            }
            SandboxWords::On => {
                let resolved = game.resolved(&bench)?;
                if resolved.next.outcome.is_some() {
                    return refuse("game_over", "There the game would be over.");
                }
                bench = Bench {
                    position: resolved.next,
                    orders: ByPower::new(),
                };
            }
        }
        let mut answer = game.bench_answer(&bench, &faults)?;
        if let (Some(advised), Some(Body::Text(text))) = (advised, answer.says.first_mut()) {
            add!(text, "\n{advised}");
        }
        if fresh || !matches!(words, SandboxWords::Show) {
            self.keep_bench(&game, heard, Some(bench)).await?;
        }
        Ok(answer)
    }

    /// A phase that was, with what was ordered in it.
    async fn bench_at(&self, game: &Game, phase: &str) -> Done<Bench> {
        let phase = read_phase(phase)?;
        if phase.to_string() == game.phase() {
            return Ok(Bench {
                position: NextRecord::of(game.board(), &game.sight.view.position),
                orders: ByPower::new(),
            });
        }
        let pages = self.pages(game).await?;
        let Some(page) = pages.into_iter().find(|it| it.resolved.phase == phase) else {
            return refuse(
                "no_such_phase",
                format!("{phase} has not been resolved in this game."),
            );
        };
        let mut orders: ByPower<Vec<String>> = ByPower::new();
        for order in page.resolved.orders.iter().filter(|it| it.given) {
            if read(game.board(), order).is_some_and(|it| it.unit().is_some()) {
                let own = orders.entry(order.power.clone()).or_default();
                own.push(order.order.clone());
            }
        }
        Ok(Bench {
            position: page.before,
            orders,
        })
    }

    async fn keep_bench(&self, game: &Game, heard: &Heard, bench: Option<Bench>) -> Done<()> {
        self.revise(&game.id, heard, |_, sheet| {
            sheet.tried.retain(|it| it.who != heard.user);
            if let Some(bench) = &bench {
                let surplus = (sheet.tried.len() + 1).saturating_sub(MOST_KEPT);
                sheet.tried.drain(..surplus);
                sheet.tried.push(Tried {
                    who: heard.user.clone(),
                    position: bench.position.clone(),
                    orders: bench.orders.clone(),
                });
            }
            Ok(())
        })
        .await?;
        Ok(())
    }
}

impl Game {
    /// The present position with the speaker's own orders, or their draft.
    fn bench(&self, heard: &Heard) -> Bench {
        let board = self.board();
        let view = &self.sight.view;
        let mut orders = ByPower::new();
        if let Some(own) = &view.own {
            let draft = self.draft_of(heard);
            let draft = draft.map_or_else(|_| Vec::new(), |it| it.orders().to_vec());
            let chosen = if own.orders.is_empty() {
                draft
            } else {
                own.orders.clone()
            };
            let chosen = chosen.iter().filter(|it| it.unit().is_some());
            let shown: Vec<String> = chosen.map(|it| it.show(board).to_string()).collect();
            if !shown.is_empty() {
                orders.insert(board.power_name(own.power).to_owned(), shown);
            }
        }
        Bench {
            position: NextRecord::of(board, &view.position),
            orders,
        }
    }

    /// Puts what a bot would order for a power, the speaker's own if none is named, into
    /// the sandbox; the answer is why. Never while the game runs: that would be advice
    /// against those who play without it.
    fn advise(&self, heard: &Heard, bench: &mut Bench, power: Option<&str>) -> Done<String> {
        if !self.is_over() {
            return refuse(
                "no_coach_yet",
                "Nobody is advised while a game runs, not in a sandbox either; say it when the \
                 game is over.",
            );
        }
        let board = self.board();
        let own = self.seat_of(&heard.user);
        let seat = match (power, own) {
            (Some(power), _) => named_power(board, power)?,
            (None, Some(own)) => own,
            (None, None) => {
                return refuse(
                    "misused_word",
                    "Say for whom: `sandbox advice` and a power.",
                );
            }
        };
        let sandbox = self.sandbox(bench)?;
        let power = Power(seat.0);
        let name = plain(board.power_name(power));
        let (advice, reason) = sandbox.advice(power, ADVISER, Seed(0), &[]);
        if advice.orders.is_empty() {
            return Ok(format!("{name} has nothing to order there."));
        }
        let orders = advice.orders.iter();
        let orders = orders.map(|it| it.show(board).to_string()).collect();
        let power = board.power_name(power).to_owned();
        bench.orders.insert(power, orders);
        Ok(match reason {
            Some(reason) => format!("A bot would order this for {name}: it {reason}."),
            None => format!("A bot would order this for {name}."),
        })
    }

    fn sandbox(&self, bench: &Bench) -> Done<Sandbox<'_>> {
        let board = self.board();
        let Some(position) = position_of(board, &bench.position) else {
            return refuse("bad_position", "That position is not one of this map.");
        };
        let rules = self.sight.view.rules;
        Ok(Sandbox::resumed(board, rules, position, &bench.orders))
    }

    fn resolved(&self, bench: &Bench) -> Done<ResolvedPhase> {
        let sandbox = self.sandbox(bench)?;
        Ok(ResolvedPhase::of(self.board(), &sandbox.look()))
    }

    /// What a sandbox holds, with a picture.
    fn bench_answer(&self, bench: &Bench, faults: &[String]) -> Done<Answer> {
        let board = self.board();
        let phase = bench.position.phase;
        let mut text = format!("Your sandbox, {} ({phase}); nobody is told.", phase.words());
        for (power, orders) in &bench.orders {
            let orders: Vec<String> = orders.iter().map(|it| plain(it)).collect();
            add!(text, "\n{}: {}", plain(power), orders.join("; "));
        }
        for fault in faults {
            add!(text, "\nNot tried: {fault}");
        }
        if bench.orders.is_empty() {
            add!(
                text,
                "\n`sandbox {}` orders a unit, of whichever power.",
                usual(board)
            );
        }
        text.push_str("\n`sandbox resolve` shows what would come of it, `sandbox on` goes on.");
        let sandbox = self.sandbox(bench)?;
        let caption = format!("Sandbox, {}", phase.words());
        let mut sketch = Sketch::new(board, self.picture(), sandbox.position().clone(), caption);
        for submitted in sandbox.orders() {
            if let Ok(order) = &submitted.read {
                sketch = sketch.and_pending(submitted.power, *order);
            }
        }
        let code = &self.sheet.code;
        let mut answer = Answer::text(text);
        answer.says.push(Body::Picture(Box::new(sketch)));
        answer.buttons = vec![
            Button::new("What would come of it", &format!("{code} sandbox resolve")),
            Button::new("Go on from there", &format!("{code} sandbox on")),
        ];
        Ok(answer)
    }
}
