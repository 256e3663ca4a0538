//! Orders and readiness.

use crate::bed::{SEVEN, check};

#[test]
fn every_answer_says_what_happens_next() {
    check(
        "new bots=hold zone=Europe/Berlin\nstart\n/as Austria\norder A Vie-Bud\norder A Bud-Ser\n\
         move F Tri-Alb",
        &[
            "[public] Game",
            "[AUSTRIA] Noted: A Vie - Bud. Still without orders: A Bud, F Tri. Deadline Fri 02:00 \
             Europe/Berlin, in 24 h.",
            "[AUSTRIA] Noted: A Bud - Ser.",
            "[AUSTRIA] Noted: F Tri - Alb. Nothing is missing; say `ready`",
        ],
    );
}

#[test]
fn a_phase_resolves_early_when_all_who_must_order_are_ready() {
    let mut text = String::from(SEVEN);
    for power in ["Austria", "England", "France", "Germany", "Italy", "Russia"] {
        text += &format!("/as {power}\nready\n");
    }
    text.push_str("status\n/as Turkey\norder A Con-Bul\nready\nstatus\n");
    let all = check(
        &text,
        &[
            "[AUSTRIA] Austria is ready. Careful: Still without orders: A Bud, F Tri, A Vie.",
            "[RUSSIA] Waiting for: Turkey.",
            "Units without orders hold. Everybody is: S1901M is resolved.",
            "[public] Spring 1901, movement (S1901M):",
            "[public] Turkey: A Con - Bul: succeeded unopposed",
            "[public] Next: Fall 1901, movement (F1901M). Deadline",
            "[public] (picture S1901M.png",
            "[TURKEY] Game",
        ],
    );
    let pictures = all.iter().filter(|line| line.contains("(picture")).count();
    assert_eq!(pictures, 1, "exactly one picture goes with a resolution");
}

#[test]
fn changing_an_order_takes_readiness_away_and_says_so() {
    check(
        "new bots=hold\nstart\n/as Austria\n/as England\n/as Austria\nready\norder A Vie-Gal\n\
         status",
        &[
            "Austria is ready",
            "You are no longer ready",
            "Waiting for: Austria and England.",
        ],
    );
}

#[test]
fn somebody_elses_units_seats_and_votes_are_refused() {
    check(
        "new bots=hold\nstart\n/as Austria\nexpect-refused order F Lon-NTH\nexpect-refused order \
         England: F Lon-NTH\nexpect-refused draw yes\nexpect-refused unready\nexpect-refused join \
         England\nexpect-refused leave\nexpect-refused retreat A Vie-Boh\nexpect-refused build A \
         Vie\nexpect-refused order F1901M A Vie-Gal\norder S1901M A Vie-Gal\n/as gm\n\
         expect-refused order A Vie-Gal\nexpect-refused orders\nexpect-refused mymap\n\
         expect-refused draw yes\nexpect-refused new",
        &[
            "F Lon is not yours to order.",
            "you are Austria",
            "No draw is proposed.",
            "Orders are secret",
            "is played here",
        ],
    );
}

#[test]
fn a_line_without_a_verb_takes_that_of_the_line_before() {
    check(
        "new bots=hold\nstart\n/as Russia\norder A Mos-Ukr\nF Sev-Rum\nexpect-refused F Lon-NTH\n\
         F Stp/sc-Bot\nstatus\nA War-Gal\nready\norder F Bot-Swe\nready\n\
         build F Stp/nc\nA Mos\norders",
        &[
            "[RUSSIA] Noted: F Sev - Rum.",
            "[RUSSIA] F Lon-Nth: F Lon is not yours to order.",
            "[RUSSIA] Noted: F Stp/sc - Bot.",
            "[RUSSIA] Noted: A War - Gal.",
            "[RUSSIA] Russia may build 2 units.",
            "[RUSSIA] Noted: F Stp/nc B.",
            "[RUSSIA] Noted: A Mos B. Nothing is missing;",
        ],
    );
}

#[test]
fn one_bad_order_does_not_take_the_good_ones_along() {
    check(
        "new bots=hold\nstart\n/as Austria\norder A Bud-Ser; A Mun-Bur; F Tri-Alb; waive x\norders\n\
         expect-refused order A Mun-Bur; A Vie-Ven\norder A Vie-Gal; A Vie-Boh; A Bud-Rum\norders",
        &[
            "[AUSTRIA] Noted: A Bud - Ser; F Tri - Alb.",
            "[AUSTRIA] Not noted: A Mun-Bur: A Mun is not yours to order.",
            "[AUSTRIA] Not noted: A number of builds may follow, for instance `waive 2`.",
            "[AUSTRIA] Still without orders: A Vie. Deadline Fri 00:00 UTC, in 24 h.",
            "[AUSTRIA] • A Bud - Ser",
            "[AUSTRIA] • F Tri - Alb",
            "[AUSTRIA] A Mun-Bur: A Mun is not yours to order",
            "[AUSTRIA] A Vie-Ven: A Vie cannot reach Ven.",
            "[AUSTRIA] Noted: A Bud - Rum.",
            "[AUSTRIA] Not noted: A Vie-Gal: there is another order for this unit.",
            "[AUSTRIA] Not noted: A Vie-Boh: there is another order for this unit.",
            "[AUSTRIA] • A Bud - Rum",
        ],
    );
}

#[test]
fn a_fault_that_is_said_three_times_is_named_once() {
    let all = check(
        "new bots=hold\nstart\n/as Austria\nexpect-refused waive 3",
        &["cannot be ordered in this phase."],
    );
    let named = all.iter().filter(|line| line.contains("in this phase"));
    assert_eq!(named.count(), 1, "{all:#?}");
}

#[test]
fn in_private_an_order_needs_no_verb() {
    check(
        "new bots=hold\nstart\n/as Austria\nall hold\nvie-gal, bud-ser\nexpect-refused hello\norders\n\
         /as gm\nexpect-refused A Vie-Bud",
        &[
            "[AUSTRIA] Noted: A Bud H; F Tri H; A Vie H.",
            "[AUSTRIA] Noted: A Vie - Gal; A Bud - Ser.",
            "[AUSTRIA] `hello` is not understood;",
            "[AUSTRIA] • A Vie - Gal",
            "[public] `A` is not understood; did you mean `order`?",
        ],
    );
}

#[test]
fn the_last_phase_and_all_phases_are_told_in_one_answer() {
    let all = check(
        "new bots=hold\nstart\nlast\n/as Austria\norder A Vie-Gal\n/as gm\nforce\nlast\nhistory all\n\
         map S1901M\nexpect-refused map F1901M",
        &[
            "[public] No phase is resolved yet.",
            "Austria: A Vie - Gal",
            "F1901M has not been resolved in this game.",
        ],
    );
    let told = all
        .iter()
        .filter(|line| line.contains("Austria: A Vie - Gal"));
    assert!(
        told.count() >= 3,
        "the resolution, the last phase, all phases: {all:#?}"
    );
}

#[test]
fn help_begins_with_what_is_of_use_now() {
    check(
        "help\nnew bots=hold\nhelp\nstart\n/as Austria\nhelp\nhelp last\nhelp all",
        &[
            "`new` opens a game here",
            "takes a seat, `leave` gives it up",
            "[AUSTRIA] • Still without orders: ",
            "last: what the last phase came to, in one answer.",
            "What can be said:",
        ],
    );
}
