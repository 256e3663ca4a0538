"""Field of view over numpy arrays beside tcod's: one run, one machine.

    python bench/python/fov.py

Needs `parlour`, `numpy` and `tcod` in one environment. Both are asked the same from
Python: an array in, an array of what is seen out.
"""

import time

import numpy as np
import tcod.constants
import tcod.map

from parlour.grid import field_of_view, field_of_view_many


def measure(work):
    """Microseconds of the processor's time for one call, the best of five rounds."""
    best = float("inf")
    for _ in range(5):
        rounds, began = 0, time.process_time()
        while time.process_time() - began < 0.05:
            work()
            rounds += 1
        best = min(best, (time.process_time() - began) / rounds)
    return best * 1e6


print(f"{'map':>22} {'tcod shadow':>12} {'tcod symmetric':>15} {'parlour':>9} {'many, each':>11}")
for rows, columns, radius in ((40, 80, 8), (40, 80, None), (200, 200, 10), (200, 200, None), (1000, 1000, 20)):
    for density in (0.05, 0.3):
        dice = np.random.default_rng(1)
        walls = dice.random((rows, columns)) < density
        at = (rows // 2, columns // 2)
        walls[at] = False
        floor = ~walls
        figures = [
            measure(lambda: tcod.map.compute_fov(floor, at, radius or 0, algorithm=algorithm))
            for algorithm in (tcod.constants.FOV_SHADOW, tcod.constants.FOV_SYMMETRIC_SHADOWCAST)
        ]
        figures.append(measure(lambda: field_of_view(walls, at, radius)))
        many = [at] * 32
        figures.append(measure(lambda: field_of_view_many(walls, many, radius)) / len(many))
        name = f"{rows}x{columns} r={radius or '-'} {density:.0%}"
        print(f"{name:>22} {figures[0]:12.1f} {figures[1]:15.1f} {figures[2]:9.1f} {figures[3]:11.1f}")
