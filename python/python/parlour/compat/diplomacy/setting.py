"""Setting a game up: units, centres, orders, and taking them away."""

from .power import Power


class Setting:
    """The part of a game that is set."""

    __slots__ = ()

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
        power.order_is_set = 2 if power._is_ordered else 1

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
