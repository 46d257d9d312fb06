# SPDX-License-Identifier: Apache-2.0
"""Quadruped: walk at 1 m/s on four legs with servos."""
from __future__ import annotations

from typing import Sequence

import numpy as np
from numpy.typing import NDArray

from ..task import Array, Task, effort, forward_speed, upright
from ..worlds import Worlds

SPEED = 1.0  # wanted [m/s]


class Quadruped(Task):
    """The trunk stays above 0.18 m and upright."""

    name = "Quadruped"
    model = "quadruped.xml"
    frame_skip = 4
    start_noise = (0.02, 0.02)

    def observe(self, worlds: Worlds) -> Sequence[Array]:
        """Coordinates without x and y, rates, and the last action."""
        return [worlds.q[:, 2:], worlds.v, worlds.action]

    def rewards(self, worlds: Worlds) -> dict[str, Array]:
        """Speed forward up to the wanted one, costs of moving sideways, turning and controls."""
        v = worlds.v
        return {"forward": np.minimum(forward_speed(worlds), SPEED), "alive": np.ones(worlds.count),
                "sideways": -0.5 * np.abs(v[:, 1]), "turning": -0.2 * np.abs(v[:, 5]),
                "control": effort(worlds, 0.02)}

    def terminated(self, worlds: Worlds) -> NDArray[np.bool_]:
        """The trunk is low or tilted by more than 60 degrees."""
        return (worlds.q[:, 2] < 0.18) | (upright(worlds) < 0.5)
