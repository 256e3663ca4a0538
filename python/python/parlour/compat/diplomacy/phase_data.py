"""What a phase held."""

from .histories import TELLING, SortedDict
from .messages import Message
from .snapshot import Snapshot


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
        if isinstance(self._orders, TELLING):
            self._orders = self._orders.orders
        return self._orders

    @orders.setter
    def orders(self, orders):
        self._orders = orders

    @property
    def results(self):
        """The result codes by unit."""
        if isinstance(self._results, TELLING):
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
