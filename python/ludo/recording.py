# SPDX-License-Identifier: Apache-2.0
"""Recording of a motion to a file: Simulation.run()."""
from __future__ import annotations

import math
import os
import sys
import tempfile
import time as clock
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from .errors import ArgumentError, StepError
from .run import Run, remove
from .spec import Path

if TYPE_CHECKING:
    from .simulation import Simulation

Controller = Callable[["Simulation"], Optional[ArrayLike]]


def step_count(duration: float, dt: float) -> int:
    """Number of steps; the last one may be shorter than dt."""
    if not (duration >= 0.0 and math.isfinite(duration)):
        raise ArgumentError("duration: expected a time >= 0 [s]")
    return max(0, math.ceil(duration / dt - 1e-9))


def _record_bits(quantities: Union[str, Sequence[str]]) -> int:
    """The bits of the quantities to record."""
    known, bits = _core.record_bits(), 0
    for name in [quantities] if isinstance(quantities, str) else quantities:
        if name not in known:
            raise ArgumentError(f"record: no quantity '{name}': "
                                + (_core.suggest(str(name), list(known))
                                   or "there are " + ", ".join(known)))
        bits |= known[name]
    return bits


def record_run(sim: "Simulation", duration: float, controller: Union[Controller, ArrayLike, None],
               progress: bool, every: int, output: Optional[Path],
               quantities: Union[str, Sequence[str]]) -> Run:
    """Simulation.run()."""
    steps = step_count(duration, sim.dt)
    bits = _record_bits(quantities)
    if every < 1:
        raise ArgumentError("every: expected a number of steps >= 1")
    if not sim._started:
        sim._warn_of_start()
    path, temporary = _file(output)
    try:
        recorder = _core.Recorder(sim, path, every, sim.model.name, sim.integrator, bits)
    except BaseException:
        if temporary:
            remove(path, os.getpid())
        raise
    start = clock.perf_counter()

    def finish(message: str) -> Run:
        try:
            recorder.finish(clock.perf_counter() - start, message)
            sim.last_run = Run(path, sim.model, temporary)
        except BaseException:
            if temporary:
                remove(path, os.getpid())
            raise
        return sim.last_run

    try:
        _drive(sim, recorder, duration, steps, controller, progress)
    except BaseException as error:
        run = finish(str(error) or type(error).__name__)
        if isinstance(error, StepError):
            error.run = run
        raise
    return finish("")


def _drive(sim: "Simulation", recorder: _core.Recorder, duration: float, steps: int,
           controller: Union[Controller, ArrayLike, None], progress: bool) -> None:
    """Take all steps."""
    last = duration - (steps - 1) * sim.dt if steps > 0 else 0.0  # length of the last step
    if abs(last - sim.dt) <= 1e-9 * sim.dt:
        last = sim.dt
    rows = None
    if controller is not None and not callable(controller):
        rows = np.asarray(controller, dtype=float)
        if rows.shape != (steps, sim.model.nu):
            raise ArgumentError(f"controller: expected (steps, nu) = {(steps, sim.model.nu)}, "
                                f"got {rows.shape}")
    group = 1 if callable(controller) else max(1, steps // 100)
    with _bar(steps, progress) as bar:
        taken = 0
        while taken < steps:
            count = 1 if taken == steps - 1 else min(group, steps - 1 - taken)
            if callable(controller):
                controls = controller(sim)
                if controls is not None:
                    sim.u = controls
            recorder.run(count, last if taken == steps - 1 else sim.dt,
                         None if rows is None else rows[taken:taken + count])
            taken += count
            bar.update(count)


def _file(output: Optional[Path]) -> tuple[str, bool]:
    """The file to record to, and whether it is temporary."""
    if output is not None:
        path = os.fspath(output)
        if not path.endswith((".h5", ".hdf5")):
            raise ArgumentError(f"output: {path} does not end in .h5; Run.save() writes .csv")
        if os.path.isfile(path):
            os.remove(path)  # a Run may have it open: that one keeps its numbers
        return path, False
    handle, path = tempfile.mkstemp(suffix=".h5", prefix="ludo-")
    os.close(handle)
    return path, True


class _NoBar:
    """In place of a progress bar."""

    def __enter__(self) -> "_NoBar":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def update(self, count: int) -> None:
        """Nothing to show."""


def _bar(steps: int, progress: bool) -> Any:
    shown = "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())
    if progress and shown:
        try:
            if "ipykernel" in sys.modules:
                import ipywidgets  # type: ignore[import-not-found] # noqa: F401
            from tqdm.auto import tqdm  # type: ignore[import-untyped]
        except ImportError:
            return _NoBar()
        return tqdm(total=steps, unit="step", leave=False)
    return _NoBar()
