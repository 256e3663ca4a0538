from ..export import (  # noqa: F401
    from_saved_game_format,
    load_saved_games_from_disk,
    to_saved_game_format,
)
