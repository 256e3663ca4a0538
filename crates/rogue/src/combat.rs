//! Two ways to fight, both made of small parts: the [dice rule](dice) rolls to
//! hit and for damage, the [fixed rule](fixed) takes defence off power. Either
//! is a closure for [`Rules::on_bump`](crate::Rules::on_bump) and for minds; a
//! game may write a third.

pub mod dice;
pub mod fixed;

pub use dice::{damage, is_fighter, melee, shoot};
