//! The tile display without a window: a table of the framework's demo on a board.

use parlour_gfx::tiles::demo;
use parlour_grid::Point;
use parlour_rogue::Key;
use parlour_rogue::demo::Fight;
use parlour_rogue_window::saves::Saves;
use parlour_rogue_window::tiles::{Board, RogueTable, Shape, Tile, TileGame};

fn board(columns: u32, rows: u32) -> Board {
    Board::new(Shape {
        tiles: (columns, rows),
        letters: (80, 30),
    })
}

struct Sitting {
    table: RogueTable,
    board: Board,
    folder: tempfile::TempDir,
}

impl Sitting {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder for saves");
        let mut table = demo::table(7, Fight::Slay, Saves::in_folder(folder.path()));
        let mut board = board(60, 40);
        table.draw(&mut board);
        Self {
            table,
            board,
            folder,
        }
    }

    fn press(&mut self, key: Key) {
        self.table.press(key, &mut self.board);
    }

    fn walk_to(&mut self, x: i32, y: i32) -> usize {
        let goal = self.table.goal_at(Point::new(x, y));
        let mut steps = 0;
        while let Some(key) = self.table.step_towards(goal) {
            self.press(key);
            self.board.skip();
            steps += 1;
            assert!(steps < 500, "a walk ends");
        }
        steps
    }

    /// Whether the player is in one of these columns.
    fn player(&self, columns: std::ops::Range<i32>) -> bool {
        let mut places = columns.flat_map(|x| (0..40).map(move |y| (x, y)));
        places.any(|(x, y)| self.letter(x, y) == '@')
    }

    fn letter(&self, x: i32, y: i32) -> char {
        self.board
            .tile_at(Point::new(x, y))
            .expect("on the board")
            .letter()
    }
}

#[test]
fn the_board_shows_the_player_and_the_room_and_nothing_beyond() {
    let table = Sitting::new();
    assert_eq!(table.letter(5, 5), '@');
    assert_eq!(table.letter(2, 2), '#');
    assert_eq!(table.letter(20, 6), ' ', "the next room is unknown");
    assert_eq!(table.board.shown().cursor, None, "nothing is looked at");
    let player = table.board.tile_at(Point::new(5, 5)).expect("on it");
    assert_eq!(player.under.map(|sign| sign.letter), Some('.'), "in layers");
    let words = table.board.shown().words.to_string();
    assert!(words.contains("You") && words.contains("hp"), "{words}");
}

#[test]
fn keys_are_those_of_the_terminal() {
    let mut table = Sitting::new();
    table.press(Key::Char('l'));
    assert_eq!(table.letter(6, 5), '@');
    table.press(Key::Up);
    assert_eq!(table.letter(6, 4), '@');
    table.press(Key::Char('x'));
    table.press(Key::Char('h'));
    assert_eq!(table.board.shown().cursor, Some(Point::new(5, 4)));
    assert_eq!(table.letter(6, 4), '@', "looking moves nobody");
}

#[test]
fn a_walk_takes_the_shortest_known_way() {
    let mut table = Sitting::new();
    assert_eq!(table.walk_to(3, 3), 2);
    assert_eq!(table.letter(3, 3), '@');
    assert_eq!(table.walk_to(3, 3), 0, "already there");
    assert_eq!(table.walk_to(20, 6), 0, "no way is known to it");
    assert_eq!(table.walk_to(2, 2), 0, "a wall is no goal");
    assert_eq!(table.walk_to(500, -3), 0, "off the map");
}

#[test]
fn a_walk_leads_to_a_door_and_stops_when_somebody_comes_into_sight() {
    let mut table = Sitting::new();
    let steps = table.walk_to(9, 4);
    assert!(steps > 0);
    // The door was bumped open, or a goblin was seen: either way the walker
    // stands still and waits for the person.
    assert!(table.player(8..60), "near the door");
}

#[test]
fn what_lies_under_the_mouse_is_told_as_far_as_it_is_known() {
    let table = Sitting::new();
    assert_eq!(
        table.table.words_at(Point::new(5, 5)).as_deref(),
        Some("Player")
    );
    assert!(table.table.words_at(Point::new(3, 3)).is_some());
    assert_eq!(table.table.words_at(Point::new(20, 6)), None);
}

#[test]
fn a_shot_is_shown_frame_by_frame() {
    let mut table = Sitting::new();
    for key in [Key::Char('f'), Key::Char('l'), Key::Char('l'), Key::Enter] {
        table.press(key);
    }
    if table.board.is_moving() {
        let first = table.board.shown().clone();
        let rest = table.board.pass(10_000);
        assert!(rest > 0, "it takes less than ten seconds");
        assert_ne!(&first.tiles, &table.board.shown().tiles);
    }
    assert!(!table.board.is_moving());
}

#[test]
fn saving_plays_on_and_the_next_one_goes_on_from_there() {
    let mut table = Sitting::new();
    table.press(Key::Char('l'));
    table.press(Key::Char('S'));
    assert!(!table.table.is_over());
    let saves = Saves::in_folder(table.folder.path());
    let again = demo::table(99, Fight::Slay, saves.clone());
    let kept = saves.read(demo::SAVE).expect("it can be read");
    assert!(kept == Some(again.game().save()), "it goes on where it was");
    // A broken save is told, and a new game begins.
    saves
        .write(demo::SAVE, b"nonsense")
        .expect("it can be written");
    let mut fresh = demo::table(7, Fight::Slay, saves);
    let mut board = board(60, 40);
    fresh.draw(&mut board);
    let words = board.shown().words.to_string();
    assert!(words.contains("cannot be used"), "{words}");
}

#[test]
fn a_table_of_another_size_shows_the_same_game() {
    let mut table = Sitting::new();
    for (columns, rows) in [(9, 7), (1, 1)] {
        let mut small = board(columns, rows);
        table.table.draw(&mut small);
        let letters = small.shown().tiles.iter().map(Tile::letter);
        assert_eq!(letters.filter(|&letter| letter == '@').count(), 1);
    }
}
