"""The card game Regicide (Kingslayer): an immutable game, and an environment.

`Kingslayer` is the game as a value; `Env` plays it in the manner of Gymnasium, which
need not be installed: where it is, `Env` is one of its environments, with spaces.

>>> from parlour.regicide import Env
>>> env = Env(players=1)
>>> observation, info = env.reset(seed=7)
>>> int(observation["hand"].sum()), len(info["legal_moves"]) > 0
(8, True)
>>> observation, reward, terminated, truncated, info = env.step(info["legal_moves"][0])
>>> terminated, truncated
(False, False)
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple, Union

import numpy as np

from ._parlour import Kingslayer, RefusedMove

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    gymnasium = spaces = None

__all__ = ["CARDS", "Env", "Kingslayer", "MOST_MOVES"]

#: There are never more legal moves than this: a hand has at most so many subsets.
MOST_MOVES = 256

#: The cards by number, as observations count them: clubs, diamonds, hearts and spades
#: from ace to king, then the Jester.
CARDS: Tuple[str, ...] = tuple(
    rank + suit
    for suit in "CDHS"
    for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
) + ("X",)
_NUMBER = {card: number for number, card in enumerate(CARDS)}
_STEPS = ("play", "suffer", "choose", "over")


def _counts(cards: List[str]) -> np.ndarray:
    counts = np.zeros(len(CARDS), dtype=np.int8)
    for card in cards:
        counts[_NUMBER[card]] += 1
    return counts


if spaces is None:
    _Env = object
else:
    _Env = gymnasium.Env

    class Moves(spaces.Discrete):
        """The numbers of moves. As many are legal as `legal` says; samples are legal
        unless a mask says otherwise."""

        def __init__(self):
            super().__init__(MOST_MOVES)
            self.legal = MOST_MOVES

        def sample(self, mask=None, probability=None):
            """A number of a legal move, by chance."""
            if mask is None and probability is None:
                mask = np.zeros(MOST_MOVES, dtype=np.int8)
                mask[: self.legal] = 1
            return super().sample(mask=mask, probability=probability)


def _observation_space():
    cards = lambda: spaces.Box(0, 2, (len(CARDS),), dtype=np.int8)  # noqa: E731
    return spaces.Dict(
        hand=cards(),
        table=cards(),
        enemy=cards(),
        castle=cards(),
        numbers=spaces.Box(0, np.iinfo(np.int16).max, (9,), dtype=np.int16),
        step=spaces.Box(0, 1, (len(_STEPS),), dtype=np.int8),
        hands=spaces.Box(0, 8, (4,), dtype=np.int8),
    )


class Env(_Env):
    """A game of Kingslayer, one decision of the current player a step.

    An action is a move as text (`play 5H AC`), or its number in `info["legal_moves"]`:
    `action_masks()` tells which numbers below `MOST_MOVES` there are.
    A move that the rules refuse raises `RefusedMove` and changes nothing.
    The reward is 1 for each enemy that falls, and 10 for the last.

    An observation is what the current player may know, as numpy arrays:

    ========== ============== ==================================================
    hand       int8 (53,)     how many of each card of `CARDS` are in the hand
    table      int8 (53,)     cards played against this enemy
    enemy      int8 (53,)     the enemy face up
    castle     int8 (53,)     enemies to come
    numbers    int16 (9,)     enemy's health, damage, attack and shield; what is due;
                              cards in the tavern and in the discard pile; enemies
                              defeated; Jesters that may still be turned
    step       int8 (4,)      one of play, suffer, choose, over
    hands      int8 (4,)      how many cards each player holds, own seat first
    ========== ============== ==================================================
    """

    metadata: Dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(self, players: int = 1, difficulty: str = "normal", render_mode: Optional[str] = None):
        self.players, self.difficulty, self.render_mode = players, difficulty, render_mode
        self._dice = np.random.default_rng()
        self._game = Kingslayer(players, 0, difficulty)
        if spaces is not None:
            self.observation_space, self.action_space = _observation_space(), Moves()

    @property
    def game(self) -> Kingslayer:
        """The game as it stands."""
        return self._game

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Dict[str, np.ndarray], Dict[str, Any]]:
        """Begins anew. A seed fixes this game and those after it."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
            if spaces is not None:
                super().reset(seed=seed)
        self._game = Kingslayer(self.players, int(self._dice.integers(2**63)), self.difficulty)
        return self._observed()

    def step(self, action: Union[str, int]) -> Tuple[Dict[str, np.ndarray], float, bool, bool, Dict[str, Any]]:
        """Plays a move of the current player."""
        if not isinstance(action, str):
            moves = self._game.legal_moves()
            place = int(action)
            if not 0 <= place < len(moves):
                raise RefusedMove(f"there is no move {place}; there are {len(moves)} legal moves")
            action = moves[place]
        before = self._game.defeated
        self._game = self._game.play(action)
        reward = float(self._game.defeated - before)
        if self._game.won:
            reward += 9.0
        observation, info = self._observed()
        return observation, reward, self._game.won is not None, False, info

    def action_masks(self) -> np.ndarray:
        """True for each number of a legal move: bool, (MOST_MOVES,)."""
        return np.arange(MOST_MOVES) < len(self._game.legal_moves())

    def bot(self, level: str = "friend", seed: int = 0) -> Optional[str]:
        """What the bot would do for the current player."""
        return self._game.bot(level, seed)

    def render(self) -> str:
        """The game in words."""
        view = self._game.view(self._game.current)
        enemy = view["enemy"]
        facing = "nobody" if enemy is None else f"{enemy['card']} {enemy['health'] - enemy['damage']} health, {view['due']} due"
        return f"{self._game.step}: {facing}; hand {' '.join(view['hand'])}"

    def close(self) -> None:
        """Nothing is held open."""

    def _observed(self) -> Tuple[Dict[str, np.ndarray], Dict[str, Any]]:
        game = self._game
        view = game.view(game.current)
        enemy = view["enemy"] or {"card": None, "health": 0, "damage": 0, "attack": 0}
        hands = np.zeros(4, dtype=np.int8)
        for player in view["players"]:
            hands[(player["id"] - game.current) % len(view["players"])] = player["hand_count"]
        observation = {
            "hand": _counts(view["hand"]),
            "table": _counts(view["table"]),
            "enemy": _counts([enemy["card"]] if enemy["card"] else []),
            "castle": _counts(view["castle"]),
            "numbers": np.array(
                [
                    enemy["health"],
                    enemy["damage"],
                    enemy["attack"],
                    view["shield"],
                    view["due"],
                    view["tavern_count"],
                    view["discard_count"],
                    view["defeated"],
                    view["solo_jesters"],
                ],
                dtype=np.int16,
            ),
            "step": np.array([game.step == step for step in _STEPS], dtype=np.int8),
            "hands": hands,
        }
        info = {"legal_moves": game.legal_moves(), "current": game.current, "view": view}
        if spaces is not None:
            self.action_space.legal = len(info["legal_moves"])
        return observation, info
