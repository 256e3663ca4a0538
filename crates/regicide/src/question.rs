//! Questions that somebody asks about their own view, with typed answers: what may
//! be done, what some cards would do, what the bot would do.
//!
//! Every answer comes from the view alone, so none of them tells a secret. They are
//! for fronts that cannot call [`preview`] and [`advise`]
//! themselves, for instance a page in a browser.

use parlour_rules::{Refuse, Seat};
use serde::{Deserialize, Serialize};

use crate::bot::{Thinking, advise, reason};
use crate::card::{Card, Suit};
use crate::command::Command;
use crate::formation::without;
use crate::preview::{Fate, Payment, Preview, own_draws, payment, preview, spare};
use crate::refusal::Refusal;
use crate::state::Step;
use crate::view::View;

/// The most play-outs of a hint.
const PLAY_OUTS: u32 = 20_000;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// What may I do?
    Legal {},
    /// What would these cards do, played or paid as the step is?
    Preview {
        /// The cards.
        cards: Vec<Card>,
    },
    /// What would the bot do?
    Hint {},
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// Every command that the rules accept now, but payments only as far as each of
    /// their cards is needed.
    Legal {
        /// The commands.
        commands: Vec<Command>,
    },
    /// What the play would do.
    Play {
        /// The consequences.
        play: PlayAnswer,
    },
    /// What the payment would be.
    Pay {
        /// The cards against what is due.
        pay: PayAnswer,
    },
    /// What the bot would do.
    Hint {
        /// Its command.
        command: Command,
        /// Why, in a sentence.
        reason: String,
    },
    /// The rule that forbids it.
    Refused {
        /// The fact.
        refused: RefusedAnswer,
    },
    /// There is nothing to say, for instance because it is not their turn.
    Nothing {},
}

/// The consequences of a play: a [`Preview`] as it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayAnswer {
    /// The total of the cards.
    pub value: u16,
    /// The damage, doubled by clubs if they fire.
    pub damage: u16,
    /// Whether clubs fire.
    pub doubled: bool,
    /// Cards that return to the tavern.
    pub healed: u8,
    /// Cards each seat draws, in seat order.
    pub drawn: Vec<u8>,
    /// Cards the asker draws.
    pub own_draws: u8,
    /// What spades take from the enemy's attack, uncapped.
    pub shield: u16,
    /// Suits of the play that the enemy is immune to.
    pub blocked: Vec<String>,
    /// What becomes of the enemy.
    pub fate: FateAnswer,
    /// What must be paid afterwards.
    pub due: u16,
    /// What the rest of the hand is worth, without cards to be drawn.
    pub purse: u16,
    /// Whether the attack afterwards can be paid whatever is drawn.
    pub safe: bool,
    /// Whether it is a Jester.
    pub jester: bool,
}

/// What becomes of the enemy: a [`Fate`] as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FateAnswer {
    /// It stands, with so much health left.
    Stands(u16),
    /// It falls exactly and is captured.
    Captured,
    /// It falls, with so much damage too much, and is discarded.
    Overkilled(u16),
}

/// Cards as a payment: a [`Payment`] as it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PayAnswer {
    /// What they are worth.
    pub paid: u16,
    /// What is owed.
    pub due: u16,
    /// Whether the attack is covered.
    pub covers: bool,
    /// The first card, by its place from 1, that is not needed.
    pub needless: Option<u8>,
    /// Cards that could all stay in the hand.
    pub spare: Vec<Card>,
}

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedAnswer {
    /// The stable code.
    pub code: String,
    /// The reason, in words for a player.
    pub words: String,
}

/// Answers a question from a view. `keep_going` says how long the bot may think.
pub fn answer(view: &View, question: &Question, keep_going: &mut dyn FnMut() -> bool) -> Answer {
    match question {
        Question::Legal {} => Answer::Legal {
            commands: legal(view),
        },
        Question::Preview { cards } => match weigh(view, cards) {
            Ok(answer) => answer,
            Err(refusal) => Answer::Refused {
                refused: RefusedAnswer {
                    code: refusal.code().to_owned(),
                    words: refusal.to_string(),
                },
            },
        },
        Question::Hint {} => hint(view, keep_going),
    }
}

/// What the holder of a view may do now; nothing while it is not their turn.
pub fn legal(view: &View) -> Vec<Command> {
    if !view.is_yours() {
        return Vec::new();
    }
    let mut commands = Vec::new();
    match view.step {
        Step::Play => {
            let plays = handfuls(&view.hand);
            let plays = plays.filter(|cards| preview(view, cards).is_ok());
            commands.extend(plays.map(Command::Play));
            commands.extend(view.may_yield.then_some(Command::Yield));
        }
        Step::Suffer => {
            let needed = |cards: &Vec<Card>| {
                let it = payment(view, cards);
                it.covers() && it.needless.is_none()
            };
            let payments = handfuls(&view.hand).filter(needed);
            commands.extend(payments.map(Command::Pay));
        }
        Step::Choose => {
            let seats = view.players.iter().map(|player| player.id);
            commands.extend(seats.map(Command::Next));
        }
        Step::Over => {}
    }
    let flips = view.solo_jesters > 0 && matches!(view.step, Step::Play | Step::Suffer);
    commands.extend(flips.then_some(Command::Flip));
    commands
}

/// Every choice of cards from a hand, each once though a hand may hold two Jesters.
fn handfuls(hand: &[Card]) -> impl Iterator<Item = Vec<Card>> {
    let hand = hand.to_vec();
    let jester = hand.iter().position(|card| card.is_jester());
    (1_u32..1 << hand.len().min(16)).filter_map(move |chosen| {
        let is_chosen = |at: usize| chosen & 1 << at != 0;
        // A later Jester without the first is the same choice once more.
        let again = hand.iter().enumerate().any(|(at, card)| {
            card.is_jester() && is_chosen(at) && jester.is_some_and(|first| !is_chosen(first))
        });
        let places = (0..hand.len()).filter(|at| is_chosen(*at));
        (!again).then(|| places.map(|at| hand[at]).collect())
    })
}

fn weigh(view: &View, cards: &[Card]) -> Result<Answer, Refusal> {
    match view.step {
        Step::Suffer => {
            without(&view.hand, cards)?;
            Ok(Answer::Pay {
                pay: PayAnswer::new(payment(view, cards), spare(view, cards)),
            })
        }
        _ => Ok(Answer::Play {
            play: PlayAnswer::new(view, preview(view, cards)?),
        }),
    }
}

fn hint(view: &View, keep_going: &mut dyn FnMut() -> bool) -> Answer {
    if !view.is_yours() {
        return Answer::Nothing {};
    }
    let thinking = Thinking {
        seed: u64::from(view.moves),
        play_outs: PLAY_OUTS,
        ..Thinking::default()
    };
    match advise(view, &thinking, &mut || keep_going()) {
        Some(advice) => Answer::Hint {
            reason: reason(view, &advice),
            command: advice.command,
        },
        None => Answer::Nothing {},
    }
}

impl PlayAnswer {
    fn new(view: &View, it: Preview) -> Self {
        let own_draws = view.you.map_or(0, |Seat(_)| own_draws(view, &it));
        let suit = |suit: &Suit| {
            let name = match suit {
                Suit::Clubs => "clubs",
                Suit::Diamonds => "diamonds",
                Suit::Hearts => "hearts",
                Suit::Spades => "spades",
            };
            name.to_owned()
        };
        Self {
            safe: it.is_safe(),
            own_draws,
            value: it.value,
            damage: it.damage,
            doubled: it.doubled,
            healed: it.healed,
            shield: it.shield,
            blocked: it.blocked.iter().map(suit).collect(),
            fate: match it.fate {
                Fate::Stands(left) => FateAnswer::Stands(left),
                Fate::Captured => FateAnswer::Captured,
                Fate::Overkilled(over) => FateAnswer::Overkilled(over),
            },
            due: it.due,
            purse: it.purse,
            jester: it.jester,
            drawn: it.drawn,
        }
    }
}

impl PayAnswer {
    fn new(it: Payment, spare: Vec<Card>) -> Self {
        Self {
            paid: it.paid,
            due: it.due,
            covers: it.covers(),
            needless: it.needless,
            spare: if it.covers() { spare } else { Vec::new() },
        }
    }
}
