//! What opens over the map: pack, log, keys, help, aiming.

use std::task::{Context, Poll};

use parlour_delve::{Carried, Command, ContentFile, Delve, FILES, Setup};
use parlour_host::link::{Link, LocalLink, News, Ticket};
use parlour_rules::Viewer;
use parlour_tui::delve::{Action, DelveScreen, Keys};
use parlour_tui::{Colours, Input, Stack};
use ratatui::crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::{begun, link, link_to, small, stack, terminal, type_keys, with_hints};

#[test]
fn popups_open_by_letters_and_escape_closes_them() {
    let mut stack = begun();
    for (key, name, title) in [
        ('i', "pack", "Your pack"),
        ('@', "sheet", "You"),
        ('m', "log", "All that was said"),
        ('v', "overview", "What you know"),
        ('?', "keys", "Keys"),
    ] {
        type_keys(&mut stack, &key.to_string());
        let text = small(&mut stack);
        assert!(text.contains(title), "{text}");
        insta::assert_snapshot!(format!("popup_{name}"), text);
        stack.answer(&Input::key(KeyCode::Esc));
        let text = small(&mut stack);
        assert!(!text.contains(&format!(" {title} ─")), "{text}");
        assert!(!stack.is_empty());
    }
}

/// A game whose first potions are aimed at somebody.
fn begun_with_something_to_aim() -> Stack {
    let (name, text) = FILES
        .iter()
        .find(|(name, _)| *name == "items.toml")
        .unwrap();
    let heals = "use = \"heal\"\namount = 18";
    assert!(
        text.contains(heals),
        "the potion of healing has another form"
    );
    let mut setup = Setup::default();
    setup.content.push(ContentFile {
        name: (*name).to_owned(),
        text: text.replace(heals, "use = \"slow\"\nturns = 25"),
    });
    let screen = DelveScreen::new(Box::new(link_to(7, &setup)), with_hints(), None);
    stack(screen, Colours::Full)
}

/// The trap: a right click does not cancel.
#[test]
fn trap_a_right_click_cancels_targeting_and_popups() {
    let mut stack = begun_with_something_to_aim();
    let right = Input::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Right),
        column: 5,
        row: 5,
        modifiers: KeyModifiers::NONE,
    });
    for (key, words) in [("ab", "Aim:"), ("x", "Esc back"), ("i", "Your pack")] {
        type_keys(&mut stack, key);
        let text = small(&mut stack);
        assert!(text.contains(words), "{text}");
        stack.answer(&right);
        let text = small(&mut stack);
        assert!(!text.contains(words) && text.contains("turn 0"), "{text}");
    }
}

#[test]
fn k23_letters_choose_and_refusals_cost_nothing() {
    let mut stack = begun();
    // A potion at full health is refused, with the reason, and kept.
    type_keys(&mut stack, "ab");
    let text = small(&mut stack);
    assert!(text.contains("You are already at full health."), "{text}");
    assert!(text.contains("turn 0"), "{text}");
    type_keys(&mut stack, "i");
    assert!(small(&mut stack).contains("2 potions of healing"));
    stack.answer(&Input::key(KeyCode::Esc));
    // Dropping is a turn.
    type_keys(&mut stack, "da");
    let text = small(&mut stack);
    assert!(
        text.contains("You drop a dagger.") && text.contains("turn 1"),
        "{text}"
    );
}

#[test]
fn keys_are_changed_on_the_screen() {
    let mut stack = begun();
    type_keys(&mut stack, "?");
    // The ninth action is exploring.
    for _ in 0..8 {
        stack.answer(&Input::key(KeyCode::Down));
    }
    stack.answer(&Input::key(KeyCode::Enter));
    assert!(small(&mut stack).contains("press the new key"));
    type_keys(&mut stack, "e");
    stack.answer(&Input::key(KeyCode::Esc));
    // The hint names the new key, and it works.
    let text = small(&mut stack);
    assert!(text.contains("Press e to explore"), "{text}");
    type_keys(&mut stack, "e");
    assert!(!small(&mut stack).contains("turn 0 "));
}

#[test]
fn the_help_key_shows_the_keys_as_they_are() {
    let mut stack = begun();
    stack.answer(&Input::key(KeyCode::F(1)));
    let text = small(&mut stack);
    assert!(text.contains("Keys, 1 of"), "{text}");
    stack.answer(&Input::key(KeyCode::Esc));
    assert!(!small(&mut stack).contains("Keys, 1 of"));
    assert!(!stack.is_empty());
}

/// A link whose player carries one thing for every letter.
struct Laden(LocalLink<Delve>);

impl Link<Delve> for Laden {
    fn send(&mut self, command: &Command) -> Ticket {
        self.0.send(command)
    }

    fn undo(&mut self, to: u64) -> Ticket {
        self.0.undo(to)
    }

    fn viewer(&self) -> Viewer {
        self.0.viewer()
    }

    fn poll_news(&mut self, context: &mut Context<'_>) -> Poll<Option<News<Delve>>> {
        let mut news = std::task::ready!(self.0.poll_news(context));
        if let Some(News::Shown(shown)) = &mut news {
            let one = shown.view.pack[0].clone();
            let thing = |letter: char| Carried {
                letter,
                name: format!("thing {letter}"),
                ..one.clone()
            };
            shown.view.pack = ('a'..='z').map(thing).collect();
        }
        Poll::Ready(news)
    }
}

#[test]
fn all_of_a_full_pack_can_be_seen_on_the_smallest_terminal() {
    let (link, manner) = (link(7), with_hints());
    let screen = DelveScreen::new(Box::new(Laden(link)), manner, None);
    let mut stack = stack(screen, Colours::Full);
    small(&mut stack);
    type_keys(&mut stack, "i");
    let text = small(&mut stack);
    assert!(text.contains("Your pack, 1 to 20 of 26"), "{text}");
    assert!(
        text.contains("thing a") && !text.contains("thing z"),
        "{text}"
    );
    stack.answer(&Input::key(KeyCode::PageDown));
    let text = small(&mut stack);
    assert!(text.contains("Your pack, 7 to 26 of 26"), "{text}");
    assert!(
        text.contains("thing g") && text.contains("thing z"),
        "{text}"
    );
    stack.answer(&Input::key(KeyCode::Up));
    assert!(small(&mut stack).contains("6 to 25 of 26"));
    // On a large one there is nothing to scroll.
    let large = terminal(&mut stack, 120, 40).backend().to_string();
    assert!(
        large.contains("thing a") && large.contains("thing z"),
        "{large}"
    );
}

/// Every action has a key, and the help lists it.
#[test]
fn the_help_lists_every_key() {
    let keys = Keys::default();
    assert!(
        keys.list()
            .all(|(_, key, what)| !key.is_empty() && !what.is_empty())
    );
    assert_eq!(keys.key(Action::Explore), "o");
    let mut stack = begun();
    type_keys(&mut stack, "?");
    let tall = terminal(&mut stack, 100, 50).backend().to_string();
    for (_, key, what) in keys.list() {
        assert!(
            tall.contains(key) && tall.contains(what),
            "{key} {what}\n{tall}"
        );
    }
}
