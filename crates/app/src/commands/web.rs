//! `parlour web`: the house in a browser on this machine, for whoever sits here.

use std::io::{self, ErrorKind, Write};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result};
use clap::Args;
use parlour_diplomacy::game::Diplomacy;
use parlour_host::SystemEntropy;
use parlour_host::service::Service;
use parlour_room::Reach;
use parlour_solo::Visit;
use parlour_web::door::{Door, DoorPlan};
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};

use super::Everywhere;
use super::serve::{AskedToStop, played_on};
use crate::place::Place;
use crate::{bots, log, settings, shelf, tables};

/// The port, unless somebody else has it: the same each time, so that a browser
/// knows its settings again.
const PORT: u16 = 7275;

/// How the browser is shown the house.
#[derive(Debug, Args)]
pub struct Web {
    /// The port on this machine; 7275 if it is free, or any.
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Print the address and open no browser.
    #[arg(long)]
    no_open: bool,
    /// End when the standard input ends: for whoever starts it beside itself.
    #[arg(long, hide = true)]
    beside: bool,
    /// Show the pages of this folder instead of those in the program.
    #[arg(long, value_name = "FOLDER", hide = true)]
    pages: Option<PathBuf>,
    /// Serve the programs for browsers of this folder.
    #[arg(long, value_name = "FOLDER", hide = true)]
    programs: Option<PathBuf>,
}

impl Web {
    /// Serves this machine until the process is asked to stop.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        let place = Place::find()?;
        let settings = settings::read(&place.settings_file())?;
        log::open(&place.log_file())?;
        let registry = shelf::registry(everywhere.with_test_games);
        let visit = tables::open(&place, registry, &settings.name)?;
        tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .context("the runtime does not start")?
            .block_on(self.serve(visit))?;
        Ok(ExitCode::SUCCESS)
    }

    async fn serve(self, visit: Visit) -> Result<()> {
        let listener = self.listen().await?;
        let port = listener.local_addr()?.port();
        let (stop, closing) = watch::channel(false);
        let names = ["127.0.0.1", "localhost", "[::1]"];
        let origins = names.map(|name| format!("http://{name}:{port}").parse());
        let plan = DoorPlan {
            origins: origins.into_iter().collect::<Result<_, _>>()?,
            here: Some(visit.me.clone()),
            pages: self.pages,
            programs: self.programs,
            closing: closing.clone(),
        };
        let host = Arc::clone(&visit.host);
        let (room, minds) = bots::room_with_minds(&host, Reach::default());
        let stewards = shelf::stewards(&host, &room, None);
        let door = Door::open(host, stewards, Arc::new(SystemEntropy), plan).await?;
        let stopped = |mut closing: watch::Receiver<bool>| async move {
            let _ = closing.wait_for(|closing| *closing).await;
        };
        // Other windows of this person may play at the same tables.
        let bots = tokio::spawn(minds.play(Arc::clone(&room)));
        let service = Service::new(Arc::clone(&visit.host))
            .after_strike::<Diplomacy, _>(move |struck| played_on(Arc::clone(&room), struck));
        let until = stopped(closing.clone());
        let following = tokio::spawn(async move { service.run(until).await });
        let asked = AskedToStop::listen()?;
        let link = door.here().context("somebody sits here")?;
        let serving = parlour_web::serve(listener, door.routes(), stopped(closing));
        let serving = tokio::spawn(serving);
        let mut output = io::stdout();
        let _ = writeln!(output, "{link}\nCtrl-C ends it.").and_then(|()| output.flush());
        if !self.no_open {
            open(&link);
        }
        tokio::select! {
            asked = asked.wait() => asked?,
            () = ended(), if self.beside => {}
        }
        let _ = stop.send(true);
        bots.abort();
        serving.await.context("the server broke")??;
        following.await.context("the clock broke")?;
        Ok(())
    }

    async fn listen(&self) -> Result<TcpListener> {
        let here = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let port = self.port.unwrap_or(PORT);
        match here(port).await {
            Err(error) if self.port.is_none() && error.kind() == ErrorKind::AddrInUse => {
                Ok(here(0).await?)
            }
            bound => bound.with_context(|| format!("cannot listen on port {port}")),
        }
    }
}

/// Ready when there is nothing more to read. A thread of its own reads: nobody waits for
/// it when the process is asked to stop.
async fn ended() {
    let (tell, told) = oneshot::channel();
    thread::spawn(move || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        let _ = tell.send(());
    });
    let _ = told.await;
}

/// Asks the system to show a page. Whoever has no browser has the printed link.
fn open(link: &str) {
    let (program, words): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(words).arg(link);
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Err(error) = quiet.spawn() {
        tracing::info!("no browser is opened: {error}");
    }
}
