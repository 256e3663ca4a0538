"""Pictures of a game."""

from ...diplomacy import Position


def draw(game, orders, output_format, output_path):
    """The position of a game, with its orders, as SVG text or PNG bytes."""
    if output_format not in ("svg", "png"):
        raise ValueError(f"pictures are svg or png, not {output_format!r}")
    phase = game.state_history.last_key() if game.is_game_done and game.state_history else game.current_short_phase
    powers = game.powers.values()
    position = Position(
        game.map.board,
        phase[:-1] + "M" if phase[0] != "W" else phase,
        {power.name: power.units for power in powers},
        {power.name: power.centers for power in powers},
    )
    if game.phase_type == "R":
        position = Position(
            game.map.board,
            phase,
            position.units,
            position.centers,
            {power.name: power.retreats for power in powers if power.retreats},
        )
    given = game.get_orders() if orders and not game.is_game_done else {}
    given = {name: texts for name, texts in given.items() if texts}
    title = f"{game.current_short_phase}  {game.note}".strip()
    picture = getattr(position, output_format)(given, title=title)
    if output_path:
        with open(output_path, "w" if output_format == "svg" else "wb") as out:
            out.write(picture)
    return picture
