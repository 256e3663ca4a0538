//! Guests of this wire and of another front sit at one table.

use parlour_court::Word;
use parlour_host::{Json, Message};
use parlour_regicide::Phrase;
use parlour_regicide::View;
use serde_json::json;

use crate::person::{Person, simple_command};
use crate::{House, Wishes};

/// "One table has guests of both": what a front does that knows people by their
/// identity, those on the wire see, and the other way round.
#[tokio::test]
async fn a_guest_of_another_front_sits_at_the_same_table() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    let table = server.table("1").unwrap();
    let mut ann = Person::seated(server.address(), "Ann").await;
    let ben = parlour_host::table::Person::new("web:ben", "Ben");
    let there = table.attend(&ben.identity).await.unwrap();
    let heard = table.hear(&ben, Word::Join {}, None).await.unwrap();
    let state = ann.until(|state| state.view.players[1].connected).await;
    assert_eq!(state.view.players[1].name, "Ben");
    let phrase = Phrase::Hello;
    table.hear(&ben, Word::Say { phrase }, None).await.unwrap();
    ann.until(|state| state.view.log.iter().any(|it| it.text == "says: Hello!"))
        .await;
    table.hear(&ben, Word::Ready {}, None).await.unwrap();
    ann.act("READY", json!({})).await;
    ann.until(|state| state.view.step == "play").await;
    while ann.is_to_move() {
        ann.play_one().await;
    }
    // Ben moves down the host's own road.
    let seen = house.host.look(&heard.game, &ben.identity).await.unwrap();
    let view: View = seen.view.read().unwrap();
    let command = Json::of(&simple_command(&view)).into_text();
    let message = Message::new(&heard.game, &ben.identity, command);
    let seq = ann.state().seq;
    house.host.command_text(message).await.unwrap();
    let told = ann.until(|state| state.seq > seq).await;
    let last = told.view.log.iter().rev().find(|it| it.player.is_some());
    assert_eq!(last.unwrap().player.map(|seat| seat.0), Some(1));
    // A phone locks: the others see that he is away, and the table is not paused yet.
    drop(there);
    let state = ann.until(|state| !state.view.players[1].connected).await;
    assert!(!state.view.paused);
    let there = table.attend(&ben.identity).await.unwrap();
    ann.until(|state| state.view.players[1].connected).await;
    tokio::time::pause();
    drop(there);
    let state = ann.until(|state| state.view.paused).await;
    assert_eq!(state.view.waiting_for.len(), 1);
    tokio::time::resume();
    let _there = table.attend(&ben.identity).await.unwrap();
    ann.until(|state| !state.view.paused).await;
}
