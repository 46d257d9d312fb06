# SPDX-License-Identifier: Apache-2.0
"""Sensors of descriptions, models and simulations."""
import numpy as np
import pytest

import ludo


def hanging():
    """A bob of 2 kg, 3 m below a hinge, with sensors."""
    spec = ludo.Spec("hanging")
    bob = spec.add_body("bob", mass=2.0, com=(0.0, 0.0, -3.0), inertia=(1.0, 1.0, 1.0))
    spec.add_joint("hinge", child=bob, axis=(0.0, 1.0, 0.0))
    site = spec.add_site("tip", body=bob, frame=(0.0, 0.0, -3.0))
    spec.add_sensor("imu", type="accelerometer", on=site)
    spec.add_sensor("pull", type="force", on=site)
    spec.add_sensor("place", type="framepos", on=site, reference=bob, cutoff=2.0, noise=0.1)
    return spec


def test_sensors_read_closed_forms():
    sim = ludo.Simulation(hanging().compile())
    sim.step(3)
    # integrator maximal solves to its tolerance
    assert np.allclose(sim.sensor["imu"].value, (0.0, 0.0, 9.81), atol=1e-8)
    assert np.allclose(sim.sensor["pull"].value, (0.0, 0.0, 2.0 * 9.81), atol=1e-8)
    assert np.array_equal(sim.sensor["place"].value, (0.0, 0.0, -2.0))


def test_the_array_has_all_sensors():
    model = hanging().compile()
    sim = ludo.Simulation(model)
    sim.step(2)
    assert sim.sensors.shape == (9,)
    for name in model.names("sensor"):
        first, count = model.sensor[name].first, model.sensor[name].count
        assert np.array_equal(sim.sensors[first:first + count], sim.sensor[name].value)


def test_members_come_back():
    place = hanging().sensor["place"]
    assert (place.of, place.object, place.reference_of, place.reference) == ("site", 0, "body", 0)
    assert (place.cutoff, place.noise) == (2.0, 0.1)
    place.cutoff = 3.0
    assert place.cutoff == 3.0


def test_mistakes_are_named():
    spec = hanging()
    spec.add_sensor("g", type="gyros", on=spec.site["tip"])
    with pytest.raises(ludo.ModelError, match="did you mean gyro"):
        spec.compile()
    with pytest.raises(ValueError, match="none, body, center"):
        spec.sensor["g"].of = "wheel"
    with pytest.raises(KeyError, match="imu"):
        _ = ludo.Simulation(hanging().compile()).sensor["imo"]
