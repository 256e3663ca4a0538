"""A power and what it has, as the package keeps it: lists of texts that may be changed."""

from ..._parlour import Holdings
from .missing import missing

_HELD = ("name", "units", "centers", "retreats", "homes", "influence", "orders", "adjust", "civil_disorder")
_HELD += ("order_is_set", "wait", "vote")


class Power(Holdings):
    """A power: units, centers, retreats, homes, influence, orders, adjust. They are
    written out when somebody looks at them."""

    __slots__ = ("game", "abbrev", "role", "controller", "goner", "tokens")

    def __init__(self, game=None, name=None, role="server_type"):
        self.game, self.name, self.role = game, name, role
        self.abbrev = name[:1] if name else None
        self.units, self.centers, self.homes, self.influence = [], [], [], []
        self.retreats, self.orders, self.adjust = {}, {}, []
        self.civil_disorder = self.order_is_set = self.goner = 0
        self.wait, self.vote, self.controller, self.tokens = True, "neutral", {0: "dummy"}, set()

    def __getattr__(self, name):
        raise missing("Power", name)

    def __getstate__(self):
        return {name: getattr(self, name) for name in _HELD + self.__slots__}

    def __setstate__(self, state):
        for name, value in state.items():
            setattr(self, name, value)

    def __str__(self):
        lines = [f"{self.name} ({self.role})"]
        if self.homes:
            lines.append("INHABITS " + " ".join(self.homes))
        if self.centers:
            lines.append("OWNS " + " ".join(self.centers))
        lines += [f"{unit} --> {', '.join(places)}" for unit, places in self.retreats.items()]
        lines += self.units + [f"{unit} {order}" for unit, order in self.orders.items()] + self.adjust
        return "\n".join(lines) + "\n"

    def clear_units(self):
        """Takes all units off the board."""
        self.units, self.retreats, self.influence = [], {}, []

    def clear_centers(self):
        """Gives all centres up."""
        self.centers = []

    def clear_orders(self):
        """Forgets all orders."""
        self.orders, self.adjust = {}, []
        self.order_is_set = 0
        self.wait = True

    def is_eliminated(self):
        """Whether it has neither units nor centres."""
        return not (self.units or self.centers or self.retreats)

    def is_dummy(self):
        """Whether nobody plays it."""
        return self.get_controller() == "dummy"

    def is_controlled(self):
        """Whether somebody plays it."""
        return not self.is_dummy()

    def get_controller(self):
        """Who plays it."""
        return self.controller[max(self.controller)]

    def get_controller_timestamp(self):
        """Since when."""
        return max(self.controller)

    def is_controlled_by(self, username):
        """Whether this user plays it."""
        return self.get_controller() == username

    def set_controlled(self, username):
        """Says who plays it; None for nobody."""
        from .messages import now

        if self.get_controller() != (username or "dummy"):
            self.controller[max(now(), max(self.controller) + 1)] = username or "dummy"

    def does_not_wait(self):
        """Whether it has ordered and wants to go on."""
        return self.order_is_set and not self.wait

    def moves_submitted(self):
        """Whether there is nothing left for it to order."""
        if self.game.phase_type == "M":
            return len(self.orders) >= len(self.units)
        if self.game.phase_type == "R":
            return len(self.adjust) >= len(self.retreats)
        return len(self.adjust) >= abs(len(self.centers) - len(self.units))

    def to_dict(self):
        """The power as JSON can hold it."""
        kept = ("name", "units", "centers", "retreats", "homes", "influence", "orders", "adjust")
        fields = {name: getattr(self, name) for name in kept}
        fields.update(civil_disorder=self.civil_disorder, order_is_set=self.order_is_set, wait=self.wait, vote=self.vote)
        fields["controller"] = {str(time): name for time, name in self.controller.items()}
        return fields
