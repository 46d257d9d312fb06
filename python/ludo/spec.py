# SPDX-License-Identifier: Apache-2.0
"""Spec: an editable description of a mechanism. Built here or read from a file, then compiled."""
from __future__ import annotations

import operator
import os
import warnings as python_warnings
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from .errors import ArgumentError, ModelWarning
from .named import Elements, unknown_name
from .spec_elements import (DOF, REFERENCES, SpecElement, SpecElements, dof_entry, padded,
                            six_moments, three_frictions)
from .spec_settings import SpecSettings
from .values import Frame

if TYPE_CHECKING:
    from .model import Model

Reference = Union[str, int, "SpecElement", None]
Path = Union[str, "os.PathLike[str]"]

WORLD = -1  # the number of the world, where a body is asked for


class Spec(SpecSettings):
    """An editable description of a mechanism.

    Elements are numbered from 0 in the order in which they are added. Wherever an element is asked
    for, its name, its number or the object that add_...() returned will do; None is the world.
    Lengths are in metres, angles in radians, z is up.

    name: of the mechanism.
    gravity: world frame, (3,) [m/s^2].
    timestep: [s], the default step of simulations.
    density, viscosity, wind: of a medium, whose drag acts on the bodies.
    merge: bodies on fixed joints become one body. Descriptions read from files do so.
    """

    __slots__ = ("_removals",)

    def __init__(self, name: str = "", gravity: ArrayLike = (0.0, 0.0, -9.81),
                 timestep: float = 0.01, merge: bool = False):
        super().__init__()
        self._removals = 0  # removals renumber elements
        self._set_name(name)
        self._set_option("gravity", gravity)
        self._set_option("timestep", timestep)
        self._set_option("merge", merge)

    @classmethod
    def _adopt(cls, core: _core.Spec) -> "Spec":
        """A Spec that takes the description of an object of the extension module."""
        spec = cls()
        spec._take(core)
        return spec

    @classmethod
    def from_file(cls, path: Path, *, base: Optional[str] = None, loops: Optional[Path] = None,
                  package_dirs: Sequence[Path] = (), allow_outside: bool = False,
                  repair: bool = False, srdf: Optional[Path] = None) -> "Spec":
        """Read a URDF, MJCF or SDF file; the arguments are those of ludo.load()."""
        return cls._adopt(_core.load_file(os.fspath(path), allow_outside=allow_outside,
                                          repair=repair,
                                          **_reading(base, loops, package_dirs, srdf)))

    @classmethod
    def from_text(cls, text: str, *, name: str = "text", base: Optional[str] = None,
                  loops: Optional[Path] = None, package_dirs: Sequence[Path] = (),
                  allow_outside: bool = False, repair: bool = False,
                  srdf: Optional[Path] = None) -> "Spec":
        """Read the text of a URDF, MJCF or SDF file; `name` stands for the file in messages."""
        if "<" not in text:
            raise ArgumentError(f"expected the text of a model file, not {text[:60]!r}; a path is "
                                "for load() or Spec.from_file()")
        return cls._adopt(_core.load_text(text, name, allow_outside=allow_outside, repair=repair,
                                          **_reading(base, loops, package_dirs, srdf)))

    # ---- elements ----

    def _number(self, kind: str, which: Reference) -> int:
        """The number of an element, by what a user calls it."""
        if which is None:
            return WORLD
        if isinstance(which, str):
            if kind == "body" and which == "world":
                return WORLD
            number = self._find(kind, which)
            if number < 0:
                raise unknown_name(kind, which, [n for n in self._elements(kind) if n])
            return number
        if isinstance(which, SpecElement):
            if which._spec is not self or which._kind != kind:
                raise ArgumentError(f"expected a {kind} of this description, not {which!r}")
            which.check_present()
        return operator.index(which)  # TypeError for what is no integer

    def _values(self, kind: str, values: dict[str, Any]) -> dict[str, Any]:
        """Values of members as the extension module takes them."""
        out: dict[str, Any] = {}
        entry = {}
        for name, value in values.items():
            if kind in ("joint", "closure") and name in DOF:
                entry[name] = value
            elif name in REFERENCES:
                out[name] = self._number(REFERENCES[name], value)
            elif name == "target" and isinstance(value, (str, SpecElement)):
                out.update(self._target(value))
            elif name == "inertia" and kind == "body":
                out[name] = six_moments(value)
            elif name == "size":
                out[name] = padded(value, 3)
            elif name == "friction" and kind == "geom":
                out[name] = three_frictions(value)
            elif name == "along":
                out[name] = [dof_entry(dof) for dof in value]
            else:
                out[name] = value
        if entry:
            out["along"] = [dof_entry(entry)]
        return out

    def _target(self, which: Union[str, SpecElement]) -> dict[str, Any]:
        """A joint or a spring as the target of an actuator."""
        on_spring = (which._kind == "spring" if isinstance(which, SpecElement)
                     else self._find("joint", which) < 0 and self._find("spring", which) >= 0)
        return {"on_spring": on_spring,
                "target": self._number("spring" if on_spring else "joint", which)}

    def _add_element(self, kind: str, values: dict[str, Any]) -> SpecElement:
        given = {name: value for name, value in values.items() if value is not None}
        return SpecElement(self, kind, self._add(kind, self._values(kind, given)))

    def _given(self, kind: str, name: Optional[str], members: dict[str, Any]) -> dict[str, Any]:
        """Members that an element cannot do without. Raises ArgumentError where one is None."""
        missing = [member for member, value in members.items() if value is None]
        if missing:
            raise ArgumentError(f"{kind} '{name or ''}': name {' and '.join(missing)}")
        return members

    def _elements(self, kind: str) -> Elements[SpecElement]:
        return SpecElements(self, kind)

    @property
    def body(self) -> Elements[SpecElement]:
        """Bodies: name, mass, com, inertia, gravity_compensation."""
        return self._elements("body")

    @property
    def joint(self) -> Elements[SpecElement]:
        """Joints: name, type, parent, child, in_parent, in_child, axis, along, ..."""
        return self._elements("joint")

    @property
    def closure(self) -> Elements[SpecElement]:
        """Closures: joints that close loops."""
        return self._elements("closure")

    @property
    def coupling(self) -> Elements[SpecElement]:
        """Couplings: joint, dof, from_joint, from_dof, coefficient; of lengths: of_springs, spring,
        from_spring."""
        return self._elements("coupling")

    @property
    def site(self) -> Elements[SpecElement]:
        """Sites: name, body, frame."""
        return self._elements("site")

    @property
    def mesh(self) -> Elements[SpecElement]:
        """Meshes: name, vertex, face, scale, inertia."""
        return self._elements("mesh")

    @property
    def geom(self) -> Elements[SpecElement]:
        """Geoms: name, type, body, frame, size, mass, density, friction, ..."""
        return self._elements("geom")

    @property
    def pair(self) -> Elements[SpecElement]:
        """Pairs: geom_a, geom_b, condim, friction, spin_friction, roll_friction, restitution."""
        return self._elements("pair")

    @property
    def exclude(self) -> Elements[SpecElement]:
        """Excluded pairs of bodies: body_a, body_b."""
        return self._elements("exclude")

    @property
    def fluid(self) -> Elements[SpecElement]:
        """Fluids around bodies: body, added_mass, displaced_mass, buoyancy."""
        return self._elements("fluid")

    @property
    def spring(self) -> Elements[SpecElement]:
        """Springs and tendons: type, site_a, site_b, terms, path, stiffness, damping, rest,
        limited, range, friction_loss, armature."""
        return self._elements("spring")

    @property
    def actuator(self) -> Elements[SpecElement]:
        """Actuators: target, gear, gain, bias, control_range, force_range, ..."""
        return self._elements("actuator")

    @property
    def sensor(self) -> Elements[SpecElement]:
        """Sensors: type, of, object, dof, reference_of, reference, cutoff, noise."""
        return self._elements("sensor")

    @property
    def keyframe(self) -> Elements[SpecElement]:
        """Keyframes: name, time, position, velocity, control."""
        return self._elements("keyframe")

    # ---- adding ----

    def add_body(self, name: Optional[str] = None, *, mass: float = 0.0,
                 com: ArrayLike = (0.0, 0.0, 0.0), inertia: ArrayLike = (0.0, 0.0, 0.0),
                 gravity_compensation: float = 0.0) -> SpecElement:
        """Add a body.

        mass: [kg].
        com: centre of mass in the body frame, (3,) [m].
        inertia: about the centre of mass, body axes [kg m^2]: (3,) principal moments, (6,)
            xx yy zz xy xz yz, or (3, 3).
        gravity_compensation: part of its weight that a force at com takes away; 1: all.
        weigh() computes mass, com and inertia from geoms.
        """
        return self._add_element("body", {"name": name, "mass": mass, "com": com,
                                          "inertia": inertia,
                                          "gravity_compensation": gravity_compensation})

    def add_joint(self, name: Optional[str] = None, *, child: Reference, parent: Reference = None,
                  type: str = "hinge", axis: ArrayLike = (0.0, 0.0, 1.0),
                  in_parent: Any = (0.0, 0.0, 0.0), in_child: Any = (0.0, 0.0, 0.0),
                  **members: Any) -> SpecElement:
        """Add a joint that carries `child`.

        type: fixed, hinge, slide, cylindrical, universal, planar, ball, point-on-line,
            free-planar, orientation-only or free.
        axis: in the joint frame, (3,).
        in_parent, in_child: the joint frame in the frames of the bodies: a position [m], or
            (position, quaternion w x y z).
        members: axis2, reference, continues; along: a list of dicts, one per rate, or for the
            first rate alone stiffness [N m/rad, N/m], rest [rad, m], damping [N m s/rad, N s/m],
            armature [kg m^2, kg], range [rad, m], friction_loss [N m, N].
        """
        values = {"name": name, "type": type, "axis": axis, "in_parent": in_parent,
                  "in_child": in_child, **members}
        return self._add_joint("joint", values, parent, child)

    def add_closure(self, name: Optional[str] = None, *, child: Reference,
                    parent: Reference = None, type: str = "hinge",
                    axis: ArrayLike = (0.0, 0.0, 1.0), in_parent: Any = (0.0, 0.0, 0.0),
                    in_child: Any = (0.0, 0.0, 0.0), **members: Any) -> SpecElement:
        """Add a joint that closes a loop; arguments as of add_joint(), without forces."""
        values = {"name": name, "type": type, "axis": axis, "in_parent": in_parent,
                  "in_child": in_child, **members}
        return self._add_joint("closure", values, parent, child)

    def _add_joint(self, kind: str, values: dict[str, Any], parent: Reference,
                   child: Reference) -> SpecElement:
        given = {name: value for name, value in values.items() if value is not None}
        ends = {"parent": self._number("body", parent), "child": self._number("body", child)}
        return SpecElement(self, kind, self._add(kind, {**self._values(kind, given), **ends}))

    def add_coupling(self, name: Optional[str] = None, *, joint: Reference = None, dof: int = 0,
                     from_joint: Reference = None, from_dof: int = 0, spring: Reference = None,
                     from_spring: Reference = None,
                     coefficient: ArrayLike = (0.0, 1.0)) -> SpecElement:
        """Hold a coordinate at a polynomial of another one, q = sum of coefficient[k] q_from^k, or
        the length of a spring at one of another spring's.

        Both count from their values with all coordinates at the references.
        joint, spring: one of the two. A spring without from_spring, with coefficient=0: a rope.
        coefficient: at most 5 numbers; without from_joint or from_spring the first alone counts.
        """
        if (joint is None) == (spring is None):
            raise ArgumentError(f"coupling '{name or ''}': name either joint or spring")
        if (from_joint if joint is None else from_spring) is not None:
            raise ArgumentError(f"coupling '{name or ''}': a length follows a length, from_spring, "
                                "a coordinate a coordinate, from_joint")
        ends = ({"joint": joint, "from_joint": self._number("joint", from_joint)}
                if spring is None else
                {"of_springs": True, "spring": spring, "from_joint": -1,
                 "from_spring": self._number("spring", from_spring)})
        return self._add_element("coupling", {
            "name": name, **ends, "dof": dof, "from_dof": from_dof,
            "coefficient": padded(coefficient, 5)})

    def add_site(self, name: Optional[str] = None, *, body: Reference = None,
                 frame: Any = (0.0, 0.0, 0.0)) -> SpecElement:
        """Add a named frame on a body: a position [m], or (position, quaternion)."""
        return self._add_element("site", {"name": name, "body": self._number("body", body),
                                          "frame": frame})

    def add_mesh(self, name: Optional[str] = None, *, vertex: ArrayLike,
                 face: Optional[ArrayLike] = None, **members: Any) -> SpecElement:
        """Add a surface of triangles for geoms: vertex (n, 3) [m], face (m, 3); no faces: the
        convex hull. members: inertia "convex", "exact", "legacy" or "shell"."""
        return self._add_element("mesh", {"name": name, "vertex": vertex, "face": face, **members})

    def add_geom(self, name: Optional[str] = None, *, type: str = "sphere",
                 body: Reference = None, size: ArrayLike = (), frame: Any = (0.0, 0.0, 0.0),
                 **members: Any) -> SpecElement:
        """Add a shape on a body.

        type: plane, sphere, capsule, cylinder, box, ellipsoid, mesh or hfield.
        size: sphere radius; capsule, cylinder radius and half length along z; box half lengths;
            ellipsoid radii; plane half lengths for drawing, 0 unbounded; hfield depth of
                its base [m].
        frame: in the body: a position [m], or (position, quaternion).
        members: mass [kg], density [kg/m^3], friction (sliding, spinning [m], rolling [m]; condim
            3, 4, 6 say how many count), restitution, rgba, mesh, contype, conaffinity, condim,
            priority, shell, group, concave (a mesh fixed in the world touches others as it is,
            not as its hull).
        """
        return self._add_element("geom", {"name": name, "type": type, "size": size, "frame": frame,
                                          "body": self._number("body", body), **members})

    def add_pair(self, name: Optional[str] = None, *, geom_a: Reference, geom_b: Reference,
                 friction: float = 0.0, restitution: float = 0.0, condim: int = 3,
                 spin_friction: float = 0.0, roll_friction: float = 0.0) -> SpecElement:
        """Add two geoms that can touch whatever their filters say. spin_friction [m] counts with
        condim 4 and 6, roll_friction [m] with condim 6."""
        geoms = self._given("pair", name, {"geom_a": geom_a, "geom_b": geom_b})
        return self._add_element("pair", {"name": name, **geoms, "friction": friction,
                                          "restitution": restitution, "condim": condim,
                                          "spin_friction": spin_friction,
                                          "roll_friction": roll_friction})

    def add_exclude(self, body_a: Reference, body_b: Reference,
                    name: Optional[str] = None) -> SpecElement:
        """Exclude contacts between two bodies."""
        return self._add_element("exclude", {
            "name": name, "body_a": self._number("body", body_a),
            "body_b": self._number("body", body_b)})

    def add_fluid(self, body: Reference, *, added_mass: ArrayLike, displaced_mass: float = 0.0,
                  buoyancy: ArrayLike = (0.0, 0.0, 0.0)) -> SpecElement:
        """Put a body into an ideal fluid: added_mass (6, 6) about the origin of the body frame,
        angular part first [kg m^2, kg m; kg m, kg]; buoyancy: centre of displaced fluid [m]."""
        return self._add_element("fluid", {"body": body, "added_mass": added_mass,
                                           "displaced_mass": displaced_mass, "buoyancy": buoyancy})

    def _path_point(self, point: Any) -> tuple[int, int, int, float]:
        """A point of a path as (site, geom, side, divisor)."""
        if isinstance(point, dict):
            side = point.get("side")
            if set(point) - {"geom", "side"} or "geom" not in point:
                raise TypeError("a point of a path with a geom has the keys geom and side")
            return (-1, self._number("geom", point["geom"]),
                    -1 if side is None else self._number("site", side), 0.0)
        if isinstance(point, float):
            return (-1, -1, -1, point)
        return (self._number("site", point), -1, -1, 0.0)

    def add_spring(self, name: Optional[str] = None, *, site_a: Reference = None,
                   site_b: Reference = None, terms: Optional[Sequence[tuple]] = None,
                   path: Optional[Sequence[Any]] = None, stiffness: float = 0.0,
                   damping: float = 0.0, rest: ArrayLike = 0.0,
                   range: Optional[ArrayLike] = None, friction_loss: float = 0.0,
                   armature: float = 0.0, **members: Any) -> SpecElement:
        """Add a spring between two sites, with `terms` along a sum of coordinates, or along a path.

        terms: tuples (joint, rate, weight).
        path: sites; dict(geom=..., side=...) for a sphere or cylinder that the path wraps around,
            side: a site or None; a float for a pulley, whose branch is divided by that number.
        stiffness [N/m], damping [N s/m]; rest: length without a force, or a slack range [m].
        range: least and largest length [m]; friction_loss: dry friction [N]; armature [kg].
        Further members: type "wrench" with gear, of which site_a may be None, and "slider_crank"
        with rod, as in ludo_spring_def: for actuators. So are types "rates" and "rates_in_parent"
        with terms of one ball or free joint.
        """
        x = np.atleast_1d(np.asarray(rest, dtype=float))
        values: dict[str, Any] = {"name": name, "stiffness": stiffness, "damping": damping,
                                  "rest": np.repeat(x, 2) if x.size == 1 else x,
                                  "friction_loss": friction_loss, "armature": armature}
        if range is not None:
            values.update(limited=True, range=range)
        if terms is not None:
            values["type"] = "tendon"
            values["terms"] = [(self._number("joint", joint), dof, weight)
                               for joint, dof, weight in terms]
        elif path is not None:
            values["type"] = "path"
            values["path"] = [self._path_point(point) for point in path]
        elif members.get("type") == "wrench" and site_a is None:
            values.update(self._given("spring", name, {"site_b": site_b}), site_a=-1)
        else:
            values.update(self._given("spring", name, {"site_a": site_a, "site_b": site_b}))
        values.update(members)
        return self._add_element("spring", values)

    def add_actuator(self, name: Optional[str] = None, *, target: Union[str, SpecElement],
                     dof: int = 0, gear: float = 1.0, gain: float = 1.0,
                     bias: ArrayLike = (0.0, 0.0, 0.0), control_range: Optional[ArrayLike] = None,
                     force_range: Optional[ArrayLike] = None, **members: Any) -> SpecElement:
        """Add an actuator on a joint or a spring: force gear clamp(gain u + bias . (1, L, dL/dt)),
        L = gear times the coordinate or length. The default is a motor: force = control. Further
        members: gain_type, gain_slope, bias_type, dynamics_type, time_constant, muscle,
        length_range, activation_range, slew_rate, resistance, back_emf, cogging, as in
        ludo_actuator_def."""
        values = {"name": name, "target": target, "dof": dof, "gear": gear, "gain": gain,
                  "bias": bias}
        values.update(members)
        if "activation_range" in members:
            values.setdefault("activation_limited", True)
        if control_range is not None:
            values.update(control_limited=True, control_range=control_range)
        if force_range is not None:
            values.update(force_limited=True, force_range=force_range)
        return self._add_element("actuator", values)

    def add_position_actuator(self, name: Optional[str] = None, *, kp: float, kv: float = 0.0,
                              **members: Any) -> SpecElement:
        """Add an actuator that pulls to the position u: force kp (u - L) - kv dL/dt."""
        return self.add_actuator(name, gain=kp, bias=(0.0, -kp, -kv), **members)

    def add_velocity_actuator(self, name: Optional[str] = None, *, kv: float,
                              **members: Any) -> SpecElement:
        """Add an actuator that pulls to the velocity u: force kv (u - dL/dt)."""
        return self.add_actuator(name, gain=kv, bias=(0.0, 0.0, -kv), **members)

    def add_sensor(self, name: Optional[str] = None, *, type: str,
                   on: Optional[SpecElement] = None, dof: int = 0,
                   reference: Optional[SpecElement] = None, cutoff: float = 0.0,
                   noise: float = 0.0) -> SpecElement:
        """Add a sensor of a type (ludo/devices.h lists them) on an element, for example a site;
        a body counts by its frame. reference: the frame to which values of a frame are
        relative."""
        values: dict[str, Any] = {"name": name, "type": type, "dof": dof, "cutoff": cutoff,
                                  "noise": noise}
        for kind, number, element in (("of", "object", on),
                                      ("reference_of", "reference", reference)):
            if element is not None:
                element.check_present()
                values.update({kind: element._kind, number: element.number})
        return self._add_element("sensor", values)

    def add_keyframe(self, name: Optional[str] = None, *, time: float = 0.0,
                     position: ArrayLike = (), velocity: ArrayLike = (),
                     control: ArrayLike = (), activation: ArrayLike = ()) -> SpecElement:
        """Add a named state: coordinates and rates of all joints, controls and activations of all
        actuators; an empty list leaves the reference pose, rest, zero."""
        return self._add_element("keyframe", {"name": name, "time": time, "position": position,
                                              "velocity": velocity, "control": control,
                                              "activation": activation})

    def add_ground(self, height: float = 0.0, friction: float = 1.0) -> SpecElement:
        """Add a horizontal plane 'ground' that touches every geom; its friction is that of all its
        contacts. `height` in the world [m]."""
        most = 2**31 - 1
        return self.add_geom("ground", type="plane", frame=(0.0, 0.0, height), contype=most,
                             conaffinity=most, priority=most, friction=friction)

    def hold_joint(self, joint: Reference) -> None:
        """Hold a joint in place when loops are closed at a start."""
        self._hold_joint(self._number("joint", joint))

    # ---- removing, whole descriptions ----

    def remove(self, kind: str, which: Reference) -> None:
        """Remove an element with all elements that refer to it. kind: "body", "joint", ... Objects
        that stand for elements have to be looked up again."""
        self._remove(kind, self._number(kind, which))
        self._removals += 1

    def remove_subtree(self, body: Reference) -> None:
        """Remove a body and all bodies that hang on it by joints."""
        self._remove_subtree(self._number("body", body))
        self._removals += 1

    def weigh(self, body: Reference, groups: tuple[int, int] = (-2**31, 2**31 - 1)) -> None:
        """Give a body the mass, centre of mass and inertia of its geoms in groups a to b."""
        self._weigh(self._number("body", body), *groups)

    def repair(self, density: float = 1000.0) -> int:
        """Replace masses and inertias that compile() would refuse: a missing or negative mass, an
        inertia that no body can have. A missing mass is that of the geometry at `density`
        [kg/m^3], or a small one. Returns the number of bodies that changed; each has a warning in
        `notes`, with the values before and after. Raises ModelError for anything else that
        compile() refuses."""
        return self._repair(density)

    def append(self, other: "Spec", prefix: str = "", parent: Reference = None,
               frame: Any = (0.0, 0.0, 0.0)) -> None:
        """Append all elements of another description, its world at `frame` of `parent`."""
        self._append(other, prefix, self._number("body", parent), frame)

    def append_file(self, path: Path, *, prefix: str = "", parent: Reference = None,
                    at: Any = (0.0, 0.0, 0.0), base: Optional[str] = None,
                    loops: Optional[Path] = None, package_dirs: Sequence[Path] = (),
                    allow_outside: bool = False, repair: bool = False,
                    srdf: Optional[Path] = None) -> None:
        """Read a URDF, MJCF or SDF file and append it, its world at frame `at` of `parent`: a
        position, or a pair of a position and a quaternion. The names in a loop file are those after
        appending, those in an SRDF file those before; the other arguments are those of
        ludo.load()."""
        self._append_file(os.fspath(path), prefix, self._number("body", parent), at,
                          allow_outside=allow_outside, repair=repair,
                          **_reading(base, loops, package_dirs, srdf))

    def copy(self) -> "Spec":
        """A copy that shares nothing."""
        return Spec._adopt(self._copy())

    __copy__ = copy

    def __deepcopy__(self, memo: dict) -> "Spec":
        return self.copy()

    def compile(self) -> "Model":
        """Compile to a Model. Raises ModelError for a mechanism that is not possible."""
        from .model import Model

        return Model(self)

    def save(self, path: Path, format: Optional[str] = None) -> None:
        """Write a model file; format "mjcf" or "urdf", by default that of the suffix (.xml, .mjcf,
        .urdf). Elements that the format cannot express become warnings."""
        path = os.fspath(path)
        suffixes = {".xml": "mjcf", ".mjcf": "mjcf", ".urdf": "urdf"}
        format = format or suffixes.get(os.path.splitext(path)[1])
        if format is None:
            raise ArgumentError(f"{path}: the suffix is .xml, .mjcf or .urdf; or give a format")
        for _, message in self._save_file(path, format):
            python_warnings.warn(message, ModelWarning, stacklevel=2)

    @property
    def notes(self) -> list[str]:
        """Parts of the file that are not simulated or have no effect, "file:line: text"."""
        notes = [self._note(i) for i in range(self._note_count())]
        return [f"{place[0]}:{place[1]}: {text}" if place[1] > 0 else text
                for _, place, text in notes]

    def remove_note(self, number: int) -> None:
        """Remove a note: a note of an element that would change the motion refuses simulations, as
        long as it stands. Its number is that in notes."""
        self._remove_note(number)

    # ---- pickling ----

    def _restore(self, state: dict[str, Any]) -> None:
        self._set_name(state["name"])
        for option in ("gravity", "timestep", "merge", "spherical"):
            self._set_option(option, state[option])
        for kind in _core.kinds:
            for values in state[kind]:
                self._add(kind, values)
        for joint in state["held"]:
            self._hold_joint(joint)
        for kind, place, message in state["notes"]:
            self._add_note(kind, place, message)

    def __reduce__(self):
        return (_rebuild, (_state(self),))

    def __repr__(self) -> str:
        counts = ((self._count(kind), kind) for kind in _core.kinds)
        shown = ", ".join(f"{count} {kind}" for count, kind in counts if count > 0)
        return f"<ludo.Spec '{self.name}': {shown or 'empty'}>"


def _reading(base: Optional[str], loops: Optional[Path], package_dirs: Sequence[Path],
             srdf: Optional[Path]) -> dict[str, Any]:
    """Options of reading, as the extension module takes them."""
    if base not in (None, "fixed", "free"):
        raise ArgumentError(f"base: 'fixed' or 'free', not {base!r}")
    if isinstance(package_dirs, (str, os.PathLike)):
        package_dirs = (package_dirs,)
    return {"free_base": base == "free", "loops": None if loops is None else os.fspath(loops),
            "srdf": None if srdf is None else os.fspath(srdf),
            "package_dirs": [os.fspath(folder) for folder in package_dirs]}


def _state(spec: _core.Spec) -> dict[str, Any]:
    """All that a description has, in plain values: for pickling."""
    return {"name": spec._name, "gravity": spec._gravity, "timestep": spec._timestep,
            "merge": spec._merge, "spherical": spec._spherical,
            "held": [spec._held(i) for i in range(spec._held_count())],
            "notes": [spec._note(i) for i in range(spec._note_count())],
            **{kind: [spec._get(kind, i) for i in range(spec._count(kind))]
               for kind in _core.kinds}}


def _rebuild(state: dict[str, Any]) -> Spec:
    """Undo Spec.__reduce__()."""
    spec = Spec()
    spec._restore(state)
    return spec


__all__ = ["Frame", "Spec", "SpecElement", "WORLD"]
