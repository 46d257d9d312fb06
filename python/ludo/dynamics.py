# SPDX-License-Identifier: Apache-2.0
"""Dynamics: equations of motion, Jacobians and inverse kinematics at given coordinates."""
from __future__ import annotations

from typing import Any, NamedTuple, Optional, Sequence, Union

from numpy.typing import ArrayLike

from . import _core
from .errors import ArgumentError
from .model import Model, Which, check_model
from .values import Array, Frame, Record


class Target(NamedTuple):
    """A pose that a frame is to reach, for Dynamics.inverse_kinematics().

    site, or body with a frame on it: what is to be moved.
    position: goal, world, (3,) [m]; None: free.
    orientation: goal, quaternion w x y z; None: free.
    weight: of the position error [1/m]; orientation_weight: of the angle error [1/rad].
    """

    position: Optional[ArrayLike] = None
    orientation: Optional[ArrayLike] = None
    site: Optional[Which] = None
    body: Optional[Which] = None
    frame: Any = (0.0, 0.0, 0.0)
    weight: float = 1.0
    orientation_weight: float = 1.0


class Solution(NamedTuple):
    """A result of inverse kinematics.

    q: coordinates, (nq,). converged: all errors are within the tolerance.
    report: iterations; residual, the root of the weighted sum of squares; largest errors position
        [m], orientation [rad], loops; worst, the target with the largest error; limited, the
        number of limits at which coordinates are; stationary: no small motion helps further.
    """

    q: Array
    converged: bool
    report: Record


class Dynamics(_core.Dynamics):
    """A workspace for the dynamics of a model (docs/dynamics.md).

        M(q) a + c(q, v) = effort

    q (nq,) and v (nv,) as Simulation.q and .v; accelerations a (nv,) are derivatives of v; efforts
    (nv,) along the rates [N m, N]. Loops count only where a method says so. Springs, dampers and
    actuators: forces().
    """

    def __init__(self, model: Model):
        check_model(model)
        super().__init__(model)

    @property
    def model(self) -> Model:
        """The model."""
        return self._model

    def _body(self, which: Optional[Which]) -> int:
        return -1 if which is None or which == "world" else self.model.find("body", which)

    # ---- motion ----

    def mass_matrix(self, q: ArrayLike) -> Array:
        """M(q), (nv, nv), symmetric."""
        return self._mass_matrix(q)

    def inverse(self, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> Array:
        """Inverse dynamics: the effort of an acceleration, (nv,)."""
        return self._inverse(q, v, a)

    def forward(self, q: ArrayLike, v: ArrayLike, effort: ArrayLike) -> Array:
        """Forward dynamics: the acceleration under an effort, (nv,)."""
        return self._forward(q, v, effort)

    def forces(self, q: ArrayLike, v: ArrayLike, u: Optional[ArrayLike] = None
               ) -> tuple[Array, Array]:
        """(effort (nv,), force (nu,)) of springs, dampers and, with controls u, actuators."""
        return self._forces(q, v, u)

    def actuation(self, q: ArrayLike) -> Array:
        """B, (nv, nu): B force is the effort of actuators that exert forces."""
        return self._actuation(q)

    def forward_all(self, q: ArrayLike, v: ArrayLike, u: Optional[ArrayLike] = None,
                    effort: Optional[ArrayLike] = None) -> Array:
        """Acceleration with springs, dampers, actuators and loops, (nv,); without contacts, limits
        and dry friction."""
        return self._forward_all(q, v, u, effort)

    # ---- loops ----

    def loops(self, q: ArrayLike) -> tuple[Array, Array]:
        """(g (rows,) [m, rad], G (rows, nv)): violations of loops, dg/dt = G v."""
        return self._loops(q)

    def loops_bias(self, q: ArrayLike, v: ArrayLike) -> Array:
        """G_dot v, (rows,): loops allow accelerations with G a + G_dot v = 0."""
        return self._loops_bias(q, v)

    def forward_loops(self, q: ArrayLike, v: ArrayLike, effort: ArrayLike) -> tuple[Array, Array]:
        """(a (nv,), lambda (rows,) [N, N m]): M a + c = effort + G^T lambda."""
        return self._forward_loops(q, v, effort)

    def inverse_loops(self, q: ArrayLike, v: ArrayLike, a: ArrayLike,
                      strength: Optional[ArrayLike] = None) -> Array:
        """The effort (nv,) with the least sum of (effort / strength)^2 that produces a; zero where
        the strength is zero."""
        return self._inverse_loops(q, v, a, strength)

    # ---- points, frames, momentum ----

    def site(self, q: ArrayLike, site: Which) -> tuple[Array, Array]:
        """(position (3,) [m], J (3, nv)) of a site: velocity = J v, world frame."""
        return self._site(q, self.model.find("site", site))

    def point(self, q: ArrayLike, body: Optional[Which], point: ArrayLike = (0.0, 0.0, 0.0)
              ) -> tuple[Array, Array]:
        """(position (3,) [m], J (3, nv)) of a point given in a body frame."""
        return self._point(q, self._body(body), point)

    def point_rate(self, q: ArrayLike, v: ArrayLike, body: Optional[Which],
                   point: ArrayLike = (0.0, 0.0, 0.0)) -> tuple[Array, Array]:
        """(J_dot (3, nv), J_dot v (3,)) of a point."""
        return self._point_rate(q, v, self._body(body), point)

    def body(self, q: ArrayLike, body: Optional[Which]) -> tuple[Frame, Array]:
        """(frame, J (6, nv)): velocity of the origin, world frame, then angular velocity, body
        frame."""
        return self._body_jacobian(q, self._body(body))

    def body_rate(self, q: ArrayLike, v: ArrayLike, body: Optional[Which]) -> tuple[Array, Array]:
        """(J_dot (6, nv), J_dot v (6,)) of a body."""
        return self._body_rate(q, v, self._body(body))

    def center(self, q: ArrayLike, body: Optional[Which] = None) -> tuple[Array, Array]:
        """(centre of mass (3,) [m], J (3, nv)) of the subtree of a body; None: of all bodies."""
        return self._center(q, self._body(body))

    def momentum(self, q: ArrayLike, about: Optional[ArrayLike] = None) -> Array:
        """A, (6, nv): A v is the momentum, linear, then angular about a point (3,) of the world or,
        with None, the centre of mass."""
        return self._momentum(q, about)

    def momentum_bias(self, q: ArrayLike, v: ArrayLike, about: Optional[ArrayLike] = None) -> Array:
        """A_dot v, (6,)."""
        return self._momentum_bias(q, v, about)

    # ---- inverse kinematics ----

    def _target(self, target: Target) -> dict[str, Any]:
        if (target.site is None) == (target.body is None):
            raise ArgumentError("target: name a site or a body, one of them")
        goal = ((0.0, 0.0, 0.0) if target.position is None else target.position,
                (1.0, 0.0, 0.0, 0.0) if target.orientation is None else target.orientation)
        return {"site": -1 if target.site is None else self.model.find("site", target.site),
                "body": self._body(target.body), "frame": target.frame, "goal": goal,
                "position_weight": 0.0 if target.position is None else target.weight,
                "orientation_weight":
                    0.0 if target.orientation is None else target.orientation_weight}

    def inverse_kinematics(self, targets: Union[Target, Sequence[Target]], q: ArrayLike, *,
                           max_iterations: int = 100, tolerance: float = 1e-9,
                           damping: float = 1e-3, ignore_limits: bool = False) -> Solution:
        """Coordinates at which frames reach their targets, from q on, by damped least squares.

        Loops stay closed, joints within their limits. max_iterations is that of one search; with
        loops there are up to three. The Solution says whether it converged.
        """
        many = [targets] if isinstance(targets, Target) else list(targets)
        options = {"max_iterations": max_iterations, "tolerance": tolerance, "damping": damping,
                   "ignore_limits": ignore_limits}
        converged, found, report = self._inverse_kinematics([self._target(t) for t in many], q,
                                                            options)
        return Solution(found, converged, Record(report))

    def __repr__(self) -> str:
        return f"<ludo.Dynamics of {self.model!r}>"
