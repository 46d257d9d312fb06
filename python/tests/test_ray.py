# SPDX-License-Identifier: Apache-2.0
"""Sweeps, without Ray: seeds, chunks, folders, workers that are lost, failures.

python/tests_extra/test_ray.py has the tests with Ray.
"""
import functools
import json
import random
import subprocess
import sys

import numpy as np
import pytest

import ludo
import ludo.ray
from ludo.ray.crew import Crew
from ludo.ray.folder import part_bytes, read_part
from ludo.ray.samples import Chunk
from ludo.ray.workers import InProcess, Lost


@pytest.fixture(name="model")
def fixture_model():
    return ludo.load("examples/cart_pole.xml")


def swing(batch, samples, steps=20):
    """Angle of the pole, from a random angle and under a gust of random force."""
    batch.q[:, 1] = samples.draw(lambda rng: rng.uniform(-0.5, 0.5))
    batch.u[:, 0] = samples.draw(lambda rng: rng.normal())
    batch.step(steps)
    return {"angle": batch.q[:, 1], "state": np.hstack([batch.q, batch.v])}


def follow(batch, samples):
    """The distance of the cart from the origin, with the controls of parameters."""
    batch.u[:] = samples.parameters
    batch.step(10)
    return abs(batch.q[:, 0])


def spoilt(batch, samples):
    """Every seventh sample cannot be simulated."""
    batch.q[:, 1] = 0.1
    batch.v[samples.numbers % 7 == 0, 0] = np.nan
    batch.step(5)
    return {"angle": batch.q[:, 1]}


class Unreliable(InProcess):
    """Workers of which some die with their chunk, or when they start; calls end in any order."""

    def __init__(self, *arguments, seed=1, share=0.4):
        super().__init__(*arguments)
        self.random = random.Random(seed)
        self.probability = share
        self.dead = []

    def wait(self, references, timeout):
        return self.random.sample(references, self.random.randint(1, len(references)))

    def get(self, reference):
        if self.random.random() < self.probability:
            if self.random.random() < 0.5:
                reference()  # the work is done, and lost
            raise Lost("killed")
        return reference()

    def stop(self, worker):
        self.dead.append(worker)


def unreliable(model, size, retries=50, **options):
    """A pool of workers that die."""
    pool = ludo.ray.Pool(model, actors=0, dt=0.01)
    pool._crew = Crew(Unreliable(model, 0.01, 1, {}, **options), size, retries, 1.0)
    return pool


def same(a, b):
    """Whether tables have the same bits."""
    return (list(a) == list(b) and all(np.array_equal(a[name], b[name]) for name in a)
            and np.array_equal(a.status, b.status) and a.reasons == b.reasons
            and np.array_equal(a.parameters, b.parameters))


@pytest.fixture(name="pool")
def fixture_pool(model):
    with ludo.ray.Pool(model, actors=0, dt=0.01) as pool:
        yield pool


def test_the_package_needs_ray_for_actors_only():
    hidden = ("import sys; sys.modules['ray'] = None; import ludo, ludo.ray\n"
              "model = ludo.load('examples/cart_pole.xml')\n"
              "print(len(ludo.ray.Pool(model, actors=0).map(lambda b, s: b.q, samples=3)))\n"
              "try:\n    ludo.ray.Pool(model)\n"
              "except ImportError as error:\n    print(error)\n")
    out = subprocess.run([sys.executable, "-c", hidden], check=True, text=True,
                         stdout=subprocess.PIPE).stdout
    assert out.startswith("3\n") and "pip install 'ludo-dynamics[ray]'" in out


def test_random_numbers_depend_on_seed_and_number_alone(pool):
    alone = [ludo.ray.generator(5, number).uniform(-0.5, 0.5) for number in range(40)]
    assert len(set(alone)) == 40
    drawn = pool.map(lambda batch, samples: samples.parameters, samples=40, seed=5, chunk=7,
                     parameters=lambda rng: [rng.uniform(-0.5, 0.5)])
    assert drawn.parameters[:, 0].tolist() == alone == drawn["result"][:, 0].tolist()
    assert ludo.ray.generator(6, 0).random() != ludo.ray.generator(5, 0).random()
    assert ludo.ray.generator((5, 1), 0).random() != ludo.ray.generator(5, 0).random()


def test_numbers_of_the_function_follow_those_of_the_parameters(pool):
    table = pool.map(lambda batch, samples: samples.draw(lambda rng: rng.random()), samples=3,
                     parameters=lambda rng: [rng.random()])
    rng = ludo.ray.generator(0, 2)
    assert (table.parameters[2, 0], table["result"][2]) == (rng.random(), rng.random())


@pytest.mark.parametrize("chunk", [1, 8, 33, 100, 1000])
def test_results_do_not_depend_on_chunks(pool, chunk):
    for function in (swing, spoilt):
        assert same(pool.map(function, samples=100, seed=3),
                    pool.map(function, samples=100, seed=3, chunk=chunk))


def test_results_are_those_of_single_simulations(pool, model):
    controls = np.linspace(-1.0, 1.0, 30)[:, None]
    table = pool.map(follow, controls, chunk=8)
    sim = ludo.Simulation(model, dt=0.01)
    sim.u[:] = controls[17]
    sim.step(10)
    assert table["result"][17] == abs(sim.q[0]) and table.parameters is not None
    assert len(table) == 30 and table.parameters[17] == controls[17]


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_lost_with_workers(pool, model, seed):
    weak = unreliable(model, 1 + seed, seed=seed)
    calls = []
    table = weak.map(swing, samples=60, seed=3, chunk=4, progress=calls.append)
    assert same(table, pool.map(swing, samples=60, seed=3))
    assert calls[-1].done == calls[-1].samples == 60 and calls[-1].lost > 0
    assert [call.done for call in calls] == list(range(0, 61, 4))
    assert len(weak._crew.fleet.dead) == calls[-1].lost


def test_a_chunk_that_kills_its_workers_is_an_error(model):
    with pytest.raises(ludo.ray.SweepError, match="workers do not start"):
        unreliable(model, 2, retries=2, share=1.0).map(swing, samples=20, chunk=4)
    deadly = unreliable(model, 2, retries=2, share=0.0)
    start = deadly._crew.fleet.get

    def get(reference):
        if reference.args and reference.args[1].first == 8:
            raise Lost("no memory")
        return start(reference)

    deadly._crew.fleet.get = get
    with pytest.raises(ludo.ray.SweepError, match="samples 8 to 11 lost their worker 3 times: no"):
        deadly.map(swing, samples=20, chunk=4)
    assert len(deadly.map(swing, samples=8, chunk=4)) == 8  # the pool goes on


def test_no_worker_that_starts_is_an_error(model):
    slow = unreliable(model, 2)
    slow._crew.fleet.wait = lambda references, timeout: []
    with pytest.raises(ludo.ray.SweepError, match="no worker has started in 1 s: this process"):
        slow.map(swing, samples=20)


def test_workers_with_other_versions_are_refused(model):
    other = unreliable(model, 2, share=0.0)
    other._crew.fleet.get = lambda reference: ("0.1.0", "1.22")
    with pytest.raises(ludo.ray.SweepError, match="other versions: ludo 0.1.0, NumPy 1.22"):
        other.map(swing, samples=20)


def test_failures_are_rows_with_reasons(pool):
    table = pool.map(spoilt, samples=30, chunk=8)
    assert table.failed.tolist() == [0, 7, 14, 21, 28] == list(table.reasons)
    assert set(table.status[table.failed]) == {ludo.Status.BAD_ARGUMENT}
    assert table.reasons[14].startswith("a number in its rows is not finite")
    assert "30 samples, 5 failed: angle" in repr(table)


def test_an_exception_of_the_function_is_raised_with_its_samples(pool):
    def wrong(batch, samples):
        if 17 in samples.numbers:
            raise ZeroDivisionError("by nought")
        return batch.q

    with pytest.raises(ludo.ray.SweepError, match="samples 16 to 23: ZeroDivisionError: by") as got:
        pool.map(wrong, samples=30, chunk=8)
    assert isinstance(got.value.__cause__, ZeroDivisionError)
    assert len(pool.map(swing, samples=30)) == 30


class Killed(BaseException):
    """The end of the driver."""


def test_a_sweep_is_resumed_from_its_folder(pool, model, tmp_path):
    whole = pool.map(spoilt, samples=50, chunk=4)

    def kill(progress):
        if progress.done >= 20:
            raise Killed

    with pytest.raises(Killed):
        unreliable(model, 3).map(spoilt, samples=50, chunk=4, folder=tmp_path, progress=kill)
    calls = []
    table = pool.map(spoilt, samples=50, folder=tmp_path, progress=calls.append)
    assert same(table, whole) and calls[0].resumed == calls[0].done == 20
    assert [call.done for call in calls[1:]] == [*range(24, 50, 4), 50]
    again = []
    assert same(pool.map(spoilt, samples=50, folder=tmp_path, progress=again.append), whole)
    assert len(again) == 1 and again[0].failed == len(whole.failed)


def test_drawn_parameters_are_kept(pool, tmp_path):
    def draw(rng):
        return rng.normal(size=1)

    first = pool.map(follow, draw, samples=20, folder=tmp_path)
    again = pool.map(follow, draw, samples=20, folder=tmp_path)
    assert same(first, again) and again.parameters.shape == (20, 1)


def test_torn_files_are_computed_again(pool, tmp_path):
    whole = pool.map(spoilt, samples=20, chunk=4, folder=tmp_path)
    files = sorted(tmp_path.glob("chunk-*.npz"))
    content = files[0].read_bytes()
    spoilers = [lambda b: b"", lambda b: b[:-1], lambda b: b[:len(b) // 2], lambda b: b"{" * 300]
    for spoil in spoilers:
        files[0].write_bytes(spoil(content))
        with pytest.warns(UserWarning, match="computed again"):
            table = pool.map(spoilt, samples=20, folder=tmp_path)
        assert same(table, whole) and files[0].read_bytes() == content
    files[1].write_bytes(files[4].read_bytes())
    with pytest.warns(UserWarning, match="other samples"):
        assert same(pool.map(spoilt, samples=20, folder=tmp_path), whole)
    (tmp_path / ".chunk-000002.npz.77").write_bytes(content[:50])  # of a driver that was killed
    assert len(files) == 5 and same(pool.map(spoilt, samples=20, folder=tmp_path), whole)


def test_each_byte_of_a_file_counts(pool, tmp_path):
    pool.map(spoilt, samples=3, folder=tmp_path)
    content = (tmp_path / "chunk-000000.npz").read_bytes()
    chunk = Chunk(0, 0, 3)
    part = read_part(content, chunk)
    assert part_bytes(part, chunk) == content
    for at in range(len(content)):
        changed = content[:at] + bytes([content[at] ^ 32]) + content[at + 1:]
        try:
            other = read_part(changed, chunk)
        except OSError:
            raise
        except Exception:
            continue
        assert np.array_equal(other.outputs["angle"], part.outputs["angle"])
        assert other.reasons == part.reasons


def test_folders_of_other_sweeps_are_refused(pool, model, tmp_path):
    pool.map(swing, samples=20, seed=3, folder=tmp_path)
    moon = model.copy()
    moon.set_gravity([0.0, 0.0, -1.62])
    for other, wrong in [({"seed": 4}, "seed was 3, is 4"), ({"samples": 21}, "samples was 20"),
                         ({"function": spoilt}, "function was swing"), ({"chunk": 7}, "chunk was"),
                         ({"function": functools.partial(swing, steps=3)}, "function was"),
                         ({"parameters": np.ones(20)}, "parameters was none")]:
        given = {"function": swing, "samples": 20, "seed": 3, **other}
        with pytest.raises(ludo.ArgumentError, match=wrong):
            pool.map(folder=tmp_path, **given)
    for other in (ludo.ray.Pool(moon, actors=0, dt=0.01), ludo.ray.Pool(model, actors=0, dt=0.02)):
        with pytest.raises(ludo.ArgumentError, match="(model|dt) was"):
            other.map(swing, samples=20, seed=3, folder=tmp_path)
    described = json.loads((tmp_path / "sweep.json").read_text())
    del described["function"]
    (tmp_path / "sweep.json").write_text(json.dumps(described))
    assert len(pool.map(lambda b, s: swing(b, s), samples=20, seed=3, folder=tmp_path)) == 20
    (tmp_path / "sweep.json").write_text("{")
    with pytest.raises(ludo.ArgumentError, match="cannot be read"):
        pool.map(swing, samples=20, seed=3, folder=tmp_path)


def test_populations_have_costs(pool):
    population = np.random.default_rng(1).normal(size=(30, 1))
    costs = pool.evaluate(follow, population)
    assert costs.shape == (30,) and np.argmin(costs) == np.argmin(abs(population))
    assert np.array_equal(costs[:7], pool.evaluate(follow, list(population[:7])))
    population[4] = np.nan
    assert pool.evaluate(follow, population)[4] == np.inf
    with pytest.raises(ludo.ArgumentError, match="a cost per sample"):
        pool.evaluate(lambda batch, samples: batch.q, population)


def test_models_of_a_chunk_do_not_reach_the_next(pool, model):
    def on_moons(batch, samples):
        for k in np.flatnonzero(samples.parameters):
            moon = batch.model.copy()
            moon.set_gravity([0.0, 0.0, -1.62])
            batch.set_model(k, moon)
        batch.q[:, 1] = 0.3
        batch.step(10)
        return batch.q[:, 1]

    table = pool.map(on_moons, np.arange(12) < 4, chunk=4)
    assert len(set(table["result"][:4])) == len(set(table["result"][4:])) == 1
    assert table["result"][0] != table["result"][4]


def test_wrong_arguments(pool, model):
    for given, wrong in [({}, "number is missing"), ({"samples": 0}, "1 or more"),
                         ({"parameters": np.ones((3, 1)), "samples": 4}, "3 rows"),
                         ({"parameters": ["a"]}, "array of numbers"),
                         ({"parameters": 1.0}, "array of numbers"),
                         ({"samples": 3, "seed": -1}, "seed"),
                         ({"samples": 3, "seed": "x"}, "seed"),
                         ({"samples": 3, "chunk": -1}, "chunk")]:
        with pytest.raises(ludo.ArgumentError, match=wrong):
            pool.map(swing, **given)
    for result, wrong in [(lambda b, s: np.ones(2), "a row for each of the 3 samples"),
                          (lambda b, s: {"name": ["a"] * 3}, "output 'name': expected numbers"),
                          (lambda b, s: None, "expected numbers")]:
        with pytest.raises(ludo.ray.SweepError, match=wrong):
            pool.map(result, samples=3)
    with pytest.raises(ludo.ray.SweepError, match="rows must have one shape"):
        pool.map(swing, lambda rng: rng.normal(size=rng.integers(1, 9)), samples=9)
    with pytest.raises(ludo.ArgumentError, match="outputs differ"):
        pool.map(lambda b, s: {f"of {s.numbers[0]}": b.q}, samples=9, chunk=8)
    with pytest.raises(KeyError, match="no output 'angel': there are angle, state"):
        pool.map(swing, samples=3)["angel"]
    for given in ({"actors": -1}, {"threads": 0}, {"retries": -1}, {"integrator": "maximum"}):
        with pytest.raises(ludo.ArgumentError):
            ludo.ray.Pool(model, **{"actors": 0, **given})
    with pytest.raises(TypeError):
        ludo.ray.Pool("model", actors=0)
