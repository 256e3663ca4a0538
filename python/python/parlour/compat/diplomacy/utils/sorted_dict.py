from ..histories import SortedDict  # noqa: F401
