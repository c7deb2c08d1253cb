"""Tables of raw values, and the ways of writing them."""
