from ..messages import GLOBAL, OBSERVER, OMNISCIENT, SYSTEM, Message  # noqa: F401
