# SPDX-License-Identifier: Apache-2.0
"""Environments of gymnasium: a single one, and the vector of many."""
from __future__ import annotations

from typing import Any, Optional, Union

import gymnasium
import numpy as np
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .task import Task
from .tasks import find_task
from .worlds import BOUND, Mask, Worlds

Observation = Any  # an array
Action = Any
Box = gymnasium.spaces.Box


def _spaces(worlds: Worlds) -> tuple[Any, Any]:
    """The spaces of observations and actions of one environment."""
    numbers = worlds.observe().shape[1]
    return (Box(-BOUND, BOUND, (numbers,), np.float64),
            Box(-1.0, 1.0, (worlds.action.shape[1],), np.float32))


def _refuse_rendering(render_mode: Optional[str]) -> None:
    if render_mode is not None:
        raise TypeError(f"render_mode {render_mode!r}: environments of ludo do not render yet")


class Environment(gymnasium.Env[Observation, Action]):
    """One environment.

    task: a name, or a Task. dt: length of steps of the simulation [s]; by default the model's.
    Options: those of ludo.Simulation. worlds.batch is the batch, of one simulation.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, task: Union[str, Task], dt: Optional[float] = None,
                 render_mode: Optional[str] = None, **options: Any):
        _refuse_rendering(render_mode)
        self.worlds = Worlds(find_task(task), 1, 1, dt, options)
        self.observation_space, self.action_space = _spaces(self.worlds)
        self._all = np.ones(1, bool)

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
              ) -> tuple[Observation, dict[str, Any]]:
        """Start an episode."""
        super().reset(seed=seed)
        self.worlds.reset(self._all, [self.np_random])
        return self.worlds.observe()[0], {}

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take a control step."""
        reward, terminated, info = self.worlds.step(np.reshape(action, (1, -1)), self._all)
        return (self.worlds.observe()[0], float(reward[0]), bool(terminated[0]), False,
                {name: numbers[0].item() for name, numbers in info.items()})


class VectorEnvironment(gymnasium.vector.VectorEnv[Observation, Action, NDArray[Any]]):
    """Many environments of one task, stepped together by several threads.

    Each environment has the bits of a single Environment with the same seed and actions, for any
    number of environments and threads.

    task: a name, or a Task. autoreset_mode: as in gymnasium.vector. max_episode_steps: control
    steps after which an episode is truncated; by default the task's. threads: 0: one per processor.
    dt: length of steps of the simulation [s]; by default the model's. Options: those of
    ludo.Simulation.
    """

    def __init__(self, task: Union[str, Task], num_envs: int = 1,
                 autoreset_mode: Union[str, AutoresetMode] = AutoresetMode.NEXT_STEP,
                 max_episode_steps: Optional[int] = None, threads: int = 0,
                 dt: Optional[float] = None, render_mode: Optional[str] = None, **options: Any):
        _refuse_rendering(render_mode)
        self.worlds = Worlds(find_task(task), num_envs, threads, dt, options)
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.time_limit = (self.worlds.task.time_limit if max_episode_steps is None
                           else max_episode_steps)
        self.single_observation_space, self.single_action_space = _spaces(self.worlds)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._random: list[np.random.Generator] = []
        self._seeds: list[int] = []
        self._steps = np.zeros(num_envs, int)  # of the episode
        self._finished = np.zeros(num_envs, bool)

    # ---- random numbers ----

    @property  # type: ignore[misc]
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """The generators of the environments."""
        self._seed([None] * self.num_envs)
        return tuple(self._random)

    @property
    def np_random_seed(self) -> tuple[int, ...]:  # type: ignore[override]
        """The seeds of the environments."""
        self._seed([None] * self.num_envs)
        return tuple(self._seeds)

    def _seed(self, seeds: list[Optional[int]]) -> None:
        """Make the generators that have a seed, and at first all."""
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: {len(seeds)} seeds for {self.num_envs} environments")
        if not self._random:
            made = [np_random(seed) for seed in seeds]
            self._random, self._seeds = [m[0] for m in made], [m[1] for m in made]
        else:
            for k, seed in enumerate(seeds):
                if seed is not None:
                    self._random[k], self._seeds[k] = np_random(seed)

    # ---- episodes ----

    def reset(self, *, seed: Union[None, int, list[Optional[int]]] = None,  # type: ignore[override]
              options: Optional[dict[str, Any]] = None) -> tuple[Observation, dict[str, Any]]:
        """Start episodes.

        seed: of environment k seed + k, or a list; options["reset_mask"]: the environments, by
        default all.
        """
        mask = np.ones(self.num_envs, bool)
        if options is not None and "reset_mask" in options:
            mask = self._checked_mask(options["reset_mask"])
        if seed is None or isinstance(seed, (int, np.integer)):
            seed = [None if seed is None else int(seed) + k for k in range(self.num_envs)]
        self._seed([s if chosen else None for s, chosen in zip(seed, mask)]
                   if len(seed) == self.num_envs else list(seed))
        self._start(mask)
        return self.worlds.observe(), {}

    def _checked_mask(self, mask: Any) -> Mask:
        if (not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,)
                or mask.dtype != np.bool_ or not mask.any()):
            raise ValueError(f"options['reset_mask']: expected an array of {self.num_envs} bools, "
                             "not all of them False")
        return mask

    def _start(self, which: Mask) -> None:
        """Start episodes of some environments."""
        if which.any():
            self.worlds.reset(which, self._random)
            self._steps[which] = 0
            self._finished = self._finished & ~which

    def step(self, actions: Action) -> tuple[Observation, NDArray[Any], NDArray[Any],
                                             NDArray[Any], dict[str, Any]]:
        """Take a control step in all environments, or start the next episode."""
        begin = self._finished
        if not self._random or (self.autoreset_mode is not AutoresetMode.NEXT_STEP and begin.any()):
            raise gymnasium.error.ResetNeeded("reset() must be called before step()")
        stepped = ~begin
        reward, terminated, info = self.worlds.step(self._checked_actions(actions), stepped)
        self._steps += stepped
        truncated = stepped & (self._steps >= self.time_limit)
        self._start(begin)
        self._finished = terminated | truncated
        infos: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._finished.any():
            stepped = self._start_same_step(infos, info)
        _add(infos, info, stepped)
        return self.worlds.observe(), reward, terminated, truncated, infos

    def _start_same_step(self, infos: dict[str, Any], info: dict[str, Any]) -> Mask:
        """Start the next episodes, after the last observations and infos are kept in infos;
        return the environments whose episode goes on."""
        ended = self._finished
        final = np.full(self.num_envs, None, object)
        for k, row in zip(np.flatnonzero(ended), self.worlds.observe()[ended]):
            final[k] = row.copy()
        last: dict[str, Any] = {}
        _add(last, info, ended)
        _add(infos, {"final_obs": final, "final_info": last}, ended)
        self._start(ended)
        return ~ended

    def _checked_actions(self, actions: Any) -> NDArray[Any]:
        actions = np.asarray(actions)
        if actions.shape != self.action_space.shape:
            raise ValueError(f"actions: expected the shape {self.action_space.shape}, not "
                             f"{actions.shape}")
        return actions


def _add(infos: dict[str, Any], info: dict[str, Any], which: Mask) -> None:
    """Add infos of some environments, each with its mask, as gymnasium does."""
    if which.any():
        for name, numbers in info.items():
            if isinstance(numbers, np.ndarray) and numbers.dtype != object:
                numbers = np.where(which, numbers, np.zeros((), numbers.dtype))
            infos[name], infos["_" + name] = numbers, which.copy()
