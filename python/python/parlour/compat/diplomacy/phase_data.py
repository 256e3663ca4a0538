"""What a phase held, and histories by phase."""

import bisect

from ..._parlour import Played
from .messages import Message

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


class Snapshot:
    """A state that is written out when somebody asks for it."""

    __slots__ = ("core", "head", "parts", "build_any")

    def __init__(self, core, head, parts, build_any):
        self.core, self.head, self.parts, self.build_any = core, head, parts, build_any

    def write(self):
        """The state as a dict that JSON can hold."""
        timestamp, note, name = self.head
        # Lists of its own: those that are kept stay as they were.
        parts = [(it[0], it[1][:], dict(it[2]), *(list(own) for own in it[3:6]), it[6]) for it in self.parts.parts]
        hashed = self.core.hash([it[1] for it in parts], [it[2] for it in parts], [it[3] for it in parts])
        state = {
            "timestamp": timestamp,
            "zobrist_hash": hashed,
            "note": note,
            "name": name,
            "units": {it[0]: it[1] + ["*" + unit for unit in it[2]] for it in parts},
            "retreats": {it[0]: it[2] for it in parts},
            "centers": {it[0]: it[3] for it in parts},
            "homes": {it[0]: it[4] for it in parts},
            "influence": {it[0]: it[5] for it in parts},
            "civil_disorder": {it[0]: it[6] for it in parts},
            "builds": {it[0]: {"count": 0, "homes": []} for it in parts},
        }
        if name[-1] == "A":
            standing = {unit[2:5] for it in parts for unit in it[1]}
            for power, units, _, centers, homes, _, _ in parts:
                due = len(centers) - len(units)
                sites = centers if self.build_any else homes
                free = [site for site in sites if due > 0 and site in centers and site not in standing]
                state["builds"][power] = {"count": min(due, len(free)), "homes": free}
        return state


class GamePhaseData:
    """A phase: its name, state, orders, results and messages."""

    __slots__ = ("name", "_state", "_orders", "_results", "messages", "summary", "statistical_summary")

    def __init__(self, name, state, orders, results, messages, summary=None, statistical_summary=None):
        self.name, self._state, self._orders = name, state, orders
        self._results, self.messages = results, messages
        self.summary, self.statistical_summary = summary, statistical_summary

    @property
    def state(self):
        """The position at the beginning of the phase."""
        if isinstance(self._state, Snapshot):
            self._state = self._state.write()
        return self._state

    @state.setter
    def state(self, state):
        self._state = state

    @property
    def orders(self):
        """The orders by power."""
        if isinstance(self._orders, Played):
            self._orders = self._orders.orders
        return self._orders

    @orders.setter
    def orders(self, orders):
        self._orders = orders

    @property
    def results(self):
        """The result codes by unit."""
        if isinstance(self._results, Played):
            self._results = self._results.result
        return self._results

    @results.setter
    def results(self, results):
        self._results = results

    def to_dict(self):
        """The phase as JSON can hold it."""
        return {
            "name": self.name,
            "state": self.state,
            "orders": self.orders,
            "results": {unit: [str(code) for code in codes] for unit, codes in self.results.items()},
            "messages": [message.to_dict() for message in self.messages.values()],
        }

    @classmethod
    def from_dict(cls, fields):
        """A phase from what `to_dict` gave."""
        from .results import read_code

        messages = SortedDict()
        for message in fields.get("messages") or []:
            message = message if isinstance(message, Message) else Message.from_dict(message)
            messages[message.time_sent] = message
        results = {unit: [read_code(code) for code in codes] for unit, codes in (fields.get("results") or {}).items()}
        return cls(fields["name"], fields["state"], fields.get("orders") or {}, results, messages)


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
        if isinstance(value, (Snapshot, Played)):
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

    _write = staticmethod(lambda snapshot: snapshot.write())


class OrderDict(LateDict):
    """A history of orders."""

    _write = staticmethod(lambda played: played.orders)


class ResultDict(LateDict):
    """A history of results."""

    _write = staticmethod(lambda played: played.result)
