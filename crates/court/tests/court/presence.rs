//! Who is there, and for whom the table waits.

use parlour_court::{Tableau, Word};

use crate::house::{GRACE, House, person, plan};

/// "A lost connection has a grace before the table pauses, since phones lock."
#[tokio::test(start_paused = true)]
async fn the_table_waits_for_who_is_gone_only_when_their_grace_is_over() {
    let house = House::new();
    let here = house.process("one");
    let game = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    let _ann = here.attend(&game, "Ann").await;
    let ben = here.attend(&game, "Ben").await;
    here.say(&game, "Ben", Word::Join {}).await.unwrap();
    for name in ["Ann", "Ben"] {
        here.say(&game, name, Word::Ready {}).await.unwrap();
    }
    let missed =
        |tableau: &Tableau| -> Vec<bool> { tableau.seats.iter().map(|it| it.missed).collect() };
    // A phone locks and wakes again.
    drop(ben);
    tokio::time::sleep(GRACE / 2).await;
    assert!(!here.tableau(&game).await.paused);
    let ben = here.attend(&game, "Ben").await;
    tokio::time::sleep(GRACE * 2).await;
    assert!(!here.tableau(&game).await.paused);
    // A second window of the same person makes no difference.
    let window = here.attend(&game, "Ben").await;
    drop(ben);
    tokio::time::sleep(GRACE * 2).await;
    assert!(!here.tableau(&game).await.paused);
    // Now he is gone.
    drop(window);
    let tableau = here.until(&game, |it| it.paused).await;
    assert_eq!(missed(&tableau), [false, true], "the table waits for Ben");
    assert_eq!(here.play(&game, "Ann").await.unwrap_err().code(), "paused");
    let _ben = here.attend(&game, "Ben").await;
    here.until(&game, |it| !it.paused).await;
    // Who says that they leave is waited for at once.
    here.say(&game, "Ann", Word::Leave {}).await.unwrap();
    assert_eq!(missed(&here.tableau(&game).await), [true, false]);
}

/// Two processes see the same people, and neither pauses for those of the other.
#[tokio::test(start_paused = true)]
async fn guests_of_two_processes_sit_at_one_table() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let game = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    let _ann = here.attend(&game, "Ann").await;
    let ben = there.attend(&game, "Ben").await;
    there.say(&game, "Ben", Word::Join {}).await.unwrap();
    there.say(&game, "Ben", Word::Ready {}).await.unwrap();
    here.say(&game, "Ann", Word::Ready {}).await.unwrap();
    for process in [&here, &there] {
        process.until(&game, |it| !it.lobby).await;
        tokio::time::sleep(GRACE * 3).await;
        assert!(!process.tableau(&game).await.paused);
    }
    // They play, each at their own process.
    let mut moves = 0;
    while moves < 4 {
        for (process, name) in [(&here, "Ann"), (&there, "Ben")] {
            process.host.refresh().await.unwrap();
            moves += u32::from(process.play(&game, name).await.is_ok());
        }
    }
    // The process with Ben dies: his lease ends, and the other one waits for him.
    drop(ben);
    drop(there);
    let tableau = here.until(&game, |it| it.paused).await;
    assert!(tableau.seats[1].missed && !tableau.seats[0].missed);
    // He comes back to the one that is left.
    let _ben = here.attend(&game, "Ben").await;
    here.until(&game, |it| !it.paused).await;
}
