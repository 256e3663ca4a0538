"""Differences between the package's answers and ours, each explained or not.

An explanation is a fault of the package, by name, and a proof: the orders that
the fault speaks of are changed to holds, both judge again, and both agree.
"""

import phases

# Name, what the package does, and the rule it breaks.
FAULTS = {
    "own support of a convoyed attack": (
        "the victim's owner supports a convoyed attack, and its own unit is dislodged by that support",
        "no power dislodges its own unit, nor helps to (DATC 6.D.10-6.D.14, 6.D.16)",
    ),
    "own support against a convoying fleet": (
        "the fleet's owner supports an attack on its own convoying fleet; the fleet stays, but its convoy is broken",
        "only a dislodged fleet breaks a convoy (DATC 6.F.2-6.F.5)",
    ),
    "foreign support head to head": (
        "in a head-to-head battle the support given by the other side's power does not count as defend strength",
        "such a support counts, it only cannot dislodge (DATC 6.E.7-6.E.13)",
    ),
    "retreats after a convoyed attack": (
        "the list of retreats holds occupied and contested provinces, so that a retreat phase is played which has no retreat, or a unit retreats into another",
        "no retreat to an occupied or contested province (DATC 6.H.5, 6.H.6, 6.H.15)",
    ),
    "wrong coast in a support": (
        "a support that names another coast than the move it helps is rewritten to fit",
        "such a support has no effect (DATC 6.B.9)",
    ),
    "broken convoy without VIA": (
        "an army whose own fleet convoys it to a neighbour walks if that convoy is broken, but only if VIA was not written",
        "an own fleet's convoy and VIA show the same intent: here it fares as `via=land-fallback-full`, with VIA as `via=land-fallback` (DATC 6.G.8, 6.G.11)",
    ),
    "chain of convoys": (
        "a chain of six convoys without a paradox is judged as one",
        "there is one consistent outcome (DATC 6.F.29)",
    ),
    "growth": (
        "a power with enough centres wins only if it has more than last year",
        "enough centres after Fall win",
    ),
}


def differences(theirs, ours):
    """The parts of two answers that are not the same."""
    found = [part for part in ("phase", "units", "centers") if theirs[part] != ours[part]]
    for part in ("dislodged", "builds"):
        if theirs.get(part, {}) != ours.get(part, {}):
            found.append(part)
    if bool(theirs.get("outcome")) != bool(ours.get("outcome")):
        found.append("outcome")
    elif theirs.get("outcome") and "phase" in found:
        found.remove("phase")  # The package calls it COMPLETED.
        if "builds" in found:
            found.remove("builds")
    return found


def moves(record):
    """(power, unit, target, via) of every move."""
    for power, orders in record["orders"].items():
        for order in orders:
            words = order.split()
            if len(words) > 3 and words[2] == "-":
                yield power, " ".join(words[:2]), words[3], words[-1] == "VIA"


def owners(record):
    """Whose unit stands in each province."""
    return {unit[2:5]: power for power, units in record["units"].items() for unit in units}


def supports(record, unit, target, power):
    """A power's supports for a move."""
    tail = f" S {unit} - {target[:3]}"
    return [
        order
        for order in record["orders"].get(power, [])
        if order[: len(order) - len(order.split(" - ")[-1]) + 3].endswith(tail)
    ]


def convoyed(record, unit, target):
    tail = f" C {unit} - {target}"
    return any(order.endswith(tail) for orders in record["orders"].values() for order in orders)


def suspects(record):
    """For each fault about supports, the orders it speaks of."""
    owner = owners(record)
    going = {unit[2:5]: (power, target[:3], via) for power, unit, target, via in moves(record)}
    ferries = {
        order.split()[1][:3]
        for orders in record["orders"].values()
        for order in orders
        if " C " in order
    }
    found = {name: [] for name in list(FAULTS)[:3]}
    for _, unit, target, _ in moves(record):
        place = target[:3]
        victim = owner.get(place)
        if victim is None:
            continue
        own = supports(record, unit, target, victim)
        by_sea = convoyed(record, unit, target)
        if by_sea:
            found["own support of a convoyed attack"] += own
        if place in ferries:
            found["own support against a convoying fleet"] += own
        if place in going and going[place][1] == unit[2:5] and not by_sea:
            found["foreign support head to head"] += own
    return found


def coasts_mended(record):
    """The orders with the coast of every supported move as that move has it."""
    going = {unit: target for _, unit, target, _ in moves(record)}

    def mend(order):
        if " S " not in order or " - " not in order:
            return order
        head, place = order.rsplit(" - ", 1)
        goal = going.get(head.split(" S ")[1], place)
        return f"{head} - {goal}" if goal[:3] == place[:3] else order

    return {power: [mend(order) for order in own] for power, own in record["orders"].items()}


def held(record, orders):
    """The record's orders with these changed to holds."""
    change = lambda order: " ".join(order.split()[:2]) + " H" if order in orders else order
    return {power: [change(order) for order in own] for power, own in record["orders"].items()}


def retreat_lists(record, ours):
    """Whether only the package's lists of retreats are at fault."""
    theirs, own = record["next"], ours["next"]
    if record["phase"][-1] != "M" or theirs["units"] != own["units"]:
        return False
    taken = {unit[2:5] for units in own["units"].values() for unit in units}
    bounced = {
        target[:3]
        for _, unit, target, _ in moves(record)
        if "bounce" in ours["results"].get(unit, [])
    }
    for power, units in theirs.get("dislodged", {}).items():
        for unit, places in units.items():
            right = own.get("dislodged", {}).get(power, {}).get(unit, [])
            extra = set(places) - set(right)
            by_sea = any(
                convoyed(record, attacker, target) and target[:3] == unit[2:5]
                for _, attacker, target, _ in moves(record)
            )
            if set(right) - set(places) or (extra and not by_sea):
                return False
            if any(place[:3] not in taken | bounced for place in extra):
                return False
    return True


def retreat_into_a_unit(record):
    """Whether somebody retreats to where a unit stands, as the package allows."""
    standing = owners(record)
    goals = [
        order.split()[3][:3]
        for orders in record["orders"].values()
        for order in orders
        if " R " in order
    ]
    return record["phase"][-1] == "R" and any(goal in standing for goal in goals)


def agree(theirs, ours):
    """Whether two answers are the same, but for the package's lists of retreats."""
    return not differences(theirs["next"], ours["next"]) or retreat_lists(theirs, ours)


def explain(record, ours, judge):
    """The name of the fault that explains a difference, or None."""
    if differences(record["next"], ours["next"]) == ["outcome"]:
        return "growth"
    if retreat_lists(record, ours) or retreat_into_a_unit(record):
        return "retreats after a convoyed attack"
    if record["phase"][-1] != "M":
        return None
    full = dict(record, rules=dict(record["rules"], via="land-fallback-full"))
    again = judge([full])[0]
    if agree(record, again):
        return "broken convoy without VIA"
    mended = dict(record, orders=coasts_mended(record))
    if mended["orders"] != record["orders"] and agree(record, judge([mended])[0]):
        return "wrong coast in a support"
    found = suspects(record)
    every = [order for orders in found.values() for order in orders]
    for name, orders in [*found.items(), ("several", every)]:
        if not orders:
            continue
        theirs = phases.again(record, held(record, orders))
        again = judge([theirs])[0]
        if agree(theirs, again):
            return name if name != "several" else " and ".join(n for n, o in found.items() if o)
    return None
