//! Whether the service does its work: looked into when somebody asks, not remembered.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use parlour_host::Host;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// How long a check may take before its answer is no.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long an answer holds, however many ask.
const FRESH: Duration = Duration::from_secs(1);

/// A check that is under way: why not, if not.
pub type Checking = Pin<Box<dyn Future<Output = Result<(), String>> + Send>>;

/// Something that must be well for the service to do its work.
pub struct Check {
    /// Its name: `journal`.
    pub name: &'static str,
    /// What is wrong if it does not answer in time.
    pub silent: String,
    /// Looks into it.
    pub look: Box<dyn Fn() -> Checking + Send + Sync>,
}

/// What a check has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The name of the check.
    pub name: &'static str,
    /// What is wrong, if something is.
    pub wrong: Option<String>,
}

/// What was found, and when.
type Looked = (Instant, Vec<Found>);

/// All checks of a service, and what they found last; clones are the same.
#[derive(Clone)]
pub struct Readiness {
    checks: Arc<[Check]>,
    last: Arc<Mutex<Option<Looked>>>,
}

impl Readiness {
    /// Whether this host's journal stores, and these.
    pub fn new(host: &Arc<Host>, more: Vec<Check>) -> Self {
        let host = Arc::clone(host);
        let stores = Check {
            name: "journal",
            silent: String::from("the journal does not answer"),
            look: Box::new(move || {
                let host = Arc::clone(&host);
                Box::pin(async move {
                    let tried = host.try_storing().await;
                    tried.map_err(|refused| refused.to_string())
                })
            }),
        };
        Self {
            checks: [stores].into_iter().chain(more).collect(),
            last: Arc::default(),
        }
    }

    /// Looks into everything, unless somebody just has. Who comes meanwhile waits for the
    /// same answer.
    pub async fn look(&self) -> Vec<Found> {
        let mut last = self.last.lock().await;
        if let Some((when, found)) = &*last
            && when.elapsed() < FRESH
        {
            return found.clone();
        }
        let looks = self.checks.iter().map(|check| async move {
            let wrong = match timeout(PATIENCE, (check.look)()).await {
                Ok(Ok(())) => None,
                Ok(Err(words)) => Some(words),
                Err(_) => Some(check.silent.clone()),
            };
            Found {
                name: check.name,
                wrong,
            }
        });
        let found = join_all(looks).await;
        let before = last.as_ref().map(|(_, found)| found.as_slice());
        note(before.unwrap_or_default(), &found);
        *last = Some((Instant::now(), found.clone()));
        found
    }
}

/// A word in the log when something breaks or is mended.
fn note(before: &[Found], now: &[Found]) {
    for Found { name, wrong } in now {
        let was = before.iter().find(|it| it.name == *name);
        let was_wrong = was.is_some_and(|it| it.wrong.is_some());
        match wrong {
            Some(words) if !was_wrong => tracing::warn!("not ready: {name}: {words}"),
            None if was_wrong => tracing::info!("ready again: {name}"),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use parlour_host::Registry;

    use super::*;

    fn readiness(look: impl Fn() -> Checking + Send + Sync + 'static) -> Readiness {
        let host = Arc::new(Host::in_memory(Registry::new()));
        let check = Check {
            name: "tried",
            silent: String::from("it says nothing"),
            look: Box::new(look),
        };
        Readiness::new(&host, vec![check])
    }

    fn wrong(found: &[Found]) -> Vec<(&str, &str)> {
        let wrong = found.iter().map(|it| (it.name, it.wrong.as_deref()));
        wrong.filter_map(|(name, it)| Some((name, it?))).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_wrong_is_told_by_name_until_it_is_mended() {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        let readiness = readiness(move || {
            let nth = count.fetch_add(1, Ordering::Relaxed);
            Box::pin(async move {
                if nth == 0 {
                    Err(String::from("broken"))
                } else {
                    Ok(())
                }
            })
        });
        assert_eq!(wrong(&readiness.look().await), [("tried", "broken")]);
        // Whoever asks at once hears the same, and nothing is looked into.
        assert_eq!(wrong(&readiness.look().await), [("tried", "broken")]);
        assert_eq!(asked.load(Ordering::Relaxed), 1);
        tokio::time::advance(FRESH).await;
        assert!(wrong(&readiness.look().await).is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn who_does_not_answer_in_time_is_not_waited_for() {
        let readiness = readiness(|| Box::pin(std::future::pending()));
        let begun = Instant::now();
        assert_eq!(
            wrong(&readiness.look().await),
            [("tried", "it says nothing")]
        );
        assert!(begun.elapsed() < Duration::from_secs(5));
    }
}
