"""Compares every board that the PyPI package `diplomacy` has too.

    python run.py PARLOUR [--phases N] [--seed S] [--only MAP] [--table FILE]

For each: its `.map` file, read by us, is our board; the start is the same; fresh random
phases, half of games and half made up, have the same legal orders and are judged the
same; saved games go both ways and are played again in the package. Every difference
must be explained. Ends with exit code 0 only if nothing is left unexplained.
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "diplomacy"))

import convoys
import diplomacy
import faults
import lists
import phases
import program
from diplomacy import Game
from diplomacy.utils.export import to_saved_game_format

# The package's name of each map, and ours.
MAPS = [
    ("standard", "standard"),
    ("standard_france_austria", "duel"),
    ("standard_fleet_rome", "fleet-rome"),
    ("standard_germany_italy", "germany-italy"),
    ("standard_age_of_empires", "age-of-empires"),
    ("standard_age_of_empires_2", "age-of-empires-2"),
    ("ancmed", "ancmed"),
    ("ancmed_age_of_empires", "ancmed-age-of-empires"),
    ("modern", "modern"),
    ("colonial", "colonial"),
    ("pure", "pure"),
]

# Maps of the package whose list of convoys takes it hours.
SEARCHED = ("colonial",)

parser = argparse.ArgumentParser()
parser.add_argument("parlour")
parser.add_argument("--phases", type=int, default=1000)
parser.add_argument("--seed", type=int, default=None)
parser.add_argument("--only", help="one map, by our name")
parser.add_argument("--table", help="a file for the table")
options = parser.parse_args()


def parlour(words, lines):
    return program.answers(options.parlour, words, lines)


def asked(records):
    return [{k: v for k, v in r.items() if k not in phases.ANSWERS} for r in records]


def list_ours(records):
    """Our lists of legal orders."""
    return [answer["orders"] for answer in parlour(["orders"], asked(records))]


def judge(records):
    answers = parlour(["adjudicate"], asked(records))
    for record, answer in zip(records, answers, strict=True):
        if "error" in answer:
            sys.exit(f"{record['map']} {record['id']}: {answer['error']}")
    return answers


def start(theirs, ours):
    """What differs at the start."""
    record = parlour(["maps", ours], [])[0]
    board = Game(map_name=theirs)
    different = [
        part
        for part, own in (
            ("phase", board.get_current_phase()),
            ("units", phases.standing(board)),
            ("centers", phases.filled(board.get_centers())),
        )
        if record[part] != own
    ]
    mine = next(line for line in parlour_text(["maps"]).splitlines() if line.split()[0] == ours)
    if f"{board.win} of {len(board.map.scs)} centres win" not in mine:
        different.append(f"{board.win} of {len(board.map.scs)} centres win in the package: {mine}")
    return different


def parlour_text(words):
    ran = subprocess.run([options.parlour, "diplomacy", *words], capture_output=True, text=True)
    return ran.stdout + ran.stderr


def saved(dice, theirs, ours):
    """Games of the package, read and written again: what differs."""
    found = []
    for number in range(2):
        board = Game(game_id=f"{ours}{number}", map_name=theirs)
        for _ in range(dice.randint(5, 9)):
            if not board.is_game_done:
                phases.give_orders(dice, board, {"orders": {}})
                board.process()
        game = to_saved_game_format(board)
        records = parlour(["import"], [game])
        if "error" in records[0]:
            return [f"import: {records[0]['error']}"]
        back = parlour(["export"], records)[0]
        if "error" in back:
            return [f"export: {back['error']}"]
        for one, two in zip(game["phases"], back["phases"], strict=True):
            same = one["name"] == two["name"] and all(
                phases.filled(one["state"][part]) == phases.filled(two["state"][part])
                for part in ("units", "centers", "retreats")
            )
            if not same or phases.filled(one["orders"]) != phases.filled(two["orders"]):
                found.append(f"{game['id']} {one['name']} is not written as it was read")
    return found


def read_map(theirs, ours):
    """Whether the package's file of the map, read by us, is our board."""
    path = pathlib.Path(diplomacy.__file__).parent / "maps" / f"{theirs}.map"
    said = parlour_text(["maps", "read", str(path), "--same", ours]).strip()
    return [] if said == f"{ours}: the same board" else said.splitlines()


def searched(dice, theirs):
    """Where the search for convoys differs from the package's list of them."""
    board = Game(map_name=theirs)
    seas = sorted(
        loc.upper() for loc in board.map.locs if board.map.area_type(loc) in ("WATER", "PORT")
    )
    power = sorted(board.powers)[0]
    found = []
    for _ in range(20):
        fleets = dice.sample(seas, dice.randint(1, min(12, len(seas))))
        board.clear_units()
        board.set_units(power, [f"F {loc}" for loc in fleets], reset=True)
        if not convoys.same(board):
            found.append(f"other convoys for fleets in {', '.join(sorted(fleets))}")
    return found


def compare(dice, theirs, ours):
    began = time.time()
    failed = [f"start: {part}" for part in start(theirs, ours)]
    failed += [f"{theirs}.map: {line}" for line in read_map(theirs, ours)]
    if theirs not in SEARCHED and Game(map_name=theirs).map.convoy_paths.get(1):
        failed += searched(random.Random(ours), theirs)
    failed += saved(dice, theirs, ours)
    records = list(phases.fresh(dice, options.phases, (theirs, ours)))
    counts = collections.Counter(phases=len(records))
    for record, mine in zip(records, list_ours(records), strict=True):
        counts["orders"] += sum(map(len, record["possible"].values()))
        found = lists.differences(record, mine)
        if found:
            why = lists.explain(record, found, list_ours)
            counts[why] += len(found)
            if why == lists.UNEXPLAINED:
                failed += [f"{record['id']} only {whose}: {order}" for whose, order in found]
    for record, mine in zip(records, judge(records), strict=True):
        if not faults.differences(record["next"], mine["next"]):
            counts["same"] += 1
            continue
        name = faults.explain(record, mine, judge)
        counts[name or "not explained"] += 1
        if not name:
            failed.append(json.dumps({"record": record | {"possible": None}, "ours": mine["next"]}))
    if theirs in SEARCHED and convoys.exceeded:
        counts["chains longer than the package's longest"] = convoys.exceeded
    counts["seconds"] = round(time.time() - began)
    return counts, failed


def main():
    seed = options.seed if options.seed is not None else int(time.time())
    good, lines = True, []
    convoys.instead_of_lists(SEARCHED)
    for theirs, ours in MAPS:
        if options.only not in (None, ours):
            continue
        dice = random.Random(f"{seed} {ours}")
        counts, failed = compare(dice, theirs, ours)
        rest = {k: n for k, n in counts.items() if k not in ("phases", "orders", "same", "seconds")}
        told = ", ".join(f"{k}: {n}" for k, n in sorted(rest.items())) or "nothing"
        lines.append(
            f"| `{ours}` | {counts['phases']} | {counts['same']} | {counts['orders']} | {told} |"
        )
        print(lines[-1], f"{counts['seconds']} s", flush=True)
        for line in failed[:20]:
            print(f"  {ours}: {line}", flush=True)
        good = good and not failed
    if options.table:
        with open(options.table, "w") as out:
            out.write(f"seed {seed}\n\n" + "\n".join(lines) + "\n")
    print("every difference is explained" if good else "NOT EVERY DIFFERENCE IS EXPLAINED")
    sys.exit(0 if good else 1)


main()
