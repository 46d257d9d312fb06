# SPDX-License-Identifier: Apache-2.0
"""HalfCheetah: run forward on two legs in a plane."""
from __future__ import annotations

from typing import Sequence

from ..task import Array, Task, effort, forward_speed
from ..worlds import Worlds


class HalfCheetah(Task):
    """Speed is rewarded; episodes end by time."""

    name = "HalfCheetah"
    model = "half_cheetah.xml"
    frame_skip = 10
    start_noise = (0.05, 0.05)

    def observe(self, worlds: Worlds) -> Sequence[Array]:
        """Coordinates without x, and rates."""
        return [worlds.q[:, 1:], worlds.v]

    def rewards(self, worlds: Worlds) -> dict[str, Array]:
        """Speed forward, cost of the controls."""
        return {"forward": forward_speed(worlds), "control": effort(worlds, 0.1)}
