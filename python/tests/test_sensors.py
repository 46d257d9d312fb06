# SPDX-License-Identifier: Apache-2.0
"""Sensors of descriptions, models and simulations."""
import numpy as np
import pytest

import ludo
from conftest import program


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


def recorded(names, **options):
    """A swing of the pendulum, recorded with these quantities."""
    sim = ludo.Simulation(hanging().compile())
    sim.v = 1.0
    return sim, sim.run(0.1, record=names, **options)


def test_a_run_has_what_was_recorded():
    sim, run = recorded(["sensors", "accelerations", "reactions", "sites"])
    assert list(run.sensors) == ["imu", "pull", "place"] and len(run.sensors) == 3
    for name, values in run.sensors.items():
        assert values.shape == (len(run), 3)
        assert np.array_equal(values[-1], sim.sensor[name].value)
    assert run.accelerations.shape == (len(run), 1)
    assert np.array_equal(run.accelerations[-1], sim.accelerations)
    reaction = run.reactions["hinge"]
    assert reaction.force.shape == reaction.torque.shape == (len(run), 3)
    assert np.array_equal(reaction.force[-1], sim.joint["hinge"].reaction.force)
    assert np.array_equal(reaction.torque[-1], sim.joint["hinge"].reaction.torque)


def test_torques_are_those_of_drives(driven):
    sim = ludo.Simulation(driven)
    sim.u = 0.25
    sim.joint["pivot"].servo(0.5, 2.0)
    run = sim.run(0.1, record=["torques"])
    expected = 0.25 + 2.0 * (0.5 - run.q)
    assert np.allclose(run.torques, expected, rtol=0.0, atol=1e-15)
    assert np.array_equal(run.torques[-1], sim.drive_efforts)


def test_files_have_what_was_recorded(tmp_path):
    _, run = recorded("sensors", output=tmp_path / "run.h5")
    again = ludo.open(tmp_path / "run.h5")
    assert np.array_equal(again.sensors["imu"], run.sensors[0])
    with pytest.raises(KeyError, match="did you mean pull"):
        _ = again.sensors["pul"]


def test_the_program_records_the_same(tmp_path):
    spec = hanging()
    spec.save(tmp_path / "hanging.xml")
    program("simulate", tmp_path / "hanging.xml", "--duration", 0.1, "--record",
            "sensors,reactions", "--output", tmp_path / "run.h5", "--quiet")
    theirs = ludo.open(tmp_path / "run.h5")
    ours = ludo.Simulation(ludo.load(tmp_path / "hanging.xml")).run(
        0.1, record=("sensors", "reactions"))
    for name in ours.sensors:
        assert np.array_equal(theirs.sensors[name], ours.sensors[name])
    assert np.array_equal(theirs.reactions[0].torque, ours.reactions[0].torque)


def test_what_was_not_recorded_is_named():
    _, run = recorded(())
    for name in ("sensors", "accelerations", "reactions"):
        with pytest.raises(ludo.ArgumentError, match=f"{name} were not .* --record {name}"):
            getattr(run, name)
    with pytest.raises(ludo.ArgumentError, match="did you mean sensors"):
        recorded(["sensor"])


def test_a_model_without_sensors_has_none(pendulum):
    assert len(ludo.Simulation(pendulum).run(0.0, record="sensors").sensors) == 0
