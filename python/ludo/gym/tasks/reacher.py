# SPDX-License-Identifier: Apache-2.0
"""Reacher: move the tip of an arm to a target."""
from __future__ import annotations

from typing import Sequence

import numpy as np

from ..task import Array, Task, effort
from ..worlds import Worlds

FORE = 0.1  # length of the second link [m]
REACH = 0.2  # radius of the disc of targets [m]


def directions(worlds: Worlds) -> tuple[Array, Array]:
    """Cosines and sines of the angles of both links against x, (count, 2)."""
    w, z = worlds.poses[:, :, 3], worlds.poses[:, :, 6]
    return 1.0 - 2.0 * z * z, 2.0 * w * z


def offset(worlds: Worlds) -> Array:
    """From the tip to the target, (count, 2) [m]."""
    cosine, sine = directions(worlds)
    along = np.stack([cosine[:, 1], sine[:, 1]], axis=1)
    return worlds.goal - (worlds.poses[:, 1, :2] + FORE * along)


class Reacher(Task):
    """The distance to the target costs; episodes end by time."""

    name = "Reacher"
    model = "reacher.xml"
    frame_skip = 2
    time_limit = 100
    goal_size = 2
    start_noise = (0.1, 0.01)

    def start(self, random: np.random.Generator, q: Array, v: Array, goal: Array) -> None:
        """A target anywhere in the disc."""
        super().start(random, q, v, goal)
        goal[:] = random.uniform(-REACH, REACH, 2)
        while goal[0] * goal[0] + goal[1] * goal[1] > REACH * REACH:
            goal[:] = random.uniform(-REACH, REACH, 2)

    def observe(self, worlds: Worlds) -> Sequence[Array]:
        """Directions of the links, rates, the target, and the way to the target."""
        return [*directions(worlds), worlds.v, worlds.goal, offset(worlds)]

    def rewards(self, worlds: Worlds) -> dict[str, Array]:
        """Costs of the distance [m] and of the controls."""
        away = offset(worlds)
        distance = np.sqrt(away[:, 0] * away[:, 0] + away[:, 1] * away[:, 1])
        return {"distance": -distance, "control": effort(worlds, 0.01)}
