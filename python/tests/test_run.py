# SPDX-License-Identifier: Apache-2.0
"""Recorded runs: arrays, controllers, files, pages, plots."""
import gc
import os
import pickle

import numpy as np
import pytest

import ludo
from conftest import EXAMPLES, program


def test_a_run_has_the_knots_of_single_steps(quadruped):
    sim, same = ludo.Simulation(quadruped), ludo.Simulation(quadruped)
    run = sim.run(0.1)
    knots = [same.q.copy()]
    for _ in range(len(run) - 1):
        same.step()
        knots.append(same.q.copy())
    assert np.array_equal(run.q, knots) and np.array_equal(run.v[-1], same.v)
    assert run.t[0] == 0.0 and abs(run.t[-1] - 0.1) < 1e-15
    name = quadruped.names("body")[0]
    assert np.array_equal(run.body(name).position[-1], same.body[name].position)
    joint = quadruped.names("joint")[-1]
    assert run.joint(joint).q[-1] == same.joint[joint].q
    assert np.array_equal(run.contacts(-1)["point"],
                          [c["point"] for c in same.contacts if c["normal_force"] > 0.0])


def test_the_last_step_ends_at_the_duration(pendulum):
    sim = ludo.Simulation(pendulum, dt=0.03)
    run = sim.run(0.1)
    assert run.t.tolist() == pytest.approx([0.0, 0.03, 0.06, 0.09, 0.1], abs=1e-15)
    assert sim.dt == 0.03 and len(ludo.Simulation(pendulum).run(0.0)) == 1


def test_every_other_knot(pendulum):
    assert len(ludo.Simulation(pendulum, dt=0.01).run(0.1, every=2)) == 6


def test_sites_move_as_in_the_simulation(quadruped):
    sim = ludo.Simulation(quadruped)
    run = sim.run(0.2)
    for name, site in sim.site.items():
        motion = run.site(name)
        assert np.allclose(motion.position[-1], site.position, atol=1e-12)
        assert np.allclose(motion.velocity[-1], site.velocity, atol=1e-12)


def test_contacts_of_all_knots(quadruped):
    run = ludo.Simulation(quadruped).run(0.2)
    table = run.contacts()
    last = table[table["knot"] == len(run) - 1]
    assert np.array_equal(last["point"], run.contacts(-1)["point"]) and len(last) > 0
    assert quadruped.name_of("body", table["body_a"][0]) == "world"
    with pytest.raises(IndexError):
        run.contacts(len(run))


def test_controllers(driven):
    def write(sim):
        sim.u[0] = -2.0 * sim.q[0]

    def give(sim):
        return [-2.0 * sim.q[0]]

    a = ludo.Simulation(driven).run(0.2, write)
    b = ludo.Simulation(driven).run(0.2, give)
    c = ludo.Simulation(driven).run(0.2, a.u[1:])  # control in the step to each knot
    assert np.array_equal(a.q, b.q) and np.array_equal(a.q, c.q)
    with pytest.raises(ValueError, match="expected \\(steps, nu\\)"):
        ludo.Simulation(driven).run(0.2, np.zeros((3, 1)))


def test_a_control_file_drives_as_in_the_program(quadruped, tmp_path):
    path = EXAMPLES / "quadruped_walk.csv"
    program("simulate", EXAMPLES / "quadruped_walk.xml", "--duration", 0.5, "--control-file", path,
            "--output", tmp_path / "program.h5", "--quiet")
    run = ludo.Simulation(quadruped).run(0.5, ludo.ControlFile(path, quadruped))
    other = ludo.open(tmp_path / "program.h5")
    assert np.array_equal(run.q, other.q) and np.array_equal(run.u, other.u)


@pytest.mark.parametrize("text, message", [
    ("speed,front_left_fore\n0,1\n", "bad.csv:1"), ("time,front_left_fore\n", "no row"),
    ("time,front_left_fore\n0,1\n1,x\n", "bad.csv:3"), ("time,front_left_fore\n0,1,2\n", "2 fin"),
    ("time,front_left_fore\n0,1\n\n2,1\n1,1\n", "bad.csv:5.*decrease"), ("", "time")])
def test_bad_control_files_are_refused(quadruped, tmp_path, text, message):
    (tmp_path / "bad.csv").write_text(text)
    with pytest.raises(ludo.ModelError, match=message):
        ludo.ControlFile(tmp_path / "bad.csv", quadruped)


def test_a_control_file_with_an_unknown_actuator(quadruped, tmp_path):
    (tmp_path / "bad.csv").write_text("time,front_left_for\n0,1\n")
    with pytest.raises(KeyError, match="did you mean front_left_fore"):
        ludo.ControlFile(tmp_path / "bad.csv", quadruped)


def test_an_exception_in_a_controller_keeps_the_run(driven):
    sim = ludo.Simulation(driven)

    def fail(s):
        if s.time > 0.05:
            raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        sim.run(1.0, fail)
    assert 0.05 < sim.last_run.t[-1] < 0.08
    assert sim.last_run.facts.message == "mine" and "stopped" in repr(sim.last_run)
    sim.step()


def test_a_step_that_fails_gives_the_run_so_far(pendulum):
    sim = ludo.Simulation(pendulum, dt=10.0, max_substeps=1)
    sim.v = (50.0, -80.0)
    with pytest.raises(ludo.StepError) as caught:
        sim.run(100.0)
    assert len(caught.value.run) == 1 and caught.value.run.facts.message


def test_files(pendulum, tmp_path):
    sim = ludo.Simulation(pendulum)
    sim.q = (1.0, 0.5)
    run = sim.run(0.5)
    for name in ("run.h5", "run.csv", "run.npz"):
        run.save(tmp_path / name)
        assert os.path.getsize(tmp_path / name) > 500
    again = ludo.open(tmp_path / "run.h5")
    assert np.array_equal(again.q, run.q) and again.model.names("joint") == ["shoulder", "elbow"]
    assert np.array_equal(np.load(tmp_path / "run.npz")["q"], run.q)
    with pytest.raises(ValueError, match="suffix"):
        run.save(tmp_path / "run.txt")
    with pytest.raises(FileNotFoundError):
        ludo.open(tmp_path / "nothing.h5")
    with pytest.raises(OSError):
        sim.run(0.1, output=tmp_path / "no" / "folder.h5")


def test_the_file_is_that_of_the_program(pendulum, tmp_path):
    program("simulate", EXAMPLES / "double_pendulum.xml", "--duration", 0.5, "--qpos",
            "shoulder=1", "--output", tmp_path / "program.h5", "--quiet")
    sim = ludo.Simulation(pendulum)
    sim.joint["shoulder"].q = 1.0
    run = sim.run(0.5, output=tmp_path / "python.h5")
    other = ludo.open(tmp_path / "program.h5")
    assert np.array_equal(run.q, other.q) and np.array_equal(run.t, other.t)
    assert np.array_equal(run.energy.kinetic, other.energy.kinetic)
    program("simulate", EXAMPLES / "double_pendulum.xml", "--duration", 0.5, "--qpos",
            "shoulder=1", "--output", tmp_path / "program.csv", "--quiet")
    run.save(tmp_path / "python.csv")
    ours, theirs = ((tmp_path / f"{name}.csv").read_text() for name in ("python", "program"))
    assert theirs.splitlines()[0] == ours.splitlines()[0] + ",energy"
    rows = [np.loadtxt(text.splitlines()[1:], delimiter=",") for text in (ours, theirs)]
    assert np.array_equal(rows[0], rows[1][:, :-1])
    difference = ludo.compare(run, other)
    assert difference


def test_temporary_files_are_deleted_with_the_run(pendulum, tmp_path):
    run = ludo.Simulation(pendulum).run(0.1)
    path, kept = run.path, tmp_path / "kept.h5"
    run.save(kept)
    assert os.path.exists(path)
    del run
    gc.collect()
    assert not os.path.exists(path) and kept.exists()


def test_figures_of_a_run(quadruped):
    run = ludo.Simulation(quadruped).run(0.2)
    # every knot is recorded, so that the largest error since the knot before is that of the knot
    assert np.allclose(run.energy.error, run.quality.energy_error, atol=1e-12)
    assert run.momentum.linear.shape == (len(run), 3)
    assert run.quality.points.max() > 0 and run.quality.penetration.max() < 1e-8
    assert run.facts.integrator == "maximal" and run.facts.complete


def test_what_contacts_take_is_part_of_the_balance():
    sim = ludo.Simulation(ludo.load(EXAMPLES / "bounce.xml"), dt=1e-3)
    start = sim.energy
    run = sim.run(1.0)
    taken = run.energy.contact
    assert taken[0] == 0.0 and taken[-1] == sim.energy.contact > 1.0
    assert abs(taken[-1] - (run.energy.stored[0] - run.energy.stored[-1])) < 1e-4
    assert np.abs(run.energy.error).max() < 1e-4  # order 2: m (dt g)^2 / 8 of each ball that lies
    assert abs(sim.energy.error(start) - run.energy.error[-1]) < 1e-12


def test_pages(quadruped, tmp_path):
    run = ludo.Simulation(quadruped).run(0.1)
    run.report(tmp_path / "run.html")
    text = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert text.lower().startswith("<!doctype html>")
    frame = run._repr_html_()
    assert frame.startswith('<iframe sandbox="allow-scripts"')
    with pytest.raises(ludo.ProgramError):
        run.report(tmp_path / "no" / "folder.html")


def test_plots(pendulum):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = ludo.Simulation(pendulum).run(0.1).plot("elbow")
    assert [line.get_label() for line in axes.get_lines()] == ["elbow"]
    assert axes.get_xlabel() == "t [s]" and "rad" in axes.get_ylabel()


def test_a_file_that_is_open_can_be_replaced(pendulum, tmp_path):
    path = tmp_path / "run.h5"
    sim = ludo.Simulation(pendulum)
    sim.run(0.1).save(path)
    first = ludo.open(path)
    longer = sim.run(0.2)
    longer.save(path)
    assert len(ludo.open(path)) == len(longer) > len(first)
    assert first.q.shape == (len(first), 2)
    last = sim.run(0.3, output=path)
    assert len(ludo.open(path)) == len(last)


def test_runs_do_not_keep_files_open(pendulum):
    sim = ludo.Simulation(pendulum)
    runs = [sim.run(0.02) for _ in range(60)]
    if os.path.isdir("/proc/self/fd"):
        files = [os.readlink(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd")
                 if os.path.islink(f"/proc/self/fd/{fd}")]
        assert sum(name.endswith(".h5") for name in files) <= 32
    assert all(len(run.q) == len(run) for run in runs)


def test_a_run_that_was_replaced_says_so(pendulum, tmp_path):
    path = tmp_path / "run.h5"
    sim = ludo.Simulation(pendulum)
    run = sim.run(0.1, output=path)
    run._file.close()
    other = sim.run(0.2, output=path)
    with pytest.raises(OSError, match="replaced"):
        run.q
    assert len(other.q) == len(other)


def test_runs_are_pickled(quadruped):
    run = ludo.Simulation(quadruped).run(0.1)
    twin = pickle.loads(pickle.dumps(run))
    assert np.array_equal(twin.q, run.q)


def test_contact_forces_over_time(quadruped):
    sim = ludo.Simulation(quadruped)
    run = sim.run(0.3)
    total = sum(run.contact_force(name) for name in quadruped.names("body"))
    assert np.allclose(total[-1], sim.contact_forces[:, :3].sum(axis=0), atol=1e-9)


def test_wrong_outputs_are_refused(pendulum):
    with pytest.raises(ludo.ArgumentError, match="h5"):
        ludo.Simulation(pendulum).run(0.1, output="run.csv")
    with pytest.raises(ludo.ArgumentError, match="every"):
        ludo.Simulation(pendulum).run(0.1, every=0)
