# SPDX-License-Identifier: Apache-2.0
"""Equations of motion, Jacobians, inverse kinematics."""
import numpy as np
import pytest

import ludo
from conftest import example

TOLERANCE = 1e-10  # of products of well-conditioned matrices of size 20


@pytest.fixture
def state(quadruped):
    sim = ludo.Simulation(quadruped)
    sim.step(100)
    return ludo.Dynamics(quadruped), sim.q.copy(), sim.v.copy()


def test_inverse_and_forward_dynamics_agree(state):
    d, q, v = state
    a = np.linspace(-1, 1, d.model.nv)
    effort = d.inverse(q, v, a)
    assert np.abs(d.forward(q, v, effort) - a).max() < TOLERANCE * np.abs(effort).max()
    M, c = d.mass_matrix(q), d.inverse(q, v, np.zeros_like(v))
    assert np.abs(M @ a + c - effort).max() < TOLERANCE * np.abs(effort).max()
    assert np.array_equal(M, M.T) and np.all(np.linalg.eigvalsh(M) > 0)


def test_jacobians_give_velocities(state, quadruped):
    d, q, v = state
    sim = ludo.Simulation(quadruped)
    sim.q, sim.v = q, v
    for i, name in enumerate(quadruped.body):
        frame, J = d.body(q, name)
        angular = (J @ v)[3:]
        assert np.allclose(frame.position, sim.body[i].position, atol=1e-12)
        assert np.allclose(angular, sim.body[i].angular_velocity, atol=1e-9)
        com, Jp = d.point(q, name, quadruped.body[i].com)
        assert np.allclose(Jp @ v, sim.body[i].linear_velocity, atol=1e-9)
    A = d.momentum(q, about=(0, 0, 0))
    assert np.allclose((A @ v)[:3], sim.momentum.linear, atol=1e-9)
    assert np.allclose((A @ v)[3:], sim.momentum.angular, atol=1e-9)


def moved(model, q, v, time):
    """Coordinates after a small time at rates v: the quaternion of the base by its rotation."""
    out = q + 0.0
    out[:3] += time * v[:3]
    w = 0.5 * time * v[3:6]
    s, x, y, z = q[3:7]
    out[3:7] = q[3:7] + np.array([-x * w[0] - y * w[1] - z * w[2], s * w[0] + y * w[2] - z * w[1],
                                  s * w[1] + z * w[0] - x * w[2], s * w[2] + x * w[1] - y * w[0]])
    out[7:] += time * v[6:]
    return out


def test_rates_of_jacobians_equal_differences(state):
    d, q, v = state
    name, h = d.model.names("body")[-1], 1e-6
    J_dot, bias = d.point_rate(q, v, name)
    assert np.allclose(J_dot @ v, bias, atol=1e-9)
    ahead, behind = (moved(d.model, q, v, sign * h) for sign in (1, -1))
    difference = (d.point(ahead, name)[1] - d.point(behind, name)[1]) / (2 * h)
    # central differences lose eps / h, 2e-10, of numbers of size 1; steps err by h^2
    assert np.allclose(J_dot, difference, atol=1e-7)
    assert d.body_rate(q, v, name)[0].shape == (6, d.model.nv)
    assert d.center(q)[1].shape == (3, d.model.nv) and d.momentum_bias(q, v).shape == (6,)


def test_forces_of_springs_and_actuators(driven):
    d = ludo.Dynamics(driven)
    effort, force = d.forces([0.5], [2.0], [3.0])
    assert effort == pytest.approx([3.0 - 0.1 * 2.0]) and force == pytest.approx([3.0])
    assert d.actuation([0.5]).tolist() == [[1.0]]
    a = d.forward_all([0.5], [2.0], [3.0])
    assert a == pytest.approx(d.forward([0.5], [2.0], effort))


def test_loops():
    model = example("four_bar.xml")
    sim = ludo.Simulation(model)
    sim.step(10)
    d, q, v = ludo.Dynamics(model), sim.q.copy(), sim.v.copy()
    g, G = d.loops(q)
    assert G.shape == (d.loop_rows, model.nv) and np.abs(g).max() < 1e-9
    a, multipliers = d.forward_loops(q, v, np.zeros(model.nv))
    assert np.abs(G @ a + d.loops_bias(q, v)).max() < 1e-8
    strength = np.zeros(model.nv)
    strength[0] = 1.0
    effort = d.inverse_loops(q, v, a, strength)
    assert np.all(effort[1:] == 0.0) and np.abs(effort[0]) < 1e-7  # a is that of no effort


def test_inverse_kinematics():
    model = example("robot_arm.urdf")
    d = ludo.Dynamics(model)
    start = np.full(model.nq, 0.2)
    wanted = np.full(model.nq, 0.3)
    body = model.names("body")[-1]
    goal = d.body(wanted, body)[0]
    found = d.inverse_kinematics(ludo.Target(body=body, position=goal.position), start)
    assert found.converged and found.report.position < 1e-9
    assert np.allclose(d.body(found.q, body)[0].position, goal.position, atol=1e-9)
    far = d.inverse_kinematics([ludo.Target(body=body, position=(9, 9, 9))], start)
    assert not far.converged and far.report.residual > 1.0


def test_wrong_arguments_are_refused(state):
    d, q, v = state
    with pytest.raises(ValueError, match="q: expected"):
        d.mass_matrix(q[:-1])
    with pytest.raises(ValueError):
        d.mass_matrix(np.full_like(q, np.nan))
    with pytest.raises(KeyError):
        d.body(q, "nobody")
    with pytest.raises(ludo.ArgumentError, match="site or a body"):
        d.inverse_kinematics(ludo.Target(position=(0, 0, 0)), q)


def test_integrators():
    names = [integrator.name for integrator in ludo.integrators()]
    assert names[0] == "maximal" and "galerkin" in names
    assert {"loops", "contacts"} <= ludo.integrators()[0].capabilities


def test_statuses_are_those_of_the_library():
    assert [("LUDO_" + status.name, status.value) for status in ludo.Status] == \
        ludo._core.statuses
