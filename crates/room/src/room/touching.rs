//! Orders by touch: which unit, then which order.
//!
//! `touch` asks for a unit, `touch A Vie` shows its legal orders, `touch A Vie +90`
//! those after the ninetieth. Each is a button; the last one says the order as if
//! it had been typed, with the phase it is meant for, so that a button of a phase
//! that is over changes nothing. Every button names its game in front, so that it
//! is about that one whatever its player speaks of by then. A front that has forms
//! finds all of it in [`Fact::Offered`].

use super::offers::{Offer, Offers};
use super::{Done, Room};
use crate::talk::{Answer, Button, Fact, Heard};
use crate::words::Verb;

/// How many orders stand under one message.
const PAGE: usize = 90;

impl Room {
    pub(super) async fn touch(
        &self,
        heard: &Heard,
        unit: Option<&str>,
        after: usize,
    ) -> Done<Answer> {
        let offers = self.all_offers(heard).await?;
        let mut answer = offers.ask(unit, after);
        if !heard.has_buttons
            && let Some(crate::Body::Text(text)) = answer.says.first_mut()
        {
            for button in &answer.buttons {
                add!(text, "\n• {}", button.label);
            }
        }
        Ok(answer)
    }
}

impl Offers {
    /// Asks which unit shall have an order, or which order this one shall have; so
    /// many of them were shown before.
    pub fn ask(&self, unit: Option<&str>, after: usize) -> Answer {
        let named = |offer: &&Offer| unit.is_some_and(|it| offer.unit.eq_ignore_ascii_case(it));
        match self.units.iter().find(named) {
            Some(offer) => self.ask_order(offer, after),
            None => Answer {
                facts: match unit {
                    None => vec![Fact::Offered(self.clone())],
                    Some(_) => Vec::new(),
                },
                ..self.ask_unit()
            },
        }
    }

    fn ask_unit(&self) -> Answer {
        let title = self.title();
        if self.units.is_empty() {
            return Answer::text(format!("{title}: there is nothing to order."));
        }
        let buttons = self.units.iter().map(|offer| {
            let label = if offer.noted.is_empty() {
                offer.unit.clone()
            } else {
                format!("✓ {}", offer.noted.join("; "))
            };
            let verb = Verb::Touch.word();
            Button::new(&label, &format!("{} {verb} {}", self.code, offer.unit))
        });
        let owed = self.owed.as_deref().unwrap_or_default();
        let text = format!("{title}: which unit? {owed}");
        Answer {
            buttons: buttons.collect(),
            ..Answer::text(text.trim())
        }
    }

    fn ask_order(&self, offer: &Offer, after: usize) -> Answer {
        let (code, phase) = (&self.code, &self.phase);
        let orders = offer.orders.iter().skip(after).take(PAGE);
        let mut buttons: Vec<Button> = orders
            .map(|order| {
                let verb = Verb::Order.word();
                Button::new(order, &format!("{code} {verb} {phase} {order}"))
            })
            .collect();
        let shown = after.saturating_add(PAGE);
        if offer.orders.len() > shown {
            let verb = Verb::Touch.word();
            let next = format!("{code} {verb} {} +{shown}", offer.unit);
            buttons.push(Button::new("More …", &next));
        }
        let mut text = format!("{}: what shall it do?", offer.unit);
        if !offer.noted.is_empty() {
            // All builds are taken back together.
            let unit = if offer.builds { "" } else { &offer.unit };
            let words = format!("{code} {} {phase} {unit}", Verb::Clear.word());
            buttons.push(Button::new("Take it back", words.trim()));
            add!(text, " Noted so far: {}.", offer.noted.join("; "));
        }
        Answer {
            buttons,
            ..Answer::text(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offers(orders: usize) -> Offers {
        Offers {
            code: String::from("K7Q2M"),
            phase: String::from("S1901M"),
            power: String::from("Austria"),
            owed: None,
            units: vec![Offer {
                unit: String::from("A Vie"),
                builds: false,
                orders: (0..orders).map(|at| format!("A Vie - {at}")).collect(),
                noted: Vec::new(),
                times: 1,
            }],
        }
    }

    #[test]
    fn every_order_has_its_button_however_many_there_are() {
        let offers = offers(200);
        let mut pressed = offers.ask(None, 0).buttons[0].words.clone();
        let mut seen = 0;
        loop {
            let Ok(crate::Words::Touch { unit, after }) = crate::read(&pressed["K7Q2M ".len()..])
            else {
                panic!("{pressed}");
            };
            let buttons = offers.ask(unit.as_deref(), after).buttons;
            let says = |it: &&Button| it.words.starts_with("K7Q2M order S1901M A Vie - ");
            seen += buttons.iter().filter(says).count();
            match buttons.iter().find(|it| it.label == "More …") {
                Some(more) => pressed.clone_from(&more.words),
                None => break,
            }
        }
        assert_eq!(seen, 200);
    }

    #[test]
    fn what_may_be_ordered_comes_as_a_fact_where_all_of_it_is_asked_for() {
        let offers = offers(2);
        assert_eq!(offers.ask(None, 0).facts, [Fact::Offered(offers.clone())]);
        assert_eq!(offers.ask(Some("a vie"), 0).facts, []);
        let nobody = offers.ask(Some("A Mos"), 0);
        assert_eq!((nobody.facts.len(), nobody.buttons.len()), (0, 1));
    }
}
