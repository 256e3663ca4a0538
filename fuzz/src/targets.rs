//! Every target by its name, which is also its folder under `fuzz/corpus`.

use super::{door, readers};

/// What takes the bytes.
pub type Target = fn(&[u8]);

/// All of them.
pub const TARGETS: &[(&str, Target)] = &[
    ("backups", readers::backups),
    ("boards", readers::boards),
    ("bodies", door::bodies),
    ("contents", readers::contents),
    ("geometries", readers::geometries),
    ("grids", readers::grids),
    ("journals", readers::journals),
    ("kingslayer", readers::kingslayer),
    ("lan", readers::lan),
    ("logs", readers::logs),
    ("map-files", readers::map_files),
    ("messages", readers::messages),
    ("orders", readers::orders),
    ("records", readers::records),
    ("saved-games", readers::saved_games),
    ("saves", readers::saves),
    ("scenarios", readers::scenarios),
    ("short-notations", readers::short_notations),
    ("words", readers::words),
];
