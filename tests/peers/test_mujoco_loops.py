# SPDX-License-Identifier: Apache-2.0
"""Loops of a file against MuJoCo's constraint rows, made exact: equal accelerations, closed loops;
robots with loops move with order two."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import ROOT, Case, main  # noqa: E402
from mujoco_oracle import (SHARED, compiled, coordinates, mujoco, numpy,  # noqa: E402
                           own_models, json_of)


def with_loops():
    """Files whose loops are closed at the reference pose."""
    for path in [*own_models(), *sorted((ROOT / "examples").glob("*.xml"))]:
        if path.suffix == ".xml" and json_of("info", path, "--json")["loops"]:
            model, data = rows_only(path)
            if abs(data.efc_pos[:data.ne]).max(initial=0) < 1e-9:
                yield path, model, data


def rows_only(path):
    """MuJoCo at rest in the reference pose, with loop constraints only."""
    model = compiled(path)
    off = mujoco.mjtDisableBit
    model.opt.disableflags |= off.mjDSBL_CONTACT | off.mjDSBL_LIMIT | off.mjDSBL_FRICTIONLOSS
    model.opt.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data


def rows(model, data):
    return data.efc_J.reshape(-1, model.nv)[:data.ne]


def hard_acceleration(model, data):
    """Accelerations from MuJoCo's masses, forces and rows at rest with exact rows: J a = 0."""
    M = numpy.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, M)
    J, free = rows(model, data), numpy.linalg.solve(M, data.qfrc_smooth)
    MJ = numpy.linalg.solve(M, J.T)
    return free - MJ @ numpy.linalg.lstsq(J @ MJ, J @ free, rcond=1e-10)[0]


class Loops(Case):
    STEP = 2e-5
    # extrapolation leaves errors of order (STEP times a rate)^2; rates are of order 100
    TOLERANCE = 1e-5
    # Newton leaves 1e-10 of lengths and angles of size 1; some ten joints in series amplify it
    CLOSED = 1e-9

    def test_loops_accelerate_as_the_rows_of_mujoco_say(self):
        for path, model, data in with_loops():
            with self.subTest(path=path):
                whole, half = (self.mean_acceleration(path, model, dt)
                               for dt in (self.STEP, self.STEP / 2))
                theirs = hard_acceleration(model, data)
                error = abs(2 * half - whole - theirs).max() / max(1, abs(theirs).max())
                self.assertLessEqual(error, self.TOLERANCE)

    def mean_acceleration(self, path, model, step):
        _, rates = self.moved(path, model, step, step)
        return rates / step

    def moved(self, path, model, duration, dt, *options):
        """The final positions and rates of a run, in MuJoCo's order."""
        final = json_of("simulate", path, "--duration", duration, "--dt", dt, "--summary", "-",
                        "--no-contact", "--no-limits", *options)["final"]["joints"]
        position, rates = numpy.zeros(model.nq), numpy.zeros(model.nv)
        for name, (q, v, _) in coordinates(model).items():
            position[q], rates[v] = final[name]["position"], final[name]["velocity"]
        return position, rates

    def test_loops_are_closed_for_mujoco(self):
        for path, model, data in with_loops():
            with self.subTest(path=path):
                # mechanisms with a keyframe do not move from the reference pose
                key = ("--keyframe", model.key(0).name) if model.nkey else ()
                data.qpos[:], data.qvel[:] = self.moved(path, model, 0.3, 0.002, *key)
                mujoco.mj_fwdPosition(model, data)
                self.assertGreater(abs(data.qvel).max(), 1e-3)
                self.assertLessEqual(abs(data.efc_pos[:data.ne]).max(), self.CLOSED)
                self.assertLessEqual(abs(rows(model, data) @ data.qvel).max(),
                                     self.CLOSED * max(1, abs(data.qvel).max()))


class Robots(Case):
    """Robots whose model files leave loops open. MuJoCo's constraints are soft, so that its motion
    differs: the reference is Ludo's own motion at a small step."""

    NAMES = ("robot_delta", "cassie_like", "digit_like")
    STEPS = (4e-3, 2e-3, 1e-3)
    REFERENCE_STEP = 1.25e-4
    DURATION = 0.2
    SLOPES = (1.7, 2.4)

    def setUp(self):
        if not SHARED.exists():
            self.skipTest("the robots are not here")

    def simulate(self, name, duration, dt):
        folder = SHARED / name
        return json_of("simulate", folder / "robot.urdf", "--loops", folder / "robot.yaml",
                       "--package-dir", folder, "--no-contact", "--no-limits", "--summary", "-",
                       "--duration", duration, "--dt", dt)

    def places(self, name, dt):
        bodies = self.simulate(name, self.DURATION, dt)["final"]["bodies"]
        return numpy.array([bodies[b]["com"] for b in sorted(bodies)])

    def test_robots_with_loops_converge_with_order_two(self):
        for name in self.NAMES:
            with self.subTest(name=name):
                fine = self.places(name, self.REFERENCE_STEP)
                errors = [abs(self.places(name, dt) - fine).max() for dt in self.STEPS]
                slope = numpy.polyfit(numpy.log(self.STEPS), numpy.log(errors), 1)[0]
                self.assertTrue(self.SLOPES[0] < slope < self.SLOPES[1],
                                f"slope {slope}, errors {errors}")

    def test_robots_with_loops_swing_closed_for_ten_seconds(self):
        for name in self.NAMES:
            with self.subTest(name=name):
                done = self.simulate(name, 10, 0.001)
                self.assertEqual(done["status"], "ok")
                self.assertLessEqual(done["constraints"]["max_position_violation"], 1e-10)
                self.assertLessEqual(done["solver"]["iterations_mean"], 2.5)


if __name__ == "__main__":
    main()
