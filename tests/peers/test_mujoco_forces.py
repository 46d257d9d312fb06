# SPDX-License-Identifier: Apache-2.0
"""All forces of a model, passive ones and those of actuators, against MuJoCo's at random states, by
the accelerations times the mass matrix."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import ROOT, Case, main  # noqa: E402
from mujoco_oracle import (compiled, coordinates, json_of, mujoco, numpy, own_models,  # noqa: E402
                           random_start, shared_models)

SERVER = (pathlib.Path(os.environ.get("LUDO_BUILD", ROOT / "build")) / "tests" /
          "acceleration_server")
# MuJoCo's principal axes of inertia are approximate (mujoco_case); measured: 1.4e-10
TOLERANCE = 1e-9
# MuJoCo's iteration for a path that touches a geom from inside ends at a residual of 1e-6;
# measured: 1.4e-9
INSIDE_TOLERANCE = 1e-8
STATES = 1000  # of a feature; of other models the first few


def ask(path, states):
    """Accelerations, a row per state, from the rows (q, v, u) that states(joints, actuators)
    returns; joints has, by name, the slices of a joint's coordinates and rates."""
    def run(text):
        done = subprocess.run([SERVER, str(path), "fixed"], input=text, capture_output=True,
                              text=True, encoding="utf-8", timeout=300, check=False)
        if done.returncode != 0:
            raise AssertionError(f"{SERVER} {path}: exit {done.returncode}\n{done.stderr}")
        return done.stdout.splitlines()

    head, joints, actuators = run(""), {}, []
    for line in head[:-1]:
        if line.startswith("actuator "):
            actuators.append(line.split(" ", 1)[1])
        else:
            _, q, nq, v, nv, name = line.split(" ", 5)
            joints[name] = (slice(int(q), int(q) + int(nq)), slice(int(v), int(v) + int(nv)))
    rows = states(joints, actuators)
    text = "\n".join(" ".join(f"{x:.17g}" for x in row) for row in rows)
    return numpy.array([line.split() for line in run(text)[len(head):]], dtype=float)


class Forces(Case):
    def test_models_have_the_forces_of_mujoco(self):
        for path in [*own_models(), *shared_models()]:
            if not self.compared(path):
                continue
            with self.subTest(path=path.name):
                self.check_model(path, STATES if path.parent.name == "features" else 3)

    def compared(self, path):
        """Integrators in joint coordinates take models without loops, dry friction and armatures of
        tendons. Efforts of joints are not bounded there."""
        model = compiled(path)
        if model.tendon_frictionloss.any() or model.tendon_armature.any():
            return False
        bounded = model.jnt_actfrclimited.any()
        return (model.nv > 0 and not model.dof_frictionloss.any() and not bounded and
                not json_of("info", path, "--json")["loops"])

    def check_model(self, path, count):
        model = compiled(path)
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        rng = numpy.random.default_rng(0)
        data = [random_start(model, seed) for seed in range(count)]
        for d in data:
            d.ctrl[:] = rng.uniform(-1, 1, model.nu)
            mujoco.mj_forward(model, d)
        order = {}

        def states(joints, actuators):
            theirs = coordinates(model)
            q, v = (numpy.zeros(n, dtype=int) for n in (model.nq, model.nv))
            for name, (at_q, at_v) in joints.items():
                q[at_q], v[at_v] = theirs[name][0], theirs[name][1]
            order["v"] = v
            u = [model.actuator(name).id for name in actuators]
            return [numpy.concatenate([d.qpos[q], d.qvel[v], d.ctrl[u]]) for d in data]

        ours = ask(path, states)
        for a, d in zip(ours, data):
            M = numpy.zeros((model.nv, model.nv))
            mujoco.mj_fullM(model, d, M)
            error = M @ (a[numpy.argsort(order["v"])] - d.qacc)
            scale = abs(d.qfrc_smooth).max() + abs(d.qfrc_bias).max()
            bound = INSIDE_TOLERANCE if "inside" in path.name else TOLERANCE
            self.assertLessEqual(abs(error).max() / (scale or 1), bound)


if __name__ == "__main__":
    main()
