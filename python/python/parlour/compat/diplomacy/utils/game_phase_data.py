from ..phase_data import GamePhaseData  # noqa: F401
