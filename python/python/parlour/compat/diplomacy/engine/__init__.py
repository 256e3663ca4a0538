"""The package's own places of what the drop-in has."""
