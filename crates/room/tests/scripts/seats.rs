//! Who plays which power.

use parlour_room::script::{Ended, Script, lines, moment};

use crate::bed::{SEVEN, check};

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
fn a_power_goes_from_a_bot_to_a_person_and_back() {
    // The second text is a session of its own: its first line is not known to the
    // `start` of the first.
    let mut script = Script::new(moment("2031-05-01").unwrap(), 1);
    let mut all = Vec::new();
    for text in [
        "new bots=hold\nstart\n/as England\n",
        "/as France\norders\n/as gm\nreplace France bot\nexpect-refused replace France bot\npowers\n\
         replace Italy greedy bot\npowers\nstatus\nkick Turkey\nreplace Turkey a random bot\nstatus\n\
         replace Russia an easy bot\npowers",
    ] {
        let ended = script.run(text, |said| all.extend(lines(said))).unwrap();
        assert_eq!(ended, Ended::Complete, "{all:#?}");
    }
    let mut rest = all.iter();
    for piece in [
        "[FRANCE] A hold bot has got up: you play France from now on. Its orders are gone: \
         give your own. `replace France bot`, said by the game master, lets it sit down again.",
        "[FRANCE] France, S1901M:",
        "[public] A hold bot plays France now.",
        "[public] a hold bot is France already.",
        "[public] France (a hold bot)",
        "[public] Italy (a greedy bot)",
        "[public] Waiting for: England.",
        "[public] Turkey is free.",
        "[public] A random bot plays Turkey now.",
        "[public] Waiting for: England.",
        "[public] An easy bot plays Russia now.",
        "[public] Russia (an easy bot)",
    ] {
        assert!(
            rest.any(|line| line.contains(piece)),
            "{piece:?} in {all:#?}"
        );
    }
}

#[test]
fn everybody_at_one_machine_and_one_more_waiting_is_no_trouble() {
    let text = format!("{}status", SEVEN.replacen("new\n", "new\njoin\n", 1));
    check(&text, &["begins.", "(S1901M). Deadline"]);
}

#[test]
fn who_takes_over_a_conceded_power_can_play_it() {
    check(
        "new bots=hold\nstart\n/as England\n/as Turkey\nconcede yes\nexpect-refused order A Con-Bul\n/as gm\n\
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
         replace Turkey newman\nstatus\n/as Turkey\norders\ndraw no\nexpect-refused draw no\n/as Italy\n\
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

#[test]
fn whoever_names_several_powers_gets_what_they_like_as_far_as_it_goes() {
    // At one table everybody takes their chair: wishes are for those who come from elsewhere.
    check(
        "new\nexpect-refused join QQQ22 France,Italy\njoin France,Italy,Turkey\nstatus\n\
         expect-refused join France, Atlantis\n/as Austria\n/as England\n/as Germany\n/as Italy\n\
         /as Russia\n/as Turkey\n/as gm\nstart\npowers\n",
        &[
            "No game has the code QQQ22.",
            "the power that you like best: France, then Italy, then Turkey.",
            "There is no power `Atlantis`",
            "France (the game master)",
        ],
    );
}
