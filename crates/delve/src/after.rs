//! What happens after each of the player's turns: wounds close, poison works,
//! the lamp burns down, somebody new may come.

use parlour_rogue::kit::terrain;
use parlour_rogue::{Entity, EntityId, EntityRef, EntityType, Point, Prop, TileType, Value, World};

use crate::act::most_charges;
use crate::content::{Content, Deep};
use crate::dungeon::{pick, resident};
use crate::fight::open_doors_underfoot;
use crate::journey::{End, Journey, LAMP};
use crate::scene::{Scene, is_item, number, word};
use crate::sight::Eyesight;
use crate::words::Theme;

/// Carries the world over to the player's next turn.
pub(crate) fn turn(content: &Content, world: &mut World, journey: &mut Journey) {
    let Some(player) = world.player() else {
        return;
    };
    let names = &content.names;
    open_doors_underfoot(world, content.kinds.door);
    notice_items(content, world);
    if journey.end.is_some() {
        return;
    }
    if number(world, player, Prop::HP) > 0 {
        ail(content, world);
    }
    if let Some(deep) = &content.kinds.deep {
        deepen(content, deep, world, journey);
    }
    if number(world, player, Prop::HP) <= 0 {
        let by = word(world, player, names.killer);
        world.say("You died!");
        let by = if by.is_empty() {
            "mishap".to_string()
        } else {
            by
        };
        journey.note(
            world.turns(),
            format!("was slain by {}", crate::act::with_article(&by)),
        );
        journey.end = Some(End::Slain { by });
        return;
    }
    let turns = world.turns();
    if turns >= LAMP {
        world.say("Your lamp goes out. You will not find the way back in the dark.");
        journey.note(turns, "was lost in the dark");
        journey.end = Some(End::Lost);
        return;
    }
    for left in [2_000, 500, 100] {
        if turns + left == LAMP {
            world.say(format!("Your lamp will burn for {left} turns more."));
        }
    }
    let every = (14_u64.saturating_sub(u64::from(journey.rank))).max(5);
    let (hp, most) = (
        number(world, player, Prop::HP),
        number(world, player, Prop::MAX_HP),
    );
    if hp < most && turns.is_multiple_of(every) && number(world, player, names.poisoned) == 0 {
        world.set(player, Prop::HP, (hp + 1 + most / 40).min(most));
    }
    let rare = if journey.has_amulet { 80 } else { 200 };
    if world.chance.mind.below(rare) == 0 {
        let danger = content.danger(journey.place());
        hunter_appears(content, world, (danger, journey.theme), 10);
    }
}

/// What rules 3 added: holds and stone skin pass, staffs fill, vents breathe, and what
/// is no longer carried has no letter.
fn deepen(content: &Content, deep: &Deep, world: &mut World, journey: &mut Journey) {
    let Some(player) = world.player() else {
        return;
    };
    let names = &content.names;
    let carried: Vec<EntityId> = world.pack(player).iter().filter_map(|it| it.id).collect();
    if journey.letters.values().any(|id| !carried.contains(id)) {
        journey.letters.retain(|_, id| carried.contains(id));
        let before = journey.worn.len();
        journey.worn.retain(|_, id| carried.contains(id));
        if journey.worn.len() < before {
            let me = player;
            Scene {
                world,
                me,
                journey,
                content,
            }
            .refresh_sheet();
        }
    }
    for status in [names.held, names.shielded] {
        let left = number(world, player, status);
        if left > 0 {
            world.set(player, status, left - 1);
            if left == 1 && status == names.shielded {
                world.say("Your skin is skin again.");
            }
        }
    }
    let turns = world.turns();
    if turns.is_multiple_of(REFILL) {
        refill(content, world, player);
    }
    if turns.is_multiple_of(BREATH) {
        let level = world.level();
        let cells = level.size().cells();
        let vents: Vec<Point> = cells
            .filter(|&at| level.tile_type(at) == Some(deep.vent))
            .collect();
        for at in vents {
            terrain::release(world, at, 20);
        }
    }
}

/// How often a vent breathes: the gas is gone long before the next breath.
const BREATH: u64 = 50;

/// How often it is looked whether staffs have filled.
const REFILL: u64 = 10;

fn refill(content: &Content, world: &mut World, player: EntityId) {
    let names = content.names;
    let filling: Vec<(EntityId, i64)> = world
        .pack(player)
        .iter()
        .filter_map(|item| {
            let int = |prop| world.prop_of(item, prop).and_then(Value::as_int);
            let most = most_charges(world, &names, item)?;
            let every = int(names.recharge)?.max(1);
            (int(names.charges).unwrap_or(0) < most).then_some((item.id?, every))
        })
        .collect();
    if filling.is_empty() {
        return;
    }
    world.change_carried(|item| {
        let own = item
            .id
            .and_then(|id| filling.iter().find(|(it, _)| *it == id));
        let Some((_, every)) = own else {
            return;
        };
        let int = |item: &Entity, prop| item.props.get(prop).and_then(Value::as_int);
        let waited = int(item, names.waited).unwrap_or(0) + REFILL as i64;
        if waited >= *every {
            let charges = int(item, names.charges).unwrap_or(0);
            item.props.set(names.charges, charges + 1);
            item.props.set(names.waited, 0);
        } else {
            item.props.set(names.waited, waited);
        }
    });
}

/// How far the player sees on a level.
pub(crate) fn let_eyes_settle(content: &Content, world: &mut World, theme: Theme) {
    let Some(player) = world.player() else {
        return;
    };
    let born = content
        .registry
        .entity_prop(EntityType::PLAYER, Prop::VIEW_RADIUS);
    let born = born.and_then(Value::as_int).unwrap_or(9);
    let radius = if theme == Theme::Dark {
        4.min(born)
    } else {
        born
    };
    world.set(player, Prop::VIEW_RADIUS, radius);
    world.explore(player);
}

/// Poison hurts, everything passes, and slow and fast are kept as the delay.
fn ail(content: &Content, world: &mut World) {
    let Some(player) = world.player() else {
        return;
    };
    let names = &content.names;
    for (status, over) in [
        (names.poisoned, "The poison has passed."),
        (names.slowed, "You move freely again."),
        (names.confused, "Your head is clear again."),
        (names.hasted, "The world is as fast as ever."),
    ] {
        let left = number(world, player, status);
        if left == 0 {
            continue;
        }
        world.set(player, status, left - 1);
        if status == names.poisoned {
            let hp = number(world, player, Prop::HP) - 1;
            world.set(player, Prop::HP, hp);
            if hp <= 0 {
                world.set(player, names.killer, "poisonous bite");
            }
        }
        if left == 1 {
            world.say(over);
        }
    }
    let slow = number(world, player, names.slowed) > 0;
    let fast = number(world, player, names.hasted) > 0;
    let delay = match (slow, fast) {
        (true, false) => 16,
        (false, true) => 5,
        _ => 10,
    };
    if world.entity(player).map(EntityRef::delay) != Some(delay) {
        world.set(player, Prop::DELAY, delay);
    }
}

/// What the player sees lying about, it remembers.
pub(crate) fn notice_items(content: &Content, world: &mut World) {
    let seen = content.names.seen;
    let unseen: Vec<_> = world
        .entities()
        .filter(|it| is_item(*it) && !it.is(seen))
        .map(|it| (it.id(), it.at()))
        .collect();
    for (item, at) in unseen {
        if world.player_sees(at) {
            world.set(item, seen, true);
        }
    }
}

/// Somebody comes from where the player does not see, at least so far away.
pub(crate) fn hunter_appears(
    content: &Content,
    world: &mut World,
    (depth, theme): (u8, Theme),
    away: u32,
) {
    let Some(player) = world.player() else {
        return;
    };
    let here = world.entity(player).map(EntityRef::at).unwrap_or_default();
    let sight = Eyesight::of(world);
    let level = world.level();
    let cells: Vec<Point> = level
        .size()
        .cells()
        .filter(|&at| {
            level.tile_type(at) == Some(TileType::FLOOR)
                && at.chebyshev(here) >= away
                && !sight.sees(at)
                && world.top_at(at).is_none()
        })
        .collect();
    let Some(&at) = world.chance.mind.pick(&cells) else {
        return;
    };
    let Some(native) = pick(&content.creatures, depth, theme, &mut world.chance.mind) else {
        return;
    };
    let names = &content.names;
    let mut hunter = resident(content, native.kind, at, &mut world.chance.mind);
    hunter.props.set(names.asleep, false);
    hunter.props.set(names.alert, 60);
    hunter.next_action = world.now() + 10;
    // A world has room for as many entities as it has numbers.
    let _ = world.add(hunter);
}
