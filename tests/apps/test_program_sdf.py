#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SDF files in the program: info, simulate, convert, errors.

    python3 tests/apps/test_program_sdf.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, MODEL, ROOT, Case, main, run  # noqa: E402

FEATURES = ROOT / "tests" / "models" / "features"
FILES = sorted(FEATURES.glob("sdf_*.sdf"))


class Sdf(Case):
    def info(self, path, *options):
        done = run("info", path, "--json", *options)
        self.assertEqual(done.returncode, DONE, done.stderr)
        return json.loads(done.stdout)

    def test_every_file_is_simulated(self):
        self.assertGreaterEqual(len(FILES), 12)
        for path in FILES:
            with self.subTest(path.name):
                one_body = ("--integrator", "dual-quaternion") if "added_mass" in path.name else ()
                done = run("simulate", path, "--duration", "0.01", "--quiet", *one_body)
                self.assertEqual(done.returncode, DONE, done.stderr)

    def test_every_file_is_converted_to_the_same_mechanism(self):
        for path in FILES:
            with self.subTest(path.name):
                out = self.folder / "converted.xml"
                done = run("convert", path, out, "--quiet")
                self.assertEqual(done.returncode, DONE, done.stderr)
                was, now = self.info(path), self.info(out)
                for key in ("dof", "freedom", "gravity", "timestep", "excludes"):
                    self.assertEqual(was[key], now[key], key)
                self.assertAlmostEqual(was["mass"], now["mass"], delta=1e-12 * was["mass"])
                self.assertEqual(len(was["loops"]), len(now["loops"]))

    def test_the_suffix_has_no_effect(self):
        world = self.folder / "room.world"
        shutil.copy(FEATURES / "sdf_world.sdf", world)
        self.assertEqual(self.info(world)["model"], "world_of_models")

    def test_a_base_is_that_of_the_model(self):
        done = run("simulate", FEATURES / "sdf_pendulum.sdf", "--base", "free", "--duration",
                   "0.01")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertIn("--base free has no effect", done.stdout + done.stderr)

    def test_included_models_are_found_in_folders_of_packages(self):
        world = self.folder / "world.sdf"
        world.write_text('<sdf version="1.9"><world name="w"><include>\n'
                         '<uri>model://sdf_rod</uri></include></world></sdf>', encoding="utf-8")
        done = run("info", world)
        self.assertEqual(done.returncode, MODEL)
        self.assertIn("world.sdf:1:36", done.stderr)
        self.assertIn("--package-dir", done.stderr)
        self.assertEqual(self.info(world, "--package-dir", FEATURES)["bodies"][0]["name"],
                         "rod::body")

    def test_errors_have_place_and_name(self):
        model = self.folder / "model.sdf"
        model.write_text('<sdf version="1.9"><model name="m">\n  <link name="a">\n'
                         '    <pose>0 0 one 0 0 0</pose>\n  </link></model></sdf>',
                         encoding="utf-8")
        done = run("info", model)
        self.assertEqual(done.returncode, MODEL)
        self.assertIn("model.sdf:3:5: pose of link 'a': 'one 0 0 0' is not a number", done.stderr)


if __name__ == "__main__":
    main()
