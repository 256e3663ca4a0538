"""Parlour for Python.

- `parlour.diplomacy`: the judge of Diplomacy, with boards, notations, reasons,
  records, pictures and batches over numpy.
- `parlour.compat.diplomacy`: a drop-in for the PyPI package `diplomacy`.
- `parlour.grid`: field of view, exact sight, paths and distances over numpy arrays.
- `parlour.regicide`: the card game Regicide (Kingslayer) as an environment.

What is refused raises a `ParlourError`, which is a `ValueError`.
"""

from ._parlour import (
    BoardError,
    IllegalOrder,
    NotationError,
    ParlourError,
    PictureError,
    RecordError,
    RefusedMove,
    RulesError,
)

__all__ = [
    "BoardError",
    "IllegalOrder",
    "NotationError",
    "ParlourError",
    "PictureError",
    "RecordError",
    "RefusedMove",
    "RulesError",
]
