"""What the rows say once they are parted: by finding, calls, provenance, channels and gates."""
