//! Deadlines, reminders, grace and weekends.

use crate::bed::check;

#[test]
fn deadlines_remind_resolve_and_lead_to_civil_disorder() {
    let all = check(
        "new bots=hold\nstart\n/as Austria\norder A Vie-Gal; A Bud-Ser; F Tri-Alb\n/as England\n\
         /as France\norder A Par-Bur\n/as gm\nadvance 17h\nadvance 2h\nadvance 6h\nadvance 24h\n\
         status\n/as France\norder A Bur H\nstatus",
        &[
            "[ENGLAND] Reminder: S1901M is due Fri 00:00 UTC, in 6 h. Still without orders: F Edi, \
             F Lon, A Lvp.",
            "[FRANCE] Reminder: S1901M is due Fri 00:00 UTC, in 6 h. Still without orders: F Bre, \
             A Mar.",
            "[public] Spring 1901, movement (S1901M):",
            "[public] England sent no orders.",
            "[public] Fall 1901, movement (F1901M):",
            "[public] England sent no orders (2 times in a row).",
            "[public] England is in civil disorder",
        ],
    );
    let reminded = |power: &str| {
        let words = format!("[{power}] Reminder: S1901M");
        all.iter().filter(|line| line.starts_with(&words)).count()
    };
    assert_eq!(
        reminded("AUSTRIA"),
        0,
        "who has ordered everything is not reminded"
    );
    assert_eq!(reminded("ENGLAND"), 1, "one reminder a phase");
    assert_eq!(reminded("GERMANY"), 0, "bots are not reminded");
}

#[test]
fn grace_is_given_once_and_only_to_who_is_not_ready() {
    check(
        "new bots=hold grace=6h\nstart\n/as Austria\norder A Vie-Gal\nadvance 25h\nstatus\n\
         advance 6h",
        &[
            "[public] Time is up for S1901M, but not everybody is ready. The clock waits once \
             more: deadline Fri 06:00 UTC, in 6 h.",
            "[AUSTRIA] Game",
            "[public] Spring 1901, movement (S1901M):",
        ],
    );
}

#[test]
fn weekends_are_skipped_and_hours_kept() {
    // 2031-05-01 is a Thursday.
    check(
        "new bots=hold hour=18:00 zone=Europe/Berlin weekends=skip\nstart\n/as England\n/as gm\n\
         advance 45h\nstatus",
        &[
            "Deadline Fri 18:00 Europe/Berlin",
            "Deadline Mon 18:00 Europe/Berlin",
        ],
    );
}

#[test]
fn a_reminder_comes_once_a_phase_however_often_its_end_is_moved() {
    let all = check(
        "new bots=hold\nstart\n/as England\n/as gm\nadvance 19h\nextend 24h\nadvance 24h\n\
         pause\nadvance 1h\nresume\nadvance 6h\n",
        &["Reminder: S1901M", "Spring 1901, movement (S1901M):"],
    );
    let count = |phase: &str| {
        let words = format!("[ENGLAND] Reminder: {phase}");
        all.iter().filter(|line| line.starts_with(&words)).count()
    };
    assert_eq!((count("S1901M"), count("F1901M")), (1, 0));
}

#[test]
fn weekends_are_skipped_by_grace_by_a_stopped_clock_and_by_an_extension() {
    // 2031-05-01 is a Thursday.
    let opened = "new bots=hold weekends=skip movement=42h grace=8h";
    check(
        &format!("{opened}\nstart\n/as Austria\n/as gm\nadvance 43h\nstatus"),
        &[
            "Deadline Fri 18:00 UTC, in 42 h.",
            "The clock waits once more: deadline Mon 02:00 UTC",
        ],
    );
    check(
        &format!("{opened} hour=18:00\nstart\n/as Austria\n/as gm\nadvance 43h\nstatus"),
        &["The clock waits once more: deadline Mon 18:00 UTC"],
    );
    check(
        &format!(
            "{opened}\nstart\n/as Austria\n/as gm\nadvance 40h\npause\nadvance 20h\nresume\n\
             extend 5d\ndeadline 2031-05-10 12:00\nexpect-refused deadline 9999-12-31 10:00"
        ),
        &[
            "The clock goes on. Deadline Mon 14:00 UTC",
            "Deadline Mon 2031-05-12 14:00 UTC, in 9 days. No phase ends on a weekend here.",
            "Deadline Sat 2031-05-10 12:00 UTC, in 7 days. That is on a weekend, on which no phase \
             ends here otherwise.",
            "A deadline is at most 366 days away.",
        ],
    );
}

#[test]
fn a_table_of_bots_goes_by_the_clock() {
    check(
        "new bots=greedy\nstart\nadvance 12h\nstatus\nadvance 13h\nstatus\nadvance 30d\nstatus",
        &[
            "(S1901M). Deadline",
            "Spring 1901, movement (S1901M):",
            "(F1901M). Deadline",
        ],
    );
}

#[test]
fn a_deadline_is_extended_no_further_than_it_may_be_set() {
    check(
        "new bots=hold\nstart\nextend 300d\nexpect-refused extend 100d\nextend 12h",
        &["[public] A deadline is at most 366 days away."],
    );
}

/// Six of seven are ready, and the clock is stopped with four hours left.
fn stopped() -> String {
    let mut text = String::from("new movement=24h\nstart\n/as Austria\n");
    for power in ["England", "France", "Germany", "Italy", "Russia", "Turkey"] {
        text += &format!("/as {power}\nready\n");
    }
    text + "/as gm\nadvance 20h\npause\n"
}

#[test]
fn nothing_resolves_while_the_clock_is_stopped() {
    // The last who is waited for cannot give up, and if they are sent away, nobody
    // waits for them once the clock goes on.
    let all = check(
        &(stopped()
            + "/as Austria\nexpect-refused concede\n/as gm\nkick Austria\nstatus\nadvance 100h\n\
               status\nresume\nstatus"),
        &[
            "[AUSTRIA] The clock is stopped; `resume` first.",
            "[public] Austria is free. Nobody waits for it after `resume`; `join",
            "Spring 1901, movement (S1901M). The clock is stopped.",
            "Waiting for: Austria.",
            "Spring 1901, movement (S1901M). The clock is stopped.",
            "The clock goes on. Nobody is waited for: S1901M is resolved. It is Fall 1901, \
             movement. Deadline",
            "[public] Spring 1901, movement (S1901M):",
            "[public] Austria is in civil disorder",
            "Fall 1901, movement (F1901M). Deadline Wed 00:00 UTC, in 24 h.",
        ],
    );
    assert!(!all.iter().any(|line| line.contains("sent no orders")));
    // Whoever comes meanwhile is waited for, for as long as there was.
    check(
        &(stopped() + "kick Austria\nreplace Austria @zed\nadvance 100h\nresume\nstatus"),
        &[
            "zed plays Austria now.",
            "The clock goes on. Deadline Tue 04:00 UTC, in 4 h.",
            "Waiting for: Austria.",
        ],
    );
}

#[test]
fn more_time_is_voted_on_by_the_people_who_play() {
    let text = String::from("new movement=24h bots=hold\n/as Austria\n/as England\n/as France\n")
        + "/as gm\nstart\nexpect-refused extend yes\n/as Austria\nexpect-refused extend yes\n\
           extend 12h\n/as England\nexpect-refused extend 6h\nextend no\n/as France\nextend yes\n\
           status\n/as Austria\nextend 6h\nexpect-refused extend 6h\nexpect-refused extend yes\n\
           /as England\nextend no\nexpect-refused extend no\n/as France\nextend no\n/as gm\n\
           extend 1h\nstatus\n";
    check(
        &text,
        &[
            "You do not play in this game.",
            "Nobody has proposed more time; `extend 12h` does.",
            "More time is proposed. 12 h more for S1901M: 1 vote for it, 2 are needed.",
            "12 h is proposed already",
            "12 h more for S1901M: 1 vote for it, 2 are needed.",
            "The players have agreed on 12 h more for S1901M.",
            "in 36 h",
            "6 h more for S1901M: 1 vote for it",
            "[AUSTRIA] You have said so already.",
            "[AUSTRIA] You have said so already.",
            "[ENGLAND] You have said so already.",
            "The players have not agreed on 6 h more for S1901M.",
            "in 37 h",
        ],
    );
}
