#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Worlds without bodies: read, shown, run, converted and recorded like any other model.

    python3 tests/apps/test_program_world.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, Case, main, run  # noqa: E402

GEOM = '<geom type="sphere" size="1"/>'
FLOOR = '<geom type="plane" size="1 1 1"/><site name="s"/>'


class World(Case):
    def worlds(self):
        for inner in ("", GEOM, FLOOR):
            yield self.write(f"<mujoco><worldbody>{inner}</worldbody></mujoco>")

    def test_info_shows_that_there_is_no_freedom(self):
        for path in self.worlds():
            done = run("info", path, "--json")
            self.assertEqual(done.returncode, DONE, done.stderr)
            self.assertEqual(json.loads(done.stdout)["dof"], 0)
            self.assertIn("0 degrees of freedom", run("info", path).stdout)

    def test_simulate_says_that_nothing_moves(self):
        for path in self.worlds():
            for integrator in ("maximal", "galerkin", "runge-kutta", "lie-group"):
                done = run("simulate", path, "--duration", 0.1, "--integrator", integrator)
                self.assertEqual(done.returncode, DONE, done.stderr)
                self.assertIn("nothing moves", done.stdout)

    def test_reports_and_conversions_are_written(self):
        for path in self.worlds():
            page, copy = path.with_suffix(".html"), path.with_name("copy.xml")
            done = run("simulate", path, "--duration", 0.1, "--report", page)
            self.assertEqual(done.returncode, DONE, done.stderr)
            self.assertGreater(page.stat().st_size, 1000)
            self.assertEqual(run("convert", path, copy).returncode, DONE)
            self.assertEqual(run("simulate", copy, "--duration", 0.1).returncode, DONE)


if __name__ == "__main__":
    main()
