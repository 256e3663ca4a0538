//! `parlour kingslayer host` as a real process, and players as real processes:
//! cables are pulled, processes are killed, strangers misbehave.

mod hostile;
mod house;
mod namespaces;
mod player;
#[path = "../terminal/pty.rs"]
#[expect(dead_code, reason = "only some of it is needed here")]
mod pty;
mod record;
mod trouble;
mod whole_game;

/// How many games: all that are asked for, or a few in the short run.
fn count(long: usize, short: usize) -> usize {
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        long
    } else {
        short
    }
}
