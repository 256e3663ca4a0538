"""Saved games: the package's own JSON form, in and out."""

import json

from .phase_data import GamePhaseData

_NOT_SAVED = ("SOLITAIRE", "REAL_TIME", "NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT", "IGNORE_ERRORS")


def to_saved_game_format(game, output_path=None, output_mode="a"):
    """A game as a dict that JSON can hold, appended to a file as a line if asked."""
    rules = [rule for rule in game.rules if rule not in _NOT_SAVED]
    phases = [phase.to_dict() for phase in game.get_phase_history() + [game.get_phase_data()]]
    for phase in phases:
        phase["state"] = dict(phase["state"], game_id=game.game_id, map=game.map.name, rules=rules)
    saved = {"id": game.game_id, "map": game.map.name, "rules": rules, "phases": phases}
    if output_path:
        with open(output_path, output_mode) as out:
            out.write(json.dumps(saved) + "\n")
    return saved


def from_saved_game_format(saved_game, board=None):
    """The game of a saved game; `board` is what it is played on, if that does not come
    with the house."""
    from .game import Game

    map_name = saved_game.get("map", "standard") if board is None else board
    game = Game(saved_game.get("id"), map_name=map_name, rules=saved_game.get("rules", []))
    game.set_phase_data([GamePhaseData.from_dict(phase) for phase in saved_game.get("phases", [])])
    return game


def load_saved_games_from_disk(input_path, on_error="raise"):
    """The games of a file, one on each line. `on_error` is raise, warn or ignore."""
    if on_error not in ("raise", "warn", "ignore"):
        raise ValueError(f"on_error is raise, warn or ignore, not {on_error!r}")
    games = []
    with open(input_path) as lines:
        for number, line in enumerate(lines, 1):
            try:
                games.append(from_saved_game_format(json.loads(line)))
            except Exception as fault:
                if on_error == "raise":
                    raise
                if on_error == "warn":
                    import warnings

                    warnings.warn(f"{input_path}, line {number}: {fault}", stacklevel=2)
    return games


def whole(game):
    """Everything about a game, as JSON can hold it."""
    fields = to_saved_game_format(game)
    fields.update(
        status=game.status,
        role=game.role,
        n_controls=game.n_controls,
        deadline=game.deadline,
        victory=game.victory,
        win=game.win,
        timestamp_created=game.timestamp_created,
        outcome=game.outcome,
        all_rules=game.rules,
        powers={name: power.to_dict() for name, power in game.powers.items()},
    )
    return fields


def of_whole(cls, fields, board=None):
    """A game from what `whole` gave."""
    kept = ("status", "role", "n_controls", "deadline", "victory", "win", "timestamp_created")
    map_name = fields["map"] if board is None else board
    game = cls(fields["id"], map_name=map_name, rules=fields["all_rules"], **{name: fields[name] for name in kept})
    game.set_phase_data([GamePhaseData.from_dict(phase) for phase in fields["phases"]])
    game.rules, game.outcome = list(fields["all_rules"]), list(fields["outcome"])
    for name, own in fields["powers"].items():
        power = game.powers[name]
        for field in ("civil_disorder", "order_is_set", "wait", "vote"):
            setattr(power, field, own[field])
        power.controller = {int(time): who for time, who in own["controller"].items()}
    return game
