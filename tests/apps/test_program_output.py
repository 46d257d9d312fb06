#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the program writes: the summary as JSON and as a table, the trajectory as CSV.

    python3 tests/apps/test_program_output.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import math
import os
import pathlib
import pty
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import (  # noqa: E402
    BALL, DONE, EPSILON, FILE, FREE, PENDULUM, SPINNER, STOPPED, USAGE, Case, chain, main, model,
    program, run)


def read_to_the_end(terminal):
    """All that reaches a pseudo-terminal, whose end is an I/O error; one read may get a part."""
    shown = b""
    while True:
        try:
            shown += os.read(terminal, 1 << 16)
        except OSError:
            return shown.decode()


class Summary(Case):
    KEYS = {
        "": ["status", "message", "model", "integrator", "scheme", "order", "dt", "steps", "time",
             "wall_seconds", "steps_per_second", "realtime_factor", "solver", "energy",
             "momentum", "constraints", "contacts", "initial", "final"],
        "solver": ["iterations_mean", "iterations_max", "factorizations_mean", "residual_max",
                   "failures", "steps_subdivided", "substeps_max", "steps_certified",
                   "accuracy", "parts_mean", "parts_max", "steps_uncontrolled"],
        "energy": ["initial", "final", "work", "dissipated", "contact", "max_abs_error",
                   "max_rise"],
        "momentum": ["linear_initial", "linear_final", "angular_initial", "angular_final"],
        "constraints": ["rows", "redundant", "max_position_violation", "max_velocity_violation"],
        "contacts": ["points_max", "max_penetration", "max_signorini", "max_friction_excess",
                     "max_dissipation_residual", "max_energy_gain", "pairs_not_simulated",
                     "retries", "relaxed", "loosened", "impacts",
                     "impacts_at_knots"],
        "initial": ["position_correction", "velocity_correction", "joints_moved",
                    "rows_left_out", "joints_limited", "joints_outside", "overlap",
                    "overlap_geoms"],
        "final": ["joints", "bodies", "sites", "sensors"],
    }

    def test_json_has_every_key(self):
        s = self.summary(PENDULUM, "--duration", 1)
        for key, keys in self.KEYS.items():
            self.assertEqual(list(s[key] if key else s), keys)
        self.assertEqual(list(s["final"]["joints"]["j0"]), ["position", "velocity"])
        self.assertEqual(list(s["final"]["bodies"]["b1"]),
                         ["position", "orientation", "com", "linear_velocity", "angular_velocity"])
        self.assertEqual(list(s["final"]["sites"]["tip"]), ["position", "velocity"])

    def test_a_good_run_says_so(self):
        s = self.summary(PENDULUM)
        self.assertEqual((s["status"], s["message"], s["model"]), ("ok", None, "test"))
        self.assertEqual((s["integrator"], s["order"], s["dt"]), ("maximal", 2, 0.01))
        self.assertEqual((s["steps"], s["time"]), (1000, 10))
        self.assertEqual(s["constraints"]["rows"], 10)
        self.assertLess(s["constraints"]["max_position_violation"], 1e-10)
        self.assertLessEqual(s["solver"]["residual_max"], 1e-10)
        self.assertEqual(s["initial"]["joints_moved"], {})
        self.assertEqual(s["contacts"], dict.fromkeys(self.KEYS["contacts"], 0))

    def test_speeds_follow_from_wall_time(self):
        s = self.summary(PENDULUM, "--duration", 2)
        self.assertGreater(s["wall_seconds"], 0)
        self.assertAlmostEqual(s["steps_per_second"] * s["wall_seconds"], 200, delta=1e-9)
        self.assertAlmostEqual(s["realtime_factor"] * s["wall_seconds"], 2, delta=1e-11)

    def test_energies_are_those_of_the_trajectory(self):
        s = self.summary(PENDULUM, "--duration", 3)["energy"]
        names, rows = self.rows(PENDULUM, "--duration", 3)
        self.assertEqual(names[-1], "energy")
        energies = [row[-1] for row in rows]
        self.assertEqual((s["initial"], s["final"]), (energies[0], energies[-1]))
        self.assertEqual(s["max_abs_error"], max(abs(e - energies[0]) for e in energies))
        self.assertEqual(s["max_rise"], max(b - a for a, b in zip(energies, energies[1:])))
        self.assertEqual((s["work"], s["dissipated"], s["contact"]), (0, 0, 0))

    def test_momentum_of_a_falling_body_is_that_of_its_weight(self):
        s = self.summary(FREE, "--duration", 1, "--qvel", "flight=1,2,3,0,0,0")
        a, b = s["momentum"]["linear_initial"], s["momentum"]["linear_final"]
        for got, want in zip(a + b, [2, 4, 6, 2, 4, 6 - 2 * 9.81]):
            # a hundred additions of numbers below 20
            self.assertAlmostEqual(got, want, delta=100 * 20 * EPSILON)

    def test_the_last_step_is_shortened(self):
        s = self.summary(PENDULUM, "--duration", 0.25, "--dt", 0.1)
        self.assertEqual((s["steps"], s["time"]), (3, 0.25))
        _, rows = self.rows(PENDULUM, "--duration", 0.25, "--dt", 0.1)
        self.assertEqual([row[0] for row in rows], [0, 0.1, 0.2, 0.25])

    def test_round_off_makes_no_step(self):
        for duration, dt, steps in ((0.3, 0.1, 3), (1, 0.1, 10), (0.7, 0.1, 7), (2.5, 0.5, 5),
                                    (0.05, 0.1, 1), (0.1001, 0.1, 2)):
            s = self.summary(PENDULUM, "--duration", duration, "--dt", dt)
            self.assertEqual((s["steps"], s["time"]), (steps, duration))

    def test_no_duration_shows_the_start(self):
        s = self.summary(PENDULUM, "--duration", 0, "--qpos", "j0=0.5")
        self.assertEqual((s["steps"], s["time"], s["steps_per_second"]), (0, 0, None))
        self.assertEqual(s["solver"]["iterations_mean"], None)
        self.assertAlmostEqual(s["final"]["joints"]["j0"]["position"][0], 0.5, delta=4 * EPSILON)

    def test_the_models_step_is_the_default(self):
        s = self.summary(model(chain(1), timestep=0.02), "--duration", 1)
        self.assertEqual((s["dt"], s["steps"]), (0.02, 50))

    def test_angles_are_unwrapped(self):
        s = self.summary(SPINNER, "--qvel", "j0=3")
        angle = s["final"]["joints"]["j0"]["position"][0]
        # of second order: some (h w)^2 / 8 of the way, and as much to spare
        self.assertAlmostEqual(angle, 30, delta=30 * 0.03**2 / 4)
        self.assertGreater(angle, 4 * math.pi)

    def test_a_joint_far_round_starts_there(self):
        s = self.summary(SPINNER, "--qpos", "j0=-20", "--duration", 0)
        self.assertAlmostEqual(s["final"]["joints"]["j0"]["position"][0], -20, delta=40 * EPSILON)
        self.assertEqual(s["initial"]["joints_moved"], {})

    def test_what_does_not_move_has_no_error(self):
        for text in (model(chain(2), gravity="9.81 0 0"), SPINNER, model("")):
            said = run("simulate", self.write(text), "--accuracy", 1e-6, "--duration", 0.1).stdout
            self.assertRegex(said, r"accuracy +0 of the largest kinetic energy")
            self.assertNotIn("nan", said)

    def test_unknown_figures_are_null(self):
        s = self.summary(SPINNER, "--qvel", "j0=1e300", code=STOPPED)
        self.assertIsNone(s["energy"]["initial"])

    def test_summary_goes_to_a_file_beside_the_table(self):
        path = self.folder / "summary.json"
        done = run("simulate", self.write(PENDULUM), "--summary", path)
        self.assertEqual(done.returncode, DONE)
        self.assertEqual(json.loads(path.read_text(encoding="utf-8"))["steps"], 1000)
        self.assertIn("1000 steps", done.stdout)

    def test_quiet_is_quiet(self):
        done = run("simulate", self.write(PENDULUM), "--quiet")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (DONE, "", ""))

    def test_quiet_silences_warnings_but_no_errors(self):
        path = self.write(model(chain(3).replace("<inertial",
                                                 '<geom type="plane" size="1 1 1"/><inertial')))
        self.assertIn("warning", run("simulate", path, "--duration", 0).stderr)
        done = run("simulate", path, "--quiet", "--duration", 0)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (DONE, "", ""))
        self.refused(USAGE, "simulate", path, "--quiet", "--qpos", "none=1")

    def test_the_change_of_momentum_is_shown_for_free_mechanisms_only(self):
        for text, shown in ((FREE, True), (PENDULUM, False), (BALL, False)):
            said = run("simulate", self.write(text), "--duration", 0.1).stdout
            self.assertEqual("momentum change" in said, shown, said)

    def test_the_table_has_figures_with_units(self):
        said = run("simulate", self.write(PENDULUM)).stdout
        for part in ("test: 2 bodies", "maximal, order 2", "dt 0.01 s", "1000 steps", "t = 10 s",
                     "wall time", "times real time", "iterations", "residual", "subdivided", " J",
                     "m or rad", "start corrected"):
            self.assertIn(part, said)

    def test_a_model_without_a_name_is_called_by_its_path(self):
        path = self.write(PENDULUM.replace(' model="test"', ""), "\udcff\x01.xml")
        done = run("simulate", path, "--summary", "-", "--duration", 0)
        name = json.loads(done.stdout)["model"]
        self.assertEqual(name, str(path).replace("\udcff", "\ufffd"))

    def test_a_progress_line_is_shown_on_a_terminal(self):
        terminal, stderr = pty.openpty()
        self.addCleanup(os.close, terminal)
        done = subprocess.run([program(), "simulate", self.write(PENDULUM), "--duration", "60"],
                              stdout=subprocess.PIPE, stderr=stderr, check=False)
        os.close(stderr)
        shown = read_to_the_end(terminal)
        self.assertEqual(done.returncode, DONE)
        self.assertRegex(shown, r"\r\[[#.]{10}\] +\d+ %  [\d.]+ of 60 s")
        self.assertTrue(shown.endswith("\r\x1b[K"), "the line is wiped away")

    def test_no_progress_line_is_written_into_a_pipe(self):
        done = run("simulate", self.write(PENDULUM), "--duration", 60)
        self.assertEqual(done.stderr, "")


class Outputs(Case):
    """Where a trajectory may go."""

    def test_a_trajectory_on_stdout_has_the_bytes_of_a_file(self):
        path, table = self.write(PENDULUM), self.folder / "t.csv"
        done = run("simulate", path, "--output", table, "--duration", 0.1)
        self.assertIn("trajectory:", done.stdout)
        piped = run("simulate", path, "--output", "-", "--duration", 0.1, cwd=self.folder)
        self.assertEqual((piped.returncode, piped.stdout, piped.stderr),
                         (DONE, table.read_text(encoding="utf-8"), ""))
        self.assertFalse((self.folder / "-").exists())

    def test_one_thing_goes_to_stdout(self):
        self.assertIn("--output and --summary", self.refused(
            USAGE, "simulate", self.write(PENDULUM), "--output", "-", "--summary", "-"))

    def test_other_files_are_not_written_to_stdout(self):
        path = self.write(PENDULUM)
        for arguments in (("simulate", path, "--report", "-"),
                          ("simulate", path, "--save-state", "-"), ("report", "t.h5", "-o", "-"),
                          ("compare", "a.csv", "b.csv", "-o", "-"),
                          ("plot", "a.csv", "--y", "q", "-o", "-"), ("convert", path, "-")):
            said = self.refused(USAGE, *arguments, cwd=self.folder)
            self.assertIn("can't write to standard output; give ", said)
            self.assertFalse((self.folder / "-").exists(), arguments)

    def test_an_unknown_suffix_is_refused(self):
        for name in ("t.json", "t.CSV", "t", "t.csv.gz"):
            said = self.refused(USAGE, "simulate", self.write(PENDULUM), "--output",
                                self.folder / name)
            self.assertRegex(said, r"unknown suffix; use \.csv, or \.h5")
            self.assertFalse((self.folder / name).exists())

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_a_full_disk_behind_stdout_is_reported_once(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([program(), "simulate", self.write(PENDULUM), "--output", "-"],
                                  stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, FILE)
        self.assertEqual(done.stderr.count("can't write standard output"), 1, done.stderr)

    def test_a_device_gets_csv(self):
        done = run("simulate", self.write(PENDULUM), "--output", os.devnull, "--duration", 0.1)
        self.assertEqual(done.returncode, DONE, done.stderr)


class Trajectory(Case):
    def test_joint_columns_are_coordinates_then_rates(self):
        names, rows = self.rows(PENDULUM, "--duration", 0.1)
        self.assertEqual(names, ["time", "j0", "j1", "j0.rate", "j1.rate", "energy"])
        self.assertEqual(len(rows), 11)
        self.assertEqual(rows[0], [0] * 6)

    def test_joints_of_several_coordinates_have_numbered_columns(self):
        names, _ = self.rows(BALL, "--duration", 0.1)
        self.assertEqual(names, ["time", *(f"j0.{k}" for k in range(4)),
                                 *(f"j0.rate.{k}" for k in range(3)), "energy"])
        names, _ = self.rows(FREE, "--duration", 0.1)
        self.assertEqual(len(names), 1 + 7 + 6 + 1)

    def test_body_columns_are_poses_and_velocities(self):
        names, rows = self.rows(FREE, "--duration", 0.5, "--coordinates", "body")
        parts = "x y z qw qx qy qz vx vy vz wx wy wz".split()
        self.assertEqual(names, ["time", *(f"top.{part}" for part in parts), "energy"])
        self.assertEqual(rows[0][1:8], [0, 0, 2, 1, 0, 0, 0])
        # the scheme is exact in free fall; fifty additions
        self.assertAlmostEqual(rows[-1][10], -9.81 * 0.5, delta=50 * 5 * EPSILON)

    def test_torques_of_drives_are_recorded(self):
        names, rows = self.rows(PENDULUM, "--duration", 0.1, "--servo", "j0=0.5,2,0", "--record",
                                "torques,accelerations")
        self.assertEqual(names[-5:], ["j0.acceleration", "j1.acceleration", "j0.torque",
                                      "j1.torque", "energy"])
        for row in rows:
            self.assertAlmostEqual(row[-3], 2.0 * (0.5 - row[1]), delta=EPSILON * 8)
            self.assertEqual(row[-2], 0.0)

    def test_a_quantity_that_is_not_recorded_is_named(self):
        done = run("simulate", self.write(PENDULUM), "--record", "torque")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("did you mean torques?", done.stderr)

    def test_last_row_is_the_final_state(self):
        options = ("--duration", 0.37, "--dt", 0.02)
        final = self.summary(PENDULUM, *options)["final"]
        _, rows = self.rows(PENDULUM, *options)
        joints = final["joints"]
        self.assertEqual(rows[-1][1:5], [joints[j][part][0] for part in ("position", "velocity")
                                         for j in ("j0", "j1")])
        _, rows = self.rows(PENDULUM, *options, "--coordinates", "body")
        body = final["bodies"]["b1"]
        self.assertEqual(rows[-1][14:27], body["position"] + body["orientation"] +
                         body["linear_velocity"] + body["angular_velocity"])

    def test_every_nth_knot_and_the_last_is_written(self):
        _, all_rows = self.rows(PENDULUM, "--duration", 0.1)
        for every in (3, 5, 10, 1000):
            _, rows = self.rows(PENDULUM, "--duration", 0.1, "--every", every)
            wanted = [r for k, r in enumerate(all_rows) if k % every == 0 or k == 10]
            self.assertEqual(rows, wanted)

    def test_writing_changes_no_bit(self):
        path = self.folder / "t.csv"
        plain = self.summary(PENDULUM)
        written = self.summary(PENDULUM, "--output", path, "--every", 7)
        self.assertEqual(plain["final"], written["final"])

    def test_names_with_commas_quotes_and_line_ends_are_quoted(self):
        name = 'a,"b"\nc'
        text = SPINNER.replace('"j0"', '"a,&quot;b&quot;&#10;c"')
        names, _ = self.rows(text, "--duration", 0.1)
        self.assertEqual(names, ["time", name, name + ".rate", "energy"])
        self.assertIn(name, self.summary(text, "--duration", 0)["final"]["joints"])

    def test_names_of_any_language_survive(self):
        text = SPINNER.replace('"j0"', '"关节 é \U0001d54f"')
        names, _ = self.rows(text, "--duration", 0.1)
        self.assertEqual(names[1], "关节 é \U0001d54f")
        self.assertIn("关节 é \U0001d54f", self.summary(text, "--duration", 0)["final"]["joints"])

    def test_what_was_computed_before_a_stop_is_on_disk(self):
        options = ("--duration", 2, "--dt", 0.05, "--max-substeps", 1)
        text = model(chain(20))
        s = self.summary(text, *options, code=STOPPED)
        for every in (1, 7):
            _, rows = self.rows(text, *options, "--every", every, code=STOPPED)
            self.assertEqual(rows[-1][0], s["time"])
            times = [row[0] for row in rows]
            self.assertEqual(times, sorted(set(times)))
            self.assertEqual(len(rows), 1 + math.ceil(s["steps"] / every))


if __name__ == "__main__":
    main()
