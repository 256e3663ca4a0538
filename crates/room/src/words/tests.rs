//! The grammar of the module doc, word by word.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(message: &str, expected: Words) {
    assert_eq!(read(message), Ok(expected), "{message:?}");
}

#[track_caller]
fn check_refused(message: &str, code: &str, says: &str) {
    let refused = read(message).unwrap_err();
    assert_eq!(refused.code(), code, "{message:?}");
    assert!(refused.to_string().contains(says), "{refused}");
}

fn orders(lines: &[(OrderVerb, &str)]) -> Words {
    Words::Order(lines.iter().map(|(verb, text)| line(*verb, text)).collect())
}

#[test]
fn a_slash_and_capitals_make_no_difference() {
    for message in [
        "status",
        "/status",
        "STATUS",
        "  /Status  ",
        "/status@parlour_bot",
    ] {
        check(message, Words::Status);
    }
}

#[test]
fn further_orders_stand_on_further_lines() {
    use OrderVerb::{Order, Waive};
    check("order A Vie-Bud", orders(&[(Order, "A Vie-Bud")]));
    check(
        "/move A Vie-Bud\nA Bud - Rum\n\n  F Tri-Alb ; F Ank S A Con",
        orders(&[
            (Order, "A Vie-Bud"),
            (Order, "A Bud - Rum"),
            (Order, "F Tri-Alb"),
            (Order, "F Ank S A Con"),
        ]),
    );
    check("order\nA Vie-Bud", orders(&[(Order, "A Vie-Bud")]));
    check("waive 2", orders(&[(Waive, "2")]));
    check("waive", orders(&[(Waive, "")]));
}

#[test]
fn a_line_may_bring_a_verb_of_its_own() {
    use OrderVerb::{Build, Disband, Retreat, Waive};
    check(
        "build F Stp/nc\nA Mos\nwaive\n",
        orders(&[(Build, "F Stp/nc"), (Build, "A Mos"), (Waive, "")]),
    );
    check(
        "retreat A Mun-Ruh; disband F Hel",
        orders(&[(Retreat, "A Mun-Ruh"), (Disband, "F Hel")]),
    );
}

#[test]
fn joining_names_a_code_or_a_power_or_both() {
    let join = |code: Option<&str>, power: Option<&str>| Words::Join {
        code: code.map(String::from),
        powers: power.into_iter().map(String::from).collect(),
    };
    check("join", join(None, None));
    check("join k7q2m", join(Some("K7Q2M"), None));
    check("join K7Q2M France", join(Some("K7Q2M"), Some("France")));
    check("join italy", join(None, Some("italy")));
    let wishes = Words::Join {
        code: Some(String::from("K7Q2M")),
        powers: ["France", "italy", "Turkey"].map(String::from).to_vec(),
    };
    check("join K7Q2M France, italy,Turkey", wishes);
    assert!(read("join K7Q2M France Italy").is_err());
    assert!(read("join K7Q2M France Italy, Turkey").is_err());
}

#[test]
fn drafts_and_sandboxes_are_shown_filled_and_forgotten() {
    let line = |text: &str| OrderLine {
        verb: OrderVerb::Order,
        text: String::from(text),
    };
    let draft = |words: DraftWords| Words::Draft(words);
    check("draft", draft(DraftWords::Show));
    check("draft give", draft(DraftWords::Give));
    check("draft clear", draft(DraftWords::Clear(None)));
    check("draft clear all", draft(DraftWords::Clear(None)));
    let vienna = Some(String::from("A Vie"));
    check("draft clear A Vie", draft(DraftWords::Clear(vienna)));
    let orders = vec![line("A Vie-Bud"), line("F Tri H")];
    check(
        "draft A Vie-Bud; F Tri H",
        draft(DraftWords::Note(orders.clone())),
    );
    let sandbox = |words: SandboxWords| Words::Sandbox(words);
    check("sandbox", sandbox(SandboxWords::Show));
    check("sandbox now", sandbox(SandboxWords::From(None)));
    let past = Some(String::from("S1901M"));
    check("sandbox s1901m", sandbox(SandboxWords::From(past)));
    check("sandbox resolve", sandbox(SandboxWords::Resolve));
    check("sandbox on", sandbox(SandboxWords::On));
    check("sandbox advice", sandbox(SandboxWords::Advice(None)));
    let france = Some(String::from("France"));
    check(
        "sandbox advice France",
        sandbox(SandboxWords::Advice(france)),
    );
    check("sandbox clear", sandbox(SandboxWords::Clear));
    check("sandbox end", sandbox(SandboxWords::End));
    check(
        "sandbox A Vie-Bud; F Tri H",
        sandbox(SandboxWords::Order(orders)),
    );
}

#[test]
fn maps_take_a_province_and_steps() {
    let map = |province: Option<&str>, radius| Words::Map {
        province: province.map(String::from),
        radius,
    };
    check("map", map(None, 1));
    check("map vie", map(Some("vie"), 1));
    check("map vie 2", map(Some("vie"), 2));
    check("map north sea 3", map(Some("north sea"), 3));
    check_refused("map vie 10", "misused_word", "0 to 9");
    check_refused("map vie 99999999999", "misused_word", "0 to 9");
}

#[test]
fn why_takes_a_unit_and_perhaps_a_phase() {
    let why = |unit: &str, phase: Option<&str>| Words::Why {
        unit: unit.into(),
        phase: phase.map(String::from),
    };
    check("why A Bud", why("A Bud", None));
    check("why a bud s1901m", why("a bud", Some("S1901M")));
    check("why bud", why("bud", None));
    check_refused("why", "misused_word", "name the unit");
}

#[test]
fn the_clock_takes_moments_and_lengths() {
    check(
        "deadline 2031-05-02 18:00",
        Words::Deadline(DeadlineChange::At("2031-05-02T18:00".parse().unwrap())),
    );
    check(
        "deadline movement=48h builds=6h",
        Words::Deadline(DeadlineChange::Lengths(vec![
            "movement=48h".into(),
            "builds=6h".into(),
        ])),
    );
    check(
        "deadline 2031-05-02T18:00",
        Words::Deadline(DeadlineChange::At("2031-05-02T18:00".parse().unwrap())),
    );
    let extend = |words: ExtendWords| Words::Extend(words);
    check("extend 12h", extend(ExtendWords::By(Span::from_hours(12))));
    check(
        "extend 1d 12h",
        extend(ExtendWords::By(Span::from_hours(36))),
    );
    check("extend yes", extend(ExtendWords::Vote(true)));
    check("extend No", extend(ExtendWords::Vote(false)));
    for message in [
        "deadline",
        "deadline tomorrow",
        "deadline 2031-13-02 18:00",
        "extend",
        "extend 0h",
    ] {
        assert_eq!(
            read(message).unwrap_err().code(),
            "misused_word",
            "{message}"
        );
    }
}

#[test]
fn a_draw_is_proposed_between_all_or_some_and_voted_on() {
    let propose = |powers: &[&str]| {
        let powers = powers.iter().map(ToString::to_string).collect();
        Words::Draw(DrawWords::Propose(powers))
    };
    check("draw", propose(&[]));
    check(
        "draw France, Italy and Turkey",
        propose(&["france", "italy", "turkey"]),
    );
    check("draw YES", Words::Draw(DrawWords::Vote(true)));
    check("draw n", Words::Draw(DrawWords::Vote(false)));
}

#[test]
fn a_new_player_may_have_several_names() {
    check(
        "replace France @Ann Lee",
        Words::Replace {
            power: "France".into(),
            player: "@Ann Lee".into(),
        },
    );
    check_refused(
        "replace France",
        "misused_word",
        "the new player must follow",
    );
}

#[test]
fn what_is_copied_is_understood() {
    for (copied, said) in [
        ("`help`", "help"),
        ("say `order A Vie-Bud`", "say order A Vie-Bud"),
        ("“order A Vie-Bud”", "order A Vie-Bud"),
        ("• A Ser-Gre", "A Ser-Gre"),
        (", status", "status"),
        ("order A Vie-Bud\n• A Bud H", "order A Vie-Bud\nA Bud H"),
        ("join K7Q2M", "join K7Q2M"),
    ] {
        assert_eq!(unadorned(copied), said);
    }
}

#[test]
fn a_code_in_front_names_the_game() {
    let code = |code: &str| Some(code.to_owned());
    assert_eq!(addressed("K7Q2M status"), (code("K7Q2M"), "status"));
    assert_eq!(
        addressed(" /k7q2m: order A Vie-Bud\nA Bud H"),
        (code("K7Q2M"), "order A Vie-Bud\nA Bud H")
    );
    for plain in ["status", "/status", "order A Vie-Bud", "force", ""] {
        assert_eq!(addressed(plain), (None, plain));
    }
    assert_eq!(read("ready").unwrap(), Words::Ready(None));
    assert_eq!(read("ready s1901m").unwrap(), Words::Ready(code("S1901M")));
}

#[test]
fn words_that_are_said_alone_take_nothing_else() {
    for verb in [
        "leave", "orders", "unready", "mymap", "status", "last", "powers", "rules", "pause",
        "resume", "export", "coach",
    ] {
        assert!(read(verb).is_ok(), "{verb}");
        let says = format!("`never` is too much: `{verb}` is said with nothing else");
        check_refused(&format!("{verb} never"), "misused_word", &says);
    }
    for message in [
        "history S1901M F1901M",
        "help order move",
        "join K7Q2M France Italy",
        "join France Italy",
        "draw yes please",
        "draw no, never",
        "why A Vie S1901M please",
        "why A Vie S1901M F1901M",
        "extend 12h please",
        "use K7Q2M K7Q2N",
        "ready never",
        "ready S1901M F1901M",
        "link K7Q2M here",
        "map vie -1",
        "map vie +1",
        "deadline 2031-05-02 18:00 sharp",
        "start later",
        "start bots=hold now",
        "concede never",
        "concede yes please",
        "force tomorrow",
    ] {
        let refused = read(message).unwrap_err();
        assert_eq!(refused.code(), "misused_word", "{message}");
    }
}

#[test]
fn giving_up_needs_a_yes() {
    check("concede", Words::Concede(false));
    check("Concede YES", Words::Concede(true));
    check("concede y", Words::Concede(false));
    check("draw y", Words::Draw(DrawWords::Hint));
    check("force", Words::Force(false));
    check("force YES", Words::Force(true));
    check("start", Words::Start(None));
    check(
        "start bots=greedy",
        Words::Start(Some("bots=greedy".into())),
    );
}

#[test]
fn clearing_all_clears_everything() {
    check("clear", Words::Clear(None));
    check("clear ALL", Words::Clear(None));
    check("clear A Vie", Words::Clear(Some("A Vie".into())));
}

#[test]
fn any_five_letters_and_digits_may_be_meant_as_a_code() {
    check("use qqqqq", Words::Use("QQQQQ".into()));
    check_refused("use K7Q2", "misused_word", "five letters and digits");
}

#[test]
fn unknown_words_are_answered_with_the_likely_one() {
    check_refused("oder A Vie-Bud", "unknown_word", "did you mean `order`?");
    check_refused("statsu", "unknown_word", "did you mean `status`?");
    check_refused("A Vie-Bud", "unknown_word", "did you mean `order`?");
    check_refused("xyzzy", "unknown_word", "`help` lists");
    check_refused("", "empty", "say what you want");
    check_refused("/", "empty", "say what you want");
}

#[test]
fn floods_are_refused() {
    check_refused(
        &"order A Vie-Bud\n".repeat(8000),
        "too_long",
        "at most 8 kB",
    );
    check_refused(
        &format!("order {}", "x\n".repeat(65)),
        "too_many_orders",
        "at most 64",
    );
}

#[test]
fn a_code_is_never_a_power_or_a_province() {
    assert!(is_code("K7Q2M"));
    for word in [
        "italy", "Spain", "Rumania", "ITALY", "12", "K7Q2M1", "K7Q-M",
    ] {
        assert!(!is_code(word), "{word}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_in_short_words(message in "\\PC{0,300}") {
        if let Err(refused) = read(&message) {
            prop_assert!(refused.to_string().len() < 300);
        }
    }

    #[test]
    fn verbs_with_any_rest_never_panic(verb in 0..Verb::ALL.len(), rest in "[ -~\\n\\u{80}-\\u{2fff}]{0,60}") {
        let _ = read(&format!("{} {rest}", Verb::ALL[verb].word()));
    }
}

#[test]
fn waiving_may_come_first_and_speaks_for_no_other_order() {
    use OrderVerb::{Build, Order, Waive};
    for (message, lines) in [
        ("waive; build A Ber", &[(Waive, ""), (Build, "A Ber")][..]),
        ("waive;A Mun B", &[(Waive, ""), (Order, "A Mun B")]),
        ("waive 1\nA Mun B", &[(Waive, "1"), (Order, "A Mun B")]),
        ("build A Ber; waive", &[(Build, "A Ber"), (Waive, "")]),
        ("waive 2", &[(Waive, "2")]),
    ] {
        check(message, orders(lines));
    }
}

#[test]
fn blanks_after_the_slash_and_letters_of_any_length_are_read() {
    check(
        "/  waive; build A Ber",
        orders(&[(OrderVerb::Waive, ""), (OrderVerb::Build, "A Ber")]),
    );
    for message in [
        "/ é;",
        "/ ;",
        "é;é",
        "/\u{a0}ß;;",
        "; order A Vie-Bud",
        "/ 日本;日",
    ] {
        assert!(read(message).is_err(), "{message:?}");
    }
}
