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


spent = {"ordering": [0.0, 0.0], "process": [0.0, 0.0], "listing": [0.0, 0.0]}
phases, dice, played = 0, random.Random(1901), []


def play(game, side, orders):
    """One phase; what each part of it took."""
    began = cpu()
    game.get_all_possible_orders()
    listed = cpu()
    for name, own in orders.items():
        game.set_orders(name, own)
    ordered = cpu()
    game.process()
    done = cpu()
    for what, took in (("listing", listed - began), ("ordering", ordered - listed), ("process", done - ordered)):
        spent[what][side] += took


while phases < options.phases:
    game, script = Theirs(), []
    while len(script) < 25 and phases < options.phases and not game.is_game_done:
        script.append((game.get_state(), orders_of(dice, game)))
        play(game, 0, script[-1][1])
        phases += 1
    played.append(script)

# The same phases, each package in its own run, as programs use them.
for script in played:
    game = Ours()
    for state, orders in script:
        if game.get_state()["units"] != state["units"]:
            game.set_state(state)
        play(game, 1, orders)

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
