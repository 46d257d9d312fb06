# SPDX-License-Identifier: Apache-2.0
"""Exceptions of the package, one for each kind of trouble.

Each carries the status of the C library; those of files also file, line and column, those of steps
time and node.
"""
from __future__ import annotations

import enum
import errno
import os
from typing import Any

class Status(enum.IntEnum):
    """Status codes of the C library (status.h)."""

    OK = 0
    BAD_ARGUMENT = 1
    NO_MEMORY = 2
    BAD_MODEL = 3
    PARSE = 4
    IO = 5
    REFUSED = 6
    SINGULAR = 7
    NOT_CONVERGED = 8
    STEP_TOO_LARGE = 9
    UNSUPPORTED = 10
    OPEN_LOOP = 11
    CONTACT = 12
    TOO_MANY_CONTACTS = 13


class Error(Exception):
    """An error of the library.

    status: the Status of the C library.
    """

    status: Status = Status.OK


class ArgumentError(Error, ValueError):
    """An argument that is not finite, out of range, unknown or of the wrong size."""


class ModelError(Error, ValueError):
    """A description or a model file that is no possible mechanism.

    file, line, column: the place in the file; "" and 0 where there is none.
    message: the text without the place.
    """

    def __init__(self, message: str, file: str = "", line: int = 0, column: int = 0):
        place = f"{file}:{line}:{column}: " if line > 0 else f"{file}: " if file else ""
        super().__init__(place + message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column

    def __reduce__(self):
        return (ModelError, (self.message, self.file, self.line, self.column))


class RefusedError(Error, ValueError):
    """The integrator, the model or an option does not allow this; the message names the place."""


class NumericalError(Error, ArithmeticError):
    """A singular matrix or pose, a loop that cannot be closed, iterations that do not converge."""


class StepError(NumericalError):
    """A step that failed. The state of the simulation is that before the step.

    time: start of the substep that failed [s].
    node: the joint, loop, body or contact concerned, "" where there is none.
    run: the Run up to the failure, if Simulation.run() raised the error; else None.
    """

    def __init__(self, message: str, status: int = 0, time: float = 0.0, node: str = ""):
        super().__init__(message)
        self.status = Status(status)
        self.time = time
        self.node = node
        self.run: Any = None

    def __reduce__(self):
        return (StepError, (self.args[0], self.status, self.time, self.node))


class ModelWarning(UserWarning):
    """A part of a model file that is not simulated, or has no effect."""


class StartWarning(UserWarning):
    """A start with geoms that overlap, or with joints outside of their limits."""


_CLASSES = {
    Status.BAD_ARGUMENT: ArgumentError,
    Status.BAD_MODEL: ModelError,
    Status.PARSE: ModelError,
    Status.UNSUPPORTED: RefusedError,
    Status.REFUSED: RefusedError,
}

_ADVICE = {
    Status.NOT_CONVERGED: "a shorter dt may help",
    Status.STEP_TOO_LARGE: "take a shorter dt",
    Status.CONTACT: "a shorter dt may help",
}


def from_status(status: int, text: str, doing: str, message: str, file: str, line: int,
                column: int) -> Exception:
    """The exception of a status of the C library. Called by the extension module."""
    said = message or text
    if status == Status.NO_MEMORY:
        return MemoryError(f"{doing}: {said}")
    if status == Status.IO:
        path = file or doing
        return OSError(errno.EIO if os.path.exists(path) else errno.ENOENT, said, path)
    cls = _CLASSES.get(Status(status), NumericalError)
    if status == Status.UNSUPPORTED and line > 0:
        cls = ModelError  # a model file with elements that are not simulated
    if cls is ModelError:
        error: Error = ModelError(said, file, line, column)
    else:
        error = cls(f"{file}:{line}: {said}" if line > 0 else f"{doing}: {said}")
    error.status = Status(status)
    return error


def from_step(status: int, text: str, time: float, node: str, residual: float,
              substeps: int) -> StepError:
    """The exception of a step that failed. Called by the extension module."""
    where = f" at {node}" if node else ""
    tried = f", in {substeps} substeps" if substeps > 1 else ""
    advice = _ADVICE.get(Status(status), "")
    advice = f"; {advice}" if advice else ""
    return StepError(f"step from t = {time:.6g} s{where}: {text}{tried} (residual {residual:.2g})"
                     f"{advice}", status, time, node)
