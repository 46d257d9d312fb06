# SPDX-License-Identifier: Apache-2.0
"""The elements of a description by name, and their members as users write them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from .errors import ArgumentError
from .named import Elements
from .values import Array

if TYPE_CHECKING:
    from .spec_contents import SpecContents

# members that are numbers of other elements, with the kind of these
REFERENCES = {"parent": "body", "child": "body", "body": "body", "body_a": "body",
               "body_b": "body", "joint": "joint", "from_joint": "joint", "site_a": "site",
               "site_b": "site", "geom_a": "geom", "geom_b": "geom", "mesh": "mesh",
               "spring": "spring", "from_spring": "spring"}
DOF = ("stiffness", "rest", "damping", "armature", "range", "friction_loss", "effort", "speed")


def six_moments(value: ArrayLike) -> Array:
    """xx yy zz xy xz yz of three principal moments, of these six, or of a symmetric 3 x 3."""
    x = np.asarray(value, dtype=float)
    if x.shape == (3,):
        return np.concatenate([x, np.zeros(3)])
    if x.shape == (3, 3):
        if not np.array_equal(x, x.T):
            raise ArgumentError("inertia: a matrix has to be symmetric")
        return x[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
    return x


def padded(value: ArrayLike, count: int) -> Array:
    x = np.atleast_1d(np.asarray(value, dtype=float))
    return np.concatenate([x, np.zeros(max(0, count - x.size))])


def dof_entry(values: dict[str, Any]) -> dict[str, Any]:
    """An entry of `along`; a range that is given limits the coordinate."""
    entry = dict(values)
    if "range" in entry and "limited" not in entry:
        entry["limited"] = entry["range"] is not None
        entry["range"] = (0.0, 0.0) if entry["range"] is None else entry["range"]
    return entry


def three_frictions(value: ArrayLike) -> Array:
    """Sliding friction, with the defaults of the others, or all three."""
    x = np.atleast_1d(np.asarray(value, dtype=float))
    return np.concatenate([x, np.array([1.0, 0.005, 0.0001])[x.size:]])


class SpecElement:
    """An element of a Spec: its members are read and set as attributes.

    It stands for a number: after a removal of elements look it up again.
    """

    __slots__ = ("_spec", "_kind", "number", "_removals")
    _spec: "SpecContents"
    _kind: str
    number: int
    name: Optional[str]

    _removals: int

    def __init__(self, spec: "SpecContents", kind: str, number: int):
        object.__setattr__(self, "_spec", spec)
        object.__setattr__(self, "_kind", kind)
        object.__setattr__(self, "number", number)
        object.__setattr__(self, "_removals", spec._removals)

    def check_present(self) -> None:
        """Raise ArgumentError if elements were removed since this object was made."""
        if self._spec._removals != self._removals:
            raise ArgumentError(f"{self._kind} {self.number} was removed or renumbered: look the "
                                "element up again")

    def members(self) -> dict[str, Any]:
        """All members by name."""
        self.check_present()
        return self._spec._get(self._kind, self.number)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # no member; the object may be half made
            raise AttributeError(name)
        members = self.members()
        if name in members:
            return members[name]
        if name in DOF and "along" in members:
            return members["along"][0][name]
        raise AttributeError(f"{self._kind} has no member '{name}'; there are {', '.join(members)}")

    def __setattr__(self, name: str, value: Any) -> None:
        self.check_present()
        self._spec._set(self._kind, self.number, self._spec._values(self._kind, {name: value}))

    def __dir__(self) -> Iterable[str]:
        members = self.members()
        return [*super().__dir__(), *members, *(DOF if "along" in members else ())]

    def __reduce__(self):
        return (SpecElement, (self._spec, self._kind, self.number))

    def __index__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        if self._spec._removals != self._removals:
            return f"<{self._kind} {self.number}, removed or renumbered>"
        name = self.members().get("name") or ""
        return f"<{self._kind} {self.number} '{name}' of ludo.Spec '{self._spec.name}'>"


class SpecElements(Elements[SpecElement]):
    """The elements of a kind, as they are now. Elements without a name are listed as ''; they are
    found by the name that the compiled model gives them, too."""

    __slots__ = ("_spec",)

    def __init__(self, spec: "SpecContents", kind: str):
        names = [spec._get(kind, i).get("name") or "" for i in range(spec._count(kind))]
        super().__init__(kind, names, {name: i for i, name in enumerate(names) if name},
                         lambda number: SpecElement(spec, kind, number))
        self._spec = spec

    def number(self, which: Union[str, int]) -> int:
        if isinstance(which, str):
            return self._spec._number(self._kind, which)
        return super().number(which)
