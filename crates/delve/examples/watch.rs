//! A game by the careful player, told: `cargo run -p parlour-delve --example
//! watch -- 7` prints every command of seed 7 with what was said, and the map
//! where it ended; `watch -- 7 500` ends after so many commands,
//! and says which wishes would be refused then.

use parlour_delve::bot::{Careful, Player};
use parlour_delve::{Delve, Setup};
use parlour_rules::{Actor, Rules, Seat, Seed, Turn, Viewer};

#[expect(clippy::disallowed_macros, reason = "it is there to print")]
fn main() {
    let seed = std::env::args().nth(1).unwrap_or_default();
    let seed = Seed::from_text(&seed);
    let (me, viewer) = (Actor::Seat(Seat(0)), Viewer::Seat(Seat(0)));
    let mut state = Delve::start(&Setup::default(), seed).expect("the content is sound");
    let mut player = Careful::default();
    let most = std::env::args().nth(2).and_then(|most| most.parse().ok());
    for place in 0..=most.unwrap_or(u32::MAX) {
        let view = Delve::view(&state, viewer);
        let over = Delve::turn(&state);
        if Some(place) == most || matches!(over, Turn::Over(_)) {
            println!("{}", view.picture.to_rows().join("\n"));
            println!("{over:?}");
            for wish in player.wishes(&view) {
                if let Err(refusal) = Delve::decide(&state, me, &wish) {
                    println!("{wish}: {refusal}");
                }
            }
            return;
        }
        let wishes = player.wishes(&view);
        let decided = wishes
            .into_iter()
            .find_map(|wish| Some((wish, Delve::decide(&state, me, &wish).ok()?)));
        let Some((command, events)) = decided else {
            return;
        };
        for event in &events {
            Delve::apply(&mut state, event);
        }
        let view = Delve::view(&state, viewer);
        let news = view.log.iter().rev().take(view.news as usize).rev();
        let news: Vec<&str> = news.map(|line| line.text.as_str()).collect();
        println!(
            "level {} turn {} hp {}/{} rank {}: {command}: {}",
            view.depth,
            view.turns,
            view.sheet.hp,
            view.sheet.max_hp,
            view.sheet.rank,
            news.join(" ")
        );
    }
}
