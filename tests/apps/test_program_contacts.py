#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Contacts, limits and dry friction in the program: options, summary, what is told of a start.

    python3 tests/apps/test_program_contacts.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, STOPPED, USAGE, Case, keyframe, main, model, run  # noqa: E402
from report_page import Page  # noqa: E402

FLOOR = '<geom name="floor" type="plane" size="5 5 1" friction="0.3"/>'
BOX = ('<body name="box" pos="0 0 {}"><freejoint/><geom name="crate" type="box" '
       'size="0.25 0.25 0.25" mass="1" friction="0.3"/></body>')
DROP = model(FLOOR + BOX.format(0.3))
SLIDE = model(FLOOR + BOX.format(0.25), rest=keyframe("start", qpos="0 0 0.25 1 0 0 0",
                                                      qvel="1 0 0 0 0 0"))
ARM = model('<body name="arm"><joint name="elbow" type="hinge" axis="0 1 0" limited="true" '
            'range="-30 30"/><inertial pos="1 0 0" mass="1" diaginertia="0.1 0.1 0.1"/></body>')
RANGE = 0.5235987755982988  # 30 degrees
LOCKED = model('<body name="arm"><joint name="elbow" axis="0 1 0" limited="true" range="30 90"/>'
               '<geom name="bar" type="capsule" size="0.02" fromto="0 0 0 0.3 0 0"/></body>',
               rest='<equality><weld body1="arm"/></equality>')
STUCK = model(FLOOR + BOX.format(0.24).replace(
    "<freejoint/>", '<joint name="lift" type="slide" axis="0 0 1" damping="1e9"/>'))
RUBBING = ARM.replace('limited="true" range="-30 30"', 'frictionloss="20"')


class Contacts(Case):
    def test_accuracy_counts_the_steps_that_contacts_keep_from_it(self):
        path = self.write(DROP)
        said = run("simulate", path, "--accuracy", 1e-6, "--duration", 1).stdout
        count = self.summary(DROP, "--accuracy", 1e-6, "--duration",
                             1)["solver"]["steps_uncontrolled"]
        self.assertTrue(50 < count < 100, count)  # all but those of the fall
        self.assertIn(f"not controlled    {count} steps", said)
        said = run("simulate", path, "--accuracy", 1e-6, "--duration", 0.05).stdout
        self.assertNotIn("not controlled", said)

    def test_a_box_falls_and_rests(self):
        s = self.summary(DROP, "--duration", 1)
        c = s["contacts"]
        self.assertEqual(c["points_max"], 4)
        self.assertLessEqual(c["max_penetration"], 1e-9)
        self.assertLess(c["max_signorini"], 1e-8)
        self.assertAlmostEqual(s["final"]["bodies"]["box"]["com"][2], 0.25, delta=1e-6)
        energy = s["energy"]
        self.assertGreater(energy["contact"], 0)
        # order 2: half a step of weight more or less, m (dt g)^2 / 8 of each contact
        self.assertLess(energy["max_abs_error"], 1e-2 * energy["contact"])
        self.assertAlmostEqual(energy["initial"] - energy["final"], energy["contact"],
                               delta=energy["max_abs_error"])
        self.assertLess(energy["max_rise"], 1e-9)

    def test_until_something_touches_energies_balance(self):
        s = self.summary(DROP, "--duration", 0.05)
        self.assertEqual(s["contacts"]["points_max"], 0)
        self.assertLess(s["energy"]["max_abs_error"], 1e-12)
        self.assertEqual(s["energy"]["contact"], 0)

    def test_contacts_can_be_switched_off(self):
        s = self.summary(DROP, "--duration", 1, "--no-contact")
        self.assertEqual(s["contacts"]["points_max"], 0)
        self.assertLess(s["final"]["bodies"]["box"]["com"][2], -4)

    def test_every_cone_stops_what_slides(self):
        for cone in ("exact", "linear4", "linear8"):
            s = self.summary(SLIDE, "--keyframe", "start", "--duration", 1, "--cone", cone)
            # v^2 / (2 mu g) where friction is along the motion; pyramids brake less, by cos(pi/4)
            way = s["final"]["bodies"]["box"]["com"][0]
            self.assertTrue(0.165 < way < 0.175 / 0.7, (cone, way))
            self.assertLess(s["contacts"]["max_friction_excess"], 1e-8)

    def test_sleep_that_cannot_act_is_warned_of(self):
        bounce = '<custom><numeric name="ludo.restitution" data="0.5"/></custom>'
        for text, more, why in ((DROP, (), None), (DROP, ("--no-contact",), "no geoms can touch"),
                                (DROP.replace("</mujoco>", bounce + "</mujoco>"), (),
                                 "geoms have restitution")):
            done = run("simulate", self.write(text), "--duration", 0.1, "--sleep", 0.01, *more)
            self.assertEqual(done.returncode, DONE, done.stderr)
            warned = f"warning: --sleep has no effect: {why}\n"
            self.assertEqual(warned in done.stderr, why is not None, done.stderr)
            self.assertEqual("--sleep" in done.stderr, why is not None, done.stderr)

    def test_a_sleep_time_needs_sleep(self):
        path = self.write(DROP)
        self.assertIn("--sleep,", self.refused(USAGE, "simulate", path, "--sleep-time", 0.5))
        self.summary(DROP, "--duration", 0.1, "--sleep-time", 0, "--sleep", 0.01, "--no-rest")

    def test_an_unknown_cone_is_refused(self):
        self.assertIn("linear4", self.refused(USAGE, "simulate", self.write(DROP), "--cone", "x"))

    def test_the_table_tells_of_contacts(self):
        said = run("simulate", self.write(DROP), "--duration", 1).stdout
        self.assertRegex(said, r"contacts +at most 4 points; largest penetration ")
        self.assertRegex(said, r"contact +\S+ J taken by .* largest rise without work ")

    def test_pairs_that_are_not_simulated_are_counted(self):
        """No two planes touch: their penetration is unknown."""
        plane = ('<geom type="plane" size="1 1 1"/>'
                 '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>')
        text = model("".join(f'<body name="{name}"><freejoint/>{plane}</body>' for name in "ab") +
                     '<body pos="0 0 3"><freejoint/><geom size="0.1"/></body>'
                     '<geom type="plane" size="1 1 1" pos="0 0 2.9"/>')
        c = self.summary(text, "--duration", 0.1)["contacts"]
        self.assertEqual((c["pairs_not_simulated"], c["max_penetration"]), (3, None))
        c = self.summary(text, "--duration", 0.1, "--no-contact")["contacts"]
        self.assertEqual((c["pairs_not_simulated"], c["max_penetration"]), (0, 0))
        self.assertEqual(self.summary(DROP, "--duration", 1)["contacts"]["pairs_not_simulated"], 0)
        said = run("simulate", self.write(text), "--duration", 0.1).stdout
        self.assertRegex(said, r"contacts +at most \d points?; largest penetration unknown\n")
        self.assertRegex(said, r"not simulated +contacts of 3 pairs of geoms")

    def test_who_has_no_contacts_refuses_them_by_name(self):
        path = self.write(DROP)
        for name in ("galerkin", "runge-kutta"):
            said = self.refused(USAGE, "simulate", path, "--integrator", name)
            self.assertRegex(said, "geom '(crate|floor)' may touch")
            done = run("simulate", path, "--integrator", name, "--no-contact", "--quiet",
                       "--duration", 0.1)
            self.assertEqual(done.returncode, DONE, done.stderr)

    def test_info_tells_what_touches(self):
        path = self.write(DROP)
        self.assertRegex(run("info", path).stdout,
                         r"contacts +2 of 2 geoms can collide, friction 0\.3\n")
        j = json.loads(run("info", path, "--json").stdout)
        self.assertEqual([g["friction"] for g in j["geoms"]], [0.3, 0.3])
        self.assertEqual((j["pairs"], j["excludes"]), ([], []))


class Starts(Case):
    def test_a_joint_outside_of_its_limits_is_moved_onto_them(self):
        done = run("simulate", self.write(ARM), "--qpos", "elbow=1", "--duration", 0,
                   "--summary", "-")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertRegex(done.stderr, "warning: 1 joint started outside of the limits and is moved")
        s = json.loads(done.stdout)
        self.assertEqual(s["initial"]["joints_limited"], 1)
        self.assertAlmostEqual(s["final"]["joints"]["elbow"]["position"][0], RANGE, delta=1e-9)

    def test_joints_moved_onto_their_limits_are_named(self):
        hinge = '<joint name="{0}" axis="0 1 0" limited="true" range="-5 5"/>' \
                '<geom size="0.1" contype="0" conaffinity="0"/>'
        text = model("".join('<body pos="0 0 1">' + hinge.format(name) for name in "abcde") +
                     5 * "</body>")
        for joints, named in (("b", r"'b' \(0\.08727 rad\)\n$"),
                              ("abcde", r"'a' .*, 'b' .*, 'c' [^,]* and 2 more\n$")):
            options = [part for name in joints for part in ("--qpos", f"{name}=1")]
            done = run("simulate", self.write(text), *options, "--duration", 0)
            self.assertEqual(done.returncode, DONE, done.stderr)
            self.assertRegex(done.stderr, r"warning: \d joints? started .*limit now: " + named)
            self.assertEqual(done.stderr.count("\n"), 1)


    def test_joints_that_loops_hold_outside_of_their_limits_are_named(self):
        path = self.write(LOCKED)
        done = run("simulate", path, "--duration", 0.1, "--summary", "-")
        self.assertEqual(done.returncode, STOPPED, done.stderr)
        self.assertRegex(done.stderr, r"warning: loops hold 1 joint outside of the limits: "
                                      r"'elbow' \(0 rad, range 0\.5236 to 1\.571\); use --no")
        self.assertNotIn("moved onto", done.stderr)
        self.assertRegex(done.stderr, r"stopped at .*: loops hold a joint outside of its limits")
        s = json.loads(done.stdout)
        self.assertEqual(s["initial"]["joints_limited"], 0)
        self.assertEqual(s["initial"]["joints_outside"], 1)
        self.assertEqual(s["initial"]["joints_moved"], {})
        done = run("simulate", path, "--duration", 0.1, "--no-limits")
        self.assertEqual((done.returncode, done.stderr), (DONE, ""))


class Energies(Case):
    def test_contacts_that_supply_energy_are_told(self):
        """A strong damper resists the separation of a start that overlaps."""
        path = self.write(STUCK)
        done = run("simulate", path, "--duration", 1)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertRegex(done.stderr, r"warning: contacts, limits and dry friction supply \S+ J "
                                      r"until t = \S+ s, far above the energy at hand, 0\.00981 J")
        self.assertEqual(run("simulate", path, "--duration", 1, "--quiet").stderr, "")
        for cure in (("--exclude", "world,box"), ("--no-contact",)):
            self.assertEqual(run("simulate", path, "--duration", 1, *cure).stderr, "")
        weak = self.write(STUCK.replace("1e9", "1"))
        self.assertNotIn("supply", run("simulate", weak, "--duration", 1).stderr)

    def test_energies_that_do_not_balance_are_told(self):
        """A method with explicit steps is unstable for a stiff spring, unless steps are short."""
        path = self.write(ARM.replace('limited="true" range="-30 30"', 'stiffness="1e6"'))
        method = ("--integrator", "runge-kutta", "--order", 2, "--max-substeps", 1)
        done = run("simulate", path, *method, "--dt", 0.01, "--duration", 0.05)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertRegex(done.stderr, r"warning: the energy error is \S+ J at t = 0\.0\d s, far ")
        done = run("simulate", path, *method, "--dt", 1e-5, "--duration", 0.05)
        self.assertEqual((done.returncode, done.stderr), (DONE, ""))


class Stops(Case):
    def test_a_limit_holds_and_is_felt(self):
        s = self.summary(ARM, "--duration", 2)
        self.assertLessEqual(s["final"]["joints"]["elbow"]["position"][0], RANGE + 1e-9)
        self.assertGreater(s["energy"]["contact"], 1)
        self.assertLess(s["energy"]["max_abs_error"], 0.1)
        free = self.summary(ARM, "--duration", 2, "--no-limits")
        self.assertLess(free["energy"]["max_abs_error"], 0.1)
        self.assertEqual(free["energy"]["contact"], 0)

    def test_dry_friction_holds(self):
        s = self.summary(RUBBING, "--duration", 1)
        self.assertAlmostEqual(s["final"]["joints"]["elbow"]["position"][0], 0, delta=1e-9)
        for key in ("contact", "max_abs_error"):
            self.assertAlmostEqual(s["energy"][key], 0, delta=1e-9)


class Pages(Case):
    def setUp(self):
        super().setUp()
        if "without pages" in run("report", "none.h5").stderr:
            self.skipTest("this program has no pages")

    def test_forces_carry_the_weight(self):
        out = self.folder / "drop.html"
        done = run("simulate", self.write(DROP), "--duration", 1, "--report", out, "--quiet")
        self.assertEqual(done.returncode, DONE, done.stderr)
        page = Page(out)
        touches = page.run["touches"]
        first = [round(number) for number in page.list(touches["first"])]
        up = page.lists(touches["normal"])[2][first[-2]:first[-1]]
        self.assertEqual(len(up), 4)
        self.assertAlmostEqual(sum(up), 9.81, delta=1e-3)
        self.assertEqual(max(page.curve("contact_points")[1]), 4)

    def test_where_nothing_touches_there_is_nothing(self):
        out = self.folder / "fall.html"
        run("simulate", self.write(DROP), "--duration", 1, "--report", out, "--quiet",
            "--no-contact")
        self.assertIsNone(Page(out).run["touches"])


if __name__ == "__main__":
    main()
