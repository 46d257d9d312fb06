# SPDX-License-Identifier: Apache-2.0
"""Humanoid: walk forward on two legs."""
from __future__ import annotations

from typing import Sequence

import numpy as np
from numpy.typing import NDArray

from ..task import Array, Task, effort, forward_speed
from ..worlds import Worlds


class Humanoid(Task):
    """The pelvis stays between 0.65 m and 1.3 m high."""

    name = "Humanoid"
    model = "humanoid.xml"
    frame_skip = 3
    start_noise = (0.01, 0.01)

    def observe(self, worlds: Worlds) -> Sequence[Array]:
        """Coordinates without x and y, and rates."""
        return [worlds.q[:, 2:], worlds.v]

    def rewards(self, worlds: Worlds) -> dict[str, Array]:
        """Speed forward, 5 for each step, cost of the controls."""
        return {"forward": 1.25 * forward_speed(worlds), "alive": np.full(worlds.count, 5.0),
                "control": effort(worlds, 0.1)}

    def terminated(self, worlds: Worlds) -> NDArray[np.bool_]:
        """The pelvis is low or high."""
        z = worlds.q[:, 2]
        return (z < 0.65) | (z > 1.3)
