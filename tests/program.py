# SPDX-License-Identifier: Apache-2.0
"""Shared by tests of the program: runs, models, readers of its output."""
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
EPSILON = sys.float_info.epsilon

DONE, STOPPED, USAGE, MODEL, FILE = range(5)

def program():
    return pathlib.Path(os.environ.get("LUDO_PROGRAM", ROOT / "build" / "ludo")).resolve()


def run(*arguments, **options):
    return subprocess.run([program(), *map(str, arguments)], capture_output=True, text=True,
                          encoding="utf-8", timeout=300, check=False, **options)


def model(bodies, gravity="0 0 -9.81", timestep=0.01, name="test", rest=""):
    return (f'<mujoco model="{name}">\n<option timestep="{timestep}" gravity="{gravity}"/>\n'
            f"<worldbody>\n{bodies}\n</worldbody>\n{rest}\n</mujoco>\n")


def chain(count, joint='type="hinge" axis="0 1 0"'):
    """Rods of 1 m and 1 kg, end to end along +x."""
    bodies = ""
    for k in reversed(range(count)):
        tip = '<site name="tip" pos="1 0 0"/>' if k == count - 1 else ""
        bodies = (f'<body name="b{k}" pos="{min(k, 1)} 0 0"><joint name="j{k}" {joint}/>'
                  f'<inertial pos="0.5 0 0" mass="1" diaginertia="1e-3 {1 / 12} {1 / 12}"/>'
                  f"{tip}{bodies}</body>\n")
    return bodies


def keyframe(name, **values):
    return "<keyframe><key name='%s' %s/></keyframe>" % (
        name, " ".join(f"{key}='{value}'" for key, value in values.items()))


PENDULUM = model(chain(2), rest=keyframe("up", qpos="0.5 0.25", qvel="1 -1", time="3"))
SPINNER = model(chain(1), gravity="0 0 0")
BALL = model(chain(1, 'type="ball"'), gravity="0 0 0")
FREE = model('<body name="top" pos="0 0 2"><freejoint name="flight"/>'
             '<inertial pos="0.1 0 0" mass="2" diaginertia="1 2 2.5"/></body>')


class Case(unittest.TestCase):
    """A case with a temporary folder, and checks of runs."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text, name="model.xml"):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def refused(self, code, *arguments, **options):
        """The stderr of a run that must end with this code and print nothing to stdout."""
        done = run(*arguments, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertNotEqual(done.stderr.strip(), "")
        return done.stderr

    def summary(self, text, *options, code=DONE):
        """The JSON summary of a run; NaN and infinities fail."""
        done = run("simulate", self.write(text), "--summary", "-", *options)
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout, parse_constant=self.fail)

    def rows(self, text, *options, code=DONE):
        """The column names and the rows of numbers of a trajectory."""
        path = self.folder / "trajectory.csv"
        done = run("simulate", self.write(text), "--quiet", "--output", path, *options)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        with open(path, newline="", encoding="utf-8") as file:
            names, *rows = csv.reader(file)
        for row in rows:
            self.assertEqual(len(row), len(names))
        return names, [[float(value) for value in row] for row in rows]


def main():
    """Run the tests of a script; --program PATH selects the program."""
    if "--program" in sys.argv:
        at = sys.argv.index("--program")
        os.environ["LUDO_PROGRAM"] = sys.argv[at + 1]
        del sys.argv[at:at + 2]
    unittest.main()
