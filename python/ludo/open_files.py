# SPDX-License-Identifier: Apache-2.0
"""Files of recorded runs, a few of them open: a process may hold more runs than open files."""
from __future__ import annotations

import os
from collections import OrderedDict

from . import _core

MOST_OPEN = 32  # far below the 256 files that a process may open at least


class RunFile:
    """The file of a run, opened when it is read, and closed when many others were read since."""

    _open: "OrderedDict[int, _core.Trajectory]" = OrderedDict()  # by id of the RunFile

    def __init__(self, path: str):
        self.path = path
        self._identity = _identity(path)
        self.read()

    def read(self) -> _core.Trajectory:
        """The open file. Raises OSError if another file has taken its place."""
        reader = self._open.pop(id(self), None)
        if reader is None:
            reader = _core.Trajectory(self.path)
            if _identity(self.path) != self._identity:
                raise OSError(f"{self.path}: the file of this run was replaced by another one")
        self._open[id(self)] = reader
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        return reader

    def close(self) -> None:
        """Close the file until it is read again."""
        self._open.pop(id(self), None)

    def __del__(self) -> None:
        self.close()


def _identity(path: str) -> tuple[int, ...]:
    """Equal as long as the file is the same one, unchanged."""
    try:
        found = os.stat(path)
    except OSError:
        return ()  # opening it says why
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
