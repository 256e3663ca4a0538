//! "A repeated id from one seat is not applied twice": however much happened since.

use serde_json::{Value, json};

use crate::person::Person;
use crate::play::{play_on, play_to_the_end, two_at_play, two_seated};
use crate::{House, Wishes};

const GREETING: &str =
    r#"{"type":"PLAYER_ACTION","action":"SAY","phrase":"hello","id":"greeting"}"#;
const READY: &str = r#"{"type":"PLAYER_ACTION","action":"READY","id":"ready"}"#;

/// Says a line and reads until its id is acknowledged; whether seq rose.
async fn raises_seq(person: &mut Person, line: &str, id: &str) -> bool {
    let before = person.state().seq;
    person.say(line).await;
    loop {
        let message = person.next().await.expect("an answer");
        assert_ne!(message["type"], "ERROR", "{line}: {message}");
        if message["ack"] == id {
            return person.state().seq > before;
        }
    }
}

/// Reads all that the table has told by now: a refusal comes after it.
async fn catch_up(person: &mut Person) {
    person.act("SAY", json!({ "phrase": "psst" })).await;
    person.error().await;
}

/// Something that a seat has done: its number, the id, and the line.
type Said = (Option<u8>, &'static str, String);

/// Does something for the newest state there is.
async fn act_now(person: &mut Person, action: &str, mut line: Value, id: &'static str) -> Said {
    catch_up(person).await;
    line["type"] = json!("PLAYER_ACTION");
    line["action"] = json!(action);
    line["id"] = json!(id);
    line["seq"] = json!(person.state().seq);
    let line = line.to_string();
    assert!(raises_seq(person, &line, id).await, "{line}");
    (person.seat, id, line)
}

/// What those who are here have said is said again: each is acknowledged, and
/// changes nothing.
async fn say_again(people: &mut [Person], said: &[Said], when: &str) {
    for person in people {
        catch_up(person).await;
        let seat = person.seat;
        for (_, id, line) in said.iter().filter(|it| it.0 == seat) {
            let again = raises_seq(person, line, id).await;
            assert!(!again, "{id} was done twice: {when}");
        }
    }
}

#[tokio::test]
async fn what_was_said_is_not_said_again_after_many_other_words() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    let mut ann = Person::seated(server.address(), "Ann").await;
    assert!(raises_seq(&mut ann, GREETING, "greeting").await);
    for _ in 0..300 {
        let id = ann.act("SAY", json!({ "phrase": "thanks" })).await;
        ann.until(|state| state.ack.as_deref() == Some(&id)).await;
    }
    assert!(!raises_seq(&mut ann, GREETING, "greeting").await);
    // Nor after the host was started again.
    let token = ann.token.clone().unwrap();
    drop((server, ann));
    let server = house.restarted().serve(Wishes::players(2)).await;
    let mut ann = Person::by_token(server.address(), &token).await;
    assert!(!raises_seq(&mut ann, GREETING, "greeting").await);
    let other = GREETING.replace("greeting", "another");
    assert!(raises_seq(&mut ann, &other, "another").await);
}

/// Also words and moves of the games before.
#[tokio::test]
async fn ids_of_earlier_games_stay_known_over_a_restart() {
    let mut house = House::new();
    let (server, mut people) = two_at_play(&house).await;
    assert!(raises_seq(&mut people[0], GREETING, "greeting").await);
    let mover = usize::from(people[1].is_to_move());
    let (action, rest) = people[mover].choice();
    let cards = &rest["cards"];
    let line = json!({ "type": "PLAYER_ACTION", "action": action, "cards": cards, "id": "move" });
    let line = line.to_string();
    assert!(raises_seq(&mut people[mover], &line, "move").await);
    let seq = people[mover].state().seq;
    people[1 - mover].until(|state| state.seq >= seq).await;
    play_on(&mut people).await;
    // Ann's READY at the end of the first game stands between two games.
    assert!(raises_seq(&mut people[0], READY, "ready").await);
    play_to_the_end(&mut people).await;
    let tokens: Vec<String> = people.iter().map(|it| it.token.clone().unwrap()).collect();
    let mut servers = vec![server];
    for restarts in 0..2 {
        let said = [
            (0, GREETING, "greeting"),
            (0, READY, "ready"),
            (mover, &line, "move"),
        ];
        for (seat, line, id) in said {
            let again = raises_seq(&mut people[seat], line, id).await;
            assert!(!again, "{id} after {restarts} restarts");
        }
        assert!(!people[0].state().view.players[0].ready);
        people.clear();
        servers.clear();
        house = house.restarted();
        servers.push(house.serve(Wishes::players(2)).await);
        for token in &tokens {
            people.push(Person::by_token(servers[0].address(), token).await);
        }
        for person in &mut people {
            person.until(|state| !state.view.paused).await;
        }
    }
}

/// And is answered by its ack, whatever has become of the table since: another turn,
/// a pause, the end, the next game, and each of these after a restart.
#[tokio::test]
async fn a_repeated_id_is_acknowledged_in_every_state_of_the_table() {
    let mut house = House::new();
    let (server, mut people) = two_seated(&house).await;
    let mut servers = vec![server];
    let tokens: Vec<String> = people.iter().map(|it| it.token.clone().unwrap()).collect();
    let mut said = Vec::new();
    for person in &mut people {
        said.push(act_now(person, "READY", json!({}), "ready").await);
    }
    let hello = json!({ "phrase": "hello" });
    said.push(act_now(&mut people[0], "SAY", hello, "hello").await);
    for person in &mut people {
        catch_up(person).await;
    }
    let mover = usize::from(people[1].is_to_move());
    let (action, cards) = people[mover].choice();
    said.push(act_now(&mut people[mover], action, cards, "move").await);
    say_again(&mut people, &said, "in the game").await;

    people.pop();
    people[0].until(|state| state.view.paused).await;
    say_again(&mut people, &said, "while somebody is away").await;
    for when in ["in the game", "at the end", "in the next game"] {
        people.clear();
        servers.clear();
        house = house.restarted();
        servers.push(house.serve(Wishes::players(2)).await);
        for token in &tokens {
            people.push(Person::by_token(servers[0].address(), token).await);
            say_again(&mut people, &said, &format!("after a restart, {when}")).await;
        }
        for person in &mut people {
            person.until(|state| !state.view.paused).await;
        }
        match when {
            "in the game" => play_on(&mut people).await,
            "at the end" => {
                for person in &mut people {
                    said.push(act_now(person, "READY", json!({}), "ready again").await);
                }
            }
            _ => assert!(people[0].state().view.result.is_none(), "a game runs"),
        }
        say_again(&mut people, &said, &format!("after what came {when}")).await;
    }
}
