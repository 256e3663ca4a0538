//! What only files can suffer: torn lines, damage, two processes.

use std::fs;
use std::path::Path;

use parlour_host::journal::{FileJournal, JournalError};
use parlour_host::log::{Limits, Verdict, read_log, verify};
use parlour_host::{Refused, wait};

use crate::bed::{
    Bed, bids, files, id, lines, open, pig, play_pig, registry, roll, say, verdict, who,
};

fn verdict_of_file(path: &Path) -> String {
    let log = read_log(fs::File::open(path).unwrap(), Limits::default()).unwrap();
    verify(&registry(), &log).unwrap().to_string()
}

#[test]
fn a_live_file_is_the_log_and_ends_with_the_game() {
    let bed = files();
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 30));
    let path = bed.folder().join("pig-table.jsonl");
    assert_eq!(verdict_of_file(&path), "torn after entry 0");
    roll(&host, &table, &["ann"], 3);
    assert_eq!(verdict_of_file(&path), "torn after entry 3");
    play_pig(&host, &table, &["ann"]);
    let count = lines(bed.journal().as_ref(), &table).len();
    assert_eq!(verdict_of_file(&path), format!("verified {count} entries"));
}

/// Cuts the last two lines of a log at every byte, as if the power had failed.
#[test]
fn a_torn_tail_is_reported_and_complete_entries_are_kept() {
    let mut bed = files();
    let host = bed.host();
    let mut new = bids(&["ann", "bob"], 9);
    new.letters = true;
    let table = open(&host, new);
    for name in ["ann", "bob", "ann", "bob"] {
        say(&host, &table, name, "{\"bid\":1}").unwrap();
    }
    drop(host);
    bed.close();
    let path = bed.folder().join("bids-table.jsonl");
    let side = bed.folder().join("bids-table.side.jsonl");
    let (whole, whole_side) = (fs::read(&path).unwrap(), fs::read(&side).unwrap());
    let breaks: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] == b'\n').collect();
    // Every place near a line break, and some within the lines.
    let near = |cut: usize| breaks.iter().any(|at| at.abs_diff(cut) < 4) || cut.is_multiple_of(9);
    for cut in (breaks[2]..whole.len()).filter(|cut| near(*cut)) {
        fs::write(&path, &whole[..cut]).unwrap();
        fs::write(&side, &whole_side).unwrap();
        let complete = breaks.iter().filter(|at| **at <= cut).count() as u64 - 1;
        bed.reopen();
        let host = bed.host();
        let torn = wait(host.torn(&table)).unwrap();
        let at_break = whole[cut] == b'\n' || whole[cut - 1] == b'\n';
        assert_eq!(torn.is_none(), at_break, "cut at {cut}");
        if let Some(torn) = torn {
            assert_eq!(torn.after, complete);
            let aside = fs::read(bed.folder().join("bids-table.torn")).unwrap();
            assert_eq!(aside.len() as u64, torn.bytes);
            assert!(whole.windows(aside.len()).any(|bytes| bytes == aside));
        }
        let kept = lines(bed.journal().as_ref(), &table).len() as u64;
        assert_eq!(kept, complete, "cut at {cut}");
        // What belonged to the lost entry is gone with it, and play goes on.
        let letters = wait(bed.journal().letters(0, 1000)).unwrap();
        assert!(
            letters.iter().all(|letter| letter.seq <= complete),
            "cut at {cut}"
        );
        let name = if complete.is_multiple_of(2) {
            "ann"
        } else {
            "bob"
        };
        say(&host, &table, name, "{\"bid\":2}").unwrap();
        let entries = complete + 1;
        let verified = Verdict::Verified { entries };
        assert_eq!(verdict(&host, &table), verified.to_string());
        let after = wait(bed.journal().letters(0, 1000)).unwrap();
        assert_eq!(after.len(), letters.len() + 3);
        drop(host);
        bed.close();
    }
}

#[test]
fn a_missing_end_line_is_written_when_the_table_is_opened() {
    let mut bed = files();
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 30));
    play_pig(&host, &table, &["ann"]);
    drop(host);
    bed.close();
    let path = bed.folder().join("pig-table.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    let last_line = whole.trim_end().rfind('\n').unwrap() + 1;
    fs::write(&path, &whole[..last_line]).unwrap();
    bed.reopen();
    assert!(
        wait(bed.host().look(&table, &who("ann")))
            .unwrap()
            .outcome
            .is_some()
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
}

#[test]
fn a_changed_byte_is_found_when_the_table_is_opened_and_others_stay_open() {
    let mut bed = files();
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 1000));
    let mut other = pig(&["ann"], 1000);
    other.id = Some(id("other"));
    let other = open(&host, other);
    roll(&host, &table, &["ann"], 9);
    roll(&host, &other, &["ann"], 9);
    drop(host);
    bed.close();
    let path = bed.folder().join("pig-table.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    for (old, new, words) in [
        ("\"seq\":4", "\"seq\":5", "line 5 of "),
        ("\"seq\":9", "\"seq\":8", "expected "),
        ("\"parlour\":1", "\"parlour\":7", "the format is version 7"),
        ("{\"parlour\"", "not json", "not a header"),
    ] {
        assert!(whole.contains(old));
        fs::write(&path, whole.replacen(old, new, 1)).unwrap();
        bed.reopen();
        let host = bed.host();
        let refused = wait(host.look(&table, &who("ann"))).unwrap_err();
        assert_eq!(refused.code(), "journal");
        assert!(refused.to_string().contains(words), "{refused}");
        roll(&host, &other, &["ann"], 1);
        drop(host);
        bed.close();
    }
    fs::write(&path, &whole).unwrap();
    let side = bed.folder().join("pig-table.side.jsonl");
    fs::write(&side, "{\"what\":1}\n").unwrap();
    bed.reopen();
    let refused = wait(bed.host().look(&table, &who("ann"))).unwrap_err();
    assert!(refused.to_string().contains("line 1 of "), "{refused}");
    let refused = wait(bed.host().open_table(pig(&["ann"], 9))).unwrap_err();
    assert_eq!(
        refused,
        Refused::TableExists(table),
        "nothing is written over it"
    );
}

#[test]
fn a_log_that_somebody_put_there_is_no_table() {
    let mut bed = files();
    bed.close();
    fs::write(bed.folder().join("mine.jsonl"), "hello").unwrap();
    fs::write(bed.folder().join("notes.txt"), "hello").unwrap();
    fs::create_dir(bed.folder().join("folder.jsonl")).unwrap();
    bed.reopen();
    assert!(wait(bed.journal().tables()).unwrap().is_empty());
}

#[test]
fn a_second_process_is_told_that_the_folder_is_in_use() {
    let bed: Bed = files();
    let error = FileJournal::open(bed.folder()).unwrap_err();
    assert!(matches!(error, JournalError::InUse(_)), "{error}");
    assert!(error.to_string().ends_with("is in use by another process"));
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = FileJournal::open(file.join("inside")).unwrap_err();
    assert!(error.to_string().contains("inside"), "{error}");
}

#[test]
fn a_lost_snapshot_is_no_loss() {
    let mut bed = files();
    let host = bed.host();
    let table = open(&host, pig(&["ann"], u32::MAX));
    roll(&host, &table, &["ann"], 300);
    let before = wait(host.look(&table, &who("ann"))).unwrap();
    drop(host);
    let path = bed.folder().join("pig-table.snapshot.json");
    for text in [Some("{\"seq\":256"), Some(""), None] {
        match text {
            Some(text) => fs::write(&path, text).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        bed.reopen();
        assert_eq!(wait(bed.host().look(&table, &who("ann"))).unwrap(), before);
    }
    assert!(
        wait(bed.journal().load(&table))
            .unwrap()
            .unwrap()
            .snapshot
            .is_none()
    );
}
