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
