# SPDX-License-Identifier: Apache-2.0
"""Results: those of a chunk, and the table of all samples."""
from __future__ import annotations

import dataclasses
from typing import Any, Iterator, Mapping, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import ArgumentError

Rows = Mapping[str, NDArray[Any]]


@dataclasses.dataclass(frozen=True)
class Part:
    """Results of a chunk: outputs with a row per sample, statuses, reasons of failures by number of
    the sample in the sweep, parameters if they were drawn."""

    outputs: Rows
    status: NDArray[np.int32]
    reasons: Mapping[int, str]
    parameters: Optional[NDArray[Any]] = None


class Table:
    """Results of a sweep, a row per sample in order: table["height"] is an output, (samples, ...).

    Outputs of a sample that failed are those of the state before the failed step.

    Attributes
    ----------
    outputs : mapping of str to (samples, ...) array
        What the function returned, by name.
    parameters : (samples, ...) array
        Rows of parameters, given or drawn.
    status : (samples,) int32
        0, or the ludo.Status with which the simulation stopped.
    reasons : mapping of int to str
        Why samples failed, by their numbers.
    """

    def __init__(self, outputs: Rows, parameters: NDArray[Any], status: NDArray[np.int32],
                 reasons: Mapping[int, str]):
        self.outputs = outputs
        self.parameters = parameters
        self.status = status
        self.reasons = reasons

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name not in self.outputs:
            raise KeyError(f"no output '{name}': there are {', '.join(self.outputs)}")
        return self.outputs[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.outputs)

    def __len__(self) -> int:
        return len(self.status)

    @property
    def failed(self) -> NDArray[np.int64]:
        """Numbers of the samples that failed, (failures,)."""
        return np.flatnonzero(self.status)

    def __repr__(self) -> str:
        return (f"<Table of {len(self)} samples, {len(self.failed)} failed: "
                f"{', '.join(self.outputs)}>")


def rows_of(result: Any, count: int) -> dict[str, NDArray[Any]]:
    """The outputs that a function has returned, checked and copied: a mapping of arrays, or one
    array, which is named "result"."""
    outputs = result if isinstance(result, Mapping) else {"result": result}
    rows = {str(name): np.array(value) for name, value in outputs.items()}
    for name, value in rows.items():
        if value.dtype.kind not in "biufc":
            raise ArgumentError(f"output '{name}': expected numbers, not {value.dtype}")
        if value.shape[:1] != (count,):
            raise ArgumentError(f"output '{name}': expected a row for each of the {count} samples, "
                                f"not the shape {value.shape}")
    return rows


def gathered(parts: Sequence[Part], parameters: Optional[NDArray[Any]]) -> Table:
    """The table of all parts of a sweep, in order."""
    names = parts[0].outputs.keys()
    for part in parts:
        if part.outputs.keys() != names:
            raise ArgumentError(f"outputs differ between chunks: {', '.join(names)}, and "
                                f"{', '.join(part.outputs)}")
    outputs = {name: np.concatenate([part.outputs[name] for part in parts]) for name in names}
    status = np.concatenate([part.status for part in parts])
    drawn = [part.parameters for part in parts if part.parameters is not None]
    if parameters is None:
        parameters = np.concatenate(drawn) if drawn else np.empty((len(status), 0))
    reasons = {number: text for part in parts for number, text in part.reasons.items()}
    return Table(outputs, parameters, status, reasons)
