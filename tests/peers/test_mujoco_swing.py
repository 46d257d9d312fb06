# SPDX-License-Identifier: Apache-2.0
"""Models that swing freely go where they go in MuJoCo, with order 2; energies balance."""
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import Case, main  # noqa: E402
from mujoco_oracle import (compiled, joint_error, joints, mujoco, numpy,  # noqa: E402
                           own_models, random_start, shared_models, start_options, told)

DURATION = 0.5
STEPS = (4e-3, 2e-3, 1e-3)
REFERENCE_STEP = 1e-4

# below this our error is that of the reference and of what Newton's iteration leaves, 1e-10 a step
FLOOR = 1e-9
# of a second-order method; higher powers of these steps show in the fastest models
SLOPES = (1.8, 2.3)


def controls(model, seed):
    """Those of the last keyframe, if there is one, and a little of everything."""
    rng = random.Random(seed)
    given = model.key_ctrl[-1] if model.nkey else numpy.zeros(model.nu)
    return given + [rng.uniform(-0.1, 0.1) for _ in range(model.nu)]


def start(path, seed, base="fixed"):
    """MuJoCo's model, away from rest, and the options that put the program there."""
    model = compiled(path, free=base == "free")
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = random_start(model, seed)
    data.ctrl[:] = controls(model, seed)
    options = start_options(model, data) + ["--no-contact", "--no-limits"]
    for k, value in enumerate(data.ctrl):
        options += ["--control", f"{model.actuator(k).name}={value:.17g}"]
    if base == "free":
        options += ["--base", "free"]
    return model, data, options


def swinging(paths):
    """Models that can be simulated, with what they stand on."""
    for path in paths:
        if told("info", path, "--json")["loops"]:
            continue
        yield path, "fixed"
        if path.name in ("quadruped.urdf", "a1.urdf", "anymal.urdf"):
            yield path, "free"


def cut_open(path):
    """Whether the loops of a robot are in a file beside it: without them its links hang on hinges
    that nothing keeps from locking each other."""
    return (path.parent / "robot.yaml").exists()


class Swing(Case):
    def test_models_converge_to_the_motion_of_mujoco_with_order_two(self):
        self.check(own_models())

    def test_robots_converge_to_the_motion_of_mujoco_with_order_two(self):
        if not shared_models():
            self.skipTest("the robots are not here")
        # this one's links of 654 tonnes snap through after 0.03 s
        self.check(path for path in shared_models() if path.parent.name != "5bar_linkage")

    def check(self, paths):
        for path, base in swinging(paths):
            with self.subTest(path=path, base=base):
                self.check_order(path, base)

    def check_order(self, path, base):
        model, data, options = start(path, 0, base)
        model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
        model.opt.timestep = REFERENCE_STEP
        mujoco.mj_step(model, data, round(DURATION / REFERENCE_STEP))
        theirs = joints(model, data)
        errors = [joint_error(theirs, told("simulate", path, "--summary", "-", "--dt", dt,
                                           "--duration", DURATION, *options)["final"]["joints"])
                  for dt in STEPS]
        if errors[-1] > FLOOR:
            slope = numpy.polyfit(numpy.log(STEPS), numpy.log(errors), 1)[0]
            self.assertTrue(SLOPES[0] < slope < SLOPES[1], f"slope {slope}, errors {errors}")


class Energy(Case):
    """What comes in by controls and goes out by dampers is what energy changes by."""

    DURATION = 10
    STEPS = (2e-3, 1e-3)
    # (dt times 10 rad/s, the rate of the fastest)^2 / 2, of the weight lifted by 1 m; measured: 16
    # where the end of a chain tumbles, which is chaotic, and at most 8 for all others
    BOUND = 50.0

    def test_energy_of_models_balances_for_ten_seconds(self):
        self.check(own_models())

    def test_energy_of_robots_balances_for_ten_seconds(self):
        if not shared_models():
            self.skipTest("the robots are not here")
        self.check(path for path in shared_models() if not cut_open(path))

    def check(self, paths):
        for path, base in swinging(paths):
            with self.subTest(path=path, base=base):
                self.check_balance(path, base)

    def check_balance(self, path, base):
        model, _, options = start(path, 0, base)
        weight = 9.81 * model.body_mass.sum()
        for dt in self.STEPS:
            done = told("simulate", path, "--summary", "-", "--dt", dt, "--duration",
                        self.DURATION, *options)
            self.assertEqual(done["status"], "ok")
            self.assertLess(done["energy"]["max_abs_error"], self.BOUND * dt ** 2 * weight)


if __name__ == "__main__":
    main()
