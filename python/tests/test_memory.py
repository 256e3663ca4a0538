"""Memory stays level, however often something is asked or refused."""

import os
import pickle
import unittest

import numpy as np

import parlour
from parlour.compat.diplomacy import Game
from parlour.diplomacy import Batch, Board
from parlour.grid import field_of_view
from parlour.regicide import Kingslayer

# Calls of each kind; together about a million at full size.
CALLS = 125_000 if os.environ.get("PARLOUR_TEST_LONG") == "1" else 2_500
# What the allocator may keep for itself, in bytes.
SLACK = 12 << 20

BOARD = Board.standard()
START = BOARD.start
ORDERS = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "ITALY": ["A ROM - VEN"]}


def resident():
    """What this process has in memory, in bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@unittest.skipUnless(os.path.exists("/proc/self/statm"), "the system does not tell")
class Level(unittest.TestCase):
    def level(self, call, calls=CALLS):
        for _ in range(calls // 5):
            call()
        before = resident()
        for _ in range(calls):
            call()
        grown = resident() - before
        self.assertLess(grown, SLACK, f"{calls} calls took {grown} bytes more")

    def test_judging(self):
        self.level(lambda: START.judge(ORDERS).orders)

    def test_lists_of_legal_orders(self):
        self.level(lambda: START.legal_orders("FRANCE"), CALLS // 5)

    def test_refusals(self):
        def refused():
            with self.assertRaises(parlour.ParlourError):
                Board.parse("{}")

        self.level(refused)

    def test_pickles(self):
        self.level(lambda: pickle.loads(pickle.dumps(START)))

    def test_batches(self):
        games = Batch(BOARD, 4)
        turns = iter(range(1 << 60))
        self.level(lambda: games.step(games.random_orders(next(turns))))

    def test_the_drop_in(self):
        games = [Game()]

        def process():
            game = games[0]
            # A game keeps its past: it ends before that weighs.
            if game.is_game_done or len(game.order_history) > 40:
                games[0] = game = Game()
            game.process()

        self.level(process, CALLS // 5)

    def test_fields_of_view(self):
        walls = np.zeros((50, 80), dtype=bool)
        walls[::7, ::5] = True
        self.level(lambda: field_of_view(walls, (20, 20), radius=12))

    def test_cards(self):
        game = Kingslayer(2, seed=4)

        def played():
            with self.assertRaises(parlour.ParlourError):
                game.play("no card at all")
            return game.view()

        self.level(played)


if __name__ == "__main__":
    unittest.main()
