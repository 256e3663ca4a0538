//! The checks of the house: `cargo xtask test` and its parts.
//!
//! Everything here stands on the standard library and two small readers, so that
//! the command starts quickly on a machine that has only cargo.

mod cargo;
mod coverage;
mod disk;
mod fixtures;
mod fuzz;
mod golden;
mod interop;
mod layers;
mod licences;
mod metadata;
mod network;
mod package;
mod pages;
mod platforms;
mod postgres;
mod provision;
mod publish;
mod serve;
mod site;
mod suite;
mod test;
mod tidy;
mod tree;
mod web;
mod wheel;
mod window;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

const HELP: &str = "\
The checks of the house.

cargo xtask test [--long]        everything: format, lints, layers, licences, tests, documents
cargo xtask layers               each crate depends only on lower levels
cargo xtask licences             every dependency's licence is on the list
cargo xtask tidy                 no machine paths, lints on in every crate, no unexplained skips, platforms at home
cargo xtask fixtures             every data file can be read
cargo xtask golden               no recorded playthrough changed while its game kept its version
cargo xtask web [--serve]        the pages for the browser, as a static folder
cargo xtask web --binary         the program itself, with Delve and the sight editor inside
cargo xtask pages                types and unit tests of the web pages
cargo xtask visit                a real browser plays at the real program and looks at every page
cargo xtask firefox              Debian's Firefox plays a whole game at the real program
cargo xtask window               the real window and the real page, seen by real eyes
cargo xtask postgres COMMAND...  a command beside a private PostgreSQL server for its tests
cargo xtask wheel [--smoke]      the Python package under target/wheels, tried in a fresh environment
cargo xtask package              a Debian package and a tarball, in target/package
cargo xtask interop [NAME...]    runs against foreign packages, in their own environments
cargo xtask publish [--quick]    packs the crates made for others, builds and tests what was packed; uploads nothing
cargo xtask site [--quick]       documents, book, crates and playable pages as a static site; checks every link
cargo xtask fuzz [TARGET...]     throws bytes at every reader, steered by what they reach
cargo xtask coverage [GROUP...]  which lines no test runs, crate by crate

  --long                 random tests at full size (sets PARLOUR_TEST_LONG=1), and the window
  --smoke                the wheel compiled quickly, for its tests alone
  --quick                pack alone (publish); the documents alone (site)
  --serve                show the pages on loopback until Ctrl-C
  --binary               build `parlour` with them, optimised
  --from FILE            pack this program instead of building one
  --trial                install the package in namespaces, start it, upgrade it, remove it
  --minutes N            how long each target is tried (fuzz; 1)
  --port PORT            the port to serve on (8080)
  --manifest-path FILE   look at another workspace (layers and licences)

With CI=true, a part of `test` that cannot run is a failure.";

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut words: Vec<String>) -> Result<ExitCode> {
    let long = take_flag(&mut words, "--long");
    let manifest = take_value(&mut words, "--manifest-path")?
        .map_or_else(|| tree::root().join("Cargo.toml"), PathBuf::from);
    let serve = take_flag(&mut words, "--serve");
    let binary = take_flag(&mut words, "--binary");
    let smoke = take_flag(&mut words, "--smoke");
    let quick = take_flag(&mut words, "--quick");
    let from = take_value(&mut words, "--from")?.map(PathBuf::from);
    let trial = take_flag(&mut words, "--trial");
    let port = take_value(&mut words, "--port")?.unwrap_or_else(|| String::from("8080"));
    let port = port
        .parse()
        .with_context(|| format!("{port:?} is no port"))?;
    let minutes = take_value(&mut words, "--minutes")?.unwrap_or_else(|| String::from("1"));
    let minutes = minutes
        .parse()
        .with_context(|| format!("{minutes:?} is no number of minutes"))?;
    let task = if words.is_empty() {
        String::from("help")
    } else {
        words.remove(0)
    };
    if !["coverage", "fuzz", "interop", "postgres"].contains(&task.as_str()) && !words.is_empty() {
        bail!("`{}` is not understood; see `cargo xtask help`", words[0]);
    }
    match task.as_str() {
        "test" => test::run(long),
        "layers" => Ok(report(
            &layers::faults(&metadata::read(&manifest)?),
            "layers",
        )),
        "licences" => Ok(report(
            &licences::faults(&metadata::read(&manifest)?),
            "licences",
        )),
        "tidy" => Ok(report(&tidy::faults(&tree::root())?, "tidy")),
        "fixtures" => Ok(report(&fixtures::faults(&tree::root())?, "fixtures")),
        "golden" => Ok(report(&golden::faults(&tree::root())?, "golden")),
        "web" if binary => web::run_binary(),
        "web" => web::run(serve, port),
        "pages" => Ok(pages::run()),
        "visit" => Ok(pages::run_visit()),
        "firefox" => Ok(pages::run_firefox()),
        "window" => Ok(window::run()),
        "wheel" if smoke => Ok(wheel::run(wheel::Size::Smoke)),
        "wheel" => Ok(wheel::run(wheel::Size::Whole)),
        "interop" => interop::run(&words),
        "site" => site::run(quick),
        "fuzz" => fuzz::run(&words, minutes),
        "coverage" => coverage::run(&words),
        "publish" => publish::run(&tree::root(), quick),
        "package" => package::run(from, trial),
        "postgres" => postgres::run_beside(&words),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
        other => bail!("there is no task `{other}`; see `cargo xtask help`"),
    }
}

/// Prints what is wrong, one fault a line; success if nothing is.
fn report(faults: &[String], what: &str) -> ExitCode {
    for fault in faults {
        println!("{fault}");
    }
    if faults.is_empty() {
        println!("{what}: in order");
        ExitCode::SUCCESS
    } else {
        println!("{what}: {} faults", faults.len());
        ExitCode::FAILURE
    }
}

fn take_flag(words: &mut Vec<String>, flag: &str) -> bool {
    let before = words.len();
    words.retain(|word| word != flag);
    words.len() < before
}

fn take_value(words: &mut Vec<String>, option: &str) -> Result<Option<String>> {
    let Some(at) = words.iter().position(|word| word == option) else {
        return Ok(None);
    };
    words.remove(at);
    if at >= words.len() {
        return Err(anyhow::anyhow!("nothing follows it")).with_context(|| option.to_string());
    }
    Ok(Some(words.remove(at)))
}
