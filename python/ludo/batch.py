# SPDX-License-Identifier: Apache-2.0
"""Batch: many simulations of one model, stepped by several threads."""
from __future__ import annotations

from typing import Any, Callable, Optional, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .errors import ArgumentError, Error, Status
from .model import Model, Which, check_model
from .named import Elements
from .simulation import Simulation, checked_options
from .simulation_elements import Lists
from .values import Array, Record

R = TypeVar("R", bound="Rows")
Some = Union[None, int, ArrayLike]  # all, one, numbers, or a mask


def _rows(name: str, doc: str, settable: bool = False, each: int = 0) -> Any:
    """The property of a quantity: an array, a row per simulation."""

    def get(batch: "Batch") -> Array:
        rows = batch._rows(name)
        return rows.reshape(batch.count, -1, each) if each else rows

    def put(batch: "Batch", value: ArrayLike) -> None:
        batch._rows(name)[...] = value

    return property(get, put if settable else None, doc=doc)


class Batch(_core.Batch):
    """Many simulations of one model: rows of arrays that are read and written in place.

    count: number of simulations. threads: number of threads that step them; 0: one per processor.
    dt: length of steps [s]; by default the model's. Options: those of ludo.Simulation.

    q, v, u, act and joint_efforts are to be written to: the next step takes over the rows that have
    changed. All arrays keep their address; a step writes those that have been asked for before.
    Other arrays are to be read; writing to them has no effect. A simulation has the bits of a
    single ludo.Simulation, for any count and number of threads.

    A simulation that fails stops at the state before the failed step, and the others go on:
    status[k] is not 0 then, and error(k) says why. It goes on after reset() or status[k] = 0.

    One Python thread at a time may use a batch; steps run without the interpreter's lock.
    """

    __slots__ = ("_lists", "_options", "__weakref__")

    def __init__(self, model: Model, count: int, threads: int = 0, dt: Optional[float] = None,
                 **options: Any):
        check_model(model)
        self._options = options
        super().__init__(model, checked_options(**options), count, threads,
                         model.timestep if dt is None else dt)
        self._lists = Lists(model)

    @property
    def model(self) -> Model:
        """The model; simulations that set_model() has changed have another one."""
        return self._model

    # ---- rows ----

    q = _rows("q", "Coordinates of joints, (count, nq) [rad, m; quaternions w x y z].", True)
    v = _rows("v", "Rates of joints, (count, nv) [rad/s, m/s].", True)
    u = _rows("u", "Controls of actuators, (count, nu).", True)
    act = _rows("act", "Activations of actuators that have one, (count, na).", True)
    joint_efforts = _rows("joint_efforts", "Efforts applied along rates, (count, nv) [N m, N].",
                          True)
    accelerations = _rows("accelerations",
                          "Derivatives of rates, (count, nv) [rad/s^2, m/s^2].")
    actuator_forces = _rows("actuator_forces",
                            "Forces of actuators in the last step, (count, nu) [N, N m].")
    servo_efforts = _rows("servo_efforts", "Efforts of servos, (count, nv) [N m, N].")
    drive_efforts = _rows("drive_efforts",
                          "Efforts of servos and actuators together, (count, nv) [N m, N].")
    stop_forces = _rows("stop_forces", "Forces of limits and dry friction in the last step, "
                        "(count, nv) [N m, N].")
    sensors = _rows("sensors", "Numbers of sensors in order, (count, numbers).")
    body_poses = _rows("body_poses", "Frames of bodies, (count, bodies, 7): origin [m], "
                       "orientation w x y z.", each=7)
    body_velocities = _rows("body_velocities", "Velocities of bodies, (count, bodies, 6): of the "
                            "centre of mass, world frame [m/s]; angular, body frame [rad/s].",
                            each=6)
    contact_forces = _rows("contact_forces", "Contact forces on bodies in the last step, (count, "
                           "bodies, 6): force, world frame [N]; torque about the centre of mass, "
                           "body frame [N m].", each=6)

    site_poses = _rows("site_poses", "Frames of sites, (count, sites, 7): origin [m], orientation "
                       "w x y z.", each=7)
    site_velocities = _rows("site_velocities", "Velocities of sites, (count, sites, 6): of the "
                            "origin, world frame [m/s]; angular, site frame [rad/s].", each=6)

    @property
    def energy(self) -> Record:
        """kinetic, potential, springs, work, dissipated, contact, each (count,) [J], as
        Simulation.energy; views that each step writes."""
        names = ("kinetic", "potential", "springs", "work", "dissipated", "contact")
        return Record(zip(names, self._rows("energies").T))

    @property
    def status(self) -> NDArray[np.int32]:
        """Statuses, (count,): 0, or a ludo.Status. Write 0 to let a simulation try again, another
        status to leave it out of steps."""
        return self._status()

    @property
    def time(self) -> Array:
        """Times [s], (count,); read-only."""
        return self._time()

    # ---- elements ----

    def _elements(self, kind: str, make: Callable[[Batch, int], R]) -> Elements[R]:
        known, names, numbers = self._lists[kind]
        return Elements(known, names, numbers, lambda number: make(self, number))

    @property
    def joint(self) -> Elements["JointRows"]:
        """Joints by name or number."""
        return self._elements("joint", JointRows)

    @property
    def body(self) -> Elements["BodyRows"]:
        """Bodies by name or number."""
        return self._elements("body", BodyRows)

    @property
    def site(self) -> Elements["SiteRows"]:
        """Sites by name or number."""
        return self._elements("site", SiteRows)

    @property
    def actuator(self) -> Elements["ActuatorRows"]:
        """Actuators by name or number."""
        return self._elements("actuator", ActuatorRows)

    @property
    def sensor(self) -> Elements["SensorRows"]:
        """Sensors by name or number."""
        return self._elements("sensor", SensorRows)

    # ---- steps ----

    def step(self, n: int = 1, controls: Optional[ArrayLike] = None, every: int = 0,
             where: Some = None, before: Optional[Callable[[slice, int], object]] = None) -> None:
        """Advance all simulations whose status is 0 by n steps of dt.

        controls: (count, changes, nu), applied every `every` steps; every = 0: once. Without it the
        rows u act. where: numbers of the simulations to step, or a mask of (count,) bools; the
        others stay as they are, and rows of theirs that were written wait for their next step. Does
        not raise where a simulation fails: see status and error().

        before: before(rows, begun) is called every `every` steps for groups of some simulations,
        by the threads that step them, one at a time: rows is a slice of arrays, begun the number of
        steps made. It may read and write these rows of arrays that were asked for before. If it
        raises, the run ends: time says how far each simulation came.
        """
        self._step(n, controls, every, None if where is None else self._mask(where), before)

    def reset(self, which: Some = None, keyframe: Optional[Which] = None) -> None:
        """Reset simulations to a keyframe, by name or number, or to the reference pose at rest,
        t = 0; controls become those of the keyframe, applied forces are removed.

        which: numbers, or a mask of (count,) bools; None: all.
        """
        self._reset(None if which is None else self._numbers(which),
                    -1 if keyframe is None else self.model.find("keyframe", keyframe))

    def error(self, which: int) -> Optional[Error]:
        """Why a simulation has stopped, as an exception that is not raised: StepError, or
        ArgumentError where its rows can't be set; None where it has not."""
        if self.status[which] == Status.BAD_ARGUMENT:
            return ArgumentError(f"simulation {which}: a number in its rows is not finite, or a "
                                 "quaternion is zero: write others, and status[k] = 0")
        return self._error(which)

    def _mask(self, which: Some) -> NDArray[np.uint8]:
        """A byte per simulation, from numbers or a mask."""
        mask = np.zeros(self.count, np.uint8)
        mask[self._numbers(which, "where")] = 1
        return mask

    def _numbers(self, which: Some, name: str = "which") -> NDArray[np.int64]:
        """Numbers of simulations from numbers or a mask."""
        given = np.asarray(which)
        if given.dtype == bool:
            if given.shape != (self.count,):
                raise ArgumentError(f"{name}: a mask has {self.count} elements, not {given.shape}")
            return np.flatnonzero(given)
        numbers = np.atleast_1d(given).astype(np.int64)
        if numbers.size and not (0 <= numbers.min() and numbers.max() < self.count):
            raise ArgumentError(f"{name}: there are simulations 0 to {self.count - 1}")
        return numbers

    # ---- single simulations ----

    def set_model(self, which: int, model: Model) -> None:
        """Continue a simulation with another model of the same structure: a changed copy() of the
        batch's. It then has a workspace of its own (memory)."""
        check_model(model)
        self._set_model(which, model)

    def simulation(self, which: int) -> Simulation:
        """A new simulation with the state of one of the batch's, and with its model if that is the
        batch's."""
        copy = Simulation(self.model, self.dt, **self._options)
        self._get_simulation(which, copy)
        return copy

    def set_simulation(self, which: int, simulation: Simulation) -> None:
        """Copy the state of a simulation of the same model and options into the batch."""
        self._set_simulation(which, simulation)

    @property
    def memory(self) -> Record:
        """Bytes: state, the largest state of a simulation now; room, address space reserved for
        each state; rows, of all arrays per simulation; workspace, per thread and per simulation
        with a model of its own; lanes, per thread for simulations side by side."""
        return Record(dict(zip(("state", "room", "rows", "workspace", "lanes"), self._memory())))

    def __repr__(self) -> str:
        return f"<Batch of {self.count} simulations of '{self.model.name}'>"

    def __reduce__(self) -> Any:
        raise TypeError("a batch cannot be pickled: save its simulations, batch.simulation(k)")


class Rows:
    """An element of all simulations of a batch: parts of its arrays."""

    __slots__ = ("_batch", "number")
    _kind = ""  # as in Model.names()

    def __init__(self, batch: Batch, number: int):
        self._batch = batch
        self.number = number

    @property
    def name(self) -> str:
        """Its name."""
        return self._batch._lists[self._kind][1][self.number]

    def __index__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"<{self._kind} '{self.name}' of {self._batch!r}>"


class JointRows(Rows):
    """A joint of all simulations of a batch; its arrays are views to write to."""

    __slots__ = ()
    _kind = "joint"

    def _part(self, rows: Array, what: str) -> Array:
        info = self._batch.model.joint[self.number]
        first = getattr(info, what + "_first")
        return rows[:, first:first + getattr(info, what + "_count")]

    @property
    def q(self) -> Array:
        """Coordinates, (count, numbers) [rad, m; quaternion w x y z]."""
        return self._part(self._batch.q, "position")

    @q.setter
    def q(self, q: ArrayLike) -> None:
        self.q[...] = q

    @property
    def v(self) -> Array:
        """Rates, (count, numbers) [rad/s, m/s]."""
        return self._part(self._batch.v, "velocity")

    @v.setter
    def v(self, v: ArrayLike) -> None:
        self.v[...] = v

    @property
    def effort(self) -> Array:
        """Efforts applied along its rates, (count, numbers) [N m, N]."""
        return self._part(self._batch.joint_efforts, "velocity")

    @effort.setter
    def effort(self, effort: ArrayLike) -> None:
        self.effort[...] = effort


class BodyRows(Rows):
    """A body of all simulations of a batch; its arrays are to be read."""

    __slots__ = ()
    _kind = "body"

    @property
    def position(self) -> Array:
        """Origins of its frame, world, (count, 3) [m]."""
        return self._batch.body_poses[:, self.number, :3]

    @property
    def orientation(self) -> Array:
        """Quaternions w x y z, body to world, (count, 4)."""
        return self._batch.body_poses[:, self.number, 3:]

    @property
    def linear_velocity(self) -> Array:
        """Velocities of the centre of mass, world, (count, 3) [m/s]."""
        return self._batch.body_velocities[:, self.number, :3]

    @property
    def angular_velocity(self) -> Array:
        """Angular velocities, body frame, (count, 3) [rad/s]."""
        return self._batch.body_velocities[:, self.number, 3:]

    @property
    def contact_force(self) -> Array:
        """Sums of its contact forces in the last step, world, (count, 3) [N]."""
        return self._batch.contact_forces[:, self.number, :3]


class SiteRows(Rows):
    """A site of all simulations of a batch; its arrays are to be read."""

    __slots__ = ()
    _kind = "site"

    @property
    def position(self) -> Array:
        """World frame, (count, 3) [m]."""
        return self._batch.site_poses[:, self.number, :3]

    @property
    def orientation(self) -> Array:
        """Quaternions w x y z, site to world, (count, 4)."""
        return self._batch.site_poses[:, self.number, 3:]

    @property
    def velocity(self) -> Array:
        """Of its origin, world frame, (count, 3) [m/s]."""
        return self._batch.site_velocities[:, self.number, :3]


class ActuatorRows(Rows):
    """An actuator of all simulations of a batch."""

    __slots__ = ()
    _kind = "actuator"

    @property
    def control(self) -> Array:
        """Controls, (count,): a view to write to."""
        return self._batch.u[:, self.number]

    @control.setter
    def control(self, control: ArrayLike) -> None:
        self.control[...] = control

    @property
    def force(self) -> Array:
        """Forces in the last step, (count,) [N, N m]."""
        return self._batch.actuator_forces[:, self.number]


class SensorRows(Rows):
    """A sensor of all simulations of a batch."""

    __slots__ = ()
    _kind = "sensor"

    @property
    def value(self) -> Array:
        """Its numbers, (count, numbers)."""
        info = self._batch.model.sensor[self.number]
        return self._batch.sensors[:, info.first:info.first + info.count]
