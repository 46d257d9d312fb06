# SPDX-License-Identifier: Apache-2.0
"""Run: a recorded motion, in memory as arrays and on disk as a trajectory (docs/trajectory.md)."""
from __future__ import annotations

import html
import os
import shutil
import tempfile
import weakref
from typing import Any, Callable, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import program
from .errors import ArgumentError
from .model import Model, Which
from .named import Elements
from .open_files import RunFile
from .spec import WORLD, Path, Spec
from .values import Array, Record, Wrench


class BodyMotion:
    """The motion of a body over all knots.

    position (knots, 3) [m], orientation (knots, 4), linear_velocity (knots, 3) of the centre of
    mass [m/s], angular_velocity (knots, 3) in the body frame [rad/s].
    """

    def __init__(self, poses: Array, velocities: Array):
        self.position = poses[:, :3]
        self.orientation = poses[:, 3:]
        self.linear_velocity = velocities[:, :3]
        self.angular_velocity = velocities[:, 3:]


class JointMotion:
    """The motion of a joint over all knots: q (knots,) or (knots, n), v likewise."""

    def __init__(self, q: Array, v: Array):
        self.q = q[:, 0] if q.shape[1] == 1 else q
        self.v = v[:, 0] if v.shape[1] == 1 else v


class SiteMotion:
    """The motion of a site over all knots: position (knots, 3) [m], velocity (knots, 3) [m/s],
    world frame."""

    def __init__(self, position: Array, velocity: Array):
        self.position = position
        self.velocity = velocity


def _rotate(quaternion: Array, vector: Array) -> Array:
    """Vectors of a body in the world, row by row: v + 2 w u x v + 2 u x (u x v), q = (w, u)."""
    w, u = quaternion[:, :1], quaternion[:, 1:]
    once = np.cross(u, np.broadcast_to(vector, u.shape))
    return vector + 2.0 * (w * once + np.cross(u, once))


class Run:
    """A recorded motion, of Simulation.run() or ludo.open().

    t (knots,) [s]; q (knots, nq), v (knots, nv), u (knots, nu): coordinates, rates, controls.
    model: the model of the run.
    path: the .h5 file; a temporary one is deleted with the Run.
    """

    def __init__(self, path: Path, model: Optional[Model] = None, temporary: bool = False):
        self.path = os.fspath(path)
        self._file = RunFile(self.path)
        self._count = self._file.read().count
        self.model = model or Model(Spec._adopt(self._file.read().spec()))
        self._columns: dict[str, Array] = {}
        if temporary:
            self._delete = weakref.finalize(self, remove, self.path, os.getpid())

    # ---- numbers ----

    def _column(self, name: str) -> Array:
        """A column of all samples, read once."""
        if name not in self._columns:
            self._columns[name] = self._file.read().column(name)
        return self._columns[name]

    @property
    def t(self) -> Array:
        """Times of the knots, (knots,) [s]."""
        return self._column("time")[:, 0]

    @property
    def q(self) -> Array:
        """Coordinates of all joints, (knots, nq)."""
        return self._column("q")

    @property
    def v(self) -> Array:
        """Rates of all joints, (knots, nv)."""
        return self._column("v")

    @property
    def u(self) -> Array:
        """Controls in the step to each knot, (knots, nu): u[0] belongs to no step, u[1:] repeat the
        run."""
        return self._column("u")

    @property
    def energy(self) -> Record:
        """kinetic, potential, springs, work, dissipated, contact, each (knots,) [J]; stored: the
        sum of the first three; error: stored - work + dissipated + contact, less that at the
        start. Files of 0.1 have no contact: it is NaN, and the error lacks it."""
        kinetic, potential, springs, work, dissipated, contact = self._column("energy").T
        stored = kinetic + potential + springs
        balance = stored - work + dissipated + np.nan_to_num(contact)
        return Record(kinetic=kinetic, potential=potential, springs=springs, work=work,
                      dissipated=dissipated, contact=contact, stored=stored,
                      error=balance - balance[0])

    @property
    def momentum(self) -> Record:
        """linear (knots, 3) [kg m/s] and angular about the world origin (knots, 3) [kg m^2/s]."""
        columns = self._column("momentum")
        return Record(linear=columns[:, :3], angular=columns[:, 3:])

    @property
    def quality(self) -> Record:
        """Figures of the steps since the knot before, each (knots,).

        energy_error: of largest magnitude, relative to the start of the run [J]. The largest:
        position_violation, velocity_violation, penetration [m], normal_force [N], iterations,
        substeps, points (contacts with a force).
        """
        names = ("energy_error", "position_violation", "velocity_violation", "penetration",
                 "normal_force")
        effort = zip(("iterations", "substeps", "points"), self._column("effort").T)
        return Record(((name, self._column(name)[:, 0]) for name in names), **dict(effort))

    @property
    def sensors(self) -> Elements[Array]:
        """Numbers of each sensor, by its name or number, (knots, numbers); of runs with
        record=["sensors"]. NaN where a sensor could not be read."""
        column, sensors = self._column("sensors"), self.model.sensor.values()
        return self._named("sensor", lambda i: column[:, sensors[i].first:
                                                      sensors[i].first + sensors[i].count])

    @property
    def accelerations(self) -> Array:
        """Derivatives of the rates of all joints, (knots, nv); of runs with
        record=["accelerations"]."""
        return self._column("accelerations")

    @property
    def torques(self) -> Array:
        """What servos and actuators exert along the rates, as Simulation.drive_efforts, (knots, nv)
        [N m, N]; of runs with record=["torques"]."""
        return self._column("torques")

    @property
    def reactions(self) -> Elements[Wrench]:
        """What each joint transmits to its child, by its name or number, as Joint.reaction: force
        (knots, 3) [N], torque (knots, 3) [N m]; of runs with record=["reactions"]."""
        column = self._column("reactions")
        return self._named("joint", lambda i: Wrench(column[:, 6 * i:6 * i + 3],
                                                     column[:, 6 * i + 3:6 * i + 6]))

    def _named(self, kind: str, make: Callable[[int], Any]) -> Elements[Any]:
        """Elements of the model, each as `make` gives it."""
        names = self.model.names(kind)
        return Elements(kind, names, {name: i for i, name in enumerate(names)}, make)

    def joint(self, which: Which) -> JointMotion:
        """The motion of a joint, by name or number."""
        info = self.model.joint[which]
        q, v = info.position_first, info.velocity_first
        return JointMotion(self.q[:, q:q + info.position_count],
                           self.v[:, v:v + info.velocity_count])

    def body(self, which: Which) -> BodyMotion:
        """The motion of a body, by name or number."""
        i = self.model.find("body", which)
        return BodyMotion(self._column("body_poses")[:, 7 * i:7 * i + 7],
                          self._column("body_velocities")[:, 6 * i:6 * i + 6])

    def site(self, which: Which) -> SiteMotion:
        """The motion of a site, by name or number."""
        info = self.model.site[which]
        offset = np.asarray(info.frame.position)
        if info.body == WORLD:
            position = np.tile(offset, (len(self), 1))
            return SiteMotion(position, np.zeros_like(position))
        body = self.body(info.body)
        from_com = np.cross(body.angular_velocity, offset - self.model.body[info.body].com)
        return SiteMotion(body.position + _rotate(body.orientation, offset),
                          body.linear_velocity + _rotate(body.orientation, from_com))

    def contacts(self, knot: Optional[int] = None) -> NDArray[np.void]:
        """Contacts with a force in the step to a knot, as Simulation.contacts; without a knot those
        of all knots, with the member `knot`."""
        from .simulation import CONTACT

        if knot is not None:
            number = knot + len(self) if knot < 0 else knot
            if not 0 <= number < len(self):
                raise IndexError(f"no knot {knot}: there are {len(self)}")
            return np.frombuffer(bytearray(self._file.read().contacts(number)), dtype=CONTACT)
        parts = [self.contacts(number) for number in range(len(self))]
        table = np.empty(sum(map(len, parts)), dtype=[("knot", "i8"), *_members(CONTACT)])
        for name in CONTACT.names or ():
            table[name] = np.concatenate([part[name] for part in parts])
        table["knot"] = np.repeat(np.arange(len(self)), [len(part) for part in parts])
        return table

    def contact_force(self, body: Which) -> Array:
        """Sum of the contact forces on a body in the step to each knot, world frame, (knots, 3)
        [N]."""
        number, table = self.model.find("body", body), self.contacts()
        force = (table["normal_force"][:, None] * table["normal"]
                 + np.einsum("ki,kij->kj", table["tangent_force"], table["tangent"]))
        total = np.zeros((len(self), 3))
        for side, sign in (("body_b", 1.0), ("body_a", -1.0)):
            on = table[side] == number
            np.add.at(total, table["knot"][on], sign * force[on])
        return total

    @property
    def facts(self) -> Record:
        """title, integrator, scheme, order, dt [s], every, steps, wall [s], version of the library,
        complete: the run was finished; message: why it stopped, "" where it did not."""
        return Record(self._file.read().facts())

    def __len__(self) -> int:
        return self._count

    # ---- files, pictures ----

    def save(self, path: Path) -> None:
        """Write the run: .h5 (docs/trajectory.md), .csv, or .npz."""
        path = os.fspath(path)
        suffix = os.path.splitext(path)[1]
        if suffix == ".npz":
            np.savez(path, t=self.t, q=self.q, v=self.v, u=self.u)
        elif suffix == ".csv":
            columns = np.column_stack([self.t, self.q, self.v])
            np.savetxt(path, columns, "%.17g", ",", header=",".join(self._csv_names()), comments="")
        elif suffix in (".h5", ".hdf5"):
            if not os.path.exists(path) or not os.path.samefile(path, self.path):
                _replace(path, lambda file: shutil.copyfile(self.path, file))
        else:
            raise ArgumentError(f"{path}: the suffix is .h5, .csv or .npz")

    def _csv_names(self) -> list[str]:
        """Names of columns, as `ludo simulate --output run.csv` writes them."""
        names = ["time"]
        for word, count in (("", "position_count"), (".rate", "velocity_count")):
            for joint in self.model.joint.values():
                n = getattr(joint, count)
                names += [joint.name + word] if n == 1 else [f"{joint.name}{word}.{i}"
                                                             for i in range(n)]
        return names

    def report(self, path: Path) -> None:
        """Write the page of the run: an .html file with the motion in 3D and plots."""
        program.run("report", self.path, "--output", os.fspath(path))

    def _repr_html_(self) -> str:
        """The page in a notebook, in a frame of its own without access to the notebook."""
        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(folder, "run.html")
            self.report(page)
            with open(page, encoding="utf-8") as file:
                text = file.read()
        return (f'<iframe sandbox="allow-scripts" srcdoc="{html.escape(text)}" '
                'style="width: 100%; height: 640px; border: 0"></iframe>')

    def plot(self, *names: str, ax: Any = None) -> Any:
        """Plot coordinates of joints over time by matplotlib; without names those of all joints
        with one coordinate. Returns the axes."""
        from .plot import plot_joints

        return plot_joints(self, names, ax)

    def __reduce__(self):
        with open(self.path, "rb") as file:
            return (_from_bytes, (file.read(),))

    def __repr__(self) -> str:
        facts = self.facts
        state = "" if facts.complete and not facts.message else ", stopped"
        return (f"<ludo.Run of '{self.model.name}': {len(self)} knots to t = {self.t[-1]:.6g} s, "
                f"{facts.integrator}, dt {facts.dt:.6g} s{state}>")


def _from_bytes(data: bytes) -> Run:
    """Undo Run.__reduce__()."""
    handle, path = tempfile.mkstemp(suffix=".h5", prefix="ludo-")
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    return Run(path, temporary=True)


def open_run(path: Path) -> Run:
    """Open a trajectory that `ludo simulate --output run.h5` or Run.save() wrote."""
    return Run(path)


def _replace(path: str, write: Callable[[str], Any]) -> None:
    """Write a file beside `path`, then put it in the place of an old one, which readers may keep
    open."""
    folder = os.path.dirname(path) or "."
    handle, file = tempfile.mkstemp(suffix=".part", prefix="ludo-", dir=folder)
    os.close(handle)
    try:
        write(file)
        os.replace(file, path)
    except BaseException:
        os.remove(file)
        raise


def _members(layout: np.dtype[np.void]) -> list[tuple[str, Any]]:
    """Names and types of the members of a structured type."""
    fields: Any = layout.fields
    return [(name, fields[name][0]) for name in layout.names or ()]


def remove(path: str, process: int) -> None:
    """Remove a file, unless a fork of the process that made it asks."""
    if os.getpid() == process:
        try:
            os.remove(path)
        except OSError:
            pass


def compare(*runs: Union[Run, Path]) -> dict[str, Any]:
    """Differences between runs, as `ludo compare --json` prints them."""
    return program.json("compare", *(_path(run) for run in runs), "--json")


def _path(run: Union[Run, Path]) -> str:
    return run.path if isinstance(run, Run) else os.fspath(run)
