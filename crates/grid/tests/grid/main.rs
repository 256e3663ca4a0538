//! The crate against its definitions: random maps, brute force, named cases.

mod brute;
mod fov;
mod maps;
mod paths;
