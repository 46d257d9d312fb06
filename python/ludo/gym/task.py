# SPDX-License-Identifier: Apache-2.0
"""A task: a model, and functions of it over rows, one row per environment."""
from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Any, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from ..model import Model, load

if TYPE_CHECKING:
    from .worlds import Worlds

Array = NDArray[np.float64]
MODELS = pathlib.Path(__file__).parent / "models"


class Task:
    """A task of reinforcement learning. Subclasses set the attributes and define the functions.

    The functions get all environments at once and return arrays with one row per environment.
    Each row has to depend on its environment alone, to the last bit: sums along a row are those of
    row_sum(), and cosines and sines of joints are read from poses.
    """

    name = ""  # the id is ludo/<name>-v0
    model: Union[str, pathlib.Path, Model] = ""  # the name of a file in models, a path or a Model
    frame_skip = 1  # steps of the simulation in a control step
    time_limit = 1000  # control steps of an episode
    goal_size = 0  # numbers of a goal, drawn at the start of an episode
    start_noise = (0.01, 0.01)  # largest change of coordinates and rates at the start

    def load(self) -> Model:
        """The model, compiled."""
        if isinstance(self.model, Model):
            return self.model
        return load(MODELS / self.model)

    def start(self, random: np.random.Generator, q: Array, v: Array, goal: Array) -> None:
        """Change the reference state of one environment to one at the start of an episode."""
        q += random.uniform(-self.start_noise[0], self.start_noise[0], q.shape)
        v += random.uniform(-self.start_noise[1], self.start_noise[1], v.shape)

    def observe(self, worlds: "Worlds") -> Sequence[Array]:
        """Blocks of the observation, each (count, numbers)."""
        return [worlds.q, worlds.v]

    def rewards(self, worlds: "Worlds") -> dict[str, Array]:
        """Terms of the reward of a control step by name, each (count,); the reward is their sum."""
        raise NotImplementedError

    def terminated(self, worlds: "Worlds") -> NDArray[np.bool_]:
        """Environments whose episode ends, (count,)."""
        return np.zeros(worlds.count, bool)


def row_sum(numbers: Any) -> Array:
    """Sums of rows, added from left to right: the same bits for any number of rows."""
    return np.cumsum(numbers, axis=1)[:, -1]


def effort(worlds: "Worlds", weight: float) -> Array:
    """The cost of controls: minus weight times the sum of their squares."""
    return -weight * row_sum(worlds.action * worlds.action)


def forward_speed(worlds: "Worlds") -> Array:
    """Mean speed along x in the control step, of the first coordinate [m/s]."""
    return (worlds.q[:, 0] - worlds.before[:, 0]) / worlds.duration


def upright(worlds: "Worlds") -> Array:
    """The vertical part of the z axis of a floating base: 1 upright, -1 upside down."""
    x, y = worlds.q[:, 4], worlds.q[:, 5]
    return 1.0 - 2.0 * (x * x + y * y)
