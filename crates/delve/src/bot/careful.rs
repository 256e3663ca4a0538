//! The careful player.

use parlour_grid::{Direction, Point};

use super::Player;
use super::ground::{Ways, far_shore, is_edge, openness, swim, to_safety};
use super::means;
use crate::command::Command;
use crate::view::{Carried, Ground, Status, Thing, ThingKind, View};

/// Explores every level, rests before it goes on, keeps potions for when they
/// are needed, and goes down only in good health.
#[derive(Clone, Debug, Default)]
pub struct Careful {
    /// How long it has waited for somebody to come.
    waited: u32,
    /// Whom it sneaks up on: the level, the cell, and for how many steps yet.
    prey: Option<(u8, Point, u32)>,
    /// Where it gave that up.
    spared: Vec<(u8, Point)>,
    /// How often it fought without a blow on this level, since the last one.
    standoff: u32,
    /// Who went out of its sight without a blow: where, and for how many steps it
    /// still looks there.
    lost: Option<(Point, u32)>,
    /// The shore it swims to.
    shore: Option<Point>,
    /// The level of all that.
    depth: u8,
    /// How far it has been down the shaft: once is enough.
    aside: u8,
}

/// After so many turns without a blow, whoever can be neither caught nor shaken off
/// is left behind.
const PATIENCE: u32 = 60;

/// An enemy as the careful player sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foe {
    pub(super) at: Point,
    pub(super) distance: u32,
    pub(super) health: u8,
    asleep: bool,
    shoots: bool,
    fast: bool,
    pub(super) worth: u32,
}

impl Foe {
    fn of(view: &View, thing: &Thing) -> Option<Self> {
        match thing.kind {
            ThingKind::Enemy {
                health,
                asleep,
                shoots,
                worth,
                fast,
                ..
            } => Some(Self {
                at: thing.at,
                distance: thing.at.chebyshev(view.here),
                health,
                asleep,
                shoots,
                fast,
                worth,
            }),
            _ => None,
        }
    }

    /// How much of a threat it is at full health.
    pub(super) fn threat(&self) -> u32 {
        (self.worth + 2) * u32::from(self.health.max(20)) / 100
    }
}

impl Player for Careful {
    fn wishes(&mut self, view: &View) -> Vec<Command> {
        let foes: Vec<Foe> = view
            .enemies()
            .filter_map(|thing| Foe::of(view, thing))
            .collect();
        let mut wishes = Vec::new();
        if self.depth != number(view) {
            (self.depth, self.standoff) = (number(view), 0);
            (self.lost, self.shore) = (None, None);
        }
        self.aside = self.aside.max(view.branch);
        let ground = view.picture.get(view.here).map(|cell| cell.ground);
        if matches!(
            ground,
            Some(Ground::Fire | Ground::Gas | Ground::DeepWater | Ground::Vent)
        ) {
            if let Some(shore) = self.shore.filter(|_| ground == Some(Ground::DeepWater)) {
                wishes.extend(swim(view, shore).map(Command::Step));
            }
            wishes.extend(to_safety(view).map(Command::Step));
        } else {
            self.shore = None;
        }
        let awake: Vec<Foe> = foes.iter().copied().filter(|foe| !foe.asleep).collect();
        if awake.is_empty() {
            self.waited = 0;
            prepare(view, &mut wishes);
            if self.standoff > PATIENCE && !view.has_amulet {
                wishes.push(self.on(view));
                wishes.extend(nearest(view, &self.ways_out(view)).map(Command::Travel));
            }
            self.look_for(view, &mut wishes);
            self.sneak(view, &foes, &mut wishes);
            means::fetch(view, &mut wishes);
            self.turn_aside(view, &mut wishes);
            self.go_on(view, &mut wishes);
            // Nothing is left on this side of the water.
            self.shore = self.shore.or_else(|| far_shore(view, &self.goals(view)));
            let step = self.shore.and_then(|shore| swim(view, shore));
            wishes.extend(step.map(Command::Step));
        } else {
            self.shore = None;
            self.fight(view, &awake, &mut wishes);
        }
        wishes.push(Command::Wait);
        wishes
    }
}

impl Careful {
    fn fight(&mut self, view: &View, foes: &[Foe], wishes: &mut Vec<Command>) {
        let (hp, most) = (view.sheet.hp, view.sheet.max_hp.max(1));
        let threat: u32 = foes.iter().map(Foe::threat).sum();
        let near: Vec<Foe> = foes
            .iter()
            .copied()
            .filter(|foe| foe.distance <= 1)
            .collect();
        // How much may come in the next turn or two.
        let alarm = (most / 3).max(threat * 3 / 5).min(most * 3 / 5);
        let hurt = hp < alarm;
        let strong = threat > 12 + view.sheet.rank * 6 || hurt;
        if hurt {
            Self::save_yourself(view, foes, wishes);
        }
        means::strike(view, foes, hurt, wishes);
        if strong {
            strike_from_afar(view, foes, wishes);
            if threat > 30 + view.sheet.rank * 8 {
                wishes.extend(use_first(view, "haste"));
            }
        }
        // An arrow for whoever is not here yet.
        let range = view.sheet.shot.as_ref().map_or(0, |(_, range)| *range);
        if view.sheet.arrows > 0 && near.is_empty() {
            let mut marks: Vec<&Foe> = foes.iter().filter(|foe| foe.distance <= range).collect();
            marks.sort_by_key(|foe| foe.distance);
            wishes.extend(marks.iter().map(|foe| Command::Fire(foe.at)));
        }
        if let Some(target) = near.iter().min_by_key(|foe| (foe.health, foe.threat())) {
            // Several at once are met where only one can come.
            if near.len() + usize::from(foes.len() > near.len()) >= 2
                && !foes.iter().any(|foe| foe.fast || foe.shoots)
                && openness(view, view.here) > 3
                && hp * 2 > most
            {
                wishes.extend(to_a_narrow_place(view, foes));
            }
            (self.standoff, self.lost) = (0, None);
            wishes.extend(Direction::towards(view.here, target.at).map(Command::Step));
            return;
        }
        self.standoff += 1;
        let nearest = foes.iter().min_by_key(|foe| foe.distance);
        self.lost = nearest.map(|foe| (foe.at, 12));
        if self.standoff > PATIENCE {
            wishes.push(self.on(view));
            let out = self.ways_out(view);
            wishes.extend(Ways::to(view, &out).nearer(view).map(Command::Step));
        }
        let comes = foes.iter().any(|foe| !foe.shoots);
        self.waited += 1;
        if comes && self.waited < 8 && self.standoff < 20 && !foes.iter().any(|foe| foe.shoots) {
            if foes.len() >= 2 {
                wishes.extend(to_a_narrow_place(view, foes));
            }
            // The first blow is ours if they do the last step.
            wishes.push(Command::Wait);
        }
        let cells: Vec<Point> = foes.iter().map(|foe| foe.at).collect();
        wishes.extend(Ways::to(view, &cells).nearer(view).map(Command::Step));
        // Whoever cannot be reached is left alone: out of its sight.
        wishes.extend(Ways::to(view, &cells).farther(view).map(Command::Step));
        for way in Direction::ALL {
            wishes.push(Command::Step(way));
        }
    }

    /// Goes where somebody was last seen who does not come: exploring would only find
    /// them again from afar.
    fn look_for(&mut self, view: &View, wishes: &mut Vec<Command>) {
        let stands_off = (10..PATIENCE).contains(&self.standoff);
        let Some((at, left)) = self.lost.filter(|_| stands_off) else {
            return;
        };
        let left = if view.here == at { 0 } else { left };
        self.lost = left.checked_sub(1).map(|left| (at, left));
        if left > 0 {
            wishes.extend(Ways::to(view, &[at]).nearer(view).map(Command::Step));
        }
    }

    /// Where to turn from somebody who can be neither caught nor shaken off: the
    /// stairs, or what is unknown yet and far from them.
    fn ways_out(&self, view: &View) -> Vec<Point> {
        let stairs = view.stairs(match self.on(view) {
            Command::Ascend => Ground::StairsUp,
            _ => Ground::StairsDown,
        });
        if let Some(stairs) = stairs {
            return vec![stairs];
        }
        let far = |at: Point| self.lost.is_none_or(|(lost, _)| at.chebyshev(lost) > 8);
        let edges = view.picture.points().filter(|&at| is_edge(view, at));
        edges.filter(|&at| far(at)).collect()
    }

    /// What is worth swimming for: stairs onward, what is unknown yet, the amulet.
    fn goals(&self, view: &View) -> Vec<Point> {
        let stairs = match self.on(view) {
            Command::Ascend => Ground::StairsUp,
            _ => Ground::StairsDown,
        };
        let edges = view.picture.points().filter(|&at| is_edge(view, at));
        let amulet = view.things.iter().find(|thing| thing.glyph == '"');
        let amulet = amulet.map(|thing| thing.at);
        edges.chain(view.stairs(stairs)).chain(amulet).collect()
    }

    /// A blow for whoever sleeps, unless it is better left asleep.
    fn sneak(&mut self, view: &View, foes: &[Foe], wishes: &mut Vec<Command>) {
        let healthy = view.sheet.hp * 10 >= view.sheet.max_hp * 7;
        let target = foes
            .iter()
            .filter(|foe| foe.worth <= 8 + view.sheet.rank * 8 && healthy)
            .filter(|foe| !self.spared.contains(&(self.depth, foe.at)))
            .min_by_key(|foe| foe.distance);
        let known = self.prey.filter(|(depth, _, _)| *depth == self.depth);
        self.prey = match (target, known) {
            (Some(target), Some((depth, at, left))) if target.at == at => Some((depth, at, left)),
            (Some(target), _) => Some((self.depth, target.at, 30)),
            // Out of sight for a moment, round a corner.
            (None, Some((depth, at, left))) if healthy && view.here.chebyshev(at) > 1 => {
                Some((depth, at, left))
            }
            _ => None,
        };
        let Some((depth, at, left)) = self.prey else {
            return;
        };
        if left == 0 {
            self.spared.push((depth, at));
            self.prey = None;
            return;
        }
        self.prey = Some((depth, at, left - 1));
        if view.here.chebyshev(at) <= 1 {
            wishes.extend(Direction::towards(view.here, at).map(Command::Step));
        } else {
            wishes.extend(Ways::to(view, &[at]).nearer(view).map(Command::Step));
        }
    }

    /// Down the shaft, for whoever is strong enough and has something to drink.
    fn turn_aside(&self, view: &View, wishes: &mut Vec<Command>) {
        let potions: u32 = view
            .pack
            .iter()
            .filter(|item| item.does == "heal")
            .map(|item| item.count)
            .sum();
        let strong =
            view.sheet.rank >= 8 && potions >= 3 && view.sheet.hp * 10 >= view.sheet.max_hp * 9;
        let Some(shaft) = view.stairs(Ground::Shaft) else {
            return;
        };
        if self.aside > 0 || view.has_amulet || !strong {
            return;
        }
        wishes.push(Command::Explore);
        if view.here == shaft {
            wishes.push(Command::Descend);
        } else {
            wishes.push(Command::Travel(shaft));
        }
    }

    /// Further: explore, then the stairs.
    fn go_on(&self, view: &View, wishes: &mut Vec<Command>) {
        let full = view
            .pack
            .iter()
            .filter(|item| item.worn.is_none() && (item.slot.is_some() || item.does == "cure"))
            .map(|item| item.letter)
            .next();
        // The amulet wants room, whatever it costs.
        let least = view.pack.iter().filter(|item| {
            item.worn.is_none() && !["heal", "enchant"].contains(&item.does.as_str())
        });
        let least = least.map(|item| item.letter).next_back();
        let full =
            full.or(
                least.filter(|_| view.depth == view.levels && view.branch == 0 && !view.has_amulet)
            );
        if view.pack.len() >= 20
            && let Some(letter) = full
        {
            wishes.push(Command::Drop(letter));
        }
        if view.has_amulet {
            wishes.push(Command::Ascend);
            wishes.extend(view.stairs(Ground::StairsUp).map(Command::Travel));
            wishes.extend(use_first(view, "map"));
            wishes.push(Command::Explore);
            return;
        }
        let up = view.stairs(Ground::StairsUp).map(Command::Travel);
        let back = [Some(Command::Ascend), up].into_iter().flatten();
        if view.branch > 0 && !has_healing(view) {
            wishes.extend(back.clone());
        }
        wishes.push(Command::Explore);
        if view.branch > 0 && self.on(view) == Command::Ascend {
            wishes.extend(back);
        }
        if view.depth == view.levels && view.branch == 0 {
            let amulet = view.things.iter().find(|thing| thing.glyph == '"');
            wishes.extend(amulet.map(|thing| Command::Travel(thing.at)));
            wishes.push(Command::PickUp);
        }
        if view.sheet.hp * 10 < view.sheet.max_hp * 9 {
            wishes.push(Command::Rest);
        }
        // Whoever came up the shaft does not go down it again.
        let ground = view.picture.get(view.here).map(|cell| cell.ground);
        if ground != Some(Ground::Shaft) {
            wishes.push(Command::Descend);
        }
        wishes.extend(view.stairs(Ground::StairsDown).map(Command::Travel));
        wishes.extend(use_first(view, "teleport"));
    }

    /// Which way it goes on: down, or up with the amulet, and out of a branch whose end was
    /// seen, or that is too much.
    fn on(&self, view: &View) -> Command {
        let ends = || {
            let bottom = view.stairs(Ground::StairsDown).is_none();
            bottom || view.branch < self.aside || !has_healing(view)
        };
        if view.has_amulet || (view.branch > 0 && ends()) {
            Command::Ascend
        } else {
            Command::Descend
        }
    }

    fn save_yourself(view: &View, foes: &[Foe], wishes: &mut Vec<Command>) {
        let (hp, most) = (view.sheet.hp, view.sheet.max_hp.max(1));
        let desperate = hp * 4 < most;
        wishes.extend(best_healing(view));
        if foes.len() >= 2 || desperate {
            wishes.extend(use_first(view, "slumber"));
        }
        wishes.extend(use_first(view, "teleport"));
        wishes.extend(use_first(view, "slumber"));
        means::escape(view, foes, wishes);
        let ground = view.picture.get(view.here).map(|cell| cell.ground);
        if desperate && ground == Some(Ground::StairsUp) && view.depth > 1 {
            wishes.push(Command::Ascend);
        }
        if desperate && ground == Some(Ground::StairsDown) {
            wishes.push(Command::Descend);
        }
        let slow = view
            .sheet
            .status
            .iter()
            .any(|(status, _)| matches!(status, Status::Slowed | Status::Confused));
        let only_slow = foes.iter().all(|foe| !foe.fast && !foe.shoots);
        let away = foes.iter().all(|foe| foe.distance > 1);
        if desperate && !slow && only_slow && away {
            let cells: Vec<Point> = foes.iter().map(|foe| foe.at).collect();
            wishes.extend(Ways::to(view, &cells).farther(view).map(Command::Step));
        }
    }
}

/// A number of the level, other than that of every other.
fn number(view: &View) -> u8 {
    view.depth + 100 * u8::from(view.branch > 0)
}

fn has_healing(view: &View) -> bool {
    view.pack.iter().any(|item| item.does == "heal")
}

/// Scrolls against those who are too strong for the sword alone.
fn strike_from_afar(view: &View, foes: &[Foe], wishes: &mut Vec<Command>) {
    let crowd = |at: Point| {
        let near = foes.iter().filter(|foe| foe.at.euclid_squared(at) <= 4);
        near.count()
    };
    let best = foes
        .iter()
        .filter(|foe| foe.at.euclid_squared(view.here) > 4)
        .max_by_key(|foe| (crowd(foe.at), foe.worth));
    if let Some(best) = best
        && (crowd(best.at) >= 2 || best.worth >= 18)
        && let Some(scroll) = first(view, "fireball")
    {
        wishes.push(Command::UseAt(scroll.letter, best.at));
    }
    let strongest = foes.iter().max_by_key(|foe| foe.threat());
    let Some(strongest) = strongest else { return };
    if strongest.worth >= 9 {
        wishes.extend(use_first(view, "lightning"));
    }
    if foes.len() >= 3 {
        wishes.extend(use_first(view, "slumber"));
    }
    if strongest.worth >= 12
        && strongest.distance <= 2
        && let Some(scroll) = first(view, "confuse")
    {
        wishes.push(Command::UseAt(scroll.letter, strongest.at));
    }
}

/// A step towards a known place where few can stand around one.
fn to_a_narrow_place(view: &View, foes: &[Foe]) -> Option<Command> {
    let cells: Vec<Point> = foes.iter().map(|foe| foe.at).collect();
    let threat = Ways::to(view, &cells);
    let mine = Ways::to(view, &[view.here]);
    let narrow: Vec<Point> = view
        .picture
        .points()
        .filter(|&at| at.chebyshev(view.here) <= 6 && at != view.here)
        .filter(|&at| {
            let (Some(own), Some(theirs)) = (mine.steps(at), threat.steps(at)) else {
                return false;
            };
            own <= 6 && own < theirs && openness(view, at) <= 2
        })
        .collect();
    Ways::to(view, &narrow).nearer(view).map(Command::Step)
}

/// What is done between fights.
fn prepare(view: &View, wishes: &mut Vec<Command>) {
    let sheet = &view.sheet;
    let poisoned = sheet
        .status
        .iter()
        .find(|(status, _)| *status == Status::Poisoned);
    if let Some((_, turns)) = poisoned
        && turns + 2 >= sheet.hp
    {
        wishes.extend(use_first(view, "cure"));
        wishes.extend(best_healing(view));
    }
    for item in &view.pack {
        let Some(slot) = item.slot.filter(|_| item.worn.is_none()) else {
            continue;
        };
        let worn = view.pack.iter().find(|other| other.worn == Some(slot));
        let better = |worn: &Carried| match (worn.legend, item.legend) {
            // Nobody goes to the forge and back for a thing to carry.
            (false, true) => true,
            (true, false) => false,
            _ => worn.quality < item.quality,
        };
        if worn.is_none_or(better) {
            wishes.push(Command::Use(item.letter));
        }
    }
    wishes.extend(use_first(view, "strength"));
    wishes.extend(use_first(view, "vigour"));
    means::bind_shards(view, wishes);
    means::try_unknown(view, wishes);
    if sheet.hp * 10 < sheet.max_hp * 8 {
        wishes.push(Command::Rest);
    }
}

/// The nearest of some places one can walk to.
fn nearest(view: &View, places: &[Point]) -> Option<Point> {
    let ways = Ways::to(view, &[view.here]);
    let reached = places.iter().filter_map(|&at| Some((ways.steps(at)?, at)));
    reached.min().map(|(_, at)| at)
}

fn first<'a>(view: &'a View, does: &str) -> Option<&'a Carried> {
    let mut pack = view.pack.iter();
    pack.find(|item| item.does == does && item.charges != Some(0))
}

fn use_first(view: &View, does: &str) -> Option<Command> {
    first(view, does).map(|item| Command::Use(item.letter))
}

/// The potion that wastes least.
fn best_healing(view: &View) -> Option<Command> {
    let missing = view.sheet.max_hp.saturating_sub(view.sheet.hp);
    let potions = view.pack.iter().filter(|item| item.does == "heal");
    let great = |item: &&Carried| item.key.contains("great");
    let best = if missing > 30 {
        potions.max_by_key(|item| (great(item), item.letter))
    } else {
        potions.min_by_key(|item| (great(item), item.letter))
    };
    best.map(|item| Command::Use(item.letter))
}
