//! The link that a front holds, over every journal.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Wake, Waker};
use std::thread;

use parlour_host::link::{Link, LocalLink, News, Shown, news_so_far, wait_for_news};
use parlour_host::{Refused, wait};
use parlour_rules::tiny::{Bids, BidsCommand, BidsSeen, Pig, PigCommand};
use parlour_rules::{Rules, Seat, Viewer};

use crate::bed::{Bed, bids, open, pig, who};

crate::for_every_journal!(
    a_solo_game_is_played_through_a_link,
    two_links_see_their_own,
    a_refusal_is_news,
    what_was_meant_for_another_stage_is_refused,
    an_undo_leads_to_the_fork,
    who_plays_alone_and_takes_back_leaves_one_table,
    an_undo_of_what_was_not_shown_is_refused,
    who_sleeps_is_woken,
    who_may_not_look_gets_no_link,
);

#[derive(Default)]
struct Bell(AtomicU32);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

fn bell() -> (Arc<Bell>, Waker) {
    let bell = Arc::new(Bell::default());
    (Arc::clone(&bell), Waker::from(bell))
}

fn shown<G: Rules>(news: Option<News<G>>) -> Shown<G> {
    match news {
        Some(News::Shown(shown)) => *shown,
        Some(News::Refused { words, .. }) => panic!("refused: {words}"),
        _ => panic!("something else is shown"),
    }
}

fn a_solo_game_is_played_through_a_link(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 30));
    let mut link = LocalLink::<Pig>::new(&host, &table, &who("ann")).unwrap();
    assert_eq!(link.viewer(), Viewer::Seat(Seat(0)));
    let mut now = shown(wait_for_news(&mut link));
    assert!(now.seen.is_none());
    while now.outcome.is_none() {
        let command = if now.view.pot > 7 {
            PigCommand::Hold
        } else {
            PigCommand::Roll
        };
        let sent = link.send(&command);
        match wait_for_news(&mut link) {
            Some(News::Accepted { ticket, .. }) => assert_eq!(ticket, sent),
            _ => panic!("it is accepted"),
        }
        now = shown(wait_for_news(&mut link));
        assert_eq!(now.seen.as_ref().unwrap().len(), 1);
    }
    assert!(now.view.scores[0] >= 30);
    assert_eq!(now.stage, None);
}

fn two_links_see_their_own(bed: &mut Bed) {
    let host = bed.host();
    let mut new = bids(&["ann", "bob"], 1);
    new.open = true;
    let table = open(&host, new);
    let (bell, waker) = bell();
    let mut links: Vec<LocalLink<Bids>> = ["ann", "bob", "zoe"]
        .iter()
        .map(|name| LocalLink::new(&host, &table, &who(name)).unwrap())
        .collect();
    for link in &mut links {
        assert_eq!(news_so_far(link, &waker).len(), 1);
        assert!(news_so_far(link, &waker).is_empty());
    }
    links[0].send(&BidsCommand::Bid(7));
    assert!(bell.0.load(Ordering::SeqCst) >= 1);
    for (link, coins) in links.iter_mut().zip([Some(7), None, None]) {
        let news = news_so_far(link, &waker).pop();
        let seen = shown(news).seen.unwrap();
        let seat = Seat(0);
        assert_eq!(seen, [BidsSeen::BidPlaced { seat, coins }]);
    }
    links[1].send(&BidsCommand::Bid(9));
    let last = shown(news_so_far(&mut links[2], &waker).pop());
    assert_eq!(last.outcome.unwrap().points[0], 0);
}

fn a_refusal_is_news(bed: &mut Bed) {
    let host = bed.host();
    let mut new = pig(&["ann", "bob"], 30);
    new.open = true;
    let table = open(&host, new);
    for (name, expected) in [("bob", "not_your_turn"), ("zoe", "not_seated")] {
        let mut link = LocalLink::<Pig>::new(&host, &table, &who(name)).unwrap();
        shown(wait_for_news(&mut link));
        let sent = link.send(&PigCommand::Roll);
        match wait_for_news(&mut link) {
            Some(News::Refused {
                ticket,
                code,
                words,
            }) => {
                assert_eq!((ticket, code.as_str()), (sent, expected));
                assert!(!words.is_empty());
            }
            _ => panic!("it is refused"),
        }
    }
}

/// Two windows of one person, in two processes.
fn what_was_meant_for_another_stage_is_refused(bed: &mut Bed) {
    let (here, there) = (bed.host(), bed.host());
    let table = open(&here, pig(&["ann"], 300));
    let (_, waker) = bell();
    let mut first = LocalLink::<Pig>::new(&here, &table, &who("ann")).unwrap();
    let mut second = LocalLink::<Pig>::new(&there, &table, &who("ann")).unwrap();
    let mut now = shown(news_so_far(&mut first, &waker).pop());
    let before = shown(news_so_far(&mut second, &waker).pop()).stage;
    while now.stage == before {
        let command = if now.view.pot > 0 {
            PigCommand::Hold
        } else {
            PigCommand::Roll
        };
        first.send(&command);
        now = shown(news_so_far(&mut first, &waker).pop());
    }
    second.send(&PigCommand::Roll);
    let mut news = news_so_far(&mut second, &waker);
    assert!(matches!(&news[0], News::Refused { code, .. } if code == "stale"));
    let seen = shown(news.pop());
    assert_eq!((seen.standing, seen.stage), (now.standing, now.stage));
    // It has been shown, and goes on from there.
    second.send(&PigCommand::Roll);
    let news = news_so_far(&mut second, &waker);
    assert!(matches!(&news[0], News::Accepted { seq, .. } if *seq == now.standing.seq + 1));
}

fn an_undo_of_what_was_not_shown_is_refused(bed: &mut Bed) {
    let (here, there) = (bed.host(), bed.host());
    let table = open(&here, pig(&["ann"], 300));
    let (_, waker) = bell();
    let mut first = LocalLink::<Pig>::new(&here, &table, &who("ann")).unwrap();
    first.send(&PigCommand::Roll);
    let mut second = LocalLink::<Pig>::new(&there, &table, &who("ann")).unwrap();
    assert_eq!(
        shown(news_so_far(&mut second, &waker).pop()).standing.seq,
        1
    );
    for _ in 0..3 {
        first.send(&PigCommand::Roll);
    }
    second.undo(0);
    let mut news = news_so_far(&mut second, &waker);
    assert!(matches!(&news[0], News::Refused { code, .. } if code == "stale"));
    assert_eq!(shown(news.pop()).standing.seq, 4, "it is shown now");
    second.undo(3);
    let mut news = news_so_far(&mut second, &waker);
    assert!(matches!(&news[0], News::Accepted { seq: 3, .. }));
    assert_eq!(shown(news.pop()).standing.seq, 3);
}

fn who_plays_alone_and_takes_back_leaves_one_table(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 1000));
    let link = LocalLink::<Pig>::new(&host, &table, &who("ann")).unwrap();
    let mut link = link.alone();
    for undo in 0..3 {
        link.send(&PigCommand::Roll);
        link.send(&PigCommand::Roll);
        link.undo(undo + 1);
        news_so_far(&mut link, Waker::noop());
        assert_eq!(wait(host.tables()).unwrap(), [link.table().clone()]);
        assert_eq!(link.standing().seq, undo + 1);
    }
    assert_ne!(link.table(), &table);
    let gone = wait(host.look(&table, &who("ann"))).unwrap_err();
    assert_eq!(gone, Refused::UnknownTable(table));
}

fn an_undo_leads_to_the_fork(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 300));
    let (_, waker) = bell();
    let mut link = LocalLink::<Pig>::new(&host, &table, &who("ann")).unwrap();
    let mut watching = LocalLink::<Pig>::new(&host, &table, &who("ann")).unwrap();
    for _ in 0..3 {
        link.send(&PigCommand::Roll);
    }
    news_so_far(&mut watching, &waker);
    link.undo(1);
    assert_ne!(link.table(), &table);
    let now = shown(news_so_far(&mut link, &waker).pop());
    assert_eq!(now.standing.seq, 1);
    // Who merely watches follows.
    let now = shown(news_so_far(&mut watching, &waker).pop());
    assert_eq!(now.standing.seq, 1);
    assert_eq!(watching.table(), link.table());
    link.undo(5);
    let news = news_so_far(&mut link, &waker);
    assert!(matches!(&news[0], News::Refused { code, .. } if code == "no_such_entry"));
}

fn who_sleeps_is_woken(bed: &mut Bed) {
    let host = bed.host();
    let mut new = bids(&["ann", "bob"], 9);
    new.open = true;
    let table = open(&host, new);
    thread::scope(|scope| {
        let mut link = LocalLink::<Bids>::new(&host, &table, &who("zoe")).unwrap();
        // The first look tells of nothing that happened before it.
        assert!(shown(wait_for_news(&mut link)).seen.is_none());
        let sleeper = scope.spawn(move || {
            let mut seen = 0;
            while seen < 20 {
                let now = shown(wait_for_news(&mut link));
                seen += now.seen.map_or(0, |seen| seen.len());
            }
        });
        let mut links: Vec<_> = ["ann", "bob"]
            .iter()
            .map(|name| LocalLink::<Bids>::new(&host, &table, &who(name)).unwrap())
            .collect();
        for _ in 0..6 {
            for link in &mut links {
                link.send(&BidsCommand::Bid(0));
            }
        }
        sleeper.join().unwrap();
    });
}

fn who_may_not_look_gets_no_link(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 30));
    let refused = LocalLink::<Pig>::new(&host, &table, &who("zoe")).err();
    assert_eq!(refused, Some(Refused::NotAdmitted));
    let refused = LocalLink::<Pig>::at_seat(&host, &table, &who("ann"), Seat(1)).err();
    assert_eq!(refused, Some(Refused::NotYourSeat(Seat(1))));
    assert!(wait(host.look(&table, &who("ann"))).is_ok());
}
