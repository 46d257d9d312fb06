# SPDX-License-Identifier: Apache-2.0
"""Workers: they make batches of a model and run a function on chunks of samples.

Two classes start workers and call them: Actors by Ray, InProcess in this process and thread. Both
return references, which wait() and get() take.
"""
from __future__ import annotations

import dataclasses
import functools
import importlib
from typing import Any, Callable, Mapping, Optional, Protocol, Sequence

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..batch import Batch
from ..errors import ArgumentError
from ..model import Model
from .samples import Chunk, Draw, Samples, Seed
from .table import Part, rows_of

Function = Callable[[Batch, Samples], Any]


@dataclasses.dataclass(frozen=True)
class Work:
    """The part that all chunks of a sweep have in common: the function, the function that draws
    parameters if they are drawn, the seed."""

    function: Function
    draw: Optional[Draw]
    seed: Seed


class Worker:
    """A model, of which each chunk gets a new batch: nothing of one chunk reaches another."""

    def __init__(self, model: Model, dt: Optional[float], threads: int, options: Mapping[str, Any]):
        self._batch = lambda count: Batch(model, count, threads=threads, dt=dt, **options)

    def versions(self) -> tuple[str, str]:
        """Versions of ludo and NumPy."""
        return versions()

    def run(self, work: Work, chunk: Chunk) -> Part:
        """Run the function on a chunk."""
        batch = self._batch(chunk.count)
        samples = Samples(work.seed, chunk.first, chunk.count, chunk.parameters)
        if work.draw is not None:
            samples.parameters = drawn_rows(samples, work.draw)
        outputs = rows_of(work.function(batch, samples), chunk.count)
        status = np.array(batch.status)
        reasons = {chunk.first + k: reason_of(batch, k) for k in np.flatnonzero(status).tolist()}
        return Part(outputs, status, reasons,
                    samples.parameters if work.draw is not None else None)


def drawn_rows(samples: Samples, draw: Draw) -> NDArray[Any]:
    """Rows of parameters that are drawn."""
    try:
        rows = samples.draw(draw)
    except ValueError as error:
        raise ArgumentError(f"parameters: rows must have one shape: {error}") from error
    return rows_of({"parameters": rows}, len(samples))["parameters"]


def reason_of(batch: Batch, k: int) -> str:
    """Why a simulation has stopped, without its number in the batch."""
    said, number = str(batch.error(k)), f"simulation {k}: "
    return said[len(number):] if said.startswith(number) else said


def versions() -> tuple[str, str]:
    """Versions of ludo and NumPy, on which bits of results depend."""
    return _core.version, np.__version__


class Lost(Exception):
    """A worker has died, and its call with it."""


class Fleet(Protocol):
    """A way to start workers and to call them."""

    def share(self, work: Work) -> Any:
        """Something that stands for the work of many calls."""

    def start(self) -> tuple[Any, Any]:
        """A new worker, and a reference to its versions(), complete once it has started."""

    def run(self, worker: Any, work: Any, chunk: Chunk) -> Any:
        """A reference to the part of a chunk."""

    def wait(self, references: Sequence[Any], timeout: float) -> Sequence[Any]:
        """Those of the references that are complete: at least one, or none after a time [s]."""

    def get(self, reference: Any) -> Any:
        """The result of a complete call. Raises Lost, or what the function has raised."""

    def stop(self, worker: Any) -> None:
        """End a worker, dead or alive."""

    def room(self) -> str:
        """The computers in words, for messages."""


class InProcess:
    """Workers of this process; a call runs when its result is asked for."""

    def __init__(self, *arguments: Any):
        self._arguments = arguments

    def share(self, work: Work) -> Any:
        return work

    def start(self) -> tuple[Any, Any]:
        worker = Worker(*self._arguments)
        return worker, functools.partial(worker.versions)

    def run(self, worker: Any, work: Any, chunk: Chunk) -> Any:
        return functools.partial(worker.run, work, chunk)

    def wait(self, references: Sequence[Any], timeout: float) -> Sequence[Any]:
        return references[:1]

    def get(self, reference: Any) -> Any:
        return reference()

    def stop(self, worker: Any) -> None:
        pass

    def room(self) -> str:
        return "this process"


class Actors:
    """Workers that are actors of Ray."""

    def __init__(self, model: Model, dt: Optional[float], threads: int, options: Mapping[str, Any],
                 actor_options: Mapping[str, Any]):
        self._ray = imported_ray()
        if not self._ray.is_initialized():
            self._ray.init()
        self._threads = threads
        self._class = self._ray.remote(Worker).options(**{"num_cpus": threads, **actor_options})
        self._arguments = (self._ray.put(model), dt, threads, options)
        errors = self._ray.exceptions
        self._losses = (errors.RayActorError, errors.ObjectLostError, errors.NodeDiedError,
                        errors.WorkerCrashedError, errors.OutOfMemoryError)

    def _processors(self) -> list[int]:
        """Numbers of processors that the nodes of the cluster offer."""
        return [int(node["Resources"].get("CPU", 0)) for node in self._ray.nodes() if node["Alive"]]

    def fitting(self) -> int:
        """The number of actors that the cluster has processors for, at least 1."""
        return max(1, sum(processors // self._threads for processors in self._processors()))

    def share(self, work: Work) -> Any:
        return self._ray.put(work)

    def start(self) -> tuple[Any, Any]:
        actor = self._class.remote(*self._arguments)
        return actor, actor.versions.remote()

    def run(self, worker: Any, work: Any, chunk: Chunk) -> Any:
        return worker.run.remote(work, chunk)

    def wait(self, references: Sequence[Any], timeout: float) -> Sequence[Any]:
        wait = functools.partial(self._ray.wait, fetch_local=False)
        if not wait(references, num_returns=1, timeout=timeout)[0]:
            return []
        done: Sequence[Any] = wait(references, num_returns=len(references), timeout=0)[0]
        return done

    def get(self, reference: Any) -> Any:
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayTaskError:  # the function has raised it
            raise
        except self._losses as error:
            raise Lost(str(error).strip()) from error

    def stop(self, worker: Any) -> None:
        self._ray.kill(worker)

    def room(self) -> str:
        processors = self._processors()
        return (f"each asks for {self._threads} processors, the {len(processors)} nodes of the "
                f"cluster have {sum(processors)}, at most {max(processors, default=0)} in one")


def imported_ray() -> Any:
    """The package ray."""
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise ImportError("a pool with actors needs the package ray: pip install "
                          "'ludo-dynamics[ray]', or pip install ray; Pool(..., actors=0) works "
                          "without, in this process") from error
