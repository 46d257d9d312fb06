# SPDX-License-Identifier: Apache-2.0
"""MuJoCo, where its Python module is installed, as the oracle for the meaning of model files.

`compiled(path)` is MuJoCo's compile of a file, with nothing fused or thrown away that Ludo keeps.
Where Ludo means something else by design, the difference is made here: DIFFERENCES.
"""
import json
import pathlib
import random
import struct
import unittest
import warnings

from program import ROOT, run

try:
    import mujoco
    import numpy
except ImportError as missing:
    raise unittest.SkipTest("the Python module mujoco is not installed") from missing

HERE = ROOT / "tests" / "models"
SHARED = ROOT.parent / "shared" / "models"  # robots of other projects, if installed

# less than any mass of the models here: it changes no compared number
NEXT_TO_NOTHING = 1e-12

TYPES = {mujoco.mjtJoint.mjJNT_FREE: (7, 6, (3,)), mujoco.mjtJoint.mjJNT_BALL: (4, 3, (0,)),
         mujoco.mjtJoint.mjJNT_SLIDE: (1, 1, ()), mujoco.mjtJoint.mjJNT_HINGE: (1, 1, ())}


# MuJoCo's suffixes of the three joints that it makes of a planar joint
PLANAR = ("_TX", "_TY", "_RZ")


def own_models():
    """The complete models beside the tests."""
    return sorted([*HERE.glob("*.xml"), *HERE.glob("*.urdf"),
                   *HERE.glob("features/*.xml"), *HERE.glob("features/*.urdf"),
                   HERE / "includes" / "robot.xml",
                   HERE / "pick_and_place" / "urdf" / "picker.urdf"])


def shared_models():
    """Robots; scenes of contact problems are not among them."""
    found = [*SHARED.glob("*/*.xml"), *SHARED.glob("*/*.urdf")]
    return sorted(path for path in found if path.parent.name != "contact")


def control_names(model):
    """Ludo's names of MuJoCo's controls: of each further input of a pid, with a suffix."""
    names = [""] * model.nu
    for i in range(model.nactuator):
        first, count = model.actuator_ctrladr[i], model.actuator_ctrlnum[i]
        inputs = [suffix for bit, suffix in ((1, "_pos"), (2, "_vel"), (4, "_ff"))
                  if model.actuator_ctrlspec[i] & bit]
        for k in range(count):
            names[first + k] = model.actuator(i).name + (inputs[k] if k > 0 else "")
    return names


def json_of(*arguments):
    """The JSON that the program prints."""
    done = run(*arguments)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def binary_stl(text):
    """A text STL as a binary STL: MuJoCo reads binary files only."""
    words = text.split()
    numbers = [float(x) for i, w in enumerate(words) if w == "vertex" for x in words[i + 1:i + 4]]
    out = bytes(80) + struct.pack("<I", len(numbers) // 9)
    for at in range(0, len(numbers), 9):
        out += struct.pack("<12fH", 0, 0, 0, *numbers[at:at + 9], 0)
    return out


def text_meshes():
    """The text STLs of the models here, as binary files."""
    return {path.name: binary_stl(path.read_text(encoding="ascii"))
            for path in (HERE / "meshes").glob("*.stl") if path.read_bytes().startswith(b"solid")}


# ---- differences by design ----


def without_meshes(spec):
    """Missing meshes of a URDF, or meshes in packages, are no error for Ludo."""
    for geom in list(spec.geoms):
        if geom.type == mujoco.mjtGeom.mjGEOM_MESH:
            spec.delete(geom)
    for mesh in list(spec.meshes):
        spec.delete(mesh)


def without_weight(spec):
    """Geometry of a URDF adds no mass to links."""
    for geom in spec.geoms:
        geom.mass = 0


def with_mass(spec):
    """Movable bodies without mass are parts of a composite joint; MuJoCo refuses them."""
    for body in spec.bodies:
        given = body.explicitinertial and body.mass > 0
        if body.joints and not given and all(g.mass == 0 for g in body.geoms):
            body.explicitinertial = True
            body.mass = NEXT_TO_NOTHING
            body.inertia = [NEXT_TO_NOTHING] * 3


# Changes to MuJoCo's spec before its compile, by suffix of the file. Other differences: Ludo reads
# text STLs (text_meshes), accepts an impossible inertia as a part of a sum (take_impossible), has
# one joint for a planar joint (joint_name), and merges links without joints with the body that they
# are fixed to (carriers). docs/mjcf.md and docs/urdf.md describe these differences.
DIFFERENCES = ((".urdf", without_meshes), (".urdf", without_weight), ("", with_mass))


def take_impossible(spec):
    """Replace impossible inertias and return them by name. Ludo requires a possible inertia of the
    sum of bodies fixed to each other, MuJoCo of each body."""
    taken = {}
    if spec.compiler.balanceinertia:
        return taken
    for body in spec.bodies:
        xx, yy, zz, xy, xz, yz = body.fullinertia
        if numpy.isnan(xx):
            continue
        moments, axes = numpy.linalg.eigh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        if moments[0] + moments[1] < moments[2]:
            body.fullinertia = [numpy.nan] * 6
            body.inertia = [NEXT_TO_NOTHING] * 3
            taken[body.name] = moments, axes * numpy.linalg.det(axes)
    return taken


def give_impossible(model, taken):
    for name, (moments, axes) in taken.items():
        body = model.body(name)
        body.inertia[:] = moments
        mujoco.mju_mat2Quat(body.iquat, axes.ravel())


def carlson(x, y, z):
    """The symmetric elliptic integral R_D, by duplication."""
    total, part = 0.0, 1.0
    for _ in range(30):
        a, b, c = numpy.sqrt([x, y, z])
        shift = a * b + a * c + b * c
        total += part / (c * (z + shift))
        part /= 4
        x, y, z = (x + shift) / 4, (y + shift) / 4, (z + shift) / 4
    return 3 * total + part / z ** 1.5


def add_exact_masses(model):
    """Replace added masses of ellipsoids of drag, which have errors of some 1e-7 in MuJoCo."""
    for geom, coefficients in enumerate(model.geom_fluid):
        if coefficients[0] == 0:
            continue
        radius, half, _ = model.geom_size[geom]
        s = {int(mujoco.mjtGeom.mjGEOM_SPHERE): [radius] * 3,
             int(mujoco.mjtGeom.mjGEOM_CAPSULE): [radius, radius, radius + half],
             int(mujoco.mjtGeom.mjGEOM_CYLINDER): [radius, radius, half]}.get(
                 int(model.geom_type[geom]), model.geom_size[geom])
        volume, s2 = 4 / 3 * numpy.pi * numpy.prod(s), numpy.square(s)
        alpha = [2 / 3 * numpy.prod(s) * carlson(s2[i - 2], s2[i - 1], s2[i]) for i in range(3)]
        for i in range(3):
            j, k = i - 2, i - 1
            less, more = s2[j] - s2[k], s2[j] + s2[k]
            below = 2 * less + more * (alpha[j] - alpha[k])
            turned = less ** 2 * (alpha[k] - alpha[j]) / below if abs(below) > 1e-12 * more else 0
            coefficients[6 + i] = volume * alpha[i] / (2 - alpha[i])
            coefficients[9 + i] = volume / 5 * turned


def compiled(path, free=False):
    """MuJoCo's model of a file; free: with a free joint above the root of a URDF."""
    path = pathlib.Path(path)
    spec = mujoco.MjSpec.from_file(str(path), assets=text_meshes())
    spec.compiler.fusestatic = False
    if free:
        spec.worldbody.first_body().add_freejoint(name="root")
    for suffix, change in DIFFERENCES:
        if path.suffix.endswith(suffix):
            change(spec)
    taken = take_impossible(spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # deprecations in MuJoCo
        model = spec.compile()
    give_impossible(model, taken)
    mujoco.mj_setConst(model, mujoco.MjData(model))
    add_exact_masses(model)  # setting constants computes them again
    return model


def body_name(model, body):
    """The name of a body, by number if the file has none; None for the world."""
    return (model.body(body).name or f"body{body - 1}") if body else None


def carriers(model):
    """For each body the one that it merges into: itself if it has joints, or if a sensor reads the
    force of its weld; 0 is the world."""
    wrench = {int(mujoco.mjtSensor.mjSENS_FORCE), int(mujoco.mjtSensor.mjSENS_TORQUE)}
    felt = {model.site_bodyid[model.sensor_objid[i]] for i in range(model.nsensor)
            if int(model.sensor_type[i]) in wrench}
    hosts = [0]
    for body in range(1, model.nbody):
        stays = model.body_jntnum[body] or body in felt
        hosts.append(body if stays else hosts[model.body_parentid[body]])
    return hosts


def rotation(quat):
    R = numpy.zeros(9)
    mujoco.mju_quat2Mat(R, numpy.array(quat, dtype=float))
    return R.reshape(3, 3)


def joint_name(model, j):
    """The name of a joint, by number if the file has none. A planar joint of a URDF is one joint of
    three coordinates in Ludo, and three joints in MuJoCo."""
    name = model.joint(j).name
    body = model.jnt_bodyid[j]
    if name.endswith(PLANAR):
        return name[:-len(PLANAR[0])]
    return name or f"{body_name(model, body)}.joint{j - model.body_jntadr[body]}"


def coordinates(model):
    """For every joint, by name, the indices of its coordinates, rates and quaternions."""
    found = {}
    for j in range(model.njnt):
        nq, nv, quats = TYPES[mujoco.mjtJoint(model.jnt_type[j])]
        q, v, _ = found.get(joint_name(model, j), ([], [], ()))
        found[joint_name(model, j)] = (q + list(range(model.jnt_qposadr[j],
                                                      model.jnt_qposadr[j] + nq)),
                                       v + list(range(model.jnt_dofadr[j],
                                                      model.jnt_dofadr[j] + nv)), quats)
    return found


def keyframe_order(model, joints):
    """MuJoCo's index of each of Ludo's coordinates and rates; joints has, by name, the slices of a
    joint's coordinates and rates."""
    theirs = coordinates(model)
    q, v = numpy.zeros(model.nq, dtype=int), numpy.zeros(model.nv, dtype=int)
    for name, (at_q, at_v) in joints.items():
        q[at_q], v[at_v] = theirs[name][0], theirs[name][1]
    return q, v


def joints(model, data):
    """Positions, rates and indices of quaternions of every joint, by name."""
    return {name: (data.qpos[q], data.qvel[v], quats)
            for name, (q, v, quats) in coordinates(model).items()}


def start_options(model, data):
    """Options that start the program in MuJoCo's state."""
    options = []
    for name, (position, velocity, _) in joints(model, data).items():
        for option, values in (("--qpos", position), ("--qvel", velocity)):
            options += [option, f"{name}=" + ",".join(f"{x:.17g}" for x in values)]
    return options


def random_start(model, seed):
    """A moving state near the reference pose, within the distance at which two axes of a composite
    joint align."""
    rng = random.Random(seed)
    data = mujoco.MjData(model)
    data.qpos[:] += [rng.uniform(-0.4, 0.4) for _ in range(model.nq)]
    mujoco.mj_normalizeQuat(model, data.qpos)
    data.qvel[:] = [rng.uniform(-0.5, 0.5) for _ in range(model.nv)]
    mujoco.mj_forward(model, data)
    return data


def joint_error(theirs, ours):
    """The largest difference of joint coordinates; q and -q are the same rotation."""
    worst = 0.0
    for name, (position, velocity, quats) in theirs.items():
        q, p = numpy.array(ours[name]["position"]), numpy.array(position)
        for at in quats:
            if q[at:at + 4] @ p[at:at + 4] < 0:
                q[at:at + 4] *= -1
        worst = max(worst, abs(q - p).max(),
                    abs(numpy.array(ours[name]["velocity"]) - velocity).max())
    return worst
