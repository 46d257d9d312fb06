#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Try the installed package `ludo`: its files, its program, its neighbours in one process.

    tools/try_wheel.py              simulate, record, report
    tools/try_wheel.py h5py mujoco  the same after imports of these modules, in every order

h5py contains an HDF5 of its own: in each order both write to a file and read it.
"""
import itertools
import os
import shutil
import subprocess
import sys
import tempfile

PENDULUM = """<mujoco><worldbody><body>
    <joint name="hinge" type="hinge" axis="0 1 0"/>
    <geom type="capsule" size="0.02" fromto="0 0 0 0.5 0 0" mass="1"/>
</body></worldbody></mujoco>"""


def try_package(folder):
    """Simulate a pendulum, record it, write its report; the path of the trajectory."""
    import ludo
    sim = ludo.Simulation(ludo.loads(PENDULUM), dt=0.01)
    sim.step(100)
    assert abs(sim.time - 1) < 1e-12 and sim.joint["hinge"].q > 0, sim.q

    run = ludo.Simulation(ludo.loads(PENDULUM), dt=0.01).run(1.0)
    trajectory, report = os.path.join(folder, "run.h5"), os.path.join(folder, "run.html")
    run.save(trajectory)
    run.report(report)
    assert (ludo.open(trajectory).q == run.q).all()
    assert (run.q[-1] == sim.q).all(), "a recorded simulation has other bits"
    with open(report, encoding="utf-8") as page:
        assert "<html" in page.read(4000)

    try: # an exception that C++ throws and Python catches
        ludo.loads("<mujoco><worldbody><body><joint type='x'/></body></worldbody></mujoco>")
        raise AssertionError("a bad model was read")
    except ludo.ModelError:
        pass
    assert ludo.program.run("--version").split()[-1] == ludo.__version__
    return trajectory


def try_h5py(folder, trajectory):
    """Read and rewrite a copy of a trajectory with h5py while Ludo holds the first one open."""
    import h5py
    import ludo
    run = ludo.open(trajectory)
    copy = shutil.copy(trajectory, os.path.join(folder, "copy.h5"))
    sizes = []

    def rewrite(_, item):
        if isinstance(item, h5py.Dataset):
            item[...] = item[...]
            sizes.append(item.size)

    with h5py.File(copy, "r+") as file:
        file.visititems(rewrite)
    assert sum(sizes) > run.q.size, "h5py does not find the motion"
    assert (ludo.open(copy).q == run.q).all(), "Ludo reads other numbers from h5py's file"
    assert len(ludo.Simulation(run.model, dt=0.01).run(0.1).t) == 11


def try_mujoco():
    """Step the same model with MuJoCo."""
    import mujoco
    model = mujoco.MjModel.from_xml_string(PENDULUM)
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data)
    assert data.time > 0


def try_order(names):
    """Import modules in an order and use each of them."""
    for name in names:
        __import__(name)
    with tempfile.TemporaryDirectory() as folder:
        trajectory = try_package(folder)
        if "h5py" in names:
            try_h5py(folder, trajectory)
        if "mujoco" in names:
            try_mujoco()


def main():
    neighbours = sys.argv[1:]
    if neighbours and neighbours[0] == "--order":
        try_order(neighbours[1:])
        return
    for order in itertools.permutations([*neighbours, "ludo"]):
        subprocess.run([sys.executable, __file__, "--order", *order], check=True)
        print("import", ", ".join(order), "- good", flush=True)


if __name__ == "__main__":
    main()
