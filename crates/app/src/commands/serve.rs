//! `parlour serve --database URL [--listen ADDR]`.

mod retention;
mod tasks;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use parlour_chat::desk::Platform;
use parlour_diplomacy::game::Diplomacy;
use parlour_host::host::Struck;
use parlour_host::service::Service;
use parlour_host::table::Person;
use parlour_host::{AgreedClock, Host, Refused, SystemClock, SystemEntropy};
use parlour_room::{Doorkeeper, LinkMade, Reach, Room};
use parlour_web::door::{Door, DoorPlan};
use parlour_web::{Limits, Rate, Readiness};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::Everywhere;
use crate::chats::Chats;
use crate::lan::new_token;
use crate::log::LogForm;
use crate::place::Place;
use crate::service::{Asked, Settings, listen_address};
use crate::watching::Watching;
use crate::{boards, bots, log, shelf};
pub use retention::Retention;
use tasks::Tasks;

/// The variable that says where the log goes.
const LOG: &str = "PARLOUR_LOG_FORM";

/// Where tables are kept, and where requests are answered.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub struct Serve {
    /// The database: `sqlite:PATH` or `postgres://USER@HOST/NAME`.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// The address to answer HTTP on; 127.0.0.1:8080 if nothing else is said.
    #[arg(long, value_name = "ADDR", value_parser = listen_address)]
    listen: Option<String>,
    /// Write the log to the standard error, as lines of text or of JSON, instead of to
    /// `parlour.log` in the folder of data.
    #[arg(long, value_name = "FORM", value_enum)]
    log: Option<LogForm>,
    /// How many seconds the oldest message may have waited before `/readyz` says no; 900
    /// if nothing else is said.
    #[arg(long, value_name = "SECONDS")]
    oldest_news: Option<u64>,
    /// What becomes of tables whose games are over: keep, archive, delete.
    #[arg(long, value_name = "WHAT")]
    finished: Option<String>,
    /// After how many days.
    #[arg(long, value_name = "DAYS")]
    finished_days: Option<u64>,
    /// The folder to which their logs are written, with `--finished archive`.
    #[arg(long, value_name = "FOLDER")]
    archive: Option<PathBuf>,
    /// A folder with boards of Diplomacy: in each folder of it board.json and perhaps
    /// picture.json.
    #[arg(long, value_name = "FOLDER")]
    boards: Option<PathBuf>,
    /// A settings file other than `serve.toml` in the folder of settings.
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
}

const SETTINGS: &str = "\
Settings come from the command line, then from the environment
(PARLOUR_DATABASE_URL, PARLOUR_LISTEN, PARLOUR_LOG_FORM, PARLOUR_OLDEST_NEWS,
PARLOUR_FINISHED, PARLOUR_FINISHED_DAYS, PARLOUR_ARCHIVE, PARLOUR_BOARDS), then from the settings file
(database, listen, oldest_news, finished, finished_days, archive,
boards).";

const DOORS: &str = "\
Browsers are let in when public_url (PARLOUR_PUBLIC_URL) says where they find the service,
for instance https://games.example.org; the link that is printed admits whoever keeps it.

GET /healthz is 200 while the process lives, GET /readyz while it stores commands, its
tokens are taken and nothing waits for too long; GET /metrics shows figures for Prometheus.
Any number of replicas may serve one PostgreSQL database.";

/// What stands below the list of options; of the platforms what they say themselves.
fn after_help() -> String {
    let titles = Platform::ALL.map(Platform::title).join(" and ");
    let mut chats = format!(
        "{titles} run when their tokens are set, as variables or, in small letters and\n\
         without PARLOUR_, in the file:"
    );
    for platform in Platform::ALL {
        let names = platform.settings().iter().copied();
        chats.extend(names.flat_map(|it| ["\n  ", it]));
    }
    format!("{SETTINGS}\n\n{chats}\n\n{DOORS}")
}

impl Serve {
    /// Serves until the process is asked to stop.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        let place = Place::find()?;
        let said = std::env::var(LOG).ok().filter(|it| !it.is_empty());
        match log::form(self.log, said.as_deref())? {
            Some(form) => log::to_stderr(form)?,
            None => log::open(&place.log_file())?,
        }
        let settings = Settings::gather(
            Asked {
                database: self.database,
                listen: self.listen,
                finished: self.finished,
                finished_days: self.finished_days,
                archive: self.archive,
                oldest_news: self.oldest_news,
                boards: self.boards,
            },
            |variable| std::env::var(variable).ok(),
            self.settings.as_deref(),
            &place.service_file(),
        )?;
        for words in settings.boards.iter().flat_map(|it| boards::load(it)) {
            tracing::warn!("{words}");
        }
        let clock = Arc::new(AgreedClock::new(SystemClock));
        let host = Arc::new(Host::new(
            shelf::registry(everywhere.with_test_games),
            settings.database.open()?,
            Arc::clone(&clock) as _,
            Arc::new(SystemEntropy),
        ));
        tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .context("the runtime does not start")?
            .block_on(serve(host, clock, &settings))?;
        Ok(ExitCode::SUCCESS)
    }
}

async fn serve(host: Arc<Host>, clock: Arc<AgreedClock>, settings: &Settings) -> Result<()> {
    let listener = TcpListener::bind(&settings.listen)
        .await
        .with_context(|| format!("cannot listen on {}", settings.listen))?;
    let address = listener.local_addr()?;
    let (stop, stopping) = watch::channel(false);
    let stopped = |mut stopping: watch::Receiver<bool>| async move {
        let _ = stopping.wait_for(|stop| *stop).await;
    };
    let (pages_room, minds) = bots::room_with_minds(&host, reach(settings));
    let door = open_door(&host, &pages_room, settings, &stopping).await?;
    let room = Room::new(Arc::clone(&host), Arc::new(SystemEntropy)).think_with(&pages_room);
    let room = Arc::new(
        room.beside(door.clone().map(doorkeeper))
            .reaching(reach(settings)),
    );
    let service = {
        let room = Arc::clone(&room);
        Service::new(Arc::clone(&host))
            .agreeing(clock)
            .after_strike::<Diplomacy, _>(move |struck| played_on(Arc::clone(&room), struck))
    };
    // Before anything is due.
    service.set_clock().await?;
    let bots = {
        let (room, host) = (Arc::clone(&room), Arc::clone(&host));
        let (kept, me) = (settings.retention.clone(), format!("replica {address}"));
        tokio::spawn(async move {
            tokio::join!(minds.play(room), retention::keep(host, kept, me));
        })
    };
    let clock = {
        let until = stopped(stopping.clone());
        tokio::spawn(async move { service.run(until).await })
    };
    let limits = Limits {
        trusted_proxies: settings.trusted_proxies.clone(),
        ..Limits::default()
    };
    let rate = Rate::new(&limits);
    let chats = Chats::open(&settings.chats, &room, &settings.database);
    let watching = Arc::new(Watching::new(&host, &settings.chats, chats.as_ref()));
    let checks = watching.checks(chats.as_ref(), settings.oldest_news);
    let readiness = Readiness::new(&host, checks);
    let meter = watching.meter().clone();
    let figures = move || watching.families();
    let mut routes = rate.each(parlour_web::routes_with(
        Arc::clone(&host),
        readiness,
        figures,
    ));
    if let Some(chats) = &chats {
        routes = routes.merge(rate.strangers(chats.routes()));
    }
    if let Some(door) = &door {
        // A page is many files; who asks for them too often has them already.
        routes = routes.merge(door.pages()).merge(rate.each(door.api()));
    }
    let routes = meter.over(routes);
    let chats = tokio::spawn(async move {
        match chats {
            Some(chats) => chats.run().await,
            None => std::future::pending().await,
        }
    });
    let http = tokio::spawn(parlour_web::serve_within(
        limits,
        listener,
        routes,
        stopped(stopping),
    ));
    // From here on we can be asked to stop; only then is it said that we are there.
    let asked = AskedToStop::listen()?;
    // Whoever started us may read where we are, even from port 0.
    let mut output = std::io::stdout();
    let _ = writeln!(output, "serving on http://{address}");
    if let Some(link) = door.and_then(|door| door.here()) {
        let _ = writeln!(output, "in a browser, for whoever keeps this house: {link}");
    }
    let _ = output.flush();
    tracing::info!("serving on {address}");
    let mut tasks = Tasks {
        chats,
        bots,
        clock,
        http,
    };
    if let Err(broken) = tasks.watch(asked.wait()).await {
        tracing::error!("{broken:#}");
        return Err(broken);
    }
    tracing::info!("stopping");
    tasks.stop(&stop).await
}

/// The door for browsers, where it is said where they find it. Whoever keeps the house
/// is the first to come in; the others come by links.
async fn open_door(
    host: &Arc<Host>,
    room: &Arc<Room>,
    settings: &Settings,
    stopping: &watch::Receiver<bool>,
) -> Result<Option<Door>> {
    let Some(origin) = &settings.public_url else {
        return Ok(None);
    };
    let plan = DoorPlan {
        origins: vec![origin.clone()],
        here: Some(Person::new("web:keeper", "Keeper")),
        pages: None,
        programs: None,
        closing: stopping.clone(),
    };
    let stewards = shelf::stewards(host, room, Some(new_token()));
    let door = Door::open(Arc::clone(host), stewards, Arc::new(SystemEntropy), plan);
    Ok(Some(door.await.context("the door for browsers")?))
}

/// By which chats people of browsers are told what concerns them, if there are both.
fn reach(settings: &Settings) -> Reach {
    let platforms = settings.chats.platforms();
    Reach {
        platforms: platforms.map(|it| it.name().to_owned()).collect(),
        tables: settings.public_url.as_ref().map(|it| format!("{it}/t/")),
    }
}

/// Who opens the door to whoever asks for it in a chat.
fn doorkeeper(door: Door) -> Doorkeeper {
    Arc::new(move |person: Person| -> LinkMade {
        let door = door.clone();
        Box::pin(async move {
            let link = door.link_from_chat(&person).await;
            link.map_err(|refused| refused.to_string())
        })
    })
}

/// A deadline of Diplomacy has struck: the room goes on from there.
pub(super) async fn played_on(room: Arc<Room>, struck: Struck) -> Result<(), Refused> {
    Ok(room.struck(&struck).await?)
}

/// Ctrl-C, or the system's request to end.
pub(super) struct AskedToStop {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl AskedToStop {
    /// From now on such a request does not end the process by itself.
    pub fn listen() -> Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            terminate: {
                use tokio::signal::unix::{SignalKind, signal};
                signal(SignalKind::terminate())?
            },
        })
    }

    #[cfg(unix)]
    pub async fn wait(mut self) -> Result<()> {
        tokio::select! {
            _ = self.terminate.recv() => Ok(()),
            done = tokio::signal::ctrl_c() => Ok(done?),
        }
    }

    #[cfg(not(unix))]
    pub async fn wait(self) -> Result<()> {
        Ok(tokio::signal::ctrl_c().await?)
    }
}
