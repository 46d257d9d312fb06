# SPDX-License-Identifier: Apache-2.0
"""Plain results: frames, wrenches, energies, momenta, and records of named numbers."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Frame(NamedTuple):
    """A frame in another one.

    position: its origin, (3,) [m].
    orientation: unit quaternion w x y z, (4,).
    """

    position: Array
    orientation: Array


class Wrench(NamedTuple):
    """A force and a torque on a body.

    force: world frame, (3,) [N].
    torque: body frame, (3,) [N m].
    """

    force: Array
    torque: Array


class Energy(NamedTuple):
    """Energies at the knot; work, dissipation, energy taken by contacts since the last reset [J].

    kinetic: armatures included.
    potential: of gravity, zero at the origin of the world.
    springs: of joints and of springs.
    work: of actuators, servos and applied forces.
    dissipated: by dampers.
    contact: taken by contacts, limits and dry friction; grows where they take energy.
    """

    kinetic: float
    potential: float
    springs: float
    work: float
    dissipated: float
    contact: float

    @property
    def stored(self) -> float:
        """kinetic + potential + springs [J]."""
        return self.kinetic + self.potential + self.springs

    def error(self, start: "Energy") -> float:
        """Change of the stored energy since `start`, less work, plus dissipation and the energy
        taken by contacts [J]: the error of the integrator.
        """
        return (self.stored - start.stored - (self.work - start.work)
                + (self.dissipated - start.dissipated) + (self.contact - start.contact))


class Momentum(NamedTuple):
    """Momenta at the knot, world frame.

    linear: (3,) [kg m/s].
    angular: about the origin of the world, (3,) [kg m^2/s].
    """

    linear: Array
    angular: Array


class Violation(NamedTuple):
    """The largest violation of joints and loops at the knot.

    position: position error [m] or angle error [rad].
    velocity: [m/s] or [rad/s].
    joint, loop: number of the joint or loop with the largest position error; -1: none.
    """

    position: float
    velocity: float
    joint: int
    loop: int


class Mobility(NamedTuple):
    """Constraint rows and degrees of freedom at the knot.

    rows: of all joints and loops.
    rank: independent rows.
    redundant: rows - rank.
    freedom: degrees of freedom of the mechanism.
    """

    rows: int
    rank: int
    redundant: int
    freedom: int


class SiteState(NamedTuple):
    """A site at the knot.

    position: world frame, (3,) [m].
    velocity: world frame, (3,) [m/s].
    """

    position: Array
    velocity: Array


class TendonState(NamedTuple):
    """A spring or an actuator at the knot; the length of an actuator includes its gear.

    length: [m], or the unit of its terms.
    rate: of the length, per second.
    force: mean over the last step [N], 0 before the first.
    """

    length: float
    rate: float
    force: float


class Linearization(NamedTuple):
    """The derivative of a step, d(q, p)' = A d(q, p) + B du (docs/dynamics.md).

    A: (2 nv, 2 nv).
    B: (2 nv, nu).
    """

    A: Array
    B: Array


class Record(dict):
    """Named results, read as attributes or as keys."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no '{name}'; there are {', '.join(self)}") from None

    def __dir__(self):
        return [*super().__dir__(), *self]

    def __repr__(self) -> str:
        return "\n".join(f"{key}: {value}" for key, value in self.items())
