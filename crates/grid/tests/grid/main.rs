//! The crate against its definitions: random maps, brute force, named cases.

mod any_angle;
mod brute;
mod corners;
mod fov;
mod fov_properties;
mod large;
mod maps;
mod own_maps;
mod paths;
mod shapes;
mod sight;
