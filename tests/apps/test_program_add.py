#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Models beside the first one, by an option.

    python3 tests/apps/test_program_add.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, FILE, MODEL, USAGE, Case, main, model, run  # noqa: E402

ARM = model('<body name="arm"><joint name="j" axis="0 1 0"/>'
            '<geom type="capsule" size="0.02" fromto="0 0 0 0.3 0 0" mass="1"/></body>')
LINK = ('<link name="{}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" '
        'ixz="0" iyz="0"/></inertial></link>')
ROBOT = ('<robot name="r">' + LINK.format("base") + LINK.format("rod") +
         '<joint name="turn" type="continuous"><parent link="base"/><child link="rod"/>'
         '<axis xyz="0 0 1"/></joint></robot>')


class Add(Case):
    def info(self, path, *options):
        done = run("info", path, "--json", *options)
        self.assertEqual(done.returncode, DONE, done.stderr)
        return json.loads(done.stdout)

    def beside(self, name, text):
        path = self.write(ARM).with_name(name)
        path.write_text(text, encoding="utf-8")
        return path

    def test_models_of_both_formats_stand_side_by_side(self):
        robot = self.beside("robot.urdf", ROBOT)
        info = self.info(self.write(ARM), "--add", f"{robot},at=1,0,0.5,prefix=b_",
                         "--add", f"{robot},prefix=c_,base=free")
        names = [body["name"] for body in info["bodies"]]
        self.assertTrue({"arm", "b_rod", "c_rod"} <= set(names))
        self.assertEqual(info["dof"], 1 + 1 + 7)

    def test_places_and_orientations_move_the_model(self):
        arm = self.write(ARM)
        for given in (f"rpy=0,0,{math.pi / 2}", "quat=1,0,0,1", "quat=5,0,0,5"):
            s = self.summary(ARM, "--add", f"{arm},at=1,2,3,prefix=b_,{given}", "--duration", 0.01)
            pose = s["final"]["bodies"]["b_arm"]
            self.assertEqual([round(x, 12) for x in pose["position"]], [1, 2, 3])
            # turned about z, then swung about the turned axis: x' = (0, c, s)
            self.assertAlmostEqual(abs(pose["orientation"][3]), math.sqrt(0.5), delta=1e-4)

    def test_options_find_prefixed_names(self):
        arm = self.write(ARM)
        s = self.summary(ARM, "--add", f"{arm},at=0,1,0,prefix=b_", "--qpos", "b_j=0.5", "--servo",
                         "b_j=0.5,1000,50", "--exclude", "arm,b_arm", "--duration", 1)
        # 1.5 N m of gravity against 1000 N m/rad
        self.assertAlmostEqual(s["final"]["joints"]["b_j"]["position"][0], 0.5, delta=2e-3)

    def test_loops_join_both_models(self):
        loops = self.beside("loops.yaml", "closed_loop: [[arm, b_arm]]\ntype: ['3D']\n")
        arm = self.write(ARM)
        info = self.info(arm, "--add", f"{arm},at=0,1,0,prefix=b_", "--loops", loops)
        self.assertEqual(len(info["loops"]), 1)

    def test_a_description_is_converted_with_all_models(self):
        arm = self.write(ARM)
        out = arm.with_name("both.xml")
        self.assertEqual(run("convert", arm, out, "--add", f"{arm},prefix=b_").returncode, DONE)
        self.assertEqual(self.info(out)["dof"], 2)

    def test_files_and_prefixes_may_contain_commas(self):
        odd = self.beside("a,b.xml", ARM)
        info = self.info(self.write(ARM), "--add", f"{odd},prefix=p,q_")
        self.assertIn("p,q_arm", [body["name"] for body in info["bodies"]])

    def test_what_is_wrong_is_refused(self):
        arm = self.write(ARM)
        self.assertIn("prefix=", self.refused(MODEL, "info", arm, "--add", arm))
        self.assertIn("no.xml", self.refused(FILE, "info", arm, "--add", "no.xml,prefix=b_"))
        for value, word in ((f"{arm},at=1,2", "three numbers"), (f"{arm},at=1,2,3,4", "three"),
                            (f"{arm},at=1,2,x", "three"), (f"{arm},rpy=1", "three angles"),
                            (f"{arm},quat=0,0,0,0", "not all zero"), (",at=1,2,3", "is missing"),
                            (f"{arm},base=up", "free or fixed"),
                            (f"{arm},prefx=b_", "no key 'prefx'"),
                            (f"{arm},prefix=b_,bas=free", "no key 'bas'"),
                            (f"{arm},rpy=0,0,0,quat=1,0,0,0", "given twice")):
            self.assertIn(word, self.refused(USAGE, "info", arm, "--add", value))


if __name__ == "__main__":
    main()
