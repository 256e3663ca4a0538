"""A drop-in for the PyPI package `diplomacy`: its `Game`, judged by our judge.

    from parlour.compat.diplomacy import Game

The names and meanings are those that the package documents; nothing of its code is
here. What is not there, a module, a name, an attribute or an argument, raises
`NotHere`, which says what to use instead.
"""

from . import missing
from .game import Game
from .map import Map
from .messages import Message
from .missing import NotHere
from .phase_data import GamePhaseData
from .power import Power

__all__ = ["Game", "GamePhaseData", "Map", "Message", "NotHere", "Power"]


def __getattr__(name):
    raise missing.absent(__name__, name)
