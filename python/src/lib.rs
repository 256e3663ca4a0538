//! Parlour for Python: the compiled part of the package `parlour`.
//!
//! The rules stay where they are, in the crates of the house; here they get names
//! that Python knows. Objects are immutable values, refusals are exceptions that
//! carry what and where, and whatever takes time releases the interpreter's lock.
//! `python/parlour` is the part that people import.

mod compat;
mod diplomacy;
mod errors;
mod grid;
mod regicide;
mod room;

/// The compiled part of `parlour`; import `parlour.diplomacy`, `parlour.grid` or
/// `parlour.regicide` instead.
#[pyo3::pymodule]
mod _parlour {
    #[pymodule_export]
    use crate::compat::Core;
    #[pymodule_export]
    use crate::compat::adjusted::Adjusted;
    #[pymodule_export]
    use crate::compat::before::Before;
    #[pymodule_export]
    use crate::compat::holdings::Holdings;
    #[pymodule_export]
    use crate::compat::played::Played;
    #[pymodule_export]
    use crate::compat::retreated::Retreated;
    #[pymodule_export]
    use crate::diplomacy::batch::Batch;
    #[pymodule_export]
    use crate::diplomacy::batch::codes::{order_code, order_text, result_bits};
    #[pymodule_export]
    use crate::diplomacy::batch::vocabulary::order_vocabulary;
    #[pymodule_export]
    use crate::diplomacy::board::Board;
    #[pymodule_export]
    use crate::diplomacy::bot::{Advice, advise, bot_kinds};
    #[pymodule_export]
    use crate::diplomacy::position::Position;
    #[pymodule_export]
    use crate::diplomacy::records::{export_saved, import_saved, judge_record, package_maps};
    #[pymodule_export]
    use crate::diplomacy::resolution::{OrderResult, Resolution};
    #[pymodule_export]
    use crate::diplomacy::rulebook::Rulebook;
    #[pymodule_export]
    use crate::errors::{
        BoardError, IllegalOrder, NotationError, ParlourError, PictureError, RecordError,
        RefusedMove, RulesError,
    };
    #[pymodule_export]
    use crate::grid::ways::{any_angle_path, distance_map, find_path};
    #[pymodule_export]
    use crate::grid::{
        corners, exact_sight, field_of_view, field_of_view_many, interesting_corners, line_of_sight,
    };
    #[pymodule_export]
    use crate::regicide::Kingslayer;
}
