//! The game keeps the contract: the kit's checks, and what is special here.

use std::cell::Cell;

use parlour_rogue::{Chance, EntityId, EntityRef, Point, Prop, Rect, TileType};
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
#[derive(Default)]
struct Table {
    /// How many cells of unexplored ground were changed in twins.
    redrawn: Cell<u64>,
}

impl Table {
    /// Changes the ground where the player has never been able to look: rock
    /// becomes floor, water or a way down, and what is far from everything that
    /// is known becomes rock.
    fn redraw(&self, twin: &mut State, after: &State, places: &[Point], chance: &mut Stream) {
        let explored = after.world().level().explored();
        let door = twin.content.kinds.door;
        let level = twin.game.world.level_mut();
        let cells: Vec<Point> = level.size().cells().collect();
        let hidden =
            |at: &Point| !explored.contains(*at) && places.iter().all(|who| who.chebyshev(*at) > 3);
        for at in cells.into_iter().filter(hidden) {
            let open = [
                TileType::FLOOR,
                TileType::WATER,
                TileType::STAIRS_DOWN,
                door,
            ];
            let known = Rect::around(at, 2).cells().any(|it| explored.contains(it));
            let kind = match level.tile_type(at) {
                Some(TileType::WALL) => chance.pick(&open).copied(),
                _ if known => None,
                _ => Some(TileType::WALL),
            };
            if let Some(kind) = kind.filter(|_| chance.below(2) == 0) {
                level.set_type(at, kind);
                self.redrawn.set(self.redrawn.get() + 1);
            }
        }
    }
}

/// Where those are who may have looked at the ground beside them, if nobody asked
/// for more of it: whoever hunts asks for the way, whoever is new was put
/// somewhere. Over many turns only sleepers stay where they are.
fn strollers(state: &State, after: &State, long: bool) -> Option<Vec<Point>> {
    let names = state.content.names;
    for state in [state, after] {
        let world = state.world();
        let acts = ["fire", "gas"]
            .iter()
            .any(|it| !world.marked(it).is_empty());
        let follows = world.entities().any(|it| state.is_free_friend(it.id()));
        if acts || follows {
            return None;
        }
    }
    let mut places = Vec::new();
    let mut known: Vec<Vec<EntityId>> = Vec::new();
    for state in [state, after] {
        let enemies: Vec<EntityRef<'_>> = state
            .world()
            .entities()
            .filter(|it| is_enemy(*it))
            .collect();
        for enemy in enemies.iter().filter(|it| !it.is(names.asleep)) {
            if long || enemy.int(names.alert).unwrap_or(0) > 0 {
                return None;
            }
            places.push(enemy.at());
        }
        let mut ids: Vec<EntityId> = enemies.iter().map(|it| it.id()).collect();
        ids.sort_unstable();
        known.push(ids);
    }
    (known[0] == known[1]).then_some(places)
}

impl Sampler<Delve> for Table {
    fn setup(&self, chance: &mut Stream) -> Setup {
        if chance.below(4) > 0 {
            return Setup::default();
        }
        // The same content, brought by the player.
        let (name, text) = FILES[chance.below(5) as usize];
        Setup::with(vec![ContentFile {
            name: name.to_string(),
            text: format!("{text}\n# changed\n"),
        }])
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
        // Whoever is out of sight before and after.
        if !stairs && !long {
            let hidden = |state: &State| -> Vec<EntityId> {
                let sight = crate::sight::Eyesight::of(state.world());
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
        // The ground nobody has seen. What is used may ask the whole map.
        let used = matches!(
            command,
            Command::Use(_) | Command::UseAt(..) | Command::Search
        );
        if !stairs
            && !used
            && let Some(places) = strollers(state, &after, long)
        {
            self.redraw(&mut twin, &after, &places, chance);
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
    let table = Table::default();
    let report = check_all(&table, Size::long(20)).unwrap();
    assert!(report.accepted > 50 && report.refused > 50, "{report:?}");
    assert!(report.twins > 20 && report.round_trips > 100, "{report:?}");
    assert!(table.redrawn.get() > 1_000, "unexplored ground is varied");
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
        let text = golden_playthrough(&Table::default(), Seed(7), 400).unwrap();
        std::fs::write(path, text).unwrap();
        return;
    }
    let golden = include_str!("../tests/golden.txt");
    check_golden(&Table::default(), Seed(7), 400, golden).unwrap();
}
