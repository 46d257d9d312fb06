# SPDX-License-Identifier: Apache-2.0
"""All forces of a model, passive ones and those of actuators, against MuJoCo's at random states, by
the accelerations times the mass matrix."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import Case, main  # noqa: E402
from mujoco_oracle import mujoco, numpy  # noqa: E402
from mujoco_states import Served, draw, served_models  # noqa: E402

# MuJoCo's principal axes of inertia are approximate (mujoco_case); measured: 1.4e-10
TOLERANCE = 1e-9
# MuJoCo's iteration for a path that touches a geom from inside ends at a residual of 1e-6;
# measured: 1.4e-9
INSIDE_TOLERANCE = 1e-8
STATES = 1000  # of a feature; of other models the first few


class Forces(Case):
    def test_models_have_the_forces_of_mujoco(self):
        for path, model in served_models():
            with self.subTest(path=path.name):
                self.check_model(path, model, STATES if path.parent.name == "features" else 3)

    def check_model(self, path, model, count):
        data = draw(model, count)
        ours = Served(path, model).accelerations(data)
        for a, d in zip(ours, data):
            M = numpy.zeros((model.nv, model.nv))
            mujoco.mj_fullM(model, d, M)
            error = M @ (a - d.qacc)
            scale = abs(d.qfrc_smooth).max() + abs(d.qfrc_bias).max()
            bound = INSIDE_TOLERANCE if "inside" in path.name else TOLERANCE
            self.assertLessEqual(abs(error).max() / (scale or 1), bound)


if __name__ == "__main__":
    main()
