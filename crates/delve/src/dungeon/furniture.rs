//! Who and what the ground of a level was made for: a vault with its key, stalls, a hall
//! of sleepers, somebody in chains, shards.

use parlour_rogue::{Entity, EntityType, Point, Stream, Value};

use super::dig::Ground;
use super::features::{Found, floor_of};
use super::settle::{Site, pick, resident, thing};
use crate::content::{Content, Deep, LevelPlan};
use crate::words::Theme;

/// Puts things and people where the ground was made for them.
#[expect(clippy::too_many_arguments, reason = "a level is made of all of them")]
pub(super) fn furnish(
    content: &Content,
    deep: &Deep,
    plan: &LevelPlan,
    (depth, theme): (u8, Theme),
    (ground, found): (&mut Ground, &Found),
    site: &mut Site,
    residents: &mut Vec<Entity>,
    chance: &mut Stream,
) {
    if let Some(vault) = found.vault {
        ground.level.set_type(vault.key, deep.altar);
        residents.push(Entity::new(deep.key, vault.key));
        let places = floor_of(&ground.level, vault.room);
        let goods = goods(content, depth, chance);
        for (at, kind) in places.into_iter().step_by(2).zip(goods) {
            ground.level.set_type(at, deep.altar);
            let item = improved(content, kind, at, chance);
            residents.push(item.with(content.names.caged, 1));
        }
        if depth >= 4
            && let Some(at) = site.near(vault.door)
            && at.chebyshev(ground.up) > 6
        {
            site.take(at);
            residents.push(resident(content, deep.guardian, at, chance));
        }
    }
    if let Some(hall) = found.hall {
        let places = floor_of(&ground.level, hall);
        match theme {
            Theme::Market => {
                let mut goods = goods(content, depth, chance);
                if content.wits().is_of_rules_4() {
                    goods.extend(small_wares(content, depth, chance));
                }
                for (at, kind) in places.into_iter().step_by(3).zip(goods) {
                    ground.level.set_type(at, deep.altar);
                    let item = thing(content, kind, at, chance);
                    residents.push(item.with(content.names.for_sale, true));
                }
            }
            _ => {
                for (place, at) in places.into_iter().step_by(4).take(10).enumerate() {
                    if place % 3 == 0 {
                        let native = pick(&content.items, depth, theme, chance);
                        residents.extend(native.map(|it| thing(content, it.kind, at, chance)));
                    } else if let Some(native) = pick(&content.creatures, depth, theme, chance) {
                        let sleeper = resident(content, native.kind, at, chance);
                        residents.push(sleeper.with(content.names.asleep, true));
                    }
                }
            }
        }
    }
    for _ in 0..plan.shards {
        let at = site.anywhere(chance);
        residents.extend(at.map(|at| Entity::new(deep.shard, at)));
    }
    if chance.below(100) < plan.captive
        && let Some(kind) = somebody_who_joins(content, depth, chance)
        && let Some(at) = site.far_from(ground.up, chance)
    {
        site.take(at);
        let captive = resident(content, kind, at, chance);
        residents.push(
            captive
                .with(content.names.asleep, false)
                .with(content.names.friend, true)
                .with(content.names.captive, true),
        );
    }
}

/// The end of the branch: three legends on anvils, of which one may be taken, and who
/// keeps them.
pub(super) fn legends(
    content: &Content,
    ground: &mut Ground,
    site: &mut Site,
    residents: &mut Vec<Entity>,
    chance: &mut Stream,
) {
    let (Some(deep), Some(branch)) = (&content.kinds.deep, &content.branch) else {
        return;
    };
    let mut kinds = content.legends.clone();
    chance.shuffle(&mut kinds);
    for kind in kinds.into_iter().take(3) {
        let Some(at) = site.near(ground.down) else {
            break;
        };
        site.take(at);
        ground.level.set_type(at, deep.altar);
        let item = thing(content, kind, at, chance);
        residents.push(item.with(content.names.caged, 1));
    }
    if let Some(at) = site.near(ground.down) {
        site.take(at);
        residents.push(resident(content, branch.keeper, at, chance));
    }
}

/// Things of worth of this depth or a little deeper, in any order.
fn goods(content: &Content, depth: u8, chance: &mut Stream) -> Vec<EntityType> {
    let price = |kind| {
        let price = content.registry.entity_prop(kind, content.names.price);
        price.and_then(Value::as_int).unwrap_or(0)
    };
    let heaped = |kind| content.registry.entity_prop(kind, content.names.stack);
    // Before rules 4 heaps were of worth as well.
    let rules_4 = content.wits().is_of_rules_4();
    let mut kinds: Vec<EntityType> = content
        .items
        .iter()
        .filter(|it| it.first <= depth.saturating_add(2) && it.last >= depth)
        .filter(|it| price(it.kind) >= 2 && (!rules_4 || heaped(it.kind).is_none()))
        .map(|it| it.kind)
        .collect();
    chance.shuffle(&mut kinds);
    kinds.truncate(3);
    kinds
}

/// Potions and scrolls of this depth, in any order: what they cost tells something of
/// what they are.
fn small_wares(content: &Content, depth: u8, chance: &mut Stream) -> Vec<EntityType> {
    let is_ware = |kind| {
        let prop = |prop| content.registry.entity_prop(kind, prop);
        let class = prop(content.names.class).and_then(Value::as_text);
        class.is_some() && prop(content.names.stack).is_some()
    };
    let natives = content.items.iter().filter(|it| it.lives_at(depth));
    let mut kinds: Vec<EntityType> = natives
        .map(|it| it.kind)
        .filter(|it| is_ware(*it))
        .collect();
    chance.shuffle(&mut kinds);
    kinds.truncate(3);
    kinds
}

/// A thing as it lies in a vault: with shards in it.
fn improved(content: &Content, kind: EntityType, at: Point, chance: &mut Stream) -> Entity {
    let item = thing(content, kind, at, chance);
    let has = |prop| {
        let value = content.registry.entity_prop(kind, prop);
        value.is_some_and(|value| value.as_bool() != Some(false))
    };
    if has(content.names.slot) {
        item.with(content.names.enchant, 2)
    } else if has(content.names.recharge) {
        item.with(content.names.enchant, 1)
    } else {
        item
    }
}

fn somebody_who_joins(content: &Content, depth: u8, chance: &mut Stream) -> Option<EntityType> {
    let joins = |kind| {
        let joins = content.registry.entity_prop(kind, content.names.joins);
        joins.and_then(Value::as_bool) == Some(true)
    };
    let some: Vec<EntityType> = content
        .creatures
        .iter()
        .filter(|it| it.first <= depth + 1 && it.last >= depth && joins(it.kind))
        .map(|it| it.kind)
        .collect();
    chance.pick(&some).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use parlour_rules::Seed;

    use super::*;
    use crate::content::{ContentFile, Place};
    use crate::dungeon::{dig, theme};
    use crate::state::Setup;

    /// What costs as much as what it might be is told apart by its price, or by nothing.
    #[test]
    fn markets_sell_unknown_things_at_more_than_one_price() {
        let content = Content::standard();
        let names = &content.names;
        let (mut markets, mut prices) = (0, BTreeSet::new());
        for seed in (0..200).map(Seed) {
            for place in (2..=9).map(Place::on_the_way) {
                if theme(&content, seed, place) != Theme::Market {
                    continue;
                }
                markets += 1;
                let dug = dig(&content, seed, place);
                let prop = |item: &Entity, prop| content.registry.entity_prop(item.kind, prop);
                let wares = dug.residents.iter().filter(|item| {
                    let class = prop(item, names.class).and_then(Value::as_text);
                    class == Some("potion") && item.props.get(names.for_sale).is_some()
                });
                prices.extend(wares.filter_map(|item| prop(item, names.price)?.as_int()));
            }
        }
        assert!(markets > 0 && prices.len() > 1, "{markets} {prices:?}");
    }
    /// What one's own content of older rules asked for, it gets.
    #[test]
    fn heaps_lie_in_vaults_before_rules_4_only() {
        let heaps = |shipped: &str, items: &str| {
            let mut setup = Setup::of_shipped(Some(shipped)).unwrap();
            setup.content.push(ContentFile {
                name: "items.toml".to_string(),
                text: items.replace("price = 1\n", "price = 2\n"),
            });
            let content = Content::of(&setup).unwrap();
            let heaped = |kind| content.registry.entity_prop(kind, content.names.stack);
            let mut chance = Stream::new(Seed(7), 0);
            let some = (0..20).flat_map(|_| goods(&content, 3, &mut chance));
            some.filter(|kind| heaped(*kind).is_some()).count()
        };
        let of_rules_3 = include_str!("../../data/ages/4ab8fa4ea76941a9/items.toml");
        assert!(heaps("4ab8fa4ea76941a9", of_rules_3) > 0);
        let present = crate::content::present().to_string();
        assert_eq!(heaps(&present, include_str!("../../data/items.toml")), 0);
    }
}
