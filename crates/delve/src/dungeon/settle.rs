//! Who lives on a level and what lies there.

use parlour_rogue::{Entity, EntityType, Point, Stream, TileType, Value};

use super::Dug;
use super::dig::Ground;
use super::features::Found;
use super::furniture;
use crate::content::{Bottom, Content, LevelPlan, Native, Place};
use crate::words::Theme;

/// How far from the stairs down into a level nobody waits.
const QUIET: u32 = 7;

pub(super) fn furnish(
    content: &Content,
    plan: &LevelPlan,
    (place, theme): (Place, Theme),
    ground: &mut Ground,
    found: &Found,
    mut site: Site,
    chance: &mut Stream,
) -> Dug {
    let depth = plan.danger;
    ground.level.set_type(ground.up, TileType::STAIRS_UP);
    let mut residents = Vec::new();
    match content.bottom(place) {
        Bottom::Stairs => {
            ground.level.set_type(ground.down, TileType::STAIRS_DOWN);
        }
        Bottom::Amulet => {
            residents.push(Entity::new(content.kinds.amulet, ground.down));
            if let Some(at) = site.near(ground.down) {
                residents.push(resident(content, content.kinds.warden, at, chance));
            }
        }
        Bottom::Legends => furniture::legends(content, ground, &mut site, &mut residents, chance),
    }
    for &(mark, at) in &ground.marks {
        match mark {
            'i' => residents.extend(some_item(content, depth, theme, at, chance)),
            'c' if site.take(at) && at.chebyshev(ground.up) >= QUIET => {
                let native = pick(&content.creatures, depth, theme, chance);
                residents.extend(native.map(|it| resident(content, it.kind, at, chance)));
            }
            _ => {}
        }
    }
    if let Some(deep) = &content.kinds.deep {
        furniture::furnish(
            content,
            deep,
            plan,
            (depth, theme),
            (ground, found),
            &mut site,
            &mut residents,
            chance,
        );
    }
    let creatures = plan.creatures + chance.below(3);
    let creatures = match theme {
        // Nobody quarrels much in a market, and a hall full of sleepers is enough.
        Theme::Market | Theme::Zoo => creatures * 2 / 3,
        _ => creatures,
    };
    for band in 0..creatures {
        let Some(native) = pick(&content.creatures, depth, theme, chance) else {
            break;
        };
        let Some(first) = site.far_from(ground.up, chance) else {
            break;
        };
        let (least, most) = native.band;
        let count = least + chance.below(most.saturating_sub(least) + 1);
        let mut at = Some(first);
        let leader = leader_of(content, native.kind).filter(|_| count > 1);
        for place in 0..count {
            let Some(cell) = at else { break };
            site.take(cell);
            let leads = leader.filter(|_| place == 0);
            let kind = leads.unwrap_or(native.kind);
            let mut creature = resident(content, kind, cell, chance);
            if leads.is_some() {
                creature = creature.with(content.names.leads, true);
            }
            if most > 1 {
                let number = content.names.pack_number;
                creature = creature.with(number, i64::from(band) + 1);
            }
            residents.push(creature);
            at = site.near(first);
        }
    }
    if place.depth <= 3 || place.depth.is_multiple_of(2) {
        let at = site.anywhere(chance);
        residents.extend(at.map(|at| Entity::new(content.kinds.healing, at)));
    }
    for _ in 0..plan.items + chance.below(3) {
        if let Some(at) = site.anywhere(chance) {
            residents.extend(some_item(content, depth, theme, at, chance));
        }
    }
    Dug {
        level: ground.level.clone(),
        up: ground.up,
        residents,
    }
}

/// A creature as it is found: asleep or not.
pub(crate) fn resident(
    content: &Content,
    kind: EntityType,
    at: Point,
    chance: &mut Stream,
) -> Entity {
    let sleeps = content
        .registry
        .entity_prop(kind, content.names.sleeps)
        .and_then(Value::as_int)
        .unwrap_or(0);
    let asleep = i64::from(chance.below(100)) < sleeps;
    // Not everybody moves in the same tick.
    let first = i64::from(chance.below(10));
    let creature = Entity::new(kind, at).acting_at(first);
    if asleep {
        creature.with(content.names.asleep, true)
    } else {
        creature
    }
}

/// Who leads a band of a kind.
fn leader_of(content: &Content, kind: EntityType) -> Option<EntityType> {
    let leader = content.registry.entity_prop(kind, content.names.leader)?;
    content.registry.entity(leader.as_text()?)
}

/// One of those who live at a depth, by their weights.
pub(crate) fn pick(
    natives: &[Native],
    depth: u8,
    theme: Theme,
    chance: &mut Stream,
) -> Option<Native> {
    let here = || natives.iter().filter(|native| native.lives_at(depth));
    let total: u32 = here().map(|native| native.weight_in(theme)).sum();
    if total == 0 {
        return None;
    }
    let mut left = chance.below(total);
    here()
        .find(|native| {
            let weight = native.weight_in(theme);
            let found = left < weight;
            left = left.saturating_sub(weight);
            found
        })
        .copied()
}

fn some_item(
    content: &Content,
    depth: u8,
    theme: Theme,
    at: Point,
    chance: &mut Stream,
) -> Option<Entity> {
    let native = pick(&content.items, depth, theme, chance)?;
    Some(thing(content, native.kind, at, chance))
}

/// A thing as it is found: so many of it, with so many charges.
pub(super) fn thing(content: &Content, kind: EntityType, at: Point, chance: &mut Stream) -> Entity {
    let mut item = Entity::new(kind, at);
    let names = &content.names;
    for (prop, own) in [(names.stack, names.count), (names.charges, names.charges)] {
        let dice = content.registry.entity_prop(kind, prop);
        if let Some(dice) = dice.and_then(Value::as_dice) {
            item = item.with(own, dice.roll(chance).max(1));
        }
    }
    item
}

/// The cells of a level that are still free.
pub(super) struct Site {
    free: Vec<Point>,
}

impl Site {
    /// All plain floor that anybody can reach.
    pub(super) fn of(ground: &Ground, found: &Found) -> Self {
        let level = &ground.level;
        let cells = level.size().cells();
        let free = cells.filter(|&at| {
            level.tile_type(at) == Some(TileType::FLOOR)
                && at != ground.up
                && at != ground.down
                && !found.is_apart(at)
        });
        Self {
            free: free.collect(),
        }
    }

    pub(super) fn take(&mut self, at: Point) -> bool {
        let before = self.free.len();
        self.free.retain(|&cell| cell != at);
        self.free.len() < before
    }

    pub(super) fn anywhere(&mut self, chance: &mut Stream) -> Option<Point> {
        let at = *chance.pick(&self.free)?;
        self.take(at);
        Some(at)
    }

    pub(super) fn far_from(&self, from: Point, chance: &mut Stream) -> Option<Point> {
        let far = self.free.iter().copied();
        let far: Vec<Point> = far.filter(|at| at.chebyshev(from) >= QUIET).collect();
        chance.pick(&far).copied()
    }

    pub(super) fn near(&self, to: Point) -> Option<Point> {
        let near = self.free.iter().copied();
        near.min_by_key(|at| (at.chebyshev(to), *at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_rogue::generate::is_connected;
    use parlour_rogue::{Prop, Seed, World};

    /// Every level: those of the way, and those of the branch.
    fn places(content: &Content) -> Vec<Place> {
        let way = (1..=content.depth()).map(Place::on_the_way);
        let branch = content.branch.as_ref().unwrap();
        let beside = (1..=branch.levels.len() as u8).map(|number| Place {
            depth: branch.from + number,
            branch: number,
        });
        way.chain(beside).collect()
    }

    /// Every level of many dungeons: connected, all stairs there, nobody in rock, quiet
    /// at the stairs, the amulet at the bottom and three legends at the end of the branch.
    #[test]
    fn levels_can_be_walked_and_are_settled() {
        let content = Content::standard();
        for seed in 0..40 {
            for place in places(&content) {
                let dug = super::super::dig(&content, Seed(seed), place);
                let (level, which) = (&dug.level, format!("seed {seed} {place:?}"));
                let deep = content.kinds.deep.unwrap();
                // Whoever has the key and searches reaches everything.
                let mut opened = level.clone();
                for at in level.size().cells() {
                    if [Some(deep.locked), Some(deep.secret)].contains(&level.tile_type(at)) {
                        opened.set_type(at, content.kinds.door);
                    }
                }
                assert!(is_connected(&opened), "{which}");
                let count = |kind| {
                    let cells = level.size().cells();
                    cells
                        .filter(|&at| level.tile_type(at) == Some(kind))
                        .count()
                };
                let bottom = content.bottom(place);
                assert_eq!(count(TileType::STAIRS_UP), 1, "{which}");
                let stairs = usize::from(bottom == Bottom::Stairs);
                assert_eq!(count(TileType::STAIRS_DOWN), stairs, "{which}");
                let shaft = usize::from(content.branch_at(place).is_some());
                assert_eq!(count(deep.shaft.unwrap()), shaft, "{which}");
                assert!(dug.residents.len() >= 10, "{which}");
                let (mut amulets, mut legends) = (0, 0);
                for resident in &dug.residents {
                    assert!(level.is_walkable(resident.at), "{which}");
                    amulets += usize::from(resident.kind == content.kinds.amulet);
                    legends += usize::from(content.legends.contains(&resident.kind));
                    let acts = content.registry.entity_prop(resident.kind, Prop::ACT);
                    if acts.is_some() {
                        assert!(resident.at.chebyshev(dug.up) >= 3, "{which}");
                    }
                }
                assert_eq!(amulets, usize::from(bottom == Bottom::Amulet), "{which}");
                let three = if bottom == Bottom::Legends { 3 } else { 0 };
                assert_eq!(legends, three, "{which}");
            }
        }
    }

    #[test]
    fn a_level_is_a_function_of_seed_and_depth() {
        let content = Content::standard();
        let rows = |seed, depth| {
            let place = Place::on_the_way(depth);
            let dug = super::super::dig(&content, Seed(seed), place);
            (dug.level.to_rows(), dug.residents)
        };
        assert_eq!(rows(7, 3), rows(7, 3));
        assert_ne!(rows(7, 3).0, rows(8, 3).0);
        assert_ne!(rows(7, 3).0, rows(7, 4).0);
        // A world made of it keeps what it is given.
        let dug = super::super::dig(&content, Seed(7), Place::on_the_way(1));
        let world = World::new(content.registry.clone(), Seed(7), "1", dug.level);
        assert_eq!(world.level().width(), super::super::WIDTH);
    }
}
