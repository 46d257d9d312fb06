#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The integrators as the program tells them apart: one start, one motion, one form of reports.

    python3 tests/test_program_integrators.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from program import (  # noqa: E402
    BALL, DONE, FREE, PENDULUM, ROOT, USAGE, Case, chain, main, model, run)

PUSHED = ("--qpos", "j0=0.5", "--servo", "j1=-0.3,20,0.5", "--force", "b1=0.5,0,2")


def integrators():
    return [i["name"] for i in json.loads(run("integrators", "--json").stdout)]


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
        for text, options in ((PENDULUM, ("--keyframe", "up")), (BALL, ("--qvel", "j0=1,2,3")),
                              (FREE, ("--qvel", "flight=1,2,3,0.3,0.2,0.1"))):
            first, *others = [self.summary(text, *options, "--integrator", i, "--duration", 0)
                              for i in integrators()]
            for other in others:
                self.assertEqual(keys(other), keys(first))
                self.near(other["final"], first["final"], 1e-12)
                self.near(other["energy"], first["energy"], 1e-12)
                self.near(other["momentum"], first["momentum"], 1e-12)

    def test_motions_are_the_same_but_for_the_error(self):
        for text, options in ((PENDULUM, PUSHED), (BALL, ("--qvel", "j0=1,2,3")), (FREE, ())):
            first, *others = [self.summary(text, *options, "--integrator", i, "--duration", 1,
                                           "--dt", 0.0002) for i in integrators()]
            for other in others:
                self.assertEqual(keys(other), keys(first))
                # maximal is of order 2: 4e-5 measured of rates of 10 rad/s
                self.near(other["final"], first["final"], 1e-4)

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

    def test_trajectories_are_compared(self):
        runs = []
        for name in integrators():
            path = self.folder / f"{name}.h5"
            done = run("simulate", self.write(PENDULUM), "--integrator", name, "--duration", 1,
                       "--dt", 0.001, "--quiet", "--output", path)
            self.assertEqual(done.returncode, DONE, done.stderr)
            runs.append(path)
        done = run("compare", *runs, "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        for name in integrators():
            self.assertIn(f'"{name}"', done.stdout)


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
        for name in integrators()[1:]:
            said = self.refused(USAGE, "simulate", path, "--integrator", name)
            self.assertRegex(said, f"integrator {name} takes trees: loop '.+' closes one")
            self.assertIn("maximal", said)

    def test_a_long_chain_is_taken_by_all(self):
        for name in integrators():
            s = self.summary(model(chain(40)), "--integrator", name, "--duration", 0.05)
            self.assertEqual(s["status"], "ok")


if __name__ == "__main__":
    main()
