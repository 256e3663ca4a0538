"""Histories by phase, whose values are written out when they are first asked for."""

import bisect

from ..._parlour import Adjusted, Played, Retreated
from .snapshot import Snapshot

#: Phases that tell what came of them when they are asked.
TELLING = (Played, Adjusted, Retreated)

_SEASONS = {"S": 0, "F": 1, "W": 2}
_STEPS = {"M": 0, "R": 1, "A": 2}


def phase_key(name):
    """Sorts the names of phases as they are played."""
    name = str(name)
    if name == "FORMING":
        return (-1, 0, 0)
    if name == "COMPLETED":
        return (10**9, 0, 0)
    return (int(name[1:-1]), _SEASONS[name[0]], _STEPS[name[-1]])


class SortedDict(dict):
    """A dict that walks its keys in ascending order."""

    _key = staticmethod(lambda key: key)

    def _sorted(self):
        keys = list(dict.keys(self))
        ranks = [self._key(key) for key in keys]
        if any(later < earlier for earlier, later in zip(ranks, ranks[1:])):
            keys.sort(key=self._key)
        return keys

    def put(self, key, value):
        """Sets a value."""
        self[key] = value

    def __iter__(self):
        return iter(self._sorted())

    def keys(self):
        """The keys, ascending."""
        return self._sorted()

    def values(self):
        """The values, by ascending key."""
        return [self[key] for key in self._sorted()]

    def items(self):
        """Keys and values, by ascending key."""
        return [(key, self[key]) for key in self._sorted()]

    def reversed_values(self):
        """The values, by descending key."""
        return self.values()[::-1]

    def first_key(self):
        """The least key."""
        return self._sorted()[0]

    def last_key(self):
        """The greatest key."""
        return self._sorted()[-1]

    def first_value(self):
        """The value of the least key."""
        return self[self.first_key()]

    def last_value(self):
        """The value of the greatest key."""
        return self[self.last_key()]

    def key_from_index(self, index):
        """The key at a place, negative places from the end; None off the end."""
        keys = self._sorted()
        return keys[index] if -len(keys) <= index < len(keys) else None

    def sub_keys(self, key_from=None, key_to=None):
        """The keys from one to another, both included."""
        keys = self._sorted()
        ranks = [self._key(key) for key in keys]
        start = 0 if key_from is None else bisect.bisect_left(ranks, self._key(key_from))
        end = len(keys) if key_to is None else bisect.bisect_right(ranks, self._key(key_to))
        return keys[start:end]

    def sub(self, key_from=None, key_to=None):
        """The values from one key to another, both included."""
        return [self[key] for key in self.sub_keys(key_from, key_to)]

    def copy(self):
        """A copy."""
        return type(self)(dict.items(self))


class PhaseDict(SortedDict):
    """A history: values by phase, in the order in which phases are played."""

    _key = staticmethod(phase_key)


class LateDict(PhaseDict):
    """A history whose values are written out when they are first asked for."""

    def __getitem__(self, phase):
        value = dict.__getitem__(self, phase)
        if isinstance(value, self._late):
            value = self._write(value)
            self[phase] = value
        return value

    def get(self, phase, default=None):
        """The value of a phase."""
        return self[phase] if phase in self else default

    def setdefault(self, phase, default=None):
        """The value of a phase, which is set if there is none."""
        if phase not in self:
            self[phase] = default
        return self[phase]

    def _written(self):
        return {phase: self[phase] for phase in self}

    def __eq__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        return self._written() == (other._written() if isinstance(other, LateDict) else other)

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = None

    def pop(self, phase, *default):
        """Takes the value of a phase out."""
        if phase in self:
            self[phase]
        return dict.pop(self, phase, *default)

    def copy(self):
        """A copy."""
        return type(self)(dict.items(self))


class StateDict(LateDict):
    """A history of states."""

    _late = Snapshot
    _write = staticmethod(lambda snapshot: snapshot.write())


class OrderDict(LateDict):
    """A history of orders."""

    _late = TELLING
    _write = staticmethod(lambda played: played.orders)


class ResultDict(LateDict):
    """A history of results."""

    _late = TELLING
    _write = staticmethod(lambda played: played.result)


class Late:
    """An attribute of a game that a phase tells when it is first asked for."""

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, game, owner=None):
        if game is None:
            return self
        value = game.__dict__[self.name]
        if isinstance(value, TELLING):
            value = game.__dict__[self.name] = getattr(value, self.name)
        return value

    def __set__(self, game, value):
        game.__dict__[self.name] = value
