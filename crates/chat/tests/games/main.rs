//! Whole games over a real room and a real database, through the doubles.

mod club;
mod fairness;
mod faults;
mod hidden;
mod manners;
mod press;
mod solo;
mod terminals;
mod touch;
mod typing;
