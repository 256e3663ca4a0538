//! What keys and clicks come to in each mode.

use parlour_rules::{Rules, Seed, Viewer};

use super::*;
use crate::view::{Carried, Thing, ThingKind};
use crate::{Delve, End, Ending, Setup};

fn view() -> View {
    let state = Delve::start(&Setup::default(), Seed(7)).unwrap();
    let mut view = Delve::view(&state, Viewer::Spectator);
    view.sheet.shot = Some((String::from("1d6"), 7));
    view.sheet.arrows = 5;
    view.things.push(Thing {
        at: view.here.step(Direction::East),
        name: String::from("rat"),
        description: String::new(),
        glyph: 'r',
        kind: ThingKind::Enemy {
            health: 100,
            asleep: false,
            confused: false,
            runs: false,
            shoots: false,
            worth: 1,
            fast: false,
            danger: Box::default(),
        },
        in_view: true,
    });
    view
}

#[test]
fn nobody_aims_without_bow_and_arrows() {
    let (mut view, mut control) = (view(), control());
    view.sheet.arrows = 0;
    let said = control.press(Key::Char('f'), &view);
    assert_eq!(said, Asked::Told(String::from("You have no arrows.")));
    view.sheet.shot = None;
    let said = control.press(Key::Char('f'), &view);
    assert_eq!(said, Asked::Told(String::from("You have no bow in hand.")));
    assert_eq!(control.mode(), Mode::Map);
}

#[test]
fn nobody_aims_where_nobody_is_in_view() {
    let (mut view, mut control) = (view(), control());
    view.things.clear();
    let said = control.press(Key::Char('f'), &view);
    let words = String::from("Nobody in view is to be shot at.");
    assert_eq!(said, Asked::Told(words));
    assert_eq!(control.mode(), Mode::Map);
}

fn control() -> Control {
    Control::new(Keys::default())
}

#[test]
fn k23_letters_choose_from_the_pack_and_escape_closes_it() {
    let (view, mut control) = (view(), control());
    for (open, done) in [('a', Command::Use('b')), ('d', Command::Drop('b'))] {
        assert_eq!(control.press(Key::Char(open), &view), Asked::Nothing);
        assert!(matches!(control.mode(), Mode::Pack(_)));
        let asked = control.press(Key::Char('z'), &view);
        assert!(matches!(asked, Asked::Told(_)), "{asked:?}");
        assert_eq!(control.press(Key::Char('b'), &view), Asked::Do(done));
        assert_eq!(control.mode(), Mode::Map);
        control.press(Key::Char(open), &view);
        assert_eq!(control.press(Key::Escape, &view), Asked::Nothing);
        assert_eq!(control.mode(), Mode::Map);
    }
}

/// Letters choose whatever is seen, so only arrows and pages scroll.
#[test]
fn a_pack_that_does_not_fit_scrolls_and_letters_still_choose() {
    let (mut view, mut control) = (view(), control());
    let one = view.pack[0].clone();
    view.pack = ('a'..='z')
        .map(|letter| Carried {
            letter,
            ..one.clone()
        })
        .collect();
    control.set_room(20);
    control.press(Key::Char('d'), &view);
    assert_eq!(control.seen_of_pack(&view), 0..20);
    for (key, seen) in [
        (Key::Up, 0..20),
        (Key::Down, 1..21),
        (Key::PageDown, 6..26),
        (Key::Down, 6..26),
        (Key::Up, 5..25),
        (Key::Home, 0..20),
        (Key::End, 6..26),
    ] {
        assert_eq!(control.press(key, &view), Asked::Nothing);
        assert_eq!(control.seen_of_pack(&view), seen, "{key:?}");
    }
    // The wheel; and another size of the screen.
    control.scroll(-1, &view);
    assert_eq!(control.seen_of_pack(&view), 5..25);
    control.set_room(40);
    assert_eq!(control.seen_of_pack(&view), 0..26);
    control.set_room(20);
    let asked = control.press(Key::Char('a'), &view);
    assert_eq!(asked, Asked::Do(Command::Drop('a')));
    // The next time it begins at its beginning.
    control.press(Key::Char('i'), &view);
    assert_eq!(control.seen_of_pack(&view), 0..20);
}

#[test]
fn escape_closes_every_mode_and_never_the_game() {
    let (view, mut control) = (view(), control());
    for key in "adfxci@mv?".chars() {
        control.press(Key::Char(key), &view);
        assert_ne!(control.mode(), Mode::Map, "{key}");
        assert_eq!(control.press(Key::Escape, &view), Asked::Nothing);
        assert_eq!(control.mode(), Mode::Map, "{key}");
    }
    let told = Asked::Told(String::from("q leaves; the game is kept."));
    assert_eq!(control.press(Key::Escape, &view), told);
}

#[test]
fn k20_after_the_end_pack_and_pages_are_read_and_nothing_is_done() {
    let (mut view, mut control) = (view(), control());
    view.ending = Some(Ending {
        end: End::Won,
        score: 0,
        deepest: 1,
        depth: 1,
        turns: 1,
        rank: 1,
        mode: String::new(),
    });
    for key in "i@mv?".chars() {
        assert_eq!(control.press(Key::Char(key), &view), Asked::Nothing);
        assert_ne!(control.mode(), Mode::Map, "{key}");
        assert_eq!(control.press(Key::Escape, &view), Asked::Nothing);
        assert_eq!(control.mode(), Mode::Map, "{key}");
    }
    control.press(Key::Char('i'), &view);
    assert_eq!(control.press(Key::Char('b'), &view), Asked::Nothing);
    assert_eq!(control.mode(), Mode::Map);
    for key in "olfxc>".chars() {
        assert_eq!(control.press(Key::Char(key), &view), Asked::Nothing);
        assert_eq!(control.mode(), Mode::Map, "{key}");
    }
    assert_eq!(control.press(Key::Escape, &view), Asked::Leave);
}

#[test]
fn a_cursor_moves_by_the_walking_keys_and_stays_on_the_map() {
    let (mut view, mut control) = (view(), control());
    view.things.clear();
    control.press(Key::Char('x'), &view);
    control.press(Key::Char('l'), &view);
    let beside = view.here.step(Direction::East);
    assert_eq!(control.cursor(), Some(beside));
    let asked = control.press(Key::Enter, &view);
    assert_eq!(asked, Asked::Do(Command::Travel(beside)));
    control.press(Key::Char('x'), &view);
    for _ in 0..200 {
        control.press(Key::Left, &view);
    }
    assert_eq!(control.cursor().unwrap().x, 0);
}

#[test]
fn looking_begins_with_whoever_is_awake_and_near_and_tab_goes_on_from_there() {
    let (mut view, mut control) = (view(), control());
    let rat = view.enemies().next().unwrap().clone();
    let at = |x: i32| view.here + Point::new(x, 0);
    let (sleeper, far) = (at(-1), at(4));
    for (place, sleeps) in [(sleeper, true), (far, false)] {
        let mut other = rat.clone();
        other.at = place;
        if let ThingKind::Enemy { asleep, .. } = &mut other.kind {
            *asleep = sleeps;
        }
        view.things.push(other);
    }
    control.press(Key::Char('x'), &view);
    for there in [rat.at, far, sleeper, rat.at] {
        assert_eq!(control.cursor(), Some(there));
        control.press(Key::Tab, &view);
    }
}

#[test]
fn clicks_step_beside_walk_far_and_choose_where_a_cursor_is() {
    let (view, mut control) = (view(), control());
    let (beside, far) = (
        view.here.step(Direction::South),
        view.here + Point::new(5, 0),
    );
    let step = Command::Step(Direction::South);
    assert_eq!(control.click(beside, &view), Asked::Do(step));
    let mut alone = view.clone();
    alone.things.clear();
    assert_eq!(control.click(far, &alone), Asked::Do(Command::Travel(far)));
    assert_eq!(control.click(view.here, &view), Asked::Nothing);
    control.press(Key::Char('f'), &view);
    assert_eq!(control.click(far, &view), Asked::Do(Command::Fire(far)));
}

#[test]
fn whoever_would_go_on_is_told_who_is_in_view() {
    let (mut view, mut control) = (view(), control());
    let told = Asked::Told(String::from("Not with a rat in view."));
    for key in "oRs".chars() {
        assert_eq!(control.press(Key::Char(key), &view), told, "{key}");
    }
    assert_eq!(control.click(view.here + Point::new(5, 0), &view), told);
    let wait = control.press(Key::Char('.'), &view);
    assert_eq!(wait, Asked::Do(Command::Wait));
    // Whoever runs and is not near any more, or sleeps, holds nobody up.
    for (far, sleeps, flees, free) in [
        (1, false, true, false),
        (3, false, true, true),
        (3, false, false, false),
        (1, true, false, true),
    ] {
        for thing in &mut view.things {
            if let ThingKind::Enemy { asleep, runs, .. } = &mut thing.kind {
                (*asleep, *runs) = (sleeps, flees);
                thing.at = view.here + Point::new(far, 0);
            }
        }
        let asked = control.press(Key::Char('o'), &view);
        let goes_on = asked == Asked::Do(Command::Explore);
        assert_eq!(goes_on, free, "{far} {sleeps} {flees}");
    }
}

#[test]
fn a_key_is_changed_on_the_page_of_keys() {
    let (mut view, mut control) = (view(), control());
    view.things.clear();
    control.press(Key::Char('?'), &view);
    for _ in 0..8 {
        control.press(Key::Down, &view);
    }
    control.press(Key::Enter, &view);
    assert_eq!(control.press(Key::Char('7'), &view), Asked::Nothing);
    assert_eq!(control.press(Key::Char('e'), &view), Asked::Rebound);
    control.press(Key::Escape, &view);
    let asked = control.press(Key::Char('e'), &view);
    assert_eq!(asked, Asked::Do(Command::Explore));
}

#[test]
fn the_log_scrolls_no_further_than_it_goes() {
    let (view, mut control) = (view(), control());
    control.press(Key::Char('m'), &view);
    for _ in 0..500 {
        control.press(Key::Up, &view);
    }
    let Mode::Reading(Page::Log(back)) = control.mode() else {
        panic!("the log is read");
    };
    assert_eq!(back, view.log.len());
    control.scroll(1, &view);
    assert_eq!(control.mode(), Mode::Reading(Page::Log(back - 1)));
}
