# SPDX-License-Identifier: Apache-2.0
"""Spec: an editable description of a mechanism. Built here or read from a file, then compiled."""
from __future__ import annotations

import os
import warnings as python_warnings
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

from numpy.typing import ArrayLike

from . import _core
from .errors import ArgumentError, ModelWarning
from .spec_adding import SpecAdding
from .spec_contents import WORLD, Reference
from .spec_elements import SpecElement
from .values import Frame

if TYPE_CHECKING:
    from .model import Model

Path = Union[str, "os.PathLike[str]"]


class Spec(SpecAdding):
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

    # ---- changing, whole descriptions ----

    def hold_joint(self, joint: Reference) -> None:
        """Hold a joint in place when loops are closed at a start."""
        self._hold_joint(self._number("joint", joint))

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
