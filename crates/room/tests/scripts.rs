//! Sessions as scripts: what is said to whom.

#![expect(clippy::format_push_string, reason = "texts of tests are short")]

use parlour_room::script::{Ended, Script, lines, moment};

/// Everything a script says, line by line.
fn said(text: &str) -> Vec<String> {
    let mut script = Script::new(moment("2031-05-01").unwrap(), 1);
    let mut all = Vec::new();
    let ended = script.run(text, |said| all.extend(lines(said))).unwrap();
    assert_eq!(ended, Ended::Complete, "{all:#?}");
    all
}

/// Whether each expectation is found, in this order.
#[track_caller]
fn check(text: &str, expected: &[&str]) -> Vec<String> {
    let all = said(text);
    let mut rest = all.iter();
    for piece in expected {
        assert!(
            rest.any(|line| line.contains(piece)),
            "{piece:?} is missing, or comes too early, in\n{}",
            all.join("\n")
        );
    }
    all
}

const SEVEN: &str = "new\n/as Austria\n/as England\n/as France\n/as Germany\n/as Italy\n\
                     /as Russia\n/as Turkey\n/as gm\nstart\n";

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
fn a_game_with_too_few_players_does_not_start() {
    check(
        "new\nexpect-refused start\n/as England\n/as gm\nexpect-refused start",
        &[
            "[public] 0 of 7 powers are taken.",
            "[public] 1 of 7 powers are taken.",
        ],
    );
    check(
        SEVEN,
        &["[public] Game", "begins.", "[AUSTRIA] You are Austria"],
    );
    check(
        "new bots=random\n/as England\n/as gm\nstart\npowers",
        &["Austria (a random bot)", "England (England)"],
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
fn the_clock_can_be_stopped_moved_and_forced_by_the_master_alone() {
    check(
        "new bots=hold\nstart\n/as England\nexpect-refused pause\nexpect-refused force\n\
         expect-refused extend 12h\nexpect-refused deadline movement=48h\nexpect-refused kick \
         France\nexpect-refused replace France @ann\nexpect-refused resume\n/as gm\npause\n\
         expect-refused pause\nadvance 3d\n/as England\norder F Lon-NTH\nexpect-refused ready\n\
         /as gm\nexpect-refused force\nresume\nextend 12h\nexpect-refused deadline 2001-01-01 \
         18:00\ndeadline 2031-05-07 18:00\ndeadline movement=48h\nexpect-refused deadline \
         bots=random\nadvance 100h\nforce\nstatus",
        &[
            "Only the game master can do that.",
            "The clock is stopped.",
            "Noted: F Lon - Nth",
            "The clock goes on. Deadline Mon 00:00 UTC, in 24 h.",
            "Deadline Mon 12:00 UTC, in 36 h.",
            "That moment has passed.",
            "Deadline Wed 18:00 UTC, in 4 days.",
            "From the next phase on: movement=48h. Deadline Wed 18:00 UTC, in 4 days.",
            "Spring 1901, movement (S1901M):",
            "F1901M). Deadline Fri 18:00 UTC, in 48 h.",
            "Fall 1901, movement (F1901M):",
        ],
    );
}

#[test]
fn what_the_master_forces_before_its_time_is_missed_by_nobody() {
    // Four phases without a word of England, but no deadline of its was over.
    let all = check(
        "new bots=hold\nstart\n/as England\n/as gm\nforce\nforce\nforce\nforce\nstatus\n\
         advance 25h\n",
        &[
            "S1901M is resolved with what was there. Its time was not up, so nobody has missed it. \
             It is Fall 1901, movement. Deadline",
            "Waiting for: England.",
            "[public] England sent no orders.",
        ],
    );
    assert!(!all.iter().any(|line| line.contains("civil disorder")));
    // In its grace the time of a phase is up: who has said nothing has missed it.
    check(
        "new bots=hold grace=6h misses=1\nstart\n/as England\n/as gm\nadvance 25h\nforce\n\
         status",
        &[
            "The clock waits once more",
            "S1901M is resolved with what was there. It is Fall 1901",
            "England sent no orders.",
            "England is in civil disorder",
        ],
    );
}

#[test]
fn bots_agree_to_a_draw_late_and_say_so() {
    check(
        &format!(
            "new bots=hold\nstart\n/as England\ndraw\n/as gm\n{}/as England\ndraw\n\
             expect-refused draw",
            "force\n".repeat(12)
        ),
        &[
            "[ENGLAND] Everybody has voted: the draw is not agreed. Bots agree to a draw from 1907 \
             on, unless they own 9 centres or more or would not share it. It is Spring 1901, \
             movement. Deadline",
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
        &["[ENGLAND] Everybody has voted: the draw is not agreed. Bots agree to a draw from 1907"],
    );
    // People vote in secret as before, and what bots do is told beforehand.
    check(
        "new bots=hold\nstart\n/as England\n/as France\n/as England\ndraw\n/as France\ndraw yes",
        &[
            "[ENGLAND] A draw is proposed; who proposed it is not told. Every survivor votes in \
             private with `draw yes` or `draw no` before the phase resolves. Bots agree to a draw \
             from 1907 on",
            "[FRANCE] Everybody has voted: the draw is not agreed. Bots agree",
        ],
    );
}

#[test]
fn a_power_goes_from_a_bot_to_a_person_and_back() {
    // The second text is a session of its own: its first line is not known to the
    // `start` of the first.
    let mut script = Script::new(moment("2031-05-01").unwrap(), 1);
    let mut all = Vec::new();
    for text in [
        "new bots=hold\nstart\n/as England\n",
        "/as France\norders\n/as gm\nreplace France bot\nexpect-refused replace France bot\npowers\n\
         replace Italy greedy bot\npowers\nstatus\nkick Turkey\nreplace Turkey a random bot\nstatus",
    ] {
        let ended = script.run(text, |said| all.extend(lines(said))).unwrap();
        assert_eq!(ended, Ended::Complete, "{all:#?}");
    }
    let mut rest = all.iter();
    for piece in [
        "[FRANCE] A hold bot has got up: you play France from now on. What it has ordered stands \
         until you change it. `replace France bot`, said by the game master, lets it sit down \
         again.",
        "[FRANCE] France, S1901M:",
        "[public] A hold bot plays France now.",
        "[public] a hold bot is France already.",
        "[public] France (a hold bot)",
        "[public] Italy (a greedy bot)",
        "[public] Waiting for: England.",
        "[public] Turkey is free.",
        "[public] A random bot plays Turkey now.",
        "[public] Waiting for: England.",
    ] {
        assert!(
            rest.any(|line| line.contains(piece)),
            "{piece:?} in {all:#?}"
        );
    }
}

#[test]
fn bots_that_people_leave_behind_agree_on_a_draw() {
    check(
        "new bots=hold\nstart\n/as England\n/as France\nconcede\n/as gm\nstatus\n\
         /as England\nconcede\n/as gm\nnew",
        &[
            "[FRANCE] You have given up. Your units hold from now on; `status` and `history` still \
             answer you. It is Spring 1901, movement.",
            "Waiting for: England.",
            "[ENGLAND] You have given up.",
            "The game is over: a draw between Austria, Germany, Italy, Russia and Turkey.",
            "[public] Game",
        ],
    );
    // Who is in civil disorder may come back, and somebody may take an empty chair.
    check(
        "new bots=hold misses=1\nstart\n/as England\n/as France\nconcede\n/as gm\nkick \
         England\nadvance 25h\nstatus",
        &[
            "England is free.",
            "(S1902M). Deadline",
            "In civil disorder: England.",
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
fn hostile_words_are_refused_or_harmless() {
    let long = "A Vie-Bud ".repeat(10_000);
    let text = format!(
        "new bots=hold\nstart\n/as Austria\nexpect-refused order {long}\nexpect-refused order \
         🦀🦀🦀\nexpect-refused order \u{202e}duB-eiV A\nexpect-refused order A Vie'; DROP TABLE \
         tables; --\nexpect-refused map <script>alert(1)</script>\nexpect-refused why \u{0}\n\
         expect-refused history ../../etc/passwd\nexpect-refused /as '; DELETE\nexpect-refused \
         advance ∞\nexpect-refused use AB1CD\nexpect-refused {}\norder A Vie-Gal",
        "x".repeat(5000)
    );
    let all = check(&text, &["at most 8 kB", "Noted: A Vie - Gal."]);
    for line in all {
        assert!(line.chars().count() < 1000, "{line}");
        assert!(!line.contains('\u{202e}'));
    }
}

#[test]
fn retreats_and_builds_are_asked_only_of_those_who_owe_them() {
    check(
        "new bots=hold map=duel\nstart\n/as Austria\n/as France\n\
         /as Austria\norder A Vie-Tyr; F Tri-Ven; A Bud-Ser\nready\n/as France\norder A Mar-Pie; \
         A Par-Bur; F Bre-Mao\nready\n/as Austria\norder A Tyr H; F Ven H; A Ser H\nready\n\
         /as France\norder A Pie H; A Bur-Mar; F Mao-Por\nready\n/as Austria\nstatus\nbuild A \
         Vie\nbuild A Bud; A Tri; A Vie; A Vie\nexpect-refused build A Tri\nready\n/as France\nwaive\nready\n\
         history\nwhy A Bur\nwhy F Bre S1901M",
        &[
            "[AUSTRIA] Austria may build 2 units. Say",
            "[FRANCE] France may build 1 unit. Say",
            "[public] Austria takes Ser.",
            "[public] Next: Winter 1901, adjustments (W1901A).",
            "Noted: A Vie B. Still to order: 1 build.",
            "Noted: A Bud B.",
            "Not noted: Build A Tri: this one is surplus",
            "Not noted: Build A Vie: there is another order for this unit.",
            "Austria has 2 builds, and 3 would be ordered; take one back first.",
            "Spring 1902, movement",
            "[FRANCE] Resolved so far",
            "[FRANCE] F1901M: France: A Bur - Mar: succeeded",
            "[FRANCE] S1901M: France: F Bre - Mao",
        ],
    );
}

#[test]
fn a_line_without_a_verb_takes_that_of_the_line_before() {
    check(
        "new bots=hold\nstart\n/as Russia\norder A Mos-Ukr\nF Sev-Rum\nexpect-refused F Lon-NTH\n\
         F Stp/sc-Bot\nstatus\nexpect-refused A War-Gal\nready\norder F Bot-Swe\nready\n\
         build F Stp/nc\nA Mos\norders",
        &[
            "[RUSSIA] Noted: F Sev - Rum.",
            "[RUSSIA] F Lon-Nth: F Lon is not yours to order.",
            "[RUSSIA] Noted: F Stp/sc - Bot.",
            "[RUSSIA] `A` is not understood; did you mean `order`? `help` lists what can be said.",
            "[RUSSIA] Russia may build 2 units.",
            "[RUSSIA] Noted: F Stp/nc B.",
            "[RUSSIA] Noted: A Mos B. Nothing is missing;",
        ],
    );
}

#[test]
fn a_line_that_should_be_refused_stops_the_script_if_it_is_not() {
    let mut script = Script::new(moment("2031-05-01").unwrap(), 1);
    let mut count = 0;
    let ended = script.run("new\nexpect-refused status\nhelp", |_| count += 1);
    assert_eq!(
        ended.unwrap(),
        Ended::Accepted {
            line: 2,
            words: String::from("status")
        }
    );
}

#[test]
fn the_same_script_says_the_same_twice() {
    let text = "new bots=random\nstart\n/as Italy\nmap\nadvance 200h\nstatus\nhistory";
    assert_eq!(said(text), said(text));
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
fn an_export_holds_what_is_resolved_and_nothing_pending() {
    let mut script = Script::new(moment("2031-05-01").unwrap(), 1);
    let mut files = Vec::new();
    let text = String::from(SEVEN)
        + "/as Italy\norder A Ven-Pie\n/as gm\nforce\n/as Italy\norder A Pie-Tus\nexport\n\
           /as Austria\nexport\n";
    script
        .run(&text, |said| {
            if let parlour_room::Body::File { bytes, .. } = &said.body {
                files.push(String::from_utf8(bytes.clone()).unwrap());
            }
        })
        .unwrap();
    assert_eq!(files.len(), 2);
    assert_eq!(files[0], files[1], "Italy's pending order is in neither");
    assert_eq!(files[0].lines().count(), 1);
    assert!(files[0].contains("A VEN - PIE") && !files[0].contains("TUS"));
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
fn every_word_of_the_game_master_says_what_happens_next() {
    check(
        "new bots=hold\ndeadline movement=36h\nstart\n/as England\n/as gm\nforce\nreplace France \
         @bob\npowers\nkick France\nexpect-refused kick France\n/as France\nstatus\n/as gm\n\
         expect-refused help nonsense\nhelp /move\nexpect-refused kick Nobody\nexpect-refused \
         deadline\nexpect-refused extend soon\nexpect-refused deadline 2031-99-02 18:00",
        &[
            "[public] Agreed: movement=36h.",
            "Deadline Fri 12:00 UTC, in 36 h.",
            "[public] S1901M is resolved with what was there. Its time was not up, so nobody has \
             missed it. It is Fall 1901, movement. Deadline Fri 12:00 UTC, in 36 h.",
            "[public] bob plays France now. It is Fall 1901, movement. Deadline",
            "[FRANCE] You play France in game",
            "[public] France (bob): 3 centres",
            "[public] France is free. Nobody waits for it;",
            "[public] Nobody plays France.",
            "[FRANCE] Waiting for: England and France.",
            "There is no such word.",
            "order A Vie-Bud: notes an order",
        ],
    );
}

#[test]
fn everybody_at_one_machine_and_one_more_waiting_is_no_trouble() {
    let text = format!("{}status", SEVEN.replacen("new\n", "new\njoin\n", 1));
    check(&text, &["begins.", "(S1901M). Deadline"]);
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
fn in_winter_surplus_builds_do_not_take_the_others_along() {
    // Austria has taken Serbia and Greece, and has three home centres that are free.
    let winter = format!(
        "{SEVEN}/as Austria\norder A Bud-Ser; F Tri-Alb; A Vie-Gal\n/as gm\nforce\n/as Austria\n\
         order F Alb-Gre; A Ser S F Alb-Gre\n/as gm\nforce\n/as Austria\n"
    );
    let first =
        format!("{winter}build A Vie; waive; build A Lon; build A Bud; build F Tri\norders");
    check(
        &first,
        &[
            "[AUSTRIA] Noted: A Vie B; A Bud B.",
            "[AUSTRIA] Not noted: Waive: this one is surplus: Austria has 2 builds, and other orders \
             use them all.",
            "[AUSTRIA] Not noted: Build A Lon:",
            "[AUSTRIA] Not noted: Build F Tri: this one is surplus: Austria has 2 builds, and other \
             orders use them all.",
            "[AUSTRIA] Nothing is missing",
            "[AUSTRIA] • A Vie B",
            "[AUSTRIA] • A Bud B",
        ],
    );
    // What is noted counts, and an order for the same place takes its part.
    let later = format!(
        "{winter}build A Vie; build A Bud\nbuild F Tri; waive; build A Vie\nexpect-refused build F Tri\n\
         orders"
    );
    check(
        &later,
        &[
            "[AUSTRIA] Noted: A Vie B; A Bud B.",
            "[AUSTRIA] Noted: A Vie B.",
            "[AUSTRIA] Not noted: Build F Tri: this one is surplus",
            "[AUSTRIA] Not noted: Waive: this one is surplus",
            "[AUSTRIA] Austria has 2 builds, and 3 would be ordered; take one back first.",
            "[AUSTRIA] • A Bud B",
            "[AUSTRIA] • A Vie B",
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
fn who_takes_over_a_conceded_power_can_play_it() {
    check(
        "new bots=hold\nstart\n/as England\n/as Turkey\nconcede\nexpect-refused order A Con-Bul\n/as gm\n\
         replace Turkey newman\nstatus\n/as Turkey\norder A Con-Bul",
        &[
            "[TURKEY] Turkey has conceded.",
            "[public] newman plays Turkey now. Its concession has ended with the new player. It is \
             Spring 1901",
            "[public] Turkey is played again.",
            "Waiting for: England and Turkey.",
            "[TURKEY] Noted: A Con - Bul.",
        ],
    );
}

#[test]
fn who_takes_over_a_power_has_no_orders_has_not_voted_and_is_not_ready() {
    let play = format!(
        "{SEVEN}/as Turkey\norder A Con-Bul\nready\ndraw\nexpect-refused draw yes\n/as gm\n\
         replace Turkey newman\nstatus\n/as Turkey\norders\ndraw no\nexpect-refused draw yes\n/as Italy\n\
         draw no\n/as gm\nkick Italy\n/as Italy\ndraw yes"
    );
    check(
        &play,
        &[
            "[TURKEY] A draw is proposed",
            "[TURKEY] Turkey has voted already.",
            "[public] newman plays Turkey now.",
            "Waiting for: Austria, England, France, Germany, Italy, Russia and Turkey.",
            "[TURKEY] Turkey, S1901M: no orders.",
            "[TURKEY] Your vote is noted.",
            "[TURKEY] Turkey has voted already.",
            "[ITALY] Your vote is noted.",
            "[public] Italy is free.",
            "[ITALY] Your vote is noted.",
        ],
    );
}

#[test]
fn hints_name_units_and_centres_of_the_players_own() {
    // Austria takes Venice from Italy, France builds on a home centre of its own.
    let all = check(
        "new bots=hold\nstart\n/as Austria\norder F Tri S A Vie-Tyr; A Vie-Tyr\n/as Italy\n\
         /as France\norder F Bre-MAO; A Mar-Spa; A Par-Bur\n/as gm\nforce\n/as Austria\n\
         order A Tyr-Ven; F Tri S A Tyr-Ven\n/as France\norder F MAO-Por\n/as gm\nforce\nforce",
        &[
            "[ITALY] Italy must retreat A Ven (Apu, Pie, Tus or disband). Say `retreat A Ven-",
            "[FRANCE] France may build 2 units. Say `build ",
        ],
    );
    let hint = |front: &str| {
        let line = all.iter().find(|line| line.starts_with(front));
        line.unwrap_or_else(|| panic!("{front} is missing in {all:#?}"))
            .clone()
    };
    assert!(hint("[ITALY] Italy must retreat").contains("` or `disband A Ven` here."));
    let build = hint("[FRANCE] France may build");
    let own = ["Bre", "Mar", "Par"].map(|home| build.contains(&format!("{home}` or `waive` here")));
    assert!(own.contains(&true), "{build}");
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
fn half_a_sentence_ends_nothing() {
    let all = check(
        "\u{feff}new bots=hold\nexpect-refused start later\nstart\n/as Austria\n\
         expect-refused concede never\norder A Vie-Gal; A Bud-Ser\nclear all\n\
         expect-refused map bud bud\nexpect-refused use QQQQQ\n\
         expect-refused new movement=24h movement=12h\n/as gm\nexpect-refused force tomorrow\n\
         expect-refused pause 12h\nforce\nexpect-refused history S1901M F1901M\nexport",
        &[
            "`later` is too much: `start` is said with nothing else.",
            "`never` is too much: `concede` is said with nothing else.",
            "Taken back: A Vie - Gal; A Bud - Ser.",
            "`bud` is too much: name one province.",
            "No game has the code QQQQQ.",
            "Movement is given twice.",
            "`tomorrow` is too much: `force` is said with nothing else.",
            "`12h` is too much: `pause` is said with nothing else.",
            "`F1901M` is too much: `history` is said with one phase or nothing else.",
            "1 resolved phase, one record on a line.",
        ],
    );
    assert!(!all.iter().any(|line| line.contains("conceded")));
}

#[test]
fn a_deadline_is_extended_no_further_than_it_may_be_set() {
    check(
        "new bots=hold\nstart\nextend 300d\nexpect-refused extend 100d\nextend 12h",
        &["[public] A deadline is at most 366 days away."],
    );
}

#[test]
fn whoever_replaces_a_player_has_a_name_or_is_a_bot() {
    let all = check(
        "new bots=hold\nstart\nexpect-refused replace Italy @\nreplace Italy greedy\npowers\n\
         replace Italy @greedy\npowers",
        &[
            "[public] Say who plays Italy: a name, or bot.",
            "[public] Italy (a greedy bot)",
            "[public] greedy plays Italy now.",
        ],
    );
    assert!(
        !all.iter().any(|line| line.contains("somebody")),
        "{all:#?}"
    );
}
