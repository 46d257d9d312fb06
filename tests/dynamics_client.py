# SPDX-License-Identifier: Apache-2.0
"""Dynamics in joint coordinates, from the program dynamics_server, for comparisons."""
import os
import pathlib
import subprocess
import unittest

from program import ROOT, Case

try:
    import numpy
except ImportError as missing:
    raise unittest.SkipTest("the Python module numpy is not installed") from missing

SERVER = pathlib.Path(os.environ.get("LUDO_BUILD", ROOT / "build")) / "tests" / "dynamics_server"


class Answer:
    """The dynamics of a state, in keyframe order."""

    def __init__(self, lines, dof):
        numbers = [numpy.array(line.split(), dtype=float) for line in lines]
        self.M = numbers[0].reshape(dof, dof)
        self.bias, self.effort, self.back = numbers[1:4]
        self.J, self.J_bias = numbers[4].reshape(6, dof), numbers[5]
        self.J_center = numbers[6].reshape(3, dof)
        self.A, self.A_bias = numbers[7].reshape(6, dof), numbers[8]


LINES = 9  # of an answer


def ask(path, free, states):
    """The dynamics of states, and the name of the last body, which Jacobians are of. states(joints)
    yields each as (q, v, a); joints has, by name, the slices of a joint's coordinates and rates."""
    def run(text):
        done = subprocess.run([SERVER, str(path), "free" if free else "fixed"], input=text,
                              capture_output=True, text=True, encoding="utf-8", timeout=300,
                              check=False)
        if done.returncode != 0:
            raise AssertionError(f"{SERVER} {path}: exit {done.returncode}\n{done.stderr}")
        return done.stdout.split("\n")

    joints = {}
    lines = iter(run(""))
    line = next(lines)
    while not line.startswith("end "):
        _, q, nq, v, nv, name = line.split(" ", 5)
        joints[name] = (slice(int(q), int(q) + int(nq)), slice(int(v), int(v) + int(nv)))
        line = next(lines)
    given = list(states(joints))
    text = "\n".join(" ".join(f"{x:.17g}" for x in numpy.concatenate(state)) for state in given)
    answers = run(text)[len(joints) + 1:]
    dof = len(given[0][1])
    found = [Answer(answers[LINES * i:LINES * (i + 1)], dof)
             for i in range(len(given) if dof else 0)]
    return found, line[len("end "):]


class Near(Case):
    """Comparison with another engine, relative to the largest number of its kind."""

    def near(self, ours, theirs, tolerance, what):
        scale = abs(theirs).max(initial=0) or 1
        error = abs(ours - theirs).max(initial=0) / scale
        self.assertLessEqual(error, tolerance, what)
