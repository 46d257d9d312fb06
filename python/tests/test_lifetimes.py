# SPDX-License-Identifier: Apache-2.0
"""Objects, arrays and files that outlive each other, and the end of the interpreter."""
import gc
import os
import random
import subprocess
import sys
import textwrap
import weakref

import numpy as np
import pytest

import ludo
from conftest import EXAMPLES
from ludo import _core
from random_calls import FORCE

# ---- memory that outlives its object ----


def test_arrays_need_nothing_that_is_gone(driven):
    for other in (None, driven.copy()):
        sim = ludo.Simulation(driven)
        sim.q = [0.5]
        q, u, poses = sim.q, sim.u, sim.body_poses
        if other is not None:
            other.set_gravity((0, 0, 0))
            sim.model = other
            sim.step(10)
            assert sim.q is q and sim.u is u
        before = q.copy()
        del sim
        gc.collect()
        u[0] = 3.0
        assert np.array_equal(q, before) and poses.shape == (1, 7) and u[0] == 3.0


def test_elements_keep_their_simulation(driven):
    joint, body = ludo.Simulation(driven).joint[0], ludo.Simulation(driven).body[0]
    gc.collect()
    joint.q = 0.5
    assert joint.q == 0.5 and body.position.shape == (3,)


@pytest.mark.parametrize("of", ["force function", "model", "dynamics"])
def test_cycles_are_collected(pendulum, of):
    model = type("WithMembers", (ludo.Model,), {})(pendulum)
    x = ludo.Dynamics(model) if of == "dynamics" else ludo.Simulation(model)
    if of == "force function":
        def force(query, wrench, effort, user, x=x):
            pass

        x.set_force_function(FORCE(force))
        del force
    else:
        model.user = x
    gone = weakref.ref(x)
    del x, model
    gc.collect()
    assert gone() is None


def test_a_linearizer_outlives_its_simulation(pendulum):
    linearizer = _core.Linearizer(ludo.Simulation(pendulum.copy()))
    gc.collect()
    with pytest.raises(ludo.StepError):
        linearizer.step(ludo.Simulation(pendulum))


# ---- files ----


def test_samples_have_the_sizes_of_their_file(pendulum, quadruped):
    run = ludo.Simulation(pendulum).run(0.05, progress=False)
    assert ludo.Run(run.path, quadruped).q.shape == (6, 2)


def test_damaged_trajectories_raise(quadruped, tmp_path):
    path = tmp_path / "run.h5"
    sim = ludo.Simulation(quadruped)
    sim.step(300)
    sim.run(0.05, progress=False, output=path)
    whole, chance = path.read_bytes(), random.Random(1)
    for case in range(100):
        damaged = bytearray(whole)
        if case % 2:
            del damaged[chance.randrange(len(damaged)):]
        else:
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        try:
            run = ludo.open(path)
            run.q, run.facts, run.energy, run.quality, run.body(0), run.contacts(-1)
        except (ludo.Error, OSError):
            pass


def test_two_recorders_cannot_share_a_file(pendulum, tmp_path):
    path = str(tmp_path / "run.h5")
    sim = ludo.Simulation(pendulum)
    first = _core.Recorder(sim, path, 1, "", "maximal")
    with pytest.raises(OSError, match="open"):
        _core.Recorder(sim, path, 1, "", "maximal")
    first.run(3, 0.01, None)
    first.run(-3, 0.01, None)
    first.finish(0.0, "")
    for call in (lambda: first.run(1, 0.01, None), lambda: first.finish(0.0, "")):
        with pytest.raises(ludo.ArgumentError):
            call()
    assert len(ludo.open(path)) == 4


# ---- the end of the interpreter ----


@pytest.mark.parametrize("at_end", [
    "",
    "for s in sims: threading.Thread(target=s.step, args=(10**9,), daemon=True).start()",
    "for s in sims: threading.Thread(target=s.run, args=(1e6,), daemon=True).start()",
    textwrap.dedent("""
        def work(s):
            while True:
                s.step(); s.q
        for s in sims: threading.Thread(target=work, args=(s,), daemon=True).start()"""),
    textwrap.dedent("""
        F = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)
        for s in sims:
            s.set_force_function(F(lambda *a: None))
            threading.Thread(target=s.step, args=(10**9,), daemon=True).start()"""),
    "sims[0].run(0.1); sims[0].last_run = sims[0]; q = sims[0].q; atexit.register(sims[1].step)",
])
def test_the_interpreter_ends_with_objects_and_threads(at_end):
    code = "\n".join([
        "import atexit, ctypes, threading, time, ludo",
        f"model = ludo.load({str(EXAMPLES / 'double_pendulum.xml')!r})",
        "sims = [ludo.Simulation(model) for _ in range(3)]", at_end, "time.sleep(0.1)"])
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_does_not_delete_the_file_of_a_run(pendulum):
    code = "\n".join([
        "import os, sys, ludo",
        f"model = ludo.load({str(EXAMPLES / 'double_pendulum.xml')!r})",
        "run = ludo.Simulation(model).run(0.05)", "child = os.fork()", "if not child: sys.exit()",
        "os.waitpid(child, 0)", "print(run.q.shape, os.path.exists(run.path))"])
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
                          check=True)
    assert done.stdout == "(6, 2) True\n"
