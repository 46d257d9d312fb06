# SPDX-License-Identifier: Apache-2.0
"""Examples that move for long do what their texts say."""
import json
import os
import pathlib
import subprocess
import unittest

MODELS = pathlib.Path("examples")


def simulate(name, *options):
    """The summary of a run of the program."""
    result = subprocess.run([os.environ["LUDO_PROGRAM"], "simulate", MODELS / name, "--summary",
                             "-", *options], capture_output=True, text=True, timeout=60,
                            check=False)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)


class LongMotions(unittest.TestCase):
    def test_the_quadruped_trots_on_the_spot(self):
        summary = simulate("quadruped.xml", "--control-file",
                           MODELS / "quadruped_trot.csv", "--duration", "10")
        self.assertLess(summary["constraints"]["max_position_violation"], 1e-10)
        energy = summary["energy"]
        self.assertTrue(energy["work"] > 1 and energy["dissipated"] > 1, energy)
        # of order (50 rad/s times dt)^2, the rate of servos and cranks, of what was turned over
        self.assertLess(energy["max_abs_error"], 2.5e-3 * energy["work"])
        # it hangs where it hung
        self.assertAlmostEqual(summary["final"]["bodies"]["trunk"]["com"][2], 0.46, delta=0.03)

    def test_the_walker_keeps_its_energy_in_a_band(self):
        start = ("--keyframe", "start")
        short = simulate("walker.xml", *start, "--duration", "2")
        long = simulate("walker.xml", *start, "--duration", "20")
        # twelve loops, closed at round-off of 1 m
        self.assertLess(long["constraints"]["max_position_violation"], 1e-14)
        # the rates of the keyframe fit each other
        self.assertLess(long["initial"]["velocity_correction"], 1e-12)
        # 1.4e-4 J of 13 J of motion, in every turn of the crankshaft alike
        self.assertLess(long["energy"]["max_abs_error"], 3e-4)
        self.assertLess(long["energy"]["max_abs_error"],
                        1.05 * short["energy"]["max_abs_error"])

    def test_the_exoskeleton_leads_the_arm(self):
        summary = simulate("exoskeleton.xml", "--control-file",
                           MODELS / "exoskeleton_routine.csv", "--duration", "10")
        self.assertLess(summary["constraints"]["max_position_violation"], 1e-10)
        energy = summary["energy"]
        self.assertTrue(energy["dissipated"] > 1, energy)
        self.assertLess(energy["max_abs_error"], 2.5e-3 * energy["dissipated"])
        joints = summary["final"]["joints"]
        # the cuff gives way a little
        self.assertAlmostEqual(joints["elbow"]["position"][0],
                               joints["elbow_drive"]["position"][0], delta=0.1)


if __name__ == "__main__":
    unittest.main()
