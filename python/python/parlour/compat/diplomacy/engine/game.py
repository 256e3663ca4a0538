from ..game import DEFAULT_RULES, Game  # noqa: F401
