"""Lists of legal orders: what differs between the package's and ours, and why.

One fault of the package is known. It looks for routes of convoys beforehand, and takes a
province in which armies stand and fleets convoy (`PORT`, the Baleares) for the first link
of a chain or for its end, never for a later link; so convoys over it are missing. It is
proved: with an army in that province instead of the fleet both lists are the same.
"""

from diplomacy import Game

import phases

PORT = "orders: a port is no later link of a convoy"
UNEXPLAINED = "orders: not explained"


def by_owner(record):
    """The package's lists under our keys: units, in adjustments powers."""
    found = {}
    if record["phase"][-1] == "A":
        for power, count in record.get("builds", {}).items():
            places = [unit[2:5] for unit in record["units"].get(power, [])]
            own = record["centers"].get(power, [])
            found[power] = {
                order
                for loc, orders in record["possible"].items()
                for order in orders
                if (count < 0 and order.endswith(" D") and loc[:3] in places)
                or (count > 0 and order == "WAIVE")
                or (count > 0 and order.endswith(" B") and loc[:3] in own)
            }
        return found
    for orders in record["possible"].values():
        for order in orders:
            found.setdefault(" ".join(order.split()[:2]), set()).add(order)
    return found


def differences(record, ours):
    """Each order that only one list holds: (only whose, order)."""
    theirs = by_owner(record)
    found = []
    for owner in sorted(set(theirs) | set(ours)):
        one, two = set(theirs.get(owner, ())), set(ours.get(owner, ()))
        found += [("theirs", order) for order in sorted(one - two)]
        found += [("ours", order) for order in sorted(two - one)]
    return found


def explain(record, found, list_ours):
    """The name of the fault that explains all these differences."""
    board = Game(map_name=record["peer_map"])
    ports = {loc.upper() for loc in board.map.locs if board.map.area_type(loc) == "PORT"}
    by_sea = all(whose == "ours" and (" C " in order or " - " in order) for whose, order in found)
    if record["phase"][-1] != "M" or not ports or not by_sea:
        return UNEXPLAINED
    walking = lambda unit: f"A {unit[2:]}" if unit[2:] in ports else unit
    units = {power: [walking(unit) for unit in own] for power, own in record["units"].items()}
    if units == record["units"]:
        return UNEXPLAINED
    board.clear_units()
    for power, own in units.items():
        board.set_units(power, own, reset=True)
    board.set_current_phase(record["phase"])
    again = dict(record, units=phases.filled(units), possible=board.get_all_possible_orders())
    return UNEXPLAINED if differences(again, list_ours([again])[0]) else PORT
