//! What a player may order, for buttons and forms.

use parlour_host::wait;
use parlour_room::{Fact, Heard};

use crate::bed::{alone, duel, mixed, room, who};

#[test]
fn offers_list_what_each_unit_may_do() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    mixed(&room);
    alone(&room, "slack", "Austria", "order A Vie-Gal");
    let heard = Heard::in_private("slack", who("slack", "Austria"), "Austria", "");
    let offers = wait(room.offers(&heard)).unwrap().unwrap();
    assert_eq!(offers.phase, "S1901M");
    assert_eq!(offers.units.len(), 3);
    let vienna = offers.units.iter().find(|it| it.unit == "A Vie").unwrap();
    assert_eq!(vienna.noted, ["A Vie - Gal"]);
    for order in &vienna.orders {
        let said = alone(&room, "slack", "Austria", &format!("order {order}"));
        assert_eq!(said.refused, None, "{order}");
    }
}

#[test]
fn in_winter_each_unit_that_may_go_is_offered_whatever_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = duel(&room);
    let say = |name: &str, text: &str| {
        let answer = alone(&room, "slack", name, text);
        assert_eq!(answer.refused, None, "{text}: {}", answer.words());
        answer.words()
    };
    say("ann", "order A Vie-Tyr\nA Bud-Ser");
    say("ann", "ready");
    say("ben", "ready");
    say("ann", "order A Tyr-Ven\nF Tri S A Tyr-Ven");
    say("ann", "ready");
    say("ben", "ready");
    say("ben", "retreat A Ven-Apu");
    say("ben", "ready");
    let offers = |name: &str| {
        let heard = Heard::in_private("slack", who("slack", name), name, "touch");
        let offers = wait(room.offers(&heard)).unwrap().unwrap();
        assert_eq!(
            (offers.code.as_str(), offers.phase.as_str()),
            (&*code, "W1901A")
        );
        let units = offers.units.into_iter();
        units
            .map(|it| (it.unit, it.noted))
            .collect::<Vec<(String, Vec<String>)>>()
    };
    let open = |unit: &str| (unit.to_owned(), Vec::new());
    let units = [open("A Apu"), open("F Nap"), open("A Rom")];
    let mut found = offers("ben");
    found.sort();
    let mut wanted = units.to_vec();
    wanted.sort();
    assert_eq!(found, wanted);
    let heard = Heard::in_private("slack", who("slack", "ben"), "ben", "touch");
    let owed = || wait(room.offers(&heard)).unwrap().unwrap().owed;
    assert_eq!(owed().as_deref(), Some("Still to order: 1 disband."));
    say("ben", "disband A Rom");
    assert_eq!(owed(), None);
    let mut found = offers("ben");
    found.sort();
    let noted = found.iter().find(|it| it.0 == "A Rom").unwrap();
    assert_eq!(
        (found.len(), &*noted.1),
        (3, &[String::from("A Rom D")][..])
    );
    // A button takes it back, in its own phase only.
    let stale = alone(&room, "slack", "ben", &format!("{code} clear F1901M A Rom"));
    assert_eq!(stale.refused, Some("stale"));
    let words = say("ben", &format!("{code} clear W1901A A Rom"));
    assert!(words.contains("Taken back: A Rom D."), "{words}");
    // All builds are one offer, with what is noted of them.
    assert_eq!(offers("ann"), [open("Builds")]);
    say("ann", "build A Vie");
    let builds = offers("ann");
    assert_eq!(builds[0].1, ["A Vie B"]);
    let words = say("ann", &format!("{code} clear W1901A"));
    assert!(words.contains("Taken back: A Vie B."), "{words}");
}

/// A front without buttons reads them; what came of words is told to fronts as data.
#[test]
fn what_came_of_words_is_in_the_answer_as_facts() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    duel(&room);
    let touched = alone(&room, "slack", "ann", "touch");
    assert!(matches!(touched.facts[..], [Fact::Offered(_)]));
    for unit in ["A Vie", "A Bud", "F Tri"] {
        assert!(touched.words().contains(&format!("\n• {unit}")), "{unit}");
    }
    let orders = alone(&room, "slack", "ann", "touch a vie");
    assert!(
        orders.words().contains("\n• A Vie - Gal"),
        "{}",
        orders.words()
    );
    assert_eq!(orders.facts, []);
    let heard = Heard::aloud("slack", "C1", who("slack", "ann"), "ann", "touch");
    let aloud = wait(room.hear(&heard)).unwrap();
    assert_eq!(
        (aloud.refused, aloud.facts.len()),
        (Some("not_in_private"), 0)
    );
    // Whoever orders again after they were ready is ready no more.
    assert_eq!(alone(&room, "slack", "ann", "order A Vie H").facts, []);
    alone(&room, "slack", "ann", "ready");
    let again = alone(&room, "slack", "ann", "order A Vie-Gal");
    assert_eq!(again.facts, [Fact::NoLongerReady]);
}
