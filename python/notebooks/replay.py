# %% [markdown]
# # Replay a saved game and draw it
#
# A saved game of the PyPI package `diplomacy` is read, judged again phase by phase,
# and every phase is drawn with its orders and results.

# %%
import json
import os
import sys

from parlour.diplomacy import Position, Rulebook, import_saved

folder = sys.argv[1] if len(sys.argv) > 1 else "."
path = sys.argv[2] if len(sys.argv) > 2 else None

# %% [markdown]
# Without a file, a short game is played first.

# %%
if path:
    with open(path) as lines:
        saved = json.loads(lines.readline())
else:
    import random

    from parlour.compat.diplomacy import Game
    from parlour.compat.diplomacy.utils.export import to_saved_game_format

    dice, game = random.Random(1901), Game(game_id="example")
    for _ in range(6):
        possible = game.get_all_possible_orders()
        for name in game.powers:
            locs = game.get_orderable_locations(name)
            game.set_orders(name, [dice.choice(possible[loc]) for loc in locs if possible[loc]])
        game.process()
    saved = to_saved_game_format(game)

# %%
records = import_saved(saved)
for record, following in zip(records, records[1:]):
    position = Position.from_record(record)
    resolution = position.judge(record["orders"], Rulebook(**record.get("rules", {})))
    same = resolution.next == Position.from_record(following)
    bounced = sum("bounce" in order.codes for order in resolution.orders)
    print(position.phase, f"{len(resolution.orders)} orders, {bounced} bounced,", "as saved" if same else "OTHERWISE THAN SAVED")
    with open(os.path.join(folder, f"{position.phase}.svg"), "w") as picture:
        picture.write(resolution.svg(width=900))
    assert same, position.phase

# %% [markdown]
# The reasons of the last phase:

# %%
for order in resolution.orders:
    print(f"{order.power:8} {order.reason}")
