"""What the drop-in does not have, and what to use instead."""


class NotHere(AttributeError, NotImplementedError):
    """Something of the package that the drop-in leaves out."""


#: By name: what to use instead.
INSTEAD = {
    "convoy_paths": "parlour.diplomacy.Resolution.orders tells each convoy's fate",
    "convoy_paths_possible": "get_all_possible_orders() lists every convoy",
    "convoy_paths_dest": "get_all_possible_orders() lists every convoy",
    "combat": "parlour.diplomacy.Resolution.orders[i].strengths tells who was how strong",
    "supports": "parlour.diplomacy.Resolution.orders[i].strengths tells who was how strong",
    "zobrist_hash": "get_hash()",
    "zobrist_tables": "get_hash()",
    "renderer": "render()",
    "update_hash": "get_hash(), which is always up to date",
    "fixed_state": "a game is not watched; compare get_hash()",
    "registration_password": "games are local; `parlour serve` keeps tables for people",
    "daide_port": "games are local; `parlour serve` keeps tables for people",
    "observer_level": "games are local; `parlour serve` keeps tables for people",
    "controlled_powers": "games are local; `parlour serve` keeps tables for people",
    "is_valid_password": "games are local; `parlour serve` keeps tables for people",
    "unref_map": "map",
}


def missing(owner, name):
    """The error for an attribute that is not there."""
    if name in INSTEAD:
        return NotHere(f"{owner}.{name} is not in the drop-in; use {INSTEAD[name]}")
    return NotHere(f"{owner} has no {name!r}; parlour.diplomacy has the whole of the engine")
