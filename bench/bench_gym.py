# SPDX-License-Identifier: Apache-2.0
"""Control steps per second of environments under random actions: writes the CSV file that it is
given.

    bench_gym.py RESULT.csv [TASK ...]

Runs in an environment with the packages `ludo` and `gymnasium` and, to compare, `mujoco`: then
gymnasium's environments of MuJoCo run beside those of the same names, with their own models
(`own` in the column model), and some with the model, time step, frame skip and terminations of
ludo (`ludo`). Observations and rewards of the two engines are different. Beside them, with its
package `mujoco.batch`, simulations of ludo's model alone (`mujoco.batch`): random controls and
steps, no observations, rewards and terminations; all start again after the mean length of ludo's
episodes.
"""
import statistics
import sys
import time
import warnings

import gymnasium
import numpy as np

import ludo
import ludo.gym
from ludo.gym.task import MODELS
from ludo.gym.tasks import TASKS
from result_header import write_header

try:
    import mujoco
    import mujoco.batch
except ImportError:
    mujoco = None

PEER_VERSION = {"mujoco": mujoco.__version__} if mujoco is not None else {}
REPETITIONS = 5
SECONDS = 0.4  # of a repetition
COUNTS = (1, 64, 1024)
PEERS = {"CartPole": "InvertedPendulum-v5", "Reacher": "Reacher-v5", "Hopper": "Hopper-v5",
         "HalfCheetah": "HalfCheetah-v5", "Ant": "Ant-v5", "Humanoid": "Humanoid-v5"}
# environments that take another file, with the terminations of ludo
SAME_MODEL = {"Hopper": {"healthy_z_range": (-0.4, np.inf), "healthy_angle_range": (-0.4, 0.4)},
              "HalfCheetah": {}, "Ant": {"healthy_z_range": (0.26, 1.0)},
              "Humanoid": {"healthy_z_range": (0.65, 1.3)}}
PEER_COUNT = 64
CONTROL_STEPS = 310  # from which the mean length of an episode is counted


class Contestant:
    """A vector of environments that is stepped with random actions."""

    def __init__(self, labels, environments, frame_skip):
        self.labels, self.environments, self.frame_skip = labels, environments, frame_skip
        environments.reset(seed=1)
        space = environments.action_space
        random = np.random.default_rng(1)
        self.actions = [random.uniform(space.low, space.high).astype(space.dtype)
                        for _ in range(64)]
        self.at = 0
        self.wall, self.processor = [], []  # per control step of one environment [s]

    def measure(self):
        """One repetition."""
        steps, wall, processor = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - wall < SECONDS:
            for _ in range(4):
                self.environments.step(self.actions[self.at % len(self.actions)])
                self.at += 1
                steps += self.environments.num_envs
        self.wall.append((time.perf_counter() - wall) / steps)
        self.processor.append((time.process_time() - processor) / steps)

    def row(self):
        """Control steps per second of wall time and of processor time, medians."""
        wall, processor = statistics.median(self.wall), statistics.median(self.processor)
        return ",".join([*map(str, self.labels), str(self.frame_skip), f"{1 / wall:.0f}",
                         f"{1 / processor:.0f}"])


def ours(name):
    """The vectors of ludo: of one thread and of one per processor."""
    for count in COUNTS:
        for threads in (1, 0) if count > 1 else (1,):
            environments = gymnasium.make_vec(f"ludo/{name}-v0", num_envs=count, threads=threads)
            labels = (name, "ludo", "ludo", count, environments.unwrapped.worlds.batch.threads)
            yield Contestant(labels, environments, TASKS[name].frame_skip)


def theirs(name):
    """The vectors of gymnasium's environments of MuJoCo, which one thread steps."""
    if mujoco is None or name not in PEERS:
        return
    given = {"own": {}}
    if name in SAME_MODEL:
        given["ludo"] = {"xml_file": str(MODELS / TASKS[name].model),
                         "frame_skip": TASKS[name].frame_skip, **SAME_MODEL[name]}
    for model, options in given.items():
        environments = gymnasium.make_vec(PEERS[name], PEER_COUNT, vectorization_mode="sync",
                                          **options)
        yield Contestant((name, "mujoco", model, PEER_COUNT, 1), environments,
                         environments.envs[0].unwrapped.frame_skip)


def mean_length(name):
    """The mean number of control steps of an episode under random actions."""
    ended = 0
    environments = gymnasium.make_vec(f"ludo/{name}-v0", num_envs=PEER_COUNT, threads=1)
    environments.reset(seed=1)
    environments.action_space.seed(1)
    for _ in range(CONTROL_STEPS):
        _, _, terminated, truncated, _ = environments.step(environments.action_space.sample())
        ended += int(np.count_nonzero(terminated | truncated))
    return max(1, CONTROL_STEPS * PEER_COUNT // max(1, ended))


class Simulations:
    """Simulations of mujoco.batch with the interface of a vector of environments."""

    def __init__(self, name):
        model = mujoco.MjModel.from_xml_path(str(MODELS / TASKS[name].model))
        self.num_envs, self.frame_skip = PEER_COUNT, TASKS[name].frame_skip
        self.batch = mujoco.batch.Batch(model, PEER_COUNT, 1)
        self.controls = self.batch.bind("ctrl")
        self.read = [self.batch.bind("qpos"), self.batch.bind("qvel")]
        self.action_space = gymnasium.spaces.Box(-1.0, 1.0, (PEER_COUNT, model.nu))
        self.length, self.left = mean_length(name), 0

    def reset(self, seed):
        """The start of all episodes."""
        del seed
        self.batch.reset()
        self.left = self.length

    def step(self, actions):
        """One control step of all."""
        if self.left == 0:
            self.reset(0)
        self.left -= 1
        self.controls[:] = actions
        self.batch.step(nstep=self.frame_skip)


def alone(name):
    """Simulations without a task."""
    if mujoco is not None:
        yield Contestant((name, "mujoco.batch", "ludo", PEER_COUNT, 1), Simulations(name),
                         TASKS[name].frame_skip)


def main():
    result, names = sys.argv[1], sys.argv[2:] or list(TASKS)
    warnings.simplefilter("ignore")
    with open(result, "w", encoding="utf-8") as out:
        write_header(out, "control steps per second of vectors of environments, random actions",
                     ludo=ludo.__version__, gymnasium=gymnasium.__version__, **PEER_VERSION)
        print("task,engine,model,environments,threads,frame_skip,steps_per_s,"
              "steps_per_processor_s", file=out)
        for name in names:
            contestants = [*ours(name), *theirs(name), *alone(name)]
            for _ in range(REPETITIONS):
                for contestant in contestants:
                    contestant.measure()
            for contestant in contestants:
                print(contestant.row(), file=out, flush=True)


if __name__ == "__main__":
    main()
