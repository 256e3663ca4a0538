from ..power import Power  # noqa: F401
