#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Repair of masses: robots as they are found run with --repair, and are refused without.

    python3 tests/apps/test_program_repair.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, MODEL, ROOT, Case, main, run  # noqa: E402

BROKEN = sorted((ROOT / "tests" / "models" / "broken").glob("*.urdf"))

# a base, a link whose inertia may be impossible, and a link without anything
ARM = """<robot name="arm"><link name="base"/><link name="a"><inertial><mass value="1"/>
<inertia ixx="{}" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link><link name="b"/>
<joint name="j" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="2" velocity="3"/></joint>
<joint name="k" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0.3 0 0"/>
<axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="2" velocity="3"/></joint></robot>"""


def joints(path):
    """The hinges of a file."""
    return re.findall(r'<joint name="(\w+)" type="(?:revolute|continuous)"', path.read_text())


class Repair(Case):
    def warnings(self, path, *options):
        done = run("info", path, "--json", *options)
        self.assertEqual(done.returncode, DONE, done.stderr)
        return [w for w in json.loads(done.stdout)["warnings"] if " -> " in w]

    def test_an_arm_is_refused_and_runs_with_repair(self):
        path = self.write(ARM.format(0.1), "arm.urdf")
        self.assertIn("--repair", self.refused(MODEL, "info", path))
        done = run("simulate", path, "--repair", "--duration", "1")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertIn("arm.urdf:1: warning: body 'a': principal moments", done.stderr)
        self.assertEqual(len(self.warnings(path, "--repair")), 2)

    def test_every_command_with_a_model_has_it(self):
        path = self.write(ARM.format(0.1), "arm.urdf")
        for command in (["info", path], ["step-limit", path], ["simulate", path, "--duration", 0.1],
                        ["convert", path, self.folder / "out.xml"]):
            if command[0] != "convert":  # it does not compile
                self.assertIn("--repair", self.refused(MODEL, *command))
            done = run(*command, "--repair")
            self.assertEqual(done.returncode, DONE, f"{command}: {done.stderr}")

    def test_broken_robots_are_refused_and_run(self):
        self.assertGreaterEqual(len(BROKEN), 10)
        for path in BROKEN:
            with self.subTest(path.name):
                self.assertIn("--repair", self.refused(MODEL, "info", path))
                self.assertGreater(len(self.warnings(path, "--repair")), 0)
                start = [x for name in joints(path)[:2] for x in ("--qpos", f"{name}=0.7")]
                errors = []
                for dt in (0.001, 0.0005):
                    done = run("simulate", path, "--repair", "--duration", 0.2, "--dt", dt,
                               "--no-limits", "--no-contact", "--summary", "-", *start)
                    self.assertEqual(done.returncode, DONE, done.stderr)
                    errors.append(json.loads(done.stdout)["energy"]["max_abs_error"])
                # order two: a quarter, to 10 % because of the next order in the step
                if errors[0] > 1e-10:
                    self.assertAlmostEqual(errors[0] / errors[1], 4.0, delta=0.4)

    def test_a_repaired_robot_is_written_as_a_valid_one(self):
        for path in BROKEN:
            with self.subTest(path.name):
                before = json.loads(run("info", path, "--repair", "--json").stdout)
                for name in ("valid.urdf", "valid.xml"):
                    out = self.folder / name
                    done = run("convert", path, out, "--repair")
                    self.assertEqual(done.returncode, DONE, done.stderr)
                    after = json.loads(run("info", out, "--json").stdout)
                    self.assertEqual(self.warnings(out, "--repair"), [])
                    # digits of a product of frames
                    self.assertAlmostEqual(after["mass"] / before["mass"], 1.0, delta=1e-12)

    def test_a_valid_robot_stays_the_same(self):
        path = ROOT / "examples" / "robot_arm.urdf"
        self.assertEqual(run("info", path, "--json", "--repair").stdout,
                         run("info", path, "--json").stdout)

    def test_compiler_settings_of_mujoco_come_first(self):
        bounds = ('<mujoco><compiler boundmass="0.5" boundinertia="0.02" balanceinertia="true"/>'
                  "</mujoco>")
        text = ARM.format(0.1).replace('<link name="base"/>', bounds + '<link name="base"/>')
        self.assertEqual(self.warnings(self.write(text, "arm.urdf"), "--repair"), [])


if __name__ == "__main__":
    main()
