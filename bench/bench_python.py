# SPDX-License-Identifier: Apache-2.0
"""What a call costs from Python, beside C and MuJoCo: writes the CSV file that it is given.

    bench_python.py RESULT.csv LIBLUDO

Runs in an environment with the package `ludo` and, to compare, `mujoco`. LIBLUDO: the shared
library, whose functions are called by ctypes as the cost of C; a call for 1000 steps costs ctypes
less than 1 ns per step.
"""
import ctypes
import os
import pathlib
import statistics
import sys
import time
import warnings

import ludo
from result_header import write_header

try:
    import mujoco
except ImportError:
    mujoco = None

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"
PEER_VERSION = {"mujoco": mujoco.__version__} if mujoco is not None else {}
REPETITIONS = 15

HINGE = """<mujoco model="hinge"><option timestep="0.001"/><worldbody><body name="rod">
<joint name="pivot" type="hinge" axis="0 1 0"/>
<geom type="capsule" size="0.02" fromto="0 0 0 0.5 0 0" mass="1"/></body></worldbody></mujoco>"""


class CSimulation:
    """A simulation by the C interface."""

    def __init__(self, library, path, dt):
        self.run = library.ludo_sim_run
        self.run.argtypes = (ctypes.c_void_p, ctypes.c_double, ctypes.c_int64, ctypes.c_void_p)
        self.model, self.sim, self.dt = ctypes.c_void_p(), ctypes.c_void_p(), dt
        assert library.ludo_load_model(os.fsencode(path), None, None, ctypes.byref(self.model),
                                       None) == 0
        assert library.ludo_sim_create(self.model, None, None, ctypes.byref(self.sim), None) == 0

    def step(self, steps):
        assert self.run(self.sim, self.dt, steps, None) == 0


def seconds(function, count):
    """Processor time of a call, in a loop of `count`."""
    start = time.process_time()
    for _ in range(count):
        function()
    return (time.process_time() - start) / count


def contest(rows):
    """Times of all rows [ns per call or per step], in turns. A row: labels, function, calls, steps
    per call."""
    times = [[] for _ in rows]
    for _ in range(REPETITIONS):
        for row, measured in zip(rows, times):
            _, function, calls, steps = row
            measured.append(1e9 * seconds(function, calls) / steps)
    return [(row[0], min(measured), statistics.median(measured))
            for row, measured in zip(rows, times)]


def ludo_rows(model, path, library):
    """Rows of a model of one joint named pivot."""
    sim, block, c = (ludo.Simulation(model), ludo.Simulation(model),
                     CSimulation(library, path, model.timestep))

    def step_and_read():
        sim.step()
        sim.q

    name, last = model.name, model.names("joint")[-1]
    return [((name, "step, one call each", "ludo"), sim.step, 2000, 1),
            ((name, "step, 1000 by one call", "ludo"), lambda: block.step(1000), 5, 1000),
            ((name, "step, 1000 by one call", "C"), lambda: c.step(1000), 5, 1000),
            ((name, "step, then read q", "ludo"), step_and_read, 2000, 1),
            ((name, "read q", "ludo"), lambda: sim.q, 5000, 1),
            ((name, "read a joint by name", "ludo"),
             lambda: sim.joint[last].q, 2000, 1)]


def mujoco_rows(path, name):
    """The same rows by MuJoCo."""
    if mujoco is None:
        return []
    model = mujoco.MjModel.from_xml_path(str(path))
    data, block = mujoco.MjData(model), mujoco.MjData(model)
    last = model.joint(model.njnt - 1).name

    def step_and_read():
        mujoco.mj_step(model, data)
        data.qpos

    return [((name, "step, one call each", "mujoco"), lambda: mujoco.mj_step(model, data), 2000, 1),
            ((name, "step, 1000 by one call", "mujoco"),
             lambda: mujoco.mj_step(model, block, nstep=1000), 5, 1000),
            ((name, "step, then read q", "mujoco"), step_and_read, 2000, 1),
            ((name, "read q", "mujoco"), lambda: data.qpos, 5000, 1),
            ((name, "read a joint by name", "mujoco"), lambda: data.joint(last).qpos, 2000, 1)]


def main():
    result, library = sys.argv[1], ctypes.CDLL(sys.argv[2])
    warnings.simplefilter("ignore", ludo.ModelWarning)
    hinge = pathlib.Path(result).with_suffix(".hinge.xml")
    hinge.write_text(HINGE)
    try:
        rows = []
        for path in (hinge, EXAMPLES / "rod_chain.xml"):
            model = ludo.load(path)
            rows += ludo_rows(model, path, library) + mujoco_rows(path, model.name)
        with open(result, "w") as out:
            write_header(out, "processor time [ns] of calls from Python, per call or step",
                         ludo=ludo.__version__, **PEER_VERSION)
            print("model,call,engine,ns_best,ns_median", file=out)
            for labels, best, median in contest(rows):
                print(",".join(labels).replace(", ", " "), f"{best:.1f},{median:.1f}", sep=",",
                      file=out)
    finally:
        hinge.unlink()


if __name__ == "__main__":
    main()
