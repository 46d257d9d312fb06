# SPDX-License-Identifier: Apache-2.0
"""Environments of gymnasium for reinforcement learning, on batches of simulations.

    import gymnasium
    import ludo.gym
    environment = gymnasium.make("ludo/Ant-v0")
    environments = gymnasium.make_vec("ludo/Ant-v0", num_envs=64)

docs/gym.md describes the tasks.
"""
try:
    import gymnasium
except ImportError as error:
    raise ImportError("ludo.gym needs the package gymnasium: pip install 'ludo-dynamics[gym]', or "
                      "pip install gymnasium") from error

from .environment import Environment, VectorEnvironment
from .task import Task, effort, forward_speed, row_sum, upright
from .tasks import TASKS
from .worlds import Worlds

__all__ = ["Environment", "Task", "VectorEnvironment", "Worlds", "effort", "forward_speed",
           "register", "row_sum", "upright"]


def register(task: Task) -> None:
    """Register the id ludo/<name>-v0 of a task for gymnasium.make() and make_vec()."""
    TASKS[task.name] = task
    gymnasium.register(f"ludo/{task.name}-v0", entry_point="ludo.gym:Environment",
                       vector_entry_point="ludo.gym:VectorEnvironment",
                       max_episode_steps=task.time_limit, kwargs={"task": task.name})


for _task in list(TASKS.values()):
    register(_task)
