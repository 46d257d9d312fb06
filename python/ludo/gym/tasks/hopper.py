# SPDX-License-Identifier: Apache-2.0
"""Hopper: hop forward on one leg."""
from __future__ import annotations

from typing import Sequence

import numpy as np
from numpy.typing import NDArray

from ..task import Array, Task, effort, forward_speed
from ..worlds import Worlds


class Hopper(Task):
    """The torso stays above 0.85 m and within 0.4 rad of upright."""

    name = "Hopper"
    model = "hopper.xml"
    frame_skip = 4
    start_noise = (0.005, 0.005)

    def observe(self, worlds: Worlds) -> Sequence[Array]:
        """Coordinates without x, and rates."""
        return [worlds.q[:, 1:], worlds.v]

    def rewards(self, worlds: Worlds) -> dict[str, Array]:
        """Speed forward, 1 for each step, cost of the controls."""
        return {"forward": forward_speed(worlds), "alive": np.ones(worlds.count),
                "control": effort(worlds, 0.001)}

    def terminated(self, worlds: Worlds) -> NDArray[np.bool_]:
        """The torso is low or tilted. Coordinate z is 0 at 1.25 m."""
        return (worlds.q[:, 1] < -0.4) | (np.abs(worlds.q[:, 2]) > 0.4)
