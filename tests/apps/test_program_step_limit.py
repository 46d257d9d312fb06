#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long a step may be: ludo step-limit, ludo simulate --certify.

    python3 tests/apps/test_program_step_limit.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import (  # noqa: E402
    DONE, MODEL, PENDULUM, ROOT, USAGE, Case, chain, main, model, run)

TURNING = model('<body name="body"><freejoint/><inertial pos="0 0 0" mass="1" '
                'diaginertia="1 2 3"/></body>', gravity="0 0 0",
                rest='<keyframe><key name="go" qpos="0 0 0 1 0 0 0" qvel="0 0 0 .4 1 .2"/>'
                     "</keyframe>")


class StepLimit(Case):
    def limits(self, *arguments):
        done = run("step-limit", *arguments, "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        return json.loads(done.stdout)

    def test_a_tree_has_a_sampled_bound_and_a_practical_step(self):
        s = self.limits(self.write(PENDULUM), "--qvel", "j0=2")
        self.assertEqual((s["integrator"], s["kind"], s["order"]), ("galerkin", "sampled", 2))
        self.assertEqual(s["dt"], min(s["bound"], s["dt_practical"]))
        # newton's method gets further than what is known of it
        self.assertGreater(s["pessimism"], 1)
        names = {limit["name"]: limit for limit in s["limits"]}
        self.assertAlmostEqual(names["turn"]["dt"], 0.25 / 2)
        self.assertEqual(names["pendulum"]["at"], "j1")
        self.assertLess(names["convergent"]["dt"], names["metric"]["dt"])

    def test_a_body_has_a_bound_from_its_momentum_alone(self):
        s = self.limits(self.write(TURNING), "--keyframe", "go")
        self.assertEqual((s["integrator"], s["kind"]), ("rigid-body", "a-priori"))
        self.assertGreater(s["bound"], s["dt_practical"])

    def test_a_tree_that_floats_has_a_bound_whatever_its_speed(self):
        still, fast = (self.limits(ROOT / "examples/satellite.xml", "--keyframe", key,
                                   "--integrator", "lie-group") for key in ("folded", "orbit"))
        self.assertEqual((still["kind"], still["bounded_by"]), ("sampled", "certified"))
        self.assertTrue(still["samples"] > 0 and still["bound"] > still["dt"])
        self.assertGreater(still["safety"], 1)
        self.assertAlmostEqual(still["bound"], fast["bound"], delta=1e-9)

    def test_what_falls_freely_is_solved_at_any_step(self):
        s = self.limits(ROOT / "examples/tippe_top.xml", "--no-contact", "--integrator",
                        "lie-group")
        # the longest that is tried
        self.assertTrue(s["dt_solved"] >= s["bound"] > 8)
        self.assertEqual(s["limited_by"], "nothing")

    def test_where_loops_close_there_is_no_bound_and_it_says_why(self):
        s = self.limits(ROOT / "examples/delta.xml")
        self.assertEqual((s["integrator"], s["bound"], s["kind"]), ("maximal", None, None))
        self.assertIn("maximal", s["unbounded"])
        self.assertEqual(s["dt"], s["dt_practical"])
        self.assertTrue(0 < s["dt"] < 1)

    def test_any_step_is_no_number(self):
        s = self.limits(ROOT / "examples/cart_pole.xml")
        # in balance: what is solved is where it starts
        self.assertEqual((s["bound"], s["bounded_by"], s["pessimism"]), (None, "convergent", None))
        self.assertTrue(0 < s["dt"] < 0.1 < s["dt_solved"])
        self.assertIn("any step, by convergent",
                      run("step-limit", ROOT / "examples/cart_pole.xml").stdout)

    def test_a_body_in_a_fluid_has_a_step(self):
        s = self.limits(ROOT / "examples/sinking_plate.xml", "--qvel", "float=0,0,0,0,5,0")
        self.assertEqual((s["integrator"], s["limited_by"]), ("dual-quaternion", "turn"))
        self.assertAlmostEqual(s["dt"], 0.25 / 5)

    def test_where_nothing_solves_it_says_so(self):
        for rate in (1e8, 1e308):
            s = self.limits(self.write(TURNING), "--qvel", f"body.joint0=0,0,0,{rate},{rate},0")
            self.assertEqual((s["limited_by"], s["bound"], s["dt_solved"]), ("turn", None, 0))
            self.assertTrue(0 < s["dt"] < 1e-8)
            self.assertIn("no step", s["unbounded"])

    def test_a_saved_state_is_taken_up_by_whoever_saved_it(self):
        path, state = self.write(TURNING), self.folder / "state"
        by = ("--integrator", "rigid-body")
        self.assertEqual(run("simulate", path, "--keyframe", "go", *by, "--duration", 1,
                             "--save-state", state).returncode, DONE)
        self.assertEqual(self.limits(path, "--load-state", state),
                         self.limits(path, "--load-state", state, *by))
        said = self.refused(USAGE, "step-limit", path, "--load-state", state, "--integrator",
                            "galerkin")
        self.assertIn("another model", said)

    def test_words_tell_the_same(self):
        done = run("step-limit", self.write(PENDULUM))
        self.assertEqual((done.returncode, done.stderr), (DONE, ""))
        for said in ("largest sensible", "sampled bound", "pendulum", "certified"):
            self.assertIn(said, done.stdout)

    def test_what_an_integrator_cannot_take_is_refused(self):
        self.assertIn("maximal", self.refused(
            USAGE, "step-limit", ROOT / "examples/delta.xml", "--integrator", "galerkin"))
        self.assertIn("model", self.refused(MODEL, "step-limit", self.write("<mujoco><x/>")))


class Certify(Case):
    def test_short_steps_are_certified_and_counted(self):
        path = self.write(model(chain(2)))
        for dt in ("0.01", "0.002"):
            done = run("simulate", path, "--integrator", "galerkin", "--certify", "--dt", dt,
                       "--duration", 1, "--summary", "-")
            s = json.loads(done.stdout)
            self.assertEqual(s["solver"]["steps_certified"], s["steps"], dt)

    def test_it_changes_no_bit(self):
        path = self.write(model(chain(3)))
        finals = []
        for more in ((), ("--certify",)):
            done = run("simulate", path, "--integrator", "galerkin", "--dt", 0.03, "--duration", 1,
                       "--summary", "-", *more)
            finals.append(json.loads(done.stdout)["final"])
        self.assertEqual(*finals)

    def test_what_cannot_be_certified_is_refused(self):
        path = self.write(PENDULUM)
        for more in (("--integrator", "galerkin", "--order", 4),
                     ("--integrator", "galerkin", "--solver", "riqn")):
            self.assertIn("certifies", self.refused(USAGE, "simulate", path, "--certify", *more))
        for name in ("maximal", "runge-kutta"):
            said = self.refused(USAGE, "simulate", path, "--certify", "--integrator", name)
            self.assertIn(f"integrator {name} cannot certify steps; use galerkin", said)
        said = self.refused(USAGE, "simulate", self.write(TURNING), "--certify",
                            "--integrator", "rigid-body", "--scheme", "euler")
        self.assertIn("use another scheme", said)


if __name__ == "__main__":
    main()
