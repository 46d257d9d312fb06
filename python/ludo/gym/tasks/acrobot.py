# SPDX-License-Identifier: Apache-2.0
"""Acrobot: swing a double pendulum up by the torque at its elbow."""
from __future__ import annotations

from typing import Sequence

import numpy as np

from ..task import Array, Task, effort
from ..worlds import Worlds

LENGTH = 0.5  # of a link [m]


def turned(worlds: Worlds) -> tuple[Array, Array]:
    """Cosines and sines of the angles of all links against the vertical, (count, links)."""
    w, y = worlds.poses[:, :, 3], worlds.poses[:, :, 5]
    return 1.0 - 2.0 * y * y, 2.0 * w * y


class Acrobot(Task):
    """The height of the tip is rewarded; episodes end by time."""

    name = "Acrobot"
    model = "acrobot.xml"
    frame_skip = 10
    time_limit = 500
    start_noise = (0.1, 0.1)

    def observe(self, worlds: Worlds) -> Sequence[Array]:
        """Directions of the links, and rates."""
        return [*turned(worlds), worlds.v]

    def rewards(self, worlds: Worlds) -> dict[str, Array]:
        """Height of the tip, 0 hanging and 1 upright; cost of the control."""
        cosine, _ = turned(worlds)
        height = -LENGTH * (cosine[:, 0] + cosine[:, 1])
        return {"height": 0.5 + height / (4.0 * LENGTH), "control": effort(worlds, 0.01)}
