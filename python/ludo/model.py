# SPDX-License-Identifier: Apache-2.0
"""Model: a compiled mechanism, constant; simulations of many threads may share it."""
from __future__ import annotations

import copy as python_copy
import operator
import warnings as python_warnings
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from .errors import ArgumentError, ModelWarning, RefusedError
from .model_elements import (INFO, ActuatorInfo, BodyInfo, GeomInfo, JointInfo, KeyframeInfo,
                             LoopInfo, SensorInfo, SiteInfo, SpringInfo)
from .named import Elements
from .spec import WORLD, Path, Spec
from .spec_elements import six_moments
from .values import Array

Which = Union[str, int]


class Model(_core.Model):
    """A compiled mechanism, made by ludo.load(), ludo.loads() or Spec.compile().

    nq, nv, nu: numbers of coordinates, of rates, of actuators.
    mass [kg], gravity (3,) [m/s^2], timestep [s], name.
    body, joint, loop, site, geom, spring, actuator, sensor, keyframe: elements by name or number.

    It is constant while simulations use it. To change parameters, change a copy().

    repair: a copy of the Spec is repaired first, see Spec.repair(); not for a Model.
    """

    __slots__ = ("_lists", "_changes", "__weakref__")

    def __init__(self, spec: Union[Spec, "Model"], repair: bool = False):
        if repair and isinstance(spec, Spec):
            spec = spec.copy()
            spec.repair()
        super().__init__(spec)
        self._lists: dict[str, tuple[list[str], dict[str, int]]] = {}
        self._changes: dict[tuple, tuple] = {}  # the last arguments of each parameter

    # ---- elements ----

    def _list(self, kind: str) -> tuple[list[str], dict[str, int]]:
        """Names of a kind, and their numbers."""
        known = self._lists.get(kind)
        if known is None:
            names = self._names(kind)
            known = self._lists[kind] = (names, {name: i for i, name in enumerate(names)})
        return known

    def names(self, kind: str) -> list[str]:
        """Names of all elements of a kind, in order: "body", "joint", "loop", "site", "geom",
        "spring", "actuator", "sensor" or "keyframe"."""
        return list(self._list(kind)[0])

    def find(self, kind: str, which: Which) -> int:
        """The number of an element. Raises KeyError, with near names, or IndexError."""
        return self._elements(kind).number(which)

    def name_of(self, kind: str, number: int) -> str:
        """The name of an element; "world" for body -1, as in the bodies of contacts."""
        if kind == "body" and number == WORLD:
            return "world"
        return self._list(kind)[0][self.find(kind, number)]

    def _elements(self, kind: str) -> Elements[Any]:
        return Elements(kind, *self._list(kind),
                        lambda number: INFO[kind](number, self._info(kind, number)))

    @property
    def body(self) -> Elements[BodyInfo]:
        """Bodies by name or number."""
        return self._elements("body")

    @property
    def joint(self) -> Elements[JointInfo]:
        """Joints by name or number."""
        return self._elements("joint")

    @property
    def loop(self) -> Elements[LoopInfo]:
        """Loop constraints by name or number."""
        return self._elements("loop")

    @property
    def site(self) -> Elements[SiteInfo]:
        """Sites by name or number."""
        return self._elements("site")

    @property
    def geom(self) -> Elements[GeomInfo]:
        """Geoms by name or number."""
        return self._elements("geom")

    @property
    def spring(self) -> Elements[SpringInfo]:
        """Springs by name or number."""
        return self._elements("spring")

    @property
    def actuator(self) -> Elements[ActuatorInfo]:
        """Actuators by name or number."""
        return self._elements("actuator")

    @property
    def sensor(self) -> Elements[SensorInfo]:
        """Sensors by name or number."""
        return self._elements("sensor")

    @property
    def keyframe(self) -> Elements[KeyframeInfo]:
        """Keyframes by name or number."""
        return self._elements("keyframe")

    @property
    def spec(self) -> Spec:
        """A copy of the description that the model was compiled from, to edit, with the parameters
        that were changed since."""
        return Spec._adopt(self._spec())

    @property
    def warnings(self) -> list[str]:
        """Parts of the file that are not simulated or have no effect, "file:line: text"."""
        return [f"{place[0]}:{place[1]}: {text}" if place[1] > 0 else text
                for _, place, text in self._notes()]

    # ---- parameters ----

    def copy(self) -> "Model":
        """A copy to change, for Simulation.model."""
        copy = Model(self)
        copy._changes = dict(self._changes)
        return copy

    __copy__ = copy

    def __deepcopy__(self, memo: dict) -> "Model":
        return self.copy()

    def _change(self, setter: str, which: tuple[int, ...], *arguments: Any) -> None:
        """Set a parameter, and remember it for pickling."""
        given = python_copy.deepcopy(arguments)  # arrays of the user may change
        getattr(self, setter)(*which, *given)
        self._changes[(setter, *which)] = given

    def set_gravity(self, gravity: ArrayLike) -> None:
        """Set gravity, world frame, (3,) [m/s^2]. RuntimeError if a simulation uses the model,
        here and below; RefusedError where the model has no place for a parameter: change the
        description, spec, and compile it."""
        self._change("_set_gravity", (), gravity)
        self._description()._set_option("gravity", gravity)

    def set_body_inertia(self, body: Which, mass: float, com: Optional[ArrayLike] = None,
                         inertia: Optional[ArrayLike] = None) -> None:
        """Set mass [kg], centre of mass (3,) [m] and inertia about it, (6,) xx yy zz xy xz yz,
        (3,) or (3, 3) [kg m^2]; what is None stays. They are those of the body and the bodies
        merged into it together."""
        info = self.body[body]
        if info.merged_into != info.number:
            host = self.name_of("body", info.merged_into)
            raise RefusedError(f"body '{info.name}' is merged into '{host}': set that one")
        after = (mass, info.com if com is None else np.asarray(com, dtype=float),
                 info.inertia if inertia is None else six_moments(inertia))
        self._change("_set_body_inertia", (info.number,), *after)
        spec = self._description()
        own = _moved_mass(spec._get("body", info.number), (info.mass, info.com, info.inertia),
                          after)
        spec._set("body", info.number, own)

    def set_dof(self, joint: Which, dof: int = 0, **values: Any) -> None:
        """Set stiffness, rest, damping, armature, range, friction_loss along a rate of a joint. A
        joint without limits or dry friction has none to change."""
        info = self.joint[joint]
        which = (info.number, operator.index(dof))
        if not 0 <= which[1] < info.velocity_count:
            raise IndexError(f"joint '{info.name}' has no rate {dof}: it has {info.velocity_count}")
        if "range" in values and not info.along[dof]["limited"]:
            raise RefusedError(f"joint '{info.name}' has no limits: set its range in the "
                               "description, model.spec, and compile that")
        before = self._changes.get(("_set_dof", *which), ({},))[0]
        self._change("_set_dof", which, {**before, **values})
        spec = self._description()
        if info.number < spec._count("joint"):  # not a free joint that compiling added
            along = spec._get("joint", info.number)["along"]
            along[dof].update(values)
            spec._set("joint", info.number, {"along": along})

    def set_spring(self, spring: Which, stiffness: float, damping: float, rest: ArrayLike) -> None:
        """Set stiffness [N/m], damping [N s/m] and slack range (2,) [m] of a spring."""
        number = self.find("spring", spring)
        self._change("_set_spring", (number,), stiffness, damping, rest)
        self._description()._set("spring", number, {"stiffness": stiffness, "damping": damping,
                                                    "rest": rest})

    def set_actuator_gains(self, actuator: Which, gain: float,
                           bias: ArrayLike = (0.0, 0.0, 0.0)) -> None:
        """Set gain and bias (3,) of an actuator; gain 1 without a bias is a motor."""
        number = self.find("actuator", actuator)
        self._change("_set_actuator_gains", (number,), gain, bias)
        self._description()._set("actuator", number, {"gain": gain, "bias": bias})

    def set_geom_contact(self, geom: Which, friction: float, restitution: float) -> None:
        """Set sliding friction and restitution of a geom."""
        number = self.find("geom", geom)
        self._change("_set_geom_contact", (number,), friction, restitution)
        spec = self._description()
        rest = spec._get("geom", number)["friction"][1:]
        spec._set("geom", number, {"friction": [friction, *rest], "restitution": restitution})

    # ---- pickling ----

    def __reduce__(self):
        return (_rebuild, (Spec._adopt(self._spec()), self._changes))

    def __repr__(self) -> str:
        loops = len(self._list("loop")[0])
        with_loops = f", {loops} loop{'s' if loops != 1 else ''}" if loops else ""
        return (f"<ludo.Model '{self.name}': {len(self._list('body')[0])} bodies, nq {self.nq}, "
                f"nv {self.nv}, nu {self.nu}{with_loops}>")


def check_model(model: Any) -> None:
    """Raise TypeError unless it is a Model."""
    if not isinstance(model, Model):
        raise TypeError(f"model: expected a ludo.Model, of ludo.load() or Spec.compile(), not "
                        f"{type(model).__name__}")


def _about_origin(mass: float, com: Array, inertia: Array) -> Array:
    """Moments of inertia about the origin of the body frame, xx yy zz xy xz yz."""
    x, y, z = com
    return inertia + mass * np.array([y * y + z * z, x * x + z * z, x * x + y * y,
                                      -x * y, -x * z, -y * z])


def _moved_mass(own: dict[str, Any], before: tuple, after: tuple) -> dict[str, Any]:
    """Mass, centre and inertia of a body's own definition, where those of it and of the bodies
    merged into it change from `before` to `after`."""
    mass = own["mass"] + after[0] - before[0]
    moment = own["mass"] * own["com"] + after[0] * after[1] - before[0] * before[1]
    com = moment / mass if mass != 0.0 else own["com"]
    inertia = (_about_origin(own["mass"], own["com"], own["inertia"]) + _about_origin(*after)
               - _about_origin(*before))
    return {"mass": mass, "com": com,
            "inertia": inertia - _about_origin(mass, com, np.zeros(6))}


def _rebuild(spec: Spec, changes: dict[tuple, tuple]) -> Model:
    """Undo Model.__reduce__()."""
    model = Model(spec)
    for (setter, *which), arguments in changes.items():
        model._change(setter, tuple(which), *arguments)
    return model


def _compiled(spec: Spec, ground: Optional[float]) -> Model:
    """A model with its warnings given."""
    if isinstance(ground, bool):
        raise ArgumentError("ground: expected a height [m], such as 0.0, or None")
    if ground is not None:
        spec.add_ground(ground)
    model = Model(spec)
    for warning in model.warnings:
        python_warnings.warn(warning, ModelWarning, stacklevel=3)
    return model


def load(path: Path, base: Optional[str] = None, ground: Optional[float] = None,
         loops: Optional[Path] = None, package_dirs: Sequence[Path] = (), repair: bool = False, *,
         allow_outside: bool = False, srdf: Optional[Path] = None,
         add: Sequence[tuple[Path, Mapping[str, Any]]] = ()) -> Model:
    """Load a robot or mechanism from a URDF, MJCF or SDF file.

    path: the file; its root element says which format it is.
    base: "free" puts a free joint `root` above the root of a URDF; by default it is fixed.
    ground: height of a horizontal plane to add, 'ground' [m]; None: none.
    loops: a YAML file of loops beside a URDF.
    package_dirs: folders in which package://NAME/ is searched.
    repair: replace missing masses and impossible inertias, with a warning for each body; see
        Spec.repair().
    allow_outside: files outside the folder of the model may be read.
    srdf: an SRDF file of the robot: pairs of links without contacts, and states, which become
        keyframes.
    add: models beside the first one, each a path with arguments of Spec.append_file(), such as
        ("gripper.urdf", {"at": (1, 0, 0), "prefix": "b_"}). `loops` then names elements of all.

    Raises FileNotFoundError, OSError, ModelError (with file, line, column). Parts that are not
    simulated become warnings of class ModelWarning.
    """
    last = len(add) - 1
    spec = Spec.from_file(path, base=base, loops=loops if last < 0 else None,
                          package_dirs=package_dirs, allow_outside=allow_outside, repair=repair,
                          srdf=srdf)
    common = {"package_dirs": package_dirs, "allow_outside": allow_outside, "repair": repair}
    for i, (other, place) in enumerate(add):
        spec.append_file(other, **{**common, "loops": loops if i == last else None, **place})
    return _compiled(spec, ground)


def loads(text: str, base: Optional[str] = None, ground: Optional[float] = None,
          loops: Optional[Path] = None, package_dirs: Sequence[Path] = (), repair: bool = False, *,
          name: str = "text", allow_outside: bool = False,
          srdf: Optional[Path] = None) -> Model:
    """Load from the text of a file; arguments as of load(). `name` stands for the file."""
    spec = Spec.from_text(text, name=name, base=base, loops=loops, package_dirs=package_dirs,
                          allow_outside=allow_outside, repair=repair, srdf=srdf)
    return _compiled(spec, ground)
