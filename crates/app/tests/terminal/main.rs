//! The binary in a real terminal: what people see and type.

mod aloud;
mod damaged;
mod delve;
mod delve_house;
mod diplomacy;
mod frame;
mod kingslayer;
mod pty;
mod relay;
mod replay;
mod sight;
mod together;
mod whole_frame;
