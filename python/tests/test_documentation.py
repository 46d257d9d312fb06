# SPDX-License-Identifier: Apache-2.0
"""Every public name has a docstring, and stubs know it."""
import inspect

import pytest

import ludo
import ludo.gym
import ludo.ray


def public_members(cls):
    """Names and members of a class and of its bases in the package."""
    for name in dir(cls):
        if not name.startswith("_"):
            member = inspect.getattr_static(cls, name)
            owner = next(base for base in cls.__mro__ if name in vars(base))
            if owner.__module__.startswith("ludo"):
                yield name, member


CLASSES = [getattr(ludo, name) for name in ludo.__all__ if inspect.isclass(getattr(ludo, name))]
ELEMENTS = [ludo.simulation.Joint, ludo.simulation.Body, ludo.simulation.Site,
            ludo.simulation.Spring, ludo.simulation.Actuator, ludo.simulation.Loop,
            ludo.gym.Environment, ludo.gym.Task, ludo.gym.VectorEnvironment, ludo.gym.Worlds,
            ludo.ray.Pool, ludo.ray.Progress, ludo.ray.Samples, ludo.ray.Table,
            ludo.model.JointInfo, ludo.run.JointMotion, ludo.run.BodyMotion]


@pytest.mark.parametrize("cls", CLASSES + ELEMENTS, ids=lambda cls: cls.__name__)
def test_classes_and_members_are_documented(cls):
    assert cls.__doc__
    documented = (cls.__doc__ or "") + "".join(base.__doc__ or "" for base in cls.__mro__[1:])
    missing = [name for name, member in public_members(cls)
               if not (getattr(member, "__doc__", None) or name in documented)
               and not hasattr(member, "__set_name__") and type(member).__name__
               not in ("member_descriptor", "_tuplegetter")]
    assert not missing


@pytest.mark.parametrize("name", ludo.__all__)
def test_names_are_documented(name):
    value = getattr(ludo, name)
    assert isinstance(value, int) or value.__doc__
