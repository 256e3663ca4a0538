"""The drop-in for the package's `Game`."""

import base64
import copy
import os

from .histories import Late, OrderDict, PhaseDict, ResultDict, SortedDict, StateDict
from .judging import Judging
from .keeping import Keeping
from .map import MAPS, shared
from .messages import GLOBAL, SYSTEM, Message, now
from .missing import missing, unwanted
from .ordering import Ordering
from .phase_data import GamePhaseData
from .power import Power
from .results import CODES, OK, VOID
from .setting import Setting
from .snapshot import Snapshot
from .standing import Standing

#: The rules of a game for which none are named.
DEFAULT_RULES = ("SOLITAIRE", "NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE")


class Game(Standing, Setting, Ordering, Judging, Keeping):
    """A game of Diplomacy with the methods and attributes of the package's. `map_name`
    may also be a `parlour.diplomacy.Board` of one's own, or the path of its file.

    >>> from parlour.compat.diplomacy import Game
    >>> game = Game()
    >>> game.set_orders("FRANCE", ["A PAR - BUR", "A MAR - BUR"])
    >>> game.process().results["A PAR"]
    ['bounce']
    >>> game.get_current_phase()
    'F1901M'
    """

    def __init__(
        self,
        game_id=None,
        map_name="standard",
        rules=None,
        *,
        status="forming",
        role="server_type",
        n_controls=None,
        deadline=300,
        victory=None,
        win=None,
        timestamp_created=None,
        note="",
        **others,
    ):
        others = [name for name, value in others.items() if value is not None]
        if others:
            raise unwanted(others)
        self.game_id = game_id or base64.b64encode(os.urandom(12), b"-_").decode()
        self.map = shared(map_name)
        # Of a path, or a board of one's own, the board's name.
        self.map_name = map_name if map_name in (*MAPS, self.map.board.name) else self.map.name
        self.status, self.role, self.n_controls, self.deadline = status, role, n_controls, deadline
        self.victory = list(victory or self.map.victory)
        self.win = win or self.victory[0]
        self.timestamp_created = timestamp_created or now()
        self.rules, self.no_rules, self.meta_rules = [], set(), []
        for rule in DEFAULT_RULES if rules is None else rules:
            self.add_rule(rule)
        for rule in self.map.rules:
            self.add_rule(rule)
        if "NO_DEADLINE" in self.rules:
            self.deadline = 0
        if "SOLITAIRE" in self.rules:
            self.n_controls = 0
        self.note, self.outcome, self.error, self.popped = note, [], [], []
        self.result, self.command, self.dislodged, self.lost, self.ordered_units = {}, {}, {}, {}, {}
        self.messages = SortedDict()
        self.state_history, self.order_history = StateDict(), OrderDict()
        self.result_history, self.message_history = ResultDict(), PhaseDict()
        self._set_long_phase(self.map.phase)
        self.powers, self._places = {}, {}
        for place, name in enumerate(self.map.powers):
            power = self.powers[name] = Power(self, name, role)
            self._places[name] = place
            power.units, power.centers = list(self.map.units[name]), list(self.map.centers[name])
            power.homes = list(self.map.homes[name])
            power.influence = [unit[2:5] for unit in power.units]
        self.map.core.keep(list(self.powers.values()))

    def __getattr__(self, name):
        raise missing("Game", name)

    def __str__(self):
        lines = [f"GAME {self.game_id}", f"PHASE {self.phase}", f"MAP {self.map_name}"]
        if self.outcome:
            lines.append("RESULT " + " ".join(self.outcome))
        return "\n".join(lines + [f"RULE {rule}" for rule in self.rules])

    def __enter__(self):
        return self

    def __exit__(self, *_fault):
        return None

    def __deepcopy__(self, memo):
        twin = object.__new__(type(self))
        memo[id(self)] = twin
        for name, value in self.__dict__.items():
            twin.__dict__[name] = value if name in ("map", "_places") else copy.deepcopy(value, memo)
        return twin

    def _each(self, of, power_name):
        if power_name is None:
            return {name: of(power) for name, power in self.powers.items()}
        return of(self._known(power_name))

    def _known(self, power_name):
        power = self.powers.get(power_name.upper())
        if power is None:
            raise ValueError(f"there is no power {power_name!r}; there are {', '.join(self.powers)}")
        return power

    def get_units(self, power_name=None):
        """The units of a power, or of all by name; dislodged ones with a star."""
        return self._each(lambda power: power.units + ["*" + unit for unit in power.retreats], power_name)

    def get_centers(self, power_name=None):
        """The centres of a power, or of all by name."""
        return self._each(lambda power: list(power.centers), power_name)

    def get_orders(self, power_name=None):
        """The orders of a power, or of all by name; void and waived ones left out."""
        if self.phase_type == "M":
            if power_name is None and "NO_CHECK" not in self.rules:
                return {
                    name: [unit + " " + order for unit, order in power.orders.items()]
                    for name, power in self.powers.items()
                }
            if "NO_CHECK" in self.rules:
                return self._each(lambda power: [order for order in power.orders.values() if order], power_name)
            return self._each(lambda power: [f"{unit} {order}" for unit, order in power.orders.items()], power_name)
        kept = lambda order: order != "WAIVE" and not order.startswith("VOID")  # noqa: E731
        if power_name is None:
            return {
                name: [order for order in power.adjust if kept(order)] if power.adjust else []
                for name, power in self.powers.items()
            }
        return self._each(lambda power: [order for order in power.adjust if kept(order)], power_name)

    def get_orderable_locations(self, power_name=None):
        """Where a power, or each by name, has something to order."""
        if self.phase_type == "R":
            return self._each(lambda power: sorted(unit[2:5] for unit in power.retreats), power_name)
        powers, winter = list(self.powers.values()), self.phase_type == "A"
        places = self.map.core.orderable(powers, winter, "BUILD_ANY" in self.rules)
        if power_name is None:
            return dict(zip(self.powers, places))
        return places[self._places[self._known(power_name).name]]

    def get_order_status(self, power_name=None, unit=None, loc=None):
        """The results of the last phase: of a unit, a place, a power, or of all."""
        results = self.result_history.last_value() if self.result_history else {}
        if unit:
            return list(results.get(unit, []))
        if loc:
            found = next((own for own in results if own[2:5] == loc[:3]), None)
            return (found, list(results[found])) if found else (loc, [])
        if power_name is None:
            return {name: self.get_order_status(name) for name in self.powers}
        state = self.state_history.last_value() if self.state_history else {"units": {}}
        units = [own.lstrip("*") for own in state["units"].get(power_name.upper(), [])]
        return {own: list(results.get(own, [])) for own in units}

    # Playing.

    def get_all_possible_orders(self):
        """All legal orders by location."""
        if self.phase_type == "M":
            return self.map.core.possible(list(self.powers.values()))
        if self.phase_type == "A":
            return self.map.core.possible_in_winter(list(self.powers.values()), "BUILD_ANY" in self.rules)
        possible = {loc: [] for loc in self.map.locs}
        if self.phase_type is None:
            return possible

        def add(loc, order):
            possible[loc].append(order)
            if "/" in loc:
                possible[loc[:3]].append(order)

        standing = {unit[2:5] for own in self.powers.values() for unit in own.units}
        for power in self.powers.values():
            for unit, places in power.retreats.items():
                add(unit[2:], f"{unit} D")
                for to in places:
                    if to[:3] not in standing:
                        add(unit[2:], f"{unit} R {to}")
        return possible

    def process(self):
        """Judges the phase and goes on to the next; the phase as it was."""
        kind, rules, own = self.phase_type, self.rules, self.__dict__
        if kind is None:
            raise ValueError(f"a game that is {self.phase} cannot be processed")
        core, powers = self.map.core, [*self.powers.values()]
        phase, messages = self.map.phase_abbr(self.phase), self.messages
        build_any, retreats = "BUILD_ANY" in rules, False
        head = (now(), self.note, phase)
        self.error, self.result = [], {}
        # What came of it is told when somebody asks.
        if kind == "M":
            if "NO_CHECK" in rules:
                before, orders, results = self._judge_unchecked(powers)
            else:
                before = orders = results = core.play(powers, CODES)
            own["command"] = own["ordered_units"] = own["dislodged"] = own["popped"] = before
            retreats = before.retreats
        elif kind == "A":
            before = orders = results = core.adjust(powers, OK, VOID)
            own["command"], own["ordered_units"] = {}, before
        else:
            before = orders = results = core.retreat(powers, own["dislodged"], own["popped"], CODES)
            own["command"], own["ordered_units"], own["dislodged"], own["popped"] = {}, before, {}, before
        state = Snapshot(head, before, build_any)
        self.result_history[phase] = results
        self.order_history[phase] = orders
        self.message_history[phase] = messages
        self.state_history[phase] = state
        self._advance(powers, retreats, build_any)
        self.messages = SortedDict()
        core.begin(powers, self.phase_type, build_any)
        return GamePhaseData(phase, state, orders, results, messages)

    #: The orders that were judged last, by unit.
    command = Late()
    #: The units that were ordered in the last phase, by power.
    ordered_units = Late()
    #: The units that were dislodged, with where their attackers came from.
    dislodged = Late()
    #: The units that are gone.
    popped = Late()

    def draw(self, winners=None):
        """Ends the game, shared by those who are named or who have units left."""
        self.clear_orders()
        before = self.get_phase_data()
        before.orders, before.results = self.get_orders(), {}
        self._finish(list(winners) if winners is not None else [p.name for p in self.powers.values() if p.units])
        self.extend_phase_history(before)
        self.messages = SortedDict()
        self.clear_vote()
        return before, GamePhaseData(self.current_short_phase, self.get_state(), {}, {}, {})

    def clear_vote(self):
        """Everybody's vote is neutral."""
        for power in self.powers.values():
            power.vote = "neutral"

    def has_draw_vote(self):
        """Whether everybody who is left has voted yes."""
        return all(power.vote == "yes" for power in self.powers.values() if not power.is_eliminated())

    def count_voted(self):
        """How many of those who are left have voted."""
        return sum(not power.is_eliminated() and power.vote != "neutral" for power in self.powers.values())

    # Messages.

    def new_power_message(self, recipient, body):
        """A message from the game's own power to another."""
        self._known(recipient)
        return Message(phase=self.current_short_phase, sender=self.role, recipient=recipient, message=body)

    def new_global_message(self, body):
        """A message from the game's own power to everybody."""
        return Message(phase=self.current_short_phase, sender=self.role, recipient=GLOBAL, message=body)

    def new_system_message(self, recipient, body):
        """Adds a message of the system."""
        return self.add_message(Message(phase=self.current_short_phase, sender=SYSTEM, recipient=recipient, message=body))

    def add_message(self, message):
        """Keeps a message; its time."""
        if message.time_sent is None:
            last = self.messages.last_key() if self.messages else 0
            message.time_sent = max(now(), last + 1)
        self.messages[message.time_sent] = message
        return message.time_sent

    # Pictures and files.

    def render(self, incl_orders=True, incl_abbrev=False, output_format="svg", output_path=None):
        """The position and its orders as SVG text, or as the bytes of a PNG."""
        from .drawing import draw

        return draw(self, incl_orders, output_format, output_path)

    def to_dict(self):
        """The whole game as JSON can hold it."""
        from .export import whole

        return whole(self)

    @classmethod
    def from_dict(cls, fields, board=None):
        """A game from what `to_dict` gave; `board` is what it is played on, if that does
        not come with the house."""
        from .export import of_whole

        return of_whole(cls, fields, board)

    def _unit_owner(self, unit, coast_required=1):
        for power in self.powers.values():
            for own in power.units:
                if own == unit or not coast_required and own.split("/")[0] == unit:
                    return power
        return None

    def _occupant(self, site, any_coast=0):
        site = site[:3] if any_coast else site
        units = (unit for power in self.powers.values() for unit in power.units)
        return next((unit for unit in units if unit[2:].startswith(site)), None)


__all__ = ["DEFAULT_RULES", "Game"]
