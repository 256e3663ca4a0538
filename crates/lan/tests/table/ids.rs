//! "A repeated id from one seat is not applied twice": however much happened since.

use serde_json::json;

use crate::person::Person;
use crate::play::{play_on, play_to_the_end, two_at_play};
use crate::{House, Wishes};

const GREETING: &str =
    r#"{"type":"PLAYER_ACTION","action":"SAY","phrase":"hello","id":"greeting"}"#;
const READY: &str = r#"{"type":"PLAYER_ACTION","action":"READY","id":"ready"}"#;

/// Says a line and reads until its id is acknowledged; whether seq rose.
async fn raises_seq(person: &mut Person, line: &str, id: &str) -> bool {
    let before = person.state().seq;
    person.say(line).await;
    loop {
        let state = person.next_state().await;
        if state.ack.as_deref() == Some(id) {
            return state.seq > before;
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
