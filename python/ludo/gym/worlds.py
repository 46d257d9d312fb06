# SPDX-License-Identifier: Apache-2.0
"""Worlds: the simulations of a task, which single and vector environments share."""
from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..batch import Batch
from .task import Array, Task

BOUND = 1000.0  # of the numbers of observations
PAUSED = 1  # a status that keeps a simulation from being stepped

Mask = NDArray[np.bool_]


class Worlds:
    """A batch of simulations with a task; all arrays have one row per environment.

    q, v: coordinates and rates now. poses: of bodies, (count, bodies, 7). before: q at the start of
    the control step. action: controls in it, from -1 to 1. goal: numbers drawn at the start of the
    episode. duration: length of a control step [s].
    """

    def __init__(self, task: Task, count: int, threads: int, dt: Optional[float],
                 options: dict[str, Any]):
        self.task = task
        self.count = count
        self.batch = Batch(task.load(), count, threads, dt, **options)
        self.q, self.v, self.poses = self.batch.q, self.batch.v, self.batch.body_poses
        self.before = self.q.copy()
        self.action = np.zeros(self.batch.u.shape)
        self.goal = np.zeros((count, task.goal_size))
        self.duration = task.frame_skip * self.batch.dt

    def reset(self, which: Mask, random: Sequence[np.random.Generator]) -> None:
        """Start episodes of some environments, each with the numbers of its own generator."""
        self.batch.reset(which)
        for k in map(int, np.flatnonzero(which)):
            self.task.start(random[k], self.q[k], self.v[k], self.goal[k])
        self.action[which] = 0.0
        self._advance(which, 0)  # onto the limits of joints; reads poses
        for k in map(int, np.flatnonzero(which & (self.batch.status != 0))):
            error = self.batch.error(k)
            assert error is not None
            raise error

    def step(self, actions: ArrayLike, which: Mask) -> tuple[Array, Mask, dict[str, Any]]:
        """Take a control step in some environments: rewards, terminations, infos, each (count,).
        A step that fails ends the episode, with reward 0, at the state before it."""
        self.before[...] = self.q
        self.action[...] = np.clip(np.asarray(actions, float), -1.0, 1.0)
        self.batch.u[which] = self.action[which]
        self._advance(which, self.task.frame_skip)
        failed = self.batch.status != 0
        good = which & ~failed
        info: dict[str, Any] = {}
        reward = np.zeros(self.count)
        for name, term in self.task.rewards(self).items():
            info["reward_" + name] = np.where(good, term, 0.0)
            reward += info["reward_" + name]
        info["step_failed"] = failed
        return reward, which & (failed | self.task.terminated(self)), info

    def observe(self) -> Array:
        """Observations, (count, numbers): a new array."""
        return np.clip(np.concatenate(self.task.observe(self), axis=1), -BOUND, BOUND)

    def _advance(self, which: Mask, steps: int) -> None:
        """Step some simulations of the batch."""
        status = self.batch.status
        paused = ~which & (status == 0)
        status[paused] = PAUSED
        self.batch.step(steps)
        status[paused] = 0
