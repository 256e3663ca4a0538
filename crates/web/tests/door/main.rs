//! The door for browsers, asked over sockets as a browser would.

mod client;
mod entering;
mod house;
mod playing;
mod streams;
mod whispers;
