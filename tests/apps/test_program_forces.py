#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What acts on a mechanism, by the program: controls, servos, forces, springs, dampers; and what
the summary says of their work.

    python3 tests/apps/test_program_forces.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import (  # noqa: E402
    BALL, DONE, EPSILON, FILE, FREE, PENDULUM, SPINNER, USAGE, Case, chain, keyframe, main, model,
    run)

INERTIA = 1 / 12 + 0.25  # of the spinner about its hinge [kg m^2]
DRIVEN = model(chain(2), gravity="0 0 0", rest=(
    keyframe("go", ctrl="0.5 -0.25") +
    "<actuator>\n<motor name='m0' joint='j0'/>\n"
    "<motor name='m1' joint='j1' gear='2' ctrllimited='true' ctrlrange='-1 1'/>\n</actuator>"))
MOTOR = model(chain(1), gravity="0 0 0",
              rest="<actuator><motor name='m' joint='j0'/></actuator>")

# three hinges that meet in a point, as at the hip of a robot
HIP = model('<body name="leg"><joint name="h0" axis="1 0 0"/><joint name="h1" axis="0 1 0"/>'
            '<joint name="h2" axis="0 0 1"/><inertial pos="0 0 -0.5" mass="2" '
            'diaginertia="0.2 0.2 0.01"/></body>')


class Forces(Case):
    def test_a_constant_force_accelerates_as_it_should(self):
        text = model('<body name="top"><freejoint name="flight"/><inertial pos="0.1 0 0" mass="2" '
                     'diaginertia="1 2 2.5"/></body>', gravity="0 0 0")
        s = self.summary(text, "--force", "top=4,0,-2", "--duration", 1)
        top = s["final"]["bodies"]["top"]
        # the scheme is exact here; a hundred additions of numbers below 3
        for got, want in zip(top["com"] + top["linear_velocity"], [1.1, 0, -0.5, 2, 0, -1]):
            self.assertAlmostEqual(got, want, delta=100 * 3 * EPSILON)
        self.assertEqual(top["orientation"], [1, 0, 0, 0], "it acts at the centre of mass")
        self.assertAlmostEqual(s["energy"]["work"], 4 * 1 - 2 * -0.5, delta=100 * 5 * EPSILON)
        self.assertLess(s["energy"]["max_abs_error"], 100 * 5 * EPSILON)

    def test_the_last_force_on_a_body_counts(self):
        one = self.summary(FREE, "--force", "top=1,2,3", "--duration", 1)
        two = self.summary(FREE, "--force", "top=9,9,9", "--force", "top=1,2,3", "--duration", 1)
        self.assertEqual(one["final"], two["final"])

    def test_a_servo_pulls_to_its_target(self):
        s = self.summary(SPINNER, "--servo", "j0=1,10,2", "--duration", 30)
        joint = s["final"]["joints"]["j0"]
        # damped with kd / 2 I = 3 / s for 30 s: what is left is round-off of the rate's sums
        self.assertAlmostEqual(joint["position"][0], 1, delta=1e-12)
        self.assertAlmostEqual(joint["velocity"][0], 0, delta=1e-12)

    def test_a_servo_swings_at_its_frequency(self):
        omega = math.sqrt(10 / INERTIA)
        s = self.summary(SPINNER, "--servo", "j0=1,10,0", "--duration", math.pi / omega)
        # half a period from 0 is 2; the frequency is off by (omega dt)^2 / 24, squared at a turn
        self.assertAlmostEqual(s["final"]["joints"]["j0"]["position"][0], 2, delta=1e-4)
        # what it has given it has taken back
        self.assertAlmostEqual(s["energy"]["work"], s["energy"]["final"], delta=1e-3)

    def test_a_stiff_servo_is_stable(self):
        s = self.summary(PENDULUM, "--servo", "j0=0.5,1e7,1e4", "--qpos", "j0=0.5", "--duration", 5)
        # weights and what swings turn it by less than torque over stiffness
        self.assertAlmostEqual(s["final"]["joints"]["j0"]["position"][0], 0.5, delta=40 / 1e7)

    def test_a_servo_holds_any_part_of_a_mechanism(self):
        s = self.summary(PENDULUM, "--servo", "j1=0,1e5,1e3", "--duration", 2)
        self.assertAlmostEqual(s["final"]["joints"]["j1"]["position"][0], 0, delta=40 / 1e5)
        self.assertGreater(abs(s["final"]["joints"]["j0"]["position"][0]), 0.1)

    def test_a_servo_takes_a_hinge_of_a_hip(self):
        servos = [f"--servo=h{i}={0.3 * i},1e5,1e3" for i in range(3)]
        there = [f"--qpos=h{i}={0.3 * i}" for i in range(3)]
        s = self.summary(HIP, *servos, *there, "--duration", 2)["final"]["joints"]
        for i in range(3):
            # the weight of 2 kg at 0.5 m over the stiffness
            self.assertAlmostEqual(s[f"h{i}"]["position"][0], 0.3 * i, delta=10 / 1e5)
        # and free it swings as with a servo that does nothing: both follow the same equations, and
        # their errors are those of order 2
        free, idle = (self.summary(HIP, "--qpos", "h0=0.4", "--qvel", "h2=1", "--dt", 1e-3,
                                   "--duration", 1, *more)["final"]["joints"]
                      for more in ((), ("--servo=h1=0,0,0",)))
        for i in range(3):
            self.assertAlmostEqual(free[f"h{i}"]["position"][0], idle[f"h{i}"]["position"][0],
                                   delta=1e-5)

    def test_work_and_energy_balance(self):
        for options in ((), ("--force", "b1=1,2,3"), ("--servo", "j0=1,20,0"),
                        ("--servo", "j1=1,20,2", "--force", "b0=0,0,5")):
            coarse, fine = (self.summary(PENDULUM, *options, "--duration", 2, "--dt", dt)["energy"]
                            for dt in (0.01, 0.005))
            self.assertEqual(coarse["work"] != 0, options != ())
            # of second order: a quarter at half the step, a third is safe
            self.assertLess(fine["max_abs_error"], coarse["max_abs_error"] / 3, options)
            self.assertAlmostEqual(coarse["final"] - coarse["initial"] - coarse["work"] +
                                   coarse["dissipated"], 0, delta=coarse["max_abs_error"])

    def test_forces_that_nothing_can_take_are_told(self):
        path = self.write(PENDULUM)
        for option, value, said in (
                ("--force", "b9=1,2,3", "body 'b9'; did you mean b[01]"),
                ("--force", "b0=1,2", "body 'b0' takes 3 numbers separated by commas"),
                ("--force", "b0=1,2,3,4", "3 numbers"), ("--force", "b0=1,2,x", "3 numbers"),
                ("--servo", "k0=1,2,3", "joint 'k0'; did you mean j0"),
                ("--servo", "j0=1,2", "joint 'j0' takes 3 numbers"),
                ("--servo", "j0=1,-2,3", "'1,-2,3'"), ("--servo", "j0=1,2,-3", "'1,2,-3'")):
            self.assertRegex(self.refused(USAGE, "simulate", path, option, value), said)
        for text, joint in ((BALL, "j0"), (FREE, "flight")):
            said = self.refused(USAGE, "simulate", self.write(text), "--servo", f"{joint}=0,1,1")
            self.assertIn(f"joint '{joint}' takes no value", said)

    def test_order_4_takes_springs_and_no_dampers(self):
        self.summary(PENDULUM, "--order", 4, "--servo", "j0=1,10,0", "--duration", 0.1)
        said = self.refused(USAGE, "simulate", self.write(PENDULUM), "--order", 4, "--servo",
                            "j0=1,10,1")
        self.assertRegex(said, "damping of joint 'j0'.*order 4.*--order 2")
        text = PENDULUM.replace('name="j1"', 'name="j1" damping="0.1"')
        said = self.refused(USAGE, "simulate", self.write(text), "--order", 4)
        self.assertIn("j1", said)


class InTheModel(Case):
    """Springs, dampers and armatures that a model brings along."""

    def test_a_damper_dissipates_what_is_lost(self):
        text = SPINNER.replace('name="j0"', 'name="j0" damping="0.1"')
        for options in ((), ("--damping", "implicit")):
            s = self.summary(text, "--qvel", "j0=2", "--duration", 1, *options)
            rate = 2 * math.exp(-0.1 / INERTIA)
            order = 1 if options else 2
            # of this order, in d dt / I = 0.003
            self.assertAlmostEqual(s["final"]["joints"]["j0"]["velocity"][0], rate,
                                   delta=2 * 0.003**order)
            lost = s["energy"]["initial"] - s["energy"]["final"]
            self.assertAlmostEqual(s["energy"]["dissipated"], lost, delta=4 * 0.003**order)
            self.assertEqual((s["energy"]["work"], s["energy"]["max_rise"]), (0, 0))

    def test_an_implicit_damper_never_rings(self):
        text = SPINNER.replace('name="j0"', 'name="j0" damping="1e4"')
        options = ("--qvel", "j0=1", "--duration", 0.1)
        _, symmetric = self.rows(text, *options)
        _, implicit = self.rows(text, *options, "--damping", "implicit")
        self.assertTrue(all(row[2] > -1e-12 for row in implicit))
        self.assertTrue(any(row[2] < -0.1 for row in symmetric))

    def test_a_spring_stores_energy(self):
        text = SPINNER.replace('name="j0"', 'name="j0" stiffness="3"')
        s = self.summary(text, "--qpos", "j0=2", "--duration", 5)
        self.assertAlmostEqual(s["energy"]["initial"], 0.5 * 3 * 2**2, delta=20 * EPSILON)
        # omega dt = 0.03: the energy at knots moves by (omega dt)^2 / 4 of it, to first order
        self.assertLess(s["energy"]["max_abs_error"], 6 * 0.03**2 / 3)

    def test_springs_act_between_sites(self):
        body = ('<site name="hook"/><body name="b" pos="0 0 -1"><freejoint/>'
                '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><site name="eye"/></body>')
        spring = ('<tendon><spatial name="spring" stiffness="9.81" springlength="1">'
                  '<site site="hook"/><site site="eye"/></spatial></tendon>')
        text = model(body, rest=spring)
        s = self.summary(text, "--duration", math.pi / math.sqrt(9.81))
        # half a period from rest is the lowest point, twice as far as where weight and pull balance
        self.assertAlmostEqual(s["final"]["bodies"]["b"]["position"][2], -3, delta=1e-3)


class Controls(Case):
    def rate(self, *options):
        """The spinner's rate after a second at rest with a motor."""
        s = self.summary(MOTOR, "--duration", 1, *options)
        return s["final"]["joints"]["j0"]["velocity"][0]

    def file(self, text, name="controls.csv"):
        path = self.folder / name
        path.write_bytes(text.encode("utf-8"))
        return path

    def test_a_control_drives(self):
        self.assertEqual(self.rate(), 0)
        # a constant torque; a hundred additions of numbers below 3
        self.assertAlmostEqual(self.rate("--control", "m=0.5"), 0.5 / INERTIA,
                               delta=100 * 3 * EPSILON)

    def test_work_is_what_controls_did(self):
        energy = self.summary(MOTOR, "--duration", 1, "--control", "m=0.5")["energy"]
        # torque times angle, half the rate at the end; of second order in rate times step = 0.015
        work = 0.5 * 0.5 * 0.5 / INERTIA
        self.assertAlmostEqual(energy["work"], work, delta=work * 0.015**2 / 4)
        self.assertAlmostEqual(energy["final"], energy["work"], delta=work * 0.015**2 / 4)

    def test_a_keyframe_brings_controls_that_options_override(self):
        def final(*options):
            return self.summary(DRIVEN, "--duration", 0.5, *options)["final"]["joints"]
        self.assertEqual(final("--keyframe", "go"),
                         final("--control", "m0=0.5", "--control", "m1=-0.25"))
        self.assertEqual(final("--control", "m1=0", "--keyframe", "go", "--control", "m0=1"),
                         final("--control", "m0=1"))

    def test_controls_stay_within_their_range(self):
        a, b = (self.summary(DRIVEN, "--duration", 0.5, "--control", f"m1={u}") for u in (1, 7))
        self.assertEqual(a["final"], b["final"])

    def test_an_unknown_actuator_is_told_with_near_ones(self):
        path = self.write(DRIVEN)
        said = self.refused(USAGE, "simulate", path, "--control", "m2=1")
        self.assertIn("there is no actuator 'm2'; did you mean m0, m1?", said)
        for value in ("m0=", "m0=1,2", "m0=nan"):
            self.refused(USAGE, "simulate", path, "--control", value)

    def test_a_file_is_linear_between_rows_and_held_outside(self):
        for rows, torque in (("0,1\n", 1), ("5,1\n", 1), ("-1,1\n", 1), ("0,0\n1,1\n", 0.5),
                             ("0.5,0\n1,2\n", 0.5), ("0,4\n0.25,0\n", 0.5), ("-1,-1\n1,1\n", 0.5),
                             ("0.5,2\n0.5,0\n", 1), ("0,0\n0.5,0\n0.5,1\n2,1\n", 0.5)):
            file = self.file("time,m\n" + rows)
            # the middle of a step is the mean over it, as rows are at ends of steps
            self.assertAlmostEqual(self.rate("--control-file", file), torque / INERTIA,
                                   delta=100 * 12 * EPSILON, msg=rows)

    def test_a_step_takes_the_control_of_its_middle(self):
        file = self.file("time,m\n0,0\n0.004,0\n0.004,1\n0.006,1\n0.006,0\n")
        self.assertAlmostEqual(self.rate("--control-file", file), 0.01 / INERTIA, delta=EPSILON)
        file = self.file("time,m\n0,1\n0.004,1\n0.004,0\n0.006,0\n0.006,1\n")
        self.assertAlmostEqual(self.rate("--control-file", file), 0.99 / INERTIA,
                               delta=100 * 3 * EPSILON)

    def test_columns_may_stand_in_any_order_and_be_few(self):
        constant = ("--control", "m0=0.5", "--control", "m1=-0.25", "--duration", "0.5")
        wanted = self.summary(DRIVEN, *constant)["final"]
        for text in ("time,m0,m1\n0,0.5,-0.25\n", "time,m1,m0\r\n1,-0.25,0.5\r\n",
                     '\ufefftime, "m1" ,m0\n\n 0 , -0.25 ,\t5e-1 \n\n', "time,m0\r0,0.5\r"):
            s = self.summary(DRIVEN, *constant, "--control-file", self.file(text))
            self.assertEqual(s["final"], wanted, text)

    def test_names_may_hold_commas_and_quotes(self):
        text = MOTOR.replace("name='m'", 'name="a,&quot;b&quot; c"')
        file = self.file('time,"a,""b"" c"\n0,1\n')
        s = self.summary(text, "--control-file", file, "--duration", 0.1)
        self.assertGreater(s["energy"]["work"], 0)

    def test_a_bad_file_is_told_with_its_place(self):
        path = self.write(DRIVEN)
        for text, place, said in (
                ("", "1:1", "empty"), ("\n\n", "3:1", "empty"), ("time,m0\n", "2:1", "no rows"),
                ("m0\n0\n", "1:1", "'time', not 'm0'"), ("time,m0,m0\n", "1:9", "two columns"),
                ("time,m0\n0,1\n\n0.5,x\n", "4:5", "'x' is not a number"),
                ("time,m0\n0,1e999\n", "2:3", "not a number"),
                ("time,m0\n0,\n", "2:3", "not a number"),
                ("time,m0\n0\n", "2:2", "1 of 2 numbers"),
                ("time,m0\n0,1,2\n", "2:5", "more than 2 numbers"),
                ("time,m0\n1,0\n0.5,0\n", "3:1", "time decreases"),
                ('time,"m0\n0,1\n', "1:6", "not closed"), ('time,"m0"x\n', "1:10", "comma"),
                ("time,m0\n0,1\0\n", "2:4", "must be text"),
                ("time," + 2000 * "m" + "\n", "1:1029", "longer than")):
            file = self.file(text)
            complaint = self.refused(USAGE, "simulate", path, "--control-file", file)
            self.assertTrue(complaint.startswith(f"{file}:{place}: "), complaint)
            self.assertIn(said, complaint)

    def test_an_unknown_actuator_of_a_file_is_told_with_near_ones(self):
        file = self.file("time,m0,m2\n0,0,0\n")
        said = self.refused(USAGE, "simulate", self.write(DRIVEN), "--control-file", file)
        self.assertIn(f"{file}:1:9: there is no actuator 'm2'; did you mean m0, m1?", said)

    def test_a_file_that_cannot_be_read_is_told(self):
        for missing in (self.folder / "no.csv", self.folder):
            said = self.refused(FILE, "simulate", self.write(DRIVEN), "--control-file", missing)
            self.assertIn(str(missing), said)

    def test_a_bad_file_destroys_no_output(self):
        output = self.folder / "t.csv"
        output.write_text("precious", encoding="utf-8")
        self.refused(USAGE, "simulate", self.write(DRIVEN), "--control-file", self.file("x"),
                     "--output", output)
        self.assertEqual(output.read_text(encoding="utf-8"), "precious")

    def test_a_run_that_goes_on_goes_on_with_its_file(self):
        file = self.file("time,m0,m1\n0,0,0\n0.3,0.9,0.1\n0.9,-0.2,0.7\n0.9,0.4,0\n")
        state = self.folder / "state"
        options = ("--control-file", file, "--dt", 0.1)
        whole = self.summary(DRIVEN, *options, "--duration", 1.3)
        self.summary(DRIVEN, *options, "--duration", 0.7, "--save-state", state)
        rest = self.summary(DRIVEN, *options, "--duration", 0.6, "--load-state", state)
        self.assertEqual(rest["final"], whole["final"])


class Info(Case):
    TEXT = model(
        '<site name="hook" pos="0 0 1"/>' +
        chain(2).replace('name="j0"', 'name="j0" armature="0.25" limited="true" range="-90 45"')
        .replace('name="j1"', 'name="j1" stiffness="3" springref="180" damping="0.5"'),
        rest='<tendon><spatial name="rope" stiffness="7" damping="2" springlength="0.5 1">'
             '<site site="hook"/><site site="tip"/></spatial>'
             '<fixed name="sum"><joint joint="j0" coef="2"/><joint joint="j1" coef="-1"/></fixed>'
             '</tendon><actuator><motor name="m" joint="j0" gear="3" ctrllimited="true" '
             'ctrlrange="-1 2"/><position name="p" tendon="sum" kp="5" forcelimited="true" '
             'forcerange="-4 4"/></actuator>')

    def test_json_tells_ranges_springs_and_actuators(self):
        done = run("info", self.write(self.TEXT), "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        info = json.loads(done.stdout)
        low, high = info["joints"][0]["range"]
        self.assertAlmostEqual(low, -math.pi / 2, delta=EPSILON)
        self.assertAlmostEqual(high, math.pi / 4, delta=EPSILON)
        self.assertIsNone(info["joints"][1]["range"])
        self.assertEqual([j["armature"] for j in info["joints"]], [0.25, 0])
        self.assertEqual([info["joints"][1][key] for key in ("stiffness", "damping")], [3, 0.5])
        self.assertAlmostEqual(info["joints"][1]["rest"], math.pi, delta=2 * EPSILON)
        plain = {"path": None, "range": None, "friction_loss": 0, "armature": 0}
        self.assertEqual(info["springs"], [
            {"name": "rope", "type": "distance", "sites": ["hook", "tip"], "terms": None,
             "stiffness": 7, "damping": 2, "rest": [0.5, 1], **plain},
            {"name": "sum", "type": "tendon", "sites": None,
             "terms": [{"joint": "j0", "dof": 0, "weight": 2},
                       {"joint": "j1", "dof": 0, "weight": -1}],
             "stiffness": 0, "damping": 0,
             "rest": info["springs"][1]["rest"], **plain}])
        law = {"gain_type": "fixed", "gain_slope": [0, 0], "bias_type": "affine",
               "dynamics_type": "none", "time_constant": [0, 0, 0], "muscle": [0] * 8,
               "length_range": [0, 0], "activation_range": None, "slew_rate": 0,
               "resistance": 0, "back_emf": 0, "cogging": [0, 0, 0]}
        self.assertEqual(info["actuators"], [
            {"name": "m", "target": "j0", "type": "joint", "dof": 0, "gear": 3, "gain": 1,
             "bias": [0, 0, 0], "control_range": [-1, 2], "force_range": None, **law},
            {"name": "p", "target": "sum", "type": "spring", "dof": 0, "gear": 1, "gain": 5,
             "bias": [0, -5, 0], "control_range": None, "force_range": [-4, 4], **law}])

    def test_words_tell_what_acts(self):
        said = run("info", self.write(self.TEXT)).stdout
        for part in (r"hinge j0 .*armature 0.25, range -1.5\d* to 0.78",
                     r"hinge j1 .*stiffness 3 \(rest 3.14\d*\), damping 0.5",
                     r"rope, distance from hook to tip, stiffness 7 \(rest 0.5 to 1\), damping 2",
                     r"sum, tendon 2 j0 - 1 j1", r"m, on joint j0, gear 3.* control -1 to 2",
                     r"p, on spring sum.*bias 0 -5 0, force -4 to 4"):
            self.assertRegex(said, part)

    def test_parts_of_one_joint_keep_their_names(self):
        text = model('<body name="b"><joint name="x" type="slide" axis="1 0 0"/>'
                     '<joint name="z" type="slide" axis="0 0 1"/>'
                     '<joint name="turn" type="hinge" axis="0 1 0"/>'
                     '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body>')
        path = self.write(text)
        self.assertRegex(run("info", path).stdout,
                         r"b, 1 kg, on slide x .*,\s+then slide z .*,\s+then hinge turn")
        info = json.loads(run("info", path, "--json").stdout)
        self.assertEqual([(j["name"], j["type"]) for j in info["joints"]],
                         [("x", "slide"), ("z", "slide"), ("turn", "hinge")])
        s = self.summary(text, "--qpos", "turn=0.5", "--qvel", "x=2", "--servo", "z=0,1e6,1e4",
                         "--duration", 1)
        joints = s["final"]["joints"]
        self.assertEqual(list(joints), ["x", "z", "turn"])
        # the servo carries the weight of 1 kg; nothing acts along x
        self.assertAlmostEqual(joints["z"]["position"][0], -9.81e-6, delta=1e-6)
        self.assertAlmostEqual(joints["x"]["position"][0], 2, delta=1e-9)
        names, _ = self.rows(text, "--duration", 0.1)
        self.assertEqual(names, ["time", "x", "z", "turn", "x.rate", "z.rate", "turn.rate",
                                 "energy"])


if __name__ == "__main__":
    main()
