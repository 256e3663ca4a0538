"""Messages between powers, as the package keeps them."""

import time

SYSTEM, GLOBAL, OBSERVER, OMNISCIENT = "SYSTEM", "GLOBAL", "OBSERVER", "OMNISCIENT"


class Message:
    """A message: sender, recipient, time_sent (microseconds), phase, message."""

    __slots__ = ("sender", "recipient", "time_sent", "phase", "message")

    def __init__(self, sender=None, recipient=None, time_sent=None, phase=None, message=None):
        self.sender, self.recipient = sender, recipient
        self.time_sent, self.phase, self.message = time_sent, phase, message

    def is_global(self):
        """Whether everybody may read it."""
        return self.recipient == GLOBAL

    def for_observer(self):
        """Whether it is for those who look on."""
        return self.recipient == OBSERVER

    def to_dict(self):
        """The message as JSON can hold it."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_dict(cls, fields):
        """A message from what `to_dict` gave."""
        return cls(**{name: fields.get(name) for name in cls.__slots__})

    def __str__(self):
        return f"[{self.time_sent}/{self.phase}/{self.sender}->{self.recipient}]({self.message})"

    def __hash__(self):
        return hash(str(self))

    def __eq__(self, other):
        return isinstance(other, Message) and self.to_dict() == other.to_dict()

    def __lt__(self, other):
        return self.time_sent < other.time_sent


def now():
    """The time in microseconds."""
    return time.time_ns() // 1000
