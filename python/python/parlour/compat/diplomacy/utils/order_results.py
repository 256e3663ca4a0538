from ..results import (  # noqa: F401
    BOUNCE,
    CUT,
    DISBAND,
    DISLODGED,
    DISRUPTED,
    MAYBE,
    NO_CONVOY,
    OK,
    VOID,
    OrderResult,
)
