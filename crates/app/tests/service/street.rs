//! Services that come and go while a game is played, and people who insist.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parlour_chat::doubles::SlackDouble;
use parlour_rules::{Seed, Stream};

use crate::process::{Served, parlour};

/// How long anything may take before the test fails. It is only ever reached when
/// something is wrong.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// How often services are killed, on each of the two databases: a thousand times in the
/// long run. `PARLOUR_TEST_KILLS` asks for another number.
pub(crate) fn kills() -> u32 {
    let asked = std::env::var("PARLOUR_TEST_KILLS").ok();
    if let Some(asked) = asked.and_then(|it| it.parse().ok()) {
        return asked;
    }
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        500
    } else {
        26
    }
}

fn serve(url: &str, home: &Path, slack: &SlackDouble) -> Served {
    let mut command = parlour(home);
    command
        .env("PARLOUR_SLACK_BOT_TOKEN", "xoxb-1")
        .env("PARLOUR_SLACK_SIGNING_SECRET", "secret")
        .env("PARLOUR_SLACK_API_URL", format!("{}/", slack.url()))
        .args(["serve", "--listen", "127.0.0.1:0", "--database", url]);
    Served::spawn(command)
}

/// Services that come and go; Slack speaks to one of them.
pub(crate) struct Street<'a> {
    pub(crate) url: &'a str,
    pub(crate) home: &'a Path,
    pub(crate) slack: &'a SlackDouble,
    pub(crate) running: Mutex<Vec<Served>>,
    /// Where those were that were killed.
    pub(crate) dead: Mutex<BTreeSet<String>>,
}

impl Street<'_> {
    /// So many run.
    pub(crate) fn fill(&self, services: usize) {
        while self.running.lock().unwrap().len() < services {
            let served = serve(self.url, self.home, self.slack);
            self.slack.point_at(&served.url());
            self.running.lock().unwrap().push(served);
        }
    }

    /// One of them is killed; Slack turns to another if there is one.
    fn kill_one(&self, chance: &mut Stream) {
        let mut running = self.running.lock().unwrap();
        let which = chance.below(running.len() as u32) as usize;
        let killed = running.remove(which);
        if let Some(other) = running.first() {
            self.slack.point_at(&other.url());
        }
        let url = killed.url();
        killed.kill();
        self.dead.lock().unwrap().insert(url);
    }

    fn is_dead(&self, url: &str) -> bool {
        self.dead.lock().unwrap().contains(url)
    }

    /// Somebody says words until they are acknowledged; the answer. Whoever gets
    /// none waits for as long as the service lives that has taken the words, which
    /// may only be slow, and then says them again.
    pub(crate) async fn insist(&self, user: &str, words: &str) -> String {
        let patience = Instant::now() + PATIENCE;
        loop {
            let mut answer = self.slack.slash(user, "C1", words).await;
            while answer.status == 200 && answer.body.is_empty() {
                let dead = self.is_dead(&answer.bot);
                let moment = Duration::from_millis(50);
                if let Some(body) = self.slack.follow_up(&answer, moment).await {
                    answer.body = body;
                } else if dead {
                    break;
                }
                assert!(Instant::now() < patience, "{user} hears nothing: {words}");
            }
            if answer.status == 200 && !answer.body.is_empty() && !is_away(&answer.body) {
                return answer.body;
            }
            assert!(Instant::now() < patience, "{user} is not answered: {words}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// The house says that nothing has changed and asks for patience.
fn is_away(body: &str) -> bool {
    body.contains("cannot be reached")
}

/// How far the game and the killing have come. They keep pace, so that there is
/// about one phase for each kill, however slow the machine is: what is to be told
/// does not pile up, and services die in the middle of play.
#[derive(Default)]
pub(crate) struct Pace {
    pub(crate) phases: AtomicU32,
    pub(crate) killed: AtomicU32,
    /// No more is killed, or nobody plays any more.
    pub(crate) ended: AtomicBool,
}

/// So many kills may be ahead of the phases: the first hit the opening.
const AHEAD: u32 = 3;

impl Pace {
    /// Before the next kill. Who plays has patience for each of their words, and ends
    /// this when it is over.
    fn wait_for_play(&self) {
        let ahead =
            || self.killed.load(Ordering::SeqCst) > self.phases.load(Ordering::SeqCst) + AHEAD;
        while ahead() && !self.ended.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Before the next phase; false if nobody is killed any more.
    pub(crate) async fn wait_for_kill(&self) -> bool {
        let phases = self.phases.load(Ordering::SeqCst);
        while self.killed.load(Ordering::SeqCst) < phases && !self.ended.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        !self.ended.load(Ordering::SeqCst)
    }
}

/// Ends with whoever holds it, also by a panic.
pub(crate) struct Ends<'a>(pub(crate) &'a Pace);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.ended.store(true, Ordering::SeqCst);
    }
}

/// Services are killed at any moment: most soon after they say where they are,
/// each eighth in the middle of sending.
pub(crate) fn kill(street: &Street<'_>, services: usize, pace: &Pace) {
    let _ends = Ends(pace);
    let mut chance = Stream::new(Seed(23), 0);
    for nth in 0..kills() {
        street.fill(services);
        pace.wait_for_play();
        if pace.ended.load(Ordering::SeqCst) {
            break;
        }
        if nth % 8 == 7 {
            // The dead one's right to send is free after five seconds.
            let before = street.slack.channel("C1").len();
            let until = Instant::now() + Duration::from_secs(8);
            while street.slack.channel("C1").len() == before && Instant::now() < until {
                thread::sleep(Duration::from_millis(5));
            }
        }
        let moment = u64::from(chance.below(400_000));
        thread::sleep(Duration::from_micros(moment));
        street.kill_one(&mut chance);
        pace.killed.fetch_add(1, Ordering::SeqCst);
    }
    street.fill(services);
}
