//! The file format: what is written is read, verified and stepped through; what
//! is broken is named.

mod archives;
mod audit;
mod broken;
mod played;

use std::io::Cursor;

use parlour_host::log::{Ending, Limits, LogFile, Replay, Verdict, read_log, verify, write_log_gz};
use parlour_rules::testing::Sampler;
use parlour_rules::tiny::{BidsSampler, PigSampler, PigState};
use parlour_rules::{Rules, Viewer};

use played::{played, registry};

fn read(text: &[u8]) -> LogFile {
    read_log(Cursor::new(text), Limits::default()).unwrap()
}

#[test]
fn a_played_game_verifies_plain_and_compressed() {
    fn check<G: Rules>(sampler: &impl Sampler<G>) {
        for seed in 0..20 {
            let log = played(sampler, seed);
            let lines = std::str::from_utf8(&log).unwrap().lines();
            let entries = lines.clone().count() as u64 - 2;
            let compressed = write_log_gz(lines.clone());
            assert_eq!(compressed, write_log_gz(lines), "the same bytes every time");
            let marked = [b"\xef\xbb\xbf", &log[..]].concat();
            for bytes in [&log, &compressed, &marked] {
                let verdict = verify(&registry(), &read(bytes)).unwrap();
                assert_eq!(verdict, Verdict::Verified { entries });
                assert_eq!(verdict.to_string(), format!("verified {entries} entries"));
            }
        }
    }
    check(&PigSampler);
    check(&BidsSampler);
}

#[test]
fn one_entry_is_told_as_one() {
    let verdict = verify(&registry(), &read(&played::long_pig(1))).unwrap();
    assert_eq!(verdict.to_string(), "verified 1 entry");
}

/// The hash was computed by another program from the description of the format.
#[test]
fn the_format_is_pinned() {
    let log = String::from_utf8(played(&PigSampler, 3)).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(
        lines[..2],
        [
            r#"{"parlour":1,"game":"pig","rules":1,"setup":{"players":4,"goal":42},"seed":"3"}"#,
            r#"{"seq":1,"stage":"turn-1","by":{"seat":0},"command":"roll","events":[{"rolled":2}],"fingerprint":"8628ed8df38c98f9","time":1900000000001,"hash":"3821f3ae272a94ac30651d0c4c732678f5a1ec3b62c84bdb4aa92e59755f445d"}"#,
        ]
    );
    let last = lines.last().unwrap();
    assert!(last.starts_with(r#"{"end":{"winner":"#), "{last}");
}

#[test]
fn a_replay_goes_forward_back_and_to_the_end() {
    let log = read(&played(&PigSampler, 5));
    let count = log.entries.len();
    assert!(count > 3);
    let mut replay = Replay::open(&registry(), log).unwrap();
    let mut views = vec![replay.position().view(Viewer::Spectator)];
    while replay.forward().unwrap() {
        views.push(replay.position().view(Viewer::Spectator));
        assert_eq!(replay.entry().unwrap().seq, replay.at() as u64);
        assert!(replay.told(Viewer::Spectator).is_some());
        assert!(replay.position().state().is::<PigState>());
    }
    assert_eq!(views.len(), count + 1);
    while replay.back().unwrap() {
        assert_eq!(
            replay.position().view(Viewer::Spectator),
            views[replay.at()]
        );
        assert_eq!(replay.entry().is_some(), replay.at() > 0);
        assert_eq!(replay.told(Viewer::Spectator).is_some(), replay.at() > 0);
    }
    assert_eq!(replay.at(), 0);
    replay.to_end().unwrap();
    assert_eq!(replay.at(), count);
    replay.to_start();
    assert_eq!((replay.at(), replay.entry()), (0, None));
    for place in [count / 2, 1, count, 0, count * 2] {
        replay.go_to(place).unwrap();
        let place = place.min(count);
        assert_eq!(replay.position().view(Viewer::Spectator), views[place]);
    }
}

#[test]
fn long_replays_go_back_over_kept_positions() {
    let log = read(&played::long_pig(500));
    let mut replay = Replay::open(&registry(), log).unwrap();
    let mut prints = vec![replay.position().fingerprint()];
    while replay.forward().unwrap() {
        prints.push(replay.position().fingerprint());
    }
    for place in [499, 128, 129, 127, 64, 63, 65, 1, 500, 0] {
        replay.go_to(place).unwrap();
        assert_eq!(replay.position().fingerprint(), prints[place], "at {place}");
        assert_eq!(replay.told(Viewer::Spectator).is_some(), place > 0);
    }
}

#[test]
fn an_export_of_an_unfinished_game_ends_in_null_and_verifies() {
    let log = played::long_pig(10);
    let text = std::str::from_utf8(&log).unwrap();
    assert!(
        text.lines()
            .last()
            .unwrap()
            .starts_with(r#"{"end":null,"entries":10,"#)
    );
    let log = read(&log);
    assert!(matches!(log.ending, Ending::Ended(_)));
    assert!(verify(&registry(), &log).unwrap().is_verified());
}
