# SPDX-License-Identifier: Apache-2.0
"""The examples run, and print what their texts say."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

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

    def test_the_block_solver_example_runs(self):
        self.assertEqual(run("block_ldu").returncode, 0)


if __name__ == "__main__":
    unittest.main()
