//! The sight editor's model, as its fronts use it.

mod cases;
mod desk;
mod files;
mod kept;
mod strokes;
mod why;
