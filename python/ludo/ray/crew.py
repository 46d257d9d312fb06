# SPDX-License-Identifier: Apache-2.0
"""Crew: the workers of a pool, those that are lost replaced, and the chunks given to them."""
from __future__ import annotations

import collections
from typing import Any, Generator, Iterable, Optional

from ..errors import Error
from .samples import Chunk
from .table import Part
from .workers import Fleet, Lost, Work, versions


class SweepError(Error, RuntimeError):
    """A sweep that cannot go on: the function raised an exception (the cause), a chunk lost its
    worker again and again, or no worker starts. Chunks in its folder stay finished."""


class Crew:
    """Up to `size` workers, started when there is work.

    A chunk whose worker dies goes to another one, `retries` times; a worker that has not started
    after `patience` seconds while no other works is an error.
    """

    def __init__(self, fleet: Fleet, size: int, retries: int, patience: float):
        self.fleet = fleet
        self.size = size
        self.lost = 0  # workers, since the start
        self._retries = retries
        self._patience = patience
        self._idle: list[Any] = []
        self._starting: dict[Any, Any] = {}  # workers by reference
        self._running: dict[Any, tuple[Any, Chunk]] = {}  # likewise
        self._failed_starts = 0  # since the last worker that started

    def parts(self, work: Work, chunks: Iterable[Chunk],
              ) -> Generator[tuple[Chunk, Part], None, None]:
        """Chunks with their results, each once, in the order in which they are finished."""
        todo = collections.deque(chunks)
        losses: collections.Counter[int] = collections.Counter()
        shared = self.fleet.share(work) if todo else None
        try:
            while todo or self._running:
                self._start(len(todo))
                while todo and self._idle:
                    worker, chunk = self._idle.pop(), todo.popleft()
                    self._running[self.fleet.run(worker, shared, chunk)] = worker, chunk
                for reference in self._complete():
                    if reference in self._starting:
                        self._welcome(reference)
                        continue
                    chunk, part = self._take(reference, losses)
                    if part is None:
                        todo.appendleft(chunk)
                    else:
                        yield chunk, part
        finally:  # after an error: workers end their calls before they begin others
            self._idle += [worker for worker, _ in self._running.values()]
            self._running.clear()

    def close(self) -> None:
        """End all workers."""
        for worker in [*self._idle, *self._starting.values()]:
            self.fleet.stop(worker)
        self._idle.clear()
        self._starting.clear()

    def _start(self, chunks: int) -> None:
        """Start workers for a number of chunks that have none."""
        there = len(self._idle) + len(self._starting)
        for _ in range(min(self.size - len(self._running), chunks) - there):
            worker, reference = self.fleet.start()
            self._starting[reference] = worker

    def _complete(self) -> Iterable[Any]:
        """References that are complete, of workers that start and of chunks."""
        done = self.fleet.wait([*self._running, *self._starting], self._patience)
        if not done and not self._running:
            raise SweepError(f"no worker has started in {self._patience:g} s: "
                             f"{self.fleet.room()}")
        return done

    def _welcome(self, reference: Any) -> None:
        """A worker that has started becomes idle, unless it died or has other versions."""
        worker = self._starting.pop(reference)
        try:
            theirs = self.fleet.get(reference)
        except Lost as error:
            self._failed_starts += 1
            self._bury(worker)
            if self._failed_starts > self._retries * self.size:
                raise SweepError(f"workers do not start, at the {self._failed_starts}th time: "
                                 f"{error}") from error
            return
        if theirs != versions():
            self.fleet.stop(worker)
            raise SweepError("a worker has other versions: ludo {}, NumPy {}; here ludo {}, NumPy "
                             "{}".format(*theirs, *versions()))
        self._failed_starts = 0
        self._idle.append(worker)

    def _take(self, reference: Any, losses: collections.Counter[int],
              ) -> tuple[Chunk, Optional[Part]]:
        """A chunk whose call is complete, and its part; None where its worker was lost."""
        worker, chunk = self._running.pop(reference)
        where = f"samples {chunk.first} to {chunk.last}"
        try:
            part: Part = self.fleet.get(reference)
        except Lost as error:
            self._bury(worker)
            losses[chunk.number] += 1
            if losses[chunk.number] > self._retries:
                raise SweepError(f"{where} lost their worker {losses[chunk.number]} times: "
                                 f"{error}") from error
            return chunk, None
        except Exception as error:
            self._idle.append(worker)
            said = getattr(error, "cause", None) or error  # Ray adds the traceback of the worker
            raise SweepError(f"the function failed with {where}: {type(said).__name__}: {said}",
                             ) from error
        self._idle.append(worker)
        return chunk, part

    def _bury(self, worker: Any) -> None:
        """Count a lost worker; stop it, should it be alive."""
        self.lost += 1
        self.fleet.stop(worker)
