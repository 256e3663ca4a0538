"""Bots from Python: legal, bounded, the same for the same seed."""

import json
import pickle
import threading
import unittest

from parlour import ParlourError
from parlour.diplomacy import Board, advise, bot_kinds

START = Board.standard().start


class Bots(unittest.TestCase):
    def test_every_kind_orders_legally_on_every_board(self):
        for name in Board.names():
            position = Board.named(name).start
            for place, power in enumerate(position.must_order):
                kind = bot_kinds()[place % len(bot_kinds())]
                advice = advise(position, power, kind, seed=place, positions=20)
                self.assertTrue(advice.orders, (name, power, kind))
                for order in advice.orders:
                    self.assertEqual(position.check_order(power, order), (order, []))

    def test_the_seed_and_the_budget_decide(self):
        for kind in ("random", "dumb", "easy"):
            one = advise(START, "FRANCE", kind, seed=1, positions=100)
            self.assertEqual(one, advise(START, "FRANCE", kind, seed=1, positions=100))
            others = [advise(START, "FRANCE", kind, seed=seed, positions=100) for seed in range(2, 12)]
            self.assertTrue(any(other.orders != one.orders for other in others), kind)
        small = advise(START, "FRANCE", "strong", positions=50)
        large = advise(START, "FRANCE", "strong", positions=2000)
        self.assertLess(small.judged, large.judged)
        self.assertLess(large.judged, 2400)
        self.assertIsNone(advise(START, "FRANCE", "dumb").estimate)
        self.assertIsNotNone(small.estimate)

    def test_advice_is_a_value(self):
        for kind in ("hold", "easy"):
            advice = advise(START, "ITALY", kind, positions=50)
            twin = pickle.loads(pickle.dumps(advice))
            self.assertEqual((twin, hash(twin), repr(twin)), (advice, hash(advice), repr(advice)))
            with self.assertRaises(AttributeError):
                advice.judged = 0

    def test_a_game_of_bots_goes_on(self):
        position = START
        for _ in range(12):
            orders = {
                power: advise(position, power, "easy", seed=3, positions=60).orders
                for power in position.must_order
            }
            position = position.judge(orders).next
        self.assertGreater(position.year, 1902)

    def test_what_cannot_be_is_refused(self):
        with self.assertRaisesRegex(ParlourError, "no kind of bot"):
            advise(START, "FRANCE", "clever")
        with self.assertRaises(ParlourError):
            advise(START, "MARS")
        # Another board under the same name.
        file = json.loads(Board.standard().dumps())
        file["provinces"] = [dict(it, name=it["name"] + " again") for it in file["provinces"]]
        other = Board.parse(json.dumps(file)).start
        with self.assertRaisesRegex(ParlourError, "another"):
            advise(START, "FRANCE", past=[(other, [])])
        for wrong in (-1, 2**64):
            with self.assertRaises(OverflowError):
                advise(START, "FRANCE", seed=wrong)
        with self.assertRaises(TypeError):
            advise("S1901M", "FRANCE")

    def test_threads_think_at_the_same_time(self):
        found = {}

        def think(power):
            found[power] = advise(START, power, "easy", seed=9)

        threads = [threading.Thread(target=think, args=(power,)) for power in START.must_order]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for power, advice in found.items():
            self.assertEqual(advice, advise(START, power, "easy", seed=9))


if __name__ == "__main__":
    unittest.main()
