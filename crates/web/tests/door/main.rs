//! The door for browsers, asked over sockets as a browser would.

mod bounds;
mod client;
mod described;
mod entering;
mod flood;
mod forgetful;
mod forks;
mod hostile;
mod house;
mod invitations;
mod playing;
mod programs;
mod streams;
mod whispers;
