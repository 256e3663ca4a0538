//! "`GAME_STATE` is sent only after the action is stored": also when storing fails.

use std::sync::atomic::Ordering;

use serde_json::json;

use crate::House;
use crate::person::Person;
use crate::play::{play_to_the_end, two_seated};

/// What was not stored is shown to nobody, and who wanted it may come back and say
/// it again.
#[tokio::test]
async fn what_cannot_be_stored_is_not_shown() {
    let house = House::new();
    let (server, mut people) = two_seated(&house).await;
    let ready = r#"{"type":"PLAYER_ACTION","action":"READY","id":"ready"}"#;
    let hello = r#"{"type":"PLAYER_ACTION","action":"SAY","phrase":"hello","id":"hello"}"#;
    let mut watcher = Person::connect(server.address()).await;
    watcher
        .hello(json!({ "name": "Wim", "spectate": true }))
        .await;
    for (action, id) in [(ready, "ready"), (hello, "hello")] {
        let seq = watcher.state().seq;
        house.broken.store(true, Ordering::SeqCst);
        people[0].say(action).await;
        while people[0].next().await.is_some() {}
        // Whoever looks now sees the table as it is kept.
        let mut other = Person::connect(server.address()).await;
        other
            .hello(json!({ "name": "Eve", "spectate": true }))
            .await;
        let shown = other.state();
        assert_eq!(shown.seq, seq, "nothing was stored");
        assert!(!shown.view.players[0].ready || id != "ready");
        assert!(shown.view.log.is_empty());
        house.broken.store(false, Ordering::SeqCst);
        let token = people[0].token.clone().unwrap();
        people[0] = Person::by_token(server.address(), &token).await;
        people[0].say(action).await;
        people[0]
            .until(|state| state.ack.as_deref() == Some(id))
            .await;
        assert!(people[0].state().view.players[0].ready);
        let seq = people[0].state().seq;
        watcher.until(|state| state.seq >= seq).await;
    }
    let log = &people[0].state().view.log;
    let said = log.iter().filter(|it| it.text == "says: Hello!").count();
    assert_eq!(said, 1);
    play_to_the_end(&mut people).await;
}
