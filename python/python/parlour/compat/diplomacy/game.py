"""The drop-in for the package's `Game`."""

import base64
import copy
import os

from ..._parlour import Played
from .judging import Judging
from .map import shared
from .messages import GLOBAL, SYSTEM, Message, now
from .missing import missing
from .ordering import Ordering
from .phase_data import GamePhaseData, OrderDict, PhaseDict, ResultDict, Snapshot, SortedDict, StateDict
from .power import Power
from .results import CODES

#: The rules of a game for which none are named.
DEFAULT_RULES = ("SOLITAIRE", "NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE")


class Game(Ordering, Judging):
    """A game of Diplomacy with the methods and attributes of the package's.

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
    ):
        self.game_id = game_id or base64.b64encode(os.urandom(12), b"-_").decode()
        self.map_name, self.map = map_name, shared(map_name)
        self.status, self.role, self.n_controls, self.deadline = status, role, n_controls, deadline
        self.victory = list(victory or self.map.victory)
        self.win = win or self.victory[0]
        self.timestamp_created = timestamp_created or now()
        self.rules, self.no_rules, self.meta_rules = [], set(), []
        for rule in DEFAULT_RULES if rules is None else rules:
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

    # Where the game stands.

    def _set_long_phase(self, phase):
        self.phase = phase
        self.phase_type = None if phase in ("FORMING", "COMPLETED") else phase.rsplit(" ", 1)[-1][0]

    @property
    def current_short_phase(self):
        """The phase, for instance `S1901M`."""
        return self.map.phase_abbr(self.phase)

    phase_abbr = current_short_phase
    is_game_done = property(lambda self: self.phase == "COMPLETED")
    is_game_forming = property(lambda self: self.status == "forming")
    is_game_active = property(lambda self: self.status == "active")
    is_game_paused = property(lambda self: self.status == "paused")
    is_game_canceled = property(lambda self: self.status == "canceled")
    is_game_completed = property(lambda self: self.status == "completed")
    civil_disorder = property(lambda self: "CIVIL_DISORDER" in self.rules)
    no_press = property(lambda self: "NO_PRESS" in self.rules)
    public_press = property(lambda self: "PUBLIC_PRESS" in self.rules)
    power_choice = property(lambda self: "POWER_CHOICE" in self.rules)
    real_time = property(lambda self: "REAL_TIME" in self.rules)
    solitaire = property(lambda self: "SOLITAIRE" in self.rules)
    start_master = property(lambda self: "START_MASTER" in self.rules)
    power = property(lambda self: self.powers.get(self.role))

    def current_state(self):
        """The game itself, for `with`."""
        return self

    def is_fixed_state_unchanged(self, log_error=True):
        """Games are not watched: always True."""
        return True

    def is_server_game(self):
        """Whether it is nobody's own view."""
        return self.role == "server_type"

    def is_player_game(self):
        """Whether it is a power's own view."""
        return self.role in self.powers

    def is_omniscient_game(self):
        """Whether it is a view of everything."""
        return self.role == "omniscient_type"

    def is_observer_game(self):
        """Whether it is a view of what is public."""
        return self.role == "observer_type"

    def set_status(self, status):
        """Sets `forming`, `active`, `paused`, `completed` or `canceled`."""
        self.status = status

    def get_current_phase(self):
        """The phase, for instance `S1901M`."""
        return self.current_short_phase

    def set_current_phase(self, new_phase):
        """Goes to a phase (`S1901M`), leaving everything else as it is."""
        if new_phase in ("FORMING", "COMPLETED"):
            self._set_long_phase(new_phase)
            return
        long = self.map.phase_long(new_phase)
        if long == "?????":
            raise ValueError(f"{new_phase!r} is no phase; phases are written S1901M, F1901R, W1901A")
        self._set_long_phase(long)

    def has_power(self, power_name):
        """Whether there is such a power."""
        return power_name in self.powers

    def get_power(self, power_name):
        """A power by its name; None if there is none."""
        return self.powers.get(power_name)

    def get_map_power_names(self):
        """The names of all powers."""
        return self.powers.keys()

    def set_controlled(self, power_name, username):
        """Says who plays a power."""
        self.powers[power_name].set_controlled(username)

    def is_controlled(self, power_name):
        """Whether somebody plays a power."""
        return self.powers[power_name].is_controlled()

    def is_dummy(self, power_name):
        """Whether nobody plays a power."""
        return self.powers[power_name].is_dummy()

    def add_rule(self, rule):
        """Adds one of the package's rules. `BUILD_ANY`, `NO_CHECK` and
        `DONT_SKIP_PHASES` change how phases are judged; the others are kept."""
        if rule in ("HOLD_WIN", "SHARED_VICTORY"):
            raise NotImplementedError(f"the rule {rule} is not judged here; decide the end with draw(winners=...)")
        if rule not in self.rules:
            self.rules.append(rule)

    def remove_rule(self, rule):
        """Takes a rule away."""
        if rule in self.rules:
            self.rules.remove(rule)

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
        return self._each(self._orderable, power_name)

    def _orderable(self, power):
        if self.phase_type == "R":
            return sorted(unit[2:5] for unit in power.retreats)
        if self.phase_type == "A":
            due = len(power.centers) - len(power.units)
            if due >= 0:
                return sorted(self._build_sites(power)) if due else []
        return sorted(unit[2:5] for unit in power.units)

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

    # Setting things up.

    def set_units(self, power_name, units, reset=False):
        """Puts units on the board; those written with a star are dislodged."""
        power = self.powers.get(power_name.upper())
        if power is None:
            return
        units = [units] if isinstance(units, str) else list(units)
        if reset:
            power.clear_units()
        standing = [unit.upper() for unit in units if not unit.startswith("*")]
        gone = [unit[1:].upper() for unit in units if unit.startswith("*")]
        taken, left = {unit[2:5] for unit in standing}, {unit[2:5] for unit in gone}
        for other in self.powers.values():
            other.units = [unit for unit in other.units if unit[2:5] not in taken]
            other.retreats = {unit: to for unit, to in other.retreats.items() if unit[2:5] not in left}
            other.influence = [loc for loc in other.influence if loc not in taken and loc not in left]
        for unit in standing + gone:
            if not self.map.is_valid_unit(unit):
                self.error.append(f"{unit} is no unit of this map")
            elif unit in standing and unit not in power.units:
                power.units.append(unit)
                power.influence.append(unit[2:5])
            elif unit in gone:
                power.retreats[unit] = []
        if self.phase_type == "R":
            occupied = {unit[2:5] for other in self.powers.values() for unit in other.units}
            for other in self.powers.values():
                for unit in other.retreats:
                    places = self.map.board.neighbours(unit)
                    other.retreats[unit] = [to for to in places if to[:3] not in occupied]

    def set_centers(self, power_name, centers, reset=False):
        """Gives centres to a power."""
        power = self.powers.get(power_name.upper())
        if power is None:
            return
        centers = [centers] if isinstance(centers, str) else list(centers)
        if reset:
            power.clear_centers()
        for other in self.powers.values():
            other.centers = [center for center in other.centers if center not in centers]
        power.centers += [center for center in centers if center in self.map.scs]

    def set_orders(self, power_name, orders, expand=True, replace=True):
        """Hands orders of a power in. What cannot be played is noted in `error`."""
        power = self._known(power_name)
        orders = [orders] if isinstance(orders, str) else list(orders)
        orders = [order for order in orders if order]
        if self.phase_type == "R":
            self._order_retreat(power, orders, replace)
        elif self.phase_type == "A":
            self._order_adjustment(power, orders, replace)
        elif orders:
            self._order_movement(power, orders, replace)
        power.order_is_set = 2 if power.orders or power.adjust else 1

    def set_wait(self, power_name, wait):
        """Says whether a power wants to wait."""
        if power_name.upper() in self.powers:
            self.powers[power_name.upper()].wait = wait

    def _clear(self, power_name, of):
        for power in self.powers.values():
            if power_name is None or power.name == power_name.upper():
                of(power)

    def clear_units(self, power_name=None):
        """Takes all units off the board, or those of a power."""
        self._clear(power_name, Power.clear_units)

    def clear_centers(self, power_name=None):
        """Nobody owns a centre any more, or a power none."""
        self._clear(power_name, Power.clear_centers)

    def clear_orders(self, power_name=None):
        """Forgets all orders, or those of a power."""
        self._clear(power_name, Power.clear_orders)

    def clear_cache(self):
        """There is no cache; nothing to do."""

    def build_caches(self):
        """There is no cache; nothing to do."""

    # Playing.

    def get_all_possible_orders(self):
        """All legal orders by location."""
        if self.phase_type == "M":
            return self.map.core.possible([power.units for power in self.powers.values()])
        possible = {loc: [] for loc in self.map.locs}
        if self.phase_type is None:
            return possible

        def add(loc, order):
            possible[loc].append(order)
            if "/" in loc:
                possible[loc[:3]].append(order)

        for power in self.powers.values():
            if self.phase_type == "R":
                standing = {unit[2:5] for own in self.powers.values() for unit in own.units}
                for unit, places in power.retreats.items():
                    add(unit[2:], f"{unit} D")
                    for to in places:
                        if to[:3] not in standing:
                            add(unit[2:], f"{unit} R {to}")
                continue
            due = len(power.centers) - len(power.units)
            if due < 0:
                for unit in power.units:
                    add(unit[2:], f"{unit} D")
            elif due > 0:
                for site in self._build_sites(power):
                    for loc in self.map.find_coasts(site):
                        for unit in (f"A {loc}", f"F {loc}"):
                            if self.map.is_valid_unit(unit):
                                add(loc, f"{unit} B")
                        possible[loc].append("WAIVE")
        return possible

    def process(self):
        """Judges the phase and goes on to the next; the phase as it was."""
        phase, messages = self.current_short_phase, self.messages
        powers = list(self.powers.values())
        self.error = []
        if self.phase_type == "M" and "NO_CHECK" not in self.rules:
            head = (now(), self.note, phase)
            orders = results = played = self.map.core.play(powers, CODES)
            state = Snapshot(self.map.core, head, played, "BUILD_ANY" in self.rules)
            self._command = self._ordered_units = played
            self.dislodged, self.popped = played.dislodged, played.popped
            retreats = played.retreats
        else:
            orders, state = self.get_orders(), self._snapshot()
            if self.phase_type == "M":
                self._judge_movement()
            elif self.phase_type == "R":
                self._judge_retreats()
            elif self.phase_type == "A":
                self._judge_adjustments()
            else:
                raise ValueError(f"a game that is {phase} cannot be processed")
            results = self.result
            retreats = self.phase_type == "M" and any(power.retreats for power in powers)
        self.result = {}
        self.result_history[phase] = results
        self.order_history[phase] = orders
        self.message_history[phase] = messages
        self.state_history[phase] = state
        self._advance(powers, retreats)
        self.messages = SortedDict()
        for power in powers:
            if power.adjust:
                power.adjust = []
            if power.orders:
                power.orders = {}
            power.order_is_set, power.wait, power.vote = 0, True, "neutral"
        if self.phase_type in ("R", "A"):
            for power in powers:
                if not self._has_orders(power) and not power.is_eliminated():
                    power.order_is_set, power.wait = 1, False
        return GamePhaseData(phase, state, orders, results, messages)

    def _has_orders(self, power):
        """Whether a power has something to order in retreats or adjustments."""
        if self.phase_type == "R":
            return bool(power.retreats)
        due = len(power.centers) - len(power.units)
        return bool(due and power.units if due < 0 else due and self._build_sites(power))

    @property
    def command(self):
        """The orders that were judged last, by unit."""
        if isinstance(self._command, Played):
            self._command = self._command.command
        return self._command

    @command.setter
    def command(self, command):
        self._command = command

    @property
    def ordered_units(self):
        """The units that were ordered in the last phase, by power."""
        if isinstance(self._ordered_units, Played):
            self._ordered_units = self._ordered_units.ordered_units
        return self._ordered_units

    @ordered_units.setter
    def ordered_units(self, units):
        self._ordered_units = units

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

    # States and histories.

    def get_hash(self):
        """A text that differs when units, dislodged units or centres differ. It is not
        the package's own number."""
        powers = self.powers.values()
        return self.map.core.hash([p.units for p in powers], [p.retreats for p in powers], [p.centers for p in powers])

    rebuild_hash = get_hash

    def _snapshot(self):
        head = (now(), self.note, self.current_short_phase)
        before = self.map.core.before(list(self.powers.values()))
        return Snapshot(self.map.core, head, before, "BUILD_ANY" in self.rules)

    def get_state(self):
        """The position as a dict that JSON can hold."""
        return self._snapshot().write()

    def set_state(self, state, clear_history=True):
        """Sets the position from what `get_state` gave."""
        if "map" in state and state["map"] != self.map_name:
            raise RuntimeError(f"the state is of the map {state['map']!r}, the game of {self.map_name!r}")
        if clear_history:
            self._clear_history()
        if "rules" in state:
            self.rules = []
            for rule in state["rules"]:
                self.add_rule(rule)
        self.note = state.get("note", self.note)
        if state.get("name"):
            self.set_current_phase(state["name"])
        for name, units in state.get("units", {}).items():
            self.set_units(name, units, reset=True)
        for name, retreats in state.get("retreats", {}).items():
            own = self._known(name).retreats
            own.update({unit: list(places) for unit, places in retreats.items() if unit in own})
        for name, centers in state.get("centers", {}).items():
            self.set_centers(name, list(centers), reset=True)
        for name, power in self.powers.items():
            power.homes = list(state.get("homes", {}).get(name, self.map.homes[name]))
            power.influence = list(state.get("influence", {}).get(name, power.influence))
            power.civil_disorder = state.get("civil_disorder", {}).get(name, power.civil_disorder)

    def _clear_history(self):
        for history in (self.state_history, self.order_history, self.result_history, self.message_history):
            history.clear()
        self.clear_orders()
        self.clear_vote()

    def get_phase_data(self):
        """The present phase."""
        orders = {name: self.get_orders(name) if power.order_is_set else None for name, power in self.powers.items()}
        return GamePhaseData(self.current_short_phase, self.get_state(), orders, {}, self.messages.copy())

    def set_phase_data(self, phase_data, clear_history=True):
        """Sets the game from phases: the last is the present one, the others its history."""
        phases = [phase_data] if isinstance(phase_data, GamePhaseData) else list(phase_data)
        if not phases:
            return
        if clear_history:
            self._clear_history()
        for phase in phases[:-1]:
            self.extend_phase_history(phase)
        present = phases[-1]
        self.set_state(present.state, clear_history=False)
        for name, orders in present.orders.items():
            if orders is not None:
                self.set_orders(name, orders)
        self.messages = SortedDict(present.messages)

    def extend_phase_history(self, game_phase_data):
        """Adds a phase to the history."""
        name = str(game_phase_data.name)
        self.state_history[name] = game_phase_data.state
        self.order_history[name] = game_phase_data.orders
        self.result_history[name] = game_phase_data.results
        self.message_history[name] = game_phase_data.messages

    def get_phase_history(self, from_phase=None, to_phase=None, game_role=None):
        """The phases that were played, from one to another, both included."""
        ends = [self.state_history.key_from_index(it) if isinstance(it, int) else it for it in (from_phase, to_phase)]
        return [
            GamePhaseData(
                name,
                self.state_history[name],
                self.order_history.get(name, {}),
                self.result_history.get(name, {}),
                self._told(self.message_history.get(name, SortedDict()), game_role),
            )
            for name in self.state_history.sub_keys(*ends)
        ]

    def get_phase_from_history(self, short_phase_name, game_role=None):
        """A phase that was played."""
        return self.get_phase_history(short_phase_name, short_phase_name, game_role)[0]

    @staticmethod
    def _told(messages, role):
        if role is None:
            return messages
        roles = {role} if isinstance(role, str) else set(role)
        told = lambda it: it.is_global() or it.sender in roles or it.recipient in roles  # noqa: E731
        return SortedDict({time: message for time, message in messages.items() if told(message)})

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
    def from_dict(cls, fields):
        """A game from what `to_dict` gave."""
        from .export import of_whole

        return of_whole(cls, fields)

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
