from ..game import Game  # noqa: F401
