"""How phases are judged, and what follows from one to the next."""

from .map import following
from .results import BOUNCE, CODES, DISBAND, VOID


class Judging:
    """The part of a game that judges."""

    __slots__ = ()

    def _judge_unchecked(self, powers):
        """NO_CHECK: orders are read now; those that cannot be played are void."""
        orders = self.get_orders()
        invalid = [self._check_unchecked(power) for power in powers]
        played = self.map.core.play(powers, CODES)
        results = played.result
        for (_, units, *_), texts in zip(played.parts, invalid):
            for text in texts:
                unit = " ".join(text.upper().split()[:2])
                if unit in units and VOID not in results[unit]:
                    results[unit].append(VOID)
        return played, orders, results

    def _judge_retreats(self):
        """Retreats are made, or units are lost; the results by unit."""
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
        return self.result

    def _lose(self, unit):
        """A unit that had to retreat is gone."""
        codes = self.result.setdefault(unit, [])
        if DISBAND not in codes:
            codes.append(DISBAND)
        if unit not in self.popped:
            self.popped.append(unit)

    def _advance(self, powers, retreats, build_any):
        """On to the next phase that somebody must order."""
        while True:
            self.phase, self.phase_type, year = following(self.phase)
            if self.phase_type == "M" or self.phase_type == "R" and retreats:
                return
            if self.phase_type == "A":
                if self._close(year, powers, build_any):
                    return
            if "DONT_SKIP_PHASES" in self.rules:
                return

    def _close(self, year, powers, build_any):
        """Every centre with a unit on it belongs to that unit's power; whether the
        game is over, or somebody must order."""
        self.lost, counts, somebody = self.map.core.capture(powers, build_any)
        most = max(counts)
        if most >= self.win and counts.count(most) == 1:
            self._finish([powers[counts.index(most)].name])
        elif year - self.map.first_year + 1 >= 100:
            self._finish([power.name for power in powers if power.units])
        return somebody or self.phase == "COMPLETED"

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
