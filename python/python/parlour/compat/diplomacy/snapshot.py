"""A state that nobody has asked for yet."""


class Snapshot:
    """A state that is written out when somebody asks for it."""

    __slots__ = ("head", "parts", "build_any")

    def __init__(self, head, parts, build_any):
        self.head, self.parts, self.build_any = head, parts, build_any

    def write(self):
        """The state as a dict that JSON can hold."""
        timestamp, note, name = self.head
        parts = self.parts.parts
        state = {
            "timestamp": timestamp,
            "zobrist_hash": self.parts.hash,
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
