"""How phases are judged, and what follows from one to the next."""

from .map import following
from .results import CODES, VOID


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
