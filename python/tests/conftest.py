# SPDX-License-Identifier: Apache-2.0
"""Models that several tests share. LUDO_PROGRAM: another program than that of the package."""
import os
import pathlib
import subprocess
import warnings

import pytest

import ludo

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"

HINGE = """<mujoco model="hinge"><worldbody><body name="rod">
<joint name="pivot" type="hinge" axis="0 1 0"/>
<geom type="capsule" size="0.02" fromto="0 0 0 0.5 0 0" mass="1"/></body></worldbody></mujoco>"""

DRIVEN = """<mujoco model="driven"><compiler angle="radian"/><worldbody>
<body name="rod" pos="0 0 1">
<joint name="pivot" type="hinge" axis="0 1 0" range="-2 2" limited="true" damping="0.1"/>
<geom name="bar" type="capsule" size="0.02" fromto="0 0 0 0.5 0 0" mass="1"/>
<site name="tip" pos="0.5 0 0"/></body></worldbody>
<actuator><motor name="drive" joint="pivot"/></actuator>
<keyframe><key name="up" qpos="1" qvel="0.5" ctrl="0.25"/></keyframe></mujoco>"""


def example(name, **options):
    """A model of the examples, without its warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ludo.ModelWarning)
        return ludo.load(EXAMPLES / name, **options)


def program(*arguments):
    """What the program of the package prints."""
    path = os.environ.get("LUDO_PROGRAM", ludo.program.PATH)
    return subprocess.run([path, *map(str, arguments)], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


@pytest.fixture
def pendulum():
    return example("double_pendulum.xml")


@pytest.fixture
def hinge():
    return ludo.loads(HINGE)


@pytest.fixture
def driven():
    return ludo.loads(DRIVEN)


@pytest.fixture
def quadruped():
    return example("quadruped_walk.xml")
