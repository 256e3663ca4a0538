//! The board as bots see it: how much every centre counts at every place.
//!
//! A *node* is a kind of unit at a location. `DumbBot` gives every node the value of
//! its province, then ten times the sum of what surrounds it divided by five, and adds
//! the ten layers with weights. That is linear in the values of the centres, so the
//! sums are made once for a board ([`Terrain::new`]), and the values of a position are
//! one multiplication for each centre and node. Of several coasts of one neighbour
//! the mean is taken, where `DumbBot` takes the best.

use crate::{Board, Place, Province, Season, Unit, UnitKind};

/// How many layers are summed.
const DEPTH: usize = 10;
/// Weights of the layers in Spring: what is one step away counts most.
const SPRING: [i64; DEPTH] = [100, 1000, 30, 10, 6, 5, 4, 3, 2, 1];
/// Weights of the layers in Fall and Winter: where one stands counts most.
const FALL: [i64; DEPTH] = [1000, 100, 30, 10, 6, 5, 4, 3, 2, 1];
/// What a centre spreads, before weights.
const IMPULSE: i64 = 1 << 24;
/// What a weight of 1000 on the centre itself comes to.
const SCALE: i64 = 16_000;

/// What bots ask of a board, computed once.
#[derive(Clone, Debug)]
pub(super) struct Terrain<'b> {
    pub(super) board: &'b Board,
    pub(super) powers: usize,
    pub(super) provinces: usize,
    pub(super) nodes: usize,
    pub(super) centers: Vec<Province>,
    /// By season and centre: what one point of the centre gives every node.
    kernels: [Vec<i32>; 2],
}

impl<'b> Terrain<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        let provinces = board.province_count();
        let nodes = provinces + board.locations().count();
        let near = neighbours(board, provinces, nodes);
        let centers: Vec<Province> = board.centers().iter().collect();
        let mut kernels = [Vec::new(), Vec::new()];
        for center in &centers {
            let layers = spread(board, provinces, &near, *center);
            for (weights, kernel) in [SPRING, FALL].iter().zip(&mut kernels) {
                let sum = |node: usize| -> i64 {
                    let layers = layers.iter().zip(weights);
                    layers.map(|(layer, weight)| weight * layer[node]).sum()
                };
                kernel.extend((0..nodes).map(|node| (sum(node) / 1000 * SCALE / IMPULSE) as i32));
            }
        }
        Self {
            board,
            powers: board.powers().count(),
            provinces,
            nodes,
            centers,
            kernels,
        }
    }

    /// The node of a unit where it stands.
    pub(super) fn node(&self, unit: Unit) -> usize {
        node(self.provinces, unit)
    }

    /// Adds to every node what a centre of this worth gives it.
    pub(super) fn spread(&self, season: Season, center: usize, worth: i32, values: &mut [i32]) {
        let kernel = &self.kernels[usize::from(season != Season::Spring)];
        let row = &kernel[center * self.nodes..(center + 1) * self.nodes];
        for (value, row) in values.iter_mut().zip(row) {
            *value += row * worth;
        }
    }
}

fn node(provinces: usize, unit: Unit) -> usize {
    match unit.kind {
        UnitKind::Army => unit.at.index(),
        UnitKind::Fleet => provinces + unit.at.index(),
    }
}

/// A neighbouring node, and among how many coasts of its province it is one.
type Near = Vec<Vec<(usize, i64)>>;

fn neighbours(board: &Board, provinces: usize, nodes: usize) -> Near {
    let mut near = vec![Vec::new(); nodes];
    for at in board.locations() {
        for kind in [UnitKind::Army, UnitKind::Fleet] {
            let unit = Unit { kind, at };
            if !board.fits(unit) {
                continue;
            }
            let steps: Vec<_> = board.steps(unit).iter().collect();
            let own = node(provinces, unit);
            for to in &steps {
                let there = board.province_of(*to);
                let coasts = steps.iter().filter(|it| board.province_of(**it) == there);
                near[own].push((
                    node(provinces, Unit { kind, at: *to }),
                    coasts.count() as i64,
                ));
            }
        }
    }
    near
}

/// What a centre gives every node, layer by layer.
fn spread(board: &Board, provinces: usize, near: &Near, center: Province) -> Vec<Vec<i64>> {
    let mut first = vec![0; near.len()];
    for at in board.locations() {
        if board.province_of(at) == center {
            for kind in [UnitKind::Army, UnitKind::Fleet] {
                if board.fits(Unit { kind, at }) {
                    first[node(provinces, Unit { kind, at })] = IMPULSE;
                }
            }
        }
    }
    let mut layers = vec![first];
    for depth in 1..DEPTH {
        let last = &layers[depth - 1];
        let next = near.iter().enumerate().map(|(own, near)| {
            let around: i64 = near.iter().map(|(there, share)| last[*there] / share).sum();
            (last[own] + around) / 5
        });
        let next = next.collect();
        layers.push(next);
    }
    layers
}
