"""Kingslayer as a value and as an environment."""

import json
import os
import pickle
import random
import signal
import unittest

import parlour
from parlour.regicide import MOST_MOVES, Env, Kingslayer

try:
    import gymnasium
except ImportError:
    gymnasium = None

LONG = os.environ.get("PARLOUR_TEST_LONG") == "1"


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


class Hostile(unittest.TestCase):
    def test_a_state_that_no_game_comes_to_is_refused(self):
        text = Kingslayer(3, seed=2).dumps()
        state = json.loads(text)
        changes = [("hands", []), ("hands", [[], [], []]), ("current", 7), ("yielded", []), ("enemy", None), ("castle", [])]
        changes += [("moves", 2**32 - 1), ("defeated", 200), ("tavern", state["tavern"] * 2), ("step", "over"), ("table", ["5H"])]
        for name, value in changes:
            with self.assertRaises(parlour.RecordError, msg=name):
                Kingslayer.loads(json.dumps(dict(state, **{name: value})))
        self.assertEqual(Kingslayer.loads(text).dumps(), text)

    def test_whatever_is_loaded_no_panic_comes_through(self):
        dice = random.Random(5)
        game = Kingslayer(2, seed=3)
        texts = []
        while game.won is None and len(texts) < 60:
            texts.append(game.dumps())
            game = game.play(dice.choice(game.legal_moves()))
        loaded = 0
        for _ in range(4000 if LONG else 400):
            state = json.loads(dice.choice(texts))
            spoil(dice, state)
            try:
                game = Kingslayer.loads(json.dumps(state))
                loaded += 1
                game.view(0), repr(game), game.bot("rookie")
                for move in game.legal_moves():
                    game.play(move)
            except ValueError:
                pass
        self.assertGreater(loaded, 0)

    @unittest.skipUnless(hasattr(signal, "setitimer"), "there are no such alarms here")
    def test_a_long_thought_is_interrupted(self):
        def pressed(*_):
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, pressed)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with self.assertRaises(KeyboardInterrupt):
                Kingslayer(2, seed=1).bot("master", play_outs=2**32 - 1)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def spoil(dice, value):
    """Changes something somewhere in a JSON value."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return
    key = dice.choice(keys)
    if isinstance(value[key], (dict, list)) and value[key] and dice.random() < 0.8:
        return spoil(dice, value[key])
    own = value[key]
    if isinstance(own, bool):
        value[key] = not own
    elif isinstance(own, int):
        value[key] = dice.choice((0, 1, own + 1, max(own - 1, 0), 255, 65535))
    elif isinstance(own, str):
        value[key] = dice.choice(("X", "AC", "KH", "5D", "over", "play", "choose"))
    elif isinstance(own, list):
        value[key] = own[1:] if dice.random() < 0.5 else own + own[:1]


class Spaces(unittest.TestCase):
    def test_there_are_never_more_moves_than_numbers(self):
        for seed in range(40 if LONG else 8):
            env = Env(1 + seed % 4, "easy")
            dice, (_, info) = random.Random(seed), env.reset(seed=seed)
            while info["legal_moves"]:
                self.assertLessEqual(len(info["legal_moves"]), MOST_MOVES)
                self.assertEqual(int(env.action_masks().sum()), len(info["legal_moves"]))
                info = env.step(dice.randrange(len(info["legal_moves"])))[4]

    @unittest.skipUnless(LONG or gymnasium, "gymnasium is not installed; the long run has it")
    def test_gymnasium_finds_nothing_wrong(self):
        import warnings

        from gymnasium.utils.env_checker import check_env

        for players in (1, 2, 3, 4):
            env = Env(players, render_mode="ansi")
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                check_env(env, skip_render_check=True)
            for seed in range(20):
                observation, _ = env.reset(seed=seed)
                done = False
                while not done:
                    self.assertIn(observation, env.observation_space)
                    observation, _, done, _, _ = env.step(env.action_space.sample())
                self.assertIn(observation, env.observation_space)
                self.assertTrue(env.render())
            self.assertEqual(type(pickle.loads(pickle.dumps(env))), Env)


if __name__ == "__main__":
    unittest.main()
