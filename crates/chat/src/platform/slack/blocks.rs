//! Texts with buttons, in Slack's own blocks.

use serde_json::{Value, json};
use slack_morphism::prelude::{
    SlackActionBlockElement, SlackActionId, SlackActionsBlock, SlackBlock, SlackBlockButtonElement,
    SlackBlockMarkDownText, SlackBlockPlainTextOnly, SlackBlockText, SlackSectionBlock,
};

use super::escaping::{escaped, width};
use crate::desk::{Answer, Button, Note, What};
use crate::split::{self, shortened, split};

/// The longest text of a message, escaped: what a block takes, with room to spare.
const LONGEST: usize = 2900;
/// The most buttons in one row of blocks, and in one message.
const ROW: usize = 25;
const MOST_BUTTONS: usize = 100;
/// The longest label and value of a button.
const LABEL: usize = 75;
const WORDS: usize = 2000;

/// A message of the Web API: the text, and blocks if it has buttons.
pub fn message(text: &str, buttons: &[Button]) -> Value {
    let escaped = escaped(text);
    let mut message = json!({ "text": escaped, "mrkdwn": false });
    if buttons.is_empty() {
        return message;
    }
    let words = SlackBlockMarkDownText::new(escaped).with_verbatim(true);
    let section = SlackSectionBlock::new().with_text(SlackBlockText::MarkDown(words));
    let mut blocks = vec![SlackBlock::Section(section)];
    let fitting = buttons.iter().filter(|button| button.words.len() <= WORDS);
    let fitting: Vec<&Button> = fitting.take(MOST_BUTTONS).collect();
    for (row, buttons) in fitting.chunks(ROW).enumerate() {
        let elements = buttons.iter().enumerate().map(|(at, button)| {
            let label = SlackBlockPlainTextOnly::from(shortened(&button.label, LABEL));
            let element = SlackBlockButtonElement::new(label)
                .with_action_id(SlackActionId(format!("say-{row}-{at}")))
                .with_value(button.words.clone());
            SlackActionBlockElement::Button(element)
        });
        blocks.push(SlackBlock::Actions(SlackActionsBlock::new(
            elements.collect(),
        )));
    }
    message["blocks"] = serde_json::to_value(blocks).unwrap_or(Value::Null);
    message
}

/// Takes the first text out of an answer, as far as it fits into one message, with
/// the buttons if nothing else follows.
pub fn first_text(answer: &mut Answer) -> Option<(String, Vec<Button>)> {
    let at = answer
        .says
        .iter()
        .position(|what| matches!(what, What::Text(_)))?;
    let What::Text(text) = answer.says.remove(at) else {
        return None;
    };
    let mut pieces = split(&text, LONGEST, width).into_iter();
    let first = pieces.next()?;
    let rest: Vec<What> = pieces.map(What::Text).collect();
    answer.says.splice(at..at, rest);
    let more = answer.says.iter().any(|what| matches!(what, What::Text(_)));
    let buttons = if more {
        Vec::new()
    } else {
        std::mem::take(&mut answer.buttons)
    };
    Some((first, buttons))
}

/// A note cut into messages, the buttons under the last.
pub fn cut(note: Note) -> Vec<Note> {
    split::cut(note, LONGEST, width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_stand_in_blocks_within_their_limits() {
        let buttons: Vec<Button> = (0..60)
            .map(|at| Button {
                label: "x".repeat(at + 50),
                words: format!("order {at}"),
            })
            .collect();
        let message = message("A <Vie> & more", &buttons);
        assert_eq!(message["text"], "A &lt;Vie&gt; &amp; more");
        let blocks = message["blocks"].as_array().unwrap();
        assert_eq!(blocks.len(), 4);
        assert_eq!(blocks[0]["type"], "section");
        assert_eq!(blocks[0]["text"]["type"], "mrkdwn");
        assert_eq!(blocks[1]["elements"].as_array().unwrap().len(), 25);
        let first = &blocks[3]["elements"][9];
        assert_eq!(first["value"], "order 59");
        assert!(first["text"]["text"].as_str().unwrap().chars().count() <= 75);
    }

    #[test]
    fn the_first_text_goes_ahead_and_nothing_is_lost() {
        let mut answer = Answer {
            says: vec![What::Text("line\n".repeat(1000))],
            ..Answer::default()
        };
        let (first, _) = first_text(&mut answer).unwrap();
        let rest: usize = answer
            .says
            .iter()
            .map(|what| match what {
                What::Text(text) => text.matches("line").count(),
                _ => 0,
            })
            .sum();
        assert_eq!(first.matches("line").count() + rest, 1000);
        assert_eq!(first_text(&mut Answer::default()), None);
    }
}
