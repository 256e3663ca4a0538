"""The package's own places of what the drop-in has."""

from .. import missing


def __getattr__(name):
    raise missing.absent(__name__, name)
