"""How phases are judged, and what follows from one to the next."""

from .results import BOUNCE, CODES, DISBAND, OK, VOID


class Judging:
    """The part of a game that judges."""

    __slots__ = ()

    def _judge_movement(self):
        powers = list(self.powers.values())
        invalid = [self._check_unchecked(power) for power in powers] if "NO_CHECK" in self.rules else None
        orders = [power.orders for power in powers]
        turned = self.map.core.movement([power.units for power in powers], orders, CODES)
        self.result, self.command = turned.result, turned.command
        self.dislodged, self.popped = turned.dislodged, turned.popped
        self.ordered_units = {power.name: list(power.orders) for power in powers}
        if invalid:
            self._void(powers, invalid)
        entered = {loc for own in turned.entered for loc in own}
        for power, units, retreats, own in zip(powers, turned.units, turned.retreats, turned.entered):
            power.units, power.retreats = units, retreats
            power.influence = [loc for loc in power.influence if loc not in entered] + own
            power.orders, power.civil_disorder = {}, 0

    def _void(self, powers, invalid):
        """NO_CHECK: orders that could not be played are void."""
        for power, texts in zip(powers, invalid):
            for text in texts:
                unit = " ".join(text.upper().split()[:2])
                if unit in power.units and VOID not in self.result[unit]:
                    self.result[unit].append(VOID)

    def _judge_retreats(self):
        self.command, self.result = {}, {unit: [] for power in self.powers.values() for unit in power.retreats}
        self.ordered_units = {name: [] for name in self.powers}
        goals = {}
        for power in self.powers.values():
            ordered = self.ordered_units[power.name]
            for order in power.adjust:
                words = order.split()
                if words[0] == "VOID":
                    unit = " ".join(words[1:3])
                    self.result[unit] = [VOID]
                else:
                    unit = " ".join(words[:2])
                    if len(words) == 4:
                        goals.setdefault(words[3][:3], []).append(unit)
                if unit not in ordered:
                    ordered.append(unit)
        for units in goals.values():
            if len(units) > 1:
                for unit in units:
                    self.result[unit] = [BOUNCE, DISBAND]
                self.popped += units
        gone = set(self.popped)
        for power in self.powers.values():
            for order in power.adjust:
                words = order.split()
                unit = " ".join(words[:2])
                if len(words) == 4 and words[0] != "VOID" and unit not in gone:
                    # Lists are replaced: the histories keep those that were.
                    power.units = power.units + [f"{words[0]} {words[3]}"]
                    self.dislodged.pop(unit, None)
                    for other in self.powers.values():
                        if words[3] in other.influence:
                            other.influence = [loc for loc in other.influence if loc != words[3]]
                    power.influence = power.influence + [words[3]]
            for unit in power.retreats:
                if unit in self.dislodged:
                    self._lose(unit)
            power.adjust, power.retreats, power.civil_disorder = [], {}, 0
        for unit in list(self.dislodged):
            self._lose(unit)
            del self.dislodged[unit]

    def _lose(self, unit):
        """A unit that had to retreat is gone."""
        codes = self.result.setdefault(unit, [])
        if DISBAND not in codes:
            codes.append(DISBAND)
        if unit not in self.popped:
            self.popped.append(unit)

    def _judge_adjustments(self):
        self.command, self.result = {}, {}
        self.ordered_units = {name: [] for name in self.powers}
        for power in self.powers.values():
            if not power.adjust and len(power.units) <= len(power.centers):
                power.civil_disorder = 0
                continue
            ordered, adjust = self.ordered_units[power.name], power.adjust
            surplus = len(power.units) - len(power.centers)
            wanted, kind = abs(surplus), "D" if surplus > 0 else "B"
            carried = []
            for order in adjust:
                words = order.split()
                void = words[0] == "VOID"
                unit = " ".join(words[1:3] if void else words[:2])
                if unit not in ordered:
                    ordered.append(unit)
                codes = self.result.setdefault(unit, [])
                if void or words[-1] != kind and order != "WAIVE" or wanted == 0:
                    codes.append(VOID)
                elif order == "WAIVE":
                    codes.append(VOID)
                else:
                    wanted -= 1
                    carried.append(unit)
            if wanted:
                power.civil_disorder = 1
            if kind == "D" and wanted:
                place = self._places[power.name]
                lists = [own.units for own in self.powers.values()]
                lost = self.map.core.civil_disorder(lists, place, wanted, carried)
                carried += lost
            if carried:
                power.units = power.units[:]
            for unit in carried:
                if kind == "B":
                    power.units.append(unit)
                elif unit in power.units:
                    power.units.remove(unit)
                self.result.setdefault(unit, []).append(OK)
            power.adjust, power.retreats, power.civil_disorder = [], {}, 0

    def _advance(self, powers, retreats):
        """On to the next phase that somebody must order."""
        core = self.map.core
        while self.phase not in ("", "FORMING", "COMPLETED"):
            self._set_long_phase(self.map.find_next_phase(self.phase))
            if self.phase_type == "M":
                return
            if self.phase_type == "R":
                if retreats:
                    return
                for power in powers:
                    power.civil_disorder = 0
                    if power.adjust:
                        power.adjust = []
            else:
                self._capture(powers)
                if self.phase == "COMPLETED":
                    return
                if core.must_adjust(powers, "BUILD_ANY" in self.rules):
                    return
            if "DONT_SKIP_PHASES" in self.rules:
                return

    def _capture(self, powers):
        """Every centre with a unit on it belongs to that unit's power."""
        if not any(power.centers for power in powers):
            for power in powers:
                power.centers = list(power.homes)
        self.lost, counts = self.map.core.capture(powers)
        most = max(counts)
        if most >= self.win and counts.count(most) == 1:
            self._finish([powers[counts.index(most)].name])
        elif int(self.phase.split()[1]) - self.map.first_year + 1 >= 100:
            self._finish([power.name for power in powers if power.units])

    def _finish(self, victors):
        self.outcome = [self.current_short_phase, *victors]
        self.note = "Victory by: " + ", ".join(name[:3] for name in victors)
        self._set_long_phase("COMPLETED")
        self.status = "completed"
        for power in self.powers.values():
            power.retreats, power.adjust, power.civil_disorder = {}, [], 0

    def _build_sites(self, power):
        """Where a power may build."""
        standing = {unit[2:5] for own in self.powers.values() for unit in own.units}
        sites = power.centers if "BUILD_ANY" in self.rules else power.homes
        return [site for site in sites if site in power.centers and site not in standing]
