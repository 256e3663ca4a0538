"""Compares the judge with the PyPI package `diplomacy`.

    python run.py PARLOUR [--phases N] [--seed S] [--fixtures FOLDER] [--table FILE]

Saved games go both ways and are played again in the package; fresh random
phases are judged by both. Every difference must be explained by a known fault
of the package. Ends with exit code 0 only if nothing is left unexplained.
"""

import argparse
import collections
import json
import random
import sys
import time

import faults
import phases
import program
from diplomacy import Game
from diplomacy.utils.export import from_saved_game_format, to_saved_game_format

parser = argparse.ArgumentParser()
parser.add_argument("parlour")
parser.add_argument("--phases", type=int, default=5000)
parser.add_argument("--seed", type=int, default=None)
parser.add_argument("--fixtures", help="a folder for a sample of what was found")
parser.add_argument("--table", help="a file for the table of differences")
options = parser.parse_args()


def parlour(words, lines):
    return program.answers(options.parlour, words, lines)


def judge(records):
    asked = [{k: v for k, v in r.items() if k not in phases.ANSWERS} for r in records]
    answers = parlour(["adjudicate"], asked)
    for record, answer in zip(records, answers, strict=True):
        if "error" in answer:
            sys.exit(f"{record['id']}: {answer['error']}")
    return answers


def alike(one, two):
    """The first part in which two saved games do not tell the same game.

    Where a dislodged unit may go is left out: the package also lists provinces
    that are not free, and we read only those that are.
    """
    for first, second in zip(one["phases"], two["phases"], strict=True):
        if first["name"] != second["name"]:
            return f"{first['name']} is {second['name']}"
        for part in ("units", "centers", "retreats"):
            if phases.filled(first["state"][part]) != phases.filled(second["state"][part]):
                return f"{first['name']} {part}"
        if phases.filled(first["orders"]) != phases.filled(second["orders"]):
            return f"{first['name']} orders"
    return None


def replay(saved):
    """Plays a saved game again in the package, phase by phase: phases, faults, unexplained."""
    counts = collections.Counter()
    loaded = from_saved_game_format(saved)
    assert loaded.get_current_phase() == saved["phases"][-1]["name"]
    names = zip(saved["phases"], saved["phases"][1:])
    for phase, following in names:
        if not phase["results"]:
            continue  # The game was ended while this phase was open.
        state = phase["state"]
        board = Game(game_id=saved["id"], map_name=saved["map"])
        board.set_state(state)
        for power, orders in phase["orders"].items():
            if orders:
                board.set_orders(power, orders)
        board.process()
        found, saved_next = board.get_state(), following["state"]
        same = board.get_current_phase() == following["name"] and all(
            phases.filled(found[part]) == phases.filled(saved_next[part])
            for part in ("units", "centers")
        )
        counts["same" if same else "different"] += 1
        if not same:
            counts[f"{saved['id']} {phase['name']}"] += 1
    return counts


def games_of_the_package(dice, count):
    """Whole games played and saved by the package."""
    for number in range(count):
        board = Game(game_id=f"saved{number}")
        for _ in range(dice.randint(8, 14)):
            if board.is_game_done:
                break
            phases.give_orders(dice, board, {"orders": {}})
            board.process()
        if number % 3 == 1 and not board.is_game_done:
            board.draw()
        yield to_saved_game_format(board)


def games_of_ours(dice, count, length=20):
    """Whole games in which every phase is listed and judged by us."""
    for number in range(count):
        record = parlour(["maps", "standard"], [])[0]
        game = []
        for _ in range(length):
            record["id"] = f"ours{number}-{record['phase']}"
            record["rules"] = phases.RULES
            listed = parlour(["orders"], [record])[0]["orders"]
            if record["phase"][-1] == "A":
                record["orders"] = {
                    power: dice.sample(own, min(len(own), abs(record["builds"].get(power, 1))))
                    for power, own in listed.items()
                }
            else:
                whose = {
                    unit: power
                    for part in ("units", "dislodged")
                    for power, own in record.get(part, {}).items()
                    for unit in own
                    if part == "units" or record["phase"][-1] == "R"
                }
                own = {
                    power: [unit for unit in listed if whose[unit] == power]
                    for power in sorted(set(whose.values()))
                }
                if record["phase"][-1] == "M":
                    chosen = phases.plan(dice, listed, own)
                else:
                    chosen = {unit: dice.choice(orders) for unit, orders in listed.items()}
                record["orders"] = {
                    power: [chosen[unit] for unit in units if unit in chosen]
                    for power, units in own.items()
                }
            answer = parlour(["adjudicate"], [record])[0]
            game.append(answer)
            if answer["next"].get("outcome"):
                break
            record = dict(answer["next"], map="standard", kind="game")
        yield game


def saved_games(dice):
    """Saved games both ways; returns what failed, and the package's games."""
    failed = []
    theirs = list(games_of_the_package(dice, 12))
    records = parlour(["import"], theirs)
    back = parlour(["export"], records)
    total = collections.Counter()
    for game, again in zip(theirs, back, strict=True):
        different = "not saved: " + again["error"] if "error" in again else alike(game, again)
        if different:
            failed.append(f"{game['id']}: read and written again: {different}")
        else:
            total += replay(again)
    print(
        f"games of the package, read, written and replayed in it: {len(theirs)} games, "
        f"{total['same']} phases the same, {total['different']} different"
    )
    if total["different"]:
        failed.append(f"games of the package replay differently: {dict(total)}")
    total.clear()
    ours = list(games_of_ours(dice, 6))
    for game in ours:
        saved = parlour(["export"], game)[0]
        counts = replay(saved)
        for answer in game:
            if f"{saved['id']} {answer['phase']}" in counts:
                theirs_now = phases.again(answer, answer["orders"])
                name = faults.explain(theirs_now, answer, judge)
                print(f"  {answer['id']}: {name or 'UNEXPLAINED'}")
                if not name:
                    failed.append(f"{answer['id']}: our export replays differently")
        total += counts
    print(
        f"games of ours, written and replayed in the package: {len(ours)} games, "
        f"{total['same']} phases the same, {total['different']} different"
    )
    return failed, theirs


def kept(record):
    """A record as a fixture holds it."""
    return {part: own for part, own in record.items() if part not in ("possible", "peer_map")}


def compare(dice):
    """Fresh phases judged by both: counts, unexplained, sample."""
    began = time.time()
    records = list(phases.fresh(dice, options.phases))
    print(f"{len(records)} fresh phases made in {time.time() - began:.0f} s")
    answers = judge(records)
    counts, unexplained, sample = collections.Counter(), [], []
    kinds = collections.Counter(record["phase"][-1] for record in records)
    quota = {"M": 130, "R": 40, "A": 30}
    for record, ours in zip(records, answers, strict=True):
        if not faults.differences(record["next"], ours["next"]):
            counts["same"] += 1
            if quota[record["phase"][-1]] > 0 and dice.random() < 0.3:
                quota[record["phase"][-1]] -= 1
                sample.append(dict(kept(record), next=ours["next"]))
            continue
        name = faults.explain(record, ours, judge)
        counts[name] += 1
        if not name:
            unexplained.append(dict(record, ours=ours["next"]))
        elif counts[name] <= 12:
            peer = {"fault": name, "next": record["next"]}
            sample.append(dict(kept(record), next=ours["next"], peer=peer))
    return kinds, counts, unexplained, sample


def table(seed, kinds, counts):
    lines = [
        f"{sum(kinds.values())} fresh phases (seed {seed}): {kinds['M']} movement, {kinds['R']} retreats, {kinds['A']} adjustments.",
        "",
        "| what | phases |",
        "| --- | ---: |",
        f"| the same answer | {counts['same']} |",
    ]
    listed = [name for name in faults.FAULTS] + [n for n in counts if n and " and " in n]
    lines += [f"| {name} | {counts[name]} |" for name in listed]
    lines.append(f"| not explained | {counts[None]} |")
    return "\n".join(lines)


def main():
    seed = options.seed if options.seed is not None else int(time.time())
    dice = random.Random(seed)
    failed, games = saved_games(dice)
    kinds, counts, unexplained, sample = compare(dice)
    shown = table(seed, kinds, counts)
    print(shown)
    if options.table:
        with open(options.table, "w") as out:
            out.write(shown + "\n")
    if options.fixtures:
        dump = lambda line: json.dumps(line, separators=(",", ":")) + "\n"
        with open(f"{options.fixtures}/interop.jsonl", "w") as out:
            out.writelines(map(dump, sample))
        with open(f"{options.fixtures}/saved-games.jsonl", "w") as out:
            out.writelines(map(dump, games[:4]))
    for record in unexplained:
        print(json.dumps(record))
    for line in failed:
        print(line)
    good = not failed and not unexplained
    print("every difference is explained" if good else f"{len(failed) + len(unexplained)} NOT EXPLAINED")
    sys.exit(0 if good else 1)


main()
