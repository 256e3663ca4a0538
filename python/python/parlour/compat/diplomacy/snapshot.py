"""A state that nobody has asked for yet."""


class Snapshot:
    """A state that is written out when somebody asks for it."""

    __slots__ = ("head", "parts", "build_any")

    def __init__(self, head, parts, build_any):
        self.head, self.parts, self.build_any = head, parts, build_any

    def write(self):
        """The state as a dict that JSON can hold."""
        return self.parts.state(*self.head, self.build_any)
