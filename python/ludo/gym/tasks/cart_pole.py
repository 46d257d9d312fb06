# SPDX-License-Identifier: Apache-2.0
"""CartPole: keep a pole upright by pushing its cart."""
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..task import Array, Task
from ..worlds import Worlds


class CartPole(Task):
    """The cart stays within 2 m of the middle, the pole within 0.25 rad of upright."""

    name = "CartPole"
    model = "cart_pole.xml"
    frame_skip = 2
    time_limit = 500
    start_noise = (0.05, 0.05)

    def rewards(self, worlds: Worlds) -> dict[str, Array]:
        """1 for each step."""
        return {"alive": np.ones(worlds.count)}

    def terminated(self, worlds: Worlds) -> NDArray[np.bool_]:
        """The cart or the pole has left its range."""
        return (np.abs(worlds.q[:, 0]) > 2.0) | (np.abs(worlds.q[:, 1]) > 0.25)
