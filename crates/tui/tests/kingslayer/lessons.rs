//! The tutorial.

use parlour_tui::Colours;
use parlour_tui::kingslayer::{LESSONS, Lessons};

use crate::{drawn, in_one_line, press, small, stack, wide};

#[test]
fn the_tutorial_is_played_through() {
    let mut stack = stack(Lessons::new(), Colours::Full);
    insta::assert_snapshot!("lesson", small(&mut stack));
    press(&mut stack, "1\n");
    assert!(
        wide(&mut stack).contains("the lesson below asks for something else"),
        "{}",
        wide(&mut stack)
    );
    for (lesson, keys) in [
        "13\n1\n", "1\n13\n", "12\n12\n", "12\n", "2\n1\n", "ff123\n",
    ]
    .iter()
    .enumerate()
    {
        let shown = wide(&mut stack);
        assert!(
            shown.contains(&format!("Lesson {} of 6", lesson + 1)),
            "{shown}"
        );
        press(&mut stack, keys);
        let shown = wide(&mut stack);
        assert!(shown.contains("Well done"), "{shown}");
        press(&mut stack, "\n");
    }
    assert!(stack.is_empty());
}

#[test]
fn a_hint_in_a_lesson_is_what_the_lesson_asks_for() {
    let mut stack = stack(Lessons::new(), Colours::Full);
    press(&mut stack, "h");
    assert!(small(&mut stack).contains("Hint: play 10♠."));
    press(&mut stack, "h\nh");
    let shown = small(&mut stack);
    assert!(shown.contains("Hint: play 5♣."), "{shown}");
    press(&mut stack, "h\n");
    assert!(small(&mut stack).contains("Well done"));
}

#[test]
fn a_hint_is_shown_also_after_something_else_was_tried() {
    let mut stack = stack(Lessons::new(), Colours::Full);
    press(&mut stack, "1\n");
    assert!(wide(&mut stack).contains("Fair, but"));
    press(&mut stack, "h");
    let shown = small(&mut stack);
    assert!(shown.contains("Hint: play 10♠."), "{shown}");
    assert!(!shown.contains("Fair, but"), "{shown}");
}

#[test]
fn a_lesson_names_no_place_in_a_hand_that_may_be_sorted() {
    let mut stack = stack(Lessons::new(), Colours::Full);
    press(&mut stack, "s");
    let shown = in_one_line(&mut stack);
    assert!(shown.contains("Press the number on the 10♠"), "{shown}");
    assert!(
        !shown.contains("PgUp"),
        "the lesson stands where rules would"
    );
    assert!(!shown.contains("00:00"), "lessons have no clock");
    press(&mut stack, "4\n");
    assert!(small(&mut stack).contains("Shield"), "10♠ was played");
}

/// "The lessons' small layout": what to do is told whole, down to a telephone.
#[test]
fn every_lesson_is_told_whole_on_a_telephone() {
    for (width, height) in [(40, 18), (60, 20)] {
        for (number, lesson) in LESSONS.iter().enumerate() {
            let mut stack = stack(Lessons::new(), Colours::Full);
            for _ in 0..number {
                press(&mut stack, "n");
            }
            let shown = drawn(&mut stack, width, height);
            if number == 0 {
                let name = format!("lesson_{width}x{height}");
                insta::assert_snapshot!(name, shown.clone());
            }
            let shown: String = shown.replace(['"', '\n'], " ");
            let shown: Vec<&str> = shown.split_whitespace().collect();
            let words: Vec<&str> = lesson.parts[0].words.split_whitespace().collect();
            assert!(
                shown.windows(words.len()).any(|it| it == words),
                "{width}x{height}: {words:?} in {shown:?}"
            );
        }
    }
}
