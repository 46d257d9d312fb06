# SPDX-License-Identifier: Apache-2.0
"""Elements of a description: by name or number, and the values of their members."""
from __future__ import annotations

import operator
from typing import Any, Optional, Union

from .errors import ArgumentError
from .named import Elements, unknown_name
from .spec_elements import (DOF, REFERENCES, SpecElement, SpecElements, dof_entry, padded,
                            six_moments, three_frictions)
from .spec_settings import SpecSettings

Reference = Union[str, int, "SpecElement", None]

WORLD = -1  # the number of the world, where a body is asked for


class SpecContents(SpecSettings):
    """The elements of a Spec, as properties."""

    __slots__ = ()
    _removals: int  # how many elements were removed

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
