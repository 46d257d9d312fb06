# SPDX-License-Identifier: Apache-2.0
"""The examples run, and print what their texts say."""
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

MODELS = pathlib.Path("examples")
# what the default integrator doesn't take
TAKEN_BY = {"sinking_plate.xml": ("--integrator", "dual-quaternion")}
EXAMPLES = pathlib.Path(os.environ["LUDO_BUILD"]) / "examples"

PENDULUM = """
<mujoco>
  <option timestep="0.01" gravity="0 0 -9.81"/>
  <worldbody>
    <body name="rod">
      <joint name="swing" type="hinge" axis="0 1 0"/>
      <inertial pos="0.5 0 0" mass="1" diaginertia="0.001 0.08333333333333333 0.08333333333333333"/>
    </body>
  </worldbody>
</mujoco>
"""


def run(name, *arguments):
    return subprocess.run([EXAMPLES / name, *arguments], capture_output=True, text=True,
                          timeout=60, check=False)


def simulate(path, *options):
    """The summary of a run of the program."""
    result = subprocess.run([os.environ["LUDO_PROGRAM"], "simulate", path, "--summary", "-",
                             *options], capture_output=True, text=True, timeout=60, check=False)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)


class Examples(unittest.TestCase):
    def test_the_double_pendulum_keeps_its_energy_for_a_minute(self):
        result = run("double_pendulum")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(re.findall(r"tip at x", result.stdout)), 6)
        error = float(re.search(r"largest energy error ([\d.]+) J", result.stdout)[1])
        # measured 0.16 J over hours; the two rods fall through 19.6 J
        self.assertTrue(0 < error < 0.25, error)

    def test_load_and_run_prints_every_joint(self):
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
            file.write(PENDULUM)
            file.flush()
            result = run("load_and_run", file.name, "0.5")
        self.assertEqual(result.returncode, 0, result.stderr)
        angle, rate = map(float, re.search(
            r"^swing \(hinge\) (\S+)  moving at (\S+)$", result.stdout, re.MULTILINE).groups())
        # the closed form: a rod from horizontal for half a second, the error of dt 0.01
        self.assertAlmostEqual(angle, 1.66115, delta=2e-3)
        self.assertAlmostEqual(rate, 5.41387, delta=1e-2)

    def test_load_and_run_says_why_it_can_not(self):
        result = run("load_and_run", "no-such-file.xml")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no-such-file.xml", result.stderr)

    def test_two_arms_face_each_other(self):
        result = run("two_arms", MODELS / "robot_arm.urdf", MODELS / "gripper.urdf")
        self.assertEqual(result.returncode, 0, result.stderr)
        left, right = (list(map(float, line.split()[2:])) for line in result.stdout.splitlines())
        # six digits are printed; the arms fall from 0.5 m
        for at, other, sign in zip(left, right, (-1, -1, 1)):
            self.assertAlmostEqual(at, sign * other, delta=2e-6)
        self.assertLess(left[2], 0.4)

    def test_the_guide_to_editing_quotes_the_example(self):
        program = (MODELS / "two_arms.c").read_text(encoding="utf-8")
        guide = pathlib.Path("docs/editing.md").read_text(encoding="utf-8")
        quotes = re.findall(r"```c\n(.*?)```", guide, re.DOTALL)
        self.assertGreater(len(quotes), 3)
        for quote in quotes:
            self.assertIn(quote, program)

    def test_the_servo_arm_holds_its_weight_with_any_step(self):
        result = run("servo_arm")
        self.assertEqual(result.returncode, 0, result.stderr)
        found = re.findall(r"hinge (\d) at (\S+) rad, motor (\S+) N m", result.stdout)
        self.assertEqual(len(found), 8)
        fine, coarse = found[:4], found[4:]
        for (_, angle, _), (_, other, _) in zip(fine, coarse):
            # what large steps leave of the motion after two seconds: they ring
            self.assertAlmostEqual(float(angle), float(other), delta=2e-3)
        upper, lower = float(fine[0][1]), float(fine[0][1]) + float(fine[1][1])
        # what is to hold: both links, each 2 kg with its middle 0.25 m out
        weight = -2 * 9.81 * 0.25
        elbow = weight * math.cos(lower)
        shoulder = 3 * weight * math.cos(upper) + elbow
        self.assertAlmostEqual(float(fine[0][2]), shoulder, delta=2e-3)
        self.assertAlmostEqual(float(fine[1][2]), elbow, delta=2e-3)
        # hanging straight down there is nothing to hold
        self.assertAlmostEqual(float(fine[2][2]), 0.0, delta=2e-3)

    def test_the_energy_balance_closes(self):
        result = run("energy_balance")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = re.findall(r"stored (\S+) J  work (\S+) J  dissipated (\S+) J  off by (\S+) J",
                          result.stdout)
        self.assertEqual(len(rows), 5)
        _, work, dissipated, off = map(float, rows[-1])
        self.assertTrue(work > 100 and dissipated > 100, rows[-1])
        # of order (w h)^2 = (11 * 0.002)^2 of what was turned over
        self.assertTrue(abs(off) < 5e-4 * work, rows[-1])

    def test_the_governor_simulates_from_its_file(self):
        summary = simulate(MODELS / "governor.xml", "--keyframe", "start", "--duration", "2")
        final = summary["final"]["joints"]
        self.assertAlmostEqual(final["left"]["position"][0], final["right"]["position"][0],
                               delta=1e-6)
        energy = summary["energy"]
        # of 16 J at the start
        self.assertTrue(0 <= energy["max_abs_error"] < 1e-3, energy)
        self.assertTrue(energy["dissipated"] > 0, energy)

    def test_every_model_simulates_and_stays_closed(self):
        for path in sorted([*MODELS.glob("*.xml"), *MODELS.glob("*.urdf")]):
            with self.subTest(path=path):
                summary = simulate(path, "--duration", "1", *TAKEN_BY.get(path.name, ()))
                self.assertEqual(summary["status"], "ok")
                self.assertLess(summary["constraints"]["max_position_violation"], 1e-10)

    def test_the_plate_sinks_fluttering(self):
        path = MODELS / "sinking_plate.xml"
        summary = simulate(path, *TAKEN_BY[path.name], "--duration", "10")
        linear, plate = summary["momentum"]["linear_final"], summary["final"]["bodies"]["plate"]
        # what gravity and buoyancy gave body and fluid in ten seconds, and nothing to the sides
        self.assertAlmostEqual(linear[2], -9.81 * 10 * (2.2116812 - 2.0106193), delta=1e-9)
        self.assertLess(max(map(abs, linear[:2])), 1e-9)
        # broadside: at most as tilted as at the start, half of 20 degrees
        self.assertLess(abs(plate["orientation"][2]), math.sin(math.radians(10)))
        self.assertLess(summary["energy"]["max_abs_error"], 2e-3)  # J; order 2, measured 1.4e-3

    def test_the_quadruped_walks(self):
        summary = simulate(MODELS / "quadruped_walk.xml", "--control-file",
                           MODELS / "quadruped_walk.csv", "--duration", "4", "--dt", "0.005")
        trunk = summary["final"]["bodies"]["trunk"]
        # 0.08 m of stance in 0.24 s, less what ramps up in the first second and what slips
        self.assertTrue(0.5 < trunk["position"][0] < 1.2, trunk)
        self.assertLess(abs(trunk["position"][1]), 0.1)
        # upright, at its height
        self.assertAlmostEqual(trunk["position"][2], 0.244, delta=0.01)
        self.assertLess(max(map(abs, trunk["orientation"][1:3])), 0.05)
        self.assert_hard(summary)

    def test_the_grasped_box_does_not_slip(self):
        def height_in_hand(duration):
            summary = simulate(MODELS / "grasp.xml", "--control-file", MODELS / "grasp.csv",
                               "--duration", duration, "--dt", "0.01")
            self.assert_hard(summary)
            bodies = summary["final"]["bodies"]
            box, palm = bodies["box"]["position"], bodies["palm"]["position"]
            return box[2], box[2] - palm[2]

        (before, held), (after, later) = height_in_hand("1"), height_in_hand("4")
        self.assertAlmostEqual(after - before, 0.1, delta=1e-3)
        self.assertAlmostEqual(held, later, delta=1e-9)

    def assert_hard(self, summary):
        """Nothing penetrates, forces obey their laws, no step was cut."""
        contacts = summary["contacts"]
        self.assertLessEqual(contacts["max_penetration"], 1e-9)
        self.assertLess(contacts["max_signorini"], 1e-8)
        self.assertLess(contacts["max_friction_excess"], 1e-8)
        self.assertEqual(summary["solver"]["steps_subdivided"], 0)

    def test_the_delta_robot_keeps_its_platform_level(self):
        summary = simulate(MODELS / "delta.xml", "--keyframe", "reach", "--duration", "2")
        w, *turned = summary["final"]["bodies"]["platform"]["orientation"]
        # closed at 1e-10 of 0.7 m, over 0.05 m between rods
        self.assertLess(max(map(abs, turned)), 1e-8)
        self.assertGreater(summary["final"]["joints"]["crank0"]["position"][0], 0.3)

    def test_the_four_bar_is_put_together_and_swings_closed(self):
        result = run("four_bar")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = re.findall(r" s: +(\S+) +(\S+) +(\S+) rad; pin bears +\S+ +\S+ N, "
                          r"is open by (\S+) m", result.stdout)
        self.assertEqual(len(rows), 11)
        # the crank stays where it was set, and the tops of coupler and rocker meet
        self.assertEqual(float(rows[0][0]), 1.0)
        for crank, coupler, rocker, gap in (map(float, row) for row in rows):
            x = 0.2 * math.cos(crank) + 0.5 * math.cos(crank + coupler) - 0.4 * math.cos(rocker)
            z = 0.2 * math.sin(crank) + 0.5 * math.sin(crank + coupler) - 0.4 * math.sin(rocker)
            self.assertAlmostEqual(x, 0.5, delta=1e-3)  # three digits are printed
            self.assertAlmostEqual(z, 0.0, delta=1e-3)
            self.assertLess(gap, 1e-14)

    def optimised(self, model):
        """The end of a simulation with the controls that were found for a model, by a program that
        says how to simulate it."""
        with tempfile.TemporaryDirectory() as folder:
            controls = pathlib.Path(folder) / "controls.csv"
            result = run("optimise", MODELS / model, controls)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("from the goal", result.stdout)
            options = re.search(r"ludo simulate \S+ (.+) --report \S+$", result.stdout,
                                re.MULTILINE)[1]
            return simulate(MODELS / model, *options.split())["final"]

    def test_optimised_controls_swing_the_pole_up(self):
        joints = self.optimised("cart_pole.xml")["joints"]
        # what it is optimised for; 3e-6 is measured
        self.assertAlmostEqual(joints["pole"]["position"][0], math.pi, delta=1e-3)
        self.assertAlmostEqual(joints["cart"]["position"][0], 0.0, delta=1e-3)
        # it comes to rest: momenta of 1.3e-4 over the inertias of 0.064 kg m^2 and of 1.3 kg
        self.assertAlmostEqual(joints["pole"]["velocity"][0], 0.0, delta=1e-2)
        self.assertAlmostEqual(joints["cart"]["velocity"][0], 0.0, delta=1e-3)

    def test_optimised_controls_reach_the_target(self):
        sites = self.optimised("reacher.xml")["sites"]
        # 1.4e-7 m and 2e-5 m/s are measured
        self.assertLess(math.dist(sites["tip"]["position"], sites["target"]["position"]), 1e-3)
        self.assertLess(math.hypot(*sites["tip"]["velocity"]), 1e-3)

    def test_what_is_not_optimised_is_refused_with_the_reason(self):
        for model, reason in (("four_bar.xml", "loop 'pin'"), ("missing.xml", "missing.xml"),
                              ("robot_arm.urdf", "1 to 4 actuators")):
            with self.subTest(model=model), tempfile.TemporaryDirectory() as folder:
                controls = pathlib.Path(folder) / "controls.csv"
                result = run("optimise", MODELS / model, controls)
                self.assertEqual(result.returncode, 1)
                self.assertIn(reason, result.stderr)
                self.assertFalse(controls.exists())

    def test_the_regulator_balances_the_pole(self):
        result = run("balance", MODELS / "cart_pole.xml")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = re.findall(r"s: cart +(\S+) m, pole +(\S+) rad off", result.stdout)
        self.assertEqual(len(rows), 10)
        self.assertEqual(float(rows[0][1]), 0.2)
        # its slowest motion, of the cart, takes 1.3 s to fall to 1/e
        self.assertLess(abs(float(rows[-1][0])), 0.02)
        self.assertLess(abs(float(rows[-1][1])), 0.002)

    def test_the_quadruped_stands_on_its_feet(self):
        result = run("stand", MODELS / "quadruped_walk.xml")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = re.findall(r"^((?: *\S+ N)+) +(\S+) of the weight$", result.stdout, re.MULTILINE)
        self.assertEqual(len(rows), 10)
        for forces, share in rows:
            self.assertEqual(forces.count("N"), 4)
            # a trunk that moves by 3 cm at 0.5 Hz accelerates by 0.03 g
            self.assertAlmostEqual(float(share), 1.0, delta=0.04)

    def test_the_block_solver_example_runs(self):
        self.assertEqual(run("block_ldu").returncode, 0)


if __name__ == "__main__":
    unittest.main()
