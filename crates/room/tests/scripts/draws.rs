//! Draws, and bots that agree to them.

use crate::bed::{SEVEN, check};

#[test]
fn bots_agree_to_a_draw_late_and_say_so() {
    check(
        &format!(
            "new bots=hold\nstart\n/as England\ndraw\n/as gm\n{}/as England\ndraw\n\
             expect-refused draw",
            "force\n".repeat(12)
        ),
        &[
            "[ENGLAND] A draw is proposed; who proposed it is not told. Every survivor votes in \
             private with `draw yes` or `draw no` before the phase resolves. Bots agree to a draw \
             from 1907 on, unless they own 9 centres or more and are not held there, or would not \
             share it. It is Spring 1901, movement. Deadline",
            "[public] The proposed draw is not agreed.",
            "Next: Spring 1907, movement (S1907M).",
            "[ENGLAND] The draw is agreed. The game is over: a draw between Austria,",
        ],
    );
    // Those who would not share it do not agree.
    check(
        &format!(
            "new bots=hold draws=any\nstart\n/as England\n/as gm\n{}/as England\ndraw England \
             France",
            "force\n".repeat(12)
        ),
        &[
            "[ENGLAND] A draw is proposed; who proposed it is not told. Every survivor votes in \
             private with `draw yes` or `draw no` before the phase resolves. Bots agree to a draw \
             from 1907",
        ],
    );
    // People vote in secret as before, and what bots do is told beforehand.
    check(
        "new bots=hold\nstart\n/as England\n/as France\n/as England\ndraw\n/as France\ndraw yes",
        &[
            "[ENGLAND] A draw is proposed; who proposed it is not told. Every survivor votes in \
             private with `draw yes` or `draw no` before the phase resolves. Bots agree to a draw \
             from 1907 on",
            "[FRANCE] Your vote is noted. It is secret, and may be changed until the phase \
             resolves; the draw fails unless every survivor agrees by then. Bots agree",
        ],
    );
}

#[test]
fn the_coach_speaks_when_a_game_is_over_and_never_before() {
    // Everybody holds, so that the years pass and a draw is agreed; who never moved
    // could have done better.
    check(
        &format!(
            "new bots=hold\nstart\n/as England\nexpect-refused coach\n/as gm\n\
             expect-refused coach\n{}/as England\nexpect-refused sandbox advice\n\
             expect-refused sandbox advice France\ndraw\ncoach\nsandbox S1901M\n\
             sandbox advice\nsandbox advice Fra",
            "force\n".repeat(12)
        ),
        &[
            "Nobody is coached while a game runs; say `coach` when it is over.",
            "Nobody is advised while a game runs, not in a sandbox either; say it when the game \
             is over.",
            "[ENGLAND] The draw is agreed. The game is over: a draw between Austria,",
            "[ENGLAND] What cost most, and what the coach would have ordered:",
            "Better: ",
            "[ENGLAND] Your sandbox, Spring 1901, movement (S1901M); nobody is told.",
            "A bot would order this for England: it ",
            "A bot would order this for France: it ",
        ],
    );
}

#[test]
fn bots_that_people_leave_behind_agree_on_a_draw() {
    check(
        "new bots=hold\nstart\n/as England\n/as France\nconcede yes\n/as gm\nstatus\n\
         /as England\nconcede yes\n/as gm\nnew",
        &[
            "[FRANCE] You have given up. Your units hold from now on; `status` and `history` still \
             answer you. It is Spring 1901, movement.",
            "Waiting for: England.",
            "[ENGLAND] You have given up.",
            "The game is over: a draw between Austria, Germany, Italy, Russia and Turkey.",
            "[public] Game",
        ],
    );
    // Whoever is in civil disorder may come back, and somebody may take an empty chair.
    check(
        "new bots=hold misses=1\nstart\n/as England\n/as France\nconcede yes\n/as gm\nkick \
         England\nadvance 25h\nstatus",
        &[
            "England is free.",
            "(S1902M). Deadline",
            "In civil disorder: England.",
        ],
    );
}

#[test]
fn a_draw_may_name_powers_if_the_settings_say_so() {
    let seated = SEVEN.replacen("new", "new draws=any", 1);
    let mut text = seated + "/as France\nexpect-refused draw France Atlantis\ndraw France, Italy\n";
    for power in ["Austria", "England", "Germany", "Italy", "Russia"] {
        text += &format!("/as {power}\ndraw yes\n");
    }
    text.push_str("/as Turkey\nstatus\ndraw yes\nexpect-refused order A Con H");
    check(
        &text,
        &[
            "There is no power `atlantis`",
            "[FRANCE] A draw is proposed; who proposed it is not told.",
            "[public] A draw between France and Italy is proposed.",
            "[AUSTRIA] Your vote is noted.",
            "[TURKEY] A draw is proposed between France and Italy.",
            "[TURKEY] The draw is agreed. The game is over: a draw between France and Italy.",
            "[public] The game is over: a draw between France and Italy.",
        ],
    );
    check(
        &(String::from(SEVEN) + "/as France\nexpect-refused draw France Italy\ndraw"),
        &[
            "Austria",
            "[public] A draw between Austria, England, France, Germany, Italy, Russia and Turkey",
        ],
    );
}

#[test]
fn a_draw_that_names_powers_is_shared_by_two_at_least() {
    let seated = SEVEN.replacen("new", "new draws=any", 1);
    let mut text = seated + "/as France\nexpect-refused draw France\ndraw Austria France\n";
    for power in ["England", "Germany", "Italy", "Russia", "Turkey"] {
        text += &format!("/as {power}\ndraw yes\n");
    }
    check(
        &(text + "/as gm\nkick Austria\nstatus\n/as Austria\n/as France\nexpect-refused draw yes"),
        &[
            "[FRANCE] A draw is shared by two powers or more.",
            "[public] A draw between Austria and France is proposed.",
            "[public] The proposed draw is off: fewer than two of its powers are left.",
            "[FRANCE] No draw is proposed.",
        ],
    );
}

#[test]
fn a_stopped_clock_ends_no_game_by_a_draw() {
    let mut text = String::from(SEVEN) + "/as Austria\ndraw\n";
    for power in ["England", "France", "Germany", "Italy", "Russia"] {
        text += &format!("/as {power}\ndraw yes\n");
    }
    let all = check(
        &(text
            + "/as gm\npause\n/as Turkey\nexpect-refused draw yes\nexpect-refused draw no\n\
               expect-refused draw\nstatus\n/as gm\nresume\n/as Turkey\ndraw yes"),
        &[
            "[TURKEY] The clock is stopped: no draw is proposed or voted on until `resume`.",
            "[TURKEY] The clock is stopped: no draw",
            "[TURKEY] The clock is stopped: no draw",
            "[TURKEY] A draw is proposed between",
            "The clock goes on.",
            "[TURKEY] The draw is agreed. The game is over:",
        ],
    );
    let over = all.iter().filter(|line| line.contains("is agreed"));
    assert_eq!(over.count(), 1, "{all:#?}");
}

#[test]
fn who_is_in_civil_disorder_is_told_how_to_vote() {
    check(
        "new movement=24h misses=1 map=five\nstart\n/as Russia\nready\n/as Turkey\nready\n\
         /as Austria\n/as England\n/as France\n/as gm\nadvance 24h\n\
         /as England\nexpect-refused draw\n/as Russia\ndraw\n\
         /as England\nexpect-refused draw no\nunready\ndraw no\n/as Turkey\ndraw yes\n/as gm\nstatus",
        &[
            "[ENGLAND] Nobody waits for you, so you have no part in a draw. Say `unready` first, \
             then this again.",
            "[ENGLAND] Nobody waits for you, so you have no part in a draw.",
            "[ENGLAND] The table waits for you again.",
            "[ENGLAND] Your vote is noted.",
            "[TURKEY] Your vote is noted.",
            "(F1901M). Deadline",
            "[public] A draw is proposed between",
        ],
    );
}

/// As long as the phase lasts nobody is bound to their vote, and nobody learns of one.
#[test]
fn a_vote_is_changed_until_the_phase_ends() {
    let mut text = String::from(SEVEN) + "/as Austria\ndraw\n";
    for power in ["England", "France", "Germany", "Italy", "Russia"] {
        text += &format!("/as {power}\ndraw yes\n");
    }
    let all = check(
        &(text
            + "/as Turkey\ndraw no\nexpect-refused draw no\n/as gm\nstatus\n/as Turkey\n\
               draw yes"),
        &[
            "[TURKEY] Your vote is noted. It is secret, and may be changed until the phase resolves",
            "[TURKEY] Turkey has voted already.",
            "[public] A draw is proposed between",
            "[TURKEY] The draw is agreed. The game is over:",
        ],
    );
    assert!(
        !all.iter().any(|line| line.contains("not agreed")),
        "{all:#?}"
    );
}

#[test]
fn giving_up_is_asked_once() {
    let all = check(
        "new bots=hold\nstart\n/as England\n/as France\nconcede\nstatus\nconcede yes\n\
         expect-refused concede\n/as gm\nstatus",
        &[
            "[FRANCE] That gives France up for good: its units hold, and it shares in no draw. \
             `concede yes` does it; nothing has changed yet.",
            "[FRANCE] You have given up.",
            "[FRANCE] France has conceded already.",
            "[public] Conceded: France.",
        ],
    );
    let told = all
        .iter()
        .filter(|line| line.contains("France has conceded."));
    assert_eq!(told.count(), 1, "{all:#?}");
}
