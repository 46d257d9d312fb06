# SPDX-License-Identifier: Apache-2.0
"""MuJoCo, where its Python module is installed, as the oracle of the MJCF reader and of motion."""
import json
import math
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from program import ROOT, Case, main, run  # noqa: E402

try:
    import mujoco
    import numpy
except ImportError as missing:
    raise unittest.SkipTest("the Python module mujoco is not installed") from missing

MODELS = [ROOT / "examples" / f"{name}.xml"
          for name in ("double_pendulum", "spherical_chain", "heavy_top")]
MODELS += [ROOT / "tests" / "data" / "mjcf" / f"{name}.xml" for name in ("orientations", "frames")]

# both sides round some ten products of numbers of order 1
ROUNDING = 1e-13
# MuJoCo diagonalises full inertias to about 1e-9 of their size
DIAGONALISED = 1e-9

TYPES = {mujoco.mjtJoint.mjJNT_FREE: (7, 6, (3,)), mujoco.mjtJoint.mjJNT_BALL: (4, 3, (0,)),
         mujoco.mjtJoint.mjJNT_SLIDE: (1, 1, ()), mujoco.mjtJoint.mjJNT_HINGE: (1, 1, ())}


def told(*arguments):
    done = run(*arguments)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def keyframes(model):
    return [model.key(k).name for k in range(model.nkey)]


def oracle(path, key=None):
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    if key is not None:
        mujoco.mj_resetDataKeyframe(model, data, model.key(key).id)
    mujoco.mj_forward(model, data)
    return model, data


def rotation(quat):
    R = numpy.zeros(9)
    mujoco.mju_quat2Mat(R, numpy.array(quat, dtype=float))
    return R.reshape(3, 3)


def joints(model, data):
    """Position, rates and the places of quaternions of every joint, by name."""
    found = {}
    for j in range(model.njnt):
        nq, nv, quats = TYPES[mujoco.mjtJoint(model.jnt_type[j])]
        q, v = model.jnt_qposadr[j], model.jnt_dofadr[j]
        found[model.joint(j).name] = (data.qpos[q:q + nq], data.qvel[v:v + nv], quats)
    return found


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


class Reading(Case):
    def assert_near(self, ours, theirs, tolerance, what):
        error = abs(numpy.array(ours, dtype=float) - numpy.array(theirs, dtype=float)).max()
        self.assertLessEqual(error, tolerance, f"{what}: {ours} is not {theirs}")

    def test_bodies_have_the_masses_and_inertias_that_mujoco_reads(self):
        for path in MODELS:
            model, _ = oracle(path)
            bodies = {b["name"]: b for b in told("info", path, "--json")["bodies"]}
            self.assertEqual(len(bodies), model.nbody - 1)
            for b in range(1, model.nbody):
                ours = bodies[model.body(b).name]
                R = rotation(model.body_iquat[b])
                J = R @ numpy.diag(model.body_inertia[b]) @ R.T
                six = [J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]]
                self.assertEqual(ours["mass"], model.body_mass[b])
                self.assert_near(ours["com"], model.body_ipos[b], ROUNDING, ours["name"])
                self.assert_near(ours["inertia"], six, DIAGONALISED, ours["name"])

    def test_joints_stand_where_mujoco_has_them(self):
        for path in MODELS:
            model, _ = oracle(path)
            ours = {j["name"]: j for j in told("info", path, "--json")["joints"]}
            for j in range(model.njnt):
                joint, kind = ours[model.joint(j).name], mujoco.mjtJoint(model.jnt_type[j])
                self.assertEqual(joint["type"], kind.name[len("mjJNT_"):].lower())
                self.assert_near(joint["anchor"], model.jnt_pos[j], ROUNDING, joint["name"])
                if joint["type"] in ("hinge", "slide"):
                    self.assert_near(joint["axis"], model.jnt_axis[j], ROUNDING, joint["name"])

    def test_bodies_and_sites_stand_and_move_as_in_mujoco(self):
        for path in MODELS:
            for key in (None, *keyframes(oracle(path)[0])):
                self.check_places(path, key)

    def check_places(self, path, key):
        model, data = oracle(path, key)
        options = () if key is None else ("--keyframe", key)
        final = told("simulate", path, "--duration", "0", "--summary", "-", *options)["final"]
        for b in range(1, model.nbody):
            ours = final["bodies"][model.body(b).name]
            # positions add up along the chain
            self.assert_near(ours["position"], data.xpos[b], 10 * ROUNDING, path)
            self.assert_near(rotation(ours["orientation"]), data.xmat[b].reshape(3, 3),
                             10 * ROUNDING, path)
        for s in range(model.nsite):
            ours = final["sites"][model.site(s).name]
            self.assert_near(ours["position"], data.site_xpos[s], 10 * ROUNDING, path)
            twist = numpy.zeros(6)
            mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_SITE, s, twist, 0)
            self.assert_near(ours["velocity"], twist[3:], 100 * ROUNDING, path)
        self.assertLessEqual(joint_error(joints(model, data), final["joints"]), 10 * ROUNDING)


class Motion(Case):
    def test_joints_converge_to_those_of_mujoco_with_order_two(self):
        for path in MODELS:
            for key in (None, *keyframes(oracle(path)[0])):
                self.check_order(path, key)

    def check_order(self, path, key):
        model, data = oracle(path, key)
        model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
        model.opt.timestep = 1e-4
        for _ in range(5000):
            mujoco.mj_step(model, data)
        errors = []
        for dt in (1e-3, 5e-4):
            options = () if key is None else ("--keyframe", key)
            final = told("simulate", path, "--duration", "0.5", "--dt", dt, "--summary", "-",
                         *options)["final"]
            errors.append(joint_error(joints(model, data), final["joints"]))
        if errors[1] < 1e-9:  # at rest
            return
        order = math.log2(errors[0] / errors[1])
        self.assertTrue(1.9 < order < 2.1, f"{path} {key}: errors {errors}")


if __name__ == "__main__":
    main()
