"""Which names are bound where they are read."""
