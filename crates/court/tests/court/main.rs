//! A court without any transport: words said by people whom their front knows, two
//! processes over one journal, and phones that lock.

mod games;
mod house;
mod leaving;
mod open;
mod presence;
mod sitting;
mod taking_back;
