//! Cables are pulled, processes die: nothing is lost and nothing done twice.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parlour_lan::{Control, Server, StartRefused, unfinished};
use parlour_rules::Seat;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::person::{PATIENCE, Person};
use crate::play::{play_on, play_to_the_end, two_at_play, two_seated};
use crate::{House, Wishes};

fn tokens_of(people: &[Person]) -> Vec<String> {
    people.iter().map(|it| it.token.clone().unwrap()).collect()
}

/// A new server for two, and all who were there come back by their tokens.
async fn back_again(house: &House, tokens: &[String]) -> (Server, Vec<Person>) {
    let server = house.serve(Wishes::players(2)).await;
    let mut people = Vec::new();
    for token in tokens {
        people.push(Person::by_token(server.address(), token).await);
    }
    for person in &mut people {
        person.until(|state| !state.view.paused).await;
    }
    (server, people)
}

/// Whose turn it is makes a move, and the other sees it.
async fn one_move(people: &mut [Person]) {
    let mover = usize::from(people[1].is_to_move());
    let seq = people[mover].play_one().await.seq;
    people[1 - mover].until(|state| state.seq >= seq).await;
}

#[tokio::test]
async fn the_table_waits_for_who_lost_the_connection() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    let ben = people.pop().unwrap();
    let (token, hand) = (ben.token.clone().unwrap(), ben.state().view.hand.clone());
    drop(ben);
    let ann = &mut people[0];
    let state = ann.until(|state| state.view.paused).await;
    assert_eq!(state.view.waiting_for, [Seat(1)]);
    assert!(!state.view.players[1].connected);
    for (action, rest) in [
        ("YIELD", json!({})),
        ("SAY", json!({ "phrase": "hello" })),
        ("READY", json!({})),
    ] {
        ann.act(action, rest).await;
        assert_eq!(Person::code(&ann.error().await), "paused");
    }
    let ben = Person::by_token(server.address(), &token).await;
    assert_eq!((ben.seat, &ben.state().view.hand), (Some(1), &hand));
    ann.until(|state| !state.view.paused).await;
    people.push(ben);
    let mover = usize::from(people[1].is_to_move());
    people[mover].play_one().await;
}

#[tokio::test]
async fn a_token_in_use_moves_the_seat_to_the_newcomer() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    let token = people[1].token.clone().unwrap();
    let newcomer = Person::by_token(server.address(), &token).await;
    assert_eq!(newcomer.seat, Some(1));
    // The old connection is told, as the last thing.
    let mut last = None;
    while let Some(message) = people[1].next().await {
        last = Some(message);
    }
    let last = last.unwrap();
    assert_eq!(Person::code(&last), "already_seated", "{last}");
    assert_eq!(
        last["message"],
        "this seat is now played from another window"
    );
}

/// Also when the old connection has much under way.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_follows_the_news_that_the_seat_was_taken_over() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    for _ in 0..20 {
        let mut old = people.pop().unwrap();
        let token = old.token.clone().unwrap();
        let words = r#"{"type":"PLAYER_ACTION","action":"SAY","phrase":"hello"}"#;
        let lines = format!("{words}\nnothing\n").repeat(15);
        let (_, ben) = tokio::join!(
            old.raw(lines.as_bytes()),
            Person::by_token(server.address(), &token)
        );
        let mut last = None;
        while let Some(message) = old.next().await {
            last = Some(message);
        }
        let last = last.expect("a last line");
        assert_eq!(last["code"], "already_seated", "{last}");
        people.push(ben);
    }
    play_on(&mut people).await;
}

/// The handshake of a connection that is closed already may be read after that of the
/// next one, where a machine has much to do.
#[tokio::test]
async fn who_has_hung_up_takes_no_seat_from_who_came_later() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    let token = people[1].token.clone().unwrap();
    let mut first = TcpStream::connect(server.address()).await.unwrap();
    let hello = json!({ "type": "HANDSHAKE", "protocol": 1, "name": "Ben", "token": token });
    first.write_all(hello.to_string().as_bytes()).await.unwrap();
    let mut ben = Person::by_token(server.address(), &token).await;
    // Its line is complete, and at once it is closed: the server sees both together,
    // for both come in one segment.
    let mut first = first.into_std().unwrap();
    #[cfg(target_os = "linux")]
    socket2::SockRef::from(&first).set_tcp_cork(true).unwrap();
    first.write_all(b"\n").unwrap();
    drop(first);
    let mut last = Person::connect(server.address()).await;
    last.hello(json!({ "name": "Wim", "spectate": true })).await;
    for _ in 0..3 {
        let id = ben.act("SAY", json!({ "phrase": "hello" })).await;
        ben.until(|state| state.ack.as_deref() == Some(&id)).await;
    }
    people[1] = ben;
    play_on(&mut people).await;
}

#[tokio::test]
async fn a_server_that_is_started_again_goes_on_where_it_was() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    let mover = usize::from(people[1].is_to_move());
    let (action, rest) = people[mover].choice();
    let line =
        json!({ "type": "PLAYER_ACTION", "action": action, "cards": rest["cards"], "id": "k" });
    people[mover].say(&line.to_string()).await;
    people[mover]
        .until(|state| state.ack.as_deref() == Some("k"))
        .await;
    let seq = people[mover].state().seq;
    let tokens = tokens_of(&people);
    drop((server, people));

    let house = house.restarted();
    let (_server, mut people) = back_again(&house, &tokens).await;
    assert!(people[0].state().seq >= seq, "seq survives");
    assert_eq!(
        people[0].state().view.table.len(),
        1,
        "the acknowledged move is there"
    );
    // By its id it is known, whatever the rest would be worth now.
    let same = |rest: serde_json::Value| {
        let mut same = rest;
        same["type"] = json!("PLAYER_ACTION");
        same["id"] = json!("k");
        same.to_string()
    };
    let mover = &mut people[mover];
    let (log, seq) = (mover.state().view.log.clone(), mover.state().seq);
    for line in [
        line.to_string(),
        same(json!({ "action": "PLAY", "cards": rest["cards"], "seq": 0 })),
        same(json!({ "action": "YIELD" })),
        same(json!({ "action": "READY" })),
        same(json!({ "action": "SAY", "phrase": "hello" })),
    ] {
        mover.say(&line).await;
        let answer = mover.next().await.unwrap();
        assert_eq!(answer["ack"], "k", "{line}: {answer}");
        let again = mover.state();
        assert_eq!(again.view.table.len(), 1, "it is not made twice: {line}");
        assert_eq!((again.seq, &again.view.log), (seq, &log), "{line}");
    }
}

#[tokio::test]
async fn a_new_table_is_opened_on_request_and_old_tokens_are_forgotten() {
    let house = House::new();
    let (server, people) = two_at_play(&house).await;
    let token = people[0].token.clone().unwrap();
    drop((server, people));
    let house = house.restarted();
    let server = house
        .serve(Wishes {
            fresh: true,
            ..Wishes::players(2)
        })
        .await;
    let mut ann = Person::connect(server.address()).await;
    ann.say(&format!(
        r#"{{"type":"HANDSHAKE","protocol":1,"name":"Ann","token":"{token}"}}"#
    ))
    .await;
    assert_eq!(Person::code(&ann.error().await), "unknown_token");
    ann.hello(json!({ "name": "Ann" })).await;
    assert_eq!(ann.state().view.step, "lobby");
}

/// "resumes its unfinished table (seats, tokens, state); `--new` abandons it", and
/// nothing else does.
#[tokio::test]
async fn another_number_of_players_does_not_abandon_an_unfinished_table() {
    let house = House::new();
    // A lobby that nobody has entered is nothing to go on with.
    drop(house.serve(Wishes::players(4)).await);
    let server = house.serve(Wishes::players(2)).await;
    let ann = Person::seated(server.address(), "Ann").await;
    drop((server, ann));
    let refused = |players| Some(StartRefused::Unfinished { players });
    let house = house.restarted();
    let lobby = house.try_to_serve(Wishes::players(3)).await.err();
    assert_eq!(lobby, refused(2), "somebody is in the lobby");
    assert_eq!(
        lobby.unwrap().to_string(),
        "an unfinished table of 2 is kept here"
    );

    let fresh = |players| Wishes {
        fresh: true,
        ..Wishes::players(players)
    };
    drop(house.serve(fresh(2)).await);
    let (server, people) = two_at_play(&house).await;
    let (token, hand) = (people[0].token.clone(), people[0].state().view.hand.clone());
    drop((server, people));
    let house = house.restarted();
    let playing = house.try_to_serve(Wishes::players(4)).await.err();
    assert_eq!(playing, refused(2), "a game runs");
    let several = Wishes {
        tables: 3,
        ..Wishes::players(4)
    };
    assert_eq!(house.try_to_serve(several).await.err(), refused(2));
    let server = house.serve(Wishes::players(2)).await;
    let ann = Person::by_token(server.address(), &token.unwrap()).await;
    assert_eq!(ann.state().view.hand, hand, "it was left alone");
    drop((server, ann));
    let server = house.restarted().serve(fresh(3)).await;
    let ann = Person::seated(server.address(), "Ann").await;
    assert_eq!(ann.state().view.players.len(), 3);
}

#[tokio::test]
async fn it_can_be_asked_whether_a_table_waits_to_go_on() {
    let house = House::new();
    let kept = async |house: &House| unfinished(&house.host, "5555", None).await.unwrap();
    assert_eq!(kept(&house).await, None);
    let server = house.serve(Wishes::players(2)).await;
    assert_eq!(kept(&house).await, None, "nobody has come");
    let ann = Person::seated(server.address(), "Ann").await;
    let lobby = kept(&house).await.unwrap();
    assert_eq!((lobby.players, lobby.begun), (2, false));
    assert_eq!(lobby.people, ["Ann"]);
    assert!(lobby.seat, "a chair is free");
    assert_eq!(unfinished(&house.host, "5556", None).await, Ok(None));
    drop((server, ann));

    let house = House::new();
    let (server, people) = two_at_play(&house).await;
    let tokens = tokens_of(&people);
    drop((server, people));
    let house = house.restarted();
    let playing = kept(&house).await.unwrap();
    assert_eq!((playing.players, playing.begun), (2, true));
    assert_eq!(playing.people, ["Ann", "Ben"]);
    for (token, seat) in [
        (None, false),
        (Some("guess"), false),
        (Some(&*tokens[1]), true),
    ] {
        let found = unfinished(&house.host, "5555", token).await.unwrap();
        assert_eq!(found.unwrap().seat, seat, "{token:?}");
    }
    let (_server, mut people) = back_again(&house, &tokens).await;
    play_on(&mut people).await;
    assert_eq!(kept(&house).await, None, "the game is over");
}

#[tokio::test]
async fn a_finished_table_gives_way_to_another_number_of_players() {
    let house = House::new();
    let (server, mut people) = two_seated(&house).await;
    play_to_the_end(&mut people).await;
    drop((server, people));
    let server = house.restarted().serve(Wishes::players(3)).await;
    let ann = Person::seated(server.address(), "Ann").await;
    assert_eq!(ann.state().view.step, "lobby");
}

#[tokio::test]
async fn the_host_may_put_a_bot_in_or_admit_a_new_machine() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    assert!(
        server.control("1", Control::PutBot(Seat(1))).await.is_err(),
        "Ben is there"
    );
    people.pop();
    people[0].until(|state| state.view.paused).await;
    let mut cleo = Person::connect(server.address()).await;
    cleo.say(r#"{"type":"HANDSHAKE","protocol":1,"name":"Cleo"}"#)
        .await;
    assert_eq!(Person::code(&cleo.error().await), "table_full");
    server.control("1", Control::Admit(Seat(1))).await.unwrap();
    cleo.hello(json!({ "name": "Cleo" })).await;
    assert_eq!(cleo.seat, Some(1));
    people[0].until(|state| !state.view.paused).await;
    drop(cleo);
    people[0].until(|state| state.view.paused).await;
    server.control("1", Control::PutBot(Seat(1))).await.unwrap();
    people[0]
        .until(|state| !state.view.paused && state.view.players[1].bot)
        .await;
    // The game goes on to its end with the bot.
    play_on(&mut people).await;
}

#[tokio::test]
async fn in_the_lobby_too_a_seat_is_kept_until_the_host_gives_it_away() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    let mut ann = Person::seated(server.address(), "Ann").await;
    drop(Person::seated(server.address(), "Ben").await);
    ann.until(|state| state.view.paused).await;
    let mut cleo = Person::connect(server.address()).await;
    cleo.say(r#"{"type":"HANDSHAKE","protocol":1,"name":"Cleo"}"#)
        .await;
    assert_eq!(Person::code(&cleo.error().await), "table_full");
    server.control("1", Control::Admit(Seat(1))).await.unwrap();
    cleo.hello(json!({ "name": "Cleo" })).await;
    assert_eq!(cleo.seat, Some(1));
    ann.until(|state| !state.view.paused).await;
    play_to_the_end(&mut [ann, cleo]).await;
}

#[tokio::test]
async fn what_was_said_is_said_once_and_the_log_survives_a_restart() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    let say = r#"{"type":"PLAYER_ACTION","action":"SAY","phrase":"hello","id":"greeting"}"#;
    let acked = |state: &parlour_lan::wire::GameState| state.ack.as_deref() == Some("greeting");
    for _ in 0..6 {
        if people[0].state().view.step == "over" {
            break;
        }
        one_move(&mut people).await;
    }
    people[0].say(say).await;
    let told = people[0].until(acked).await.clone();
    people[0].say(say).await;
    assert_eq!(people[0].next_state().await.seq, told.seq, "said once");
    let tokens = tokens_of(&people);
    drop((server, people));

    let house = house.restarted();
    let (_server, mut people) = back_again(&house, &tokens).await;
    let ann = &mut people[0];
    let before = ann.state().clone();
    assert_eq!(
        before.view.log, told.view.log,
        "with the same seqs and words"
    );
    ann.say(say).await;
    let after = ann.until(acked).await;
    assert_eq!(after.view.log, told.view.log, "and is not said again");
    assert_eq!(after.seq, before.seq);
}

#[tokio::test]
async fn who_was_ready_before_a_crash_at_the_start_is_not_ready_for_the_next_game() {
    let house = House::new();
    let (server, people) = two_at_play(&house).await;
    let tokens = tokens_of(&people);
    drop((server, people));
    // As the process leaves it if it dies between the start and the next word.
    let table = house.host.tables().await.unwrap()[0].clone();
    let owner = parlour_host::table::Identity::from("lan-server:5555");
    let before = house.host.record(&table).await.unwrap();
    let mut notes: serde_json::Value = before.settings.read().unwrap();
    notes["ready"] = json!([0, 1]);
    let change = |it: &mut parlour_host::host::Description| {
        it.settings = parlour_host::Json::of(&notes);
    };
    house.host.describe(&table, &owner, change).await.unwrap();

    let house = house.restarted();
    let (_server, mut people) = back_again(&house, &tokens).await;
    for person in &people {
        let players = &person.state().view.players;
        assert!(players.iter().all(|player| !player.ready));
    }
    while people[0].state().view.step != "over" {
        one_move(&mut people).await;
    }
    assert_eq!(people[0].state().view.waiting_for, [Seat(0), Seat(1)]);
    assert_eq!(house.host.tables().await.unwrap().len(), 1);
}

/// A process that dies as the next game begins leaves the one before under the same
/// tag.
#[tokio::test]
async fn of_several_games_at_one_table_the_newest_goes_on() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    for _ in 0..3 {
        play_to_the_end(&mut people).await;
    }
    let tokens = tokens_of(&people);
    drop((server, people));
    let owner = parlour_host::table::Identity::from("lan-server:5555");
    let newest = house.host.tables_with_tag("lan:5555:1").await.unwrap();
    for table in house.host.tables().await.unwrap() {
        let tag = |it: &mut parlour_host::host::Description| {
            it.tags = vec![String::from("lan:5555:1")];
        };
        house.host.describe(&table, &owner, tag).await.unwrap();
    }
    let house = house.restarted();
    let (_server, _people) = back_again(&house, &tokens).await;
    let kept = house.host.tables_with_tag("lan:5555:1").await.unwrap();
    assert_eq!(kept, newest);
    assert_eq!(house.host.tables().await.unwrap().len(), 3);
}

/// A line of the log keeps the seq it was told with, also if the process dies while
/// the table is being paused.
#[tokio::test]
async fn a_crash_before_a_pause_changes_no_line_of_the_log() {
    let house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    let tokens = tokens_of(&people);
    one_move(&mut people).await;
    let told = people[0].state().view.log.clone();
    assert!(!told.is_empty());
    // The first thing that is stored when somebody vanishes, and no more.
    house.until_fault.store(1, Ordering::SeqCst);
    drop(people.pop());
    let failing = async {
        while house.until_fault.load(Ordering::SeqCst) >= 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(PATIENCE, failing)
        .await
        .expect("something is stored");
    drop((server, people));
    let house = house.restarted();
    let (_server, people) = back_again(&house, &tokens).await;
    assert_eq!(people[0].state().view.log, told);
}

/// There is nothing to go on with in a lobby where nobody ever sat, so the bots and
/// the seed are those of the newest start.
#[tokio::test]
async fn a_lobby_in_which_nobody_ever_sat_is_left() {
    let fresh = House::new();
    let wishes = || Wishes {
        seed: 99,
        ..Wishes::players(2)
    };
    let (server, mut people) = two_of(&fresh, wishes()).await;
    let hand = people[0].until(|state| state.view.step == "play").await;
    let hand = hand.view.hand.clone();
    drop(server);
    for (before, seed) in [(0, 7), (1, 7), (1, 99)] {
        let house = House::new();
        drop(
            house
                .serve(Wishes {
                    bots: before,
                    seed,
                    ..Wishes::players(2)
                })
                .await,
        );
        let house = house.restarted();
        let (server, mut people) = two_of(&house, wishes()).await;
        let state = people[0].until(|state| state.view.step == "play").await;
        assert_eq!(
            state.view.hand, hand,
            "{before} bots and the seed {seed} before"
        );
        drop(server);
    }
    // The other way round: a bot where there was none.
    let house = House::new();
    drop(house.serve(Wishes::players(2)).await);
    let bots = Wishes {
        bots: 1,
        ..Wishes::players(2)
    };
    let server = house.restarted().serve(bots).await;
    let ann = Person::seated(server.address(), "Ann").await;
    let players = &ann.state().view.players;
    assert!(players[1].bot, "{players:?}");
    let tables = house.host.tables().await.unwrap();
    assert_eq!(tables.len(), 1, "nothing is left behind: {tables:?}");
}

/// It is not lost without a word, and does not keep the port for ever.
#[tokio::test]
async fn a_table_that_cannot_be_read_is_cleared_away_on_request_only() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    drop((Person::seated(server.address(), "Ann").await, server));
    let damaged = house.host.tables().await.unwrap();
    house.unreadable.lock().unwrap().clone_from(&damaged);
    let house = house.restarted();
    assert_eq!(unfinished(&house.host, "5555", None).await, Ok(None));
    for _ in 0..2 {
        let refused = house.try_to_serve(Wishes::players(2)).await.err().unwrap();
        assert!(matches!(refused, StartRefused::Damaged(_)), "{refused}");
        assert!(refused.to_string().ends_with("a hole"), "{refused}");
        assert_eq!(house.host.tables().await.unwrap(), damaged);
    }
    let fresh = Wishes {
        fresh: true,
        ..Wishes::players(2)
    };
    let server = house.serve(fresh).await;
    let ben = Person::seated(server.address(), "Ben").await;
    assert_eq!(ben.seat, Some(0));
    assert_eq!(house.host.tables().await.unwrap().len(), 1);
    assert!(house.unreadable.lock().unwrap().is_empty(), "it is gone");
}

async fn two_of(house: &House, wishes: Wishes) -> (Server, Vec<Person>) {
    let server = house.serve(wishes).await;
    let mut people = Vec::new();
    for name in ["Ann", "Ben"] {
        people.push(Person::seated(server.address(), name).await);
    }
    for person in &mut people {
        person.act("READY", json!({})).await;
    }
    (server, people)
}
