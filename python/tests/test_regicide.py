"""Kingslayer as a value and as an environment."""

import pickle
import unittest

import parlour
from parlour.regicide import Env, Kingslayer


class Games(unittest.TestCase):
    def test_whole_games_are_played_by_numbers_and_by_the_bot(self):
        for players in (1, 2, 4):
            env = Env(players)
            observation, info = env.reset(seed=players)
            done, rewards = False, 0.0
            while not done:
                action = env.bot("rookie") if env.game.moves % 2 else len(info["legal_moves"]) - 1
                observation, reward, done, cut, info = env.step(action)
                rewards += reward
            self.assertEqual(info["legal_moves"], [])
            self.assertEqual(rewards, env.game.defeated + (9 if env.game.won else 0))
            self.assertIsNone(env.bot())
            with self.assertRaises(parlour.RefusedMove):
                env.step("yield")

    def test_the_same_seed_is_the_same_game(self):
        one, two = Env(2), Env(2)
        self.assertEqual(one.reset(seed=3)[1], two.reset(seed=3)[1])
        self.assertNotEqual(one.reset()[1], one.reset()[1])

    def test_a_view_holds_no_other_hand(self):
        game = Kingslayer(2, seed=4)
        view = game.view(1 - game.current)
        self.assertEqual(len(view["hand"]), 7)
        self.assertEqual(game.view()["hand"], [])
        self.assertNotIn("seed", view)

    def test_values_pickle_and_refusals_change_nothing(self):
        game = Kingslayer(1, seed=1)
        self.assertEqual(pickle.loads(pickle.dumps(game)), game)
        with self.assertRaises(parlour.RefusedMove) as fault:
            game.play("pay AC")
        self.assertEqual(fault.exception.code, "wrong_step")
        for wrong in ("", "play 99Z", "fly", "play " + "5H " * 1000):
            with self.assertRaises(parlour.RefusedMove):
                game.play(wrong)
        for wrong in (lambda: Kingslayer(0), lambda: Kingslayer(5), lambda: Kingslayer(1, 0, "absurd"), lambda: Kingslayer.loads("{}"), lambda: game.view(3), lambda: game.bot("god")):
            with self.assertRaises((ValueError, IndexError)):
                wrong()


if __name__ == "__main__":
    unittest.main()
