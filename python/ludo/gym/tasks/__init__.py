# SPDX-License-Identifier: Apache-2.0
"""The tasks: one file each, and one line below."""
from __future__ import annotations

from typing import Union

from ..task import Task
from .acrobot import Acrobot
from .ant import Ant
from .cart_pole import CartPole
from .half_cheetah import HalfCheetah
from .hopper import Hopper
from .humanoid import Humanoid
from .quadruped import Quadruped
from .reacher import Reacher

TASKS: dict[str, Task] = {task.name: task for task in (
    CartPole(),
    Acrobot(),
    Reacher(),
    Hopper(),
    HalfCheetah(),
    Ant(),
    Humanoid(),
    Quadruped(),
)}


def find_task(task: Union[str, Task]) -> Task:
    """A task by its name, or the task itself."""
    if isinstance(task, Task):
        return task
    if task not in TASKS:
        raise ValueError(f"no task {task!r}; the tasks are {', '.join(TASKS)}")
    return TASKS[task]
