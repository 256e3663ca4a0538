//! Drafts: orders that somebody only thinks of. They are kept with the table, for the eyes
//! of whoever keeps them, and count for nothing before they are given.

use parlour_diplomacy::{OrderDraft, Power, Scene};
use parlour_rules::Seat;

use super::order_lines::texts;
use super::orders::{in_private, must_play};
use super::{Done, Game, Room};
use crate::phrase::{plain, sentence};
use crate::refusal::refuse;
use crate::talk::{Answer, Button, Heard};
use crate::words::MOST_ORDERS;
use crate::{DraftWords, Verb, WordsError};

impl Room {
    pub(super) async fn draft(&self, heard: &Heard, words: &DraftWords) -> Done<Answer> {
        in_private(heard, "What you think of is secret: say this in private.")?;
        let game = self.game(heard).await?;
        must_play(&game, heard)?;
        match words {
            DraftWords::Show => {
                let own = game.draft_of(heard)?;
                Ok(game.draft_answer(&own, &[]))
            }
            DraftWords::Note(lines) => {
                let (stage, lines) = texts(lines);
                let stage = stage.as_deref();
                self.must_mean_this_phase(&game, heard, stage).await?;
                if stage.is_some_and(|stage| stage != game.phase()) {
                    return refuse("stale", format!("It is {} now.", game.phase()));
                }
                let mut faults: Vec<String> = Vec::new();
                let mut sound = Vec::new();
                for line in game.spelled_out(lines) {
                    match line {
                        Ok(text) => sound.push(text),
                        Err(fault) => faults.push(fault),
                    }
                }
                let mut own = game.draft_of(heard)?;
                let refused = own.note(&game.scene(), &sound);
                faults.extend(refused.iter().map(|it| sentence(&plain(&it.to_string()))));
                if refused.len() == sound.len() {
                    return refuse("misused_word", faults.join("\n"));
                }
                self.keep_draft(&game, heard, own.texts(game.board()))
                    .await?;
                Ok(game.draft_answer(&own, &faults))
            }
            DraftWords::Clear(unit) => {
                let mut own = game.draft_of(heard)?;
                match unit {
                    Some(unit) if !own.take_back(game.board(), unit) => {
                        return refuse("no_order", "Your draft has nothing for that unit.");
                    }
                    Some(_) => {}
                    None => own = OrderDraft::read(&game.scene(), game.own_power(heard)?, &[]),
                }
                self.keep_draft(&game, heard, own.texts(game.board()))
                    .await?;
                Ok(game.draft_answer(&own, &[]))
            }
            DraftWords::Give => {
                let own = game.draft_of(heard)?.texts(game.board());
                if own.is_empty() {
                    return refuse("no_order", game.empty_draft());
                }
                let command = parlour_diplomacy::game::Command::Order(own);
                let accepted = self.command(&game, heard, command, None).await?;
                let answer = self.noted(&game, heard, &accepted, &[]).await?;
                let mut again = heard.clone();
                // The message has given the orders; what follows is the room's own doing.
                again.message = None;
                self.keep_draft(&game, &again, Vec::new()).await?;
                Ok(answer)
            }
        }
    }

    /// Keeps a whole draft in the place of the one there is: what a page has, which was
    /// made for this phase.
    pub(super) async fn draft_whole(
        &self,
        heard: &Heard,
        phase: &str,
        orders: &[String],
    ) -> Done<Answer> {
        let game = self.game(heard).await?;
        must_play(&game, heard)?;
        if game.phase() != phase {
            return refuse("stale", format!("It is {} now.", game.phase()));
        }
        if orders.len() > MOST_ORDERS {
            return Err(WordsError::TooManyOrders.into());
        }
        let power = game.own_power(heard)?;
        let own = OrderDraft::read(&game.scene(), power, orders);
        self.keep_draft(&game, heard, own.texts(game.board()))
            .await?;
        Ok(game.draft_answer(&own, &[]))
    }

    async fn keep_draft(&self, game: &Game, heard: &Heard, orders: Vec<String>) -> Done<()> {
        let Some(seat) = game.seat_of(&heard.user) else {
            return refuse("not_seated", "You do not play in this game.");
        };
        let phase = game.phase();
        if game.sheet.draft(&heard.user, Some(seat), &phase) == orders {
            return Ok(());
        }
        self.revise(&game.id, heard, |revision, sheet| {
            if revision.stage().is_none_or(|stage| stage.as_str() != phase) {
                return refuse("stale", "That phase is over.");
            }
            sheet.keep_draft(&heard.user, seat, &phase, orders.clone());
            Ok(())
        })
        .await?;
        Ok(())
    }
}

impl Game {
    pub(super) fn scene(&self) -> Scene<'_> {
        let view = &self.sight.view;
        Scene::new(self.board(), &view.position, view.rules)
    }

    fn own_power(&self, heard: &Heard) -> Done<Power> {
        match self.seat_of(&heard.user) {
            Some(Seat(seat)) => Ok(Power(seat)),
            None => refuse("not_seated", "You do not play in this game."),
        }
    }

    /// The speaker's draft for this phase.
    pub(super) fn draft_of(&self, heard: &Heard) -> Done<OrderDraft> {
        let power = self.own_power(heard)?;
        let seat = self.seat_of(&heard.user);
        let kept = self.sheet.draft(&heard.user, seat, &self.phase());
        Ok(OrderDraft::read(&self.scene(), power, kept))
    }

    fn draft_answer(&self, draft: &OrderDraft, faults: &[String]) -> Answer {
        let mut text = self.draft_words(draft);
        for fault in faults {
            add!(text, "\nNot kept: {fault}");
        }
        let mut answer = Answer::text(text);
        if !draft.orders().is_empty() {
            let code = &self.sheet.code;
            answer.buttons = vec![
                Button::new("Give these orders", &format!("{code} draft give")),
                Button::new("Forget them", &format!("{code} draft clear")),
            ];
        }
        answer
    }

    fn empty_draft(&self) -> String {
        let example = self.example(Some(Verb::Draft));
        let example = example.unwrap_or_else(|| String::from("draft all hold"));
        format!(
            "Your draft is empty. `{example}` keeps an order that counts only after `draft give`."
        )
    }

    /// What a draft holds.
    pub(super) fn draft_words(&self, draft: &OrderDraft) -> String {
        if draft.orders().is_empty() {
            return self.empty_draft();
        }
        let mut text = format!(
            "Your draft for {}, which counts for nothing yet:",
            self.phase()
        );
        for order in draft.texts(self.board()) {
            add!(text, "\n• {}", plain(&order));
        }
        for warning in draft.warnings(&self.scene()) {
            add!(
                text,
                "\nCareful: {}",
                sentence(&plain(&warning.to_string()))
            );
        }
        text.push_str("\n`draft give` gives it, `draft clear` forgets it.");
        text
    }
}
