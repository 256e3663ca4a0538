//! Games under random disconnects, `kill -9` of players and host, lines sent
//! twice and late: every game ends, the log verifies, no acknowledged action is
//! lost and none is done twice.

use std::path::PathBuf;
use std::process::Child;
use std::time::{Duration, Instant};

use crate::house::{House, PATIENCE, free_port, verified_games};
use crate::record::{check_secrets, commands_of, witness};
use crate::{count, player};

#[test]
fn games_end_through_kills_and_pulled_cables() {
    for game in 0..count(50, 6) {
        one_game(game as u64);
    }
}

fn one_game(game: u64) {
    let home = tempfile::tempdir().unwrap();
    let port = free_port();
    let address = format!("127.0.0.1:{port}");
    let seed = format!("trouble {game}");
    let words = ["--players", "4", "--seed", &seed];
    let mut house = House::start(home.path(), port, &words, &[]);
    let folders: Vec<PathBuf> = ["Ann", "Ben", "Cleo", "Dan"]
        .iter()
        .map(|name| home.path().join(name))
        .collect();
    let begin = |seat: usize| player::start(&folders[seat], &address, true);
    let mut players: Vec<Option<Child>> = (0..4).map(|seat| Some(begin(seat))).collect();
    let mut kills = 0_u32;
    let mut chance = game.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let start = Instant::now();
    let mut next_blow = Duration::ZERO;
    while players.iter().any(Option::is_some) {
        assert!(start.elapsed() < PATIENCE, "game {game} does not end");
        for slot in &mut players {
            if let Some(child) = slot
                && let Some(status) = child.try_wait().unwrap()
            {
                assert!(status.success(), "a player of game {game} failed");
                *slot = None;
            }
        }
        // A seat whose token never arrived would be lost to its player.
        let seated = folders.iter().all(|it| it.join("token").exists());
        if seated && start.elapsed() > next_blow {
            chance ^= chance << 13;
            chance ^= chance >> 7;
            chance ^= chance << 17;
            let seat = (chance % 6) as usize;
            kills += 1;
            if seat >= 4 {
                house.kill();
                house = House::start(home.path(), port, &words, &[]);
            } else if let Some(child) = &mut players[seat] {
                // It may have come to its end this very moment.
                child.kill().unwrap();
                let _ = child.wait();
                players[seat] = Some(begin(seat));
            }
            // Ever more time between them: on the slowest machine, too, there comes
            // a moment when all are there and the game goes on.
            let pause = Duration::from_millis(30 + chance % 120);
            next_blow = start.elapsed() + pause * (1 << (kills / 16).min(10));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    house.kill();
    println!("game {game}: {kills} kills in {:?}", start.elapsed());
    let games = verified_games(home.path());
    assert_eq!(games.len(), 1, "one game was played");
    let told: Vec<player::Told> = folders.iter().map(|it| player::told(it)).collect();
    let witness = witness(&games);
    for it in &told {
        assert!(check_secrets(&it.received, &witness) > 0);
        assert_eq!(
            it.moves,
            commands_of(&games[0], it.seat),
            "what was acknowledged is what happened, once each, in game {game}"
        );
    }
}
