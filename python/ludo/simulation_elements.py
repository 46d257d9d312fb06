# SPDX-License-Identifier: Apache-2.0
"""The elements of a simulation by name: sim.joint["knee"], sim.body["trunk"]."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Union

from numpy.typing import ArrayLike

from .model import Model, Which
from .named import Elements
from .values import Array, Record, SiteState, TendonState, Wrench

if TYPE_CHECKING:
    from .simulation import Simulation

Value = Union[float, Array]  # a number for one coordinate, else an array


class Element:
    """An element of a simulation. It reads the state at each access."""

    __slots__ = ("_sim", "number")
    _kind = ""  # as in Model.names()

    def __init__(self, sim: "Simulation", number: int):
        self._sim = sim
        self.number = number

    @property
    def name(self) -> str:
        """Its name."""
        return self._sim._lists[self._kind][1][self.number]

    def __index__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"<{self._kind} '{self.name}' of {self._sim!r}>"


class Joint(Element):
    """A joint of a simulation.

    A hinge or slide has one number, other joints an array.
    """

    __slots__ = ()
    _kind = "joint"

    @property
    def q(self) -> Value:
        """Coordinates [rad, m; quaternion w x y z]. They are computed from the poses of bodies: a
        coordinate that was set comes back to round-off, with loops after closing them."""
        return self._sim._joint_position(self.number)

    @q.setter
    def q(self, q: ArrayLike) -> None:
        self._sim._set_joint_position(self.number, q)

    @property
    def v(self) -> Value:
        """Rates [rad/s, m/s]."""
        return self._sim._joint_velocity(self.number)

    @v.setter
    def v(self, v: ArrayLike) -> None:
        self._sim._set_joint_velocity(self.number, v)

    @property
    def effort(self) -> Value:
        """Effort that the user applies along the rates [N m, N]: constant until set again. It acts
        on the child, and with opposite sign on the parent."""
        return self._sim._joint_effort(self.number)

    @effort.setter
    def effort(self, effort: ArrayLike) -> None:
        self._sim._set_joint_effort(self.number, effort)

    @property
    def stop_force(self) -> Value:
        """Force of limits and dry friction in the last step [N m, N]."""
        return self._sim._stop_force(self.number)

    @property
    def reaction(self) -> Wrench:
        """What the joint transmits to its child at the knot, about the joint frame's origin."""
        return Wrench(*self._sim._reaction(self.number))

    def servo(self, target: float, kp: float, kd: float = 0.0, dof: int = 0) -> None:
        """Pull a coordinate to a target: effort kp (target - q) - kd v, evaluated inside the step,
        so that stiff gains are stable. kp = kd = 0 removes it."""
        self._sim._set_servo(self.number, dof, target, kp, kd)

    def hold(self) -> None:
        """Keep the joint in place when loops are closed, until the next reset."""
        self._sim._hold_joint(self.number)

    def hold_rates(self) -> None:
        """Keep its rates when velocities are fitted to loops, until the next reset."""
        self._sim._hold_rates(self.number)

    def __repr__(self) -> str:
        return f"<joint '{self.name}': q {self.q}, v {self.v}>"


class Body(Element):
    """A body of a simulation. Positions and linear velocities are in the world frame, angular
    velocities in the body frame."""

    __slots__ = ()
    _kind = "body"

    @property
    def position(self) -> Array:
        """Origin of the body frame, world, (3,) [m]. A body on a joint that is set moves again when
        joints and loops are closed, before the next read or step: set its joint instead."""
        return self._sim._body_state(self.number)["position"]

    @position.setter
    def position(self, position: ArrayLike) -> None:
        self._sim._set_body_state(self.number, position, None, None, None)

    @property
    def orientation(self) -> Array:
        """Quaternion w x y z, body to world, (4,)."""
        return self._sim._body_state(self.number)["orientation"]

    @orientation.setter
    def orientation(self, orientation: ArrayLike) -> None:
        self._sim._set_body_state(self.number, None, orientation, None, None)

    @property
    def com(self) -> Array:
        """Centre of mass, world, (3,) [m]."""
        return self._sim._body_state(self.number)["com"]

    @property
    def linear_velocity(self) -> Array:
        """Velocity of the centre of mass, world, (3,) [m/s]."""
        return self._sim._body_state(self.number)["linear_velocity"]

    @linear_velocity.setter
    def linear_velocity(self, velocity: ArrayLike) -> None:
        self._sim._set_body_state(self.number, None, None, velocity, None)

    @property
    def angular_velocity(self) -> Array:
        """Angular velocity, body frame, (3,) [rad/s]."""
        return self._sim._body_state(self.number)["angular_velocity"]

    @angular_velocity.setter
    def angular_velocity(self, velocity: ArrayLike) -> None:
        self._sim._set_body_state(self.number, None, None, None, velocity)

    @property
    def contact_force(self) -> Wrench:
        """Sum of the contact forces on its geoms in the last step: force, world frame [N]; torque
        about the centre of mass, body frame [N m]."""
        row = self._sim.contact_forces[self.number]
        return Wrench(row[:3].copy(), row[3:].copy())

    def apply(self, force: ArrayLike = (0.0, 0.0, 0.0), torque: ArrayLike = (0.0, 0.0, 0.0)
              ) -> None:
        """Apply a force at the centre of mass, world frame [N], and a torque, body frame [N m]:
        constant until applied again."""
        self._sim._set_body_force(self.number, force, torque)

    def __repr__(self) -> str:
        return f"<body '{self.name}': position {self.position}>"


class Site(Element):
    """A site of a simulation."""

    __slots__ = ()
    _kind = "site"

    @property
    def position(self) -> Array:
        """World frame, (3,) [m]."""
        return self._sim._site_state(self.number)[0]

    @property
    def orientation(self) -> Array:
        """Unit quaternion w x y z, site to world, (4,)."""
        return self._sim.site_poses[self.number, 3:].copy()

    @property
    def velocity(self) -> Array:
        """World frame, (3,) [m/s]."""
        return self._sim._site_state(self.number)[1]

    @property
    def state(self) -> SiteState:
        """Position and velocity."""
        return SiteState(*self._sim._site_state(self.number))


class Spring(Element):
    """A spring or tendon of a simulation: length [m], rate [m/s], force [N]."""

    __slots__ = ()
    _kind = "spring"

    @property
    def state(self) -> TendonState:
        """Length, rate and force at the knot."""
        return TendonState(*self._sim._spring_state(self.number))

    @property
    def length(self) -> float:
        """[m], or the unit of its terms."""
        return self.state.length

    @property
    def rate(self) -> float:
        """Of the length, per second."""
        return self.state.rate

    @property
    def force(self) -> float:
        """Tension in the last step [N]."""
        return self.state.force


class Actuator(Element):
    """An actuator of a simulation."""

    __slots__ = ()
    _kind = "actuator"

    @property
    def control(self) -> float:
        """Its control, an entry of sim.u."""
        return float(self._sim.u[self.number])

    @control.setter
    def control(self, control: float) -> None:
        self._sim.u[self.number] = control

    @property
    def state(self) -> TendonState:
        """Length (gear included), rate and force at the knot."""
        return TendonState(*self._sim._actuator_state(self.number))

    @property
    def force(self) -> float:
        """Force in the last step [N, N m]."""
        return self.state.force


class Sensor(Element):
    """A sensor of a simulation."""

    __slots__ = ()
    _kind = "sensor"

    @property
    def value(self) -> Array:
        """Its numbers at the knot, (count,)."""
        return self._sim._sensor_value(self.number)


class Loop(Element):
    """A loop constraint of a simulation."""

    __slots__ = ()
    _kind = "loop"

    @property
    def state(self) -> Record:
        """gap [m], tilt [rad], velocity [m/s, rad/s], redundant rows."""
        return Record(self._sim._loop_state(self.number))

    @property
    def reaction(self) -> Wrench:
        """The wrench that the loop transmits to its child."""
        return Wrench(*self._sim._loop_reaction(self.number))


class SimulationElements(Elements[Any]):
    """Elements of a simulation. They are made by each access: kept ones would keep the simulation
    in a cycle of references."""

    __slots__ = ("_sim", "_class")

    def __init__(self, sim: "Simulation", cls: Callable[["Simulation", int], Any], kind: str,
                 names: list[str], numbers: dict[str, int]):
        self._sim = sim
        self._class = cls
        self._kind = kind
        self._names = names
        self._numbers = numbers

    def __getitem__(self, which: Which) -> Any:
        number = self._numbers.get(which)  # type: ignore[arg-type]
        return self._class(self._sim, self.number(which) if number is None else number)

    def values(self) -> list[Any]:
        return [self._class(self._sim, number) for number in range(len(self._names))]


class Lists(dict):
    """Kind, names and numbers of elements, by kind; filled when first asked for."""

    def __init__(self, model: Model):
        super().__init__()
        self._model = model

    def __missing__(self, kind: str) -> tuple[str, list[str], dict[str, int]]:
        self[kind] = known = (kind, *self._model._list(kind))
        return known
