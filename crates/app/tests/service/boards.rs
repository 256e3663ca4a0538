//! The operator's folder of boards: a board of one's own is played by its name, and a
//! game on it goes on where the folder is gone.

use std::path::Path;

use parlour_chat::doubles::SlackDouble;

use crate::process::{Served, parlour};
use crate::street::PATIENCE;

/// The board of the page on making maps.
fn lagoon() -> &'static str {
    let page = include_str!("../../../../docs/make-a-map.md");
    let blocks = page.split("```json lagoon/board.json\n").nth(2).unwrap();
    blocks.split("```").next().unwrap()
}

fn serve(slack: &SlackDouble, home: &Path, boards: Option<&Path>) -> Served {
    let url = format!("sqlite:{}", home.join("house.db").display());
    let mut command = parlour(home);
    command
        .env("PARLOUR_SLACK_BOT_TOKEN", "xoxb-1")
        .env("PARLOUR_SLACK_SIGNING_SECRET", "secret")
        .env("PARLOUR_SLACK_API_URL", format!("{}/", slack.url()))
        .args(["serve", "--listen", "127.0.0.1:0", "--database", &url]);
    if let Some(boards) = boards {
        command.arg("--boards").arg(boards);
    }
    let served = Served::spawn(command);
    slack.point_at(&served.url());
    served
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operators_board_is_played_by_its_name() {
    let slack = SlackDouble::start("xoxb-1", "secret").await.unwrap();
    slack.add_user("U1", "Ann");
    slack.add_channel("C1", "club");
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards-of-the-club");
    std::fs::create_dir_all(boards.join("lagoon")).unwrap();
    std::fs::write(boards.join("lagoon/board.json"), lagoon()).unwrap();
    // One that cannot be played is left out, and the others are there.
    std::fs::create_dir_all(boards.join("broken")).unwrap();
    std::fs::write(boards.join("broken/board.json"), "{").unwrap();

    let served = serve(&slack, folder.path(), Some(&boards));
    slack.slash("U1", "C1", "new map=lagoon bots=hold").await;
    let told = slack.wait_in_channel("C1", PATIENCE, |it| it.text.contains("The Lagoon"));
    assert!(told.await.is_some(), "{:?}", slack.channel("C1"));
    let ask = async |words: &str| slack.ask("U1", "C1", words).await.body;
    ask("join").await;
    ask("start").await;
    // Whichever power is Ann's.
    for holds in ["order F ASH H", "order A CAP H"] {
        ask(holds).await;
    }
    let orders = ask("orders").await;
    let own = |it: &&str| orders.contains(it);
    assert_eq!(
        ["F Ash", "A Cap"].into_iter().filter(own).count(),
        1,
        "{orders}"
    );
    assert!(served.terminate().success());

    // The game keeps its board; only new games cannot be begun on it.
    let served = serve(&slack, folder.path(), None);
    assert_eq!(ask("orders").await, orders);
    slack.add_channel("C2", "elsewhere");
    let refused = slack.ask("U1", "C2", "new map=lagoon").await;
    assert!(refused.body.contains("lagoon"), "{}", refused.body);
    assert!(!refused.body.contains("The Lagoon"), "{}", refused.body);
    assert!(served.terminate().success());
}
