# SPDX-License-Identifier: Apache-2.0
"""Mass matrix, inverse and forward dynamics against MuJoCo's, on model files."""
from dynamics_client import Near, ask
from mujoco_oracle import (compiled, keyframe_order, mujoco, numpy, own_models, random_start,
                           shared_models)
from program import main

# MuJoCo's principal axes of inertia are approximate (mujoco_case); measured: 1.4e-10
TOLERANCE = 1e-9
# round-off times the condition of the mass matrix; measured: 1e-9
BACK = 1e-7


class Dynamics(Near):
    STATES = 3

    def test_models_have_the_dynamics_of_mujoco(self):
        for path in own_models():
            if not compiled(path).tendon_armature.any():  # which ludo_dynamics refuses
                with self.subTest(path=path.name):
                    self.check_model(path, False)

    def test_robots_have_the_dynamics_of_mujoco(self):
        for path in shared_models():
            for free in (False, True) if path.suffix == ".urdf" else (False,):
                with self.subTest(path=path.name, free=free):
                    self.check_model(path, free)

    def check_model(self, path, free):
        model = compiled(path, free)
        data = [random_start(model, seed) for seed in range(self.STATES)]
        rng = numpy.random.default_rng(0)
        accelerations = [rng.uniform(-1, 1, model.nv) for _ in data]
        order = {}

        def states(joints):
            q, v = keyframe_order(model, joints)
            order["v"] = v
            return [(d.qpos[q], d.qvel[v], a[v]) for d, a in zip(data, accelerations)]

        answers, _ = ask(path, free, states)
        for answer, d, a in zip(answers, data, accelerations):
            self.check_state(answer, model, d, a, order["v"])

    def check_state(self, answer, model, data, a, order):
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_SPRING
        mujoco.mj_forward(model, data)
        M = numpy.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, M)
        bias = data.qfrc_bias - data.qfrc_gravcomp  # Ludo counts both as weight
        effort = M @ a + bias
        self.near(answer.M, M[numpy.ix_(order, order)], TOLERANCE, "mass matrix")
        self.near(answer.bias, bias[order], TOLERANCE, "bias")
        self.near(answer.effort, effort[order], TOLERANCE, "inverse dynamics")
        self.near(answer.back, a[order], BACK, "forward dynamics")


if __name__ == "__main__":
    main()
