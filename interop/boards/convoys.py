"""Routes of convoys on boards for which the package needs hours to work them out.

The package lists beforehand, for all fleets that there might ever be, which sets of them
carry an army from one coast to another, and later drops the sets that are not all on the
board. Here the same search runs for the fleets that are on the board. That gives the same
list: a set is left out there only for a smaller one within it, and that is on the board
too. A chain that could be cut short is not followed: the short one goes wherever it does.

`same` proves it on boards whose list the package brings along.
"""

from collections import deque

from diplomacy.engine import map as maps
from diplomacy.engine.game import Game
from diplomacy.utils import convoy_paths

# No chain of the package is longer.
LONGEST = convoy_paths.MAX_CONVOY_LENGTH

# So many chains could have been longer.
exceeded = 0


def paths(board, fleets):
    """(start, fleets, destinations), as the package lists them, for these fleets."""
    global exceeded
    coasts = {
        loc.upper()
        for loc in board.locs
        if board.area_type(loc) in convoy_paths.COAST_TYPES and "/" not in loc
    }
    near = {}

    def beside(loc):
        if loc not in near:
            near[loc] = [it.upper() for it in board.abut_list(loc, incl_no_coast=True)]
        return near[loc]

    found = []
    for start in sorted(coasts):
        landings = {}
        first = {loc for loc in beside(start) if loc in fleets}
        waiting = deque((frozenset([loc]), loc) for loc in first)
        while waiting:
            chain, last = waiting.popleft()
            for loc in beside(last):
                if loc in coasts and loc != start:
                    known = landings.setdefault(loc, [])
                    if not any(other <= chain for other in known):
                        known.append(chain)
                elif loc in fleets and loc not in chain:
                    short = loc in first or len(chain.intersection(beside(loc))) > 1
                    if len(chain) == LONGEST:
                        exceeded += not short
                    elif not short:
                        waiting.append((chain | {loc}, loc))
        alike = {}
        for landing, chains in landings.items():
            for chain in chains:
                alike.setdefault(chain, set()).add(landing)
        found += [(start, set(chain), to) for chain, to in alike.items()]
    return sorted(found, key=lambda path: len(path[1]))


def sailing(game):
    """The fleets that convoy, as the package finds them."""
    return {
        unit[2:]
        for power in game.powers.values()
        for unit in power.units
        if unit[0] == "F" and game.map.area_type(unit[2:]) in convoy_paths.WATER_TYPES
    }


def search(game):
    """In place of `Game._build_list_possible_convoys`."""
    if game.convoy_paths_possible is not None:
        return
    game.convoy_paths_possible = paths(game.map, sailing(game))
    game.convoy_paths_dest = {}
    for start, fleets, landings in game.convoy_paths_possible:
        for landing in landings:
            game.convoy_paths_dest.setdefault(start, {}).setdefault(landing, []).append(fleets)


_listed = Game._build_list_possible_convoys


def instead_of_lists(names):
    """From now on convoys of these maps are searched for, and no list is worked out."""
    for name in names:
        maps.CONVOYS_PATH_CACHE[name] = {}

    def build(game):
        search(game) if game.map_name in names else _listed(game)

    Game._build_list_possible_convoys = build


def same(game):
    """Whether the search finds for this position what the package's list says."""

    def plain(found):
        return sorted((start, sorted(fleets), sorted(to)) for start, fleets, to in found)

    game.convoy_paths_possible = None
    _listed(game)
    listed = plain(game.convoy_paths_possible)
    return listed == plain(paths(game.map, sailing(game)))
