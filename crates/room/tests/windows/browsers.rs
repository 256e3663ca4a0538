//! The same table from a chat and from a browser.

use std::sync::Arc;

use parlour_host::steward::{Declined, Joinable, Steward, Word};
use parlour_host::table::{Person, Place, TableId};
use parlour_host::{Json, Message, SeededEntropy, wait};
use parlour_room::{Room, RoomSteward};
use parlour_rules::{Seed, Stage};
use serde_json::{Value, json};

use crate::bed::{alone, aloud, clocked, code_of, duel, room, who};

/// A steward beside a room.
fn steward(room: &Room) -> RoomSteward {
    let entropy = Arc::new(SeededEntropy::new(Seed(9)));
    let beside = Room::new(Arc::clone(room.host()), entropy).think_with(room);
    RoomSteward::new(Arc::new(beside))
}

fn table(room: &Room, code: &str) -> TableId {
    wait(room.table_of_code(code)).unwrap().unwrap()
}

/// Gives a command from a browser.
fn command(
    room: &Room,
    steward: &RoomSteward,
    table: &TableId,
    name: &str,
    (stage, command): (&str, Value),
) -> Result<(), Declined> {
    let mut message = Message::new(table, &who("slack", name), command.to_string());
    message.stage = Some(Stage::new(stage));
    message.id = Some(format!("{name} {stage} {command}"));
    wait(steward.carry(room.host(), message)).map(drop)
}

/// What somebody is answered.
fn ask(room: &Room, steward: &RoomSteward, table: &TableId, name: &str, question: &Value) -> Value {
    let person = Person::new(who("slack", name), name);
    let view = wait(room.host().look(table, &person.identity))
        .unwrap()
        .view;
    let question = Json::of(question);
    let question = wait(steward.gather(room.host(), table, &person, &question)).unwrap();
    let answer = steward.ask(&view, &question);
    answer.unwrap().read().unwrap()
}

fn code(declined: Result<(), Declined>) -> &'static str {
    declined.expect_err("it was taken").code()
}

#[test]
fn commands_of_a_browser_go_the_way_that_words_go() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code_of_game = duel(&room);
    let (steward, table) = (steward(&room), table(&room, &code_of_game));
    let say = |name, it| command(&room, &steward, &table, name, it);
    say("ann", ("S1901M", json!({"order": ["A VIE - GAL"]}))).unwrap();
    assert!(
        alone(&room, "slack", "ann", "orders")
            .words()
            .contains("A Vie - Gal")
    );
    assert!(
        !alone(&room, "slack", "ben", "orders")
            .words()
            .contains("Gal")
    );
    assert_eq!(code(say("eve", ("S1901M", json!("ready")))), "not_seated");
    assert_eq!(code(say("ann", ("S1901M", json!("resolve")))), "not_yours");
    alone(&room, "slack", "ann", &format!("{code_of_game} pause"));
    assert_eq!(code(say("ben", ("S1901M", json!("ready")))), "paused");
    alone(&room, "slack", "ann", &format!("{code_of_game} resume"));
    say("ben", ("S1901M", json!("ready"))).unwrap();
    say("ann", ("S1901M", json!("ready"))).unwrap();
    // The bots have played on, and the same message again is answered, not refused.
    say("ann", ("S1901M", json!("ready"))).unwrap();
    assert_eq!(code(say("ann", ("S1901M", json!("unready")))), "stale");
    say("ann", ("F1901M", json!("ready"))).unwrap();
    say("ben", ("F1901M", json!("ready"))).unwrap();
    assert!(
        alone(&room, "slack", "ann", "status")
            .words()
            .contains("1902")
    );
}

#[test]
fn questions_are_answered_from_the_view_and_from_what_they_bring() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let game = duel(&room);
    let (steward, table) = (steward(&room), table(&room, &game));
    let ask = |name, question: Value| ask(&room, &steward, &table, name, &question);
    let chart = ask("eve", json!({"ask": "chart"}));
    assert_eq!(chart["chart"]["provinces"].as_array().unwrap().len(), 75);
    let start = &chart["start"];
    let legal = ask("eve", json!({"ask": "legal", "power": "AUSTRIA"}));
    let orders = legal["legal"]["AUSTRIA"].as_array().unwrap();
    assert!(orders.contains(&json!("A VIE - GAL")));
    let no = ask(
        "ann",
        json!({"ask": "check", "power": "AUSTRIA", "order": "A VIE - LON"}),
    );
    assert_eq!(no["order"], Value::Null);
    assert_eq!(no["words"].as_array().unwrap().len(), 1, "{no}");
    let tried = json!({"AUSTRIA": ["A VIE - TYR"], "ITALY": ["A VEN - TYR"]});
    let tried = ask(
        "eve",
        json!({"ask": "resolve", "position": start, "orders": tried}),
    );
    assert_eq!(tried["resolved"]["next"]["phase"], "F1901M");
    assert!(tried.to_string().contains("bounce"), "{tried}");
    let warned = ask(
        "ann",
        json!({"ask": "warnings", "power": "AUSTRIA", "orders": ["A BUD S A VIE - GAL"]}),
    );
    assert_eq!(warned["warnings"].as_array().unwrap().len(), 1);
    let picture = ask("eve", json!({"ask": "picture", "width": 200}));
    assert_eq!(picture["name"], "S1901M.png");
    let view = wait(room.host().look(&table, &who("slack", "ann")))
        .unwrap()
        .view;
    for bad in [
        json!({"ask": "nothing"}),
        json!({"ask": "legal", "power": "MARS"}),
        json!({"ask": "legal", "position": {"phase": "S1901M", "units": {"AUSTRIA": ["A XXX"]}}}),
        json!({"ask": "film"}),
    ] {
        assert!(steward.ask(&view, &Json::of(&bad)).is_err(), "{bad}");
    }
}

#[test]
fn press_is_read_by_those_it_is_for_and_its_numbers_by_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let game = duel(&room);
    let (steward, table) = (steward(&room), table(&room, &game));
    let ann = Person::new(who("slack", "ann"), "ann");
    let said = Json::of(&json!({"word": "tell", "to": ["Italy"], "text": "psst"}));
    let word = Word {
        id: String::from("w1"),
        said,
    };
    wait(steward.hear(room.host(), &table, &ann, &word)).unwrap();
    let press = |name| {
        let read = ask(&room, &steward, &table, name, &json!({"ask": "press"}));
        read["press"].as_array().unwrap().len()
    };
    assert_eq!((press("ann"), press("ben"), press("eve")), (1, 1, 0));
    let record = wait(room.host().record(&table)).unwrap();
    let aside = |name: &str| {
        let who = who("slack", name);
        let aside = wait(steward.aside(room.host(), &table, &record, &who)).unwrap();
        aside.unwrap().read::<Value>().unwrap()["press"].clone()
    };
    assert_eq!((aside("ben"), aside("eve")), (json!(1), json!(0)));
}

#[test]
fn much_press_is_read_page_by_page() {
    let folder = tempfile::tempdir().unwrap();
    let (room, clock) = clocked(&folder.path().join("a.sqlite"));
    let game = duel(&room);
    let (steward, table) = (steward(&room), table(&room, &game));
    for nth in 0..230 {
        clock.advance(13_000);
        let told = alone(&room, "slack", "ann", &format!("tell Italy word {nth}."));
        assert_eq!(told.refused, None, "{told:?}");
    }
    let read = |name: &str, after: u64| {
        let question = json!({"ask": "press", "after": after});
        let read = ask(&room, &steward, &table, name, &question);
        let lines = read["press"].as_array().unwrap();
        let ends = [lines.first(), lines.last()];
        let ends = ends.map(|line| line.map(|it| it["words"].as_str().unwrap().to_owned()));
        (lines.len(), ends, read["more"].as_bool().unwrap())
    };
    let words = |first: u64, last: u64| [first, last].map(|nth| Some(format!("word {nth}.")));
    assert_eq!(read("ben", 0), (200, words(0, 199), true));
    assert_eq!(read("ben", 200), (30, words(200, 229), false));
    assert_eq!(read("ben", 230), (0, [None, None], false));
    // Who may read nothing learns nothing of how much there is.
    assert_eq!(read("eve", 0), (0, [None, None], false));
    // In words it has pages, of which the last is told.
    let ben = |words: &str| alone(&room, "slack", "ben", words);
    let last = ben("press").words();
    assert!(last.starts_with("Said in S1901M, page 5 of 5:"), "{last}");
    assert!(last.contains("word 229.") && !last.contains("word 199."));
    assert!(last.ends_with("Before that: `press S1901M 4`."), "{last}");
    let first = ben("press S1901M 1").words();
    assert!(first.contains("word 0.") && first.contains("word 49."));
    assert!(!first.contains("word 50.") && !first.contains("Before that"));
    assert_eq!(ben("press 5").words(), last);
    assert_eq!(ben("press 6").refused, Some("no_such_page"));
    assert_eq!(ben("press S1901M two").refused, Some("misused_word"));
    let eve = alone(&room, "slack", "eve", &format!("{game} press 2"));
    assert!(!eve.words().contains("page"), "{}", eve.words());
}

#[test]
fn a_table_opened_in_a_browser_is_found_only_if_it_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let steward = steward(&room);
    let ann = Person::new(who("web", "ann"), "Ann");
    let open = |wish: Value| {
        let wish = Json::of(&wish);
        wait(steward.open(room.host(), &ann, &wish)).unwrap()
    };
    let quiet = open(json!({"settings": ["map=training"], "joins": true}));
    let listed = open(json!({"settings": ["names=hidden"], "listed": true}));
    let begun = open(json!({
        "settings": ["map=training", "bots=hold"], "listed": true, "joins": true,
        "power": "Birch", "begins": true,
    }));
    let found = wait(steward.listed(room.host())).unwrap();
    assert_eq!(found, [Joinable::from(listed.clone())]);
    let record = |table| wait(room.host().record(table)).unwrap();
    assert!(record(&begun).started.is_some());
    assert!(record(&begun).seat_of(&ann.identity).is_some());
    assert!(steward.hides_names(&record(&listed), false));
    assert!(!steward.hides_names(&record(&listed), true));
    assert!(!steward.hides_names(&record(&quiet), false));
    let bad = Json::of(&json!({"settings": ["map=mars"]}));
    assert!(wait(steward.open(room.host(), &ann, &bad)).is_err());
    // On every board that is offered a table can be opened, by its name.
    let boards = steward.boards();
    assert_eq!(boards[0].0, "standard");
    assert_eq!(boards.len(), parlour_diplomacy::Board::all().len());
    for (name, title) in boards {
        assert!(!title.is_empty(), "{name}");
        open(json!({"settings": [format!("map={name}")]}));
    }
}

#[test]
fn a_listed_game_that_a_player_has_left_is_found_until_somebody_takes_the_power() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let steward = steward(&room);
    let ann = Person::new(who("web", "ann"), "Ann");
    let wish = json!({
        "settings": ["map=training", "bots=hold"], "listed": true, "joins": true,
        "power": "Birch", "begins": true,
    });
    let game = wait(steward.open(room.host(), &ann, &Json::of(&wish))).unwrap();
    let found = || wait(steward.listed(room.host())).unwrap();
    assert_eq!(found(), []);
    let record = wait(room.host().record(&game)).unwrap();
    let plane: Value = steward.plane(&game, &record).unwrap().read().unwrap();
    let code = plane["code"].as_str().unwrap();
    let kicked = alone(&room, "web", "ann", &format!("{code} kick Alder"));
    assert_eq!(kicked.refused, None, "{}", kicked.words());
    let free = vec![String::from("Alder")];
    assert_eq!(found(), [Joinable { table: game, free }]);
    alone(&room, "web", "bob", &format!("join {code} Alder"));
    assert_eq!(found(), []);
}

#[test]
fn who_opened_a_table_that_nobody_else_joined_calls_it_off() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let steward = steward(&room);
    let (ann, bob) = (who("web", "ann"), who("web", "bob"));
    let (ann, bob) = (Person::new(ann, "Ann"), Person::new(bob, "Bob"));
    let open = |wish: Value| wait(steward.open(room.host(), &ann, &Json::of(&wish))).unwrap();
    let give_up = |by: &Person, table: &TableId| {
        let (id, said) = (String::from("g"), Json::of(&json!({"word": "give_up"})));
        wait(steward.hear(room.host(), table, by, &Word { id, said })).map(drop)
    };
    let mine = open(json!({"settings": ["map=training"], "joins": true}));
    assert_eq!(code(give_up(&bob, &mine)), "not_owner");
    give_up(&ann, &mine).unwrap();
    assert!(wait(room.host().record(&mine)).is_err());
    let ours = open(json!({"settings": ["map=training"], "joins": true}));
    wait(steward.admit(room.host(), &ours, Place::AnySeat, &bob)).unwrap();
    assert_eq!(code(give_up(&ann, &ours)), "others_play");
    let begun = open(json!({
        "settings": ["map=training", "bots=hold"], "joins": true, "begins": true,
    }));
    assert_eq!(code(give_up(&ann, &begun)), "game_started");
}

#[test]
fn a_page_is_coached_and_advised_when_the_game_is_over_and_never_before() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let new = "new bots=hold map=duel";
    let game = code_of(&aloud(&room, "slack", "C1", "ann", new));
    alone(&room, "slack", "ann", &format!("join {game} Austria"));
    aloud(&room, "slack", "C1", "ann", "start");
    for _ in 0..3 {
        aloud(&room, "slack", "C1", "ann", "force");
    }
    let (steward, table) = (steward(&room), table(&room, &game));
    let ann = Person::new(who("slack", "ann"), "ann");
    let refused = |question: Value| {
        let question = Json::of(&question);
        let view = wait(room.host().look(&table, &ann.identity)).unwrap().view;
        let gathered = wait(steward.gather(room.host(), &table, &ann, &question));
        let answer = gathered.and_then(|question| steward.ask(&view, &question));
        answer.expect_err("it was answered").code()
    };
    let advice = json!({"ask": "advice", "power": "AUSTRIA"});
    assert_eq!(refused(json!({"ask": "coach"})), "no_coach_yet");
    assert_eq!(refused(advice.clone()), "no_coach_yet");
    alone(&room, "slack", "ann", "concede yes");
    let said = alone(&room, "slack", "ann", &format!("{game} coach")).words();
    let asked = |question| ask(&room, &steward, &table, "eve", &question);
    let lessons = asked(json!({"ask": "coach"}))["lessons"].clone();
    let lessons = lessons.as_array().unwrap();
    assert_eq!(lessons.len(), said.matches('•').count(), "{said}");
    for lesson in lessons {
        let phase = lesson["phase"].as_str().unwrap();
        assert!(said.contains(phase), "{said} {lesson}");
        assert!(lesson["instead"].as_u64() > lesson["after"].as_u64());
        assert!(!lesson["orders"].as_array().unwrap().is_empty());
    }
    let start = asked(json!({"ask": "chart"}))["start"].clone();
    let advised = asked(json!({"ask": "advice", "power": "AUSTRIA", "position": start}));
    assert_eq!(advised["orders"].as_array().unwrap().len(), 3, "{advised}");
    // Of what nobody has there is nothing to say.
    let bare = json!({"phase": "S1901M", "units": {}, "centers": {}});
    let nothing = asked(json!({"ask": "advice", "power": "AUSTRIA", "position": bare}));
    assert_eq!(nothing["orders"], json!([]));
}

#[test]
fn no_page_waits_for_a_bot_that_searches_and_two_rooms_think_a_thought_once() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite")).think_apart(Arc::new(|| {}));
    let steward = steward(&room);
    let ann = Person::new(who("slack", "ann"), "ann");
    let wish = json!({"settings": ["map=duel", "bots=easy"], "joins": true, "power": "Austria", "begins": true});
    let table = wait(steward.open(room.host(), &ann, &Json::of(&wish))).unwrap();
    let ready = ("S1901M", json!("ready"));
    command(&room, &steward, &table, "ann", ready).unwrap();
    let phase = || {
        let sight = wait(room.host().look(&table, &ann.identity)).unwrap();
        sight.view.read::<Value>().unwrap()["phase"].clone()
    };
    // She was answered, and the table waits for the bot.
    assert_eq!(phase(), "S1901M");
    let thoughts = room.thoughts();
    assert_eq!(thoughts.len(), 1);
    wait(steward.room().sweep()).unwrap();
    assert!(steward.room().thoughts().is_empty(), "it is under way");
    for thought in thoughts {
        wait(room.decided(thought.think())).unwrap();
    }
    assert_eq!(phase(), "F1901M");
}

#[test]
fn a_finished_game_is_in_the_record_of_who_played_it_by_every_way_to_score() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sqlite");
    let room = room(&path);
    let code_of_game = code_of(&aloud(&room, "slack", "C1", "ann", "new map=duel"));
    for (name, power) in [("ann", "Austria"), ("ben", "France")] {
        alone(
            &room,
            "slack",
            name,
            &format!("join {code_of_game} {power}"),
        );
    }
    assert_eq!(aloud(&room, "slack", "C1", "ann", "start").refused, None);
    let steward = steward(&room);
    let record = |name: &str| -> Value {
        let person = Person::new(who("slack", name), name);
        let asked = Json::of(&json!({"ask": "record"}));
        wait(steward.inquire(room.host(), &person, &asked))
            .unwrap()
            .read()
            .unwrap()
    };
    assert_eq!(record("ann"), json!({"games": []}));
    let conceded = alone(
        &room,
        "slack",
        "ann",
        &format!("{code_of_game} concede yes"),
    );
    assert_eq!(conceded.refused, None, "{}", conceded.words());
    for (name, result, all) in [("ann", "conceded", 0), ("ben", "solo", 1000)] {
        let games = &record(name)["games"];
        assert_eq!(games.as_array().unwrap().len(), 1, "{name}: {games}");
        assert_eq!(games[0]["result"], result);
        assert_eq!(games[0]["points"].as_array().unwrap().len(), 5);
        assert_eq!(games[0]["points"][0], json!(["draw_size", all]));
    }
    assert_eq!(record("eve"), json!({"games": []}));
    // A program that has just begun knows it from the cards, and reads no game.
    let games = record("ann");
    drop((steward, room));
    let room = crate::bed::room(&path);
    let steward = self::steward(&room);
    let person = Person::new(who("slack", "ann"), "ann");
    let asked = Json::of(&json!({"ask": "record"}));
    let told = wait(steward.inquire(room.host(), &person, &asked)).unwrap();
    assert_eq!(told.read::<Value>().unwrap(), games);
    assert_eq!(room.host().figures().open, 0, "a game was read");
}

#[test]
fn a_way_over_the_sea_is_told_with_the_order_that_takes_it() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code_of_game = duel(&room);
    let (steward, table) = (steward(&room), table(&room, &code_of_game));
    let position = json!({
        "phase": "S1901M",
        "units": {"ENGLAND": ["A LON", "F NTH", "F NWG"]},
        "centers": {"ENGLAND": ["LON", "EDI", "LVP"]},
    });
    let question = json!({"ask": "legal", "power": "ENGLAND", "position": position});
    let routes = &ask(&room, &steward, &table, "ann", &question)["routes"];
    assert_eq!(routes["A LON - NWY VIA"], json!(["NTH"]));
    assert_eq!(routes["F NTH C A LON - NWY"], json!(["NTH"]));
    assert_eq!(routes["A LON - YOR"], Value::Null, "by land");
    let far = routes["F NWG C A LON - CLY"].as_array().unwrap();
    assert!(far.contains(&json!("NWG")), "{far:?}");
}
