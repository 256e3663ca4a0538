"""Diplomacy: boards, positions, orders in every notation, the judge and its reasons.

>>> from parlour.diplomacy import Board
>>> position = Board.standard().start
>>> resolution = position.judge({
...     "FRANCE": ["A Par - Bur", "A Mar S A Par - Bur"],
...     "GERMANY": ["army munich to burgundy"],
... })
>>> for order in resolution.orders[:3]:
...     print(order.text, list(order.codes))
A PAR - BUR []
A MAR S A PAR - BUR []
A MUN - BUR ['bounce']
>>> resolution.next.units["FRANCE"]
['A BUR', 'A MAR', 'F BRE']

Objects are immutable values: they compare, hash (positions, boards, rulebooks) and
pickle. `Batch` alone changes as it is stepped. Judging, listing and drawing release
the interpreter's lock.
"""

from __future__ import annotations

from ._parlour import (
    Advice,
    Batch,
    Board,
    OrderResult,
    Position,
    Resolution,
    Rulebook,
    advise,
    bot_kinds,
    export_saved,
    import_saved,
    judge_record,
    order_code,
    order_text,
    order_vocabulary,
    result_bits,
)
from . import BoardError, IllegalOrder, NotationError, PictureError, RecordError, RulesError

__all__ = [
    "Advice",
    "Batch",
    "Board",
    "BoardError",
    "IllegalOrder",
    "NotationError",
    "OrderResult",
    "PictureError",
    "Position",
    "RESULT_BITS",
    "RecordError",
    "Resolution",
    "Rulebook",
    "RulesError",
    "advise",
    "bot_kinds",
    "export_saved",
    "import_saved",
    "judge_record",
    "order_code",
    "order_text",
    "order_vocabulary",
]

#: The codes that the bits of a batch's results stand for, bit 0 first.
RESULT_BITS = tuple(result_bits())


def _board(text, picture):
    """Makes a board again; for pickle."""
    return Board.named(text) if picture is None else Board.parse(text, picture=picture or None)


def _rulebook(choices):
    """Makes a rulebook again; for pickle."""
    return Rulebook(**dict(choices))


def _judge(position, orders, rules):
    """Makes a resolution again; for pickle."""
    return position.judge(orders, rules)
