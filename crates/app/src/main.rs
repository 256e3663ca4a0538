//! The binary `parlour`: names the games and fronts, once.
//!
//! Exit codes: 0 all is well, 1 something failed or was found wrong, 2 the
//! command line was not understood.

mod check;
mod commands;
mod house;
mod lan;
mod log;
mod logs;
mod party;
mod place;
mod service;
mod settings;
mod shelf;
mod tables;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match commands::Parlour::parse().run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("parlour: {error:#}");
            ExitCode::FAILURE
        }
    }
}
