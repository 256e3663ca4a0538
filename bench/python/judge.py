"""The judge from Python beside the PyPI package `diplomacy`: one run, one machine.

    python bench/python/judge.py [--phases N] [--games N] [--rounds N]

Needs `parlour`, `numpy` and `diplomacy==1.1.2` in one environment. The same games are
played phase by phase in both, several times over; of each phase the least time counts,
for both alike, so that what else the machine does weighs little; what the clock itself
takes is left out. `process`, `set_orders`
and lists of legal orders are timed apart, and so is looking at what came of a phase, its
results and the next state: ours are written out when somebody looks. Then a batch is
stepped on all cores: by the clock, and by the processor time of all its threads, of which
the least of each step counts as well.
"""

import argparse
import os
import random
import time

from diplomacy import Game as Theirs

from parlour.compat.diplomacy import Game as Ours
from parlour.diplomacy import Batch, Board

parser = argparse.ArgumentParser()
parser.add_argument("--phases", type=int, default=300)
parser.add_argument("--games", type=int, default=4096)
parser.add_argument("--rounds", type=int, default=7)
options = parser.parse_args()
clock, cpu = time.perf_counter, time.process_time
#: What it takes to ask the clock.
ASKING = min(-cpu() + cpu() for _ in range(10_000))


def orders_of(dice, game):
    possible = game.get_all_possible_orders()
    orders = {}
    for name in game.powers:
        locs = game.get_orderable_locations(name)
        orders[name] = [dice.choice(sorted(possible[loc])) for loc in locs if possible[loc]]
    return orders


PARTS = ("listing", "ordering", "process", "reading")


def play(game, orders):
    """One phase; what each part of it took."""
    began = cpu()
    game.get_all_possible_orders()
    listed = cpu()
    for name, own in orders.items():
        game.set_orders(name, own)
    ordered = cpu()
    phase = game.process()
    processed = cpu()
    phase.results
    game.get_state()
    return listed - began, ordered - listed, processed - ordered, cpu() - processed


phases, dice, scripts = 0, random.Random(1901), []
while phases < options.phases:
    game, script = Theirs(), []
    while len(script) < 25 and phases < options.phases and not game.is_game_done:
        script.append((game.get_state(), orders_of(dice, game)))
        play(game, script[-1][1])
        phases += 1
    scripts.append(script)


def units(state):
    return {name: sorted(own) for name, own in state["units"].items()}


def least(make):
    """The least each part of each phase took, each package in its own run."""
    best = [[float("inf")] * len(PARTS) for _ in range(phases)]
    for _ in range(options.rounds):
        number = 0
        for script in scripts:
            game = make()
            for state, orders in script:
                if units(game.get_state()) != units(state):
                    game.set_state(state)
                best[number] = [min(pair) for pair in zip(best[number], play(game, orders))]
                number += 1
    return [sum(part) - phases * ASKING for part in zip(*best)]


theirs, ours = least(Theirs), least(Ours)
print(f"{phases} phases of random games, processor time of one phase in microseconds")
print(f"{'':20} {'diplomacy':>10} {'parlour':>10} {'times':>7}")
rows = dict(zip(PARTS, zip(theirs, ours)))
rows["process and reading"] = [sum(pair) for pair in zip(rows["process"], rows["reading"])]
for what, (one, two) in rows.items():
    print(f"{what:20} {one / phases * 1e6:10.0f} {two / phases * 1e6:10.1f} {one / two:7.0f}")

TURNS = 24
wall, used = [float("inf")] * TURNS, [float("inf")] * TURNS
for _ in range(options.rounds):
    games = Batch(Board.standard(), options.games)
    for turn in range(TURNS):
        orders = games.random_orders(turn)
        began, began_cpu = clock(), cpu()
        games.step(orders)
        took, took_cpu = clock() - began, cpu() - began_cpu
        wall[turn], used[turn] = min(wall[turn], took), min(used[turn], took_cpu)
steps, wall, used = TURNS * options.games, sum(wall), sum(used)
theirs = phases / rows["process"][0]
cores = len(os.sched_getaffinity(0))
print(f"batch of {options.games}, phases a second and how many times the package's process:")
rows = {
    "in a second of one core's own time": steps / used,
    f"the same of {cores} cores, if they had nothing else to do": cores * steps / used,
    f"by the clock on {cores} cores, whatever else they did": steps / wall,
}
for what, rate in rows.items():
    print(f"  {rate:12,.0f} {rate / theirs:7,.0f}  {what}")
