# SPDX-License-Identifier: Apache-2.0
"""The program on robots as they are found: links on fixed joints, links without mass, meshes in
packages, included files, loops; and what it says about them."""
import json
import os
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import (  # noqa: E402
    DONE, EPSILON, FILE, MODEL, PENDULUM, ROOT, USAGE, Case, main, model, run)

INERTIAL = ('<inertial><origin xyz="{com}"/><mass value="{mass}"/>'
            '<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>')


def link(name, mass=None, com="0 0 0", more=""):
    inertial = INERTIAL.format(mass=mass, com=com) if mass is not None else ""
    return f'<link name="{name}">{inertial}{more}</link>\n'


def joint(name, kind, parent, child, xyz="0 0 0", axis="0 0 1", more=""):
    return (f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
            f'<origin xyz="{xyz}"/><axis xyz="{axis}"/>{more}</joint>\n')


def robot(*parts):
    return '<robot name="arm">\n' + "".join(parts) + "</robot>\n"


# a base with a plate on it; an upper arm with a camera; a wrist of two joints about a link that has
# no mass, and a hand on it with a tool
ARM = robot(
    link("base", 5), link("plate", 1), joint("bolts", "fixed", "base", "plate", "0 0 0.1"),
    link("upper", 2, "0.5 0 0"),
    joint("shoulder", "continuous", "plate", "upper", axis="0 1 0",
          more='<dynamics damping="0.25" friction="0"/>'),
    link("camera", 0.5), joint("screws", "fixed", "upper", "camera", "1 0 0.1"),
    link("cross"), joint("yaw", "continuous", "upper", "cross", "1 0 0"),
    link("hand", 1, "0.2 0 0"), joint("pitch", "continuous", "cross", "hand", axis="0 1 0"),
    link("tool"), joint("tip", "fixed", "hand", "tool", "0.4 0 0"))

SQUARE = """solid s
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
endloop
endfacet
facet normal 0 -1 0
outer loop
vertex 0 0 0
vertex 0 0 1
vertex 1 0 0
endloop
endfacet
facet normal -1 0 0
outer loop
vertex 0 0 0
vertex 0 1 0
vertex 0 0 1
endloop
endfacet
facet normal 1 1 1
outer loop
vertex 1 0 0
vertex 0 0 1
vertex 0 1 0
endloop
endfacet
endsolid s
"""


def collision(mesh):
    return f'<collision><geometry><mesh filename="{mesh}"/></geometry></collision>'


class Robots(Case):
    """A model file, and what info says of it."""

    def info(self, text, *options, name="arm.urdf"):
        done = run("info", self.write(text, name), "--json", *options)
        self.assertEqual(done.returncode, DONE, done.stderr)
        return json.loads(done.stdout, parse_constant=self.fail)

    def words(self, text, *options, name="arm.urdf"):
        done = run("info", self.write(text, name), *options)
        self.assertEqual(done.returncode, DONE, done.stderr)
        return done.stdout


class Merged(Robots):
    def test_links_on_fixed_joints_are_told_with_their_host(self):
        info = self.info(ARM)
        bodies = {b["name"]: b for b in info["bodies"]}
        self.assertEqual(list(bodies), ["upper", "cross", "hand"])
        self.assertEqual(bodies["upper"]["merged"], ["camera"])
        self.assertEqual(bodies["hand"]["merged"], ["tool"])
        self.assertEqual(info["world"]["merged"], ["base", "plate"])
        self.assertEqual([j["name"] for j in info["joints"]], ["shoulder", "yaw", "pitch"])
        self.assertEqual(info["dof"], 3)
        self.assertEqual(sorted(info["order"]), ["hand", "upper"])

    def test_masses_are_those_of_all_that_is_merged(self):
        info = self.info(ARM)
        bodies = {b["name"]: b for b in info["bodies"]}
        self.assertEqual(info["mass"], 9.5)
        self.assertEqual([b["mass"] for b in info["bodies"]], [2.5, 0, 1])
        # 2 kg at 0.5 0 0 and 0.5 kg at 1 0 0.1
        for got, want in zip(bodies["upper"]["com"], (0.6, 0, 0.02)):
            self.assertAlmostEqual(got, want, delta=4 * EPSILON)
        # 0.2 of both, and 0.4 kg of reduced mass times the square of their distance across y
        self.assertAlmostEqual(bodies["upper"]["inertia"][1], 0.2 + 0.4 * 0.26, delta=4 * EPSILON)

    def test_parents_are_as_in_the_file_for_joints_and_what_moves_for_bodies(self):
        info = self.info(ARM)
        self.assertEqual([j["parent"] for j in info["joints"]], ["plate", "upper", "cross"])
        self.assertEqual([b["parent"] for b in info["bodies"]], [None, "upper", "cross"])

    def test_words_tell_the_tree_with_what_is_merged_and_stages_without_mass(self):
        said = self.words(ARM)
        self.assertRegex(said, r"2 bodies, 3 joints, 3 degrees of freedom")
        self.assertRegex(said, r"merged +2 with other bodies\n  fixed +2 to the world\n")
        self.assertRegex(said, r"massless +1\b")
        self.assertIn("\nworld; with base, plate\n", said)
        self.assertRegex(said, r"\n  upper, 2.5 kg, on \w+ shoulder along 0 1 0 from plate, "
                               r"damping 0.25; with camera\n")
        self.assertRegex(said, r"\n    hand, 1 kg, on \w+ yaw along 0 0 1, to massless cross,\s+"
                               r"then \w+ pitch along 0 1 0; with tool\n")

    def test_the_manual_shows_what_is_said_of_the_example(self):
        done = run("info", ROOT / "examples" / "robot_arm.urdf")
        self.assertEqual(done.returncode, DONE, done.stderr)
        manual = (ROOT / "docs" / "program.md").read_text(encoding="utf-8")
        shown = re.search(r"`examples/robot_arm.urdf`\):\n\n((?:(?: {4}.*)?\n)+)", manual)[1]
        for line in shown.split("\n"):
            if line.strip() not in ("", "..."):
                self.assertIn(line[4:] + "\n", done.stdout)

    def test_long_lines_of_words_break_between_phrases(self):
        parts = [link("base", 1), link("arm", 1), joint("j", "continuous", "base", "arm")]
        for k in range(40):
            parts += [link(f"frame_{k}"), joint(f"weld_{k}", "fixed", "arm", f"frame_{k}")]
        said = self.words(robot(*parts))
        self.assertTrue(all(len(line) <= 100 for line in said.splitlines()), said)
        self.assertRegex(said, r"with " + r",\s+".join(f"frame_{k}" for k in range(40)))

    def test_every_link_has_a_state_in_summaries_and_trajectories(self):
        s = self.run_arm("--duration", 0.2)
        final = s["final"]
        self.assertEqual(list(final["bodies"]),
                         ["base", "plate", "upper", "camera", "cross", "hand", "tool"])
        self.assertEqual(list(final["joints"]), ["shoulder", "yaw", "pitch"])
        self.assertEqual(final["bodies"]["plate"]["position"], [0, 0, 0.1])
        # the camera is 0.1 above the end of the arm, which hangs at the height of the plate
        angle = final["joints"]["shoulder"]["position"][0]
        self.assertGreater(abs(angle), 0.01)
        camera = final["bodies"]["camera"]["position"]
        distance = sum((a - b) ** 2 for a, b in zip(camera, (0, 0, 0.1))) ** 0.5
        self.assertAlmostEqual(distance, 1.01 ** 0.5, delta=16 * EPSILON)

    def run_arm(self, *options):
        done = run("simulate", self.write(ARM, "arm.urdf"), "--summary", "-", *options)
        self.assertEqual(done.returncode, DONE, done.stderr)
        return json.loads(done.stdout, parse_constant=self.fail)

    def test_columns_are_of_all_links_and_of_all_joints_that_move(self):
        for what, columns in (("joint", ["shoulder", "yaw", "pitch", "shoulder.rate", "yaw.rate",
                                         "pitch.rate"]),
                              ("body", [f"{b}.x" for b in ("base", "plate", "upper", "camera",
                                                           "cross", "hand", "tool")])):
            path = self.folder / f"{what}.csv"
            self.run_arm("--duration", 0.05, "--output", path, "--coordinates", what)
            names = path.read_text(encoding="utf-8").splitlines()[0].split(",")
            got = [n for n in names if n in columns or n.endswith(".x")]
            self.assertEqual(got, columns)

    def test_a_force_on_a_merged_link_acts_there(self):
        # on a camera 1 m from the axis 100 N up lift the arm, which 2.5 kg don't
        still = self.run_arm("--duration", 0.1)["final"]["joints"]["shoulder"]["position"][0]
        lifted = self.run_arm("--duration", 0.1, "--force", "camera=0,0,100")
        self.assertGreater(still, 0)
        self.assertLess(lifted["final"]["joints"]["shoulder"]["position"][0], 0)

    def test_the_table_counts_what_moves(self):
        done = run("simulate", self.write(ARM, "arm.urdf"), "--duration", 0.1)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertIn("arm: 2 bodies, 3 degrees of freedom", done.stdout)

    def test_a_joint_that_merges_has_no_coordinates(self):
        said = self.refused(USAGE, "simulate", self.write(ARM, "arm.urdf"), "--qpos", "screws=1")
        self.assertIn("takes no value", said)


class Base(Robots):
    def test_a_root_stands_on_the_world_or_floats(self):
        for options, dof in (((), 3), (("--base", "fixed"), 3), (("--base=free",), 9)):
            self.assertEqual(self.info(ARM, *options)["dof"], dof, options)
        free = self.info(ARM, "--base", "free")
        self.assertEqual(free["joints"][-1]["type"] if free["joints"][0]["name"] != "root"
                         else free["joints"][0]["type"], "free")
        base = [b for b in free["bodies"] if b["name"] == "base"][0]
        self.assertEqual((base["mass"], base["merged"]), (6, ["plate"]))
        self.assertEqual(free["world"]["merged"], [])

    def test_a_floating_robot_falls(self):
        path = self.write(ARM, "arm.urdf")
        done = run("simulate", path, "--base", "free", "--duration", 0.5, "--summary", "-",
                   "--qvel", "root=1,0,0,0,0,0")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertLess(json.loads(done.stdout)["final"]["bodies"]["base"]["position"][2], -1)

    def test_in_mjcf_the_model_decides_and_that_is_a_warning(self):
        for option in ("fixed", "free"):
            path = self.write(PENDULUM)
            done = run("info", path, "--json", "--base", option)
            self.assertEqual(done.returncode, DONE, done.stderr)
            self.assertIn(f"{path}: warning: --base {option} has no effect", done.stderr)
            info = json.loads(done.stdout)
            self.assertEqual(info["dof"], 2)
            self.assertEqual(len(info["warnings"]), 1)
            self.assertEqual(run("simulate", path, "--base", option, "--quiet").returncode, DONE)

    def test_only_what_is_built_is_taken(self):
        said = self.refused(USAGE, "info", "x.urdf", "--base", "floating")
        self.assertIn("fixed|free", said)


class Files(Robots):
    """Meshes and included files: where they may be, and what happens when they aren't there."""

    def put(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def warned(self, path, *options, **more):
        """What is warned of a robot of one mesh: nothing where that was found."""
        done = run("info", path, "--json", *options, **more)
        self.assertEqual(done.returncode, DONE, done.stderr)
        info = json.loads(done.stdout)
        self.assertEqual([g["type"] for g in info["geoms"]], ["mesh"])
        return info["warnings"]

    def package(self, inside="robots/ws/parts"):
        """A robot in one package that takes a mesh from another, as under ROS."""
        self.put(f"{inside}/package.xml", "<package><name>parts</name></package>")
        self.put(f"{inside}/meshes/wedge.stl", SQUARE)
        return self.put("robots/arm/arm.urdf", robot(
            link("base", 1), link("arm", 1, more=collision("package://parts/meshes/wedge.stl")),
            joint("j", "continuous", "base", "arm")))

    def test_packages_are_found_where_the_option_says(self):
        path = self.package()
        said, = self.warned(path)
        self.assertRegex(said, r"arm\.urdf:\d+: .*package://parts/meshes/wedge\.stl")
        for folder in ("robots/ws", "robots/ws/parts"):
            said = self.warned(path, "--package-dir", self.folder / folder)
            self.assertEqual(said, [], folder)

    def test_the_option_may_be_given_several_times(self):
        path = self.package()
        nowhere = self.folder / "nowhere"
        said = self.warned(path, "--package-dir", nowhere, f"--package-dir={self.folder}",
                           "--package-dir", self.folder / "robots/ws")
        self.assertEqual(said, [])

    def test_packages_are_found_where_ros_says(self):
        path = self.package("ros/src/parts")
        for folders, warnings in ((f"/nowhere:{self.folder}/ros/src", 0), ("/nowhere", 1)):
            said = self.warned(path, env=dict(os.environ, ROS_PACKAGE_PATH=folders))
            self.assertEqual(len(said), warnings, folders)

    def test_files_from_outside_need_to_be_allowed(self):
        self.put("outside/wedge.stl", SQUARE)
        path = self.put("robots/arm.urdf", robot(
            link("base", 1), link("arm", 1, more=collision("../outside/wedge.stl")),
            joint("j", "continuous", "base", "arm")))
        said, = self.warned(path)
        self.assertIn("outside", said)
        self.assertEqual(self.warned(path, "--allow-outside"), [])

    def test_a_missing_mesh_that_mass_comes_from_is_a_bad_model(self):
        path = self.put("model.xml", model(
            '<body name="b"><freejoint/><geom type="mesh" mesh="m"/></body>',
            rest='<asset>\n<mesh name="m" file="none.stl"/></asset>'))
        self.assertRegex(self.refused(MODEL, "simulate", path), r"model\.xml:\d+:\d+: .*none\.stl")

    INCLUDING = '<mujoco>\n<worldbody>\n<include file="{}"/>\n</worldbody>\n</mujoco>\n'
    PART = ('<mujoco>\n\n<body name="part"><joint name="turn" type="hinge"{}/>\n'
            '<inertial pos="1 0 0" mass="1" diaginertia="1 1 1"/></body></mujoco>\n')

    def test_an_included_file_is_named_where_something_is_said_of_it(self):
        part = self.put("parts/part.xml", self.PART.format('/><geom size="0.1" solref="0.01 1"'))
        floor = '<worldbody><geom type="plane" size="1 1 1" pos="0 0 -1"/>'
        path = self.put("model.xml", self.INCLUDING.format("parts/part.xml")
                        .replace("<worldbody>", floor))
        done = run("info", path, "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertRegex(done.stderr, r"parts/part\.xml:3: warning: solref")
        self.assertRegex(json.loads(done.stdout)["warnings"][0], r"parts/part\.xml:3: solref")
        part.write_text(self.PART.format(' damping="-1"'), encoding="utf-8")
        self.assertRegex(self.refused(MODEL, "info", path), r"parts/part\.xml:3:\d+: ")

    def test_a_missing_include_is_a_bad_model_and_only_a_missing_model_no_file(self):
        path = self.put("model.xml", self.INCLUDING.format("parts/none.xml"))
        for command in ("info", "simulate"):
            self.assertRegex(self.refused(MODEL, command, path), r"model\.xml:3:\d+: .*none\.xml")
            self.assertIn("none.xml", self.refused(FILE, command, self.folder / "none.xml"))

    def test_includes_from_outside_need_to_be_allowed(self):
        self.put("part.xml", self.PART.format(""))
        path = self.put("models/model.xml", self.INCLUDING.format("../part.xml"))
        self.assertIn("outside", self.refused(MODEL, "info", path))
        done = run("info", path, "--allow-outside")
        self.assertEqual(done.returncode, DONE, done.stderr)


class Geoms(Robots):
    TEXT = model(
        '<geom name="floor" type="plane" size="0 0 1"/>'
        '<body name="b"><joint name="j" type="hinge" axis="0 1 0"/>'
        '<geom name="ball" type="sphere" size="0.1" pos="0 0 1"/>'
        '<geom type="capsule" size="0.1 0.5"/><geom type="capsule" size="0.1 0.2"/></body>')

    def test_json_tells_geoms(self):
        info = self.info(self.TEXT, name="model.xml")
        self.assertEqual([(g["name"], g["type"], g["body"], g["mesh"]) for g in info["geoms"]],
                         [("floor", "plane", None, None), ("ball", "sphere", "b", None),
                          ("geom2", "capsule", "b", None), ("geom3", "capsule", "b", None)])
        self.assertEqual(list(info["geoms"][1]), ["name", "type", "body", "position",
                                                  "orientation", "size", "mesh", "contype",
                                                  "conaffinity", "condim", "priority", "friction",
                                                  "spin_friction", "roll_friction",
                                                  "restitution", "drag"])
        self.assertEqual(info["geoms"][1]["position"], [0, 0, 1])
        self.assertEqual(info["geoms"][1]["size"][0], 0.1)

    def test_words_count_them_by_type_and_body(self):
        said = self.words(self.TEXT, name="model.xml")
        self.assertRegex(said, r"geoms +1 plane, 1 sphere, 2 capsule\n")
        self.assertIn("\nworld; 1 plane\n", said)
        self.assertRegex(said, r"\n  b, [\d.]+ kg, on hinge j along 0 1 0; 1 sphere, 2 capsule\n")


class Loops(Robots):
    TEXT = robot(
        link("base", 1), link("a", 1), link("b", 1), joint("ja", "continuous", "base", "a"),
        joint("jb", "continuous", "base", "b", "1 0 0", more='<mimic joint="ja" multiplier="2"/>'),
        '<loop_joint name="rod" type="revolute"><link1 link="a" xyz="1 0 0" rpy="0 0 0"/>'
        '<link2 link="b" xyz="0 0 0" rpy="0 0 0"/><axis xyz="0 0 1"/></loop_joint>\n')

    def test_loops_are_told(self):
        done = run("info", self.write(self.TEXT, "arm.urdf"), "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        loops = json.loads(done.stdout)["loops"]
        self.assertEqual([(loop["name"], loop["type"]) for loop in loops][0], ("rod", "hinge"))
        self.assertEqual([loop["type"] for loop in loops][1:], ["coupling"])

    def test_words_name_them(self):
        said = self.words(self.TEXT)
        self.assertRegex(said, r"loops +rod \(hinge\), \w+ \(coupling\)\n")
        self.assertRegex(said, r"\nclosed loops\n  rod, hinge between a and b, 5 rows; redundant: "
                               r"[^;]*\n  coupling0, jb = 2 ja\n")

    def test_words_say_what_couples_coordinates(self):
        bodies = "".join(
            f'<body name="{k}"><joint name="{k}" type="slide" ref="{ref}"/><geom size="1"/></body>'
            for k, ref in (("p", 0), ("q", 0.5), ("r", -0.25)))
        equality = ('<joint name="one" joint1="p" joint2="q" polycoef="-1 2 0 -3 0"/>'
                    '<joint name="two" joint1="r" polycoef="0.5"/>'
                    '<joint name="three" joint1="q" joint2="p" polycoef="0 0"/>'
                    '<connect name="four" body1="p" anchor="0 0 0"/>')
        tendon = ('<fixed name="t"><joint joint="p" coef="-1"/><joint joint="q" coef="-2"/>'
                  '<joint joint="r" coef="3"/></fixed>')
        said = self.words(model(bodies, rest=f"<equality>{equality}</equality>"
                                             f"<tendon>{tendon}</tendon>"), name="model.xml")
        self.assertIn("\nclosed loops\n  four, ball between the world and p, 3 rows\n"
                      "  one, p = -1 + 2 (q - 0.5) - 3 (q - 0.5)^3\n"
                      "  two, (r + 0.25) = 0.5\n  three, (q - 0.5) = 0\n", said)
        self.assertIn("\n  t, tendon -1 p - 2 q + 3 r\n", said)


class Warnings(Robots):
    """What is left out is told once, by kind, and silenced by kind."""

    TEXT = robot(
        link("base", 1, more='<collision><geometry><cylinder radius="1" length="1"/></geometry>'
                             '</collision>'),
        link("a", 1),
        joint("ja", "revolute", "base", "a",
              more='<limit lower="-1" upper="1" effort="5" velocity="2"/>'
                   '<dynamics damping="0" friction="0.5"/>'),
        link("b", 1, more='<collision><geometry><box size="1 1 1"/></geometry></collision>'),
        joint("jb", "continuous", "a", "b", "0 0 0.5"))

    def said(self, *options):
        done = run("simulate", self.write(self.TEXT, "arm.urdf"), "--duration", 0.01,
                   *options)
        self.assertEqual(done.returncode, DONE, done.stderr)
        for line in done.stderr.splitlines():
            self.assertRegex(line, r"arm\.urdf:\d+: warning: ")
        return done.stderr

    def test_options_silence_their_kind_only(self):
        everything = self.said().splitlines()
        self.assertEqual(len(everything), 1, everything)
        self.assertEqual(self.said("--no-limits").splitlines(), everything)
        contacts = [line for line in everything if re.search(r"collide", line)]
        self.assertEqual(len(contacts), 1, everything)
        self.assertEqual(self.said("--no-contact").splitlines(),
                         [line for line in everything if line not in contacts])

    def test_json_has_what_joints_can_do(self):
        j = self.info(self.TEXT)["joints"][0]
        self.assertEqual((j["range"], j["effort"], j["speed"], j["friction_loss"], j["damping"]),
                         ([-1, 1], 5, 2, 0.5, 0))
        self.assertRegex(self.words(self.TEXT), r"hinge ja along 0 0 1 from base, "
                                                r"friction loss 0.5, "
                                                r"range -1 to 1, effort 5, speed 2")

    def test_names_do_nothing_to_a_terminal(self):
        """A line end, and what is to a terminal as escape and a bracket: XML allows both."""
        evil = "a&#10;b&#x9b;2Jc&#x7f;&#233;"
        text = model(f'<body name="{evil}"><joint name="{evil}"/><geom name="{evil}" size="1"/>'
                     f'<site name="{evil}"/></body>', name=evil,
                     rest=f'<actuator><motor name="{evil}" joint="{evil}"/></actuator>')
        path = self.write(text)
        shown, name = "a?b?2Jc?\u00e9", "a\nb\u009b2Jc\u007f\u00e9"
        said = run("info", path)
        self.assertEqual(said.returncode, DONE, said.stderr)
        self.assertEqual(said.stdout.count(shown), said.stdout.count("2Jc"))
        self.assertGreaterEqual(said.stdout.count(shown), 5)
        self.assertEqual(json.loads(run("info", path, "--json").stdout)["bodies"][0]["name"], name)
        said = self.refused(USAGE, "simulate", path, "--qpos", "b=1")
        self.assertIn(shown, said)
        self.assertNotIn("2Jc\u007f", said)
        said = self.refused(MODEL, "info", self.write(text.replace("motor", "moto")))
        self.assertRegex(said, r"^[^\n]*\n$")
        twice = model(f'<body name="{evil}"/><body name="{evil}"/>')
        said = self.refused(MODEL, "info", self.write(twice))
        self.assertRegex(said, f"^[^\n]*{re.escape(shown)}[^\n]*\n$")

    def test_unknown_names_are_told_with_near_ones(self):
        path = self.write(ARM, "arm.urdf")
        for option, near in (("--qpos=sholder=1", "shoulder"), ("--force=camra=0,0,1", "camera"),
                             ("--servo=pich=0,1,1", "pitch")):
            self.assertRegex(self.refused(USAGE, "simulate", path, option),
                             f"did you mean .*{near}")
        said = self.refused(USAGE, "simulate", path, "--qpos", "x=1")
        self.assertIn("there are shoulder, yaw, pitch\n", said)


if __name__ == "__main__":
    main()
