# SPDX-License-Identifier: Apache-2.0
"""Memory of the process does not grow with steps, objects and reads.

Bounds: allocators keep pages, and lists of free objects fill, so that a process without a leak
grows by some hundred kilobytes. A leak of the smallest block of malloc(), 32 bytes, in each of 1e5
calls is 3.2 MB; so a megabyte separates the two. Objects are at least 200 bytes large: 1e4 of them
are 2 MB.
"""
import copy
import gc
import os
import pickle

import numpy as np
import pytest

import ludo

BOUND = 1_000_000  # bytes

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc")


def resident():
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth(call, count):
    """Bytes that `count` calls keep, after as many calls as fill caches."""
    for _ in range(max(10, count // 10)):
        call()
    before = resident()
    for _ in range(count):
        call()
    return resident() - before


def test_steps(pendulum, quadruped):
    sim, walker = ludo.Simulation(pendulum), ludo.Simulation(quadruped)
    sim.step(1000)
    before = resident()
    sim.step(990_000)
    for _ in range(10_000):
        sim.step()
    walker.step(2000)
    assert resident() - before < BOUND


READS = ("sim.q", "sim.u", "sim.body_poses", "sim.time", "sim.energy", "sim.contacts",
         "sim.joint[0].q", "sim.joint['fl_hip']", "sim.body[0].position", "sim.model",
         "sim.momenta", "sim.save()", "model.nq", "model.joint[0].axis",
         "model.names('body')", "model.gravity", "sim.step(0)",
         "setattr(sim, 'q', q)", "setattr(sim, 'v', zeros)", "dynamics.mass_matrix(q)",
         "dynamics.body(q, 0)", "model.body['nothing']", "setattr(sim, 'q', 'x')", "sim.step(-1)")


def test_reads(quadruped):
    sim = ludo.Simulation(quadruped)
    sim.step(200)
    given = {"sim": sim, "model": quadruped, "q": sim.q.copy(), "zeros": [0.0] * quadruped.nv,
             "dynamics": ludo.Dynamics(quadruped)}
    kept = {}
    for text in READS:
        code = compile(text, text, "eval")

        def call(code=code):
            try:
                eval(code, given)
            except (ValueError, KeyError):
                pass

        kept[text] = growth(call, 10_000)
    # each: 1e4 calls that kept 32 bytes would keep 320 kB; a page or two is noise
    assert max(kept.values()) < 300_000 and sum(kept.values()) < BOUND, kept


class WithMembers(ludo.Model):
    """A model with members of the user."""


def cycle(model):
    """A simulation that its model refers to."""
    model = WithMembers(model)
    model.sim = ludo.Simulation(model)


MAKERS = {
    "spec": lambda model: ludo.Spec("x").add_body("b", mass=1.0, inertia=(1, 1, 1)),
    "model": lambda model: model.copy(),
    "compiled": lambda model: model.spec.compile(),
    "simulation": lambda model: ludo.Simulation(model),
    "arrays": lambda model: [getattr(ludo.Simulation(model), x) for x in ("q", "v", "u")],
    "dynamics": lambda model: ludo.Dynamics(model).mass_matrix([0.0, 0.0]),
    "elements": lambda model: [x.q for x in ludo.Simulation(model).joint.values()],
    "pickles": lambda model: pickle.loads(pickle.dumps(model)),
    "copies": lambda model: copy.copy(ludo.Simulation(model)),
    "linearization": lambda model: ludo.Simulation(model).linearize(),
    "cycles": cycle,
    "changes": lambda model: setattr(ludo.Simulation(model), "model", model.copy()),
}


@pytest.mark.parametrize("kind", MAKERS)
def test_objects(pendulum, kind):
    count = 2000 if kind == "pickles" else 10_000  # slow ones, of 20 kB
    assert growth(lambda: MAKERS[kind](pendulum), count) < BOUND


def test_objects_that_cannot_be_made(pendulum):
    def call():
        for make in (lambda: ludo.Simulation(pendulum, integrator="none"),
                     lambda: ludo.loads("<mujoco><body/>"), lambda: ludo.load("nothing.xml"),
                     lambda: ludo.Simulation(pendulum, dt=-1.0), lambda: ludo.open("nothing.h5")):
            try:
                make()
            except (ValueError, OSError):
                pass

    assert growth(call, 10_000) < BOUND


def test_runs(pendulum):
    sim = ludo.Simulation(pendulum)
    # files are slow; each run has buffers of more than 10 kB, and an arena of Python has 1 MiB
    assert growth(lambda: sim.run(0.02, progress=False).q, 300) < 2 * BOUND


def test_copies_of_changed_models(pendulum):
    models = [pendulum]

    def call():
        models[0] = models[0].copy()
        models[0].set_gravity(np.array([0.0, 0.0, -1.0]))

    assert growth(call, 10_000) < BOUND
