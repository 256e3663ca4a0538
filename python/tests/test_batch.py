"""Many games at once: the encoding, the masks, the same answers as one by one."""

import os
import threading
import unittest

import numpy as np

from parlour.diplomacy import (
    RESULT_BITS,
    Batch,
    Board,
    Position,
    order_code,
    order_text,
    order_vocabulary,
)

BOARD = Board.standard()
LONG = os.environ.get("PARLOUR_TEST_LONG") == "1"


class Encoding(unittest.TestCase):
    def test_arrays_tell_the_position(self):
        games = Batch(BOARD, 2)
        units = games.units
        self.assertEqual((units.shape, units.dtype), ((2, len(BOARD.locations)), np.dtype("uint8")))
        power = BOARD.powers.index("RUSSIA")
        self.assertEqual(units[0, BOARD.locations.index("STP/SC")], 1 + 2 * power + 1)
        self.assertEqual(games.owners[1, BOARD.provinces.index("MOS")], 1 + power)
        self.assertEqual(games.phases[0].tolist(), [1901, 0, 0])
        self.assertEqual(int((units[0] > 0).sum()), 22)

    def test_orders_are_numbers_and_texts(self):
        start = BOARD.start
        for power in BOARD.powers:
            for text in start.legal_orders(power):
                self.assertEqual(order_text(BOARD, order_code(start, power, text)), text)
        for code in (-1, 15, 1 << 60, 1 | 4000 << 8, 9):
            with self.assertRaises(ValueError):
                order_text(BOARD, code)

    def test_the_mask_is_the_list(self):
        games = Batch(BOARD, 40)
        vocabulary = order_vocabulary(BOARD)
        for turn in range(12):
            codes, offsets = games.legal_orders()
            mask = games.legal_mask(vocabulary)
            self.assertEqual(int(mask.sum()), len(codes))
            game = 17
            own = codes[offsets[game, 0] : offsets[game, -1]]
            self.assertEqual(sorted(own), sorted(vocabulary[mask[game]]))
            games.step(games.random_orders(turn))

    def test_every_board_has_its_orders_in_its_vocabulary(self):
        for name in Board.names():
            board = Board.named(name)
            vocabulary, games = order_vocabulary(board), Batch(board, 4)
            for turn in range(4):
                foreign = np.setdiff1d(games.legal_orders()[0], vocabulary)
                self.assertEqual([order_text(board, int(code)) for code in foreign], [], name)
                games.step(games.random_orders(turn))
        # A fleet in a coastal province that ferries.
        board = Board.named("ancmed")
        position = Position(board, "S0001M", units={"ROME": ["F BAL", "A TAR"]})
        self.assertIn("F BAL C A TAR - SAG", position.legal_orders("ROME"))
        code = order_code(position, "ROME", "F BAL C A TAR - SAG")
        self.assertIn(code, order_vocabulary(board))


class Stepping(unittest.TestCase):
    def test_steps_are_those_of_the_judge(self):
        games = Batch(BOARD, 200 if LONG else 24)
        for turn in range(40 if LONG else 14):
            before = [games[i] for i in range(len(games))]
            orders = games.random_orders(turn)
            results, rewards, ended = games.step(orders)
            for game, position in enumerate(before):
                given = {}
                for place in np.flatnonzero(orders[game]):
                    text = order_text(BOARD, int(orders[game, place]))
                    given.setdefault(self.whose(position, text), []).append(text)
                resolution = position.judge(given)
                if not ended[game]:
                    self.assertEqual(games[game], resolution.next, (turn, game))
                if position.step == "movement":
                    for unit, codes in resolution.results.items():
                        place = BOARD.provinces.index(unit[2:5])
                        bits = {RESULT_BITS[bit] for bit in range(8) if results[game, place] >> bit & 1}
                        self.assertEqual(bits, set(codes), (turn, game, unit))

    def whose(self, position, text):
        unit, site = text[: text.index(" ", 2)], text[2:5]
        parts = {"movement": position.units, "retreat": position.dislodged}
        lists = position.centers if text.endswith(" B") else parts.get(position.step, position.units)
        key = site if text.endswith(" B") else unit
        return next(power for power, own in lists.items() if key in own)

    def test_games_end_are_paid_and_begin_anew(self):
        games = Batch(BOARD, 50, last_year=1901, scoring="centers")
        paid = 0
        for turn in range(8):
            _, rewards, ended = games.step(games.random_orders(turn))
            self.assertTrue(np.allclose(rewards[ended].sum(axis=1), 1))
            self.assertTrue((rewards[~ended] == 0).all())
            for game in np.flatnonzero(ended):
                self.assertEqual(games[int(game)], BOARD.start)
            paid += int(ended.sum())
        self.assertGreaterEqual(paid, 50)

    def test_every_board_lasts_as_long(self):
        for name in Board.names():
            board = Board.named(name)
            games = Batch(board, 1)
            holds = np.zeros((1, len(board.provinces)), dtype=np.int64)
            years = set()
            while True:
                years.add(games[0].year)
                if games.step(holds)[2].all():
                    break
            whole = years - {board.start.year} if board.start.phase.startswith("W") else years
            self.assertEqual((len(whole), min(whole)), (35, max(whole) - 34), name)
        with self.assertRaisesRegex(ValueError, "begins in 1994"):
            Batch(Board.named("modern"), 1, last_year=1935)

    def test_an_order_that_is_not_legal_is_marked(self):
        games = Batch(BOARD, 1)
        orders = np.zeros((1, len(BOARD.provinces)), dtype=np.int64)
        place = BOARD.provinces.index("PAR")
        orders[0, place] = order_code(BOARD.start, "FRANCE", "A MAR H")
        results, _, _ = games.step(orders)
        self.assertEqual(RESULT_BITS[int(np.log2(results[0, place]))], "illegal")

    def test_a_position_can_be_put_in(self):
        games = Batch(BOARD, 3)
        other = BOARD.start.judge({"FRANCE": ["A PAR - BUR"]}).next
        games[-1] = other
        self.assertEqual(games[2], other)
        with self.assertRaises(ValueError):
            games[0] = Board.named("duel").start
        with self.assertRaises(IndexError):
            games[3]


class Arrays(unittest.TestCase):
    def told(self, games):
        return games.units, games.owners, games.phases, games.dislodged, games.retreats

    def test_games_are_put_in_as_they_come_out(self):
        met = set()
        for name in ("standard", "modern", "duel", "ancmed"):
            board = Board.named(name)
            games = Batch(board, 60)
            for turn in range(12):
                twin = Batch.from_arrays(board, *self.told(games))
                for game, position in enumerate(games[n] for n in range(60)):
                    self.assertEqual(twin[game], position, (name, turn, game))
                    met.add(position.step)
                orders = games.random_orders(turn)
                for one, two in zip(games.step(orders), twin.step(orders)):
                    self.assertTrue((one == two).all())
        self.assertEqual(met, {"movement", "retreat", "adjustment"})

    def test_without_retreats_units_go_wherever_nobody_stands(self):
        position = Position(BOARD, "F1901R", {"FRANCE": ["A BUR", "A PAR"]}, None, {"GERMANY": {"A BUR": ["MUN"]}})
        games = Batch(BOARD, 1)
        games[0] = position
        self.assertEqual(len(games.retreats), 1)
        twin = Batch.from_arrays(BOARD, *self.told(games))
        self.assertEqual(twin[0], position)
        free = Batch.from_arrays(BOARD, *self.told(games)[:4])[0].dislodged["GERMANY"]["A BUR"]
        self.assertEqual(free, ["BEL", "GAS", "MAR", "MUN", "PIC", "RUH"])

    def test_what_is_no_position_is_refused_and_named(self):
        games = Batch(BOARD, 3)
        at = BOARD.locations.index
        spoiled = {
            "game 1: .* no power": ("units", (1, at("MUN")), 99),
            "game 2: F MUN cannot be there": ("units", (2, at("MUN")), 2),
            "game 0: two units in STP": ("units", (0, at("STP/NC")), 2),
            "game 0: BUR is owned": ("owners", (0, BOARD.provinces.index("BUR")), 1),
            "game 1: there is no power": ("owners", (1, BOARD.provinces.index("PAR")), 90),
            "game 2: .* is no phase": ("phases", (2, 2), 2),
            "game 1: .* is no phase": ("phases", (1, 0), -5),
            "game 0: units are dislodged in S1901M": ("dislodged", (0, at("BUR")), 1),
        }
        for words, (name, place, value) in spoiled.items():
            arrays = {it: getattr(games, it) for it in ("units", "owners", "phases", "dislodged")}
            arrays[name][place] = value
            with self.assertRaisesRegex(ValueError, words):
                Batch.from_arrays(BOARD, **arrays)
        good = self.told(games)
        for rows in ([[9, 0, 0]], [[0, 5, 5]], [[-1, -1, -1]], [[2**31 - 1] * 3]):
            with self.assertRaises(ValueError):
                Batch.from_arrays(BOARD, *good[:4], np.array(rows, dtype=np.int32))
        for place, wrong in (
            (0, good[0][:, :-1]),
            (0, good[0].astype(float)),
            (0, np.full(good[0].shape, np.nan)),
            (1, good[1][:2]),
            (2, good[2].astype(np.int64)),
            (2, good[2][:, :2]),
            (3, good[3].T),
            (4, np.zeros((1, 2), dtype=np.int32)),
            (1, None),
            (0, "units"),
        ):
            arrays = list(good)
            arrays[place] = wrong
            with self.assertRaises((TypeError, ValueError)):
                Batch.from_arrays(BOARD, *arrays)
        huge = np.lib.stride_tricks.as_strided(np.zeros(1, dtype=np.uint8), (1 << 40, len(BOARD.locations)), (0, 0))
        with self.assertRaises(ValueError):
            Batch.from_arrays(BOARD, huge, *good[1:])

    def test_ends_are_told_with_what_games_came_to(self):
        games = Batch(BOARD, 4, last_year=1905)
        won = Position(BOARD, "F1901M", {"FRANCE": ["A BUR"]}, {"FRANCE": BOARD.centers[:18]})
        drawn = Position(BOARD, "W1905A", {"FRANCE": ["A PAR"], "ITALY": ["A ROM"]}, {"FRANCE": ["PAR"]})
        games[1], games[3] = won, drawn
        _, rewards, ended = games.step(np.zeros((4, len(BOARD.provinces)), dtype=np.int64))
        self.assertEqual(ended.tolist(), [False, True, False, True])
        self.assertEqual(games.truncated.tolist(), [False, False, False, True])
        self.assertEqual(rewards[1].max(), 1)
        places, last = games.finals()
        self.assertEqual(places.tolist(), [1, 3])
        self.assertEqual(last[0].centers["FRANCE"], sorted(BOARD.centers[:18]))
        self.assertEqual(last[1].units, {"FRANCE": ["A PAR"]})
        self.assertEqual(int((last.owners > 0).sum()), 19)
        self.assertEqual((games[1], games[3]), (BOARD.start, BOARD.start))
        games.step(games.random_orders(1))
        self.assertEqual((len(games.finals()[0]), games.truncated.any()), (0, False))

    def test_a_board_whose_builds_arrays_cannot_say_is_refused(self):
        import json

        file = dict(json.loads(BOARD.dumps()), map="everywhere", builds="anywhere")
        with self.assertRaisesRegex(ValueError, "anywhere"):
            Batch(Board.parse(json.dumps(file)), 1)


class Hostile(unittest.TestCase):
    def test_wrong_arrays_raise(self):
        games = Batch(BOARD, 4)
        shape = (4, len(BOARD.provinces))
        for wrong in (
            np.zeros(shape),
            np.full(shape, np.nan),
            np.zeros(shape, dtype=np.int32),
            np.zeros((3, shape[1]), dtype=np.int64),
            np.zeros(shape[::-1], dtype=np.int64),
            np.zeros(4, dtype=np.int64),
            np.zeros((4, shape[1], 1), dtype=np.int64),
            np.empty((0, 0), dtype=np.int64),
            None,
            [[0]],
            "orders",
        ):
            with self.assertRaises((TypeError, ValueError)):
                games.step(wrong)
        dice = np.random.default_rng(1)
        for _ in range(20):
            games.step(dice.integers(-(2**63), 2**63 - 1, size=shape, dtype=np.int64))
        games.step(np.asfortranarray(np.zeros(shape, dtype=np.int64)))
        with self.assertRaises((ValueError, OverflowError)):
            Batch(BOARD, 1 << 40)
        with self.assertRaises(ValueError):
            games.legal_mask(np.array([3, 2, 1], dtype=np.int64))
        self.assertEqual(len(Batch(BOARD, 0).units), 0)

    def test_one_batch_in_two_threads_raises_or_works(self):
        games = Batch(BOARD, 300)
        faults = []

        def run():
            for turn in range(5):
                try:
                    games.step(games.random_orders(turn))
                except RuntimeError as fault:
                    faults.append(fault)

        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(games), 300)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork here")
    def test_a_forked_child_goes_on(self):
        games = Batch(BOARD, 100)
        games.step(games.random_orders(0))
        child = os.fork()
        if child == 0:
            games.step(games.random_orders(1))
            os._exit(7)
        _, status = os.waitpid(child, 0)
        self.assertEqual(os.waitstatus_to_exitcode(status), 7)


if __name__ == "__main__":
    unittest.main()
