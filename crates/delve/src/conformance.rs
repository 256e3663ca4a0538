//! The game keeps the contract: the kit's checks, and what is special here.

use parlour_rogue::{Chance, EntityId, EntityRef, Prop};
use parlour_rules::testing::{
    RoundTrip, Sampler, Size, Twin, check_all, check_golden, golden_playthrough,
};
use parlour_rules::{Actor, Rules, Seed, Stream, Viewer};

use crate::bot::any_command;
use crate::command::{Command, Event};
use crate::content::{ContentFile, FILES};
use crate::game::Delve;
use crate::scene::{is_enemy, is_item};
use crate::state::{Setup, State};
use crate::view::View;

/// Random setups, any command, hidden things exchanged.
struct Table;

impl Sampler<Delve> for Table {
    fn setup(&self, chance: &mut Stream) -> Setup {
        if chance.below(4) > 0 {
            return Setup::default();
        }
        // The same content, brought by the player.
        let (name, text) = FILES[chance.below(5) as usize];
        Setup {
            content: vec![ContentFile {
                name: name.to_string(),
                text: format!("{text}\n# changed\n"),
            }],
        }
    }

    fn command(&self, state: &State, _by: Actor, chance: &mut Stream) -> Option<Command> {
        Some(any_command(&View::of(state), chance))
    }

    fn disguise(
        &self,
        state: &State,
        _by: Actor,
        command: &Command,
        _viewer: Viewer,
        chance: &mut Stream,
    ) -> Option<Twin<Delve>> {
        let stairs = matches!(command, Command::Descend | Command::Ascend);
        let long = matches!(
            command,
            Command::Explore | Command::Travel(_) | Command::Rest
        );
        let mut after = state.clone();
        Delve::apply(&mut after, &Event::Done(*command));
        let mut twin = state.clone();
        let names = state.content.names;
        // Another seed, and so other levels below; the dice in hand stay.
        if !stairs {
            let mut other = Chance::new(Seed(u64::from(chance.word())));
            other.fight = twin.game.world.chance.fight.clone();
            other.mind = twin.game.world.chance.mind.clone();
            twin.game.world.chance = other;
        }
        // What lies where the player has not looked.
        let unseen: Vec<EntityId> = after
            .world()
            .entities()
            .filter(|it| is_item(*it) && !it.is(names.seen))
            .map(EntityRef::id)
            .filter(|id| state.world().level_of(*id) == Some(state.world().current()))
            .collect();
        for item in unseen {
            if !stairs {
                twin.game.world.set(item, Prop::NAME, "something else");
                twin.game.world.set(item, Prop::CHAR, "~");
            }
        }
        // Who is out of sight before and after.
        if !stairs && !long {
            let hidden = |state: &State| -> Vec<EntityId> {
                let sight = crate::sight::Sight::of(state.world());
                let all = state.world().entities();
                all.filter(|it| is_enemy(*it) && !sight.sees(it.at()))
                    .map(EntityRef::id)
                    .collect()
            };
            let before = hidden(state);
            for who in hidden(&after) {
                let unhurt = state
                    .world()
                    .entity(who)
                    .is_some_and(|it| it.own().get(Prop::HP).is_none());
                if before.contains(&who) && unhurt {
                    twin.game.world.set(who, Prop::NAME, "somebody else");
                    twin.game.world.set(who, Prop::COLOR, "white");
                }
            }
        }
        // Everything on other levels.
        if !stairs {
            let here = twin.game.world.current();
            let levels: Vec<_> = twin.game.world.level_ids().collect();
            for level in levels.into_iter().filter(|level| *level != here) {
                let all: Vec<EntityId> = twin
                    .game
                    .world
                    .entities_of(level)
                    .map(EntityRef::id)
                    .collect();
                for who in all {
                    twin.game.world.set(who, Prop::NAME, "far away");
                }
            }
        }
        Some(Twin {
            state: twin,
            command: *command,
        })
    }

    fn round_trips(&self, state: &State, chance: &mut Stream) -> Vec<RoundTrip> {
        let command = any_command(&View::of(state), chance);
        vec![RoundTrip::of(
            "words",
            &command,
            Command::to_string,
            |text: &str| text.parse::<Command>(),
        )]
    }
}

#[test]
fn delve_keeps_the_contract() {
    let report = check_all(&Table, Size::long(20)).unwrap();
    assert!(report.accepted > 50 && report.refused > 50, "{report:?}");
    assert!(report.twins > 20 && report.round_trips > 100, "{report:?}");
}

/// With `PARLOUR_WRITE_GOLDEN` in the environment the file is written anew.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the test writes its own golden file"
)]
fn the_golden_playthrough_still_happens() {
    if std::env::var_os("PARLOUR_WRITE_GOLDEN").is_some() {
        let path = format!("{}/tests/golden.txt", env!("CARGO_MANIFEST_DIR"));
        let text = golden_playthrough(&Table, Seed(7), 400).unwrap();
        std::fs::write(path, text).unwrap();
        return;
    }
    let golden = include_str!("../tests/golden.txt");
    check_golden(&Table, Seed(7), 400, golden).unwrap();
}
