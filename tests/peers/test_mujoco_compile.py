# SPDX-License-Identifier: Apache-2.0
"""Model files compile as in MuJoCo: masses, frames, axes, ranges, names, poses."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, main, run  # noqa: E402
from mujoco_oracle import own_models, shared_models  # noqa: E402
from mujoco_case import MujocoCase  # noqa: E402


class Compiled(MujocoCase):
    def test_models_are_compiled_as_by_mujoco(self):
        for path in own_models():
            with self.subTest(path=path.name):
                self.check_model(path)

    def test_robots_are_compiled_as_by_mujoco(self):
        if not shared_models():
            self.skipTest("the robots are not here")
        for path in shared_models():
            with self.subTest(path=f"{path.parent.name}/{path.name}"):
                self.check_model(path)

    def test_files_converted_to_mjcf_are_compiled_as_by_mujoco(self):
        for number, path in enumerate(own_models() + shared_models()):
            with self.subTest(path=path):
                converted = self.folder / f"{number}.xml"
                self.assertEqual(run("convert", path, converted).returncode, DONE)
                self.check_model(converted)


if __name__ == "__main__":
    main()
