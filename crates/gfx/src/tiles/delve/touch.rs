//! What can be pressed now, for a page that shows it as buttons: the actions a hint
//! names, the things of the pack, the ways out of a page.

use parlour_delve::control::{Choosing, Control, Mode, Page};
use parlour_delve::keys::Action;
use parlour_delve::{Hint, View};

/// The actions that a page offers over the map, the usual ones first.
const ACTIONS: [Action; 16] = [
    Action::Explore,
    Action::Take,
    Action::Use,
    Action::Rest,
    Action::Descend,
    Action::Ascend,
    Action::Look,
    Action::Search,
    Action::Wait,
    Action::Drop,
    Action::Close,
    Action::Sheet,
    Action::Overview,
    Action::Log,
    Action::Help,
    Action::Fire,
];

/// One thing to press.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// What it is: the name of an action, `item`, or the name of a key.
    pub name: String,
    /// The key that does it: a letter, or the name of a key.
    pub key: String,
    /// Whether the hint of the moment names it.
    pub hinted: bool,
    /// The words of an item; nothing where the name says all.
    pub words: String,
}

impl Touch {
    fn key(name: &str) -> Self {
        Self {
            name: name.to_lowercase(),
            key: name.to_owned(),
            hinted: false,
            words: String::new(),
        }
    }

    /// A shard may be bound to whoever carries it.
    fn oneself() -> Self {
        Self {
            name: String::from("oneself"),
            ..Self::key("Enter")
        }
    }

    /// One line: four fields with tabs between.
    fn line(&self) -> String {
        let plain = |text: &str| text.replace(char::is_control, " ");
        let hinted = if self.hinted { "yes" } else { "no" };
        let (name, words) = (plain(&self.name), plain(&self.words));
        [&name, "\t", &self.key, "\t", hinted, "\t", &words, "\n"].concat()
    }
}

/// All that can be pressed.
pub fn touches(control: &Control, view: &View, hint: Option<Hint>) -> Vec<Touch> {
    let keys = |names: &[&str]| names.iter().map(|name| Touch::key(name)).collect();
    match control.mode() {
        Mode::Map if view.ending.is_some() => keys(&["Enter"]),
        Mode::Map => actions(control, view, hint),
        Mode::Pack(choosing) => {
            let seen = view.pack[control.seen_of_pack(view)].iter();
            let wanted = match hint {
                Some(Hint::Drink(letter) | Hint::Wear(letter) | Hint::Bind(letter)) => Some(letter),
                _ => None,
            };
            let mut all: Vec<Touch> = seen
                .map(|item| Touch {
                    name: String::from("item"),
                    key: item.letter.to_string(),
                    hinted: wanted == Some(item.letter),
                    words: item.name.clone(),
                })
                .collect();
            if all.len() < view.pack.len() {
                all.extend(["ArrowUp", "ArrowDown"].map(Touch::key));
            }
            if matches!(choosing, Choosing::Bind(_)) {
                all.insert(0, Touch::oneself());
            }
            all.push(Touch::key("Escape"));
            all
        }
        Mode::Look(_) => keys(&["Enter", "Escape"]),
        Mode::Aim(..) => keys(&["Enter", "Tab", "Escape"]),
        Mode::Close | Mode::Reading(Page::Sheet | Page::Overview) => keys(&["Escape"]),
        Mode::Reading(Page::Log(_) | Page::Keys { .. }) => {
            keys(&["ArrowUp", "ArrowDown", "Escape"])
        }
    }
}

fn actions(control: &Control, view: &View, hint: Option<Hint>) -> Vec<Touch> {
    let advice = hint.map_or_else(String::new, Hint::words);
    let touch = |action: Action| Touch {
        name: action.name().to_owned(),
        key: control.keys.key(action).to_owned(),
        hinted: advice.contains(&format!("{{{}}}", action.name())),
        words: String::new(),
    };
    // Shooting comes last: it is there only where there is somebody to shoot at, and no
    // other button moves under a finger.
    let armed = view.sheet.shot.is_some() && view.sheet.arrows > 0;
    let shoots = armed && view.enemies().next().is_some();
    let offered = ACTIONS
        .into_iter()
        .filter(|it| shoots || *it != Action::Fire);
    offered.map(touch).collect()
}

/// The same as text, a line each.
pub(super) fn lines(touches: &[Touch]) -> String {
    touches.iter().map(Touch::line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_four_fields_whatever_a_thing_is_called() {
        let touch = Touch {
            name: String::from("item"),
            key: String::from("b"),
            hinted: true,
            words: String::from("a potion\tof\nhealing"),
        };
        assert_eq!(touch.line(), "item\tb\tyes\ta potion of healing\n");
        assert_eq!(Touch::key("ArrowUp").line(), "arrowup\tArrowUp\tno\t\n");
    }
}
