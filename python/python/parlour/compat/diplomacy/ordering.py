"""How orders are handed in, in each kind of phase."""

from ...diplomacy import NotationError

_VERBS = {"BUILD": "B", "BUILDS": "B", "DISBAND": "D", "DISBANDS": "D", "REMOVE": "D", "RETREAT": "R", "RETREATS": "R"}


class Ordering:
    """The part of a game that takes orders."""

    __slots__ = ()

    def _read_movement(self, power, texts):
        """Each text as unit and order; None and the fault where it cannot be played."""
        return self.map.core.read_movement(list(self.powers.values()), self._places[power.name], texts)

    def _order_movement(self, power, orders, replace):
        texts = [text for text in map(str.strip, orders) if text]
        if "NO_CHECK" in self.rules:
            self._note_unchecked(power, texts, replace)
            return
        powers, place = list(self.powers.values()), self._places[power.name]
        self.error += self.map.core.order(powers, place, texts, bool(replace))

    def _note_unchecked(self, power, texts, replace):
        """NO_CHECK: orders are kept as they were written until they are judged."""
        for text in texts:
            words = text.split()
            if replace and len(words) > 1:
                for key, old in power.orders.items():
                    old = old.split()
                    if len(old) > 1 and old[1][:3] == words[1][:3]:
                        power.orders[key] = ""
            power.orders[f"ORDER {len(power.orders) + 1}"] = " ".join(words)

    def _check_unchecked(self, power):
        """NO_CHECK: what was written becomes orders; a unit ordered twice holds."""
        texts = [text for key, text in power.orders.items() if key.startswith("ORDER") and text]
        kept = {key: text for key, text in power.orders.items() if not key.startswith("ORDER")}
        invalid = []
        for text, (unit, order) in zip(texts, self._read_movement(power, texts)):
            if unit is None:
                invalid.append(text)
            elif unit not in kept:
                kept[unit] = order
            else:
                invalid.append(text)
                if kept[unit] != order:
                    kept[unit] = "H"
        power.orders = kept
        return invalid

    def _words(self, order):
        """An order's words: unit, place, verb, goal; as exact as they can be made."""
        text = " ".join(order.upper().split())
        words = text.split()
        if len(words) > 1 and words[0] in _VERBS:
            words = words[1:] + [_VERBS[words[0]]]
        words = [_VERBS.get(word, word) for word in words]
        if len(words) >= 3 and words[0] in "AF" and words[1] in self.map.loc_type:
            return words
        try:
            return self.map.board.read_order(order).split()
        except NotationError:
            return words

    def _order_retreat(self, power, orders, replace):
        if not orders:
            power.adjust, power.civil_disorder = [], 0
            return
        adjust, done = [], set()
        standing = {unit[2:5] for own in self.powers.values() for unit in own.units}
        for order in orders:
            words = self._words(order)
            if len(words) < 2:
                continue
            named = " ".join(words[:2])
            unit = next((own for own in power.retreats if own == named or own.startswith(named + "/")), None)
            fault = None
            if unit is None:
                fault = "is not dislodged"
            elif unit in done:
                fault = "is ordered twice"
            elif len(words) == 3 and words[2] in "RD":
                words = [*unit.split(), "D"]
            elif len(words) == 4 and words[2] in "R-":
                words = [*unit.split(), "R", words[3]]
                if words[3] not in power.retreats[unit] or words[3][:3] in standing:
                    fault = f"cannot retreat to {words[3]}"
            else:
                fault = "cannot be ordered so in a retreat phase"
            if fault:
                adjust.append("VOID " + order)
                self.error.append(f"{order}: {named} {fault}")
            else:
                done.add(unit)
                adjust.append(" ".join(words))
        self._put_adjustments(power, adjust, replace)

    def _order_adjustment(self, power, orders, replace):
        if not orders:
            power.adjust, power.civil_disorder = [], 0
            return
        need = len(power.centers) - len(power.units)
        sites = self._build_sites(power) if need > 0 else []
        need = min(need, len(sites))
        adjust, places = [], set()
        for order in (text.strip() for text in orders):
            if order.upper() == "WAIVE":
                adjust.append("WAIVE" if need >= 0 else "VOID WAIVE")
                continue
            words = self._words(order)
            if len(words) < 2:
                continue
            text, unit, site = " ".join(words), " ".join(words[:2]), words[1][:3]
            if len(words) != 3 or words[2] != ("D" if need < 0 else "B"):
                fault = "cannot be ordered so now"
            elif need < 0:
                fault = None if unit in power.units and text not in adjust else "cannot be disbanded"
            elif site not in sites or site in places or not self.map.is_valid_unit(unit):
                fault = "cannot be built"
            else:
                fault = None
                places.add(site)
            if fault:
                adjust.append("VOID " + text)
                self.error.append(f"{order}: {unit} {fault}")
            else:
                adjust.append(text)
        self._put_adjustments(power, adjust, replace)
        while 0 < need < len(power.adjust) and "WAIVE" in power.adjust:
            power.adjust.remove("WAIVE")
        if "WAIVE" in power.adjust or power.is_dummy():
            power.adjust.extend(["WAIVE"] * (need - len(power.adjust)))

    def _put_adjustments(self, power, adjust, replace):
        """Later orders for a place replace earlier ones, or do not count."""
        place = lambda order: order.split()[1] if order != "WAIVE" else None  # noqa: E731
        if replace:
            new = {place(order) for order in adjust if not order.startswith("VOID") and order != "WAIVE"}
            power.adjust = [order for order in power.adjust if place(order) not in new]
        else:
            old = {place(order) for order in power.adjust} - {None}
            adjust = [order for order in adjust if place(order) not in old]
        power.adjust += adjust
        power.civil_disorder = 0
