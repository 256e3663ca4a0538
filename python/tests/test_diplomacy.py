"""The judge from Python: values, errors, records, pictures."""

import copy
import json
import os
import pickle
import tempfile
import threading
import unittest
from fractions import Fraction

import parlour
from parlour.diplomacy import Board, Position, Rulebook, export_saved, import_saved, judge_record

BOARD = Board.standard()
START = BOARD.start


class Values(unittest.TestCase):
    def test_values_compare_hash_copy_and_pickle(self):
        resolution = START.judge({"FRANCE": ["A PAR - BUR"]}, Rulebook(paradox="1982"))
        for value in (BOARD, START, resolution.next, Rulebook(via="land-fallback")):
            twin = pickle.loads(pickle.dumps(value))
            self.assertEqual(twin, value)
            self.assertEqual(hash(twin), hash(value))
            self.assertEqual(copy.deepcopy(value), value)
        again = pickle.loads(pickle.dumps(resolution))
        self.assertEqual(again.next, resolution.next)
        self.assertNotEqual(START, resolution.next)

    def test_nothing_can_be_changed(self):
        with self.assertRaises(AttributeError):
            START.phase = "S1902M"
        START.units["FRANCE"].clear()
        self.assertEqual(len(START.units["FRANCE"]), 3)

    def test_every_board_has_a_start_and_legal_orders(self):
        for name in Board.names():
            start = Board.named(name).start
            for power in start.must_order:
                self.assertTrue(start.legal_orders(power), (name, power))

    def test_a_board_is_read_from_its_own_text(self):
        text = BOARD.dumps()
        self.assertEqual(Board.parse(text), BOARD)
        file = json.loads(text)
        file["map"], file["target"] = "mine", 10
        mine = Board.parse(json.dumps(file))
        self.assertEqual(pickle.loads(pickle.dumps(mine)), mine)
        self.assertEqual(mine.start.judge({}).next.phase, "F1901M")


class OwnBoards(unittest.TestCase):
    def setUp(self):
        self.file = dict(json.loads(BOARD.dumps()), map="mine", target=10)
        with open(os.path.join(os.environ["PARLOUR_TREE"], "crates/atlas/data/standard.json")) as text:
            self.picture = text.read()

    def folder(self, **files):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name, text in files.items():
            with open(os.path.join(folder.name, f"{name}.json"), "w") as out:
                out.write(text)
        return folder.name

    def test_a_folder_brings_its_picture(self):
        plain = Board.load(self.folder(board=json.dumps(self.file)))
        drawn = Board.load(self.folder(board=json.dumps(self.file), picture=self.picture))
        self.assertEqual((plain, plain.target), (drawn, 10))
        text = drawn.start.svg(width=300)
        self.assertEqual(pickle.loads(pickle.dumps(drawn)).start.svg(width=300), text)
        self.assertEqual(Board.parse(json.dumps(self.file), picture=self.picture).start.svg(width=300), text)
        self.assertEqual(pickle.loads(pickle.dumps(plain)), plain)
        # The picture counts, not the name: the roads of another picture do not fit.
        wrong = self.picture.replace("PAR", "PAX")
        for picture in ("", "{}", "null", wrong):
            with self.assertRaises(parlour.PictureError):
                Board.load(self.folder(board=json.dumps(self.file), picture=picture))

    def test_a_board_is_built_upon_ones_own(self):
        base = Board.parse(json.dumps(self.file))
        kept = ("start_phase", "powers", "target")
        variant = {name: self.file[name] for name in kept}
        duel = json.loads(Board.named("duel").dumps())
        variant = dict(
            variant,
            map="later",
            base="mine",
            powers=duel["powers"],
            homes={"AUSTRIA": ["BUD", "TRI", "VIE"], "FRANCE": ["BRE", "MAR", "PAR"]},
            start_units=duel["start_units"],
            start_centers=duel["start_centers"],
            neutral_centers=duel["neutral_centers"],
        )
        with self.assertRaises(parlour.BoardError):
            Board.parse(json.dumps(variant))
        later = Board.parse(json.dumps(variant), bases=[base])
        self.assertEqual((later.provinces, list(later.powers)), (base.provinces, ["AUSTRIA", "FRANCE"]))
        self.assertEqual(pickle.loads(pickle.dumps(later)), later)
        self.assertEqual(Board.load(os.path.join(self.folder(later=json.dumps(variant)), "later.json"), bases=[base]), later)

    def test_records_and_saved_games_are_of_it(self):
        board = Board.parse(json.dumps(self.file))
        records, position = [], board.start
        for orders in ({"FRANCE": ["A PAR - BUR"]}, {}):
            record = judge_record(dict(position.record(), orders=orders), board=board)
            records.append(record)
            position = position.judge(orders).next
            self.assertEqual(record["next"]["units"], position.units)
        saved = export_saved(records, "mine", board=board)
        self.assertEqual(saved["map"], "mine")
        self.assertEqual(Position.from_record(import_saved(saved, board=board)[-1], board), position)
        for refused in (lambda: judge_record(records[0]), lambda: export_saved(records), lambda: import_saved(saved), lambda: judge_record(START.record(), board=board)):
            with self.assertRaises(parlour.RecordError):
                refused()

    def test_no_more_is_read_than_a_board_can_be(self):
        folder = self.folder(board=" " * ((1 << 20) + 1))
        for path in (folder, os.path.join(folder, "board.json")):
            with self.assertRaisesRegex(parlour.BoardError, "longer than"):
                Board.load(path)
        if os.path.exists("/dev/zero"):
            with self.assertRaisesRegex(parlour.BoardError, "longer than"):
                Board.load("/dev/zero")
        with self.assertRaises(OSError):
            Board.load(os.path.join(folder, "nothing"))

    def test_a_map_file_of_the_package_is_read(self):
        folder = self.folder()
        path = os.path.join(folder, "isles.map")
        with open(path, "w") as out:
            out.write("BEGIN SPRING 1901 MOVEMENT\nnonsense\n")
        with self.assertRaises(parlour.BoardError):
            Board.load(path)


class Judging(unittest.TestCase):
    def test_a_dislodged_unit_retreats_and_winter_builds(self):
        position = Position(
            BOARD,
            "F1901M",
            {"FRANCE": ["A BUR", "A GAS"], "GERMANY": ["A MAR"]},
            {"FRANCE": ["PAR", "BRE", "MAR"]},
        )
        fall = position.judge({"FRANCE": ["A BUR - MAR", "A GAS S A BUR - MAR"]})
        self.assertEqual(fall.dislodged[0][:2], ("GERMANY", "A MAR"))
        self.assertEqual((fall.next.phase, fall.next.step), ("F1901R", "retreat"))
        retreat = fall.next.judge({"GERMANY": ["A MAR - SPA"]})
        self.assertEqual(retreat.captured, [("SPA", None, "GERMANY")])
        winter = retreat.next
        self.assertEqual(winter.builds, {"FRANCE": 1})
        self.assertIn("F BRE B", winter.legal_orders("FRANCE"))
        built = winter.judge({"FRANCE": "build fleet brest"})
        self.assertEqual(built.built, [("FRANCE", "F BRE")])
        self.assertEqual(built.next.phase, "S1902M")

    def test_reasons_strengths_and_faults_are_told(self):
        judged = START.judge({"AUSTRIA": ["A Vie - Bud", "A Xyz - Abc"], "italy": ["A ven - tri"]})
        first, second = judged.orders[:2]
        self.assertEqual(first.codes, ("bounce",))
        self.assertIn("A BUD", first.reason)
        self.assertEqual((second.fault, second.piece), ("unknown_place", "Xyz"))
        self.assertFalse(first.succeeded)
        self.assertEqual(judged.results["A VIE"], ["bounce"])

    def test_rule_choices_matter(self):
        position = Position(BOARD, "S1901M", {"ENGLAND": ["A NWY", "F SKA"], "RUSSIA": ["A SWE", "F DEN"]})
        orders = {"ENGLAND": ["A NWY - SWE", "F SKA C A NWY - SWE"], "RUSSIA": ["A SWE - NWY", "F DEN - SKA"]}
        swapped = position.judge(orders).next.units["ENGLAND"]
        self.assertEqual(swapped, ["A SWE", "F SKA"])
        self.assertEqual(judge_record(dict(position.record(), orders=orders))["next"]["phase"], "F1901M")

    def test_points_are_exact(self):
        shares = START.scores("sum-of-squares")
        self.assertEqual(shares["RUSSIA"], Fraction(16, 70))
        self.assertEqual(sum(shares.values()), 1)
        self.assertEqual(START.scores("draw-size", solo="ITALY")["ITALY"], 1)

    def test_the_lock_is_released_while_judging(self):
        found = []

        def judge():
            for _ in range(50):
                found.append(START.judge({"FRANCE": ["A PAR - BUR"]}).next)

        threads = [threading.Thread(target=judge) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(found)), 1)
        self.assertEqual(len(found), 400)


class Records(unittest.TestCase):
    def test_a_game_goes_to_the_package_and_back(self):
        position, records = START, []
        for orders in ({"FRANCE": ["A PAR - BUR"]}, {"FRANCE": ["A BUR - MUN"]}):
            resolution = position.judge(orders)
            records.append(resolution.record())
            position = resolution.next
        saved = export_saved(records, "mine")
        self.assertEqual([phase["name"] for phase in saved["phases"]], ["S1901M", "F1901M", position.phase])
        back = import_saved(json.dumps(saved))
        self.assertEqual(Position.from_record(back[-1]), position)

    def test_a_position_is_its_record(self):
        self.assertEqual(Position.from_record(START.record()), START)
        self.assertEqual(Position.from_record(json.dumps(START.record())), START)


class Pictures(unittest.TestCase):
    def test_positions_and_phases_are_drawn(self):
        svg = START.svg({"FRANCE": ["A PAR - BUR"]}, width=600, theme="dark")
        self.assertTrue(svg.startswith("<svg"))
        png = START.judge({"FRANCE": ["A PAR - BUR"]}).png(width=300)
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")

    def test_what_cannot_be_drawn_is_told(self):
        for wish in ({"width": 10**9}, {"width": 0}, {"theme": "neon"}):
            with self.assertRaises(parlour.PictureError):
                START.svg(**wish)


class Refusals(unittest.TestCase):
    def test_errors_carry_what_and_where(self):
        with self.assertRaises(parlour.IllegalOrder) as fault:
            START.check_order("FRANCE", "A PAR - LON")
        self.assertEqual(fault.exception.piece, "LON")
        self.assertTrue(fault.exception.code)
        with self.assertRaises(parlour.NotationError) as fault:
            BOARD.read_order("A PAR - Atlantis")
        self.assertEqual((fault.exception.code, fault.exception.piece), ("unknown_place", "Atlantis"))
        self.assertIsInstance(fault.exception, ValueError)

    def test_what_is_no_position_is_refused(self):
        cases = [
            ("S1901M", {"FRANCE": ["A XXX"]}),
            ("S1901M", {"ATLANTIS": ["A PAR"]}),
            ("S1901M", {"FRANCE": ["F PAR"]}),
            ("X1901M", {}),
            ("S99999999M", {}),
        ]
        for phase, units in cases:
            with self.assertRaises(parlour.RecordError):
                Position(BOARD, phase, units)
        for text in ("", "{", "[]", "{}", "null", "[" * 10000, '{"phase": 7}', "\x00"):
            with self.assertRaises(parlour.ParlourError):
                Position.from_record(text)
            with self.assertRaises(parlour.ParlourError):
                Board.parse(text)
            with self.assertRaises(parlour.ParlourError):
                import_saved(text)

    def test_foreign_objects_raise(self):
        for orders in (None, 7, [], "A PAR H", {"FRANCE": 7}, {"FRANCE": [7]}, {7: []}, {"FRANCE": [None]}):
            with self.assertRaises((TypeError, ValueError)):
                START.judge(orders)
        for word in ("\ud800", "\x00", "A PAR H" * 10**6, ""):
            try:
                START.judge({"FRANCE": [word]})
            except (ValueError, TypeError):
                pass
        with self.assertRaises(parlour.RulesError):
            Rulebook(paradox="maybe")
        with self.assertRaises(parlour.RulesError):
            Rulebook(colour="red")


if __name__ == "__main__":
    unittest.main()
