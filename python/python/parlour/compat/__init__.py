"""Drop-ins for other people's packages."""
