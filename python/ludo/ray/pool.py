# SPDX-License-Identifier: Apache-2.0
"""Pool: workers that run functions on batches of simulations of one model."""
from __future__ import annotations

import contextlib
import dataclasses
import os
from typing import Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..batch import Batch
from ..errors import ArgumentError
from ..model import Model
from ..values import Array
from .crew import Crew
from .folder import Folder, digest_of_arrays, digest_of_function, digest_of_model
from .samples import Chunk, Draw, Seed, checked_seed, chunks
from .table import Part, Table, gathered
from .workers import Actors, Fleet, Function, InProcess, Work, versions

MOST = 256  # samples per chunk, unless the caller says so
LANES = 8  # simulations that a batch solves side by side


@dataclasses.dataclass(frozen=True)
class Progress:
    """How far a sweep is.

    Attributes
    ----------
    done, samples : int
        Numbers of samples that are finished, and of all.
    resumed : int
        Number of samples whose results the folder had.
    failed : int
        Number of samples whose simulation stopped.
    lost : int
        Number of workers that the pool has lost.
    """

    done: int
    samples: int
    resumed: int
    failed: int
    lost: int


class Pool:
    """Workers on the nodes of a Ray cluster, each with the model; a context manager.

    Results have the same bits for any number of workers, threads and samples per chunk, and
    whichever workers are lost, as long as the function treats each row by itself.

    Parameters
    ----------
    model : ludo.Model
        The model, sent to each worker once.
    actors : int, optional
        Number of workers; by default as many as the cluster has processors for. 0: one worker in
        this process, without Ray.
    threads : int
        Threads of each worker's batch, and processors that it reserves.
    dt : float, optional
        Length of steps [s]; by default the model's.
    retries : int
        How often a chunk whose worker is lost goes to another one.
    patience : float
        Time [s] after which it is an error that no worker has started.
    actor_options : mapping, optional
        Options of Ray's actors, such as {"resources": {"big": 1}}.
    **options
        Options of ludo.Simulation.
    """

    def __init__(self, model: Model, actors: Optional[int] = None, threads: int = 1,
                 dt: Optional[float] = None, retries: int = 3, patience: float = 300.0,
                 actor_options: Optional[Mapping[str, Any]] = None, **options: Any):
        if actors is not None and actors < 0 or threads < 1 or retries < 0:
            raise ArgumentError("expected actors >= 0, threads >= 1, retries >= 0")
        Batch(model, 1, threads=1, dt=dt, **options)  # wrong arguments fail here
        self._determined = {"model": digest_of_model(model), "dt": model.timestep if dt is None
                            else float(dt), "options": repr(sorted(options.items()))}
        fleet: Fleet
        if actors == 0:
            fleet, actors = InProcess(model, dt, threads, options), 1
        else:
            fleet = Actors(model, dt, threads, options, actor_options or {})
            actors = actors or fleet.fitting()
        self._crew = Crew(fleet, actors, retries, patience)

    @property
    def actors(self) -> int:
        """The number of workers."""
        return self._crew.size

    def map(self, function: Function, parameters: Union[None, ArrayLike, Draw] = None,
            samples: Optional[int] = None, seed: Seed = 0, chunk: Optional[int] = None,
            folder: Union[None, str, os.PathLike[str]] = None,
            progress: Optional[Callable[[Progress], object]] = None) -> Table:
        """Run a function on all samples, chunk by chunk.

        Parameters
        ----------
        function : callable
            function(batch, samples) gets a ludo.Batch at the reference pose and the Samples of a
            chunk, simulates, and returns a dict of arrays with a row per sample, or one such array,
            which the table names "result".
        parameters : (samples, ...) array or callable, optional
            Rows of parameters; or draw(rng), which draws the row of a sample.
        samples : int, optional
            Number of samples; that of the rows, if these are given.
        seed : int or sequence of int
            Seed of the random numbers.
        chunk : int, optional
            Samples per chunk; by default that of the folder, or the shares of workers up to 256.
        folder : path, optional
            Where chunks are kept when finished. Finished chunks that are there are not run again.
        progress : callable, optional
            progress(Progress) is called at the start and after each chunk.

        Returns
        -------
        Table
            Results, a row per sample. Simulations that stop are rows with a status and a reason.

        Raises
        ------
        SweepError
            The function raised an exception, or workers die or do not start again and again.
        ArgumentError
            An argument is wrong, or the folder is that of another sweep.
        """
        rows, draw = (None, parameters) if callable(parameters) else (parameters, None)
        rows = None if rows is None else np.asarray(rows)
        count = checked_count(rows, samples)
        kept = None if folder is None else Folder(folder)
        size = chunk or (kept and kept.chunk_size()) or self._share(count)
        if size < 1:
            raise ArgumentError(f"chunk: expected 1 or more samples, not {chunk}")
        work = Work(function, draw, checked_seed(seed))
        if kept is not None:
            kept.open(self._description(work, rows, count, size))
        return gathered(self._parts(work, list(chunks(count, size, rows)), kept, progress), rows)

    def evaluate(self, function: Function, population: ArrayLike, seed: Seed = 0,
                 failed: float = np.inf) -> Array:
        """Costs of a population, for programs that optimise.

        Parameters
        ----------
        function : callable
            function(batch, samples) returns the costs of samples, (count,); rows of
            samples.parameters are individuals.
        population : (individuals, numbers) array
            The individuals.
        seed : int or sequence of int
            Seed of the random numbers; (seed, generation) changes them with each generation.
        failed : float
            The cost of an individual whose simulation stops.

        Returns
        -------
        (individuals,) array
        """
        table = self.map(function, population, seed=seed)
        costs = np.asarray(table["result"], dtype=float)
        if costs.ndim != 1:
            raise ArgumentError(f"the function must return a cost per sample, not rows of shape "
                                f"{costs.shape[1:]}")
        return np.where(table.status != 0, failed, costs)

    def close(self) -> None:
        """End the workers. Later calls start others."""
        self._crew.close()

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _share(self, samples: int) -> int:
        """Samples per chunk by default: the share of a worker, in whole lanes."""
        share = -(-samples // self.actors)
        return min(MOST, -(-share // LANES) * LANES)

    def _description(self, work: Work, rows: Optional[NDArray[Any]], samples: int,
                     size: int) -> dict[str, Any]:
        """All that determines results, for a folder."""
        parameters = "none"
        if rows is not None:
            parameters = digest_of_arrays({"rows": rows})
        elif work.draw is not None:
            parameters = digest_of_function(work.draw)
        ludo, numpy = versions()
        return {"format": 1, "samples": samples, "chunk": size, "seed": repr(work.seed),
                "function": digest_of_function(work.function), "parameters": parameters,
                **self._determined, "ludo": ludo, "numpy": numpy}

    def _parts(self, work: Work, todo: Sequence[Chunk], kept: Optional[Folder],
               progress: Optional[Callable[[Progress], object]]) -> list[Part]:
        """Parts of all chunks, in order."""
        parts = {chunk.number: part for chunk in todo
                 for part in [kept.load(chunk) if kept else None] if part is not None}
        samples = sum(chunk.count for chunk in todo)
        resumed = done = sum(len(part.status) for part in parts.values())
        failed = sum(len(part.reasons) for part in parts.values())
        missing = [chunk for chunk in todo if chunk.number not in parts]
        if progress is not None:
            progress(Progress(done, samples, resumed, failed, self._crew.lost))
        with contextlib.closing(self._crew.parts(work, missing)) as finished:
            for chunk, part in finished:
                if kept is not None:
                    kept.save(chunk, part)
                parts[chunk.number] = part
                done, failed = done + chunk.count, failed + len(part.reasons)
                if progress is not None:
                    progress(Progress(done, samples, resumed, failed, self._crew.lost))
        return [parts[chunk.number] for chunk in todo]


def checked_count(rows: Optional[NDArray[Any]], samples: Optional[int]) -> int:
    """The number of samples of a sweep."""
    if rows is not None and (rows.ndim < 1 or rows.dtype.kind not in "biufc"):
        raise ArgumentError("parameters: expected an array of numbers with a row per sample, or a "
                            "function that draws one")
    if samples is None and rows is None:
        raise ArgumentError("samples: their number is missing, without rows of parameters")
    if rows is not None and samples not in (None, len(rows)):
        raise ArgumentError(f"samples: {samples}, but there are {len(rows)} rows of parameters")
    count = len(rows) if rows is not None else samples
    if not count or count < 1:
        raise ArgumentError("samples: expected 1 or more")
    return count
