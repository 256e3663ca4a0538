"""The judge from Python beside the PyPI package `diplomacy`: one run, one machine.

    python bench/python/judge.py [--phases N] [--games N]

Needs `parlour`, `numpy` and `diplomacy==1.1.2` in one environment. The same games are
played phase by phase in both; only `process` is timed, and `set_orders` apart. Then a
batch is stepped on all cores.
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
options = parser.parse_args()
clock, cpu = time.perf_counter, time.process_time


def orders_of(dice, game):
    possible = game.get_all_possible_orders()
    orders = {}
    for name in game.powers:
        locs = game.get_orderable_locations(name)
        orders[name] = [dice.choice(sorted(possible[loc])) for loc in locs if possible[loc]]
    return orders


def timed(work, count=1):
    """The processor's time of one run, the best of some."""
    best = float("inf")
    for _ in range(count):
        began = cpu()
        work()
        best = min(best, cpu() - began)
    return best


spent = {"ordering": [0.0, 0.0], "process": [0.0, 0.0], "listing": [0.0, 0.0]}
phases, dice = 0, random.Random(1901)
while phases < options.phases:
    theirs, ours = Theirs(), Ours()
    for _ in range(25):
        if theirs.is_game_done or phases == options.phases:
            break
        orders = orders_of(dice, theirs)
        ours.set_state(theirs.get_state())
        for side, game in enumerate((theirs, ours)):
            spent["listing"][side] += timed(game.get_all_possible_orders)
            began = cpu()
            for name, own in orders.items():
                game.set_orders(name, own)
            spent["ordering"][side] += cpu() - began
            began = cpu()
            game.process()
            spent["process"][side] += cpu() - began
        phases += 1

print(f"{phases} phases of random games, processor time of one phase in microseconds")
print(f"{'':10} {'diplomacy':>10} {'parlour':>10} {'times':>7}")
for what, (theirs, ours) in spent.items():
    print(f"{what:10} {theirs / phases * 1e6:10.0f} {ours / phases * 1e6:10.1f} {theirs / ours:7.0f}")

games = Batch(Board.standard(), options.games)
steps, wall, used = 0, 0.0, 0.0
for turn in range(24):
    orders = games.random_orders(turn)
    began, began_cpu = clock(), cpu()
    games.step(orders)
    wall, used, steps = wall + clock() - began, used + cpu() - began_cpu, steps + len(games)
theirs = phases / spent["process"][0]
cores = os.cpu_count()
print(f"batch of {options.games}: {steps / wall:,.0f} phases a second by the clock;")
print(f"{steps / used:,.0f} on one core's own time, {cores * steps / used:,.0f} on {cores}: {cores * steps / used / theirs:,.0f} times the package's process")
