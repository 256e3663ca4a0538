# %% [markdown]
# # A league of bots
#
# Three ways to choose among legal orders meet on the board for two. Each game is
# played to a win or to the end of 1908; points are shares of the result.

# %%
import random
import sys
from fractions import Fraction

from parlour.diplomacy import Board

rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
board = Board.named("duel")

# %% [markdown]
# A bot sees a position and a power, and answers orders.


# %%
def by_unit(position, power):
    """The legal orders of a power, unit by unit."""
    lists = {}
    for order in position.legal_orders(power):
        lists.setdefault(order[: order.find(" ", 2)], []).append(order)
    return lists


def idle(dice, position, power):
    """Holds; builds armies."""
    return [order for order in position.legal_orders(power) if order.startswith("A ") and order.endswith((" B", " H"))]


def careless(dice, position, power):
    """Anything that is legal."""
    return [dice.choice(orders) for orders in by_unit(position, power).values()]


def greedy(dice, position, power):
    """Goes to centres that are not its own, and towards them."""
    own = set(position.centers.get(power, []))
    wanted = [center for center in board.centers if center not in own]
    chosen, taken = [], set()
    for orders in by_unit(position, power).values():
        goals = [order for order in orders if order.split()[-1][:3] in wanted and " - " in order and " S " not in order and " C " not in order]
        goals = [order for order in goals if order.split()[-1][:3] not in taken]
        order = dice.choice(goals or orders)
        taken.add(order.split()[-1][:3])
        chosen.append(order)
    return chosen


# %%
def play(dice, bots):
    """One game; each power's share."""
    position = board.start
    while position.year <= 1908:
        orders = {power: bots[power](dice, position, power) for power in position.must_order}
        resolution = position.judge(orders)
        if resolution.solo:
            return position.scores("sum-of-squares", solo=resolution.solo)
        position = resolution.next
    return position.scores("sum-of-squares")


# %%
players = {"idle": idle, "careless": careless, "greedy": greedy}
points = {name: Fraction(0) for name in players}
games = {name: 0 for name in players}
dice = random.Random(8)
for first in players:
    for second in players:
        if first == second:
            continue
        for _ in range(rounds):
            seats = dict(zip(board.powers, (first, second)))
            shares = play(dice, {power: players[name] for power, name in seats.items()})
            for power, name in seats.items():
                points[name] += shares[power]
                games[name] += 1

# %%
for name in sorted(players, key=points.get, reverse=True):
    print(f"{name:9} {float(points[name] / games[name]):.2f} of a game, {games[name]} games")
assert sum(points.values()) == sum(games.values()) / 2
