# SPDX-License-Identifier: Apache-2.0
"""The elements of a model by name: model.joint["knee"], model.body["trunk"]."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from .values import Array, Frame


class ElementInfo:
    """An element of a model: its members are attributes.

    name, number: as in the description.
    """

    name: str
    number: int

    def __init__(self, number: int, members: dict[str, Any]):
        self.__dict__.update(members, number=number)
        for value in members.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a model is constant: change a copy, model.copy(), by its set_ "
                             "methods, or the description, model.spec")

    def __index__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        shown = ", ".join(f"{name} {value}" for name, value in self.__dict__.items()
                          if name not in ("name", "number")
                          and isinstance(value, (int, float, str)))
        return f"<{type(self).__name__} {self.number} '{self.name}': {shown}>"


class BodyInfo(ElementInfo):
    """A body of a model.

    parent: number of the body that carries it, -1: the world.
    mass [kg], com (3,) [m], inertia (6,) xx yy zz xy xz yz [kg m^2] about com: in the body frame,
        bodies merged into it included.
    merged_into, frame_in_merged: the body that it is part of, itself where it is not merged.
    """

    parent: int
    mass: float
    com: Array
    inertia: Array
    merged_into: int
    frame_in_merged: Frame


class JointInfo(ElementInfo):
    """A joint of a model.

    type: hinge, slide, ball, free, ... (docs: ludo_joint_def).
    parent, child: numbers of bodies; -1: the world.
    axis, anchor: in the child's body frame, (3,).
    position_first, position_count: its coordinates in sim.q.
    velocity_first, velocity_count: its rates in sim.v.
    along: per rate a dict of stiffness, rest, damping, armature, limited, range, friction_loss,
        effort, speed.
    loop: number of the loop that it closes, else -1. merged: its bodies are merged into one.
    """

    type: str
    parent: int
    child: int
    axis: Array
    anchor: Array
    dof: int
    rows: int
    position_first: int
    position_count: int
    velocity_first: int
    velocity_count: int
    continues: bool
    merged: bool
    loop: int
    along: list[dict[str, Any]]

    @property
    def range(self) -> Optional[tuple[float, float]]:
        """Lowest and highest coordinate of the first rate [rad, m]; None without limits."""
        if not self.along or not self.along[0]["limited"]:
            return None
        low, high = self.along[0]["range"]
        return float(low), float(high)

    @property
    def damping(self) -> float:
        """Of the first rate [N m s/rad, N s/m]."""
        return self.along[0]["damping"] if self.along else 0.0

    @property
    def stiffness(self) -> float:
        """Of the first rate [N m/rad, N/m]."""
        return self.along[0]["stiffness"] if self.along else 0.0

    @property
    def armature(self) -> float:
        """Of the first rate [kg m^2, kg]."""
        return self.along[0]["armature"] if self.along else 0.0


class LoopInfo(ElementInfo):
    """A loop constraint of a model.

    type: of a joint, or "coupling". rows: constraint rows, translations first.
    joint: the joint that closes it or whose coordinate is coupled, else -1; from_joint: of a
        coupling the joint that it depends on.
    spring, from_spring: of a coupling of lengths, else -1.
    """

    type: str
    rows: int
    translations: int
    parent: int
    child: int
    joint: int
    from_joint: int
    spring: int
    from_spring: int


class SiteInfo(ElementInfo):
    """A site of a model: body (-1: the world), frame in the body."""

    body: int
    frame: Frame


class GeomInfo(ElementInfo):
    """A geom of a model: type, body, frame in the body, size (3,) [m], mesh."""

    type: str
    body: int
    frame: Frame
    size: Array
    mesh: Optional[str]


class SpringInfo(ElementInfo):
    """A spring of a model: type, site_a, site_b, terms, stiffness, damping, rest (2,), path (tuples
    (site, geom, side, divisor)), limited, range (2,), friction_loss, armature."""

    type: str
    site_a: int
    site_b: int
    terms: list[tuple[int, int, float]]
    stiffness: float
    damping: float
    rest: Array
    gear: Array
    rod: float
    path: list[tuple[int, int, int, float]]
    limited: bool
    range: Array
    friction_loss: float
    armature: float


class ActuatorInfo(ElementInfo):
    """An actuator of a model: target (a joint, or a spring if on_spring), dof, gear, gain,
    bias (3,), control_limited, control_range, force_limited, force_range; gain_type, gain_slope
    (2,), bias_type, dynamics_type, time_constant (3,), length_range, muscle (8,); activation: its
    number in sim.act, or -1; activation_limited, activation_range; slew_rate, resistance, back_emf,
    cogging (3,)."""

    on_spring: bool
    target: int
    dof: int
    gear: float
    gain: float
    bias: Array
    control_limited: bool
    control_range: Array
    force_limited: bool
    force_range: Array
    gain_type: str
    bias_type: str
    dynamics_type: str
    gain_slope: Array
    length_range: Array
    muscle: Array
    time_constant: Array
    activation: int
    activation_limited: bool
    activation_range: Array
    slew_rate: float
    resistance: float
    back_emf: float
    cogging: Array


class SensorInfo(ElementInfo):
    """A sensor of a model: type, of and object (the kind and number of what it is on), dof,
    reference_of and reference, cutoff, noise; first and count: its numbers in sim.sensors."""

    type: str
    of: str
    object: int
    dof: int
    reference_of: str
    reference: int
    cutoff: float
    noise: float
    first: int
    count: int


class KeyframeInfo(ElementInfo):
    """A keyframe of a model: time [s], position (nq,), velocity (nv,), control (nu,), activation
    (na,); an empty array: the reference pose, rest, zero."""

    time: float
    position: Array
    velocity: Array
    control: Array
    activation: Array


INFO = {"body": BodyInfo, "joint": JointInfo, "loop": LoopInfo, "site": SiteInfo,
         "geom": GeomInfo, "spring": SpringInfo, "actuator": ActuatorInfo, "sensor": SensorInfo,
         "keyframe": KeyframeInfo}
