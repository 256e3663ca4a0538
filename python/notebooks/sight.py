# %% [markdown]
# # Field of view over an array
#
# A cave is made with numpy, a torch is lit, the way out is found, and all of it is
# drawn as a picture (a PGM file, which needs no library).

# %%
import os
import sys

import numpy as np

from parlour.grid import distance_map, field_of_view, find_path

folder = sys.argv[1] if len(sys.argv) > 1 else "."
dice = np.random.default_rng(7)

# %% [markdown]
# Random stones, smoothed five times: a stone stays where most of its neighbours are.

# %%
walls = dice.random((60, 100)) < 0.44
for _ in range(5):
    padded = np.pad(walls, 1, constant_values=True).astype(int)
    around = sum(padded[1 + dy : 61 + dy, 1 + dx : 101 + dx] for dy in (-1, 0, 1) for dx in (-1, 0, 1))
    walls = around >= 5
walls[[0, -1], :] = walls[:, [0, -1]] = True

# %% [markdown]
# The torch stands where the largest hall is, the way out is the cell furthest from it.

# %%
floors = [tuple(int(n) for n in cell) for cell in np.argwhere(~walls)]
torch = max(floors[:: len(floors) // 40], key=lambda cell: int((distance_map(walls, [cell]) >= 0).sum()))
costs = distance_map(walls, [torch])
way_out = tuple(int(n) for n in np.unravel_index(costs.argmax(), costs.shape))
seen = field_of_view(walls, torch, radius=20)
cost, path = find_path(walls, torch, way_out)
print(f"{int(seen.sum())} of {seen.size} cells are lit; the way out costs {cost} over {len(path) - 1} steps")
assert cost == costs[way_out]
assert not walls[path[:, 0], path[:, 1]].any()

# %%
picture = np.where(walls, 60, 25).astype(np.uint8)
picture[seen & ~walls], picture[seen & walls] = 200, 140
picture[path[:, 0], path[:, 1]] = 255
picture = np.kron(picture, np.ones((6, 6), dtype=np.uint8))
with open(os.path.join(folder, "sight.pgm"), "wb") as out:
    out.write(b"P5 %d %d 255\n" % (picture.shape[1], picture.shape[0]) + picture.tobytes())
