"""The drop-in: what programs for the package `diplomacy` do."""

import copy
import gc
import json
import os
import pickle
import random
import tempfile
import unittest
import weakref

from parlour.compat.diplomacy import Game, Map, Message, NotHere
from parlour.compat.diplomacy.utils.export import (
    from_saved_game_format,
    load_saved_games_from_disk,
    to_saved_game_format,
)
from parlour.diplomacy import Board, BoardError, export_saved, import_saved, judge_record


def play(dice, game, phases):
    """Random legal orders for everybody, as the package's own first program does."""
    for _ in range(phases):
        if game.is_game_done:
            return
        possible = game.get_all_possible_orders()
        for name in game.powers:
            locs = game.get_orderable_locations(name)
            game.set_orders(name, [dice.choice(possible[loc]) for loc in locs if possible[loc]])
        game.process()


class Maps(unittest.TestCase):
    #: Maps of the package under its own names, and whether they bring BUILD_ANY along.
    PACKAGE = {
        "standard": False,
        "standard_france_austria": False,
        "standard_fleet_rome": False,
        "standard_germany_italy": False,
        "standard_age_of_empires": True,
        "standard_age_of_empires_2": True,
        "ancmed": False,
        "ancmed_age_of_empires": True,
        "modern": True,
        "colonial": False,
        "pure": False,
    }

    def test_the_packages_names_are_known(self):
        for name, build_any in self.PACKAGE.items():
            game = Game(map_name=name)
            self.assertEqual((game.map_name, game.map.name), (name, name))
            self.assertEqual(game.map.rules, ["BUILD_ANY"] if build_any else [], name)
            self.assertEqual("BUILD_ANY" in game.rules, build_any, name)
            saved = json.loads(json.dumps(to_saved_game_format(game)))
            self.assertEqual((saved["map"], saved["rules"].count("BUILD_ANY")), (name, int(build_any)))
            self.assertEqual(from_saved_game_format(saved).get_hash(), game.get_hash())
            self.assertEqual(pickle.loads(pickle.dumps(game)).map, game.map)
        ours = Game(map_name="fleet-rome")
        self.assertEqual((ours.map_name, ours.map.name), ("fleet-rome", "standard_fleet_rome"))
        Game(map_name="standard_fleet_rome").set_state(dict(ours.get_state(), map="fleet-rome"))

    def test_units_are_built_wherever_the_map_lets_them(self):
        for name, build_any in self.PACKAGE.items():
            game = Game(map_name=name)
            power = next(iter(game.powers.values()))
            afar = next(center for center in game.map.scs if center not in power.homes and game.map.loc_type[center] != "WATER")
            game.set_current_phase("W" + game.map.phase_abbr(game.map.phase)[1:-1] + "A")
            game.clear_units()
            game.set_centers(power.name, [afar])
            game.set_centers(power.name, power.homes)
            sites = sorted(power.homes + [afar] if build_any else power.homes)
            state = game.get_state()["builds"][power.name]
            self.assertEqual((state["count"], sorted(state["homes"])), (len(sites), sites), name)
            self.assertEqual(game.get_orderable_locations(power.name), sites, name)
            orders = [order for order in game.get_all_possible_orders()[afar] if order.startswith("A ")]
            self.assertEqual(orders, [f"A {afar} B"] if build_any else [], name)
            game.set_orders(power.name, [f"A {afar} B"])
            phase = game.process()
            self.assertEqual(phase.state["builds"][power.name], state)
            self.assertEqual(power.units, [f"A {afar}"] if build_any else [], name)

    def test_years_have_four_digits_in_short(self):
        game = Game(map_name="ancmed")
        self.assertEqual((game.get_current_phase(), game.phase), ("S0001M", "SPRING 1 MOVEMENT"))
        game.process()
        self.assertEqual((game.get_current_phase(), game.phase), ("F0001M", "FALL 1 MOVEMENT"))
        self.assertEqual(list(game.state_history), ["S0001M"])
        self.assertEqual(game.map.phase_long("W0001A"), "WINTER 1 ADJUSTMENTS")
        self.assertEqual(game.map.find_next_phase("FALL 1 RETREATS"), "WINTER 1 ADJUSTMENTS")
        self.assertEqual(game.map.compare_phases("S0002M", "SPRING 1 MOVEMENT"), 1)
        game.set_current_phase("S0003M")
        self.assertEqual(game.get_state()["name"], "S0003M")

    def test_a_board_of_ones_own_is_played_on(self):
        file = dict(json.loads(Board.named("modern").dumps()), map="mine", target=30)
        board = Board.parse(json.dumps(file))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mine.json")
            with open(path, "w") as out:
                json.dump(file, out)
            games = [Game(map_name=board), Game(map_name=path), Game(map_name=Map(board).board)]
        for game in games:
            self.assertEqual((game.map_name, game.win, game.map.rules), ("mine", 30, ["BUILD_ANY"]))
            play(random.Random(7), game, 6)
        self.assertEqual(games[0].get_hash(), games[1].get_hash())
        twin = pickle.loads(pickle.dumps(games[0]))
        self.assertEqual((twin.get_hash(), twin.map), (games[0].get_hash(), games[0].map))
        saved = json.loads(json.dumps(to_saved_game_format(games[0])))
        self.assertEqual(from_saved_game_format(saved, board).get_hash(), twin.get_hash())
        self.assertEqual(Game.from_dict(games[0].to_dict(), board).get_hash(), twin.get_hash())
        records = import_saved(saved, board=board)
        self.assertEqual(records[-1]["map"], "mine")
        again = export_saved(records, "again", board=board)
        self.assertEqual([phase["name"] for phase in again["phases"]], [phase["name"] for phase in saved["phases"]])
        with self.assertRaises(ValueError):
            import_saved(saved)
        self.assertTrue(games[0].render().startswith("<svg"))

    def test_a_board_that_is_taken_for_another_is_refused(self):
        file = json.loads(Board.standard().dumps())
        with self.assertRaisesRegex(BoardError, "another board"):
            Game(map_name=Board.parse(json.dumps(dict(file, target=10))))
        with self.assertRaisesRegex(NotHere, "anywhere"):
            Game(map_name=Board.parse(json.dumps(dict(file, map="everywhere", builds="anywhere"))))

    def test_a_map_is_asked_as_the_packages_is(self):
        own = Map("standard")
        self.assertEqual(own.norm_power("france "), "FRANCE")
        self.assertEqual(own.default_coast(["F", "GRE", "-", "BUL"]), ["F", "GRE", "-", "BUL/SC"])
        self.assertEqual(own.default_coast(["F", "MAO", "-", "SPA"]), ["F", "MAO", "-", "SPA"])
        self.assertEqual(own.aliases["BREST"], "BRE")
        self.assertIn("SPA/NC", own.dest_with_coasts["MAO"])
        self.assertIn("SPA", own.dest_with_coasts["MAO"])


class Absent(unittest.TestCase):
    def test_modules_and_names_say_what_to_use(self):
        import importlib

        home = "parlour.compat.diplomacy"
        for module in ("client.connection", "server", "engine.renderer", "utils.exceptions", "utils.sorted_set", "daide"):
            with self.assertRaisesRegex(ImportError, "use ") as fault:
                importlib.import_module(f"{home}.{module}")
            self.assertIsInstance(fault.exception, NotHere, module)
        for line, words in (
            ("import Connection", "parlour serve"),
            ("import connect", "parlour serve"),
            ("import Server", "parlour serve"),
            ("import client", "parlour serve"),
            (".utils import exceptions", "ParlourError"),
            (".engine.renderer import Renderer", "render"),
        ):
            place, _, name = line.partition("import ")
            with self.assertRaisesRegex(NotHere, words):
                exec(f"from {home}{place.strip()} import {name}")
        with self.assertRaises(ImportError) as fault:
            exec(f"from {home} import nothing_of_the_kind")
        self.assertNotIsInstance(fault.exception, NotHere)
        with self.assertRaises(ModuleNotFoundError):
            importlib.import_module(f"{home}.nothing_of_the_kind")

    def test_what_programs_import_is_there(self):
        from parlour.compat.diplomacy import Map as named
        from parlour.compat.diplomacy.engine.game import Game as game
        from parlour.compat.diplomacy.utils import strings
        from parlour.compat.diplomacy.utils.sorted_dict import SortedDict

        self.assertIs(named, Map)
        self.assertIs(game, Game)
        self.assertEqual((strings.SERVER_TYPE, strings.FORMING), ("server_type", "forming"))
        self.assertIn(Game().status, strings.ALL_GAME_STATUSES)
        self.assertEqual(list(SortedDict({2: "b", 1: "a"})), [1, 2])
        with self.assertRaises(AttributeError):
            strings.lower_case

    def test_arguments_say_what_to_use(self):
        for name in ("registration_password", "powers", "phase", "state_history", "daide_port", "messages"):
            with self.assertRaisesRegex(NotHere, "use ") as fault:
                Game(**{name: "something"})
            self.assertIsInstance(fault.exception, TypeError)
            # None is the package's own default.
            Game(**{name: None})
        with self.assertRaises(TypeError):
            Game(nothing_of_the_kind=1)


class Playing(unittest.TestCase):
    def test_a_game_is_played_saved_and_judged_alike(self):
        game = Game(game_id="mine")
        play(random.Random(1), game, 30)
        self.assertEqual(game.error, [])
        saved = json.loads(json.dumps(to_saved_game_format(game)))
        self.assertEqual(len(saved["phases"]), 31)
        # Our own reader reads it, and our judge says the same of every phase.
        records = import_saved(saved)
        for record, following in zip(records, records[1:]):
            answer = judge_record(record)["next"]
            self.assertEqual(answer["phase"], following["phase"])
            for part in ("units", "centers"):
                filled = {name: sorted(own) for name, own in following[part].items() if own}
                self.assertEqual({name: sorted(own) for name, own in answer[part].items() if own}, filled)

    def test_a_saved_game_goes_on(self):
        game = Game()
        play(random.Random(2), game, 10)
        twin = from_saved_game_format(json.loads(json.dumps(to_saved_game_format(game))))
        self.assertEqual(twin.get_hash(), game.get_hash())
        self.assertEqual(twin.get_current_phase(), game.get_current_phase())
        self.assertEqual(len(twin.get_phase_history()), 10)
        play(random.Random(3), game, 5)
        play(random.Random(3), twin, 5)
        self.assertEqual(twin.get_hash(), game.get_hash())
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "games.jsonl")
            to_saved_game_format(game, output_path=path)
            to_saved_game_format(twin, output_path=path)
            self.assertEqual(len(load_saved_games_from_disk(path)), 2)

    def test_states_are_set_copied_and_pickled(self):
        game = Game()
        play(random.Random(4), game, 7)
        other = Game()
        other.set_state(game.get_state())
        for twin in (other, copy.deepcopy(game), pickle.loads(pickle.dumps(game)), Game.from_dict(game.to_dict())):
            self.assertEqual(twin.get_hash(), game.get_hash())
            self.assertEqual(twin.get_state()["units"], game.get_state()["units"])
            play(random.Random(5), twin, 3)
        self.assertNotEqual(twin.get_hash(), game.get_hash())

    def test_past_phases_stay_as_they_were(self):
        game = Game()
        before = game.get_state()
        fields = ("units", "centers", "homes", "influence")
        lists = [getattr(game.powers["FRANCE"], field) for field in fields]
        game.set_orders("FRANCE", ["A PAR - BUR"])
        game.process()
        # Lists that a program got before, and those that the power has now.
        for own in lists + [getattr(game.powers["FRANCE"], field) for field in fields]:
            own.clear()
        told = game.state_history["S1901M"]
        for field in fields:
            self.assertEqual(told[field]["FRANCE"], before[field]["FRANCE"], field)

    def test_orders_that_a_program_holds_are_past_as_they_were(self):
        game = Game()
        game.set_orders("FRANCE", ["A PAR - BUR"])
        held = game.powers["FRANCE"].orders
        game.process()
        held.clear()
        held["A MAR"] = "H"
        self.assertEqual(game.order_history["S1901M"]["FRANCE"], ["A PAR - BUR"])

    def test_a_copied_game_tells_its_own(self):
        game = Game()
        game.set_orders("FRANCE", ["A PAR - BUR"])
        game.process()
        twin = copy.deepcopy(game)
        twin.order_history["S1901M"]["FRANCE"].append("A MAR H")
        twin.result_history["S1901M"].clear()
        self.assertEqual(game.order_history["S1901M"]["FRANCE"], ["A PAR - BUR"])
        self.assertIn("A PAR", game.result_history["S1901M"])

    def test_histories_read_what_is_late(self):
        def processed():
            game = Game()
            game.set_orders("FRANCE", ["A PAR - BUR"])
            game.process()
            return game

        game, twin = processed(), processed()
        self.assertTrue(game.order_history == twin.order_history)
        self.assertFalse(game.result_history != twin.result_history)
        plain = {"S1901M": processed().order_history["S1901M"]}
        self.assertTrue(processed().order_history == plain)
        self.assertTrue(plain == processed().order_history)
        self.assertFalse(processed().order_history == 3)
        with self.assertRaises(TypeError):
            hash(game.order_history)
        late = processed().order_history
        self.assertEqual(late.setdefault("S1901M", None)["FRANCE"], ["A PAR - BUR"])
        self.assertEqual(late.setdefault("F1901M", {}), {})

    def test_a_game_is_won_and_drawn(self):
        game = Game()
        game.clear_centers()
        game.clear_units()
        game.set_centers("FRANCE", game.map.scs[:18])
        game.set_current_phase("F1905M")
        game.process()
        self.assertTrue(game.is_game_done)
        self.assertEqual(game.outcome[1:], ["FRANCE"])
        self.assertEqual(game.get_all_possible_orders()["PAR"], [])
        other = Game()
        before, after = other.draw()
        self.assertEqual((before.name, after.name, len(other.outcome)), ("S1901M", "COMPLETED", 8))

    def test_messages_are_kept_by_phase(self):
        game = Game()
        game.add_message(Message(sender="FRANCE", recipient="ENGLAND", message="Hello", phase="S1901M"))
        game.add_message(Message(sender="FRANCE", recipient="GLOBAL", message="All", phase="S1901M"))
        game.process()
        self.assertEqual([it.message for it in game.message_history.last_value().values()], ["Hello", "All"])
        told = game.get_phase_history(game_role="ITALY")[0].messages
        self.assertEqual([it.message for it in told.values()], ["All"])

    def test_pictures_are_drawn(self):
        game = Game()
        game.set_orders("FRANCE", ["A PAR - BUR"])
        self.assertTrue(game.render().startswith("<svg"))
        self.assertEqual(game.render(output_format="png")[:4], b"\x89PNG")
        with self.assertRaises(ValueError):
            game.render(output_format="gif")

    def test_what_is_not_there_says_what_to_use(self):
        with self.assertRaisesRegex(NotHere, "strengths"):
            Game().combat
        with self.assertRaisesRegex(NotHere, "read_order"):
            Game().map.norm("Fleet Brest")
        with self.assertRaises(AttributeError):
            Game().surely_not
        with self.assertRaisesRegex(ValueError, "there are standard"):
            Game(map_name="atlantis")
        with self.assertRaises(ValueError):
            Game().set_orders("ATLANTIS", [])
        with self.assertRaises(ValueError):
            Game().set_current_phase("X1")

    def test_lists_that_programs_spoil_raise(self):
        game = Game()
        game.powers["FRANCE"].units.append("A NOWHERE")
        with self.assertRaises(ValueError):
            game.process()
        game.powers["FRANCE"].units[-1] = 7
        with self.assertRaises(TypeError):
            game.process()

    def test_lists_that_were_looked_at_count(self):
        game = Game()
        france = game.powers["FRANCE"]
        self.assertIs(france.units, france.units)
        self.assertEqual(sorted(france.units), ["A MAR", "A PAR", "F BRE"])
        france.units[:] = ["A BUR"]
        france.orders["A BUR"] = "- MUN"
        game.set_orders("GERMANY", ["A MUN - BER"])
        game.set_orders("FRANCE", ["A BUR - RUH"], replace=False)
        self.assertEqual(france.orders, {"A BUR": "- MUN"})
        self.assertIn("A BUR - RUH: A BUR is ordered twice", game.error)
        game.process()
        self.assertEqual(france.units, ["A BUR"])
        self.assertEqual(game.order_history["S1901M"]["FRANCE"], ["A BUR - MUN"])
        self.assertEqual(game.result_history["S1901M"]["A BUR"], ["bounce"])

    def test_winter_is_told_when_it_is_asked_for(self):
        game = Game()
        game.set_state({"name": "W1901A", "units": {"FRANCE": ["A SPA", "A BUR"], "ITALY": ["A ROM", "A APU"]},
                        "centers": {"FRANCE": ["PAR", "BRE", "SPA"], "ITALY": ["ROM"]}})  # fmt: skip
        places = game.get_orderable_locations()
        self.assertEqual((places["FRANCE"], places["ITALY"]), (["BRE", "PAR"], ["APU", "ROM"]))
        self.assertEqual(game.get_orderable_locations("ITALY"), ["APU", "ROM"])
        possible = game.get_all_possible_orders()
        self.assertEqual(possible["BRE"], ["A BRE B", "F BRE B", "WAIVE"])
        self.assertEqual(possible["APU"], ["A APU D"])
        game.set_orders("FRANCE", ["A PAR B", "F BRE B"])
        phase = game.process()
        for copied in (phase, copy.deepcopy(phase), pickle.loads(pickle.dumps(phase))):
            self.assertEqual(copied.results["A PAR"], [""])
            # The one that nobody chose: the army nearer to home stays.
            self.assertEqual(copied.results["A APU"], [""])
            self.assertEqual(copied.results["F BRE"], ["void"])
            self.assertEqual(copied.orders["FRANCE"], ["A PAR B", "F BRE B"])
            self.assertEqual(copied.state["units"]["ITALY"], ["A ROM", "A APU"])
        self.assertEqual(game.ordered_units["FRANCE"], ["A PAR", "F BRE"])
        self.assertEqual(game.get_units("ITALY"), ["A ROM"])
        self.assertEqual(game.get_units("FRANCE"), ["A SPA", "A BUR", "A PAR"])

    def test_who_retreats_and_who_is_gone_is_told(self):
        game = Game()
        game.set_state({"name": "F1902R", "units": {
            "FRANCE": ["A PAR", "*A BUR", "*A MAR"], "GERMANY": ["A MUN", "*A RUH"], "ITALY": ["A ROM", "*A PIE"]}})  # fmt: skip
        ways = {"FRANCE": {"A BUR": ["GAS", "BEL"], "A MAR": ["GAS"]}, "GERMANY": {"A RUH": ["BEL"]}, "ITALY": {"A PIE": ["TUS"]}}
        for name, own in ways.items():
            game.powers[name].retreats = own
        game.dislodged = {unit: None for own in ways.values() for unit in own}
        self.assertEqual(game.get_orderable_locations("FRANCE"), ["BUR", "MAR"])
        game.set_orders("FRANCE", ["A BUR R BEL", "A MAR R SPA"])
        game.set_orders("GERMANY", "A RUH - BEL")
        game.set_orders("ITALY", ["A PIE R TUS"])
        phase = game.process()
        for told in (phase, copy.deepcopy(phase), pickle.loads(pickle.dumps(phase))):
            results = {unit: [str(code) for code in codes] for unit, codes in told.results.items()}
            self.assertEqual(results, {
                "A BUR": ["bounce", "disband"], "A MAR": ["void", "disband"],
                "A RUH": ["bounce", "disband"], "A PIE": []})  # fmt: skip
            self.assertEqual(told.orders["FRANCE"], ["A BUR R BEL"])
            self.assertEqual(told.state["units"]["ITALY"], ["A ROM", "*A PIE"])
            self.assertEqual(told.state["retreats"]["ITALY"], {"A PIE": ["TUS"]})
        self.assertEqual(game.ordered_units["FRANCE"], ["A BUR", "A MAR"])
        self.assertEqual(sorted(game.popped), ["A BUR", "A MAR", "A RUH"])
        self.assertEqual((game.dislodged, game.command), ({}, {}))
        self.assertEqual(game.get_units("ITALY"), ["A ROM", "A TUS"])
        self.assertIn("TUS", game.powers["ITALY"].influence)
        game = Game()
        game.set_current_phase("S1901R")
        game.powers["FRANCE"].adjust = [""]
        with self.assertRaises(ValueError):
            game.process()

    def test_looking_at_everything_changes_nothing(self):
        def seen(game):
            told = (game.dislodged, game.popped, game.command, game.ordered_units, game.result_history, game.get_state())
            for power in game.powers.values():
                told += (power.units, power.retreats, power.orders, power.adjust, power.influence, power.centers)
            return told

        for seed in range(3):
            one, other = Game(game_id="one"), Game(game_id="one")
            for _ in range(60):
                play(random.Random(seed), one, 1)
                seen(other)
                play(random.Random(seed), other, 1)
                self.assertEqual(seen(one)[:4], seen(other)[:4])
                seed += 1000
            saved = [to_saved_game_format(game) for game in (one, other)]
            for phases in zip(*(it["phases"] for it in saved)):
                for phase in phases:
                    phase["state"].pop("timestamp")
                self.assertEqual(*phases)
            self.assertTrue(any(phase["name"].endswith("R") for phase in saved[0]["phases"]))

    def test_a_game_that_nobody_holds_is_gone(self):
        game = Game()
        play(random.Random(6), game, 6)
        gone = weakref.ref(game)
        del game
        gc.collect()
        self.assertIsNone(gone())


if __name__ == "__main__":
    unittest.main()
