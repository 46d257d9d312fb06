# SPDX-License-Identifier: Apache-2.0
"""Ant: walk forward on four legs."""
from __future__ import annotations

from typing import Sequence

import numpy as np
from numpy.typing import NDArray

from ..task import Array, Task, effort, forward_speed, upright
from ..worlds import Worlds


class Ant(Task):
    """The torso stays above 0.26 m, below 1 m and upright."""

    name = "Ant"
    model = "ant.xml"
    frame_skip = 5
    start_noise = (0.02, 0.02)

    def observe(self, worlds: Worlds) -> Sequence[Array]:
        """Coordinates without x and y, and rates."""
        return [worlds.q[:, 2:], worlds.v]

    def rewards(self, worlds: Worlds) -> dict[str, Array]:
        """Speed forward, 1 for each step, cost of the controls."""
        return {"forward": forward_speed(worlds), "alive": np.ones(worlds.count),
                "control": effort(worlds, 0.2)}

    def terminated(self, worlds: Worlds) -> NDArray[np.bool_]:
        """The torso is low, high or tilted by more than 80 degrees."""
        z = worlds.q[:, 2]
        return (z < 0.26) | (z > 1.0) | (upright(worlds) < 0.2)
