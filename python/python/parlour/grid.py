"""Sight and ways over numpy boolean arrays.

A map is a two-dimensional array of `bool`, True where something stands in the way.
Cells are `(row, column)`, as numpy counts them.

>>> import numpy as np
>>> from parlour.grid import distance_map, field_of_view, find_path
>>> walls = np.zeros((5, 9), dtype=bool)
>>> walls[:4, 4] = True
>>> int(field_of_view(walls, (1, 1)).sum())
25
>>> find_path(walls, (0, 0), (0, 8))[0]
112
>>> int(distance_map(walls, [(0, 8)])[0, 0])
112
"""

from ._parlour import (
    any_angle_path,
    corners,
    distance_map,
    exact_sight,
    field_of_view,
    field_of_view_many,
    find_path,
    interesting_corners,
    line_of_sight,
)

__all__ = [
    "any_angle_path",
    "corners",
    "distance_map",
    "exact_sight",
    "field_of_view",
    "field_of_view_many",
    "find_path",
    "interesting_corners",
    "line_of_sight",
]
