//! A draw that is being voted on, in secret.

use serde::{Deserialize, Serialize};

use crate::Power;

/// A proposed draw and the votes so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Who proposed it; nobody once somebody else plays that power.
    pub by: Option<Power>,
    /// Who would share it.
    pub powers: Vec<Power>,
    /// By power: its vote, if it has voted.
    pub votes: Vec<Option<bool>>,
}

/// A proposal as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ProposalFile {
    pub(super) by: Option<u8>,
    pub(super) powers: Vec<u8>,
    pub(super) votes: Vec<Option<bool>>,
}

impl Proposal {
    pub(super) fn file(&self) -> ProposalFile {
        ProposalFile {
            by: self.by.map(|power| power.0),
            powers: self.powers.iter().map(|power| power.0).collect(),
            votes: self.votes.clone(),
        }
    }

    pub(super) fn read(file: &ProposalFile, powers: usize) -> Option<Self> {
        let known = |number: u8| (usize::from(number) < powers).then_some(Power(number));
        Some(Self {
            by: match file.by {
                Some(number) => Some(known(number)?),
                None => None,
            },
            powers: file
                .powers
                .iter()
                .map(|number| known(*number))
                .collect::<Option<_>>()?,
            votes: (file.votes.len() == powers).then(|| file.votes.clone())?,
        })
    }
}
