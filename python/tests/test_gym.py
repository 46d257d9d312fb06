# SPDX-License-Identifier: Apache-2.0
"""Environments of gymnasium: the interface, bits of vectors, episodes, failures, each task."""
import re
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

import ludo
import ludo.gym
from conftest import ROOT
from ludo.gym.tasks import TASKS

NAMES = list(TASKS)


def ident(name):
    return f"ludo/{name}-v0"


def same(one, other):
    """Equality to the bit, of dicts and tuples of arrays, too."""
    return data_equivalence(one, other, exact=True)


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_accepts_each_environment(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        environment = gymnasium.make(ident(name))
        check_env(environment.unwrapped)
        assert environment.spec.max_episode_steps == TASKS[name].time_limit
        gymnasium.make_vec(ident(name), num_envs=2, threads=1).reset(seed=1)


@pytest.mark.parametrize("name", NAMES)
def test_each_task_runs_with_random_actions(name):
    environments = gymnasium.make_vec(ident(name), num_envs=4, threads=1)
    environments.reset(seed=5)
    environments.action_space.seed(5)
    for _ in range(300):
        observation, reward, _, _, info = environments.step(environments.action_space.sample())
        assert np.all(np.isfinite(observation)) and np.all(np.isfinite(reward))
        assert not info.get("step_failed", np.zeros(1)).any()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("name", NAMES)
def test_a_vector_has_the_bits_of_single_environments(name, mode):
    limit = {"max_episode_steps": 23}
    single = gymnasium.make_vec(ident(name), 5, vectorization_mode="sync",
                                vector_kwargs={"autoreset_mode": mode}, **limit)
    vector = gymnasium.make_vec(ident(name), 5, autoreset_mode=mode, threads=2, **limit)
    assert vector.metadata["autoreset_mode"] is mode and same(
        single.reset(seed=3), vector.reset(seed=3))
    vector.action_space.seed(4)
    ends = 0
    for _ in range(80):
        actions = vector.action_space.sample()
        result = vector.step(actions)
        assert same(single.step(actions), result)
        ends += np.sum(result[2] | result[3])
    assert ends >= 15
    assert same(single.np_random_seed, vector.np_random_seed)
    assert [r.bit_generator.state for r in single.np_random] == [
        r.bit_generator.state for r in vector.np_random]


def test_seeds_do_not_depend_on_the_number_of_environments():
    many = ludo.gym.VectorEnvironment("Reacher", 6, threads=2)
    few = ludo.gym.VectorEnvironment("Reacher", 2, threads=1)
    action = np.linspace(-1.0, 1.0, 12).reshape(6, 2).astype(np.float32)
    first = many.reset(seed=10)[0]
    assert same(few.reset(seed=[13, 11])[0], first[[3, 1]])
    assert same(few.step(action[[3, 1]])[0], many.step(action)[0][[3, 1]])
    assert same(many.reset(seed=10)[0], first) and not same(many.reset()[0], first)
    with pytest.raises(ValueError, match="3 seeds for 2"):
        few.reset(seed=[1, 2, 3])


def test_without_autoreset_a_mask_resets():
    environments = ludo.gym.VectorEnvironment("CartPole", 3, "Disabled", max_episode_steps=2)
    actions = np.zeros((3, 1), np.float32)
    with pytest.raises(gymnasium.error.ResetNeeded):
        environments.step(actions)
    first = environments.reset(seed=1)[0]
    environments.step(actions)
    environments.reset(options={"reset_mask": np.array([False, True, False])})
    last, _, _, truncated, _ = environments.step(actions)
    assert list(truncated) == [True, False, True]
    with pytest.raises(gymnasium.error.ResetNeeded):
        environments.step(actions)
    again = environments.reset(seed=1, options={"reset_mask": truncated})[0]
    assert same(again[[0, 2]], first[[0, 2]]) and same(again[1], last[1])
    assert not environments.step(actions)[3][0]
    with pytest.raises(ValueError, match="reset_mask"):
        environments.reset(options={"reset_mask": np.zeros(3, bool)})


def test_a_failed_step_ends_the_episode():
    environments = ludo.gym.VectorEnvironment("Ant", 3)
    first = environments.reset(seed=2)[0]
    actions = np.zeros((3, 8), np.float32)
    actions[1, 0] = np.nan
    observation, reward, terminated, _, info = environments.step(actions)
    assert list(terminated) == list(info["step_failed"]) == [False, True, False]
    assert same(observation[1], first[1]) and reward[1] == 0.0 and info["_step_failed"].all()
    observation, reward, terminated, _, info = environments.step(np.zeros((3, 8), np.float32))
    assert not terminated.any() and np.all(np.isfinite(observation)) and reward[1] == 0.0
    assert list(info["_step_failed"]) == [True, False, True]
    single = ludo.gym.Environment("Ant")
    single.reset(seed=2)
    _, reward, terminated, _, info = single.step(actions[1])
    assert terminated is True and info["step_failed"] is True and reward == 0.0


def test_options_of_simulations():
    environment = gymnasium.make(ident("CartPole"), dt=0.005, integrator="galerkin", order=4)
    assert environment.unwrapped.worlds.duration == 0.01
    assert ludo.gym.VectorEnvironment("Ant", 2, threads=3, cone="linear4").worlds.batch.threads == 3


@pytest.mark.parametrize("make", [ludo.gym.Environment, ludo.gym.VectorEnvironment])
def test_bad_arguments(make):
    with pytest.raises(TypeError, match="do not render"):
        make("CartPole", render_mode="rgb_array")
    with pytest.raises(ValueError, match="the tasks are CartPole, Acrobot"):
        make("CartPool")
    with pytest.raises(TypeError, match="colour"):
        make("CartPole", colour="red")
    environment = make("CartPole")
    environment.reset()
    with pytest.raises(ValueError):
        environment.step(np.zeros((1, 2)))


def test_without_gymnasium_an_error_says_what_to_install():
    code = ("import sys\nsys.modules['gymnasium'] = None\ntry:\n    import ludo.gym\n"
            "except ImportError as error:\n    print(error)")
    said = subprocess.run([sys.executable, "-c", code], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    assert "pip install" in said and "gymnasium" in said


def test_rendering_is_refused_by_make():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(TypeError, match="do not render"):
            gymnasium.make(ident("Ant"), render_mode="rgb_array")


def returns(name, policy, count=4):
    """Sums of rewards of first episodes, one per environment."""
    environments = gymnasium.make_vec(ident(name), count, threads=1)
    observation, _ = environments.reset(seed=1)
    total, alive = np.zeros(count), np.ones(count, bool)
    while alive.any():
        observation, reward, terminated, truncated, _ = environments.step(policy(observation))
        total += reward * alive
        alive &= ~(terminated | truncated)
    return total


def test_a_feedback_balances_the_pole():
    gains = np.array([0.3, 5.0, 0.4, 1.0])  # of x, angle and rates
    assert np.all(returns("CartPole", lambda o: np.clip(o @ gains, -1.0, 1.0)[:, None]) == 500.0)


@pytest.mark.parametrize("name", ["Ant", "Quadruped"])
def test_robots_with_four_legs_stand(name):
    controls = TASKS[name].load().nu
    stood = returns(name, lambda o: np.zeros((len(o), controls)))
    assert np.all((990.0 < stood) & (stood < 1010.0))


def test_a_quadruped_moves_to_its_controls():
    single = ludo.gym.Environment("Quadruped")
    single.reset(seed=1)
    action = np.tile([0.0, 0.4, -0.4], 4)  # of servos: 0.2 and -0.2 rad
    for _ in range(200):
        observation = single.step(action)[0]
    joints = observation[5:17]
    assert np.all(np.abs(joints - 0.5 * action) < 0.15) and np.all(joints[1::3] > 0.05)


def test_the_reward_is_the_sum_of_its_terms_and_forward_is_along_x():
    single = ludo.gym.Environment("HalfCheetah")
    single.reset(seed=1)
    first = single.worlds.q[0, 0]
    forward = 0.0
    for _ in range(20):
        _, reward, _, _, info = single.step(np.full(6, 0.5))
        assert reward == info["reward_forward"] + info["reward_control"]
        assert info["reward_control"] == pytest.approx(-0.1 * 6 * 0.25)
        forward += info["reward_forward"] * single.worlds.duration
    assert forward == pytest.approx(single.worlds.q[0, 0] - first, abs=1e-12)


def test_the_reacher_is_at_a_target_where_its_tip_is():
    single = ludo.gym.Environment("Reacher")
    single.reset(seed=1)
    worlds = single.worlds
    shoulder, elbow = worlds.q[0]
    worlds.goal[0] = [0.12 * np.cos(shoulder) + 0.1 * np.cos(shoulder + elbow),
                      0.12 * np.sin(shoulder) + 0.1 * np.sin(shoulder + elbow)]
    assert np.all(np.abs(worlds.observe()[0, -2:]) < 1e-12)
    assert np.abs(worlds.task.rewards(worlds)["distance"]) < 1e-12


def test_observations_are_in_their_order():
    single = ludo.gym.Environment("Ant")
    observation = single.reset(seed=1)[0]
    worlds = single.worlds
    assert same(observation, np.concatenate([worlds.q[0, 2:], worlds.v[0]]))
    assert observation[1] == pytest.approx(1.0, abs=1e-3)
    acrobot = ludo.gym.Environment("Acrobot")
    observation = acrobot.reset(seed=1)[0]
    upper, lower = acrobot.worlds.q[0]
    angles = np.array([upper, upper + lower])
    assert observation[:4] == pytest.approx(np.concatenate([np.cos(angles), np.sin(angles)]))


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_the_numbers_of_each_task(name):
    page = (ROOT / "docs" / "gym.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| `ludo/{name}-v0` \| (.*) \|$", page, re.MULTILINE).group(1)
    task, single = TASKS[name], ludo.gym.Environment(name)
    worlds = single.worlds
    assert [float(cell) for cell in row.split(" | ")] == [
        single.observation_space.shape[0], single.action_space.shape[0], worlds.batch.dt,
        task.frame_skip, worlds.duration, task.time_limit]
    table = page.split(f"### {name}\n")[1].split("\n##")[0]
    indices = re.findall(r"^\| ([\d., ]+) \|", table, re.MULTILINE)
    assert int(re.findall(r"\d+", indices[-1])[-1]) == single.observation_space.shape[0] - 1


def test_a_task_of_the_user():
    class Hang(ludo.gym.Task):
        name = "Hang"
        model = ludo.load("examples/cart_pole.xml")
        time_limit = 7

        def rewards(self, worlds):
            return {"still": -ludo.gym.row_sum(worlds.v * worlds.v)}

    ludo.gym.register(Hang())
    try:
        environments = gymnasium.make_vec("ludo/Hang-v0", num_envs=2)
        environments.reset(seed=0)
        steps = [environments.step(np.ones((2, 1), np.float32)) for _ in range(7)]
        assert steps[-1][3].all() and steps[-1][1][0] < 0.0
        check_env(gymnasium.make("ludo/Hang-v0").unwrapped)
    finally:
        del gymnasium.registry["ludo/Hang-v0"], TASKS["Hang"]
