//! Throws bytes at one target, which `PARLOUR_FUZZ_TARGET` names.
//!
//! `cargo xtask fuzz` builds it with the counters that steer the search and runs it.
#![no_main]

mod door;
mod readers;
mod targets;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use targets::{TARGETS, Target};

fn target() -> Target {
    static FOUND: OnceLock<Target> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let name = std::env::var("PARLOUR_FUZZ_TARGET").unwrap_or_default();
        let found = TARGETS.iter().find(|(it, _)| *it == name);
        let (_, target) = found.unwrap_or_else(|| panic!("no target is called {name:?}"));
        *target
    })
}

fuzz_target!(|bytes: &[u8]| target()(bytes));
