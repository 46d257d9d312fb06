#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The integrators as the program tells them apart: one start, one motion, one form of reports.

    python3 tests/apps/test_program_integrators.py [--program build/ludo] [OPTION of unittest ...]
"""
import csv
import json
import math
import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import (  # noqa: E402
    BALL, DONE, FREE, PENDULUM, ROOT, STOPPED, USAGE, Case, chain, keyframe, main, model, run)
from report_page import Page  # noqa: E402

PUSHED = ("--qpos", "j0=0.5", "--servo", "j1=-0.3,20,0.5", "--force", "b1=0.5,0,2")

# joints of every kind, springs, dampers, armatures, lines and actuators
EVERYTHING = model("""
<body name="top" pos="0 0 2"><freejoint name="flight"/>
  <inertial pos="0.1 0 0" mass="2" diaginertia="1 2 2.5"/>
  <body name="arm" pos="1 0 0">
    <joint name="swing" type="ball" stiffness="3" damping="0.1" armature="0.1"/>
    <inertial pos="0.3 0 0" mass="1" diaginertia="0.1 0.2 0.25"/>
    <body name="hand" pos="0.6 0 0">
      <joint name="turn" axis="0 0 1" stiffness="2" damping="0.1" armature="0.05"/>
      <joint name="push" type="slide" axis="1 0 0" stiffness="40" springref="0.1"/>
      <inertial pos="0.2 0 0.1" mass="1" diaginertia="0.1 0.2 0.25"/>
      <site name="hook" pos="0.2 0.1 0"/></body></body></body>
<body name="post" pos="3 0 0"><joint name="lift" type="slide" axis="0 0 1" stiffness="100"/>
  <inertial pos="0 0 0" mass="1" diaginertia="0.1 0.2 0.25"/><site name="end" pos="0 0 1"/></body>
""", rest="""<tendon>
  <spatial name="rope" stiffness="20" damping="0.5" springlength="0.5">
    <site site="hook"/><site site="end"/></spatial>
  <fixed name="gear" stiffness="5"><joint joint="turn" coef="0.5"/><joint joint="lift" coef="-1"/>
  </fixed></tendon>
<actuator><motor name="m" joint="turn" gear="2"/>
  <position name="p" tendon="rope" kp="5"/></actuator>
""" + keyframe("k", ctrl="0.5 -0.2",
               qpos="0.1 0.2 2 0.9 0.1 0.2 0.3 0.95 0.1 -0.1 0.2 0.4 -0.2 0.3",
               qvel="1 2 3 0.3 0.2 0.1 0.5 0.4 -0.3 1 -0.5 0.25", time="1.5"))
KEY = ("--keyframe", "k")


def every():
    return json.loads(run("integrators", "--json").stdout)


def integrators(text=EVERYTHING):
    """Those that take a model: the general ones, and of a single body all that do."""
    others = {FREE: ("rigid-body", "dual-quaternion", "lie-group"),
              BALL: ("rigid-body", "lie-group")}.get(text, ())
    return [i["name"] for i in every()
            if "every joint type" in i["accepts"] or i["name"] in others]


def keys(value):
    """All keys of objects within objects."""
    return {k: keys(v) for k, v in value.items()} if isinstance(value, dict) else None


def numbers(value):
    """All numbers below, in order."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [n for v in value for n in numbers(v)]
    return [value]


class Alike(Case):
    def near(self, a, b, delta):
        a, b = numbers(a), numbers(b)
        self.assertEqual(len(a), len(b))
        for x, y in zip(a, b):
            self.assertAlmostEqual(x, y, delta=delta)

    def test_starts_are_the_same_numbers(self):
        for text, options in ((PENDULUM, ("--keyframe", "up")), (EVERYTHING, KEY),
                              (BALL, ("--qvel", "j0=1,2,3")),
                              (FREE, ("--qvel", "flight=1,2,3,0.3,0.2,0.1"))):
            first, *others = [self.summary(text, *options, "--integrator", i, "--duration", 0)
                              for i in integrators(text)]
            for other in others:
                self.assertEqual(keys(other), keys(first))
                self.near(other["final"], first["final"], 1e-12)
                self.near(other["energy"], first["energy"], 1e-12)
                self.near(other["momentum"], first["momentum"], 1e-12)

    def test_first_moments_are_the_same_numbers(self):
        first, *others = [self.summary(EVERYTHING, *KEY, "--integrator", i, "--duration", 1e-6)
                          for i in integrators()]
        self.assertLess(first["energy"]["work"], -7e-6)  # or nothing acted
        self.assertGreater(first["energy"]["dissipated"], 3e-7)
        for other in others:
            self.assertEqual(keys(other), keys(first))
            for part in ("final", "energy", "momentum", "initial", "constraints", "contacts"):
                # velocities of maximal are differences of positions: rounding over 1e-6 s
                self.near([n or 0 for n in numbers(other[part])],
                          [n or 0 for n in numbers(first[part])], 1e-8)

    def test_motions_are_the_same_but_for_the_error(self):
        for text, options in ((PENDULUM, PUSHED), (BALL, ("--qvel", "j0=1,2,3")), (FREE, ()),
                              (EVERYTHING, KEY)):
            first, *others = [self.summary(text, *options, "--integrator", i, "--duration", 1,
                                           "--dt", 0.0002) for i in integrators(text)]
            for other in others:
                self.assertEqual(keys(other), keys(first))
                # order 2: of rates of 10 rad/s 4e-5 measured by maximal, 1.4e-4 by rigid-body
                self.near(other["final"], first["final"], 3e-4)

    def test_states_go_on_with_the_same_bits(self):
        state = self.folder / "state"
        for name in integrators()[1:]:
            by = ("--integrator", name)
            whole = self.summary(PENDULUM, *PUSHED, *by, "--duration", 2)
            self.summary(PENDULUM, *PUSHED, *by, "--duration", 0.75, "--save-state", state)
            rest = self.summary(PENDULUM, *by, "--duration", 1.25, "--load-state", state)
            self.assertEqual(rest["final"], whole["final"])
            self.assertIn("state", self.refused(USAGE, "simulate", self.write(PENDULUM),
                                                "--load-state", state))


class Files(Case):
    """What is written is alike, and read by all commands."""

    def setUp(self):
        super().setUp()
        self.model = self.write(EVERYTHING)

    def written(self, name, integrator, *options):
        path = self.folder / name
        done = run("simulate", self.model, *KEY, "--integrator", integrator, "--duration", 1,
                   "--quiet", "--output", path, *options)
        self.assertEqual(done.returncode, DONE, done.stderr)
        return path

    def trajectories(self, *options):
        return [self.written(f"{i}.h5", i, *options) for i in integrators()]

    def test_tables_have_the_same_columns_of_numbers(self):
        for coordinates in ("joint", "body"):
            headings = []
            for name in integrators():
                table = self.written("t.csv", name, "--coordinates", coordinates)
                with open(table, newline="", encoding="utf-8") as file:
                    heading, *rows = csv.reader(file)
                headings.append(heading)
                self.assertEqual(len(rows), 101)
                self.assertTrue(all(math.isfinite(float(x)) for row in rows for x in row))
            self.assertEqual(headings, headings[:1] * len(headings))

    def test_tables_are_the_trajectories(self):
        for name in integrators():
            both = self.written("t.h5", name), self.written("t.csv", name)
            done = run("compare", *both, "--json")
            self.assertEqual(done.returncode, DONE, done.stderr)
            error = json.loads(done.stdout)["runs"][1]["error"]
            self.assertEqual((error["largest"], error["instants"]), (0.0, 101))

    def test_trajectories_are_compared(self):
        done = run("compare", *self.trajectories("--dt", 0.001), "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        found = json.loads(done.stdout, parse_constant=self.fail)
        self.assertEqual([one["integrator"] for one in found["runs"]], integrators())
        for k, one in enumerate(found["runs"]):
            if k != found["reference"]:
                # 5e-3 at steps of 0.01, of order 2
                self.assertLess(one["error"]["largest"], 1e-4)

    @unittest.skipUnless(shutil.which("gnuplot"), "no gnuplot")
    def test_trajectories_are_drawn_together(self):
        drawn = self.folder / "p.svg"
        done = run("plot", *self.trajectories(), "--y", "turn.rate", "-o", drawn)
        self.assertEqual(done.returncode, DONE, done.stderr)
        for name in integrators():
            self.assertIn(name, drawn.read_text(encoding="utf-8"))

    def test_reports_tell_the_integrator(self):
        for name in integrators():
            page = self.folder / "r.html"
            done = run("simulate", self.model, *KEY, "--integrator", name, "--duration", 1,
                       "--report", page)
            if done.returncode == USAGE and "built without pages" in done.stderr:
                self.skipTest(done.stderr)
            self.assertEqual(done.returncode, DONE, done.stderr)
            facts = Page(page).run["facts"]
            self.assertEqual((facts["integrator"], facts["steps"]), (name, 100))

    def test_reports_tell_schemes_that_are_asked_for(self):
        page = self.folder / "r.html"
        done = run("simulate", self.write(FREE), "--integrator", "rigid-body", "--scheme", "tln",
                   "--duration", 1, "--report", page)
        if done.returncode == USAGE and "built without pages" in done.stderr:
            self.skipTest(done.stderr)
        self.assertEqual(Page(page).run["facts"]["integrator"], "rigid-body tln")

    def test_what_stops_is_told_alike_and_on_disk(self):
        for name in integrators():
            table = self.folder / "t.csv"
            s = self.summary(BALL, "--integrator", name, "--qvel", "j0=50,0,0", "--dt", 0.1,
                             "--max-substeps", 1, "--output", table, code=STOPPED)
            self.assertEqual((s["status"], s["steps"], s["solver"]["failures"]), ("stopped", 0, 1))
            self.assertIn("step 1: the rotation of a body in one step is too large at body 'b0'; ",
                          s["message"])
            self.assertEqual(len(table.read_text(encoding="utf-8").splitlines()), 2)


    def test_what_has_no_joint_is_told_as_a_body(self):
        for name in ("rigid-body", "dual-quaternion"):
            s = self.summary(FREE, "--integrator", name, "--tolerance", 1e-300, "--qvel",
                             "flight=1,2,3,1,3,2", "--max-substeps", 1, code=STOPPED)
            self.assertIn("not solved at body 'top'", s["message"])


class Explicit(Case):
    def test_what_no_equations_need_is_null(self):
        s = self.summary(PENDULUM, "--integrator", "runge-kutta", "--duration", 1)
        self.assertIsNone(s["solver"]["iterations_mean"])
        self.assertIsNone(s["solver"]["factorizations_mean"])
        self.assertEqual(s["solver"]["iterations_max"], 0)
        self.assertEqual(s["solver"]["steps_subdivided"], 0)
        self.assertEqual((s["integrator"], s["order"]), ("runge-kutta", 4))

    def test_steps_that_turn_too_far_are_cut(self):
        s = self.summary(BALL, "--integrator", "runge-kutta", "--qvel", "j0=50,0,0",
                         "--duration", 1, "--dt", 0.1)
        self.assertEqual(s["solver"]["steps_subdivided"], 10)
        self.assertGreater(s["solver"]["substeps_max"], 1)


class Refusals(Case):
    def test_options_of_others_are_refused(self):
        path = self.write(PENDULUM)
        for name, option, value in (("runge-kutta", "--solver", "newton"),
                                    ("runge-kutta", "--solver", "ldu"),
                                    ("runge-kutta", "--rotation", "exponential"),
                                    ("runge-kutta", "--damping", "symmetric"),
                                    ("runge-kutta", "--scheme", "rattle"),
                                    ("runge-kutta", "--order", 6),
                                    ("galerkin", "--solver", "recursion"),
                                    ("galerkin", "--rotation", "quaternion"),
                                    ("maximal", "--solver", "riqn")):
            said = self.refused(USAGE, "simulate", path, "--integrator", name, option, value)
            self.assertIn(f"integrator {name} has no {option[2:]}", said)
            self.assertIn(str(value), said)

    def test_loops_are_refused_by_name(self):
        path = ROOT / "examples" / "four_bar.xml"
        for name in [i["name"] for i in every()][1:]:
            said = self.refused(USAGE, "simulate", path, "--integrator", name)
            self.assertRegex(said, f"integrator {name} does not simulate loops: loop '.+'")
            self.assertIn("maximal", said)

    def test_what_takes_no_tree_names_a_body_and_what_to_use(self):
        for text in (PENDULUM, model(chain(3))):
            for name in ("rigid-body", "dual-quaternion", "lie-group"):
                said = self.refused(USAGE, "simulate", self.write(text), "--integrator", name)
                self.assertIn(f"integrator {name} ", said)
                self.assertIn("use galerkin", said)

    def test_each_model_is_taken_or_refused_with_what_to_use_instead(self):
        taken = {"four_bar.xml": ["maximal"],
                 "grasp.xml": ["maximal"],
                 "sinking_plate.xml": ["dual-quaternion"],
                 "governor.xml": ["maximal", "galerkin", "runge-kutta"],
                 "heavy_top.xml": ["maximal", "galerkin", "runge-kutta", "rigid-body", "lie-group"],
                 "satellite.xml": ["maximal", "galerkin", "runge-kutta", "lie-group"],
                 "tumbling_boxes.xml": ["maximal", "galerkin", "runge-kutta", "lie-group"],
                 "t_handle.xml": [i["name"] for i in every()]}
        for name, takers in taken.items():
            for info in every():
                done = run("simulate", ROOT / "examples" / name, "--integrator", info["name"],
                           "--no-contact", "--no-limits", "--duration", 0, "--quiet")
                with self.subTest(model=name, integrator=info["name"]):
                    self.assertEqual(done.returncode, DONE if info["name"] in takers else USAGE)
                    if done.returncode == USAGE:
                        used = [t for t in takers if t in done.stderr.rpartition("; use ")[2]]
                        self.assertTrue(used, done.stderr)
                        self.assertRegex(done.stderr, "'.+'")

    def test_a_long_chain_is_taken_by_all(self):
        for name in integrators():
            s = self.summary(model(chain(40)), "--integrator", name, "--duration", 0.05)
            self.assertEqual(s["status"], "ok")


if __name__ == "__main__":
    main()
