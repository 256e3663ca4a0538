//! `parlour` without a command: the home screen.

use std::process::ExitCode;

use anyhow::Result;
use parlour_tui::home::Home;
use parlour_tui::runner;

use super::Everywhere;
use crate::house::OurHouse;
use crate::place::Place;
use crate::{log, settings};

/// Opens the home screen and stays until it is closed.
pub fn run(everywhere: &Everywhere) -> Result<ExitCode> {
    let (house, options) = prepare(everywhere)?;
    tracing::info!("the home screen opens");
    runner::run(Box::new(Home::new(house)), options)?;
    tracing::info!("the home screen is closed");
    Ok(ExitCode::SUCCESS)
}

/// Settings and log, as every screen needs them.
pub fn prepare(everywhere: &Everywhere) -> Result<(OurHouse, runner::Options)> {
    let place = Place::find()?;
    let settings = settings::read(&place.settings_file())?;
    log::open(&place.log_file())?;
    let (mouse, hand_order) = (settings.mouse, settings.hand_order);
    let forced_by = everywhere.colours_forced_by();
    let house = OurHouse::new(place, settings, everywhere.with_test_games, forced_by);
    let options = runner::Options {
        theme: house.theme(),
        mouse,
        hand_order,
        remember: Some(house.remember()),
    };
    Ok((house, options))
}
