"""States and histories: the game as it is and was, told and set."""

from .histories import SortedDict
from .map import same_map
from .messages import now
from .phase_data import GamePhaseData
from .snapshot import Snapshot


class Keeping:
    """The part of a game that keeps what was."""

    __slots__ = ()

    def get_hash(self):
        """A text that differs when units, dislodged units or centres differ. It is not
        the package's own number."""
        return self.map.core.before(list(self.powers.values())).hash

    rebuild_hash = get_hash

    def _snapshot(self):
        head = (now(), self.note, self.current_short_phase)
        before = self.map.core.before(list(self.powers.values()))
        return Snapshot(head, before, "BUILD_ANY" in self.rules)

    def get_state(self):
        """The position as a dict that JSON can hold."""
        return self._snapshot().write()

    def set_state(self, state, clear_history=True):
        """Sets the position from what `get_state` gave."""
        if "map" in state and not same_map(state["map"], self.map.name):
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
        if state.get("units") and state.get("centers"):
            # Every list is new: nobody else has seen it.
            self.map.core.keep(list(self.powers.values()))

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
