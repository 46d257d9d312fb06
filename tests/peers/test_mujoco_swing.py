# SPDX-License-Identifier: Apache-2.0
"""The free motion of models converges to MuJoCo's with order 2; energy balances."""
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import Case, main  # noqa: E402
from mujoco_oracle import (compiled, control_names, joint_error,  # noqa: E402
                           joints, mujoco, numpy,
                           own_models, random_start, shared_models, start_options, json_of)

DURATION = 0.5
STEPS = (4e-3, 2e-3, 1e-3)
REFERENCE_STEP = 1e-4

# smaller errors are of the reference and of Newton's residual, 1e-10 a step
FLOOR = 1e-9
# order two; in the fastest models higher powers of the step are visible
SLOPES = (1.8, 2.3)


def controls(model, seed):
    """Random controls, around those of the last keyframe if there is one."""
    rng = random.Random(seed)
    given = model.key_ctrl[-1] if model.nkey else numpy.zeros(model.nu)
    return given + [rng.uniform(-0.1, 0.1) for _ in range(model.nu)]


def start(path, seed, base="fixed"):
    """MuJoCo's model in a moving state, and the options that start the program in it."""
    model = compiled(path, free=base == "free")
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = random_start(model, seed)
    data.ctrl[:] = controls(model, seed)
    options = start_options(model, data) + ["--no-contact", "--no-limits"]
    for name, value in zip(control_names(model), data.ctrl):
        options += ["--control", f"{name}={value:.17g}"]
    if base == "free":
        options += ["--base", "free"]
    return model, data, options


def looks_ahead(model):
    """Whether forces of MuJoCo depend on the end of the step: by currents and slew limits."""
    motors = model.actuator_dyntype == mujoco.mjtDyn.mjDYN_DCMOTOR
    pids = model.actuator_dyntype == mujoco.mjtDyn.mjDYN_PID
    currents, slews = model.actuator_dynprm[motors, 0], model.actuator_dynprm[pids, 1]
    return (currents > 0).any() or (slews > 0).any()


def swinging(paths):
    """Models that can be simulated, with their base. Dry friction is a constraint of MuJoCo, which
    is off here."""
    for path in paths:
        if json_of("info", path, "--json")["loops"] or compiled(path).dof_frictionloss.any():
            continue
        yield path, "fixed"
        if path.name in ("quadruped.urdf", "a1.urdf", "anymal.urdf"):
            yield path, "free"


def cut_open(path):
    """True if a file beside the robot defines its loops: without loops its links are on free hinges
    that may lock each other."""
    return (path.parent / "robot.yaml").exists()


class Swing(Case):
    def test_models_converge_to_the_motion_of_mujoco_with_order_two(self):
        self.check(own_models())

    def test_robots_converge_to_the_motion_of_mujoco_with_order_two(self):
        if not shared_models():
            self.skipTest("the robots are not here")
        # links of 654 tonnes snap through after 0.03 s
        self.check(path for path in shared_models() if path.parent.name != "5bar_linkage")

    def check(self, paths):
        for path, base in swinging(paths):
            if compiled(path).tendon_frictionloss.any():
                continue  # MuJoCo's is a constraint, which is off here
            if looks_ahead(compiled(path)):
                continue
            with self.subTest(path=path, base=base):
                self.check_order(path, base)

    def check_order(self, path, base):
        model, data, options = start(path, 0, base)
        model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
        model.opt.timestep = REFERENCE_STEP
        # one equation; its exact solution spoils the order of MuJoCo's Runge-Kutta method
        exact = model.actuator_dyntype == mujoco.mjtDyn.mjDYN_FILTEREXACT
        model.actuator_dyntype[exact] = mujoco.mjtDyn.mjDYN_FILTER
        mujoco.mj_step(model, data, round(DURATION / REFERENCE_STEP))
        theirs = joints(model, data)
        errors = [joint_error(theirs, json_of("simulate", path, "--summary", "-", "--dt", dt,
                                              "--duration", DURATION, *options)["final"]["joints"])
                  for dt in STEPS]
        if errors[-1] > FLOOR:
            slope = numpy.polyfit(numpy.log(STEPS), numpy.log(errors), 1)[0]
            self.assertTrue(SLOPES[0] < slope < SLOPES[1], f"slope {slope}, errors {errors}")


class Energy(Case):
    """The change of energy equals the work of controls less the dissipation of dampers."""

    DURATION = 10
    STEPS = (2e-3, 1e-3)
    # in units of (dt times 10 rad/s, the fastest rate)^2 / 2 times the weight times 1 m; measured:
    # 16 for a chain with a chaotic tumbling end, and at most 8 for all others
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
            done = json_of("simulate", path, "--summary", "-", "--dt", dt, "--duration",
                           self.DURATION, *options)
            self.assertEqual(done["status"], "ok")
            self.assertLess(done["energy"]["max_abs_error"], self.BOUND * dt ** 2 * weight)


if __name__ == "__main__":
    main()
