# SPDX-License-Identifier: Apache-2.0
"""Adding elements to a description."""
from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike

from .errors import ArgumentError
from .spec_contents import Reference, SpecContents
from .spec_elements import SpecElement, padded


class SpecAdding(SpecContents):
    """The methods of a Spec that add elements."""

    __slots__ = ()

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
