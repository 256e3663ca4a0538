# %% [markdown]
# # A league of bots
#
# Three of the house's bots meet on the board for two: one that orders anything that is
# legal, one that goes where a centre is to be had, and one that searches. Each game is
# played to a win or to the end of 1904; points are shares of the result.

# %%
import sys
from fractions import Fraction

from parlour.diplomacy import Board, advise, bot_kinds

rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
board = Board.named("duel")
kinds = ("random", "dumb", "easy")
assert set(kinds) < set(bot_kinds())

# %% [markdown]
# A bot sees a position and answers orders for a power. What it answers is fixed by its
# kind, its seed and its budget: how many positions a search may judge.


# %%
def orders(position, power, kind, seed):
    """What a bot orders."""
    return advise(position, power, kind, seed=seed, positions=150).orders


advice = advise(board.start, "FRANCE", "easy", seed=1, positions=150)
assert set(advice.orders) <= set(board.start.legal_orders("FRANCE"))

# %% [markdown]
# Any function of a position and a power would do in its place: see
# `position.legal_orders(power)`.


# %%
def play(seats, seed):
    """One game; each power's share."""
    position = board.start
    while position.year <= 1904:
        given = {power: orders(position, power, seats[power], seed) for power in position.must_order}
        resolution = position.judge(given)
        if resolution.solo:
            return position.scores("sum-of-squares", solo=resolution.solo)
        position = resolution.next
    return position.scores("sum-of-squares")


# %%
points = {kind: Fraction(0) for kind in kinds}
games = {kind: 0 for kind in kinds}
for first in kinds:
    for second in kinds:
        if first == second:
            continue
        for seed in range(rounds):
            seats = dict(zip(board.powers, (first, second)))
            shares = play(seats, seed)
            for power, kind in seats.items():
                points[kind] += shares[power]
                games[kind] += 1

# %%
for kind in sorted(kinds, key=points.get, reverse=True):
    print(f"{kind:9} {float(points[kind] / games[kind]):.2f} of a game, {games[kind]} games")
assert sum(points.values()) == sum(games.values()) / 2
