# SPDX-License-Identifier: Apache-2.0
"""Bodies in a fluid, as the program tells of them and refuses them."""
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, MODEL, ROOT, USAGE, Case, main, run  # noqa: E402

PLATE = ROOT / "examples" / "sinking_plate.xml"


class Fluids(Case):
    def test_info_tells_what_is_in_a_fluid(self):
        words = " ".join(run("info", PLATE).stdout.split())
        self.assertIn("fluid around plate: adds 0.125232 0.278808 9.13388 kg, ", words)
        self.assertIn("displaces 2.01062 kg", words)
        (fluid,) = json.loads(run("info", PLATE, "--json").stdout)["fluids"]
        self.assertEqual(fluid["body"], "plate")
        self.assertEqual([fluid["added_mass"][i][i] for i in (1, 5)], [0.05417485, 9.1338811])
        self.assertEqual(fluid["added_mass"][1][5], 0)
        self.assertEqual((fluid["displaced_mass"], fluid["buoyancy"]), (2.0106193, [0, 0, 0]))

    def test_other_integrators_refuse_it_by_name(self):
        for info in json.loads(run("integrators", "--json").stdout):
            if info["name"] != "dual-quaternion":
                said = self.refused(USAGE, "simulate", PLATE, "--integrator", info["name"])
                self.assertIn("'plate'; use dual-quaternion", said)
        done = run("simulate", PLATE, "--integrator", "dual-quaternion", "--duration", 0.1)
        self.assertEqual(done.returncode, DONE, done.stderr)

    def test_no_refusal_points_to_another(self):
        hinged = PLATE.read_text().replace('<freejoint name="float"/>', '<joint name="pin"/>')
        beside = PLATE.read_text().replace(
            "</worldbody>", '<body name="float"><freejoint/><geom size="1" contype="0"'
            ' conaffinity="0"/></body></worldbody>')
        for text, names in ((hinged, ("plate", "pin")), (beside, ("plate", "float"))):
            said = self.refused(USAGE, "simulate", self.write(text), "--integrator",
                                "dual-quaternion")
            for name in names:
                self.assertIn(f"'{name}'", said)
            self.assertRegex(said, "use galerkin.*, without the fluid")

    def test_a_body_that_is_not_there_is_told_at_its_place(self):
        text = PLATE.read_text().replace("displaced_mass.plate", "displaced_mass.plat")
        path = self.write(text)
        line = 1 + text[:text.index("displaced_mass")].count("\n")
        said = self.refused(MODEL, "info", path)
        self.assertIn(f"{path}:{line}:", said)
        self.assertIn("unknown body 'plat'; did you mean plate?", said)

    def test_convert_keeps_it(self):
        first, second = self.folder / "first.xml", self.folder / "second.xml"
        self.assertEqual(run("convert", PLATE, first).returncode, DONE)
        self.assertEqual(run("convert", first, second).returncode, DONE)
        self.assertIn('name="ludo.displaced_mass.plate" data="2.0106193"', first.read_text())
        self.assertEqual(first.read_text(), second.read_text())


if __name__ == "__main__":
    main()
