//! How a platform misbehaves: now and then, or for a while.

use std::collections::VecDeque;
use std::sync::Mutex;

/// One way of not answering properly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// 429 with this many seconds to wait; nothing was done.
    RateLimited(u32),
    /// 502; nothing was done.
    ServerError,
    /// 403; nothing was done.
    Forbidden,
    /// Our token is not taken; nothing was done.
    TokenRefused,
    /// The connection breaks before anything was done.
    DroppedBefore,
    /// There is no answer for so many milliseconds, then the connection breaks;
    /// nothing was done.
    Silent(u32),
    /// It was done, but the connection breaks before the answer.
    DroppedAfter,
}

/// The faults to come. Each is used up by one call of the API.
#[derive(Debug, Default)]
pub struct Mischief {
    planned: Mutex<Plan>,
}

#[derive(Debug, Default)]
struct Plan {
    once: VecDeque<(Option<String>, Fault)>,
    always: Option<Fault>,
    /// The state of a small generator, and what goes wrong by chance.
    chance: Option<(u64, Vec<Fault>)>,
}

impl Mischief {
    /// The next call of this method (of any, if none is named) goes wrong so.
    pub fn once(&self, method: Option<&str>, fault: Fault) {
        let mut plan = self.planned.lock().expect("no holder panics");
        plan.once.push_back((method.map(String::from), fault));
    }

    /// Every call goes wrong so, until told otherwise.
    pub fn always(&self, fault: Option<Fault>) {
        self.planned.lock().expect("no holder panics").always = fault;
    }

    /// Every third call on average goes wrong in one of these ways, by a chance
    /// that follows from the seed, until told otherwise.
    pub fn often(&self, seed: u64, faults: &[Fault]) {
        let mut plan = self.planned.lock().expect("no holder panics");
        plan.chance = (!faults.is_empty()).then(|| (seed | 1, faults.to_vec()));
    }

    /// What goes wrong with this call.
    pub(super) fn next(&self, method: &str) -> Option<Fault> {
        let mut plan = self.planned.lock().expect("no holder panics");
        let fits = |(wanted, _): &(Option<String>, Fault)| {
            wanted.as_deref().is_none_or(|wanted| wanted == method)
        };
        if let Some(at) = plan.once.iter().position(fits) {
            return plan.once.remove(at).map(|(_, fault)| fault);
        }
        if let Some((state, faults)) = &mut plan.chance {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            let draw = (*state >> 16) as usize % (3 * faults.len());
            if let Some(fault) = faults.get(draw) {
                return Some(*fault);
            }
        }
        plan.always
    }
}
