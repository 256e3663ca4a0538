from ..map import Map  # noqa: F401
