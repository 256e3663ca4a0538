//! What happens after each of the player's turns: wounds close, poison works,
//! the lamp burns down, somebody new may come.

use parlour_rogue::{EntityRef, Point, Prop, TileType, World};

use crate::content::Content;
use crate::dungeon::{pick, resident};
use crate::fight::open_doors_underfoot;
use crate::journey::{End, Journey, LAMP};
use crate::scene::{is_item, number, word};
use crate::sight::Sight;

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
        hunter_appears(content, world, journey.depth, 10);
    }
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
pub(crate) fn hunter_appears(content: &Content, world: &mut World, depth: u8, away: u32) {
    let Some(player) = world.player() else {
        return;
    };
    let here = world.entity(player).map(EntityRef::at).unwrap_or_default();
    let sight = Sight::of(world);
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
    let Some(native) = pick(&content.creatures, depth, &mut world.chance.mind) else {
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
