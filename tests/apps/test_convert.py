#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ludo convert: files in another format, what is told, what is refused.

    python3 tests/apps/test_convert.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import os
import pathlib
import sys
import unittest
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import (DONE, FILE, MODEL, ROOT, USAGE, Case, chain, main, model,  # noqa: E402
                     run)

MODELS = ROOT / "tests" / "models"

URDF = """<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial><origin xyz="0.5 0 0"/><mass value="2"/>
      <inertia ixx="0.1" iyy="0.2" izz="0.2" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 1" rpy="0 1.5708 0"/>
    <parent link="base"/><child link="upper"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" effort="30" velocity="4"/>
    <dynamics damping="0.5" friction="0.1"/>
  </joint>
</robot>
"""


class Convert(Case):
    def setUp(self):
        super().setUp()
        self.source = self.folder / "arm.urdf"
        self.source.write_text(URDF, encoding="utf-8")

    def convert(self, source, name, *options, code=DONE):
        """Convert into a file of the folder; what was said, and the file."""
        out = self.folder / name
        done = run("convert", source, out, *options)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr, out

    def info(self, path):
        done = run("info", path, "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        return json.loads(done.stdout)


class Formats(Convert):
    def test_the_suffix_says_the_format_unless_it_is_said(self):
        for name, options, root in (("a.xml", (), "mujoco"), ("a.mjcf", (), "mujoco"),
                                    ("a.urdf", (), "robot"), ("a", ("--to", "mjcf"), "mujoco"),
                                    ("b.xml", ("--to", "urdf"), "robot"),
                                    ("b.urdf", ("--to=mjcf",), "mujoco")):
            _, out = self.convert(self.source, name, *options)
            self.assertEqual(ElementTree.parse(out).getroot().tag, root)

    def test_a_robot_is_the_same_in_both_formats(self):
        _, out = self.convert(self.source, "arm.xml")
        before, after = self.info(self.source), self.info(out)
        self.assertEqual(after["mass"], before["mass"])
        self.assertEqual([b["name"] for b in after["bodies"]],
                         [b["name"] for b in before["bodies"]])
        shoulder = [[j for j in model["joints"] if j["name"] == "shoulder"][0]
                    for model in (before, after)]
        shoulder[0]["speed"] = 0  # MJCF has no place for it
        self.assertEqual(shoulder[0], shoulder[1])
        joint = ElementTree.parse(out).find(".//joint")
        self.assertEqual(joint.attrib, {
            "name": "shoulder", "type": "hinge", "axis": "0 1 0", "range": "-1 2",
            "damping": "0.5", "frictionloss": "0.1", "actuatorfrcrange": "-30 30"})

    def test_every_model_converts_and_converts_again_to_the_same_file(self):
        count = 0
        for path in sorted(MODELS.iterdir()):
            if path.suffix not in (".xml", ".urdf"):
                continue
            count += 1
            for suffix in (".xml", ".urdf"):
                with self.subTest(path=path.name, to=suffix):
                    _, first = self.convert(path, "first" + suffix)
                    _, second = self.convert(first, "second" + suffix, "--allow-outside")
                    self.assertEqual(second.read_bytes(), first.read_bytes())
        self.assertGreaterEqual(count, 20)

    def test_moments_without_mass_are_kept_where_they_are_merged(self):
        self.source.write_text(URDF.replace("</robot>", """
  <link name="tool">
    <inertial><mass value="0"/>
      <inertia ixx="0.1" iyy="0.2" izz="0.2" ixy="0.01" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="mount" type="fixed"><parent link="upper"/><child link="tool"/></joint>
</robot>"""), encoding="utf-8")
        inertia = self.info(self.source)["bodies"][0]["inertia"]
        self.assertEqual(inertia, [0.2, 0.4, 0.4, 0.01, 0, 0])
        for suffix in (".xml", ".urdf"):
            _, out = self.convert(self.source, "out" + suffix)
            self.assertEqual(self.info(out)["bodies"][0]["inertia"], inertia)

    def test_what_has_no_name_is_told_by_that_by_which_it_is_known(self):
        path = self.write(model(chain(1), rest="<actuator><position joint='j0'/></actuator>"
                                "<keyframe><key qpos='1'/></keyframe>"))
        said, _ = self.convert(path, "out.urdf")
        self.assertIn("actuator 'actuator0': left out: URDF has one motor per joint", said)
        self.assertIn("keyframe 'keyframe0': left out: URDF has no keyframes", said)

    def test_motion_is_the_same_through_both_formats(self):
        _, urdf = self.convert(self.source, "again.urdf")
        _, mjcf = self.convert(urdf, "arm.xml")
        _, back = self.convert(mjcf, "back.urdf")
        ends = []
        for path in (self.source, mjcf, back):
            done = run("simulate", path, "--duration", 1, "--qpos", "shoulder=0.3",
                       "--summary", "-")
            self.assertEqual(done.returncode, DONE, done.stderr)
            ends.append(json.loads(done.stdout)["final"]["joints"]["shoulder"])
        for end in ends[1:]:
            # the same numbers but for those of rpy as a quaternion
            self.assertAlmostEqual(end["position"][0], ends[0]["position"][0], delta=1e-12)

    def test_a_free_base_is_written(self):
        _, out = self.convert(self.source, "free.xml", "--base", "free")
        self.assertEqual(ElementTree.parse(out).find(".//freejoint").get("name"), "root")


class Meshes(Convert):
    def setUp(self):
        super().setUp()
        (self.folder / "parts").mkdir()
        (self.folder / "parts" / "wedge.stl").write_bytes(
            (MODELS / "meshes" / "wedge.stl").read_bytes())
        self.source.write_text(URDF.replace(
            '<link name="base"/>',
            '<link name="base"><collision><geometry><mesh filename="parts/wedge.stl" '
            'scale="2 2 2"/></geometry></collision></link>'), encoding="utf-8")

    def test_files_below_the_model_stay_files(self):
        _, out = self.convert(self.source, "arm.xml")
        mesh = ElementTree.parse(out).find(".//mesh")
        self.assertEqual((mesh.get("file"), mesh.get("scale")), ("parts/wedge.stl", "2 2 2"))
        self.info(out)

    def test_files_elsewhere_are_written_out_in_mjcf(self):
        (self.folder / "deep").mkdir()
        _, out = self.convert(self.source, "deep/arm.xml")
        mesh = ElementTree.parse(out).find(".//mesh")
        self.assertIsNone(mesh.get("file"))
        self.assertGreaterEqual(len(mesh.get("vertex").split()), 12)
        self.info(out)

    def test_files_elsewhere_are_told_in_urdf(self):
        (self.folder / "deep").mkdir()
        said, out = self.convert(self.source, "deep/arm.urdf")
        self.assertIn("the file is not below the folder of the model: move it there", said)
        self.assertEqual(ElementTree.parse(out).find(".//mesh").get("filename"),
                         "../parts/wedge.stl")


class Telling(Convert):
    def test_what_a_format_lacks_is_told_with_its_place(self):
        said, _ = self.convert(self.source, "arm.xml")
        self.assertIn(f"{self.source}:7: warning: joint 'shoulder': MJCF has no velocity limits "
                      "of joints\n", said)
        said, _ = self.convert(self.source, "arm.xml", "--quiet")
        self.assertEqual(said, "")

    def test_what_was_not_understood_is_told_too(self):
        self.source.write_text(URDF.replace("</robot>", "<gazebo><plugin/></gazebo></robot>"),
                               encoding="utf-8")
        said, _ = self.convert(self.source, "arm.urdf.urdf")
        self.assertIn(f"{self.source}:14: warning: plugin", said)


class Refusing(Convert):
    def test_the_command_line_is_checked(self):
        for arguments, said in (((), "convert needs a MODEL"),
                                ((self.source,), "convert needs an OUT"),
                                ((self.source, "a.xml", "b.xml"), "OUT is given twice"),
                                ((self.source, "", "--to", "urdf"), "OUT is empty"),
                                ((self.source, "arm.dae"), "with --to mjcf or --to urdf"),
                                ((self.source, "arm.xml", "--to", "sdf"), "--to mjcf|urdf takes")):
            done = run("convert", *arguments, cwd=self.folder)
            self.assertEqual(done.returncode, USAGE, arguments)
            self.assertIn(said, done.stderr)

    def test_a_model_is_not_written_over_itself(self):
        link = self.folder / "link.urdf"
        link.symlink_to(self.source)
        for out in (self.source, self.folder / "." / "arm.urdf", link):
            done = run("convert", self.source, out)
            self.assertEqual(done.returncode, USAGE)
            self.assertIn("would overwrite the model", done.stderr)
        self.assertEqual(self.source.read_text(encoding="utf-8"), URDF)

    def test_bad_models_and_places_end_as_they_do_elsewhere(self):
        said, out = self.convert(self.folder / "none.urdf", "a.xml", code=FILE)
        self.assertFalse(out.exists())
        said, out = self.convert(self.source, "no folder/a.xml", code=FILE)
        self.assertIn("no folder/a.xml", said)
        self.source.write_text(URDF.replace("base", "other", 1), encoding="utf-8")
        said, out = self.convert(self.source, "a.xml", code=MODEL)
        self.assertIn(f"{self.source}:", said)
        self.assertFalse(out.exists())

    def test_an_old_file_stays_where_there_is_no_new_one(self):
        old = self.folder / "old.xml"
        old.write_text("old", encoding="utf-8")
        self.source.write_text("<robot", encoding="utf-8")
        self.convert(self.source, "old.xml", code=MODEL)
        self.assertEqual(old.read_text(encoding="utf-8"), "old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["arm.urdf", "old.xml"])


if __name__ == "__main__":
    main()
