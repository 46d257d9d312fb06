# SPDX-License-Identifier: Apache-2.0
"""Whatever a program does with the package ends in an exception or a result, never in a crash.

tools/run_tests.py sanitize runs this file and test_lifetimes.py with the sanitizers of addresses
and undefined behaviour.
"""
import copy
import gc
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import time
import warnings

import numpy as np
import pytest

import ludo
from conftest import EXAMPLES
from ludo import _core
from random_calls import FORCE
from strange_values import VALUES, Raises, recursive

RANDOM_CALLS = pathlib.Path(__file__).with_name("random_calls.py")
SEQUENCES = 500
PROCESSES = 2


def test_random_calls_end_in_exceptions_or_results():
    count = SEQUENCES // PROCESSES
    command = [sys.executable, "-X", "faulthandler", RANDOM_CALLS]
    running = [subprocess.Popen([*command, str(part * count), str(count)], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, errors="replace")
               for part in range(PROCESSES)]
    for process in running:
        said = process.communicate()[0]
        seed = said.rpartition("seed ")[2].split(maxsplit=1)[0]
        assert process.returncode == 0 and said.endswith("done\n"), (
            f"python {RANDOM_CALLS} {seed} 1 repeats it\n{said[-6000:]}")


# ---- values ----


def test_no_value_is_read_beyond_its_end(pendulum):
    sim = ludo.Simulation(pendulum)
    for make in VALUES:
        for name in ("q", "v", "joint_efforts", "u"):
            try:
                setattr(sim, name, make())
            except (ValueError, TypeError, ZeroDivisionError):
                pass
    for bad in (recursive(), range(10**12), np.array([1j, 0j]), b"ab", [np.datetime64("2020")] * 2):
        with pytest.raises(ValueError, match="q: expected"):
            sim.q = bad
    with pytest.raises(ZeroDivisionError):
        sim.q = [Raises(), Raises()]
    sim.q = [np.float32(0.5), np.array(0.25)]
    assert np.allclose(sim.q, (0.5, 0.25), atol=1e-15)
    sim.q = np.array([[0.5, 7.0], [0.25, 7.0]])[:, 0]
    sim.q = np.array([1, 0], dtype=">i4")
    sim.q = np.array([0.5, 0.25], dtype=object)
    assert np.allclose(sim.q, (0.5, 0.25), atol=1e-15)


def test_elements_are_found_by_names_and_integers_only(driven):
    sim, spec = ludo.Simulation(driven), driven.spec
    for elements in (sim.joint, driven.joint, spec.joint):
        assert elements[np.int32(0)].number == 0
        for bad in (0.5, None, np.zeros(1), b"pivot", [0]):
            with pytest.raises(TypeError):
                elements[bad]
        for bad in (-1, 1, 2**70):
            with pytest.raises(IndexError):
                elements[bad]
    with pytest.raises(ludo.ArgumentError, match="expected a body"):
        spec.add_site(body=spec.joint[0])


def test_texts_with_null_characters_are_refused(tmp_path):
    for call in (lambda: ludo.load(str(EXAMPLES / "double_pendulum.xml") + "\0x"),
                 lambda: ludo.Spec("a\0b"), lambda: ludo.Spec().add_body("a\0b"),
                 lambda: ludo.Spec().save(str(tmp_path / "a\0b.xml")),
                 lambda: ludo.open("a\0b")):
        with pytest.raises(ValueError, match="null"):
            call()


def test_no_integer_is_rounded(driven):
    spec = driven.spec
    for face in ([[0, 1, 2.5]], [[0, 1, np.nan]], [[0, 1, 1e300]]):
        with pytest.raises(ValueError, match="face: expected integers"):
            spec.add_mesh("m", vertex=np.eye(4, 3), face=face)


def test_a_model_without_coordinates(tmp_path):
    spec = ludo.Spec()
    spec.add_body("b", mass=1.0, inertia=(1.0, 1.0, 1.0))
    spec.add_joint(type="fixed", child=0)
    sim, dynamics = ludo.Simulation(spec.compile()), ludo.Dynamics(spec.compile())
    sim.q, sim.v, sim.u = [], [], np.zeros(0)
    sim.step(3)
    assert sim.run(0.05, np.zeros((5, 0)), progress=False).q.shape == (6, 0)
    assert dynamics.mass_matrix([]).shape == dynamics.actuation([]).shape == (0, 0)
    assert dynamics.body([], 0)[1].shape == (6, 0)


def test_matrices_keep_their_shape_without_actuators(pendulum):
    assert ludo.Dynamics(pendulum).actuation([0.0, 0.0]).shape == (2, 0)


# ---- objects in use ----


def test_a_description_is_constant_while_it_is_set():
    spec = ludo.Spec()
    spec.add_body("b", mass=1.0, inertia=(1.0, 1.0, 1.0))
    spec.add_joint("j", child=0)
    for i in range(3):
        spec.add_spring(f"s{i}", terms=[("j", 0, 1.0)] * 50)

    class Meddles:
        def __float__(self):
            spec.remove("spring", 0)
            return 1.0

    with pytest.raises(RuntimeError, match="in use"):
        spec.spring["s0"].stiffness = Meddles()
    assert len(spec.spring) == 3
    spec.remove("spring", 0)


def test_a_model_is_constant_while_it_is_used(pendulum):
    sim = ludo.Simulation(pendulum)
    with pytest.raises(RuntimeError, match="in use"):
        pendulum.set_gravity((0, 0, -1))

    class Uses:
        def __float__(self):
            kept.append(ludo.Simulation(free))
            return 1.0

    kept, free = [], pendulum.copy()
    with pytest.raises(RuntimeError, match="in use"):
        free.set_gravity([0, 0, Uses()])
    del kept[:]
    free.set_gravity((0, 0, -1))
    for _ in range(3):  # constructors that fail use nothing
        with pytest.raises(ValueError):
            ludo.Simulation(free, integrator="none")
        with pytest.raises(ValueError):
            ludo.Simulation(free, dt=-1.0)
    free.set_gravity((0, 0, -2))
    sim.model = free
    pendulum.set_gravity((0, 0, -1))


def test_changes_of_a_model_are_kept_by_value(pendulum):
    gravity = np.array([0.0, 0.0, -1.0])
    model = pendulum.copy()
    for _ in range(100):
        model.set_gravity(gravity)
        model.set_dof("shoulder", damping=0.5)
    model.set_dof("shoulder", armature=0.25)
    gravity[2] = -5.0
    twin = pickle.loads(pickle.dumps(model.copy()))
    assert twin.gravity.tolist() == [0.0, 0.0, -1.0] and len(twin._changes) == 2
    assert (twin.joint[0].damping, twin.joint[0].armature) == (0.5, 0.25)


def test_half_made_objects_raise(pendulum):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for cls in (ludo.Simulation, ludo.Model, ludo.Spec, ludo.Dynamics, _core.Recorder):
            without = type("Without", (cls,), {"__init__": lambda self: None})
            for x in (cls.__new__(cls), without()):
                for name in [n for n in dir(cls) if not n.startswith("__")]:
                    try:
                        member = getattr(x, name)
                        member()
                    except (TypeError, AttributeError, ludo.ArgumentError):
                        pass
                gc.collect()
        sim = ludo.Simulation(pendulum)
        with pytest.raises(TypeError):
            sim.__init__(pendulum)
        sim.step()
    for model in (None, "x", ludo.Spec()):
        with pytest.raises(TypeError, match="model"):
            ludo.Simulation(model)


def test_elements_of_descriptions_can_be_copied(driven):
    joint = driven.spec.joint["pivot"]
    for twin in (copy.copy(joint), copy.deepcopy(joint), pickle.loads(pickle.dumps(joint))):
        assert twin.name == "pivot" and twin.damping == joint.damping


# ---- calls within calls, threads ----


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_force_function_cannot_use_its_simulation(hinge):
    sim, same = ludo.Simulation(hinge), ludo.Simulation(hinge)

    def force(query, wrench, effort, user):
        sim.step()  # raises, and is printed: the step goes on

    sim.set_force_function(FORCE(force))
    sim.step(3), same.step(3)
    assert np.array_equal(sim.q, same.q)
    for bad in ("abc", True, -1, 1.5, object(), b"x", [0]):
        with pytest.raises(TypeError, match="function"):
            sim.set_force_function(bad)


def test_controllers_may_do_what_they_want(driven):
    sim = ludo.Simulation(driven)
    other = driven.copy()
    other.set_gravity((0, 0, 0))
    calls = iter([lambda: sim.step(), lambda: sim.reset(), lambda: setattr(sim, "model", other),
                  lambda: sim.run(0.02, progress=False), lambda: setattr(sim, "dt", 0.005)])

    def controller(_):
        for call in calls:
            return call() and None

    try:
        sim.run(0.05, controller, progress=False)
    except ludo.Error:
        pass  # time ran backwards
    assert len(sim.last_run) > 0
    with pytest.raises(ZeroDivisionError):
        sim.run(0.05, lambda _: 1 / 0, progress=False)
    sim.step()


def test_controls_are_shown_after_a_run_that_failed(driven):
    sim = ludo.Simulation(driven)
    with pytest.raises(ludo.ArgumentError, match="controls"):
        sim.run(0.03, [[1.0], [2.0], [np.nan]], progress=False)
    sim.step()
    assert sim.u.tolist() == sim.actuator_forces.tolist() == [2.0]


def test_an_error_that_is_being_handled_gets_no_run(pendulum):
    try:
        raise ludo.StepError("of another simulation")
    except ludo.StepError as error:
        ludo.Simulation(pendulum).run(0.02, progress=False)
        assert error.run is None


def test_two_threads_cannot_step_a_simulation(pendulum, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sim = ludo.Simulation(pendulum)
    first = threading.Thread(target=sim.step, args=(50000,))
    first.start()
    while first.is_alive() and not sim.time > 0.0:
        time.sleep(1e-4)
    uses = (sim.step, sim.save, sim.reset, sim.project, lambda: sim.q, lambda: sim.energy,
            lambda: setattr(sim, "dt", 1), lambda: setattr(sim, "model", pendulum),
            lambda: copy.copy(sim), lambda: sim.run(0.1, progress=False), sim.linearize)
    refused = 0
    for use in uses:
        try:
            use()
        except RuntimeError as error:
            assert "in use" in str(error)
            refused += 1
        else:  # a busy machine: the first thread has ended
            first.join(1.0)
            assert not first.is_alive()
            break
    first.join()
    assert refused > 0
    if refused == len(uses):
        assert abs(sim.time - 500.0) < 1e-6 and os.listdir(tmp_path) == []  # no file of the run


def test_simulations_are_recorded_in_parallel(pendulum):
    def work():
        sim = ludo.Simulation(pendulum)
        sim.v = (1.0, 0.0)
        runs.append(sim.run(0.5, progress=False).q.tobytes())

    runs = []
    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(runs) == 8 and len(set(runs)) == 1
