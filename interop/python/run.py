"""Compares the drop-in `parlour.compat.diplomacy` with the PyPI package `diplomacy`.

    python run.py PARLOUR [--phases N] [--others N] [--seed S] [--own-tests FOLDER]

The same script plays games in both, phase by phase, on the usual map and then on the
others that both have; every state must be the same, or the difference must be one of the package's faults that docs/diplomacy-interop.md
explains. The package's first program runs with nothing changed but its imports. With
`--own-tests` the engine's tests of the package's source distribution, which is not
ours and stays out of the tree, run through the drop-in.

PARLOUR, the program, judges the phases that differ once more.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("parlour")
parser.add_argument("--phases", type=int, default=5000)
parser.add_argument("--others", type=int, default=1000, help="phases on the other maps that both have")
parser.add_argument("--seed", type=int, default=None)
parser.add_argument("--own-tests", help="the folder of the package's unpacked source distribution")
options = parser.parse_args()

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "diplomacy"))

try:
    import parlour.diplomacy  # noqa: F401
except ImportError:
    source = HERE.parent.parent / "python"
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", str(source)], check=True)

import diplomacy
import faults
import phases

from parlour.compat.diplomacy import Game
from parlour.compat.diplomacy.map import MAPS
from parlour.diplomacy import judge_record

#: Tests of the package that ask for something else, and why.
EXPLAINED = {
    "test_6_b_9": "wrong coast in a support: it is rewritten there, and has no effect here",
    "test_6_b_11": "NO_CHECK there wants a wrong coast of the ordered unit to be void; it has no purpose and is ignored here",
    "test_6_e_12": "the word only: a support that cannot dislodge the own unit is void here even where another attack stops the move; states are the same",
    "test_6_g_6": "the word only: a convoy that is not on the route taken has no code here; states are the same",
    "test_histories": "needs the package's server",
    "test_add_homes": "the drop-in's Map is not changed; boards are made by parlour.diplomacy.Board.parse",
    "test_drop": "the drop-in's Map is not changed; boards are made by parlour.diplomacy.Board.parse",
    "test_compact": "words are read by parlour.diplomacy.Board.read_order",
    "test_norm": "words are read by parlour.diplomacy.Board.read_order",
    "test_norm_power": "other names of powers are not known to it; words are read by parlour.diplomacy.Board.read_order",
    "test_vet": "words are read by parlour.diplomacy.Board.read_order",
    "test_area_type": "Switzerland is no province here",
    "test_is_valid_unit": "Switzerland is no province here",
    "test_abuts": "asks of the unit '?', and of Switzerland",
    "test_abut_list": "asks of a map that the test itself changes",
    "test_compare_phases": "asks of phases that are none (S1901?)",
}


def judge(records):
    """Our answers to phase records, as faults.explain asks for them."""
    asked = [{k: v for k, v in record.items() if k not in ("results", "next")} for record in records]
    return [judge_record(record) for record in asked]


def telling(game):
    """What is compared of a game."""
    state = game.get_state()
    retreats = {name: {unit: sorted(to) for unit, to in own.items()} for name, own in state["retreats"].items() if own}
    return {
        "phase": game.get_current_phase(),
        "units": phases.filled(state["units"]),
        "centers": phases.filled(state["centers"]),
        "retreats": retreats,
        # What could be built once the game is over says nothing.
        "builds": {}
        if game.is_game_done
        else {name: (own["count"], sorted(own["homes"])) for name, own in state["builds"].items()},
        "done": game.is_game_done,
        "orderable": {name: sorted(locs) for name, locs in game.get_orderable_locations().items()},
    }


def listed(game):
    """Every legal order, by location."""
    return {loc: sorted(set(orders)) for loc, orders in game.get_all_possible_orders().items() if orders}


def differing(named, theirs, ours):
    """Why lists of legal orders differ; None if nobody knows."""
    alone = [{(loc, order) for loc, own in lists.items() for order in own} for lists in (theirs, ours)]
    if alone[0] == alone[1]:
        return "the same"
    # Routes through a province where fleets convoy and armies stand are not in theirs.
    through = all(" C " in order or order.endswith(" VIA") or " S " in order for _, order in alone[1] - alone[0])
    return "ports" if named.startswith("ancmed") and alone[0] < alone[1] and through else None


def compare(dice, wanted, maps):
    """Plays in both, on maps by their names there: counts, and what is not explained."""
    counts, unexplained, lists = collections.Counter(), [], collections.Counter()
    number = 0
    while counts.total() < wanted:
        number += 1
        named = maps[number % len(maps)]
        theirs, ours = (make(game_id=f"g{number}", map_name=named) for make in (diplomacy.Game, Game))
        for _ in range(dice.randint(8, 40)):
            if counts.total() == wanted:
                break
            both = [listed(game) for game in (theirs, ours)]
            apart = differing(named, *both)
            lists[apart] += 1
            if apart is None:
                unexplained.append({"map": named, "theirs": both[0], "ours": both[1]})
            record = phases.before(theirs, f"g{number}-{theirs.get_current_phase()}", "game", (named, MAPS[named]))
            phases.give_orders(dice, theirs, record)
            for name, orders in record["orders"].items():
                ours.set_orders(name, orders)
            theirs.process()
            ours.process()
            if telling(theirs) == telling(ours):
                counts["same"] += 1
                if theirs.is_game_done:
                    break
                continue
            phases.after(theirs, record)
            answer = judge([record])[0]
            fault = faults.explain(record, answer, judge) if faults.differences(record["next"], answer["next"]) else None
            counts[fault] += 1
            if not fault:
                unexplained.append({"record": record, "theirs": telling(theirs), "ours": telling(ours)})
            break  # The games have parted.
    return counts, lists, unexplained


def first_program():
    """The package's first program, from its own description, but for the imports."""
    from importlib.metadata import metadata

    text = metadata("diplomacy").get_payload() or metadata("diplomacy")["Description"]
    program = re.search(r"```python3\n(import random.*?to_saved_game_format\(game, output_path.*?)```", text, re.S)
    if not program:
        return "its program is not in its description"
    program = program[1].replace("from diplomacy", "from parlour.compat.diplomacy")
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True)
        if ran.returncode:
            return ran.stderr
        saved = json.loads((pathlib.Path(folder) / "game.json").read_text())
        print(f"its first program ran: {len(saved['phases'])} phases, ends as {saved['phases'][-1]['name']}")
    return None


def own_tests(source):
    """The package's tests of its engine, through the drop-in: what is not explained."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("test_datc", "test_datc_no_check", "test_datc_no_expand", "test_game", "test_map"):
            text = (pathlib.Path(source) / f"diplomacy/tests/{name}.py").read_text()
            text = text.replace("from diplomacy.tests.test_datc", "from test_datc")
            text = re.sub(r"from diplomacy\b", "from parlour.compat.diplomacy", text)
            (pathlib.Path(folder) / f"{name}.py").write_text(text)
        words = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", folder]
        said = subprocess.run(words, capture_output=True, text=True, cwd=folder).stdout
    print(said.splitlines()[-1])
    failed = sorted(set(re.findall(r"^FAILED \S*::(\w+)", said, re.M)))
    for name in failed:
        print(f"  {name}: {EXPLAINED.get(name, 'NOT EXPLAINED')}")
    return [name for name in failed if name not in EXPLAINED]


def main():
    seed = options.seed if options.seed is not None else int(time.time())
    dice, unexplained = random.Random(seed), []
    others = sorted(set(MAPS) - {"standard"})
    for where, wanted, maps in (("the usual map", options.phases, ["standard"]), ("others", options.others, others)):
        began = time.time()
        counts, lists, parted = compare(dice, wanted, maps)
        unexplained += parted
        print(f"{counts.total()} phases on {where} (seed {seed}) in {time.time() - began:.0f} s:")
        for name, count in counts.most_common():
            print(f"  {name or 'NOT EXPLAINED'}: {count}")
        print("  lists of legal orders: " + ", ".join(f"{name or 'NOT EXPLAINED'} {count}" for name, count in lists.most_common()))
    for case in unexplained:
        print(json.dumps(case))
    failed = [fault for fault in [first_program()] if fault]
    if options.own_tests:
        failed += own_tests(options.own_tests)
    for fault in failed:
        print(fault)
    sys.exit(1 if unexplained or failed else 0)


main()
