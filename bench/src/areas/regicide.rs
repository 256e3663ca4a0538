//! Whole games of Kingslayer in the search core, from the deal to the end.
//!
//! `sampled` draws one legal move at a time, `listed` lists all legal moves,
//! surplus payments included, and picks one; `played-out` is the quick player of
//! the bot. One answer is one game; a quarter each is played by one, two, three
//! and four. `sampled-1` and so on are the same for one number of players.
//! `moves` is the mean number of decisions in a game.

use anyhow::Result;
use parlour_regicide::House;
use parlour_regicide::bot::Habits;
use parlour_regicide::search::{Dice, MoveList, Position};

use crate::measure::{Bench, Contender, OURS};

/// Games in one pass over a scene.
const GAMES: usize = 4_000;

pub fn run(bench: &mut Bench) -> Result<()> {
    let every = [1, 2, 3, 4];
    scene(bench, "sampled", &every, sampled)?;
    scene(bench, "listed", &every, listed)?;
    for players in every {
        scene(bench, &format!("sampled-{players}"), &[players], sampled)?;
        scene(bench, &format!("listed-{players}"), &[players], listed)?;
    }
    let habits = every.map(Habits::for_players);
    scene(bench, "played-out", &every, move |game, dice, list| {
        let players = game.players();
        habits[usize::from(players) - 1].play_out(game, list, dice);
        0
    })
}

/// `play` plays a game to its end and answers with the number of decisions, or
/// 0 where they are not counted.
fn scene(
    bench: &mut Bench,
    name: &str,
    players: &[u8],
    play: impl Fn(&mut Position, &mut Dice, &mut MoveList) -> u32,
) -> Result<()> {
    let house = House::default();
    let mut list = MoveList::new();
    let mut game = |question: usize| {
        let mut dice = Dice::new(question as u64);
        let players = players[question % players.len()];
        let mut game = Position::deal(players, &house, &mut dice);
        (play(&mut game, &mut dice, &mut list), game)
    };
    let moves: u32 = (0..GAMES).map(|question| game(question).0).sum();
    let mean = f64::from(moves) / GAMES as f64;
    let ours = Contender::new(OURS, |question| u64::from(game(question).1.defeated()));
    let ours = if moves == 0 {
        ours
    } else {
        ours.with("moves", mean)
    };
    bench.scene(name, GAMES, vec![ours])
}

fn sampled(game: &mut Position, dice: &mut Dice, _: &mut MoveList) -> u32 {
    let mut moves = 0;
    while let Some(it) = game.sample_move(dice) {
        game.make(it, dice);
        moves += 1;
    }
    moves
}

fn listed(game: &mut Position, dice: &mut Dice, list: &mut MoveList) -> u32 {
    let mut moves = 0;
    loop {
        game.list_moves(list);
        let Some(it) = list.pick(dice) else {
            return moves;
        };
        game.make(it, dice);
        moves += 1;
    }
}
