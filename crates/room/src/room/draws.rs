//! Draws: proposed and voted on in private.

use parlour_diplomacy::Power;
use parlour_diplomacy::game::Command;

use super::orders::{in_private, must_play};
use super::powers::named_power;
use super::{Done, Game, Room};
use crate::DrawWords;
use crate::phrase::{listed, plain};
use crate::refusal::refuse;
use crate::talk::{Answer, Button, Heard};

impl Room {
    pub(super) async fn draw(&self, heard: &Heard, words: &DrawWords) -> Done<Answer> {
        let secret = match words {
            DrawWords::Vote(_) | DrawWords::Hint => {
                "Votes are secret: say `draw yes` or `draw no` in private."
            }
            DrawWords::Propose(_) => {
                "Who proposes a draw is secret, like the votes: say `draw` in private."
            }
        };
        in_private(heard, secret)?;
        let game = self.game(heard).await?;
        must_play(&game, heard)?;
        self.must_mean_this_phase(&game, heard, None).await?;
        let stopped = "The clock is stopped: no draw is proposed or voted on until `resume`.";
        if game.sheet.paused.is_some() {
            return refuse("paused", stopped);
        }
        if game.is_in_disorder(heard) {
            return refuse(
                "in_disorder",
                "Nobody waits for you, so you have no part in a draw. Say `unready` first, then \
                 this again.",
            );
        }
        let command = match words {
            DrawWords::Hint => return game.ask_for_a_vote(),
            DrawWords::Vote(yes) => Command::Vote(*yes),
            DrawWords::Propose(names) => {
                let board = game.board();
                let mut powers = Vec::new();
                for name in names {
                    let seat = named_power(board, name)?;
                    powers.push(board.power_name(Power(seat.0)).to_owned());
                }
                Command::ProposeDraw(powers)
            }
        };
        let open = game.sight.view.draw.as_ref();
        let shared: &[String] = match &command {
            Command::ProposeDraw(powers) => powers,
            _ => open.map_or(&[], |draw| &draw.powers),
        };
        let bots = self.unwilling_bots(&game, shared).await?;
        self.command_by_the_clock(&game, heard, command, None, stopped)
            .await?;
        let after = self.look(&game.id, heard).await?;
        let mut text = String::from(match (&after.sight.view.draw, words) {
            _ if after.is_over() => "The draw is agreed.",
            (None, _) => "Everybody has voted: the draw is not agreed.",
            (Some(_), DrawWords::Vote(_) | DrawWords::Hint) => {
                "Your vote is noted. It is secret, and may be changed until the phase resolves; \
                 the draw fails unless every survivor agrees by then."
            }
            (Some(_), DrawWords::Propose(_)) => {
                "A draw is proposed; who proposed it is not told. Every survivor votes in private \
                 with `draw yes` or `draw no` before the phase resolves."
            }
        });
        if let Some(bots) = bots.filter(|_| !after.is_over()) {
            add!(text, " {bots}");
        }
        add!(text, " {}", after.standing_words(self.host.now()));
        Ok(Answer::text(text))
    }
}

impl Game {
    /// Who says only `y` may have slipped, and a yes may end the game at once.
    fn ask_for_a_vote(&self) -> Done<Answer> {
        let Some(draw) = &self.sight.view.draw else {
            return refuse("no_draw_proposed", "No draw is proposed.");
        };
        let powers: Vec<String> = draw.powers.iter().map(|it| plain(it)).collect();
        let mut answer = Answer::text(format!(
            "A yes agrees to a draw between {}: once every survivor has agreed, the game is over. \
             `draw yes` does it; nothing has changed yet.",
            listed(&powers)
        ));
        let words = format!("{} draw yes", self.sheet.code);
        answer.buttons = vec![Button::new("Agree to the draw", &words)];
        Ok(answer)
    }
}
