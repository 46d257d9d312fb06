# SPDX-License-Identifier: Apache-2.0
"""Batches: rows, statuses, resets, elements by name."""
import gc
import threading

import numpy as np
import pytest

import ludo


@pytest.fixture(name="model")
def fixture_model():
    return ludo.load("examples/cart_pole.xml")


def test_rows_have_the_bits_of_single_simulations(model):
    batch = ludo.Batch(model, 20, threads=2, dt=0.01)
    batch.q[:, 1] = np.linspace(0.0, 1.0, 20)
    batch.u[:, 0] = np.linspace(-1.0, 1.0, 20)
    batch.step(5)
    batch.v[3, 1] += 0.25
    batch.step(5)
    for k in range(20):
        sim = ludo.Simulation(model, dt=0.01)
        sim.q = [0.0, np.linspace(0.0, 1.0, 20)[k]]
        sim.u[0] = np.linspace(-1.0, 1.0, 20)[k]
        sim.step(5)
        if k == 3:
            sim.v = sim.v + [0.0, 0.25]
        sim.step(5)
        assert np.array_equal(sim.q, batch.q[k])
        assert np.array_equal(sim.body_poses, batch.body_poses[k])
        assert sim.time == batch.time[k]


def test_arrays_are_live_and_keep_the_batch_alive(model):
    batch = ludo.Batch(model, 3, threads=1)
    q = batch.q
    assert q is batch.q and q.shape == (3, model.nq) and q.flags.writeable
    assert batch.u.shape == (3, model.nu) and batch.sensors.shape == (3, 0)
    assert batch.body_poses.shape == (3, len(model.body), 7)
    q[:, 1] = 0.3
    batch.step(10)
    assert np.all(q[:, 1] != 0.3)
    with pytest.raises(ValueError):
        batch.time[0] = 1.0
    del batch
    gc.collect()
    assert np.all(np.isfinite(q))


def test_rows_can_be_assigned(model):
    batch = ludo.Batch(model, 4)
    batch.q = np.array([0.0, 0.2])
    batch.v = 0.5
    assert np.all(batch.q == [0.0, 0.2]) and np.all(batch.v == 0.5)
    with pytest.raises(ValueError):
        batch.q = np.zeros(7)


def test_elements_by_name(model):
    batch = ludo.Batch(model, 4)
    joint = model.names("joint")[1]
    batch.joint[joint].q = 0.25
    batch.joint[joint].effort[2] = 1.0
    batch.actuator[0].control = [0.0, 1.0, 2.0, 3.0]
    assert np.all(batch.q[:, 1] == 0.25) and np.all(batch.u[:, 0] == [0.0, 1.0, 2.0, 3.0])
    batch.step(10)
    body = batch.body[model.names("body")[1]]
    assert body.position.shape == (4, 3) and body.orientation.shape == (4, 4)
    assert len(np.unique(body.linear_velocity[:, 0])) == 4
    assert batch.joint[joint].v.shape == (4, 1) and repr(body).startswith("<body '")
    with pytest.raises(KeyError):
        batch.joint["nobody"]


def test_sites_and_energies(quadruped):
    batch = ludo.Batch(quadruped, 3, dt=0.002)
    sim = ludo.Simulation(quadruped, dt=0.002)
    assert batch.site_poses.shape == (3, len(quadruped.site), 7)
    kinetic = batch.energy.kinetic
    batch.site_velocities  # asked for: each step writes them
    batch.step(10)
    sim.step(10)
    assert np.array_equal(batch.site_poses[1], sim.site_poses)
    assert np.array_equal(batch.site_velocities[1], sim.site_velocities)
    assert kinetic[2] == sim.energy.kinetic and batch.energy.contact[2] == sim.energy.contact
    for name, site in sim.site.items():
        assert np.array_equal(batch.site[name].position[0], site.position)
        assert np.array_equal(batch.site[name].orientation[0], site.orientation)
        assert np.array_equal(batch.site[name].velocity[0], site.velocity)


def test_controls_of_a_table(model):
    controls = np.random.default_rng(1).uniform(-1.0, 1.0, (6, 4, model.nu))
    batch = ludo.Batch(model, 6, dt=0.01)
    batch.step(20, controls=controls, every=5)
    sim = ludo.Simulation(model, dt=0.01)
    for change in range(4):
        sim.u[:] = controls[2, change]
        sim.step(5)
    assert np.array_equal(batch.q[2], sim.q)
    with pytest.raises(ValueError):
        batch.step(20, controls=controls, every=4)


def test_a_function_controls_groups(model):
    batch, loop = (ludo.Batch(model, 20, threads=threads, dt=0.01) for threads in (3, 1))
    for each in (batch, loop):
        each.q[:, 1] = np.linspace(0.1, 0.4, 20)
        each.u[:] = 0.0
    seen = []

    def control(rows, begun):
        seen.append((rows.start, rows.stop, begun))
        batch.u[rows, 0] = -5.0 * batch.q[rows, 1]

    batch.step(10, every=2, before=control)
    for _ in range(5):
        loop.u[:, 0] = -5.0 * loop.q[:, 1]
        loop.step(2)
    assert np.array_equal(batch.q, loop.q) and np.all(batch.time == loop.time)
    assert sorted(seen) == [(a, min(a + 8, 20), k) for a in (0, 8, 16) for k in range(0, 10, 2)]


def test_a_function_that_raises_ends_the_run(model):
    batch = ludo.Batch(model, 20, threads=2, dt=0.01)

    def fail(rows, begun):
        if begun == 2:
            raise RuntimeError(f"at {rows.start}")

    with pytest.raises(RuntimeError, match="at "):
        batch.step(10, every=2, before=fail)
    assert np.max(batch.time) == 2 * batch.dt and not batch.status.any()
    with pytest.raises(TypeError):
        batch.step(before=3)
    with pytest.raises(RuntimeError, match="in use"):
        batch.step(before=lambda rows, begun: batch.step())
    batch.step()


def test_some_simulations_step(model):
    batch = ludo.Batch(model, 20, threads=2, dt=0.01)
    batch.v[:, 0] = 0.5
    q = batch.q.copy()
    batch.step(5, where=np.arange(20) < 3)
    assert np.all(batch.q[:3, 0] != q[:3, 0]) and np.array_equal(batch.q[3:], q[3:])
    assert np.all(batch.time[:3] > 0.0) and not batch.time[3:].any()
    batch.step(5, where=[3, 4])
    assert np.array_equal(batch.q[3], batch.q[0]) and np.array_equal(batch.q[5], q[5])
    batch.step(5, where=[])
    assert np.array_equal(batch.q[3], batch.q[0])
    for bad in ([20], [True], np.ones(19, bool)):
        with pytest.raises(ludo.ArgumentError):
            batch.step(where=bad)


def test_a_simulation_that_fails_stops_alone(model):
    batch = ludo.Batch(model, 5)
    batch.v[2, 0] = np.nan
    batch.step(3)
    assert list(batch.status) == [0, 0, ludo.Status.BAD_ARGUMENT, 0, 0]
    assert isinstance(batch.error(2), ludo.ArgumentError) and batch.error(0) is None
    batch.reset(batch.status != 0)
    batch.step(3)
    assert not batch.status.any() and batch.time[2] == 3 * batch.dt


def test_a_failed_step_is_an_error_that_names_the_body():
    batch = ludo.Batch(ludo.load("examples/t_handle.xml"), 3, dt=0.01, max_substeps=1)
    batch.v[1, -1] = 1e4
    batch.step()
    error = batch.error(1)
    assert isinstance(error, ludo.StepError) and error.status == ludo.Status.STEP_TOO_LARGE
    assert error.node == "handle" and error.time == 0.0


def test_resets(model):
    batch = ludo.Batch(model, 5)
    batch.step(10)
    batch.reset(3, "goal")
    assert batch.q[3, 1] == np.pi and batch.time[3] == 0.0 and batch.time[2] > 0.0
    batch.reset([])
    assert batch.time[2] > 0.0
    batch.reset()
    assert not batch.time.any() and not batch.q.any()
    with pytest.raises(ludo.ArgumentError):
        batch.reset([5])
    with pytest.raises(ludo.ArgumentError):
        batch.reset(np.array([True, False]))
    with pytest.raises(KeyError):
        batch.reset(0, "nowhere")


def test_models_of_single_simulations(model):
    weak = model.copy()
    weak.set_gravity([0.0, 0.0, -1.62])
    batch = ludo.Batch(model, 4, dt=0.01)
    batch.set_model(1, weak)
    del weak
    gc.collect()
    batch.q[:, 1] = 0.3
    batch.step(30)
    assert batch.q[0, 1] == batch.q[2, 1] != batch.q[1, 1]


def test_simulations_in_and_out(model):
    batch = ludo.Batch(model, 4, dt=0.01)
    batch.q[2, 1] = 0.4
    batch.step(10)
    sim = batch.simulation(2)
    sim.step(10)
    batch.step(10)
    assert np.array_equal(sim.q, batch.q[2])
    batch.set_simulation(0, sim)
    assert np.array_equal(batch.q[0], batch.q[2])


def test_bad_batches(model):
    with pytest.raises(ludo.ArgumentError):
        ludo.Batch(model, 0)
    with pytest.raises(ludo.ArgumentError):
        ludo.Batch(model, 1, threads=-1)
    with pytest.raises(ludo.ArgumentError):
        ludo.Batch(model, 1, integrator="maximum")
    with pytest.raises(TypeError):
        ludo.Batch(model, 1, colour="red")
    with pytest.raises(ludo.ArgumentError):
        ludo.Batch(model, 1).step(-1)
    with pytest.raises(TypeError, match="pickle"):
        ludo.Batch(model, 1).__reduce__()


def test_one_thread_at_a_time(model):
    batch = ludo.Batch(model, 200, threads=1)
    thread = threading.Thread(target=lambda: batch.step(3000))
    thread.start()
    errors = 0
    while thread.is_alive():
        try:
            batch.step()
        except RuntimeError:
            errors += 1
    thread.join()
    assert errors > 0


def test_memory_is_stated(model):
    batch = ludo.Batch(model, 2)
    batch.step()
    assert 0 < batch.memory.state <= batch.memory.room < batch.memory.workspace
    assert batch.threads >= 1 and batch.count == 2 and "2 simulations" in repr(batch)
