# SPDX-License-Identifier: Apache-2.0
"""The examples that turn on groups do what their texts say."""
import csv
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

MODELS = pathlib.Path("examples")


def simulate(name, *options):
    """The summary of a run of the program."""
    done = subprocess.run([os.environ["LUDO_PROGRAM"], "simulate", MODELS / name, "--summary", "-",
                           *map(str, options)], capture_output=True, text=True, timeout=60,
                          check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


class Groups(unittest.TestCase):
    def test_the_handle_flips_and_keeps_energy_and_momentum(self):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder) / "t.csv"
            s = simulate("t_handle.xml", "--integrator", "rigid-body", "--scheme", "tln-cayley",
                         "--keyframe", "spun", "--duration", 20, "--output", table,
                         "--coordinates", "body")
            with open(table, newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
        # the stem, up or down
        up = [1 - 2 * (float(r["handle.qx"]) ** 2 + float(r["handle.qy"]) ** 2) for r in rows]
        sides = [u > 0 for u in up if abs(u) > 0.9]
        self.assertGreater(sum(a != b for a, b in zip(sides, sides[1:])), 3)
        # round-off of 0.03 J and 0.006 kg m^2/s
        self.assertLess(s["energy"]["max_abs_error"], 1e-15)
        for a, b in zip(s["momentum"]["angular_initial"], s["momentum"]["angular_final"]):
            self.assertAlmostEqual(a, b, delta=1e-16)

    def test_steps_near_their_bound_are_certified(self):
        done = subprocess.run([pathlib.Path(os.environ["LUDO_BUILD"]) / "examples/certified_spin"],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("10000 steps of 10000 certified", done.stdout)
        # round-off of 0.16 J, measured 1.3e-15
        self.assertLess(float(re.search(r"off by (\S+) J", done.stdout)[1]), 1e-13)
        proved, solved = map(float, re.search(
            r"proved up to (\S+) s, solved up to (\S+) s", done.stdout).groups())
        self.assertTrue(0 < proved < solved, done.stdout)

    def test_the_satellite_turns_without_momentum_however_fast_it_flies(self):
        rest, orbit = (simulate("satellite.xml", "--integrator", "lie-group", "--keyframe", key,
                                "--control-file", MODELS / "satellite_arm.csv", "--duration", 50)
                       for key in ("folded", "orbit"))
        for momentum in rest["momentum"].values():
            self.assertLess(max(map(abs, momentum)), 1e-15)
        joints = rest["final"]["joints"]
        for name in ("shoulder", "elbow", "right_root", "right_fold", "left_root", "left_fold"):
            # back, and unfolded: what slow springs leave
            self.assertAlmostEqual(joints[name]["position"][0], 0, delta=3e-3)
        w, *axis = rest["final"]["bodies"]["bus"]["orientation"]
        # 35.85 degrees, as all integrators find; of order 2, 2e-5 between them
        self.assertAlmostEqual(2 * math.atan2(math.hypot(*axis), w), math.radians(35.8548),
                               delta=1e-5)
        self.assertEqual(rest["final"]["bodies"]["bus"]["orientation"],
                         orbit["final"]["bodies"]["bus"]["orientation"])


if __name__ == "__main__":
    unittest.main()
