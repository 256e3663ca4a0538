//! Retreats, builds and disbands.

use crate::bed::{SEVEN, check};

#[test]
fn retreats_and_builds_are_asked_only_of_those_who_owe_them() {
    check(
        "new bots=hold map=duel\nstart\n/as Austria\n/as France\n\
         /as Austria\norder A Vie-Tyr; F Tri-Ven; A Bud-Ser\nready\n/as France\norder A Mar-Pie; \
         A Par-Bur; F Bre-Mao\nready\n/as Austria\norder A Tyr H; F Ven H; A Ser H\nready\n\
         /as France\norder A Pie H; A Bur-Mar; F Mao-Por\nready\n/as Austria\nstatus\nbuild A \
         Vie\nbuild A Bud; A Tri; A Vie; A Vie\nexpect-refused build A Tri\nready\n/as France\nwaive\nwaive\nready\n\
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
            // Said again, it is noted as it was.
            "[FRANCE] Noted: Waive. Nothing is missing",
            "[FRANCE] Noted: Waive. Nothing is missing",
            "Spring 1902, movement",
            "[FRANCE] Resolved so far",
            "[FRANCE] F1901M: France: A Bur - Mar: succeeded",
            "[FRANCE] S1901M: France: F Bre - Mao",
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
