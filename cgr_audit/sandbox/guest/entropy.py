"""Randomness that follows from the run's seed."""

import random
from _random import Random as Generator

from .untouched import BUILTINS

__builtins__ = BUILTINS

_seed_from = random.Random.seed
_reseed_shared = random.seed


def seeded_entropy():
    """Replacements for ``os.urandom`` and ``Random.seed``, and the function that seeds both for a run."""
    source = Generator(0)

    def urandom(size, /):
        if size < 0:
            raise ValueError("negative argument not allowed")
        return source.getrandbits(8 * size).to_bytes(size, "little") if size else b""

    def seed(self, a=None, version=2):
        """Initialise the generator; without a seed it is drawn from the run's own."""
        _seed_from(self, source.getrandbits(128) if a is None else a, version)

    def start(run_seed):
        source.seed(run_seed)
        _reseed_shared(run_seed)

    return urandom, seed, start
