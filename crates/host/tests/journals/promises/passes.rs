//! Passes: claimed as often as they may be and no more, known by their hashes alone.

use std::thread;

use parlour_host::journal::Journal;
use parlour_host::pass::{Pass, PassChange, PassQuestion};
use parlour_host::{Json, Time, wait};

use crate::bed::{Bed, MORNING, memory, sqlite, sqlite_for_many, who};

/// The journals that keep passes.
fn beds() -> Vec<Bed> {
    let beds = vec![memory(), sqlite(), sqlite_for_many()];
    #[cfg(feature = "postgres")]
    let beds = {
        let mut beds = beds;
        beds.extend(crate::bed::postgres());
        beds
    };
    beds
}

fn pass(hash: &str, uses: u32) -> Pass {
    Pass {
        hash: hash.to_owned(),
        id: format!("id-{hash}"),
        purpose: "seat".to_owned(),
        holder: who("ann"),
        about: Json::parse(r#"{"table":"pig-7"}"#).unwrap(),
        made: MORNING,
        last: MORNING,
        until: MORNING.after(1_000),
        uses,
    }
}

fn change(journal: &dyn Journal, change: PassChange) -> Vec<Pass> {
    wait(journal.change_passes(change)).unwrap()
}

fn claim(journal: &dyn Journal, hash: &str, now: Time) -> Option<Pass> {
    let hash = hash.to_owned();
    let claim = String::from("a claim");
    change(journal, PassChange::Claim { hash, now, claim }).pop()
}

fn find(journal: &dyn Journal, hash: &str, now: Time) -> Option<Pass> {
    let hash = hash.to_owned();
    let found = wait(journal.passes(PassQuestion::ByHash { hash, now }));
    found.unwrap().pop()
}

#[test]
fn a_pass_is_claimed_as_often_as_it_may_be() {
    for mut bed in beds() {
        let kept = change(&*bed.journal(), PassChange::Keep(pass("a", 2)));
        assert_eq!(kept, [pass("a", 2)]);
        bed.reopen();
        let journal = bed.journal();
        let later = MORNING.after(5);
        assert_eq!(claim(&*journal, "a", later).unwrap().uses, 1);
        let last = claim(&*journal, "a", later).unwrap();
        assert_eq!((last.uses, last.last), (0, later));
        assert_eq!(claim(&*journal, "a", later), None);
        assert_eq!(claim(&*journal, "b", later), None);
        // It is still known: who comes too late can be told so.
        assert_eq!(find(&*journal, "a", later).unwrap().uses, 0);
        let hash = String::from("a");
        change(&*journal, PassChange::Return { hash });
        assert!(claim(&*journal, "a", later).is_some());
        assert_eq!(claim(&*journal, "a", later), None);
    }
}

#[test]
fn a_pass_that_has_ended_is_claimed_and_found_by_nobody() {
    for bed in beds() {
        let journal = bed.journal();
        change(&*journal, PassChange::Keep(pass("a", 1)));
        let end = MORNING.after(1_000);
        assert_eq!(claim(&*journal, "a", end), None);
        assert_eq!(find(&*journal, "a", end), None);
        assert!(find(&*journal, "a", MORNING.after(999)).is_some());
        // Whoever uses it before its end has it for longer.
        let touch = |now| PassChange::Touch {
            hash: String::from("a"),
            now,
            until: MORNING.after(5_000),
        };
        assert_eq!(change(&*journal, touch(end)), []);
        assert_eq!(change(&*journal, touch(MORNING.after(500))).len(), 1);
        let found = find(&*journal, "a", end).unwrap();
        assert_eq!(found.last, MORNING.after(500));
        let forget = |before| PassChange::Forget { before };
        assert_eq!(change(&*journal, forget(MORNING.after(5_000))), []);
        assert_eq!(change(&*journal, forget(MORNING.after(5_001))).len(), 1);
        assert_eq!(find(&*journal, "a", MORNING), None);
    }
}

#[test]
fn of_many_who_claim_one_use_at_once_one_has_it() {
    for bed in beds() {
        let journal = bed.journal();
        change(&*journal, PassChange::Keep(pass("a", 1)));
        let claims: Vec<_> = (0..8)
            .map(|number| {
                let journal = bed.journal();
                thread::spawn(move || {
                    let claimed = wait(journal.change_passes(PassChange::Claim {
                        hash: String::from("a"),
                        now: MORNING,
                        claim: format!("claim {number}"),
                    }));
                    claimed.unwrap().len()
                })
            })
            .collect();
        let had: usize = claims.into_iter().map(|it| it.join().unwrap()).sum();
        assert_eq!(had, 1);
    }
}

#[test]
fn passes_are_listed_described_and_ended_by_their_holder() {
    for bed in beds() {
        let journal = bed.journal();
        let mut newer = pass("b", 1);
        newer.made = MORNING.after(1);
        let mut of_bob = pass("c", 1);
        of_bob.holder = who("bob");
        let mut other = pass("d", 1);
        other.purpose = String::from("session");
        for it in [pass("a", 1), newer, of_bob, other] {
            change(&*journal, PassChange::Keep(it));
        }
        // A hash that is kept stays as it is.
        assert_eq!(change(&*journal, PassChange::Keep(pass("a", 9))), []);
        let of_ann = || {
            let question = PassQuestion::Of {
                holder: who("ann"),
                purpose: String::from("seat"),
            };
            let found = wait(journal.passes(question)).unwrap();
            found.into_iter().map(|it| it.hash).collect::<Vec<_>>()
        };
        assert_eq!(of_ann(), ["b", "a"]);
        let about = Json::parse(r#"{"name":"Ann O'Nym \"é\""}"#).unwrap();
        let described = PassChange::Describe {
            holder: who("ann"),
            purpose: String::from("seat"),
            about: about.clone(),
        };
        assert_eq!(change(&*journal, described).len(), 2);
        assert_eq!(find(&*journal, "a", MORNING).unwrap().about, about);
        assert_ne!(find(&*journal, "d", MORNING).unwrap().about, about);
        let end = |holder: &str, id: &str| PassChange::End {
            holder: who(holder),
            id: id.to_owned(),
        };
        assert_eq!(change(&*journal, end("bob", "id-a")), []);
        assert_eq!(change(&*journal, end("ann", "id-a")).len(), 1);
        assert_eq!(of_ann(), ["b"]);
    }
}

#[test]
fn a_secret_of_the_house_is_the_one_that_was_offered_first() {
    for mut bed in beds() {
        let first = wait(bed.journal().secret("seal", "one")).unwrap();
        bed.reopen();
        let second = wait(bed.journal().secret("seal", "two")).unwrap();
        let other = wait(bed.journal().secret("other", "three")).unwrap();
        assert_eq!([&*first, &*second, &*other], ["one", "one", "three"]);
    }
}
