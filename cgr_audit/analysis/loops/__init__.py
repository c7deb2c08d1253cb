"""Whether loops end."""
