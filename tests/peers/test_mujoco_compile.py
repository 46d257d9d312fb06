# SPDX-License-Identifier: Apache-2.0
"""Model files mean to Ludo what they mean to MuJoCo: masses, frames, axes, ranges, names, poses."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, main, run  # noqa: E402
from mujoco_oracle import own_models, shared_models  # noqa: E402
from mujoco_case import Understood  # noqa: E402


class Compiled(Understood):
    def test_models_are_understood_as_mujoco_understands_them(self):
        for path in own_models():
            with self.subTest(path=path.name):
                self.check_model(path)

    def test_robots_are_understood_as_mujoco_understands_them(self):
        if not shared_models():
            self.skipTest("the robots are not here")
        for path in shared_models():
            with self.subTest(path=f"{path.parent.name}/{path.name}"):
                self.check_model(path)

    def test_what_is_converted_to_mjcf_is_understood_as_mujoco_understands_it(self):
        for number, path in enumerate(own_models() + shared_models()):
            with self.subTest(path=path):
                converted = self.folder / f"{number}.xml"
                self.assertEqual(run("convert", path, converted).returncode, DONE)
                self.check_model(converted)


if __name__ == "__main__":
    main()
