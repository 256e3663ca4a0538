"""A drop-in for the PyPI package `diplomacy`: its `Game`, judged by our judge.

    from parlour.compat.diplomacy import Game

The names and meanings are those that the package documents; nothing of its code is
here. What is not there raises `NotHere`, which says what to use instead.
"""

from .game import Game
from .messages import Message
from .missing import NotHere
from .phase_data import GamePhaseData
from .power import Power

__all__ = ["Game", "GamePhaseData", "Message", "NotHere", "Power"]
