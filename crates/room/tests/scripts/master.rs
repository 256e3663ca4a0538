//! The words of the game master.

use crate::bed::check;

#[test]
fn the_clock_can_be_stopped_moved_and_forced_by_the_master_alone() {
    check(
        "new bots=hold\nstart\n/as England\nexpect-refused pause\nexpect-refused force\n\
         expect-refused deadline movement=48h\nexpect-refused kick \
         France\nexpect-refused replace France @ann\nexpect-refused resume\n/as gm\npause\n\
         expect-refused pause\nadvance 3d\n/as England\norder F Lon-NTH\nexpect-refused ready\n\
         /as gm\nexpect-refused force\nresume\nextend 12h\nexpect-refused deadline 2001-01-01 \
         18:00\ndeadline 2031-05-07 18:00\ndeadline movement=48h\nexpect-refused deadline \
         bots=random\nadvance 100h\nforce\nstatus",
        &[
            "Only the game master can do that.",
            "The clock is stopped.",
            "Noted: F Lon - Nth",
            "The clock goes on. Deadline Mon 00:00 UTC, in 24 h.",
            "Deadline Mon 12:00 UTC, in 36 h.",
            "That moment has passed.",
            "Deadline Wed 18:00 UTC, in 4 days.",
            "From the next phase on: movement=48h. Deadline Wed 18:00 UTC, in 4 days.",
            "Spring 1901, movement (S1901M):",
            "F1901M). Deadline Fri 18:00 UTC, in 48 h.",
            "Fall 1901, movement (F1901M):",
        ],
    );
}

#[test]
fn a_setting_that_stays_says_where_it_is_set() {
    check(
        "new bots=hold\nexpect-refused deadline misses=3\nexpect-refused deadline movement=48h \
         bots=random\nexpect-refused deadline colour=red\nstart\nexpect-refused deadline \
         misses=3\nrules",
        &[
            "[public] `misses` is set with `new`; said where this game is played, that takes its \
             place as long as it has not begun. Only times can be changed now: movement, retreats,",
            "[public] `bots` is set with `new`; said where",
            "[public] Only times can be changed now: movement,",
            "[public] `misses` is set with `new` and stays as it is. Only times can be changed",
            "misses=2",
        ],
    );
}

#[test]
fn what_the_master_forces_before_its_time_is_missed_by_nobody() {
    // Four phases without a word of England, but no deadline of its was over.
    let all = check(
        "new bots=hold\nstart\n/as England\n/as gm\nforce\nforce\nforce\nforce\nstatus\n\
         advance 25h\n",
        &[
            "S1901M is resolved with what was there. Its time was not up, so nobody has missed it. \
             It is Fall 1901, movement. Deadline",
            "Waiting for: England.",
            "[public] England sent no orders.",
        ],
    );
    assert!(!all.iter().any(|line| line.contains("civil disorder")));
    // In its grace the time of a phase is up: who has said nothing has missed it.
    check(
        "new bots=hold grace=6h misses=1\nstart\n/as England\n/as gm\nadvance 25h\nforce\n\
         status",
        &[
            "The clock waits once more",
            "S1901M is resolved with what was there. It is Fall 1901",
            "England sent no orders.",
            "England is in civil disorder",
        ],
    );
}

#[test]
fn every_word_of_the_game_master_says_what_happens_next() {
    check(
        "new bots=hold\ndeadline movement=36h\nstart\n/as England\n/as gm\nforce\nreplace France \
         @bob\npowers\nkick France\nexpect-refused kick France\n/as France\nstatus\n/as gm\n\
         expect-refused help nonsense\nhelp /move\nexpect-refused kick Nobody\nexpect-refused \
         deadline\nexpect-refused extend soon\nexpect-refused deadline 2031-99-02 18:00",
        &[
            "[public] Agreed: movement=36h.",
            "Deadline Fri 12:00 UTC, in 36 h.",
            "[public] S1901M is resolved with what was there. Its time was not up, so nobody has \
             missed it. It is Fall 1901, movement. Deadline Fri 12:00 UTC, in 36 h.",
            "[public] bob plays France now. It is Fall 1901, movement. Deadline",
            "[FRANCE] You play France in game",
            "[public] France (bob): 3 centres",
            "[public] France is free. Nobody waits for it;",
            "[public] Nobody plays France.",
            "[FRANCE] Waiting for: England and France.",
            "There is no such word.",
            "order A Vie-Bud: notes an order",
        ],
    );
}
