"""The map as programs ask the package for it."""

import os
from functools import lru_cache

from ..._parlour import Core, package_maps
from ...diplomacy import Board, BoardError
from .histories import phase_key
from .missing import NotHere, missing

#: The package's names of maps, and ours.
MAPS = dict(package_maps())
_THEIRS = {ours: theirs for theirs, ours in MAPS.items()}
_LONG = {"S": "SPRING", "F": "FALL", "W": "WINTER"}
_STEP = {"M": "MOVEMENT", "R": "RETREATS", "A": "ADJUSTMENTS"}
_SEQUENCE = (("S", "M"), ("S", "R"), ("F", "M"), ("F", "R"), ("W", "A"))


def board_of(name):
    """The board of a name of the package's or ours, of a path, or the board itself."""
    if isinstance(name, Board):
        return name
    name = os.fspath(name)
    if name not in MAPS and name not in _THEIRS and (os.sep in name or os.path.exists(name)):
        return Board.load(name)
    return Board.named(MAPS.get(name, name))


def same_map(one, other):
    """Whether two names mean the same map."""
    return MAPS.get(one, one) == MAPS.get(other, other)


def shared(name):
    """The one map of a name, a path or a board."""
    return _shared(board_of(name))


@lru_cache(maxsize=None)
def _shared(board):
    return Map(board)


class Map:
    """A map: powers, locs, scs, homes, neighbours, the names of phases. Not changed.
    `name` is one of the package's or ours, the path of a board's file or folder or of one
    of the package's map files, or a `parlour.diplomacy.Board`."""

    def __init__(self, name="standard", use_cache=True):
        self.board = board = board_of(name)
        if board.build_sites == "anywhere":
            raise NotHere(f"on {board.name} powers build anywhere, which the package cannot say; use parlour.diplomacy")
        if board.name in Board.names() and board != Board.named(board.name):
            raise BoardError(f"another board than this one has the name {board.name!r}; give it one of its own")
        self.core = Core(board)
        self.name = self.map_name = _THEIRS.get(board.name, board.name)
        self.powers = list(board.powers)
        self.pow_name = {power: power for power in self.powers}
        self.abbrev = {power: power[0] for power in self.powers}
        self.locs = list(board.locations)
        self.scs = list(board.centers)
        self.homes = {power: sorted(board.homes(power)) for power in self.powers}
        self.centers = {power: sorted(board.start.centers.get(power, [])) for power in self.powers}
        self.units = {power: list(board.start.units.get(power, [])) for power in self.powers}
        self.phase = self.phase_long(board.start.phase)
        self.first_year = board.start.year
        self.victory = [board.target]
        #: The package's rules that the map brings along.
        self.error, self.rules = [], ["BUILD_ANY"] if board.build_sites == "owned" else []
        self.seq = ["NEWYEAR"] + [f"{_LONG[season]} {_STEP[step]}" for season, step in _SEQUENCE]
        kinds = {"land": "LAND", "sea": "WATER", "coast": "COAST"}
        self.loc_type = {loc: kinds[board.kind(loc[:3])] for loc in self.locs}
        self.loc_name = {board.full_name(loc).upper(): loc for loc in board.provinces}
        self.loc_coasts = {}
        for loc in self.locs:
            self.loc_coasts.setdefault(loc[:3], []).append(loc)
        self._steps = {}
        for loc in self.locs:
            for kind in "AF":
                unit = f"{kind} {loc}"
                if self.core.is_unit(unit):
                    self._steps[unit] = board.neighbours(unit)
        self.loc_abut = {loc: self._abutting(loc) for loc in self.locs}
        coasts = lambda near: sorted({at for loc in near for at in self.loc_coasts[loc[:3]]})  # noqa: E731
        self.dest_with_coasts = {loc: coasts(near) for loc, near in self.loc_abut.items()}
        self.aliases = dict(self.loc_name)

    def __getattr__(self, name):
        raise missing("Map", name)

    def __reduce__(self):
        return (shared, (self.board,))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __str__(self):
        return self.name

    def _abutting(self, loc):
        near = set()
        for place in self.loc_coasts[loc[:3]] if "/" not in loc else [loc]:
            for kind in "AF":
                near.update(self._steps.get(f"{kind} {place}", ()))
        return sorted(near)

    def svg_path(self):
        """There is no file; `Game.render` draws."""
        return None

    def abut_list(self, site, incl_no_coast=False):
        """The places that touch a place."""
        near = list(self.loc_abut.get(site.upper(), ()))
        if incl_no_coast:
            near += sorted({loc[:3] for loc in near if "/" in loc} - set(near))
        return near

    def abuts(self, unit_type, unit_loc, order_type, other_loc):
        """Whether a unit can go to a place, or help there."""
        unit_loc, other_loc = unit_loc.upper(), other_loc.upper()
        steps = self._steps.get(f"{unit_type} {unit_loc}")
        if steps is None:
            return 0
        if unit_type == "A" or order_type == "S" or other_loc not in self.loc_coasts:
            return int(any(to == other_loc or to[:3] == other_loc[:3] and order_type == "S" for to in steps))
        return int(other_loc in steps)

    def is_valid_unit(self, unit, no_coast_ok=0, shut_ok=0):
        """Whether a unit can stand where it says."""
        unit = unit.upper()
        if self.core.is_unit(unit):
            return 1
        kind, _, loc = unit.partition(" ")
        if kind == "?":
            return int(any(self.is_valid_unit(f"{it} {loc}", no_coast_ok) for it in "AF"))
        return int(bool(no_coast_ok) and any(self.core.is_unit(f"{kind} {coast}") for coast in self.loc_coasts.get(loc, ())))

    def area_type(self, loc, no_coast_ok=0):
        """`LAND`, `WATER` or `COAST`."""
        return self.loc_type.get(loc.upper())

    def norm_power(self, power):
        """The name of a power in capitals, without spaces."""
        return "".join(power.upper().split())

    def default_coast(self, word):
        """The words of a fleet's move, with the coast it goes to if there is only one."""
        if len(word) == 4 and word[0] == "F" and word[2] == "-" and "/" not in word[3]:
            near = self._steps.get(f"F {word[1]}", ())
            coasts = [loc for loc in near if loc[:3] == word[3] and "/" in loc]
            if word[3] not in near and len(coasts) == 1:
                word[3] = coasts[0]
        return word

    def find_coasts(self, loc):
        """A province and its coasts."""
        return list(self.loc_coasts.get(loc.upper()[:3], ()))

    @staticmethod
    @lru_cache(maxsize=4096)
    def phase_abbr(phase, default="?????"):
        """`SPRING 1901 MOVEMENT` as `S1901M`."""
        if phase in ("FORMING", "COMPLETED"):
            return phase
        words = phase.upper().split()
        return f"{words[0][0]}{int(words[1]):04}{words[2][0]}" if len(words) == 3 else default

    def phase_long(self, phase_abbr, default="?????"):
        """`S1901M` as `SPRING 1901 MOVEMENT`."""
        try:
            name = phase_abbr.upper()
            return f"{_LONG[name[0]]} {int(name[1:-1])} {_STEP[name[-1]]}"
        except (KeyError, ValueError, IndexError):
            return default

    def compare_phases(self, phase_1, phase_2):
        """Below 0, 0 or above 0, as one comes before the other."""
        one, two = (phase_key(self._short(phase)) for phase in (phase_1, phase_2))
        return (one > two) - (one < two)

    def _short(self, phase):
        return self.phase_abbr(phase) if " " in phase else phase

    def find_next_phase(self, phase, phase_type=None, skip=0):
        """The phase that follows, of a kind if one is asked for."""
        return _walk(phase, phase_type, skip, 1)

    def find_previous_phase(self, phase, phase_type=None, skip=0):
        """The phase before, of a kind if one is asked for."""
        return _walk(phase, phase_type, skip, -1)


@lru_cache(maxsize=4096)
def _walk(phase, phase_type, skip, way):
    """The phase so many steps away."""
    if phase in ("", "FORMING", "COMPLETED"):
        return phase
    name = Map.phase_abbr(phase) if " " in phase else phase
    year, place = int(name[1:-1]), _SEQUENCE.index((name[0], name[-1]))
    while True:
        place += way
        if not 0 <= place < len(_SEQUENCE):
            year, place = year + way, place % len(_SEQUENCE)
        season, step = _SEQUENCE[place]
        if phase_type in (None, step):
            if not skip:
                return f"{_LONG[season]} {year} {_STEP[step]}"
            skip -= 1


@lru_cache(maxsize=4096)
def following(phase):
    """The phase that follows, its kind, and its year."""
    phase = _walk(phase, None, 0, 1)
    _, year, step = phase.split()
    return phase, step[0], int(year)
