//! Passes in memory.

use std::collections::BTreeMap;

use crate::pass::{Pass, PassChange, PassQuestion};

/// All passes, by their hashes, with the last claim of each; and secrets by name.
#[derive(Debug, Default)]
pub(in crate::journal) struct Passes {
    kept: BTreeMap<String, (Pass, String)>,
    secrets: BTreeMap<String, String>,
}

impl Passes {
    pub fn find(&self, question: &PassQuestion) -> Vec<Pass> {
        let all = self.kept.values().map(|(pass, _)| pass);
        let mut found: Vec<Pass> = match question {
            PassQuestion::ByHash { hash, now } => all
                .filter(|it| it.hash == *hash && it.until > *now)
                .cloned()
                .collect(),
            PassQuestion::Of { holder, purpose } => all
                .filter(|it| it.holder == *holder && it.purpose == *purpose)
                .cloned()
                .collect(),
        };
        found.sort_by(|one, other| (other.made, &other.id).cmp(&(one.made, &one.id)));
        found
    }

    pub fn change(&mut self, change: PassChange) -> Vec<Pass> {
        match change {
            PassChange::Keep(pass) => {
                if self.kept.contains_key(&pass.hash) {
                    return Vec::new();
                }
                let kept = (pass.clone(), String::new());
                self.kept.insert(pass.hash.clone(), kept);
                vec![pass]
            }
            PassChange::Claim { hash, now, claim } => {
                let found = self.kept.get_mut(&hash);
                let Some((pass, last)) = found.filter(|(it, _)| it.uses > 0 && it.until > now)
                else {
                    return Vec::new();
                };
                pass.uses -= 1;
                pass.last = now;
                *last = claim;
                vec![pass.clone()]
            }
            PassChange::Return { hash } => self.touched(
                |it| it.hash == hash,
                |it| it.uses = it.uses.saturating_add(1),
            ),
            PassChange::Touch { hash, now, until } => self.touched(
                |it| it.hash == hash && it.until > now,
                |it| (it.last, it.until) = (now, until),
            ),
            PassChange::Describe {
                holder,
                purpose,
                about,
            } => self.touched(
                |it| it.holder == holder && it.purpose == purpose,
                |it| it.about = about.clone(),
            ),
            PassChange::End { holder, id } => self.without(|it| it.holder == holder && it.id == id),
            PassChange::Forget { before } => self.without(|it| it.until < before),
        }
    }

    fn touched(&mut self, which: impl Fn(&Pass) -> bool, touch: impl Fn(&mut Pass)) -> Vec<Pass> {
        let found = self.kept.values_mut().filter(|(pass, _)| which(pass));
        let touched = found.map(|(pass, _)| {
            touch(pass);
            pass.clone()
        });
        touched.collect()
    }

    fn without(&mut self, which: impl Fn(&Pass) -> bool) -> Vec<Pass> {
        let gone: Vec<Pass> = (self.kept.values())
            .filter(|(pass, _)| which(pass))
            .map(|(pass, _)| pass.clone())
            .collect();
        for pass in &gone {
            self.kept.remove(&pass.hash);
        }
        gone
    }

    pub fn secret(&mut self, name: &str, offered: &str) -> String {
        let kept = self.secrets.entry(name.to_owned());
        kept.or_insert_with(|| offered.to_owned()).clone()
    }
}
