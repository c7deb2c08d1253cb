"""Locks where there is one thread: waiting for one that is taken could never end."""

from .untouched import BUILTINS

__builtins__ = BUILTINS


def lock_type(sleep):
    """A replacement for ``_thread.lock``. A wait with a timeout lets that much virtual time pass and fails."""

    class lock:  # noqa: N801  the name it has in CPython
        """A lock that nobody else holds."""

        __slots__ = ("__weakref__", "_taken")

        def __init__(self):
            self._taken = False

        def acquire(self, blocking=True, timeout=-1):
            """Take the lock, or say that it is taken."""
            if not self._taken:
                self._taken = True
                return True
            if not blocking:
                return False
            if timeout >= 0:
                sleep(timeout)
                return False
            raise RuntimeError("deadlock: the sandbox has no other thread that could release this lock")

        def release(self):
            """Give the lock back."""
            if not self._taken:
                raise RuntimeError("release unlocked lock")
            self._taken = False

        def locked(self):
            """Whether it is taken."""
            return self._taken

        def __enter__(self):
            return self.acquire()

        def __exit__(self, *_exception):
            self.release()

        def _at_fork_reinit(self):
            self._taken = False

    return lock
