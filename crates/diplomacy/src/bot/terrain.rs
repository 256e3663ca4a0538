//! The board as bots see it: how much every centre counts at every place.
//!
//! A *node* is a kind of unit at a location. `DumbBot` gives every node the value of
//! its province, then ten times the sum of what surrounds it divided by five, and adds
//! the ten layers with weights. That is linear in the values of the centres, so the
//! sums are made once for a board ([`Terrain::new`]), and the value of a node in a
//! position is one multiplication for each centre. They are made of short numbers that
//! lie beside each other, so that a machine multiplies eight at a time. Of several coasts
//! of one neighbour the mean is taken, where `DumbBot` takes the best.

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
/// Centres are filled up to a multiple of this with some that are worth nothing.
const ABREAST: usize = 8;

/// What bots ask of a board, computed once.
#[derive(Clone, Debug)]
pub(super) struct Terrain<'b> {
    pub(super) board: &'b Board,
    pub(super) powers: usize,
    pub(super) provinces: usize,
    pub(super) centers: Vec<Province>,
    /// How many numbers a node has in a kernel: one for each centre, and noughts.
    pub(super) width: usize,
    /// By season and node: what one point of each centre gives the node.
    kernels: [Vec<i16>; 2],
}

impl<'b> Terrain<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        let provinces = board.province_count();
        let nodes = provinces + board.locations().count();
        let near = neighbours(board, provinces, nodes);
        let centers: Vec<Province> = board.centers().iter().collect();
        let width = centers.len().next_multiple_of(ABREAST);
        let mut kernels = [vec![0; nodes * width], vec![0; nodes * width]];
        for (place, center) in centers.iter().enumerate() {
            let layers = spread(board, provinces, &near, *center);
            for (weights, kernel) in [SPRING, FALL].iter().zip(&mut kernels) {
                for (node, row) in kernel.chunks_exact_mut(width).enumerate() {
                    let layers = layers.iter().zip(weights);
                    let sum: i64 = layers.map(|(layer, weight)| weight * layer[node]).sum();
                    row[place] = short(sum / 1000 * SCALE / IMPULSE);
                }
            }
        }
        Self {
            board,
            powers: board.powers().count(),
            provinces,
            centers,
            width,
            kernels,
        }
    }

    /// What the centres give a unit where it stands, if each is worth so much.
    pub(super) fn value(&self, season: Season, worth: &[i16], unit: Unit) -> i32 {
        let kernel = &self.kernels[usize::from(season != Season::Spring)];
        let at = node(self.provinces, unit) * self.width;
        let row = &kernel[at..at + self.width];
        let products = row.iter().zip(worth);
        products
            .map(|(row, worth)| i32::from(*row) * i32::from(*worth))
            .sum()
    }
}

/// The number, or the most that a short one can be.
pub(super) fn short(number: i64) -> i16 {
    i16::try_from(number).unwrap_or(i16::MAX)
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
            // Hardly any neighbour has several coasts, and dividing takes longest.
            let part = |(there, coasts): &(usize, i64)| match coasts {
                1 => last[*there],
                _ => last[*there] / coasts,
            };
            (last[own] + near.iter().map(part).sum::<i64>()) / 5
        });
        let next = next.collect();
        layers.push(next);
    }
    layers
}
