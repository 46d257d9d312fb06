# SPDX-License-Identifier: Apache-2.0
"""Stepping, arrays, elements by name, saving, forces, threads."""
import copy
import ctypes
import gc
import json
import pickle
import signal
import threading

import numpy as np
import pytest

import ludo
from conftest import EXAMPLES, example, program


def test_bits_are_those_of_the_program(quadruped):
    out = json.loads(program("simulate", EXAMPLES / "quadruped_walk.xml", "--duration", 0.2,
                             "--summary", "-"))
    sim = ludo.Simulation(quadruped)
    sim.step(out["steps"])
    for name, joint in out["final"]["joints"].items():
        assert np.array_equal(np.ravel(sim.joint[name].q), joint["position"]), name
        assert np.array_equal(np.ravel(sim.joint[name].v), joint["velocity"]), name


def test_single_steps_and_many_have_the_same_bits(pendulum):
    a, b = ludo.Simulation(pendulum), ludo.Simulation(pendulum)
    a.q = b.q = (1.0, 0.5)
    for _ in range(100):
        a.step()
    b.step(100)
    assert np.array_equal(a.q, b.q) and a.time == b.time


def test_arrays_keep_their_address_and_are_refreshed(pendulum):
    sim = ludo.Simulation(pendulum)
    q = sim.q
    sim.q = (1.0, 0.5)
    assert sim.q is q and np.allclose(q, (1.0, 0.5), atol=1e-15)
    kept = q.copy()
    sim.step(10)
    sim.q
    assert not np.array_equal(q, kept)
    with pytest.raises(ValueError, match="read-only"):
        q[0] = 3.0


def test_arrays_outlive_the_simulation(pendulum):
    sim = ludo.Simulation(pendulum)
    sim.q = (1.0, 0.5)
    q, u = sim.q, sim.u
    del sim
    gc.collect()
    assert np.allclose(q, (1.0, 0.5), atol=1e-15) and u.shape == (0,)


def test_wrong_sizes_and_numbers_are_refused(pendulum, driven):
    sim = ludo.Simulation(pendulum)
    for bad in (np.zeros(3), [1.0], "ab", [None, 1.0], 7.0):
        with pytest.raises(ValueError):
            sim.q = bad
    with pytest.raises(ValueError):
        sim.q = (np.nan, 0.0)
    with pytest.raises(ValueError):
        sim.step(-1)
    with pytest.raises(ValueError, match="dt"):
        sim.dt = 0.0
    with pytest.raises(ValueError, match="dt"):
        ludo.Simulation(pendulum, dt=-1.0)
    with pytest.raises(ludo.ArgumentError, match="did you mean galerkin"):
        ludo.Simulation(pendulum, integrator="gallerkin")
    with pytest.raises(ludo.RefusedError, match="four_bar.xml"):
        ludo.Simulation(example("four_bar.xml"), integrator="galerkin")
    with pytest.raises(AttributeError):
        sim.qq = [1.0, 2.0]
    motor = ludo.Simulation(driven)
    motor.u[0] = np.inf
    with pytest.raises(ValueError, match="sim.u"):
        motor.step()


def test_controls_act_from_the_next_step(driven):
    a, b = ludo.Simulation(driven), ludo.Simulation(driven)
    a.u[0] = 2.0
    b.u = [2.0]
    a.step(10), b.step(10)
    assert np.array_equal(a.q, b.q) and a.u.tolist() == [2.0]
    assert a.actuator["drive"].force == 2.0
    a.actuator["drive"].control = -1.0
    a.step()
    assert a.actuator_forces.tolist() == [-1.0]


ACTIVE = """<mujoco><worldbody><body name="b"><joint name="j" axis="0 1 0" range="-90 90"/>
<geom size="0.1" pos="0.5 0 0" mass="1"/><site name="s" pos="0.5 0 0"/></body></worldbody><actuator>
<muscle name="m" joint="j" force="5"/><general name="f" joint="j" dyntype="filter" dynprm="0.1"/>
<motor name="t" site="s" gear="0 0 1"/></actuator>
<keyframe><key act="0.1 0.2"/></keyframe></mujoco>"""


def test_activations_follow_controls():
    model = ludo.loads(ACTIVE)
    assert (model.nu, model.na) == (3, 2)
    assert model.actuator["f"].activation == 1 and model.actuator["t"].activation == -1
    assert model.actuator["m"].gain_type == "muscle" and model.actuator["m"].muscle[2] == 5.0
    assert model.keyframe[0].activation.tolist() == [0.1, 0.2]
    sim = ludo.Simulation(model, dt=0.01)
    sim.act = (0.0, 0.5)
    sim.u[:] = (1.0, 2.0, 0.0)
    sim.step(10)
    assert sim.act[1] == pytest.approx(2.0 - 1.5 * np.exp(-1.0), abs=1e-14)  # ten exact steps
    assert 0.5 < sim.act[0] < 1.0
    with pytest.raises(ludo.ArgumentError):
        sim.act = (1.0, float("nan"))
    with pytest.raises(ValueError):
        sim.act[0] = 1.0


def test_springs_of_actuators_are_built():
    spec = ludo.Spec()
    spec.add_body("b", mass=1.0, inertia=(1, 1, 1, 0, 0, 0))
    spec.add_site("tip", body="b", frame=(0.5, 0, 0))
    spec.add_spring("thrust", type="wrench", site_b="tip", gear=(0, 0, 1, 0, 0, 0))
    spec.add_actuator("motor", target=spec.spring["thrust"])
    sim = ludo.Simulation(spec.compile())
    sim.u[0] = 2.0
    assert sim.accelerations[2] == pytest.approx(2.0 - 9.81, abs=1e-12)


def test_reset_to_a_keyframe(driven):
    sim = ludo.Simulation(driven)
    sim.step(5)
    sim.reset("up")
    assert (sim.q[0], sim.v[0], sim.u[0], sim.time) == (1.0, 0.5, 0.25, 0.0)
    sim.reset()
    assert (sim.q[0], sim.u[0]) == (0.0, 0.0)
    with pytest.raises(KeyError, match="up"):
        sim.reset("upp")


def test_elements_by_name(quadruped):
    sim = ludo.Simulation(quadruped)
    sim.step(200)
    name = quadruped.names("body")[0]
    assert np.array_equal(sim.body[name].position, sim.body_poses[0, :3])
    assert np.array_equal(sim.body[name].orientation, sim.body_poses[0, 3:])
    assert np.array_equal(sim.body[name].linear_velocity, sim.body_velocities[0, :3])
    for joint in quadruped.joint.values():
        q = sim.q[joint.position_first:joint.position_first + joint.position_count]
        assert np.array_equal(np.ravel(sim.joint[joint.name].q), q)


def test_contact_forces_carry_the_weight(quadruped):
    sim = ludo.Simulation(quadruped)
    sim.step(1500)
    contacts = sim.contacts
    up = np.sum(contacts["normal_force"] * contacts["normal"][:, 2])
    weight = 9.81 * quadruped.mass
    assert abs(abs(up) - weight) < 0.02 * weight  # it has not quite come to rest
    assert abs(sim.contact_forces[:, 2].sum() - abs(up)) < 1e-9 * weight
    assert sim.contact_quality.points > 0 and sim.contact_quality.penetration < 1e-8


def test_efforts_servos_and_forces(hinge):
    efforts, forces, servo = (ludo.Simulation(hinge, dt=1e-3) for _ in range(3))
    efforts.joint["pivot"].effort = 0.5
    forces.body["rod"].apply(torque=(0.0, 0.5, 0.0))
    for sim in (efforts, forces):
        sim.step(100)
    assert efforts.joint_efforts.tolist() == [0.5]
    assert abs(efforts.q[0] - forces.q[0]) < 1e-6  # the wrench turns with the body: order 2
    servo.joint["pivot"].servo(0.3, kp=1e4, kd=1e2)
    servo.step(2000)
    assert np.allclose(servo.servo_efforts, 1e4 * (0.3 - servo.q) - 1e2 * servo.v, atol=1e-9)
    # at rest: kp (target - q) balances gravity, m g l cos(0.3)
    assert abs(servo.q[0] - 0.3) < 9.81 * 0.25 / 1e4 * 1.01


def test_energies_and_momenta(pendulum):
    sim = ludo.Simulation(pendulum, dt=1e-3)
    sim.q = (1.0, 0.5)
    start = sim.energy
    sim.step(1000)
    assert abs(sim.energy.error(start)) < 1e-3 * abs(start.stored)  # order 2 in dt
    assert sim.energy.contact == 0.0
    assert sim.momentum.linear.shape == (3,)
    assert sim.violation.position < 1e-10  # the tolerance of joints
    assert sim.mobility.freedom == 2


def test_saved_states_continue_with_the_same_bits(quadruped, tmp_path):
    sim = ludo.Simulation(quadruped)
    sim.step(100)
    saved = sim.save()
    sim.save_file(tmp_path / "state")
    twins = [copy.copy(sim), copy.deepcopy(sim), pickle.loads(pickle.dumps(sim)),
             ludo.Simulation(quadruped), ludo.Simulation(quadruped)]
    twins[3].load(saved)
    twins[4].load_file(tmp_path / "state")
    sim.step(50)
    for twin in twins:
        twin.step(50)
        assert np.array_equal(sim.q, twin.q) and np.array_equal(sim.v, twin.v)
    with pytest.raises(ludo.RefusedError):
        ludo.Simulation(example("double_pendulum.xml")).load(saved)
    with pytest.raises(ludo.ModelError):
        sim.load(saved[:-1])
    with pytest.raises(FileNotFoundError):
        sim.load_file(tmp_path / "nothing")


def test_a_failed_step_raises_and_keeps_the_state(pendulum):
    sim = ludo.Simulation(pendulum, dt=10.0, max_substeps=1)
    sim.v = (50.0, -80.0)
    before = sim.q.copy(), sim.v.copy()
    with pytest.raises(ludo.StepError) as caught:
        sim.step()
    assert caught.value.time == 0.0 and caught.value.node and "dt" in str(caught.value)
    assert caught.value.status in (ludo.Status.NOT_CONVERGED, ludo.Status.STEP_TOO_LARGE)
    assert np.array_equal(sim.q, before[0]) and np.array_equal(sim.v, before[1])
    assert pickle.loads(pickle.dumps(caught.value)).time == 0.0


def test_loops_are_closed(tmp_path):
    sim = ludo.Simulation(example("four_bar.xml"))
    sim.joint["crank"].q = 1.0
    sim.joint["crank"].hold()
    report = sim.project()
    assert report.position_correction > 0.0 and report.left_out == 0
    assert report.moved and "crank" not in report.moved
    assert "four_bar" in repr(sim.loop[0])
    sim.step(100)
    assert max(loop.state.gap for loop in sim.loop.values()) < 1e-10  # the tolerance
    assert sim.mobility.freedom == 1
    assert np.all(np.isfinite(sim.loop[0].reaction.force))


def test_a_force_function_of_ctypes(hinge):
    signature = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(ctypes.c_double),
                                 ctypes.POINTER(ctypes.c_double), ctypes.c_void_p)

    def force(query, wrench, effort, user):
        effort[0] = 0.5

    sim, same = ludo.Simulation(hinge), ludo.Simulation(hinge)
    sim.set_force_function(signature(force))
    same.joint["pivot"].effort = 0.5
    gc.collect()
    sim.step(20), same.step(20)
    assert abs(sim.q[0] - same.q[0]) < 1e-12
    sim.set_force_function(None)
    sim.step()


def test_linearize_takes_the_step(pendulum):
    sim, same = ludo.Simulation(pendulum), ludo.Simulation(pendulum)
    sim.q = same.q = (1.0, 0.5)
    lin = sim.linearize()
    same.step()
    assert np.array_equal(sim.q, same.q)
    assert lin.A.shape == (4, 4) and lin.B.shape == (4, 0)
    W = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.eye(2), np.zeros((2, 2))]])
    assert np.abs(lin.A.T @ W @ lin.A - W).max() < 1e-12  # symplectic to round-off
    with pytest.raises(ludo.RefusedError, match="not yet"):
        sim.linearize(coordinates="qv")
    with pytest.raises(ludo.RefusedError):
        ludo.Simulation(example("quadruped_walk.xml")).linearize()


def test_step_limit(pendulum):
    sim = ludo.Simulation(pendulum)
    limit = sim.step_limit()
    assert limit.dt > 0.0 and limit.limited_by
    assert {"name", "kind", "dt"} <= set(limit.limits[0])


def test_another_thread_may_not_use_a_simulation(pendulum):
    sim = ludo.Simulation(pendulum)
    sim.q = (1.0, 0.5)
    running = threading.Thread(target=sim.step, args=(200000,))
    running.start()
    busy = 0
    while running.is_alive() and busy == 0:
        try:
            sim.time, sim.q
        except RuntimeError as error:
            assert "another thread" in str(error)
            busy += 1
    running.join()
    assert busy == 1
    assert abs(sim.time - 2000.0) < 1e-6


def test_simulations_run_in_parallel_with_the_same_bits(quadruped):
    sims = [ludo.Simulation(quadruped) for _ in range(4)]
    threads = [threading.Thread(target=sim.step, args=(100,)) for sim in sims]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(sim.q, sims[0].q) for sim in sims)


def test_keyboard_interrupt_stops_a_long_run(pendulum):
    sim = ludo.Simulation(pendulum)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        sim.step(10**9)
    timer.join()
    taken = round(sim.time / sim.dt)
    assert 0 < taken < 10**9
    sim.step()
    assert abs(sim.time - (taken + 1) * sim.dt) < 1e-6


def test_representations(quadruped):
    sim = ludo.Simulation(quadruped)
    assert "maximal" in repr(sim) and "quadruped" in repr(sim)
    assert quadruped.names("joint")[1] in repr(sim.joint[1])
    assert "of kind joint" in repr(sim.joint)


def test_starts_that_a_user_may_not_mean_are_warned_of(driven):
    sim = ludo.Simulation(driven)
    sim.q = [3.0]
    with pytest.warns(ludo.StartWarning, match="1 joint started outside"):
        sim.step()
    sim.step()
    scene = ludo.Spec("overlap")
    for name in ("a", "b"):
        body = scene.add_body(name)
        scene.add_geom(name, body=body, size=0.1)
        scene.weigh(body)
    sim = ludo.Simulation(scene.compile())
    assert sim.overlaps == [("a", "b", pytest.approx(0.2), False)]
    with pytest.warns(ludo.StartWarning, match="'a' and 'b' by 0.2 m"):
        sim.run(0.02)


def test_joints_that_loops_hold_outside_of_their_limits_are_warned_of():
    sim = ludo.Simulation(ludo.loads("""<mujoco><compiler angle="radian"/><worldbody>
        <body name="arm"><joint name="a" axis="0 1 0" limited="true" range="0.6 2"/>
        <geom type="capsule" size="0.02" fromto="0 0 0 0.3 0 0"/></body></worldbody>
        <equality><weld body1="arm"/></equality></mujoco>"""))
    assert (sim.project().limited, sim.project().outside) == (0, 1)
    with pytest.warns(ludo.StartWarning, match="loops hold 1 joint outside of the limits"), \
            pytest.raises(ludo.StepError):
        sim.step()


def test_numbers_that_are_not_finite_are_named(pendulum):
    sim = ludo.Simulation(pendulum)
    with pytest.raises(ludo.ArgumentError, match=r"v\[1\]: nan"):
        sim.v = (0.0, float("nan"))
    free = ludo.Simulation(example("robot_arm.urdf", base="free"))
    with pytest.raises(ludo.ArgumentError, match="quaternion of length 0"):
        free.q = np.zeros(free.model.nq)
    for wrong in (None, "model.xml", ludo.Spec()):
        with pytest.raises(TypeError, match="expected a ludo.Model"):
            free.model = wrong
        with pytest.raises(TypeError, match="expected a ludo.Model"):
            ludo.Dynamics(wrong)


def test_accuracy_divides_steps(pendulum):
    """The error is that of the option, within the factor of 3 that it is tested to."""
    errors = []
    for accuracy in (None, 1e-6):
        sim = ludo.Simulation(pendulum, dt=0.01, accuracy=accuracy)
        sim.q = (1.0, 0.5)
        largest = kinetic = 0.0
        start = sum_of_energies(sim)
        for _ in range(300):
            sim.step()
            largest = max(largest, abs(sum_of_energies(sim) - start))
            kinetic = max(kinetic, sim.energy.kinetic)
        errors.append(largest / kinetic)
    assert errors[0] > 1e-5 and errors[1] < 3e-6
    for wrong in (-1.0, 0.0, 1e-13, 1.0, float("nan")):
        with pytest.raises(ludo.ArgumentError, match="accuracy must be at least 1e-12"):
            ludo.Simulation(pendulum, accuracy=wrong)
    with pytest.raises(ludo.RefusedError, match="use damping symmetric"):
        ludo.Simulation(pendulum, accuracy=1e-6, damping="implicit")


def sum_of_energies(sim):
    energy = sim.energy
    return energy.kinetic + energy.potential


def test_bodies_rest_and_sleep():
    """A stack at rest keeps its bits; a copy has the options of its original."""
    model = example("stack.xml")
    for options in ({}, {"sleep_speed": 0.01, "sleep_time": 0.1}):
        sim = ludo.Simulation(model, **options)
        sim.step(2000)
        twin = sim.copy()
        q = sim.q.copy()
        sim.step(100)
        twin.step(100)
        assert np.array_equal(sim.q, q) and np.array_equal(twin.q, q)
    moving = ludo.Simulation(model, rest=False)
    moving.step(2000)
    assert np.allclose(moving.q, q, atol=1e-9)
    with pytest.raises(ludo.ArgumentError, match="sleep"):
        ludo.Simulation(model, sleep_speed=-1.0)
    with pytest.warns(ludo.StartWarning, match="no effect: no geoms can touch"):
        ludo.Simulation(model, contacts=False, sleep_speed=0.01).step()
