"""What the drop-in does not have, and what to use instead."""

import importlib.abc
import sys


class NotHere(NotImplementedError):
    """Something of the package that the drop-in leaves out; its text says what to use."""


class NotHereAttribute(AttributeError, NotHere):
    """An attribute that the drop-in leaves out."""


class NotHereImport(ImportError, NotHere):
    """A module, or a name of one, that the drop-in leaves out."""


class NotHereArgument(TypeError, NotHere):
    """An argument that the drop-in leaves out."""


_LOCAL = "games are local; `parlour serve` keeps tables for people"
_WORDS = "parlour.diplomacy.Board.read_order reads orders in every notation"
_MAKE = "a map is not changed; boards are made by parlour.diplomacy.Board.parse and played by Game(map_name=board)"
_PAST = "set_phase_data() takes a present phase and those before it, extend_phase_history() adds one"

#: Attributes by name: what to use instead.
INSTEAD = {
    "convoy_paths": "parlour.diplomacy.Resolution.orders, which tells each convoy's fate",
    "convoy_paths_possible": "get_all_possible_orders(), which lists every convoy",
    "convoy_paths_dest": "get_all_possible_orders(), which lists every convoy",
    "combat": "parlour.diplomacy.Resolution.orders[i].strengths, which tells who was how strong",
    "supports": "parlour.diplomacy.Resolution.orders[i].strengths, which tells who was how strong",
    "zobrist_hash": "get_hash()",
    "zobrist_tables": "get_hash()",
    "rule_cache": "add_rule(), which knows the rules that change how phases are judged",
    "renderer": "render()",
    "update_hash": "get_hash(), which is always up to date",
    "fixed_state": "get_hash(): a game is not watched",
    "unref_map": "map",
    "model": "to_dict()",
    # Of maps.
    "norm": _WORDS,
    "compact": _WORDS,
    "vet": _WORDS,
    "alias": _WORDS,
    "rearrange": _WORDS,
    "unclear": _WORDS,
    "keywords": _WORDS,
    "own_word": "powers",
    "unit_names": "{'A': 'ARMY', 'F': 'FLEET'}, which is all there is",
    "phase_abbrev": "phase_abbr() and phase_long()",
    "flow": "seq",
    "flow_sign": "seq",
    "add_homes": _MAKE,
    "drop": _MAKE,
    "load": _MAKE,
    "validate": "parlour.diplomacy.Board.parse, which refuses what is no board",
    "validated": "parlour.diplomacy.Board.parse, which refuses what is no board",
    "build_cache": "nothing: a map has no cache",
    "abuts_cache": "abuts()",
    "files": "parlour.diplomacy.Board.dumps()",
    "root_map": "parlour.diplomacy.Board.dumps()",
    "owns": "centers",
    "inhabits": "homes",
    "dummies": "parlour.diplomacy.Board.start.must_order",
}
INSTEAD.update(
    dict.fromkeys(
        ("registration_password", "daide_port", "observer_level", "controlled_powers", "is_valid_password"), _LOCAL
    )
)

#: Arguments of a game by name: what to use instead.
ARGUMENTS = {
    "powers": "set_units(), set_centers() and set_orders(), or set_state()",
    "phase": "set_current_phase()",
    "phase_abbr": "set_current_phase()",
    "state_history": _PAST,
    "order_history": _PAST,
    "result_history": _PAST,
    "message_history": _PAST,
    "messages": "add_message()",
    "error": "the list game.error",
    "outcome": "draw(winners=...)",
    "meta_rules": "rules",
    "no_rules": "rules",
    "zobrist_hash": "get_hash()",
    "registration_password": _LOCAL,
    "observer_level": _LOCAL,
    "controlled_powers": _LOCAL,
    "daide_port": _LOCAL,
}

#: Modules of the package, by where they are in it: what to use instead.
MODULES = {
    "client": _LOCAL,
    "communication": _LOCAL,
    "daide": _LOCAL,
    "integration": _LOCAL,
    "server": _LOCAL,
    "web": "`parlour serve`, which shows tables in a browser",
    "maps": "parlour.diplomacy.Board.names() and Board.load()",
    "settings": "parlour.diplomacy.Board.names()",
    "tests": "the package's own source distribution",
    "version": "importlib.metadata.version('parlour')",
    "engine.renderer": "Game.render() and parlour.diplomacy.Position.svg()",
    "utils.common": "the standard library",
    "utils.constants": "engine.game.DEFAULT_RULES, and `utils.strings` for names",
    "utils.convoy_paths": "Game.get_all_possible_orders(), which lists every convoy",
    "utils.equilateral_triangle": "Game.render()",
    "utils.errors": "the texts in Game.error",
    "utils.exceptions": "parlour.ParlourError, a ValueError, and NotHere: what the drop-in raises",
    "utils.jsonable": "to_dict() and from_dict() of games, powers, messages and phases",
    "utils.keywords": "parlour.diplomacy.Board.read_order, which reads orders in every notation",
    "utils.network_data": _LOCAL,
    "utils.parsing": "to_dict() and from_dict() of games, powers, messages and phases",
    "utils.priority_dict": "heapq",
    "utils.scheduler_event": _LOCAL,
    "utils.sorted_set": "sorted(set(...))",
    "utils.splitter": "parlour.diplomacy.Board.read_order, which reads orders in every notation",
    "utils.tests": "the package's own source distribution",
    "utils.time": "time.time_ns() // 1000, which is what messages are stamped with",
}

#: Names at the top of the package that the drop-in leaves out.
NAMES = {"Connection": _LOCAL, "connect": _LOCAL, "Server": _LOCAL}

_HOME = __name__.rpartition(".")[0]


def missing(owner, name):
    """The error for an attribute that is not there."""
    if name in INSTEAD:
        return NotHereAttribute(f"{owner}.{name} is not in the drop-in; use {INSTEAD[name]}")
    return NotHereAttribute(f"{owner} has no {name!r}; parlour.diplomacy has the whole of the engine")


def unwanted(names):
    """The error for arguments of a game that are not taken."""
    name = min(names, key=lambda name: (name not in ARGUMENTS, name))
    if name in ARGUMENTS:
        return NotHereArgument(f"Game({name}=...) is not in the drop-in; use {ARGUMENTS[name]}")
    return TypeError(f"Game() takes no argument {name!r}")


def absent(module, name):
    """The error for a name of a module that is not there."""
    place = f"{module}.{name}"[len(_HOME) + 1 :]
    instead = MODULES.get(place) or (NAMES.get(name) if module == _HOME else None)
    if instead is None:
        # Python asks modules for many a name: who asks so is not told more.
        return AttributeError(f"module {module!r} has no attribute {name!r}")
    return NotHereImport(f"{place} is not in the drop-in; use {instead}", name=f"{module}.{name}")


class _Absent(importlib.abc.MetaPathFinder):
    """Tells what to use instead of a module of the package that is not there. It is
    asked last, and says nothing of any other module."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        """Raises for the package's modules; None for all others."""
        module, _, name = fullname.rpartition(".")
        if fullname.startswith(_HOME + ".") and fullname[len(_HOME) + 1 :] in MODULES:
            raise absent(module, name)


sys.meta_path.append(_Absent)
