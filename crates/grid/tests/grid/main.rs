//! The crate against its definitions: random maps, brute force, named cases.

mod any_angle;
mod brute;
mod corners;
mod edits;
mod explain;
mod fov;
mod fov_properties;
mod large;
mod large_movers;
mod maps;
mod own_maps;
mod paths;
mod shapes;
mod sight;
