# SPDX-License-Identifier: Apache-2.0
"""Samples of a sweep: their numbers, parameters and random numbers, and the chunks they go in.

Random numbers of sample i depend on (seed, i) alone, so that results depend neither on the size of
chunks nor on the worker that ran them.
"""
from __future__ import annotations

import dataclasses
from typing import Any, Callable, Iterator, Optional, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from ..errors import ArgumentError

Seed = Union[int, Sequence[int]]
Draw = Callable[[np.random.Generator], Any]


def generator(seed: Seed, number: int) -> np.random.Generator:
    """The random numbers of one sample, the same on every worker.

    Parameters
    ----------
    seed : int or sequence of int
        Seed of the sweep, 0 or more.
    number : int
        Number of the sample in the sweep, from 0.
    """
    sequence = np.random.SeedSequence(seed, spawn_key=(number,))
    return np.random.Generator(np.random.PCG64(sequence))


class Samples:
    """The samples of one chunk, adjacent in the sweep; sample k is row k of the batch.

    Attributes
    ----------
    numbers : (count,) int64
        Numbers of the samples in the sweep.
    parameters : (count, ...) array
        Rows of parameters; (count, 0) without any.
    """

    def __init__(self, seed: Seed, first: int, count: int, parameters: Optional[NDArray[Any]]):
        self.numbers = np.arange(first, first + count)
        self.parameters = np.empty((count, 0)) if parameters is None else parameters
        self._seed = seed
        self._generators: dict[int, np.random.Generator] = {}

    def __len__(self) -> int:
        return len(self.numbers)

    def rng(self, k: int) -> np.random.Generator:
        """The generator of random numbers of sample k of the chunk; it goes on where earlier calls
        left it, and where the drawing of its parameters did."""
        number = int(self.numbers[k])
        if number not in self._generators:
            self._generators[number] = generator(self._seed, number)
        return self._generators[number]

    def draw(self, function: Draw) -> NDArray[Any]:
        """Rows of random numbers, (count, ...): row k is function(rng(k))."""
        return np.array([function(self.rng(k)) for k in range(len(self))])


@dataclasses.dataclass(frozen=True)
class Chunk:
    """Adjacent samples that a worker runs in one call: `number` of the chunk, number of its first
    sample, number of samples, and their rows of parameters unless these are drawn."""

    number: int
    first: int
    count: int
    parameters: Optional[NDArray[Any]] = None

    @property
    def last(self) -> int:
        """The number of its last sample."""
        return self.first + self.count - 1


def chunks(samples: int, size: int, parameters: Optional[NDArray[Any]]) -> Iterator[Chunk]:
    """Chunks of a sweep, in order; the last one may be smaller."""
    for number, first in enumerate(range(0, samples, size)):
        count = min(size, samples - first)
        rows = None if parameters is None else parameters[first:first + count]
        yield Chunk(number, first, count, rows)


def checked_seed(seed: Seed) -> Seed:
    """A seed that a generator accepts."""
    try:
        np.random.SeedSequence(seed)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"seed: expected an integer, 0 or more, or a sequence of such: "
                            f"{error}") from None
    return seed
