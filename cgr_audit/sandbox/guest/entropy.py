"""Randomness that follows from the run's seed."""

import random
from _random import Random as Generator

from .untouched import BUILTINS

__builtins__ = BUILTINS

_seed_from = random.Random.seed
_initialise = Generator.seed
_reseed_shared = random.seed


def seeded_entropy():
    """Replacements for ``os.urandom`` and ``Random.seed``, and the function that seeds both for a run.

    The C class that ``random.Random`` derives from, which a program can also make instances of, is changed in place.
    """
    source = Generator(0)

    def urandom(size, /):
        if size < 0:
            raise ValueError("negative argument not allowed")
        return source.getrandbits(8 * size).to_bytes(size, "little") if size else b""

    def seed_generator(self, a=None, /):
        _initialise(self, source.getrandbits(128) if a is None else a)

    def initialise(self, *seeds):
        seed_generator(self, *seeds)

    def seed(self, a=None, version=2):
        """Initialise the generator; without a seed it is drawn from the run's own."""
        _seed_from(self, source.getrandbits(128) if a is None else a, version)

    Generator.seed, Generator.__init__ = seed_generator, initialise

    def start(run_seed):
        _initialise(source, run_seed)
        _reseed_shared(run_seed)

    return urandom, seed, start
