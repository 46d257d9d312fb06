# SPDX-License-Identifier: Apache-2.0
"""The program on closed loops: they move as they should, stay closed, are put together where the
file has them open, and are told; what can't be closed is an error."""
import json
import math
import pathlib
import re
import sys
import textwrap
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import (  # noqa: E402
    DONE, EPSILON, FILE, MODEL, ROOT, USAGE, Case, keyframe, main, model, run)

ROBOTS = ROOT.parent / "shared" / "models"  # robots of others, not everywhere
CLOSED = 1e-10  # what a step leaves open [m, rad]: its tolerance, of lengths of a metre


def rod(body, joint, inside="", start="0 0 0", along=(1, 0, 0), closure=""):
    """A uniform rod of 1 kg about a hinge in y, with a site at its far end."""
    length = math.hypot(*along)
    middle, end = " ".join(str(x / 2) for x in along), " ".join(map(str, along))
    return (f'<body name="{body}" pos="{start}"><joint name="{joint}" axis="0 1 0"/>'
            f'<inertial pos="{middle}" mass="1" diaginertia="{length**2 / 12} {length**2 / 12} '
            f'{length**2 / 12}"/><site name="{body}_end" pos="{end}"/>{closure}{inside}</body>\n')


def connect(name, one, other, anchor="1 0 0"):
    return f'<connect name="{name}" body1="{one}" body2="{other}" anchor="{anchor}"/>\n'


def windows(count):
    """A row of cranks that stand on the ground, each joined to the next by a coupler: `count`
    parallelograms with one degree of freedom, which lie flat twice a turn; `start` moves the
    couplers at 1 m/s."""
    cranks, closures = "", ""
    for k in range(count + 1):
        coupler = rod(f"coupler{k}", f"c{k}", start="0 0 1") if k < count else ""
        cranks += rod(f"crank{k}", f"k{k}", coupler, f"{k} 0 0", (0, 0, 1))
        if k < count:
            closures += connect(f"pin{k}", f"coupler{k}", f"crank{k + 1}")
    rates = "1 -1 " * count + "1"
    return model(cranks, rest=f"<equality>{closures}</equality>\n"
                 + keyframe("start", qvel=rates), name="windows")


def triangle(*lengths, angles=(0, 0)):
    """Two rods from the origin, end to end, whose end is to be at a pin on x. The angles are those
    of the hinges in the file."""
    first, second, ground = lengths
    rods = rod("first", "a", rod("second", "b", start=f"{first} 0 0", along=(second, 0, 0)),
               along=(first, 0, 0))
    return model(rods + f'<site name="pin" pos="{ground} 0 0"/>', gravity="0 0 0",
                 rest='<equality>\n<connect name="tie" site1="second_end" site2="pin"/>\n'
                      "</equality>\n" + keyframe("bent", qpos=" ".join(map(str, angles))))


def site(summary, name):
    return summary["final"]["sites"][name]["position"]


def angle(summary, joint):
    return summary["final"]["joints"][joint]["position"][0]


def beside(across):
    """A planar four-bar of hinges whose last pivot is `across` beside its plane."""
    inertial = ('<inertial><origin xyz="0.5 0 0"/><mass value="1"/><inertia ixx="0.01" iyy="0.1" '
                'izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>')
    links = "".join(f'<link name="{name}">{inertial}</link>'
                    for name in ("left", "coupler", "right"))
    hinges = "".join(f'<joint name="{name}" type="continuous"><parent link="{parent}"/>'
                     f'<child link="{child}"/><origin xyz="{at}"/><axis xyz="0 1 0"/></joint>'
                     for name, parent, child, at in (("a", "ground", "left", "0 0 0"),
                                                     ("b", "left", "coupler", "1 0 0"),
                                                     ("c", "ground", "right", f"1.1 {across} 0")))
    return (f'<robot name="beside"><link name="ground"/>{links}{hinges}\n'
            '<loop_joint name="close" type="continuous"><link1 link="coupler" xyz="1.2 0 0"/>'
            '<link2 link="right" xyz="0.9 0 0"/><axis xyz="0 1 0"/></loop_joint></robot>\n')


class Loops(Case):
    def info(self, path, *options):
        done = run("info", path, "--json", *options)
        self.assertEqual(done.returncode, DONE, done.stderr)
        return json.loads(done.stdout, parse_constant=self.fail)

    def run_file(self, path, *options):
        done = run("simulate", path, "--summary", "-", *options)
        self.assertEqual(done.returncode, DONE, done.stderr)
        return json.loads(done.stdout, parse_constant=self.fail)


class Motion(Loops):
    # where the second crank's end is after 10 s, as benchmarks of multibody programs have it
    AFTER_10_S = (0.3284581115, 0.9445185382)

    def missed(self, h, *options):
        s = self.summary(windows(2), "--keyframe", "start", "--dt", h, *options)
        end = site(s, "crank0_end")
        return s, math.hypot(end[0] - self.AFTER_10_S[0], end[2] - self.AFTER_10_S[1])

    def test_two_windows_move_through_flat_positions_as_known_in_order_2(self):
        coarse, far = self.missed(0.01)
        fine, near = self.missed(0.005)
        self.assertLess(far, 4e-3)
        self.assertAlmostEqual(math.log2(far / near), 2, delta=0.3)
        for s in (coarse, fine):
            self.assertLess(s["constraints"]["max_position_violation"], CLOSED)
            self.assertLessEqual(s["solver"]["iterations_mean"], 2.5)
            self.assertLessEqual(s["solver"]["iterations_max"], 8)
            self.assertEqual(s["solver"]["steps_subdivided"], 0)
        ratio = coarse["energy"]["max_abs_error"] / fine["energy"]["max_abs_error"]
        self.assertAlmostEqual(ratio, 4, delta=0.5)

    def test_order_4_is_kept_through_them(self):
        far, near = (self.missed(h, "--order", 4)[1] for h in (0.01, 0.005))
        self.assertLess(far, 2e-4)
        self.assertAlmostEqual(math.log2(far / near), 4, delta=0.7)

    def test_closure_is_that_of_the_final_bodies(self):
        for count in (1, 2, 5, 40):
            s = self.summary(windows(count), "--keyframe", "start", "--duration", 5)
            for k in range(count):
                gap = math.dist(site(s, f"coupler{k}_end"), site(s, f"crank{k + 1}_end"))
                self.assertLess(gap, CLOSED, count)
            energy = s["energy"]
            self.assertLess(energy["max_abs_error"], 1.5e-3 * abs(energy["initial"]), count)
            self.assertEqual(s["solver"]["steps_subdivided"], 0)

    def test_both_solvers_find_the_same_motion(self):
        ends = [site(self.summary(windows(3), "--keyframe", "start", "--duration", 1,
                                  "--solver", solver), "crank0_end")
                for solver in ("recursion", "ldu")]
        self.assertLess(math.dist(*ends), 1e-8)

    def test_rows_and_redundant_ones_are_counted(self):
        # 5 per hinge, 3 per pin of which one is across the plane
        s = self.summary(windows(2), "--duration", 0, "--qpos", "k0=0.5")
        self.assertEqual((s["constraints"]["rows"], s["constraints"]["redundant"]), (31, 2))

    def test_a_saved_run_goes_on_with_the_same_bits(self):
        path, state = self.write(windows(2)), self.folder / "state"
        whole = self.run_file(path, "--keyframe", "start", "--duration", 2)
        self.run_file(path, "--keyframe", "start", "--duration", 1, "--save-state", state)
        rest = self.run_file(path, "--load-state", state, "--duration", 1)
        self.assertEqual(rest["final"], whole["final"])

    def test_rows_of_trajectories_stay_closed(self):
        names, rows = self.rows(windows(1), "--keyframe", "start", "--duration", 1)
        column = [names.index(name) for name in ("k0", "k1", "c0")]
        for row in rows:
            k0, k1, c0 = (row[i] for i in column)
            # a parallelogram: cranks turn alike, the coupler stays level
            self.assertAlmostEqual(k0, k1, delta=CLOSED)
            self.assertAlmostEqual(k0, -c0, delta=CLOSED)

    GEAR = model(rod("one", "p") + rod("two", "q", start="3 0 0"),
                 rest='<equality><joint name="gear" joint1="q" joint2="p" '
                      'polycoef="0.25 -2 0.5 0 0"/></equality>')

    def test_coupled_coordinates_hold_exactly(self):
        s = self.summary(self.GEAR, "--duration", 3)
        p, q = angle(s, "p"), angle(s, "q")
        self.assertGreater(abs(p), 0.01)
        self.assertAlmostEqual(q, 0.25 - 2 * p + 0.5 * p * p, delta=CLOSED)

    def test_a_mimic_joint_follows_in_position_and_rate(self):
        text = ('<robot name="r">' + "".join(
            f'<link name="{k}"><inertial><origin xyz="0.5 0 0"/><mass value="1"/><inertia ixx="1" '
            f'iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>' for k in "abc")
            + '<joint name="ab" type="continuous"><parent link="a"/><child link="b"/>'
              '<axis xyz="0 1 0"/></joint>'
              '<joint name="ac" type="continuous"><parent link="a"/><child link="c"/>'
              '<axis xyz="0 1 0"/><mimic joint="ab" multiplier="-3" offset="0.5"/></joint></robot>')
        s = self.run_file(self.write(text, "r.urdf"), "--duration", 2)
        joints = s["final"]["joints"]
        self.assertAlmostEqual(angle(s, "ac"), 0.5 - 3 * angle(s, "ab"), delta=CLOSED)
        self.assertAlmostEqual(joints["ac"]["velocity"][0], -3 * joints["ab"]["velocity"][0],
                               delta=1e-9 * (1 + abs(joints["ac"]["velocity"][0])))


class Told(Loops):
    KEYS = ["name", "type", "parent", "child", "rows"]

    def test_json_tells_loops_rows_and_freedom(self):
        info = self.info(self.write(windows(2)))
        self.assertEqual([list(loop) for loop in info["loops"]], [self.KEYS] * 2)
        self.assertEqual([(loop["name"], loop["type"], loop["rows"]) for loop in info["loops"]],
                         [("pin0", "ball", 3), ("pin1", "ball", 3)])
        self.assertEqual({info["loops"][0]["parent"], info["loops"][0]["child"]},
                         {"coupler0", "crank1"})
        self.assertEqual((info["dof"], info["freedom"], info["rows"], info["rank"]),
                         (5, 1, 31, 29))
        self.assertEqual(info["redundant"], ["pin0: translation along y",
                                             "pin1: translation along y"])
        self.assertGreaterEqual(info["fill"], 0)
        self.assertEqual(info["warnings"], [])

    def test_a_singular_pose_leaves_more(self):
        level = [f"--qpos={crank}={math.pi / 2}" for crank in ("k0", "k1", "k2")]
        level += [f"--qpos={coupler}={-math.pi / 2}" for coupler in ("c0", "c1")]
        s = self.summary(windows(2), "--duration", 0, *level)
        self.assertEqual(s["constraints"]["redundant"], 4)

    def test_words_tell_them(self):
        done = run("info", self.write(windows(2)))
        self.assertEqual((done.returncode, done.stderr), (DONE, ""))
        self.assertIn("windows: 5 bodies, 5 joints, 5 degrees of freedom, of which 2 loops "
                      "leave 1\n", done.stdout)
        self.assertRegex(done.stdout, r"\n  rows +31, 2 of them redundant\n")
        self.assertRegex(done.stdout, r"\n  assembly +closed in the file\n")
        self.assertRegex(done.stdout, r"\nclosed loops\n  pin0, ball between \w+ and \w+, 3 rows; "
                                      r"redundant: translation along y\n")

    def test_the_table_tells_them(self):
        done = run("simulate", self.write(windows(1)), "--duration", 0.1)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertIn("degrees of freedom, of which 1 loop leaves 1\n", done.stdout)
        self.assertRegex(done.stdout, r"\n  constraints +18 rows, 1 of them redundant\n")

    def test_a_tree_has_nothing_to_tell(self):
        info = self.info(self.write(model(rod("one", "p"))))
        self.assertEqual((info["dof"], info["freedom"], info["rows"], info["rank"], info["fill"],
                          info["redundant"], info["loops"], info["assembly"]),
                         (1, 1, 5, 5, 0, [], [], None))

    def test_a_joint_that_closes_a_loop_has_no_coordinates(self):
        names, _ = self.rows(windows(1), "--duration", 0)
        self.assertEqual(names[1:4], ["k0", "c0", "k1"])
        said = self.refused(USAGE, "simulate", self.write(windows(1)), "--qpos", "pin0=1")
        self.assertIn("'pin0' closes a loop", said)
        self.assertIn("no joint 'pin1'", self.refused(
            USAGE, "simulate", self.write(windows(1)), "--qpos", "pin1=1"))


class Assembly(Loops):
    """Rods of 1 m and 1 m and a pin 1 m away: hinges at 60 degrees close them."""

    def closed(self, s):
        self.assertLess(math.dist(site(s, "second_end"), site(s, "pin")), 1e-12)

    def test_an_open_loop_is_closed_and_what_moved_is_told(self):
        s = self.summary(triangle(1, 1, 1), "--duration", 0.1)
        self.closed(s)
        initial = s["initial"]
        self.assertGreater(initial["position_correction"], 0.1)
        self.assertEqual(set(initial["joints_moved"]), {"a", "b"})
        start = self.summary(triangle(1, 1, 1), "--duration", 0)
        for joint, by in initial["joints_moved"].items():
            self.assertAlmostEqual(by, abs(angle(start, joint)), delta=1e-12)
        self.assertAlmostEqual(abs(angle(start, "a")), math.pi / 3, delta=1e-9)
        done = run("simulate", self.write(triangle(1, 1, 1)), "--duration", 0.1)
        self.assertRegex(done.stdout, r"\n  joints moved +b by 2\.09 rad, a by 1\.05 rad\n")

    def test_info_tells_how_far_open_and_what_closes_it(self):
        path = self.write(triangle(1, 1, 1))
        assembly = self.info(path)["assembly"]
        self.assertEqual(list(assembly), ["closes", "loop", "gap", "tilt", "position_correction",
                                          "joints_moved"])
        self.assertEqual((assembly["closes"], assembly["loop"]), (True, "tie"))
        self.assertAlmostEqual(assembly["gap"], 1, delta=8 * EPSILON)
        self.assertEqual(assembly["tilt"], 0)
        self.assertEqual(set(assembly["joints_moved"]), {"a", "b"})
        said = run("info", path).stdout
        self.assertIn("assembly    closure 'tie' is open by 1 m in the file; to close all loops\n"
                      "  joints move b by ", said)

    def test_what_is_closed_is_not_touched(self):
        s = self.summary(windows(2), "--duration", 0)
        self.assertEqual(s["initial"]["joints_moved"], {})
        self.assertEqual([angle(s, j) for j in ("k0", "c0", "k1", "c1", "k2")], [0.0] * 5)
        self.assertTrue(self.info(self.write(windows(2)))["assembly"]["closes"])

    def test_joints_that_are_put_somewhere_stay_there(self):
        for joint, others in (("k0", {"c0", "k1"}), ("k1", {"k0", "c0"}), ("c0", {"k0", "k1"})):
            s = self.summary(windows(1), "--qpos", f"{joint}=0.4", "--duration", 0)
            self.assertEqual(angle(s, joint), 0.4)
            self.assertEqual(set(s["initial"]["joints_moved"]), others)
            self.assertLess(math.dist(site(s, "coupler0_end"), site(s, "crank1_end")), 1e-12)

    def test_joints_that_are_given_rates_keep_them(self):
        # bars of a parallelogram turn alike, couplers keep their direction
        for joint, rates in (("k0", (2, -2, 2)), ("k1", (2, -2, 2)), ("c0", (-2, 2, -2))):
            s = self.summary(windows(1), "--qpos", "k0=0.4", "--qvel", f"{joint}=2",
                             "--duration", 0)
            for name, rate in zip(("k0", "c0", "k1"), rates):
                self.assertAlmostEqual(s["final"]["joints"][name]["velocity"][0], rate, delta=1e-12)
            self.assertEqual(angle(s, "k0"), 0.4)
            self.assertGreater(s["initial"]["velocity_correction"], 1.9)

    def test_a_joint_that_can_not_stay_is_let_go_with_a_warning(self):
        # hinge b has to be at 120 degrees
        path = self.write(triangle(1, 1, 1))
        done = run("simulate", path, "--qpos", "b=3", "--summary", "-", "--duration", 0)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertRegex(done.stderr, re.escape(str(path)) + ": warning: joint 'b' was to be "
                                      r"held, but .* moved it by 0\.906 rad\n$")
        self.closed(json.loads(done.stdout))

    def test_joints_of_a_keyframe_may_move(self):
        path = self.write(triangle(1, 1, 1, angles=(-1.0, 2.0)))
        done = run("simulate", path, "--keyframe", "bent", "--summary", "-", "--duration", 0)
        self.assertEqual((done.returncode, done.stderr), (DONE, ""))
        s = json.loads(done.stdout)
        self.closed(s)
        # the near one of the two triangles
        self.assertAlmostEqual(angle(s, "a"), -math.pi / 3, delta=1e-9)


class Impossible(Loops):
    """Rods of 1 m and 1 m and a pin 3 m away."""
    TEXT = triangle(1, 1, 3)
    LINE = TEXT[:TEXT.index("<connect")].count("\n") + 1

    def test_it_is_an_error_that_names_the_closure_its_place_and_gap(self):
        path, out = self.write(self.TEXT), self.folder / "out.csv"
        said = self.refused(MODEL, "simulate", path, "--output", out)
        self.assertRegex(said, f"{re.escape(str(path))}:{self.LINE}:\\d+: closure 'tie' can't be "
                               r"closed: .* leaves 1 m;.*--qpos")
        self.assertFalse(out.exists())

    def test_info_works_and_says_so(self):
        path = self.write(self.TEXT)
        info = self.info(path)
        self.assertIs(info["assembly"]["closes"], False)
        self.assertEqual(info["assembly"]["loop"], "tie")
        self.assertAlmostEqual(info["assembly"]["gap"], 1, delta=1e-6)
        self.assertEqual((info["dof"], info["freedom"], info["rank"], info["redundant"]),
                         (2, None, None, []))
        self.assertRegex(run("info", path).stdout,
                         r"assembly +FAILS: closure 'tie' stays open by 1 m after the best")

    def test_rods_that_just_reach_do(self):
        s = self.summary(triangle(1, 1, 2), "--duration", 0.5)
        self.assertLess(s["constraints"]["max_position_violation"], CLOSED)


class Sidecar(Loops):
    """A file beside a URDF that says what closes loops."""
    LINK = ('<link name="{}"><inertial><origin xyz="0 0 0.5"/><mass value="1"/>'
            '<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>\n')
    FRAME = '<link name="{0}"/><joint name="fix_{0}" type="fixed"><parent link="{1}"/>' \
            '<child link="{0}"/><origin xyz="{2}"/></joint>\n'

    def robot(self, wide=1.0):
        """A four-bar on a base, cut open at the end of the second crank."""
        text = '<robot name="bars">\n' + "".join(
            self.LINK.format(name) for name in ("base", "left", "top", "right"))
        for name, parent, child, xyz in (("l", "base", "left", "0 0 0"),
                                         ("t", "left", "top", "0 0 1"),
                                         ("r", "base", "right", f"{wide} 0 0")):
            text += (f'<joint name="{name}" type="continuous"><parent link="{parent}"/><child '
                     f'link="{child}"/><origin xyz="{xyz}"/><axis xyz="0 1 0"/></joint>\n')
        return self.write(text + self.FRAME.format("tip", "top", "1 0 0")
                          + self.FRAME.format("seat", "right", "0 0 1") + "</robot>\n",
                          "bars.urdf")

    def sidecar(self, text):
        return self.write(text, "bars.yaml")

    def test_it_closes_loops(self):
        # a ball holds three directions; a weld of two ends that turn alike leaves as much
        for kind, rows in (("3d", 3), ("6d", 6)):
            loops = self.sidecar(f"closed_loop: [[tip, seat]]\ntype: ['{kind}']\n")
            loop, = self.info(self.robot(), "--loops", loops)["loops"]
            self.assertEqual((loop["rows"], {loop["parent"], loop["child"]}),
                             (rows, {"tip", "seat"}))
            s = self.run_file(self.robot(), "--loops", loops, "--duration", 0.1)
            self.assertEqual(s["initial"]["joints_moved"], {})
            self.assertLess(s["constraints"]["max_position_violation"], CLOSED)

    def test_it_names_joints_to_keep(self):
        for kept, moved in (("l", {"t", "r"}), ("r", {"l", "t"})):
            loops = self.sidecar("closed_loop: [[tip, seat]]\ntype: [3d]\n"
                                 f"name_mot: [{kept}]\n")
            s = self.run_file(self.robot(0.8), "--loops", loops, "--duration", 0)
            self.assertEqual(angle(s, kept), 0.0)
            self.assertEqual(set(s["initial"]["joints_moved"]), moved)

    def test_what_is_kept_and_can_not_stay_is_told(self):
        loops = self.sidecar("closed_loop: [[tip, seat]]\ntype: [3d]\nname_mot: [l, t, r]\n")
        done = run("simulate", self.robot(0.8), "--loops", loops, "--duration", 0)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertRegex(done.stderr, "warning: joint '.' was to be held")

    def test_without_it_nothing_is_closed(self):
        self.assertEqual(self.info(self.robot())["loops"], [])

    def test_a_model_is_converted_with_its_loops(self):
        loops = self.sidecar("closed_loop: [[tip, seat]]\ntype: [3d]\n")
        for name in ("out.urdf", "out.xml"):
            done = run("convert", self.robot(), self.folder / name, "--loops", loops)
            self.assertEqual(done.returncode, DONE, done.stderr)
            info = self.info(self.folder / name)
            self.assertEqual((len(info["loops"]), info["freedom"]), (1, 1), name)

    def test_errors_have_a_place_and_near_names(self):
        robot = self.robot()
        for text, line, said in (("closed_loop: [[tip, seat]\ntype: [3d]\n", 2, "expected"),
                                 ("closed_loop: [[tip, seet]]\ntype: [3d]\n", 1, "seet.*seat"),
                                 ("closed_loop: [[tip, seat]]\ntype: [4d]\n", 2, "4d"),
                                 ("closed_loop: [[tip, seat]]\ntype: [3d, 3d]\n", r"\d", "type"),
                                 ("closed_loop: [[tip, seat]]\ntype: [3d]\nname_mot: [m]\n", 3,
                                  "'m'")):
            got = self.refused(MODEL, "info", robot, "--loops", self.sidecar(text))
            self.assertRegex(got, rf"bars\.yaml:{line}:\d+: .*{said}", text)
        missing = self.folder / "none.yaml"
        self.assertIn("none.yaml", self.refused(FILE, "simulate", robot, "--loops", missing))
        self.assertIn("--loops", self.refused(USAGE, "info", robot, "--loops"))
        self.assertIn("--loops FILE.yaml takes the name of a file, not ''",
                      self.refused(USAGE, "info", robot, "--loops", ""))


class Manual(Loops):
    """The pages on closed loops show what is said."""
    def check_sessions(self, text, count):
        shown = re.findall(r"^ +\$ ludo (.*)\n((?:    +(?!\$).*\n)*)", text, re.MULTILINE)
        self.assertEqual(len(shown), count)
        for command, lines in shown:
            done = run(*command.split(), cwd=self.folder if "wide" in command else ROOT)
            said = (done.stderr + done.stdout).splitlines()
            for line in textwrap.dedent(lines).splitlines():
                if line.strip() != "...":
                    self.assertIn(line, said, command)

    def test_sessions_of_the_manual(self):
        manual = (ROOT / "docs" / "program.md").read_text(encoding="utf-8")
        wide = (ROOT / "examples" / "double_four_bar.xml").read_text(encoding="utf-8")
        self.write(wide.replace('pos="2 0 0"', 'pos="5 0 0"'), "wide.xml")
        self.check_sessions(manual[manual.index("### Closed loops"):
                                   manual.index("### Controls over time")], 5)

    def test_sessions_of_the_tutorial(self):
        tutorial = (ROOT / "docs" / "loops.md").read_text(encoding="utf-8")
        four_bar = (ROOT / "examples" / "four_bar.xml").read_text(encoding="utf-8")
        self.assertIn("```xml\n" + four_bar[four_bar.index("<mujoco"):] + "```\n", tutorial)
        self.write(four_bar.replace('"rocker" pos="0.5', '"rocker" pos="1.5'), "wide.xml")
        self.check_sessions(tutorial, 8)

    def test_the_loop_joint_of_the_tutorial_closes_a_four_bar(self):
        tutorial = (ROOT / "docs" / "loops.md").read_text(encoding="utf-8")
        inertial = ('<inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" '
                    'ixz="0" iyz="0"/></inertial>')
        bars = "".join(
            f'<link name="{child}">{inertial}</link><joint name="{child}" type="continuous">'
            f'<origin xyz="{x} 0 0"/><axis xyz="0 -1 0"/><parent link="{parent}"/>'
            f'<child link="{child}"/></joint>'
            for child, parent, x in (("crank", "ground", 0), ("coupler", "crank", 0.2),
                                     ("rocker", "ground", 0.5)))
        loop = re.search(r"<loop_joint name=.*?</loop_joint>\n", tutorial, re.DOTALL)[0]
        robot = self.write(f'<robot name="four_bar"><link name="ground"/>{bars}{loop}</robot>',
                           "four_bar.urdf")
        info = json.loads(run("info", robot, "--json").stdout)
        self.assertEqual((info["freedom"], len(info["redundant"])), (1, 3))
        self.assertTrue(info["assembly"]["closes"])
        self.assertAlmostEqual(info["assembly"]["gap"], 0.2, delta=1e-12)


class Robots(Loops):
    """Robots with loops as their makers publish them: open by some centimetres."""
    LOOPS = {"5bar_linkage": 1, "robot_delta": 3, "cassie_like": 2, "digit_like": 3}

    def files(self, name):
        folder = ROBOTS / name
        if not folder.exists():
            self.skipTest("without the robots")
        return (folder / "robot.urdf", "--loops", folder / "robot.yaml", "--package-dir", folder)

    def test_they_are_put_together(self):
        for name, loops in self.LOOPS.items():
            info = self.info(*self.files(name))
            self.assertEqual(len(info["loops"]), loops, name)
            self.assertIs(info["assembly"]["closes"], True, name)
            self.assertEqual(info["rows"] - info["rank"], len(info["redundant"]))
            self.assertGreater(info["freedom"], 0)

    def test_they_move_and_stay_closed(self):
        for name in ("robot_delta", "cassie_like", "digit_like"):
            s = self.run_file(*self.files(name), "--no-contact", "--no-limits", "--duration", 0.5,
                              "--dt", 0.001)
            self.assertLess(s["constraints"]["max_position_violation"], CLOSED, name)
            rates = [abs(x) for j in s["final"]["joints"].values() for x in j["velocity"]]
            self.assertGreater(max(rates), 1e-3, name)

    def test_rows_that_rounded_numbers_keep_from_closing_are_left_to_others(self):
        path = self.write(beside(1e-9), "beside.urdf")
        done = run("simulate", path, "--duration", "1", "--summary", "-")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertIn("beside.urdf:2: warning: closure 'close': these rows are redundant",
                      done.stderr)
        self.assertIn("were dropped", done.stderr)
        summary = json.loads(done.stdout)
        # what was missed, and what a step leaves open
        self.assertAlmostEqual(summary["initial"]["rows_left_out"]["close"], 1e-9, delta=1e-11)

    def test_a_small_gap_that_stays_is_told_with_its_cure(self):
        said = self.refused(MODEL, "simulate", self.write(beside(1e-5), "beside.urdf"))
        self.assertIn("use a less restrictive closure (ball instead of hinge", said)


if __name__ == "__main__":
    main()
