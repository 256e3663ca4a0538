//! A form for orders: a choice for every unit, and for every build.
//!
//! The form keeps where it was asked for, and which game and phase it is meant for,
//! so that a form that was left open while the phase resolved changes nothing. Each
//! choice keeps what was noted before, so that what is chosen no more is taken back.

use serde_json::{Value, json};

use crate::desk::{Offer, Offers};
use crate::split::shortened;

/// What Slack takes: choices in one group of a list, groups in one list, lists in one
/// form.
const CHOICES: usize = 100;
const GROUPS: usize = 100;
const UNITS: usize = 50;
/// The longest text and value of a choice.
const LABEL: usize = 75;
const WORDS: usize = 150;

/// The form. `channel` is where it was asked for.
pub fn view(offers: &Offers, channel: &str) -> Value {
    let fields = offers.units.iter().enumerate();
    let fields = fields.flat_map(|(at, offer)| fields_of(at, offer));
    let mut blocks: Vec<Value> = fields.take(UNITS).collect();
    if blocks.is_empty() {
        let text = json!({ "type": "plain_text", "text": "There is nothing to order." });
        let blocks = json!([{ "type": "section", "text": text }]);
        return json!({ "type": "modal", "title": title(offers), "blocks": blocks });
    }
    if let Some(owed) = &offers.owed {
        let text = json!({ "type": "plain_text", "text": shortened(owed, 500) });
        blocks.insert(0, json!({ "type": "section", "text": text }));
    }
    json!({
        "type": "modal", "callback_id": "orders",
        "private_metadata": kept(channel, offers),
        "title": title(offers),
        "submit": { "type": "plain_text", "text": "Note them" },
        "close": { "type": "plain_text", "text": "Not now" },
        "blocks": blocks,
    })
}

/// What the form keeps.
fn kept(channel: &str, offers: &Offers) -> String {
    format!("{} {} {channel}", offers.code, offers.phase)
}

/// The game, the phase and the channel that a form kept.
pub fn read_kept(text: &str) -> (&str, &str, &str) {
    let mut words = text.splitn(3, ' ');
    match (words.next(), words.next(), words.next()) {
        (Some(game), Some(phase), Some(channel)) => (game, phase, channel),
        _ => ("", "", text),
    }
}

fn title(offers: &Offers) -> Value {
    json!({ "type": "plain_text", "text": shortened(&offers.title(), 24) })
}

/// Slack takes views of at most 250 kB; some of that is the call around it.
pub const LARGEST: usize = 240_000;

/// What stands before the number of a build's choice.
pub const BUILD: &str = "build-";
/// What is chosen to take an order back.
pub const BACK: &str = "clear";

/// The choices of a unit, one; of all builds, one for each.
fn fields_of(at: usize, offer: &Offer) -> Vec<Value> {
    let mut noted = offer.noted.iter().map(String::as_str);
    if !offer.builds {
        let name = format!("unit-{at}");
        let noted = noted.next();
        return field(&name, &offer.unit, &offer.orders, noted)
            .into_iter()
            .collect();
    }
    let builds = (0..offer.times).map(|nth| {
        let (name, label) = (format!("{BUILD}{nth}"), format!("Build {}", nth + 1));
        field(&name, &label, &offer.orders, noted.next())
    });
    builds.flatten().collect()
}

/// What the name of a choice keeps: what was noted when the form was made.
pub fn read_noted(name: &str) -> Option<&str> {
    name.split_once('|').map(|(_, noted)| noted)
}

/// A unit's legal orders; the noted one is chosen already, and can be taken back.
fn field(name: &str, label: &str, orders: &[String], noted: Option<&str>) -> Option<Value> {
    let mut choices: Vec<Value> = orders.iter().filter_map(|order| choice(order)).collect();
    if choices.is_empty() {
        return None;
    }
    let noted = noted.filter(|noted| orders.iter().any(|order| order == noted));
    let chosen = noted.and_then(choice);
    if chosen.is_some() {
        let text = json!({ "type": "plain_text", "text": "Take it back" });
        choices.insert(0, json!({ "text": text, "value": BACK }));
    }
    let mut element = json!({
        "type": "static_select", "action_id": "order",
        "placeholder": { "type": "plain_text", "text": "No order yet" },
    });
    if choices.len() <= CHOICES {
        element["options"] = json!(choices);
    } else {
        let groups = choices.chunks(CHOICES).take(GROUPS).map(group);
        element["option_groups"] = groups.collect();
    }
    let mut name = name.to_owned();
    if let Some((chosen, noted)) = chosen.zip(noted) {
        element["initial_option"] = chosen;
        name = format!("{name}|{noted}");
    }
    Some(json!({
        "type": "input", "optional": true, "block_id": name,
        "label": { "type": "plain_text", "text": shortened(label, LABEL) },
        "element": element,
    }))
}

/// Choices under the name of the first of them.
fn group(choices: &[Value]) -> Value {
    let first = choices.first().map(|choice| &choice["text"]["text"]);
    let first = first.and_then(Value::as_str).unwrap_or_default();
    let label = shortened(&format!("from {first}"), LABEL);
    json!({ "label": { "type": "plain_text", "text": label }, "options": choices })
}

fn choice(order: &str) -> Option<Value> {
    let words = format!("order {order}");
    (words.len() <= WORDS).then(|| {
        json!({
            "text": { "type": "plain_text", "text": shortened(order, LABEL) }, "value": words,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use slack_morphism::prelude::SlackView;

    #[test]
    fn the_form_is_one_that_slack_knows() {
        let orders: Vec<String> = (0..150).map(|at| format!("A Vie - {at}")).collect();
        let offers = Offers {
            code: String::from("K7Q2M"),
            phase: String::from("S1901M"),
            power: String::from("Austria-Hungary of old"),
            owed: None,
            units: vec![Offer {
                unit: String::from("A Vie"),
                builds: false,
                noted: vec![orders[140].clone()],
                orders,
                times: 1,
            }],
        };
        let view = view(&offers, "C1");
        let element = &view["blocks"][0]["element"];
        // Nothing is left out, however much a unit may do.
        let groups = element["option_groups"].as_array().unwrap();
        let sizes = groups
            .iter()
            .map(|it| it["options"].as_array().unwrap().len());
        assert_eq!(sizes.collect::<Vec<_>>(), [100, 51], "one takes it back");
        let name = view["blocks"][0]["block_id"].as_str().unwrap();
        assert_eq!(read_noted(name), Some("A Vie - 140"));
        assert!(element["options"].is_null());
        assert_eq!(element["initial_option"]["value"], "order A Vie - 140");
        let kept = view["private_metadata"].as_str().unwrap();
        assert_eq!(read_kept(kept), ("K7Q2M", "S1901M", "C1"));
        assert!(view["title"]["text"].as_str().unwrap().chars().count() <= 24);
        let read: SlackView = serde_json::from_value(view).unwrap();
        assert!(matches!(read, SlackView::Modal(_)));
    }

    #[test]
    fn there_is_a_choice_for_every_build_with_what_is_noted() {
        let orders = ["A Vie B", "A Bud B", "F Tri B", "Waive"].map(String::from);
        let offer = Offer {
            unit: String::from("Builds"),
            orders: orders.to_vec(),
            builds: true,
            noted: vec![String::from("A Bud B"), String::from("Waive")],
            times: 3,
        };
        let fields = fields_of(0, &offer);
        let shown = |at: usize| {
            let field = &fields[at];
            let chosen = &field["element"]["initial_option"]["value"];
            (field["label"]["text"].clone(), chosen.clone())
        };
        assert_eq!(fields.len(), 3);
        assert_eq!(shown(0), (json!("Build 1"), json!("order A Bud B")));
        assert_eq!(shown(1), (json!("Build 2"), json!("order Waive")));
        assert_eq!(shown(2), (json!("Build 3"), Value::Null));
    }
}
