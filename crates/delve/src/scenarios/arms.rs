//! Weapons, shards, wands, and what one does not know yet.

use parlour_rogue::{Direction, Level, Point, Prop, World};
use parlour_rules::{Actor, Rules, Seat, Seed};

use super::{HALL, act, give, hp, refused, scene, spawn, wield};
use crate::command::Command;
use crate::game::Delve;
use crate::journey::Slot;
use crate::lore;
use crate::refusal::Refusal;
use crate::state::Setup;

#[test]
fn a_sweep_strikes_everyone_around_and_a_dagger_only_one() {
    for (weapon, both) in [("war-axe", true), ("dagger", false)] {
        let mut state = scene(&HALL);
        wield(&mut state, weapon);
        let one = spawn(&mut state, "ogre", (2, 1));
        let other = spawn(&mut state, "ogre", (1, 2));
        for _ in 0..12 {
            act(&mut state, Command::Step(Direction::East));
        }
        assert!(hp(state.world(), one) < 42, "{weapon}");
        assert_eq!(hp(state.world(), other) < 42, both, "{weapon}");
    }
}

#[test]
fn a_spear_reaches_two_cells_and_through_the_first() {
    let mut state = scene(&HALL);
    wield(&mut state, "spear");
    let behind = spawn(&mut state, "ogre", (3, 1));
    for _ in 0..12 {
        act(&mut state, Command::Step(Direction::East));
    }
    assert_eq!(
        state.here(),
        Point::new(1, 1),
        "it strikes and does not walk"
    );
    assert!(hp(state.world(), behind) < 42);
    let before = spawn(&mut state, "ogre", (2, 1));
    let left = hp(state.world(), behind);
    for _ in 0..12 {
        act(&mut state, Command::Step(Direction::East));
    }
    assert!(hp(state.world(), before) < 42 && hp(state.world(), behind) < left);
}

#[test]
fn a_dagger_is_five_times_as_hard_on_a_sleeper() {
    let mut state = scene(&HALL);
    let ogre = spawn(&mut state, "ogre", (2, 1));
    let asleep = state.content.names.asleep;
    state.game.world.set(ogre, asleep, true);
    act(&mut state, Command::Step(Direction::East));
    let taken = 42 - hp(state.world(), ogre);
    assert!(taken >= 5 && taken % 5 == 0, "{taken}");
}

#[test]
fn a_shard_binds_to_a_weapon_to_a_staff_or_to_oneself() {
    let mut state = scene(&HALL);
    let (_, most) = state.health();
    let shard = give(&mut state, "shard");
    act(&mut state, Command::Use(shard));
    assert_eq!(state.health().1, most + 6);
    let shard = give(&mut state, "shard");
    let potion = state.journey.letters.keys().copied().find(|letter| {
        let item = state.item(*letter).unwrap();
        state.content.registry.entity_type_key(item.kind) == "healing"
    });
    let refusal = refused(&state, Command::UseOn(shard, potion.unwrap()));
    assert!(matches!(refusal, Refusal::CannotHold(_)), "{refusal}");
    let dagger = state.journey.letter_of(state.journey.worn[&Slot::Weapon]);
    let before = crate::scene::word(state.world(), state.player(), Prop::DAMAGE);
    act(&mut state, Command::UseOn(shard, dagger.unwrap()));
    let after = crate::scene::word(state.world(), state.player(), Prop::DAMAGE);
    assert_eq!((before.as_str(), after.as_str()), ("1d4", "1d4+1"));
}

#[test]
fn a_wand_loses_charges_and_is_known_once_it_was_used() {
    let mut state = scene(&HALL);
    let wand = give(&mut state, "slowing");
    let kind = state.item(wand).unwrap().kind;
    assert!(lore::is_unknown(state.world(), kind));
    let ogre = spawn(&mut state, "ogre", (4, 1));
    for _ in 0..2 {
        act(&mut state, Command::UseAt(wand, Point::new(4, 1)));
    }
    assert!(!lore::is_unknown(state.world(), kind));
    assert!(state.world().entity(ogre).unwrap().delay() > 12);
    let refusal = refused(&state, Command::UseAt(wand, Point::new(4, 1)));
    assert!(matches!(refusal, Refusal::NoCharge(_)), "{refusal}");
}

/// Nothing that is refused or accepted tells what an unknown potion is.
#[test]
fn unknown_potions_are_alike_to_whoever_has_not_used_them() {
    let state = scene(&HALL);
    for kind in ["greater-healing", "antidote", "incineration", "speed"] {
        let mut state = state.clone();
        let letter = give(&mut state, kind);
        assert!(Delve::decide(&state, Actor::Seat(Seat(0)), &Command::Use(letter)).is_ok());
        let at = Command::UseAt(letter, Point::new(2, 1));
        assert!(matches!(refused(&state, at), Refusal::Useless(_)));
        let view = Delve::view(&state, parlour_rules::Viewer::Seat(Seat(0)));
        let item = view.pack.iter().find(|it| it.letter == letter).unwrap();
        assert!(
            !item.known && item.key.is_empty() && item.does.is_empty(),
            "{item:?}"
        );
    }
}

/// How a thing looks says nothing of what it does: over many seeds every potion has every
/// look about equally often.
#[test]
fn looks_are_independent_of_effects() {
    let state = Delve::start(&Setup::default(), Seed(0)).unwrap();
    let content = state.content.clone();
    let seeds = 600_u64;
    let mut counts = std::collections::BTreeMap::<(String, String), u64>::new();
    for seed in 0..seeds {
        let level = Level::from_rows(&content.registry, &["..."]).unwrap();
        let mut world = World::new(content.registry.clone(), Seed(seed), "1", level);
        lore::deal(&content, &mut world);
        let looks = world.extra["identify"].as_object().unwrap().clone();
        for (key, look) in looks {
            *counts.entry((key, look.to_string())).or_default() += 1;
        }
    }
    for (class, looks) in &content.classes {
        let kinds = content.registry.entity_types();
        let kinds = kinds.filter(|kind| lore::class_of(&content, *kind) == Some(*class));
        for kind in kinds.filter(|kind| content.registry.entity_prop(*kind, Prop::USE).is_some()) {
            let key = content.registry.entity_type_key(kind);
            // Chi-square without fractions: the sum of squares over n times k is near n.
            let (n, k) = (seeds, looks.len() as u64);
            let squares: u64 = looks
                .iter()
                .map(|look| counts.get(&(key.to_string(), format!("{look:?}"))).copied())
                .map(|count| count.unwrap_or(0).pow(2))
                .sum();
            let chi_square = (squares * k / n).saturating_sub(n);
            // The limit of one in a thousand for nine degrees of freedom is 27.9.
            assert!(chi_square < 28, "{key}: {chi_square}");
        }
    }
}
