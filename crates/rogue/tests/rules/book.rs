//! The book: its code is compiled here, its screens are drawn here, and its pages say what
//! came of both. `PARLOUR_WRITE_BOOK=1` writes them into the pages.
#![allow(clippy::disallowed_methods, reason = "the pages of the book are files")]

use std::fs;
use std::path::PathBuf;

use parlour_rogue::ui::{Front, Layout};
use parlour_rogue::{Ending, Game, Point, Seed, notation};

use crate::script::Habits;

const HABITS: Habits = Habits {
    drink_below: 14,
    rest_below: 24,
};

#[allow(dead_code, reason = "its main needs a terminal")]
#[path = "../../../../docs/book/parts/main.rs"]
mod parts;

#[path = "../../../../docs/book/parts/annex.rs"]
mod annex;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/book")
}

/// The whole game, won by a script, at the first seed with which it is.
fn won() -> Game {
    for seed in 1..40 {
        let mut game = parts::game_of_part(13, Seed(seed)).unwrap();
        HABITS.play(&mut game);
        if game.ending() == Some(Ending::Won) {
            return game;
        }
    }
    panic!("the script wins one game of forty");
}

#[test]
fn the_game_of_the_last_part_is_won_by_a_script() {
    let game = won();
    assert_eq!(game.world.level_name(game.world.current()), "level 3");
    assert_eq!(
        game.world.log().last(),
        Some("You put on the crown. The dungeon is yours!")
    );
}

/// What the annex writes beside other libraries is played.
#[test]
fn the_annex_sees_walks_hunts_and_keeps() {
    let mut game = annex::hunted().unwrap();
    let (from, to) = (Point::new(1, 1), Point::new(8, 1));
    let (seen, way) = annex::sight_and_way(&mut game.world, from, to);
    assert_eq!((seen, way.map(|way| way.len())), (30, Some(8)));
    let kept = annex::kept(game).unwrap();
    let dog = kept.world.entities().find(|it| it.type_key() == "dog");
    let dog = dog.unwrap();
    assert_eq!(dog.at(), Point::new(6, 1), "two steps in one turn");
    assert_eq!(kept.world.turns(), 1);
}

#[test]
fn every_page_shows_the_code_and_the_screens_as_they_are() {
    let writes = std::env::var_os("PARLOUR_WRITE_BOOK").is_some();
    let mut pages: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    pages.retain(|path| path.extension().is_some_and(|end| end == "md"));
    pages.sort();
    assert_eq!(pages.len(), 15);
    for path in pages {
        let page = fs::read_to_string(&path).unwrap();
        let drawn = filled(&page);
        if writes {
            fs::write(&path, &drawn).unwrap();
        }
        assert!(
            writes || page == drawn,
            "{} is not what the code says; PARLOUR_WRITE_BOOK=1 writes it",
            path.display()
        );
    }
}

/// A page with every block behind a mark filled anew.
fn filled(page: &str) -> String {
    let mut out = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let mark = line
            .strip_prefix("<!-- ")
            .and_then(|mark| mark.strip_suffix(" -->"));
        let Some(block) = mark.and_then(block) else {
            continue;
        };
        // The old block, if there is one.
        if lines.peek().is_some_and(|line| line.starts_with("```")) {
            lines.next();
            for line in lines.by_ref() {
                if line == "```" {
                    break;
                }
            }
        }
        out.push_str(&block);
    }
    out
}

fn block(mark: &str) -> Option<String> {
    let (what, rest) = mark.split_once(": ")?;
    Some(match what {
        "code" => {
            let code = fs::read_to_string(folder().join(format!("parts/{rest}.rs"))).unwrap();
            format!("```rust,ignore\n{code}```\n")
        }
        "page" => {
            let page = fs::read_to_string(folder().join("parts").join(rest)).unwrap();
            format!("```html\n{page}```\n")
        }
        "screen" => {
            let mut words = rest.splitn(3, ' ');
            let part: u32 = words.next()?.strip_prefix("part")?.parse().ok()?;
            let size = size_of(words.next()?)?;
            let script = words.next()?.trim_matches('"');
            let mut game = parts::game_of_part(part, Seed::from_text("the book")).unwrap();
            let (habit, keys) = script.split_once('|').unwrap_or(("", script));
            prepare(&mut game, habit);
            for key in notation::parse_script(keys).unwrap() {
                game.press(key);
            }
            screen(&game, part, size)
        }
        "map" => {
            let game = parts::game_of_part(2, Seed::from_text("the book")).unwrap();
            format!(
                "```text\n{}\n```\n",
                game.world.level().to_rows().join("\n")
            )
        }
        "won" => screen(&won(), 13, size_of(rest)?),
        _ => return None,
    })
}

/// Plays by the script's habits for so many keys (`steps 40`) or until so many things are
/// carried (`things 2`).
fn prepare(game: &mut Game, habit: &str) {
    let (what, count) = habit.split_once(' ').unwrap_or(("steps", "0"));
    let count: usize = count.parse().unwrap();
    let most = if what == "steps" { count } else { 3000 };
    for _ in 0..most {
        let Some(me) = game.world.player() else {
            return;
        };
        if what == "things" && game.menu().is_none() && game.world.pack(me).len() >= count {
            return;
        }
        let key = HABITS.next_key(game);
        game.press(key);
    }
}

fn size_of(text: &str) -> Option<(u16, u16)> {
    let (width, height) = text.split_once('x')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}

fn screen(game: &Game, part: u32, size: (u16, u16)) -> String {
    let layout = if part < 6 {
        Layout::plain()
    } else {
        parts::part06::layout()
    };
    let screen = Front::new(layout, game).draw(game, size);
    format!("```text\n{screen}```\n")
}
