"""Fresh random phases, judged by the package.

Half come from games played at random, half from crowded positions that no game
would reach. Units do not order blindly: a plan of moves is made first, then
others support and convoy what is planned, so that orders meet.
"""

from diplomacy import Game

RULES = {"disband": "home", "via": "land-fallback"}

# What a record holds of the package's answer; it is not part of the question.
ANSWERS = ("results", "next", "possible", "peer_map")

# The package's name of a map, and ours.
STANDARD = ("standard", "standard")


def fresh(dice, wanted, maps=STANDARD):
    """Yields `wanted` records with the package's answers."""
    made = {game: 0, position: 0}
    while sum(made.values()) < wanted:
        source = min(made, key=made.get)
        for record in source(dice, sum(made.values()), maps):
            yield record
            made[source] += 1
            if sum(made.values()) == wanted:
                return


def game(dice, number, maps=STANDARD):
    """Up to a few dozen phases of one game."""
    board = Game(game_id=f"g{number:05}", map_name=maps[0])
    for _ in range(dice.randint(6, 30)):
        record = before(board, f"g{number:05}-{board.get_current_phase()}", "game", maps)
        give_orders(dice, board, record)
        board.process()
        after(board, record)
        yield record
        units = [unit[2:5] for units in record["next"]["units"].values() for unit in units]
        if board.is_game_done or len(units) != len(set(units)):
            return  # Over, or two units stand in one province.


def position(dice, number, maps=STANDARD):
    """One movement phase of a made-up position, and what follows from it."""
    board = Game(game_id=f"p{number:05}", map_name=maps[0])
    board.clear_units()
    board.clear_centers()
    places = sorted(
        {loc.upper()[:3] for loc in board.map.locs if board.map.area_type(loc) != "SHUT"}
    )
    dice.shuffle(places)
    everybody = sorted(board.powers)
    powers = dice.sample(everybody, dice.randint(2, len(everybody)))
    crowd = dice.randint(min(6, len(places) - 1), min(len(board.map.scs), len(places)))
    fleets = dice.random()
    heart = None
    if dice.random() < 0.6:  # Packed round one province.
        heart = dice.choice(places)
        places.sort(key=lambda place: distance(board, heart, place) + dice.random())
    units = {power: [] for power in powers}
    for place in places[:crowd]:
        kinds = []
        if board.map.is_valid_unit(f"A {place}"):
            kinds.append(f"A {place}")
        for coast in ("", "/NC", "/SC", "/EC", "/WC"):
            if board.map.is_valid_unit(f"F {place}{coast}"):
                kinds.append(f"F {place}{coast}")
        if not kinds:
            continue
        naval = [kind for kind in kinds if kind[0] == "F"]
        unit = dice.choice(naval) if naval and dice.random() < fleets else kinds[0]
        units[dice.choice(powers)].append(unit)
    for power, own in units.items():
        board.set_units(power, own, reset=True)
    for center in sorted(board.map.scs):
        if dice.random() < 0.7:
            board.set_centers(dice.choice(powers), [center])
    year = board.get_current_phase()[1:-1]
    later = str(int(year) + 4).zfill(len(year))
    board.set_current_phase(dice.choice((f"S{later}M", f"F{later}M")))
    for _ in range(3):
        phase = board.get_current_phase()
        record = before(board, f"p{number:05}-{phase}", "position", maps)
        give_orders(dice, board, record)
        board.process()
        after(board, record)
        yield record
        if board.is_game_done or board.get_current_phase()[-1] == "M":
            return


def again(record, orders):
    """Judges a record's position anew under other orders: the package's answer."""
    board = Game(game_id=record["id"], map_name=record.get("peer_map", "standard"))
    board.clear_units()
    board.clear_centers()
    for power, own in record["units"].items():
        board.set_units(power, list(own), reset=True)
    for power, own in record.get("dislodged", {}).items():
        board.set_units(power, [f"*{unit}" for unit in own])
        for unit, places in own.items():
            board.powers[power].retreats[unit] = list(places)
    for power, own in record["centers"].items():
        board.set_centers(power, list(own), reset=True)
    board.set_current_phase(record["phase"])
    for power, own in orders.items():
        board.set_orders(power, list(own))
    board.process()
    answer = dict(record, orders=orders)
    after(board, answer)
    return answer


def distance(board, one, other, maps={}):
    """Steps between two provinces over any border."""
    known = maps.setdefault(board.map.name, {})
    if one not in known:
        found, edge, steps = {one: 0}, [one], 0
        while edge:
            steps += 1
            near = {n.upper()[:3] for loc in edge for n in board.map.abut_list(loc, incl_no_coast=True)}
            edge = [place for place in near if place not in found]
            found.update({place: steps for place in edge})
        known[one] = found
    return known[one].get(other, 99)


def give_orders(dice, board, record):
    """Orders for everyone, noted in the record."""
    possible = {loc: sorted(orders) for loc, orders in board.get_all_possible_orders().items()}
    record["possible"] = possible
    own = {power: sorted(board.get_orderable_locations(power)) for power in board.powers}
    if board.phase_type == "M":
        chosen = plan(dice, possible, own)
    else:
        chosen = {
            loc: dice.choice(possible[loc])
            for locs in own.values()
            for loc in locs
            if possible[loc] and dice.random() < 0.95
        }
    for power, locs in own.items():
        orders = [chosen[loc] for loc in locs if loc in chosen]
        if orders:
            board.set_orders(power, orders)
            record["orders"][power] = orders


def plan(dice, possible, own):
    """Moves first, then what helps or hinders them."""
    chosen, moves = {}, []
    keen = dice.uniform(0.2, 0.8)
    by_sea = dice.uniform(0.0, 0.9)
    helpful = dice.uniform(0.3, 1.0)
    locs = [loc for locs in own.values() for loc in locs if possible[loc]]
    dice.shuffle(locs)
    goals = set()
    for loc in locs:
        if dice.random() > keen:
            continue
        options = [order for order in possible[loc] if " - " in order and order.split()[2] == "-"]
        sea = [order for order in options if order.endswith(" VIA")]
        land = [order for order in options if not order.endswith(" VIA")]
        pool = sea if sea and (not land or dice.random() < by_sea) else land
        if not pool:
            continue
        shared = [order for order in pool if order.split()[3][:3] in goals]
        order = dice.choice(shared if shared and dice.random() < 0.4 else pool)
        goals.add(order.split()[3][:3])
        chosen[loc] = order
        moves.append(order)
    planned = {order.replace(" VIA", "") for order in moves}
    for loc in locs:
        if loc in chosen:
            continue
        options = possible[loc]
        ferries = [o for o in options if " C " in o and o.split(" C ")[1] in planned]
        helps = [o for o in options if " S " in o and o.split(" S ")[1] in planned]
        stays = [o for o in options if " S " in o and " - " not in o]
        if ferries and dice.random() < helpful:
            chosen[loc] = dice.choice(ferries)
        elif helps and dice.random() < helpful:
            chosen[loc] = dice.choice(helps)
        elif stays and dice.random() < 0.4:
            chosen[loc] = dice.choice(stays)
        elif dice.random() < 0.9:
            chosen[loc] = dice.choice(options)
    return chosen


def filled(lists):
    """The lists that hold something, sorted."""
    return {power: sorted(own) for power, own in lists.items() if own}


def standing(board):
    return filled({power.name: power.units for power in board.powers.values()})


def dislodged(board):
    return {
        power.name: {unit: sorted(places) for unit, places in sorted(power.retreats.items())}
        for power in board.powers.values()
        if power.retreats
    }


def builds(board):
    counts = {name: own["count"] for name, own in board.get_state()["builds"].items()}
    return {name: count for name, count in counts.items() if count}


def before(board, name, kind, maps=STANDARD):
    """The question: everything but the orders."""
    record = {
        "id": name,
        "kind": kind,
        "map": maps[1],
        "peer_map": maps[0],
        "phase": board.get_current_phase(),
        "units": standing(board),
        "centers": filled(board.get_centers()),
        "orders": {},
        "rules": RULES,
    }
    if board.phase_type == "R":
        record["dislodged"] = dislodged(board)
    if board.phase_type == "A":
        record["builds"] = builds(board)
    return record


def after(board, record):
    """The package's answer."""
    codes = board.result_history.last_value()
    record["results"] = {
        unit: [str(code) for code in own if str(code)] for unit, own in codes.items()
    }
    following = {
        "phase": board.get_current_phase(),
        "units": standing(board),
        "centers": filled(board.get_centers()),
    }
    if dislodged(board):
        following["dislodged"] = dislodged(board)
    if not board.is_game_done and builds(board):
        following["builds"] = builds(board)
    if board.is_game_done:
        following["outcome"] = list(board.outcome[1:])
    record["next"] = following
