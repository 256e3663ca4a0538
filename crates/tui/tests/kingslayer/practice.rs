//! A finished game with others is listed, replayed, and goes on as practice: who asks has
//! the seat that they had, and bots play the others.

use std::sync::Arc;

use parlour_host::host::Giver;
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{Host, Json, Message, NewTable, wait};
use parlour_regicide::bot::{Thinking, advise};
use parlour_regicide::{Command, Kingslayer, Setup, View};
use parlour_rules::{Rules, Seat, Seed};
use parlour_solo::{Kind, Visit, facts};
use parlour_tui::Colours;
use parlour_tui::kingslayer::{Hall, HouseRules, Nook};

use crate::{press, stack, wide};

/// What a machine keeps whose person has played at tables with others by a token.
static NOOK: Nook = Nook {
    keep_replay: |_, _| Err(String::from("no room")),
    house_rules: HouseRules::default,
    keep_house_rules: |_| {},
    also: || vec![Identity::from("lan:ada")],
    elsewhere: Vec::new,
    keepsake: |_| Err(String::from("no such game")),
    new_seed: || Seed(1),
};

fn visit() -> Visit {
    let mut games = parlour_host::Registry::new();
    games.register::<Kingslayer>();
    games.portray::<Kingslayer>(|record, _: &View| parlour_host::card::Portrait {
        facts: Some(facts(record, false)),
        ..parlour_host::card::Portrait::default()
    });
    Visit {
        host: Arc::new(Host::in_memory(games)),
        me: Person::new(Identity::local(), "Ada"),
    }
}

/// A table of three as one is hosted for others, played to its end: a bot, Ada, Bo.
fn game_with_others(host: &Arc<Host>) -> TableId {
    let owner = Person::new(Identity::local(), "");
    let mut new = NewTable::new(
        "kingslayer",
        Json::of(&Setup::for_players(3)),
        Seed(3),
        owner,
    );
    new.title = String::from("Ada's table");
    new.open = true;
    new.chairs = vec![
        Some(Person {
            bot: Some(String::from("race")),
            ..Person::new(Identity::from("bot:0"), "Bot 1")
        }),
        Some(Person::new(Identity::from("lan:ada"), "Ada")),
        Some(Person::new(Identity::from("lan:bo"), "Bo")),
    ];
    let id = wait(host.open_table(new)).unwrap();
    loop {
        let record = wait(host.record(&id)).unwrap();
        let glance = wait(host.look(&id, &record.owner)).unwrap();
        if glance.outcome.is_some() {
            return id;
        }
        let seat = glance.view.read::<View>().unwrap().current;
        let who = record.chairs[usize::from(seat.0)].as_ref().unwrap();
        let view: View = wait(host.look(&id, &who.identity))
            .unwrap()
            .view
            .read()
            .unwrap();
        let command: Command = advise(&view, &Thinking::default(), &mut || true)
            .unwrap()
            .command;
        let from = Giver::At(who.identity.clone(), seat);
        wait(host.command::<Kingslayer>(Message::given_by(&id, from, command))).unwrap();
    }
}

#[test]
fn a_game_with_others_is_listed_replayed_and_continued_as_practice() {
    let visit = visit();
    let game = game_with_others(&visit.host);
    let mut stack = stack(Hall::new(&visit, &NOOK).entrance(), Colours::Full);
    // Statistics, the finished games, the newest, its fourth move, play on from there.
    press(&mut stack, "5g");
    assert!(
        wide(&mut stack).contains("together"),
        "{}",
        wide(&mut stack)
    );
    press(&mut stack, "1");
    press(&mut stack, "llllc");
    let shown = wide(&mut stack);
    assert!(shown.contains("practice"), "{shown}");
    assert!(shown.contains("Bo"), "the others keep their names: {shown}");

    let practice = newest(&visit, &game);
    let record = wait(visit.host.record(&practice)).unwrap();
    assert_eq!(Kind::of(&record), Kind::Practice);
    let seats: Vec<bool> = record
        .chairs
        .iter()
        .map(|chair| chair.as_ref().unwrap().bot.is_some())
        .collect();
    assert_eq!(seats, [true, false, true]);
    assert_eq!(record.seat_of(&visit.me.identity), Some(Seat(1)));

    // Bots have played until it is Ada's turn, and after her move they play again.
    let before = standing(&visit, &practice);
    let view = my_view(&visit, &practice);
    assert!(view.is_yours(), "bots play until it is one's own turn");
    press(&mut stack, "1\n");
    let _ = wide(&mut stack);
    assert!(standing(&visit, &practice) > before, "{}", wide(&mut stack));

    // A take back goes back to where it was her turn.
    press(&mut stack, "u");
    let again = newest(&visit, &game);
    assert_eq!(standing(&visit, &again), before);
    assert!(my_view(&visit, &again).is_yours());
    // The game that was practised from stays as it was.
    let origin = wait(visit.host.look(&game, &visit.me.identity)).unwrap();
    assert!(origin.outcome.is_some());
}

fn standing(visit: &Visit, table: &TableId) -> u64 {
    let glance = wait(visit.host.look(table, &visit.me.identity)).unwrap();
    glance.standing.seq
}

fn my_view(visit: &Visit, table: &TableId) -> View {
    let glance = wait(visit.host.look(table, &visit.me.identity)).unwrap();
    glance.view.read().unwrap()
}

/// The table of practice that is played now.
fn newest(visit: &Visit, origin: &TableId) -> TableId {
    let left = visit.newest_of(Kingslayer::NAME).unwrap().unwrap();
    assert_ne!(left, *origin);
    left
}
