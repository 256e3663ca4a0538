//! Drafts and sandboxes: what somebody thinks of or tries is told to nobody and counts for
//! nothing; and `why` about a unit that has moved since.

use crate::bed::{SEVEN, check, said};

#[test]
fn a_draft_counts_for_nothing_before_it_is_given() {
    let text = String::from(SEVEN)
        + "/as Austria\nexpect-refused draft give\ndraft\nexpect-refused draft A Vie-Lon\n\
           draft A Vie-Gal; A Bud S A Vie-Tri; A Par-Bur\norders\ndraft clear A Bud\ndraft\n\
           draft give\ndraft\n";
    let all = check(
        &text,
        &[
            "Your draft is empty. `draft A ",
            "A Vie cannot reach Lon",
            "[AUSTRIA] Your draft for S1901M, which counts for nothing yet:",
            "• A Vie - Gal",
            "Careful: ",
            "Not kept: ",
            "[AUSTRIA] Austria, S1901M: no orders.",
            "• A Vie - Gal",
            "[AUSTRIA] Noted: A Vie - Gal.",
            "Your draft is empty.",
        ],
    );
    let others = all.iter().filter(|it| !it.starts_with("[AUSTRIA]"));
    assert!(others.clone().all(|it| !it.contains("Gal")), "{all:#?}");
}

#[test]
fn a_draft_is_of_its_phase_and_of_its_player() {
    let text = String::from(SEVEN)
        + "/as Austria\ndraft A Vie-Gal\n/as Italy\ndraft A Ven-Pie\ndraft\n/as gm\nforce\n\
           /as Austria\ndraft\nexpect-refused draft S1901M A Vie-Gal\ndraft F1901M A Vie-Gal\n\
           /as gm\nexpect-refused draft\nexpect-refused draft A Vie-Gal\n";
    let all = check(
        &text,
        &[
            "[ITALY] • A Ven - Pie",
            "[AUSTRIA] Your draft is empty.",
            "It is F1901M now",
            "[AUSTRIA] • A Vie - Gal",
            "say this in private",
        ],
    );
    let italy: Vec<&String> = all.iter().filter(|it| it.starts_with("[ITALY]")).collect();
    assert!(italy.iter().all(|it| !it.contains("Gal")), "{italy:?}");
}

#[test]
fn a_sandbox_tries_orders_of_all_and_changes_nothing() {
    let text = String::from(SEVEN)
        + "/as France\norder A Par-Bur\nsandbox\nsandbox A Mun-Bur; A Ber-Par\nsandbox resolve\n\
           sandbox on\nsandbox\nsandbox end\norders\n/as gm\nforce\n/as France\n\
           sandbox S1901M\nsandbox resolve\nexpect-refused sandbox F1905M\nsandbox now\n\
           expect-refused sandbox xyzzy\n";
    let all = check(
        &text,
        &[
            "[FRANCE] Your sandbox, Spring 1901, movement (S1901M); nobody is told.",
            "[FRANCE] France: A Par - Bur",
            "[FRANCE] Germany: A Mun - Bur",
            "Not tried: ",
            "[FRANCE] Nobody is told: Spring 1901",
            "France: A Par - Bur: bounced",
            "(F1901M); nobody is told.",
            "(F1901M); nobody is told.",
            "Your sandbox is put away.",
            "• A Par - Bur",
            "(S1901M); nobody is told.",
            "France: A Par - Bur: succeeded",
            "F1905M has not been resolved",
            "(F1901M); nobody is told.",
        ],
    );
    let tried = all.iter().filter(|it| it.contains("A Mun - Bur"));
    assert!(
        tried.clone().all(|it| it.starts_with("[FRANCE]")),
        "{all:#?}"
    );
}

#[test]
fn why_follows_a_unit_back_through_moves_and_retreats() {
    let text = String::from(SEVEN)
        + "/as England\norder F Lon-Nth\n/as France\norder A Par-Bur\n/as Germany\n\
           order A Mun-Ruh; A Ber-Mun\n/as gm\nforce\n/as Germany\n\
           order A Ruh-Bur; A Mun S A Ruh-Bur\n/as gm\nforce\n/as France\nretreat A Bur-Gas\n\
           /as gm\nforce\nwhy F Nth S1901M\nwhy A Gas S1901M\nwhy A Gas F1901M\nwhy A Bur S1901M\n\
           expect-refused why A Spa S1901M\n";
    check(
        &text,
        &[
            "S1901M: England: F Lon - Nth: succeeded unopposed",
            "S1901M: France: A Par - Bur: succeeded unopposed",
            "F1901M: France: A Bur H: was dislodged by A Ruh - Bur, 2 against 1",
            // The unit that stands there now came from Munich.
            "S1901M: Germany: A Mun - Ruh: succeeded unopposed",
            "No unit in A Spa had an order in S1901M.",
        ],
    );
}

#[test]
fn a_unit_that_was_built_since_has_no_earlier_order() {
    let text = "new bots=hold\nstart\n/as Germany\norder F Kie-Den\n/as gm\nforce\nforce\n\
                /as Germany\nbuild A Kie\n/as gm\nforce\nexpect-refused why A Kie F1901M\n\
                why F Kie S1901M\n";
    check(
        text,
        &["No unit in A Kie had an order in F1901M.", "F Kie - Den"],
    );
}

#[test]
fn what_is_suggested_exists_on_the_board_and_in_the_phase() {
    check(
        "new map=training bots=hold\n/as Alder\nstart\nexpect-refused order\nhelp\n",
        &["An order must follow, for instance `order A Fel-Ash`"],
    );
    let all = said("new map=training bots=hold\n/as Alder\nstart\nhelp\nexpect-refused order\n");
    assert!(all.iter().all(|it| !it.contains("Vie")), "{all:#?}");
    check(
        "new bots=hold\n/as Germany\nstart\norder F Kie-Den\n/as gm\nforce\nforce\n/as Germany\n\
         expect-refused build\nhelp\n",
        &["An order must follow, for instance `build ", "`waive`"],
    );
}
