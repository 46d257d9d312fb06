# SPDX-License-Identifier: Apache-2.0
"""Robots with closed loops in the shape of published ones, as a URDF and its file of loops.

Each robot is built for random numbers: joints are bent at zero, so that all loops are open, and
lengths differ a little from side to side.
"""
import numpy


class Robot:
    """Links on hinges, some of which the file of loops gives other types. The origin of a joint is
    bent by a random angle about the axes of its type, at most `bend` [rad]."""

    def __init__(self, rng, bend, spread):
        self.rng, self.bend, self.spread = rng, bend, spread
        self.parts = ['<link name="base"/>']
        self.loops, self.types, self.motors, self.retyped = [], [], [], {}

    def length(self, value):
        return value * (1 + self.spread * self.rng.uniform(-1, 1))

    def place(self, xyz):
        return [self.length(x) for x in xyz]

    def turn(self, axes):
        """The roll, pitch and yaw of small rotations about axes, given by letters."""
        rpy = [0, 0, 0]
        for axis in axes:
            rpy["xyz".index(axis)] = self.bend * self.rng.uniform(-1, 1)
        return rpy

    def link(self, parent, name, axis, xyz, kind="continuous", retyped=None, motor=False, mass=1):
        """A link named as its joint. `axis` is a letter, or the letters of a retyped joint."""
        bent = [0, 0, 0] if kind == "prismatic" else self.turn(axis)
        unit = " ".join("1" if letter == axis[0] else "0" for letter in "xyz")
        limit = '<limit effort="1" velocity="1"/>' if kind == "prismatic" else ""
        self.parts.append(
            f'<link name="{name}_link"><inertial><origin xyz="0 0 -.1"/><mass value="{mass}"/>'
            '<inertia ixx=".01" iyy=".01" izz=".01" ixy="0" ixz="0" iyz="0"/></inertial></link>'
            f'<joint name="{name}" type="{kind}"><parent link="{parent}"/>'
            f'<child link="{name}_link"/><origin xyz="{numbers(self.place(xyz))}" '
            f'rpy="{numbers(bent)}"/><axis xyz="{unit}"/>{limit}</joint>')
        if retyped:
            self.retyped[name] = retyped
        if motor:
            self.motors.append(name)
        return name + "_link"

    def frame(self, parent, name, xyz):
        self.parts.append(
            f'<link name="{name}"/><joint name="{name}_frame" type="fixed">'
            f'<parent link="{parent}"/><child link="{name}"/>'
            f'<origin xyz="{numbers(self.place(xyz))}"/></joint>')
        return name

    def loop(self, kind, first, second):
        self.loops.append([first, second])
        self.types.append(kind)

    def urdf(self):
        return f'<robot name="robot">{"".join(self.parts)}</robot>'

    def yaml(self):
        return (f"closed_loop: {self.loops}\ntype: {self.types}\nname_mot: {self.motors}\n"
                f"joint_name: {list(self.retyped)}\njoint_type: {list(self.retyped.values())}\n")


def numbers(values):
    return " ".join(repr(float(v)) for v in values)


def hip(r, leg, y):
    link = r.link("base", f"{leg}_hip_z", "z", (0, y, 0), motor=True)
    link = r.link(link, f"{leg}_hip_x", "x", (0, 0, 0), motor=True)
    return r.link(link, f"{leg}_hip_y", "y", (0, 0, 0), motor=True)


def push_rods(r, leg, body, foot, at, first, last, kind):
    """Two cranks of motors on a body, and a rod from each to the foot."""
    for k, y in enumerate((0.05, -0.05)):
        name = f"{leg}_rod{k}"
        height = at + 0.08 * k
        crank = r.link(body, f"{name}_motor", "y", (0, y, -height), motor=True)
        rod = r.link(crank, f"{name}_crank", first, (-0.05, 0, 0),
                     retyped=f"UJOINT_{first.upper()}")
        end = (0, 0, height - 0.35)
        if last:
            tip = r.link(rod, f"{name}_end", "xyz", end, retyped=last, mass=0.01)
            r.loop(kind, tip, r.frame(foot, f"{name}_foot", (-0.05, y, 0)))
        else:
            r.loop(kind, r.frame(rod, f"{name}_tip", end),
                   r.frame(foot, f"{name}_foot", (-0.05, y, 0)))


def biped_with_push_rods(rng, bend):
    """Ankles of two axes, each moved by two rods with universal and spherical ends."""
    r = Robot(rng, bend, 0.02)
    for leg, y in (("left", 0.1), ("right", -0.1)):
        shin = r.link(hip(r, leg, y), f"{leg}_knee", "y", (0, 0, -0.35), motor=True)
        foot = r.link(shin, f"{leg}_ankle", "yx", (0, 0, -0.35), retyped="UJOINT_YX")
        push_rods(r, leg, shin, foot, 0.05, "yx", None, "3D")
    return r


def biped_with_tarsi(rng, bend):
    """Digit's shape: the tarsus hangs on a passive hinge and a rod to the thigh, the foot on two
    rods with spherical ends, whose whole frames coincide with those on the foot."""
    r = Robot(rng, bend, 0.02)
    for leg, y in (("left", 0.1), ("right", -0.1)):
        thigh = hip(r, leg, y)
        shin = r.link(thigh, f"{leg}_knee", "y", (0, 0, -0.3), motor=True)
        tarsus = r.link(shin, f"{leg}_tarsus", "y", (0, 0, -0.1))
        rod = r.link(thigh, f"{leg}_rod", "xyz", (-0.06, 0, 0), retyped="SPHERICAL")
        tip = r.link(rod, f"{leg}_rod_end", "xy", (0, 0, -0.4), retyped="CARDAN", mass=0.01)
        r.loop("6d", tip, r.frame(tarsus, f"{leg}_heel", (-0.06, 0, 0)))
        foot = r.link(tarsus, f"{leg}_ankle", "xy", (0, 0, -0.35), retyped="CARDAN")
        push_rods(r, leg, tarsus, foot, 0.05, "xy", "SPHERICAL", "6d")
    return r


def biped_with_spatial_four_bars(rng, bend):
    """The hip is a universal joint that two motors move by rods, the knee a planar four-bar that
    closes at a hinge."""
    r = Robot(rng, bend, 0.0)
    for leg, y in (("left", 0.1), ("right", -0.1)):
        thigh = r.link("base", f"{leg}_hip", "xy", (0, y, 0), retyped="UJOINT_XY")
        for k, side in enumerate((0.06, -0.06)):
            crank = r.link("base", f"{leg}_hip_motor{k}", "y", (-0.1, y + side, 0), motor=True)
            rod = r.link(crank, f"{leg}_hip_rod{k}", "xyz", (-0.05, 0, 0), retyped="SPHERICAL")
            r.loop("3D", r.frame(rod, f"{leg}_hip_tip{k}", (0.1, 0, -0.15)),
                   r.frame(thigh, f"{leg}_thigh{k}", (-0.05, side, -0.15)))
        shin = r.link(thigh, f"{leg}_knee", "y", (0, 0, -0.35))
        crank = r.link(thigh, f"{leg}_knee_motor", "y", (0, 0, -0.1), motor=True)
        rod = r.link(crank, f"{leg}_knee_rod", "y", (-0.06, 0, 0))
        tip = r.link(rod, f"{leg}_knee_tip", "y", (0, 0, -0.25), mass=0.01)
        r.loop("6d", tip, r.frame(shin, f"{leg}_lever", (-0.06, 0, 0)))
    return r


def biped_with_linear_actuators(rng, bend):
    """Kangaroo's shape: linear actuators between universal joints and points move hip, knee and
    ankle."""
    r = Robot(rng, bend, 0.02)

    def actuator(name, body, at, target, end, length):
        cylinder = r.link(body, f"{name}_pivot", "xy", at, retyped="UJOINT_XY")
        rod = r.link(cylinder, f"{name}_motor", "z", (0, 0, -length), kind="prismatic", motor=True)
        r.loop("3D", r.frame(rod, f"{name}_tip", (0, 0, 0)), r.frame(target, f"{name}_at", end))

    for leg, y in (("left", 0.1), ("right", -0.1)):
        turn = r.link("base", f"{leg}_hip_z", "z", (0, y, 0), motor=True)
        thigh = r.link(turn, f"{leg}_hip", "yx", (0, 0, 0), retyped="UJOINT_YX")
        shin = r.link(thigh, f"{leg}_knee", "y", (0, 0, -0.4))
        foot = r.link(shin, f"{leg}_ankle", "yx", (0, 0, -0.4), retyped="UJOINT_YX")
        for k, side in enumerate((0.06, -0.06)):
            actuator(f"{leg}_hip{k}", turn, (-0.1, side, 0), thigh, (-0.05, side, -0.25), 0.25)
            actuator(f"{leg}_foot{k}", shin, (-0.05, side, -0.1), foot, (-0.06, side, 0), 0.3)
        actuator(f"{leg}_calf", thigh, (-0.08, 0, -0.1), shin, (-0.06, 0, -0.05), 0.35)
    return r


def leg_with_four_bar(rng, bend):
    """A parallelogram moves the knee: a planar loop of hinges that closes at whole frames."""
    r = Robot(rng, bend, 0.0)
    for leg, y in (("left", 0.1), ("right", -0.1)):
        side = r.link("base", f"{leg}_hip_x", "x", (0, y, 0), motor=True)
        thigh = r.link(side, f"{leg}_hip_y", "y", (0, 0.05, 0), motor=True)
        shin = r.link(thigh, f"{leg}_knee", "y", (0, 0, -0.2))
        crank = r.link(side, f"{leg}_knee_motor", "y", (0, 0.05, 0), motor=True)
        rod = r.link(crank, f"{leg}_rod", "y", (0.04, 0, 0))
        tip = r.link(rod, f"{leg}_rod_end", "y", (0, 0, -0.2), mass=0.01)
        r.loop("6d", tip, r.frame(shin, f"{leg}_lever", (0.04, 0, 0)))
    return r


ROBOTS = (biped_with_push_rods, biped_with_tarsi, biped_with_spatial_four_bars,
          biped_with_linear_actuators, leg_with_four_bar)
