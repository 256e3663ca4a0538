"""Sight and ways over arrays."""

import unittest

import numpy as np

from parlour import grid


def room(rows=20, columns=30):
    dice = np.random.default_rng(5)
    walls = dice.random((rows, columns)) < 0.2
    walls[1, 1] = walls[rows - 2, columns - 2] = False
    return walls


class Sight(unittest.TestCase):
    def test_a_view_of_an_array_is_seen_as_its_copy(self):
        walls = room()
        for view in (walls.T, walls[::-1], walls[::2, 1:], np.asfortranarray(walls)):
            at = tuple(int(n) for n in np.argwhere(~view)[0])
            seen = grid.field_of_view(view, at, 9)
            again = grid.field_of_view(np.ascontiguousarray(view), at, 9)
            self.assertTrue((seen == again).all())
            self.assertEqual(seen.shape, view.shape)

    def test_sight_between_floors_is_mutual(self):
        walls = room()
        floors = [tuple(int(n) for n in cell) for cell in np.argwhere(~walls)[::7]]
        fields = grid.field_of_view_many(walls, floors)
        for one, a in enumerate(floors):
            self.assertTrue((fields[one] == grid.field_of_view(walls, a)).all())
            for two, b in enumerate(floors):
                self.assertEqual(fields[one][b], fields[two][a])
                self.assertEqual(fields[one][b], grid.line_of_sight(walls, a, b))

    def test_cones_cut(self):
        open_ground = np.zeros((21, 21), dtype=bool)
        east = grid.field_of_view(open_ground, (10, 10), facing="e")
        self.assertTrue(east[10, 20] and not east[10, 0] and not east[0, 10])

    def test_a_radius_cuts_what_is_seen_without_one(self):
        walls = room(60, 150)
        rows, columns = np.indices(walls.shape)
        for at in ((1, 1), (58, 148), (30, 75), (0, 70)):
            whole = grid.field_of_view(walls, at)
            high, wide = np.abs(rows - at[0]), np.abs(columns - at[1])
            long, short = np.maximum(high, wide), np.minimum(high, wide)
            for radius in (0, 1, 7, 33, 200):
                shapes = {
                    "square": long <= radius,
                    "circle": high**2 + wide**2 <= radius**2,
                    "octagon": long + short // 2 <= radius,
                }
                for shape, within in shapes.items():
                    seen = grid.field_of_view(walls, at, radius, shape=shape)
                    self.assertTrue((seen == (whole & within)).all(), (at, radius, shape))
                    many = grid.field_of_view_many(walls, [at], radius, shape=shape)
                    self.assertTrue((many[0] == seen).all(), (at, radius, shape))
        with self.assertRaises(ValueError):
            grid.field_of_view(walls, (1, 1), 5, shape="round")

    def test_exact_sight_and_corners(self):
        walls = np.zeros((3, 5), dtype=bool)
        walls[1, 2] = True
        seen = grid.exact_sight(walls, [(1, 1)])
        self.assertFalse(seen[1, 3])
        self.assertEqual(int(grid.corners(walls).sum()), 4)
        self.assertTrue(grid.interesting_corners(walls, seen).any())
        length, turns = grid.any_angle_path(walls, (1, 1), (1, 3))
        self.assertGreater(length, 2)
        self.assertEqual(turns[0].tolist(), [1, 1])


class Ways(unittest.TestCase):
    def test_paths_and_distances_agree(self):
        walls = room(40, 40)
        costs = grid.distance_map(walls, [(1, 1)])
        for goal in ((38, 38), (20, 20), (5, 30)):
            found = grid.find_path(walls, (1, 1), goal)
            if found is None:
                self.assertEqual(costs[goal], -1)
                continue
            cost, cells = found
            self.assertEqual(cost, costs[goal])
            self.assertEqual((tuple(cells[0]), tuple(cells[-1])), ((1, 1), goal))
            self.assertTrue((abs(np.diff(cells, axis=0)).max(axis=1) == 1).all())
            self.assertFalse(walls[cells[:, 0], cells[:, 1]].any())


class Hostile(unittest.TestCase):
    def test_what_is_no_map_raises(self):
        good = np.zeros((4, 4), dtype=bool)
        wrong = (None, [[True]], np.zeros((4, 4)), np.zeros((4, 4), dtype=np.uint8), np.zeros(4, dtype=bool), np.zeros((2, 2, 2), dtype=bool), np.full((2, 2), np.nan), object())
        for walls in wrong:
            with self.assertRaises((TypeError, ValueError)):
                grid.field_of_view(walls, (0, 0))
        for at in ((4, 0), (-1, 0), (0, 10**18), (2**31, 0)):
            with self.assertRaises(IndexError):
                grid.field_of_view(good, at)
            with self.assertRaises(IndexError):
                grid.find_path(good, (0, 0), at)
        for at in (None, 3, (1,), (1, 2, 3), ("a", "b"), (0.5, float("nan"))):
            with self.assertRaises((TypeError, ValueError)):
                grid.field_of_view(good, at)
        with self.assertRaises((OverflowError, ValueError)):
            grid.field_of_view(good, (0, 0), -1)
        with self.assertRaises(ValueError):
            grid.find_path(good, (0, 0), (1, 1), steps="sideways")
        with self.assertRaises(ValueError):
            grid.find_path(good, (0, 0), (1, 1), costs=(0, 0))
        huge = np.lib.stride_tricks.as_strided(np.zeros(1, dtype=bool), (1 << 20, 1 << 20), (0, 0))
        with self.assertRaises(ValueError):
            grid.field_of_view(huge, (0, 0))
        # One byte that stands for a map: what it would weigh as an answer is refused first.
        for side, asks in (
            (1 << 15, (lambda it: grid.corners(it), lambda it: grid.field_of_view(it, (0, 0)))),
            (
                (1 << 13) + 1,
                (
                    lambda it: grid.distance_map(it, [(0, 0)]),
                    lambda it: grid.find_path(it, (0, 0), (1, 1)),
                    lambda it: grid.any_angle_path(it, (0, 0), (1, 1)),
                ),
            ),
        ):
            stretched = np.lib.stride_tricks.as_strided(np.zeros(1, dtype=bool), (side, side), (0, 0))
            for ask in asks:
                with self.assertRaisesRegex(ValueError, "too large"):
                    ask(stretched)
        with self.assertRaises(ValueError):
            grid.field_of_view_many(np.zeros((2000, 2000), dtype=bool), [(0, 0)] * 1000)

    def test_empty_maps_have_no_cell(self):
        for shape in ((0, 0), (0, 5), (5, 0)):
            with self.assertRaises(IndexError):
                grid.field_of_view(np.zeros(shape, dtype=bool), (0, 0))
            self.assertEqual(grid.corners(np.zeros(shape, dtype=bool)).shape, shape)


if __name__ == "__main__":
    unittest.main()
