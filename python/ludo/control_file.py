# SPDX-License-Identifier: Apache-2.0
"""Controls over time from a CSV file, as `ludo simulate --control-file` reads them."""
from __future__ import annotations

import csv
import os
from typing import TYPE_CHECKING

import numpy as np

from .errors import ModelError
from .model import Model
from .named import unknown_name
from .spec import Path

if TYPE_CHECKING:
    from .simulation import Simulation


class ControlFile:
    """A controller for Simulation.run(): controls of a CSV file with the columns `time` [s] and
    names of actuators.

    Between rows controls are interpolated linearly; before the first and after the last row they
    are constant; at two rows of one time they jump. A step has the controls at its middle.
    Actuators without a column keep theirs.

    Raises ModelError with file and line, KeyError for an unknown actuator.
    """

    def __init__(self, path: Path, model: Model):
        self.path = os.fspath(path)
        with open(self.path, newline="", encoding="utf-8") as file:
            lines = [(number, [cell.strip() for cell in row])
                     for number, row in enumerate(csv.reader(file), 1) if any(map(str.strip, row))]
        if not lines or lines[0][1][:1] != ["time"]:
            raise ModelError("the first column is not 'time'", self.path, 1)
        names = lines[0][1][1:]
        for name in names:
            if name not in model.actuator:
                raise unknown_name("actuator", name, model.names("actuator"))
        self._actuators = [model.find("actuator", name) for name in names]
        self._rows = np.array([self._row(number, row, 1 + len(names))
                               for number, row in lines[1:]])
        if len(self._rows) == 0:
            raise ModelError("no row of controls", self.path)
        falls = np.flatnonzero(np.diff(self._rows[:, 0]) < 0)
        if len(falls) > 0:
            raise ModelError("times decrease", self.path, lines[2 + falls[0]][0])

    def _row(self, number: int, cells: list[str], width: int) -> list[float]:
        try:
            values = [float(cell) for cell in cells]
        except ValueError as error:
            raise ModelError(str(error), self.path, number) from None
        if len(values) != width or not np.all(np.isfinite(values)):
            raise ModelError(f"expected {width} finite numbers", self.path, number)
        return values

    def at(self, time: float) -> np.ndarray:
        """Controls of the columns at a time [s]."""
        rows = self._rows
        first = max(0, int(np.searchsorted(rows[:, 0], time, side="right")) - 1)
        a, b = rows[first], rows[min(first + 1, len(rows) - 1)]
        part = (time - a[0]) / (b[0] - a[0]) if b[0] > a[0] and time > a[0] else 0.0
        return a[1:] + part * (b[1:] - a[1:])

    def __call__(self, sim: "Simulation") -> None:
        sim.u[self._actuators] = self.at(sim.time + 0.5 * sim.dt)

    def __repr__(self) -> str:
        return f"<ludo.ControlFile {self.path}: {len(self._rows)} rows>"
