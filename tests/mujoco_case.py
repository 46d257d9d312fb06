# SPDX-License-Identifier: Apache-2.0
"""A test case that compares the compiled model of a file with MuJoCo's."""
from mujoco_oracle import (NEXT_TO_NOTHING, PLANAR, body_name, carriers, compiled, joint_error,
                           joint_name, joints, mujoco, numpy, random_start, rotation,
                           start_options, json_of)
from program import Case

# products and sums of some tens of numbers, rounded by both programs
ROUNDING = 1e-13
# masses, centres, moments: measured at most 5e-15; 5e-12 for shells of ellipsoids, whose area and
# moments are approximated by both programs
WEIGHT = 1e-10
# MuJoCo's iteration for principal axes stops at this error: its moments are exact to the square of
# the error, its axes, and so the products of inertia, are not; measured: 1.3e-8
AXES = 1e-7

# error of rates after the projection of a start; measured: 2e-12 for 1e-9 kg on a body of 654 t,
# and 3e-11 at rates of some 10
START = 1e-10
PLACE = 10 * ROUNDING  # errors add up along a chain

# number of sizes of a shape
SIZES = {"plane": 2, "sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3}

def moments(inertia):
    """The matrix of xx yy zz xy xz yz."""
    xx, yy, zz, xy, xz, yz = inertia
    return numpy.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


class Sum:
    """Mass, centre of mass and central inertia of bodies that are fixed to each other."""

    def __init__(self, parts):
        self.alone = len(parts) == 1
        self.mass = sum(mass for mass, _, _ in parts)
        self.com = sum(mass * com for mass, com, _ in parts) / (self.mass or 1)
        self.inertia = sum(J + mass * self.about(com - self.com) for mass, com, J in parts)

    @staticmethod
    def about(r):
        return r @ r * numpy.eye(3) - numpy.outer(r, r)


def sums(model):
    """Sums of bodies fixed to each other, by the body that they merge into; in its frame."""
    hosts, poses = carriers(model), {}
    parts = {}
    for body in range(1, model.nbody):
        R, r = rotation(model.body_quat[body]), model.body_pos[body]
        if hosts[body] == body:
            R, r = numpy.eye(3), numpy.zeros(3)
        elif model.body_parentid[body]:
            over, at = poses[model.body_parentid[body]]
            R, r = over @ R, at + over @ r
        poses[body] = R, r
        axes = R @ rotation(model.body_iquat[body])
        parts.setdefault(hosts[body], []).append(
            (model.body_mass[body], r + R @ model.body_ipos[body],
             axes @ numpy.diag(model.body_inertia[body]) @ axes.T))
    return {host: Sum(parts[host]) for host in parts}


class MujocoCase(Case):
    """Checks of masses, frames, axes, ranges, names and poses."""

    def near(self, ours, theirs, tolerance, what):
        ours, theirs = numpy.array(ours, dtype=float), numpy.array(theirs, dtype=float)
        error = abs(ours - theirs).max(initial=0)
        self.assertLessEqual(error, tolerance, f"{what}: {ours} is not {theirs}")

    def check_model(self, path, *base):
        """base: ("--base", "free") for a URDF that floats."""
        model = compiled(path, free=bool(base))
        info = json_of("info", path, "--json", *base)
        self.assertEqual(info["dof"], model.nv)
        total = model.body_mass.sum()
        self.near(info["mass"], total, WEIGHT * total, "the whole mass")
        self.check_bodies(model, info)
        # a fixed joint that a force sensor reads is kept
        self.check_joints(model, {j["name"]: j for j in info["joints"] if j["type"] != "fixed"})
        if path.suffix != ".urdf":  # MuJoCo reads one of its two sets of geoms
            self.check_geoms(model, info["geoms"])
        if not info["loops"]:
            data = random_start(model, 0)
            self.check_places(path, model, data, [*start_options(model, data), *base])
            for key in range(model.nkey):
                self.check_keyframe(path, model, key)

    def check_bodies(self, model, info):
        """Bodies, the bodies merged into them, and their masses are equal."""
        ours = {b["name"]: b for b in info["bodies"]}
        hosts = carriers(model)
        self.assertEqual(set(ours), {body_name(model, b) for b in set(hosts) - {0}})
        for host in set(hosts):
            merged = {body_name(model, b) for b, h in enumerate(hosts) if h == host != b}
            said = ours[body_name(model, host)] if host else info["world"]
            self.assertEqual(set(said["merged"]), merged)
        for host, theirs in sums(model).items():
            if host:
                self.check_mass(ours[body_name(model, host)], theirs)

    def check_mass(self, ours, theirs):
        name = ours["name"]
        if ours["mass"] == 0:
            self.assertLessEqual(theirs.mass, NEXT_TO_NOTHING, name)
            return
        self.near(ours["mass"], theirs.mass, WEIGHT * theirs.mass, f"{name}: mass")
        size = abs(theirs.com).max() + numpy.sqrt(abs(theirs.inertia).max() / theirs.mass)
        self.near(ours["com"], theirs.com, WEIGHT * size, f"{name}: centre of mass")
        inertia, largest = moments(ours["inertia"]), abs(theirs.inertia).max()
        self.near(inertia, theirs.inertia, AXES * largest, f"{name}: inertia")
        if theirs.alone:
            self.near(numpy.linalg.eigvalsh(inertia), numpy.linalg.eigvalsh(theirs.inertia),
                      WEIGHT * largest, f"{name}: principal moments")

    def check_joints(self, model, ours):
        names = [joint_name(model, j) for j in range(model.njnt)]
        self.assertEqual(set(ours), set(names))
        for j, name in enumerate(names):
            body, kind = model.jnt_bodyid[j], mujoco.mjtJoint(model.jnt_type[j])
            said = ours[name]
            self.assertEqual(said["child"], body_name(model, body))
            self.assertEqual(said["parent"], body_name(model, model.body_parentid[body]))
            self.near(said["anchor"], model.jnt_pos[j], ROUNDING, f"{name}: anchor")
            if said["type"] == "planar":
                self.assertIn(model.joint(j).name[-len(PLANAR[0]):], PLANAR)
            else:
                self.assertEqual(said["type"], kind.name[len("mjJNT_"):].lower())
            if kind == mujoco.mjtJoint.mjJNT_HINGE or said["type"] == "slide":
                self.near(said["axis"], model.jnt_axis[j], ROUNDING, f"{name}: axis")
            self.check_range(said, model.jnt_limited[j], model.jnt_range[j])

    def check_range(self, said, limited, theirs):
        if not limited:
            self.assertIsNone(said["range"], said["name"])
        else:
            self.near(said["range"], theirs, ROUNDING, f"{said['name']}: range")

    def check_geoms(self, model, geoms):
        """Shapes of a body are equal, in the order of the file. Frames of meshes are not compared;
        the frame of a shape fitted to a mesh is along principal axes."""
        ours = {}
        for geom in geoms:
            ours.setdefault(geom["body"], []).append(geom)
        for g in range(model.ngeom):
            said = ours[body_name(model, model.geom_bodyid[g])].pop(0)
            kind = mujoco.mjtGeom(model.geom_type[g]).name[len("mjGEOM_"):].lower()
            self.assertEqual(said["type"], kind)
            self.assertTrue(said["name"] == model.geom(g).name or not model.geom(g).name)
            if kind == "mesh":
                continue
            count = SIZES[kind]
            self.near(said["size"][:count], model.geom_size[g][:count], ROUNDING, said["name"])
            self.near(said["position"], model.geom_pos[g], ROUNDING, said["name"])
            self.near(rotation(said["orientation"]), rotation(model.geom_quat[g]),
                      AXES if model.nmesh else ROUNDING, said["name"])
        self.assertFalse(any(ours.values()))

    def check_keyframe(self, path, model, key):
        data = mujoco.MjData(model)
        mujoco.mj_resetDataKeyframe(model, data, key)
        mujoco.mj_forward(model, data)
        self.check_places(path, model, data,
                          ["--keyframe", model.key(key).name or f"keyframe{key}"])

    def check_places(self, path, model, data, options):
        """Poses of bodies and sites are equal, so frames of joints are."""
        # some starts are outside of limits; MuJoCo does not move them
        final = json_of("simulate", path, "--duration", "0", "--no-contact", "--no-limits",
                        "--summary", "-", *options)["final"]
        self.assertLessEqual(joint_error(joints(model, data), final["joints"]), START)
        for body in range(1, model.nbody):
            ours = final["bodies"][body_name(model, body)]
            self.near(ours["position"], data.xpos[body], PLACE, "position")
            self.near(rotation(ours["orientation"]), data.xmat[body].reshape(3, 3), PLACE,
                      "orientation")
        for site in range(model.nsite):
            ours = final["sites"][model.site(site).name or f"site{site}"]
            self.near(ours["position"], data.site_xpos[site], PLACE, "site")
            twist = numpy.zeros(6)
            mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_SITE, site, twist, 0)
            self.near(ours["velocity"], twist[3:], START, "velocity of a site")
