# SPDX-License-Identifier: Apache-2.0
"""Ludo's accelerations and values of sensors at random states of MuJoCo."""
from dynamics_client import joint_slices, serve, state_lines
from mujoco_oracle import (compiled, control_names, json_of, keyframe_order, mujoco, numpy,
                           own_models, random_start, shared_models)

SERVER = "acceleration_server"


def served_models():
    """Paths and models that integrators in joint coordinates take: those that have no loops, no dry
    friction and no armature of tendons."""
    for path in [*own_models(), *shared_models()]:
        model = compiled(path)
        if (model.nv > 0 and not model.dof_frictionloss.any() and
                not model.tendon_frictionloss.any() and not model.tendon_armature.any() and
                not json_of("info", path, "--json")["loops"]):
            yield path, model


def draw(model, count):
    """Random states, controls and activations, evaluated without constraints."""
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    rng = numpy.random.default_rng(0)
    data = [random_start(model, seed) for seed in range(count)]
    for d in data:
        d.ctrl[:] = rng.uniform(-1, 1, model.nu)
        d.act[:] = rng.uniform(-0.2, 1.2, model.na)
        mujoco.mj_forward(model, d)
    return data


class Served:
    """A model file and MuJoCo's model of it. q and v: MuJoCo's index of each of Ludo's coordinates
    and rates; sensors: the slice of each sensor's values, by name."""

    def __init__(self, path, model):
        self.path = path
        self.head = [line for line in serve(SERVER, path, False, "") if line]
        self.q, self.v = keyframe_order(model, joint_slices(self.head))
        names = control_names(model)
        actuators = [line.split(" ", 1)[1] for line in self.head if line.startswith("actuator ")]
        self.controls = [names.index(name) if name in names else None for name in actuators]
        self.sensors = {}
        for line in self.head:
            if line.startswith("sensor "):
                _, first, count, name = line.split(" ", 3)
                self.sensors[name] = slice(int(first), int(first) + int(count))

    def control(self, d):
        """In Ludo's order; zero for motors of URDF, which MuJoCo does not read."""
        return [0.0 if i is None else d.ctrl[i] for i in self.controls]

    def rows(self, data, *what):
        """A row per state: accelerations in Ludo's order, or with "sensors" the values of these."""
        text = state_lines([d.qpos[self.q], d.qvel[self.v], self.control(d), d.act] for d in data)
        lines = [line for line in serve(SERVER, self.path, False, text, *what) if line]
        return numpy.array([line.split() for line in lines[len(self.head):]], dtype=float)

    def accelerations(self, data):
        """A row per state, in MuJoCo's order."""
        return self.rows(data)[:, numpy.argsort(self.v)]
