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

SERVERS = pathlib.Path(os.environ.get("LUDO_BUILD", ROOT / "build")) / "tests"


def serve(server, path, free, text, *what):
    """The lines that a server prints for a model file, with states on its standard input."""
    base = "free" if free else "fixed"
    done = subprocess.run([SERVERS / server, str(path), base, *what], input=text,
                          capture_output=True, text=True, encoding="utf-8", timeout=300,
                          check=False)
    if done.returncode != 0:
        raise AssertionError(f"{SERVERS / server} {path}: exit {done.returncode}\n{done.stderr}")
    return done.stdout.split("\n")


def joint_slices(lines):
    """The slices of each joint's coordinates and rates, by name, from the lines of a server."""
    joints = {}
    for line in lines:
        if line.startswith("joint "):
            _, q, nq, v, nv, name = line.split(" ", 5)
            joints[name] = (slice(int(q), int(q) + int(nq)), slice(int(v), int(v) + int(nv)))
    return joints


def state_lines(states):
    """The text of states, each a list of arrays, for the standard input of a server."""
    return "\n".join(" ".join(f"{x:.17g}" for x in numpy.concatenate(state)) for state in states)


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
    server = "dynamics_server"
    head = serve(server, path, free, "")
    joints = joint_slices(head)
    given = list(states(joints))
    answers = serve(server, path, free, state_lines(given))[len(joints) + 1:]
    dof = len(given[0][1])
    found = [Answer(answers[LINES * i:LINES * (i + 1)], dof)
             for i in range(len(given) if dof else 0)]
    return found, head[len(joints)][len("end "):]


class Near(Case):
    """Comparison with another engine, relative to the largest number of its kind."""

    def near(self, ours, theirs, tolerance, what):
        scale = abs(theirs).max(initial=0) or 1
        error = abs(ours - theirs).max(initial=0) / scale
        self.assertLessEqual(error, tolerance, what)
