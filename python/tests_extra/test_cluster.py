# SPDX-License-Identifier: Apache-2.0
"""Sweeps on Ray: bits, workers, nodes and drivers that are killed. `make test-ray` runs them."""
import functools
import os
import pathlib
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import ray
from ray.cluster_utils import Cluster

import ludo
import ludo.ray

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = ROOT / "examples" / "quadruped_walk.xml"
SWEEP = {"samples": 96, "seed": 7, "chunk": 8}

sys.path.insert(0, str(ROOT / "python" / "tests"))
from test_tutorial import run_blocks

ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers don't know this folder


def stumble(batch, samples, pids=None):
    """Height of the trunk after steps from a random velocity; sample 13 fails. A worker leaves a
    file with the number of its process in the folder pids."""
    if pids is not None:
        (pathlib.Path(pids) / str(os.getpid())).touch()
    batch.v[:, :3] = samples.draw(lambda rng: 0.3 * rng.normal(size=3))
    batch.u[:] = samples.draw(lambda rng: 0.1 * rng.normal(size=batch.model.nu))
    batch.v[samples.numbers == 13, 0] = np.nan
    batch.step(300)
    return {"height": batch.q[:, 2], "state": np.hstack([batch.q, batch.v])}


def same(a, b):
    """Whether tables have the same bits."""
    return (list(a) == list(b) and all(a[name].tobytes() == b[name].tobytes() for name in a)
            and np.array_equal(a.status, b.status) and a.reasons == b.reasons
            and np.array_equal(a.parameters, b.parameters))


@pytest.fixture(name="model", scope="module")
def fixture_model():
    return ludo.load(MODEL)


@pytest.fixture(name="whole", scope="module")
def fixture_whole(model):
    """The sweep in this process."""
    with ludo.ray.Pool(model, actors=0) as pool:
        return pool.map(stumble, **SWEEP)


@pytest.fixture(name="one_node", scope="module", autouse=True)
def fixture_one_node():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.mark.parametrize("actors, threads, chunk", [(1, 1, 8), (2, 1, 8), (1, 2, 33), (2, 1, 96)])
def test_actors_and_chunks_do_not_change_bits(model, whole, actors, threads, chunk):
    with ludo.ray.Pool(model, actors=actors, threads=threads) as pool:
        assert same(pool.map(stumble, **{**SWEEP, "chunk": chunk}), whole)
        assert whole.failed.tolist() == [13]


def test_killed_workers_change_nothing(model, whole, tmp_path):
    killed = set()

    def kill(progress):
        """Kill a worker in the middle of its chunk, at every third chunk."""
        if progress.done % 24 == 8:
            time.sleep(0.03)
            pid = next(int(p.name) for p in tmp_path.iterdir() if int(p.name) not in killed)
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
        calls.append(progress)

    calls = []
    with ludo.ray.Pool(model, actors=2) as pool:
        table = pool.map(functools.partial(stumble, pids=str(tmp_path)), progress=kill, **SWEEP)
    assert same(table, whole)
    assert calls[-1].lost >= 3 and [call.done for call in calls] == list(range(0, 97, 8))
    print(f"{len(killed)} workers killed, {calls[-1].lost} lost")


def test_a_function_that_kills_its_worker_is_an_error(model):
    def deadly(batch, samples):
        if samples.numbers[0] == 8:
            os.kill(os.getpid(), signal.SIGKILL)
        return batch.q

    with ludo.ray.Pool(model, actors=2, retries=1) as pool:
        with pytest.raises(ludo.ray.SweepError, match="samples 8 to 15 lost their worker 2 times"):
            pool.map(deadly, **SWEEP)
        assert len(pool.map(lambda batch, samples: batch.q, samples=9)) == 9


def test_an_exception_comes_back_with_its_samples(model):
    def wrong(batch, samples):
        return {"x": batch.q if samples.numbers[0] != 16 else 1 / 0}

    with ludo.ray.Pool(model, actors=2) as pool:
        with pytest.raises(ludo.ray.SweepError, match="16 to 23: ZeroDivisionError") as got:
            pool.map(wrong, **SWEEP)
        assert isinstance(got.value.__cause__, ZeroDivisionError)
        assert "test_cluster.py" in str(got.value.__cause__)  # the traceback of the worker


def test_workers_that_do_not_fit_are_an_error(model):
    with ludo.ray.Pool(model, actors=1, threads=64, patience=2.0) as pool:
        with pytest.raises(ludo.ray.SweepError, match="each asks for 64 processors, the 1 nodes"):
            pool.map(stumble, **SWEEP)


def test_cma_minimises_by_a_pool(model):
    cma = pytest.importorskip("cma")

    def cost(batch, samples):
        """How far the trunk is from where controls of individuals should bring it."""
        batch.u[:] = samples.parameters
        batch.step(50)
        return np.sum((samples.parameters - 0.2) ** 2, axis=1) + (batch.q[:, 2] - 0.24) ** 2

    with ludo.ray.Pool(model, actors=2) as pool:
        search = cma.CMAEvolutionStrategy(np.zeros(model.nu), 0.2,
                                          {"seed": 3, "verbose": -9, "maxiter": 60})
        while not search.stop():
            individuals = search.ask()
            search.tell(individuals, pool.evaluate(cost, individuals))
    assert search.result.fbest < 1e-3


def test_a_killed_driver_is_resumed(model, whole, tmp_path):
    script = (f"import sys; sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})\n"
              "import ray, ludo, ludo.ray, test_cluster as t\n"
              "ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)\n"
              "with ludo.ray.Pool(ludo.load(t.MODEL), actors=2) as pool:\n"
              f"    pool.map(t.stumble, folder={str(tmp_path)!r}, **t.SWEEP)\n")
    environment = {**os.environ, "RAY_ADDRESS": "local"}
    with subprocess.Popen([sys.executable, "-c", script], env=environment) as driver:
        limit = time.monotonic() + 60.0
        while len(list(tmp_path.glob("chunk-*"))) < 3 and time.monotonic() < limit:
            time.sleep(0.002)
        driver.kill()
    files = {path: path.stat().st_mtime_ns for path in tmp_path.glob("chunk-*")}
    assert 3 <= len(files) < 12
    calls = []
    with ludo.ray.Pool(model, actors=1) as pool:
        table = pool.map(stumble, folder=tmp_path, progress=calls.append, **SWEEP)
    assert same(table, whole)
    assert calls[0].resumed == 8 * len(files) and len(calls) == 1 + 12 - len(files)
    assert all(path.stat().st_mtime_ns == written for path, written in files.items())
    print(f"{len(files)} of 12 chunks were finished when the driver was killed")


def test_the_page_prints_what_it_says_on_actors(tmp_path, monkeypatch):
    class OnActors(ludo.ray.Pool):
        def __init__(self, model, actors=None, **options):
            super().__init__(model, actors=2, actor_options={"num_cpus": 0.5}, **options)

    monkeypatch.setattr(ludo.ray, "Pool", OnActors)
    assert run_blocks("docs/cluster.md", tmp_path, monkeypatch) == 4


def test_a_lost_node_changes_nothing(model, whole, tmp_path):
    ray.shutdown()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    other = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    calls = []

    def remove(progress):
        calls.append(progress)
        if progress.done == 24:
            cluster.remove_node(other, allow_graceful=False)

    try:
        with ludo.ray.Pool(model) as pool:
            assert pool.actors == 2
            run = functools.partial(pool.map, functools.partial(stumble, pids=str(tmp_path)))
            while len(list(tmp_path.iterdir())) < 2:  # both nodes work
                run(**SWEEP)
            assert same(run(progress=remove, **SWEEP), whole)
        assert calls[-1].lost == 1
    finally:
        ray.shutdown()
        cluster.shutdown()
