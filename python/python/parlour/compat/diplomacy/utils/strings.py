"""The package's names for its texts. Each is its text in capitals: `strings.FORMING`
is `forming`."""

ALL_GAME_STATUSES = ("forming", "active", "paused", "completed", "canceled")
ALL_VOTE_DECISIONS = {"yes", "no", "neutral"}
ALL_ROLE_TYPES = {"observer_type", "omniscient_type", "server_type"}
ALL_STATE_TYPES = {"state_history", "state", "phase"}


def __getattr__(name):
    if name.isupper() and name.isidentifier() and not name.startswith("_"):
        return name.lower()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
