# SPDX-License-Identifier: Apache-2.0
"""Values of sensors against MuJoCo's at random states, and after a box has come to rest."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from program import Case, main, run  # noqa: E402
from mujoco_oracle import compiled, mujoco  # noqa: E402
from mujoco_states import Served, draw, served_models  # noqa: E402

# MuJoCo's principal axes of inertia are approximate (mujoco_case); measured: 3e-10
TOLERANCE = 1e-9
# of rays; vertices of meshes are floats in MuJoCo: 1e-7 of their size
RAY = 1e-12
MESH = 1e-7
STATES = 200  # of a feature; of other models the first few


class Sensors(Case):
    def test_models_have_the_sensors_of_mujoco(self):
        for path, model in served_models():
            if model.nsensor > 0:
                with self.subTest(path=path.name):
                    self.check_model(path, model, STATES if path.parent.name == "features" else 3)

    def check_model(self, path, model, count):
        data, served = draw(model, count), Served(path, model)
        ours = served.rows(data, "sensors")
        for name, at in served.sensors.items():
            sensor = model.sensor(name)
            theirs = slice(sensor.adr[0], sensor.adr[0] + sensor.dim[0])
            scale = max(abs(d.sensordata[theirs]).max() for d in data)
            kind = mujoco.mjtSensor(int(sensor.type[0]))
            ray = kind == mujoco.mjtSensor.mjSENS_RANGEFINDER
            exact, mesh = ray and model.nmesh == 0, ray and model.nmesh > 0
            for values, d in zip(ours, data):
                error = abs(values[at] - d.sensordata[theirs]).max() / (scale or 1)
                if kind in (mujoco.mjtSensor.mjSENS_FRAMEQUAT,
                            mujoco.mjtSensor.mjSENS_BALLQUAT):
                    error = min(error, abs(values[at] + d.sensordata[theirs]).max())
                self.assertLessEqual(error, RAY if exact else MESH if mesh else TOLERANCE, name)

    def test_a_resting_box_is_touched_by_its_weight(self):
        path = pathlib.Path(__file__).parents[1] / "models" / "features" / "sensors_touch.xml"
        model = compiled(path)
        data = mujoco.MjData(model)
        mujoco.mj_step(model, data, 1000)
        done = run("simulate", path, "--duration", 0.2, "--summary", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        ours = json.loads(done.stdout)["final"]["sensors"]
        weight = 9.81 * 1000 * 0.2 ** 3
        for name, share in (("all", 1.0), ("half", 0.5), ("none", 0.0)):
            # round-off of the contact solver; MuJoCo's box rests to the tolerance of its solver
            self.assertAlmostEqual(ours[name][0], share * weight, delta=1e-8 * weight)
            self.assertAlmostEqual(data.sensor(name).data[0], share * weight, delta=1e-3 * weight)


if __name__ == "__main__":
    main()
