#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages of reports agree with the trajectories that they are made of.

    python3 tests/test_report.py [--program build/ludo] [OPTION of unittest ...]
"""
import json
import math
import os
import pathlib
import random
import stat
import sys
import unittest
from xml.sax.saxutils import quoteattr

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import (  # noqa: E402
    BALL, DONE, FILE, FREE, PENDULUM, ROOT, USAGE, Case, chain, main, model, run)
from report_page import Page  # noqa: E402

FOUR_BAR = (ROOT / "examples" / "four_bar.xml").read_text(encoding="utf-8")
LARGEST = 2_000_000

MOTOR = model(chain(1), gravity="0 0 0",
              rest='<actuator><motor name="m" joint="j0" gear="1e-3"/></actuator>')
TETRAHEDRON = [[0, 0, 0], [0.3, 0, 0], [0, 0.2, 0], [0.01, 0.02, 0.5]]
FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]


def has_pages():
    return run("report", "nothing.h5").returncode != USAGE


class Paged(Case):
    """Records runs and makes pages of them."""

    def setUp(self):
        super().setUp()
        if not has_pages():
            self.skipTest("the program was built without pages")

    def recorded(self, text, *options, code=DONE):
        path = self.folder / "run.h5"
        done = run("simulate", self.write(text), "--quiet", "--output", path, *options)
        self.assertEqual(done.returncode, code, done.stderr)
        return path

    def page(self, text, *options, code=DONE):
        """The page of a run."""
        recording, path = self.recorded(text, *options, code=code), self.folder / "page.html"
        done = run("report", recording, "-o", path)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (DONE, f"{path}\n", ""))
        return Page(path)

    def columns(self, text, *options):
        """The columns of a run in CSV, by name."""
        names, rows = self.rows(text, *options)
        return dict(zip(names, zip(*rows)))

    def assert_near(self, a, b, most, what=None):
        self.assertEqual(len(a), len(b), what)
        for one, other in zip(a, b):
            self.assertLessEqual(abs(one - other), most, what)


class Motion(Paged):
    def check_curves(self, text, *options):
        page, columns = self.page(text, *options), self.columns(text, *options)
        for name, recorded in columns.items():
            if name == "time":
                continue
            times, values = page.curve(name)
            self.assertEqual(page.series[name]["knots"], len(recorded))
            self.assert_near(values, recorded, page.precision(name), name)
            # the resolution of 30-bit integers over the run
            self.assert_near(times, columns["time"], columns["time"][-1] * 2.0 ** -29, name)

    def test_series_equal_the_columns_of_the_csv(self):
        for text in (PENDULUM, BALL, FREE, FOUR_BAR):
            self.check_curves(text, "--duration", 1)

    def test_a_shortened_last_step_is_recorded(self):
        self.check_curves(PENDULUM, "--duration", 0.1234)

    def test_poses_equal_those_of_the_csv(self):
        for text in (PENDULUM, FREE, FOUR_BAR):
            page = self.page(text, "--duration", 1)
            columns = self.columns(text, "--duration", 1, "--coordinates", "body")
            film, model_ = page.run["film"], page.run["model"]
            positions, turns = page.lists(film["position"]), page.lists(film["orientation"])
            for k, number in enumerate(film["bodies"]):
                name = model_["bodies"][number]["name"]
                for axis, letter in enumerate("xyz"):
                    self.assert_near(positions[3 * k + axis], columns[f"{name}.{letter}"],
                                     0.51 * film["position"]["scale"])
                written = list(zip(*turns[4 * k:4 * k + 4]))
                recorded = list(zip(*(columns[f"{name}.q{part}"] for part in "wxyz")))
                for p, q in zip(written, recorded):
                    sign = math.copysign(1, sum(a * b for a, b in zip(p, q)))
                    self.assert_near(p, [sign * b for b in q],
                                     0.51 * film["orientation"]["scale"])

    def test_quaternions_do_not_jump_between_frames(self):
        film = self.page(model(chain(1), gravity="0 0 0", rest=(
            "<keyframe><key name='spin' qvel='9'/></keyframe>")), "--keyframe", "spin")
        turns = list(zip(*film.lists(film.run["film"]["orientation"])))
        for p, q in zip(turns, turns[1:]):
            self.assertGreater(sum(a * b for a, b in zip(p, q)), 0)

    def test_poses_are_accurate_to_a_millionth_of_the_motion(self):
        film = self.page(FREE, "--duration", 2)
        fall = 0.5 * 9.81 * 2 ** 2
        self.assertLessEqual(film.run["film"]["position"]["scale"], fall * 2.0 ** -20)
        self.assertEqual(film.run["film"]["orientation"]["bytes"], 2)

    def test_poses_far_from_the_origin_are_as_accurate(self):
        far = FREE.replace('pos="0 0 2"', 'pos="1000 0 2"')
        page = self.page(far, "--duration", 0.1)
        self.assertLess(page.run["film"]["position"]["scale"], 1e-6)


class Figures(Paged):
    def test_extremes_equal_those_of_the_summary(self):
        options = ("--duration", 2)
        summary = self.summary(FOUR_BAR, *options)
        page = self.page(FOUR_BAR, *options)

        def largest(name):
            return max(abs(value) for value in page.curve(name)[1])

        for name, figure in (
                ("energy_error", summary["energy"]["max_abs_error"]),
                ("position_violation", summary["constraints"]["max_position_violation"]),
                ("velocity_violation", summary["constraints"]["max_velocity_violation"]),
                ("iterations", summary["solver"]["iterations_max"]),
                ("substeps", summary["solver"]["substeps_max"]),
                ("residual", summary["solver"]["residual_max"])):
            self.assertAlmostEqual(largest(name), figure, delta=page.precision(name), msg=name)
        for axis, letter in enumerate("xyz"):
            for name, key in (("momentum", "linear"), ("angular_momentum", "angular")):
                values = page.curve(f"{name}.{letter}")[1]
                precision = page.precision(f"{name}.{letter}")
                for value, when in ((values[0], "initial"), (values[-1], "final")):
                    self.assertAlmostEqual(value, summary["momentum"][f"{key}_{when}"][axis],
                                           delta=precision)

    def test_facts_equal_those_of_the_run(self):
        page = self.page(FOUR_BAR, "--duration", 2, "--dt", 0.005)
        summary = self.summary(FOUR_BAR, "--duration", 2, "--dt", 0.005)
        facts = page.run["facts"]
        self.assertEqual(
            [facts[key] for key in ("integrator", "order", "dt", "steps", "complete", "message")],
            ["maximal", 2, 0.005, 400, True, ""])
        self.assertEqual(facts["iterations"] / facts["solves"],
                         summary["solver"]["iterations_mean"])
        self.assertGreater(facts["wall"], 0)
        for of_clock in ("wall_seconds", "steps_per_second", "realtime_factor"):
            del facts["summary"][of_clock], summary[of_clock]
        self.assertEqual(facts["summary"], summary)
        self.assertEqual((page.run["title"], page.run["file"]), ("four_bar", "run.h5"))
        self.assertEqual((page.content["format"], page.content["comparison"]), (1, None))

    def test_energies_add_up(self):
        page = self.page(model(chain(2, 'type="hinge" axis="0 1 0" damping="0.1" stiffness="2"')))
        stored = [page.curve(name)[1] for name in ("kinetic", "potential", "springs")]
        precision = sum(page.precision(name)
                        for name in ("energy", "kinetic", "potential", "springs"))
        self.assert_near(page.curve("energy")[1], [sum(parts) for parts in zip(*stored)],
                         precision)
        self.assertGreater(page.curve("dissipated")[1][-1], 0)

    def test_a_stopped_run_has_the_reason(self):
        stopped = self.page(model(chain(1)), "--qvel", "j0=1e9", code=1)
        self.assertNotEqual(stopped.run["facts"]["message"], "")
        self.assertEqual(stopped.run["facts"]["summary"]["status"], "stopped")


class Mechanism(Paged):
    EVERYTHING = model(
        """<site name="hook" pos="0 0 1" euler="0 90 0"/>
        <geom type="plane" size="1 2 0.1" rgba="0.1 0.2 0.3 0.5" group="2"/>
        <body name="a" pos="0.1 0.2 0.3"><joint name="turn" axis="0 1 0" pos="0 0 0.1"/>
          <geom name="ball" type="sphere" size="0.1"/>
          <geom type="box" size="0.1 0.2 0.3" pos="1 0 0" euler="0 0 30" group="4"/>
          <site name="eye" pos="0.1 0 0"/>
          <body name="plate" pos="0 0 -0.2"><geom type="cylinder" size="0.05 0.1"/></body>
          <body name="b" pos="0.5 0 0"><joint name="ride" type="slide" axis="1 0 0"/>
            <geom type="ellipsoid" size="0.1 0.2 0.3"/></body></body>
        <body name="c" pos="0 1 0"><joint name="round" type="ball"/>
          <geom type="capsule" fromto="0 0 0 1 0 0" size="0.1"/></body>""",
        rest="""<equality><connect name="pin" body1="b" body2="c" anchor="0.2 0 0"/>
                <joint name="gear" joint1="turn" joint2="ride" polycoef="0 1 0 0 0"/></equality>
                <tendon><spatial name="rope" stiffness="1"><site site="hook"/><site site="eye"/>
                </spatial><fixed name="sum" damping="0.1"><joint joint="turn" coef="2"/></fixed>
                </tendon><actuator><motor name="push" joint="ride"/></actuator>""")

    def setUp(self):
        super().setUp()
        path = self.write(self.EVERYTHING, "everything.xml")
        info = run("info", path, "--json")
        self.assertEqual(info.returncode, DONE, info.stderr)
        self.info = json.loads(info.stdout)
        self.model = self.page(self.EVERYTHING, "--duration", 0.01, "--no-contact").run["model"]

    def named(self, kind, name):
        one, = (one for one in self.model[kind] if one["name"] == name)
        return one

    def body_name(self, number):
        return self.model["bodies"][number]["name"] if number >= 0 else None

    def test_counts_and_masses_equal_those_of_info(self):
        for key in ("gravity", "mass", "dof", "freedom", "rows"):
            self.assertEqual(self.model[key], self.info[key], key)
        self.assertEqual(self.model["name"], self.info["model"])
        self.assertEqual(self.model["redundant"], len(self.info["redundant"]))

    def test_bodies_equal_those_of_info(self):
        for body in self.info["bodies"]:
            ours = self.named("bodies", body["name"])
            self.assertEqual(self.body_name(ours["merged_into"]), body["name"])
            self.assertEqual(self.body_name(ours["parent"]), body["parent"])
            for key in ("mass", "com", "inertia"):
                self.assertEqual(ours[key], body[key])
            for name in body["merged"]:
                into = self.named("bodies", name)["merged_into"]
                self.assertEqual(self.body_name(into), body["name"])
        self.assertEqual(self.named("bodies", "plate")["frame_in_merged"], [0, 0, -0.2, 1, 0, 0, 0])

    def test_joints_and_loops_equal_those_of_info(self):
        for joint in self.info["joints"]:
            ours = self.named("joints", joint["name"])
            self.assertEqual(ours["type"], joint["type"])
            self.assertEqual(ours["axis"], joint["axis"] or [0, 0, 0])
            self.assertEqual(ours["anchor"], joint["anchor"])
            self.assertEqual((self.body_name(ours["parent"]), self.body_name(ours["child"])),
                             (joint["parent"], joint["child"]))
            self.assertEqual((ours["loop"], ours["merged"]), (False, False))
        self.assertEqual(len(self.model["loops"]), 2)
        for loop, ours in zip(self.info["loops"], self.model["loops"]):
            self.assertEqual((ours["name"], ours["type"]), (loop["name"], loop["type"]))
        self.assertEqual(self.named("loops", "gear")["anchor"], None)
        pin = self.named("loops", "pin")
        ends = {self.body_name(pin["parent"]), self.body_name(pin["child"])}
        self.assertEqual(ends, {"b", "c"})

    def test_geoms_and_sites_equal_those_of_info(self):
        for kind in ("geoms", "sites"):
            self.assertEqual(len(self.model[kind]), len(self.info[kind]))
            for one, ours in zip(self.info[kind], self.model[kind]):
                self.assertEqual((ours["name"], self.body_name(ours["body"])),
                                 (one["name"], one["body"]))
                self.assertEqual(ours["frame"], one["position"] + one["orientation"])
        for one, ours in zip(self.info["geoms"], self.model["geoms"]):
            self.assertEqual((ours["type"], ours["size"]), (one["type"], one["size"]))
        plane = self.model["geoms"][0]
        self.assertEqual((plane["rgba"], plane["group"], plane["mesh"]),
                         ([0.1, 0.2, 0.3, 0.5], 2, -1))

    def test_springs_name_their_sites(self):
        sites = [site["name"] for site in self.model["sites"]]
        self.assertEqual(self.named("springs", "rope")["sites"],
                         [sites.index("hook"), sites.index("eye")])
        self.assertEqual(self.named("springs", "sum")["sites"], None)
        self.assertEqual(self.model["actuators"], [{"name": "push"}])


class Meshes(Paged):
    def mesh_model(self, faces):
        vertices = " ".join(str(x) for vertex in TETRAHEDRON for x in vertex)
        face = " ".join(str(k) for one in FACES for k in one)
        return model('<body><freejoint/><geom type="mesh" mesh="rock"/></body>', rest=(
            f'<asset><mesh name="rock" vertex="{vertices}"'
            + (f' face="{face}"' if faces else "") + "/></asset>"))

    def test_a_mesh_has_its_faces(self):
        page = self.page(self.mesh_model(True), "--duration", 0.1)
        mesh, = page.run["model"]["meshes"]
        self.assertEqual((mesh["name"], page.run["model"]["geoms"][0]["mesh"]), ("rock", 0))
        self.assertEqual([list(face) for face in zip(*page.lists(mesh["faces"]))], FACES)
        for vertex, given in zip(zip(*page.lists(mesh["vertices"])), TETRAHEDRON):
            self.assert_near(vertex, given, 0.5 * 2.0 ** -15)

    def test_a_mesh_without_faces_has_none(self):
        page = self.page(self.mesh_model(False), "--duration", 0.1)
        mesh, = page.run["model"]["meshes"]
        self.assertEqual((mesh["vertices"]["count"], mesh["faces"]["count"]), (4, 0))

    def test_a_height_field_has_its_surface_and_the_depth_of_its_base(self):
        hill = ('<geom type="hfield" hfield="hill"/><body pos="0 0 2"><freejoint/><geom size=".1"/>'
                '</body>')
        page = self.page(model(hill, rest=(
            '<asset><hfield name="hill" nrow="2" ncol="3" size="3 2 1 0.25" '
            'elevation="3 4 5 0 1 2"/></asset>')), "--duration", 0.1)
        geom, mesh = page.run["model"]["geoms"][0], page.run["model"]["meshes"][0]
        self.assertEqual((geom["type"], geom["size"][0], geom["mesh"], mesh["name"]),
                         ("hfield", 0.25, 0, "hill"))
        grid = [(x, y, 0.2 * (3 * i + k))
                for i, y in enumerate((-2, 2)) for k, x in enumerate((-3, 0, 3))]
        self.assertEqual(mesh["vertices"]["count"], len(grid))
        for vertex, given in zip(zip(*page.lists(mesh["vertices"])), grid):
            # half a step of 16 bits between the lowest and the highest number
            self.assert_near(vertex, given, 0.5 * 6 * 2.0 ** -15)


class Thinning(Paged):
    """A hundred thousand steps, one of them with another control."""
    STEPS, SPIKE = 100_000, 54_321

    def test_thinning_keeps_the_extremes_and_only_recorded_points(self):
        # a control is evaluated at the middle of its step
        rows = [(0, 0), (self.SPIKE - 1, 0), (self.SPIKE - 0.5, 7), (self.SPIKE, 0)]
        controls = self.write("time,m\n" + "".join(f"{step / 1000},{value}\n"
                                                   for step, value in rows), "controls.csv")
        options = ("--dt", 0.001, "--duration", self.STEPS / 1000, "--control-file", controls)
        page, columns = self.page(MOTOR, *options), self.columns(MOTOR, *options)
        for name in ("j0", "j0.rate", "energy"):
            self.check_thinned(page, name, columns)
        times, values = page.curve("m.control")
        self.assertEqual(page.series["m.control"]["knots"], self.STEPS + 1)
        spike = max(values)
        self.assertAlmostEqual(spike, 7, delta=1e-8)
        self.assertEqual((set(values), values.count(spike)), ({0, spike}, 1))
        self.assertAlmostEqual(times[values.index(spike)], self.SPIKE / 1000, delta=1e-7)
        film = page.run["film"]
        self.assertLess(film["time"]["count"], self.STEPS)
        frames = page.list(film["time"])
        self.assertEqual(frames[0], 0)
        self.assertAlmostEqual(frames[-1], self.STEPS / 1000, delta=1e-7)

    def check_thinned(self, page, name, columns):
        times, values = page.curve(name)
        self.assertLessEqual(len(values), 4000)
        precision, recorded = page.precision(name), columns[name]
        self.assertAlmostEqual(min(values), min(recorded), delta=precision)
        self.assertAlmostEqual(max(values), max(recorded), delta=precision)
        self.assertEqual(times, sorted(set(times)))
        for time, value in zip(times, values):
            knot = round(time * 1000)
            self.assertAlmostEqual(time, columns["time"][knot], delta=1e-7)
            self.assertAlmostEqual(value, recorded[knot], delta=precision)
        self.assertEqual((round(times[0] * 1000), round(times[-1] * 1000)), (0, self.STEPS))


class Names(Paged):
    HOSTILE = ["</script>", '"quoted" & <b>', "<!--", "]]>", "\\u003c", "energy", "momentum.x",
               "\U0001f9be", "\u202eback", "a,b", "long" * 2500]

    def test_names_may_have_any_characters(self):
        bodies = "".join(f'<body name={quoteattr(name)} pos="0 {k} 0"><joint name={quoteattr(name)}'
                         ' axis="0 1 0"/><geom size="0.1"/></body>\n'
                         for k, name in enumerate(self.HOSTILE))
        page = self.page(model(bodies, name="&lt;/script&gt;"), "--duration", 0.05)
        self.assertEqual([joint["name"] for joint in page.run["model"]["joints"]], self.HOSTILE)
        self.assertEqual(page.run["title"], "</script>")
        self.assertEqual(len(page.series), len(page.run["series"]))
        for name in self.HOSTILE:
            taken = name in ("energy", "momentum.x")
            self.assertIn(f"joint:{name}" if taken else name, page.series)
            self.assertIn(f"{name}.rate", page.series)

    def test_quantities_have_labels_and_units(self):
        series = self.page(model(chain(1) + FREE[FREE.index("<body"):FREE.index("</worldbody>")]
                                 + chain(1, 'type="slide"').replace("b0", "s").replace("j0", "sj")
                                 .replace("tip", "end")),
                           "--duration", 0.05).series
        for name, label, unit in (
                ("j0", "j0 angle", "rad"), ("j0.rate", "j0 rate", "rad/s"),
                ("sj", "sj length", "m"), ("sj.rate", "sj speed", "m/s"),
                ("flight.2", "flight z", "m"), ("flight.3", "flight quaternion w", ""),
                ("flight.rate.0", "flight velocity x", "m/s"),
                ("flight.rate.5", "flight angular velocity z", "rad/s"),
                ("energy", "energy", "J")):
            self.assertEqual((series[name]["label"], series[name]["unit"]), (label, unit))


class Extremes(Paged):
    def test_a_run_of_one_knot_has_a_page(self):
        page = self.page(PENDULUM, "--duration", 1e-12)
        self.assertEqual(page.run["facts"]["steps"], 0)
        self.assertEqual(page.list(page.run["film"]["time"]), [0])
        self.assertEqual(len(page.curve("energy")[1]), 1)

    def test_a_body_without_joints_is_fixed(self):
        page = self.page(model('<body name="rock" pos="1 2 3"><geom size="1"/></body>'),
                         "--duration", 0.1)
        self.assertEqual(page.run["film"]["bodies"], [])
        self.assertEqual(page.run["film"]["rest"], [[1, 2, 3, 1, 0, 0, 0]])
        self.assertEqual(page.lists(page.run["film"]["position"]), [])

    def test_a_body_at_rest_keeps_its_position(self):
        page = self.page(model('<body pos="1 -2 3"><freejoint/><geom size="1"/></body>',
                               gravity="0 0 0"), "--duration", 1)
        for axis, where in enumerate((1, -2, 3)):
            self.assert_near(page.lists(page.run["film"]["position"])[axis], [where] * 101, 1e-8)
        self.assertEqual(set(page.curve("energy")[1]), {0})

    def test_a_thousand_bodies_have_a_page(self):
        bodies = "".join(f'<body name="b{k}" pos="{k} 0 0"><joint axis="0 1 0"/><geom size="0.1" '
                         'pos="0.3 0 0"/></body>\n' for k in range(1000))
        page = self.page(model(bodies), "--duration", 1)
        film = page.run["film"]
        self.assertEqual((len(film["bodies"]), film["position"]["tracks"]), (1000, 3000))
        self.assertGreaterEqual(film["time"]["count"], 32)
        self.assertAlmostEqual(page.list(film["time"])[-1], 1, delta=1e-8)

    def test_a_page_of_a_hundred_bodies_for_ten_seconds_is_small(self):
        links = ""
        for k in reversed(range(100)):
            links = (f'<body name="link{k}" pos="{0.1 if k else 0} 0 0"><joint name="joint{k}" '
                     f'axis="0 1 0" damping="1e-3"/><geom type="capsule" fromto="0 0 0 0.1 0 0" '
                     f'size="0.01"/>{links}</body>\n')
        page = self.page(model(links, timestep=0.001), "--duration", 10, "--no-contact")
        self.assertEqual(page.run["facts"]["steps"], 10_000)
        self.assertLess(len(page.bytes), LARGEST)
        # enough frames for the duration
        self.assertGreater(page.run["film"]["time"]["count"], 300)


    def test_a_large_page_is_a_warning_with_its_size(self):
        """Names are not shortened, and random names don't compress."""
        chance, count = random.Random(1), 2500
        sites = "".join(f'<site name="{chance.getrandbits(4000):x}"/>' for _ in range(count))
        body = f'<body><freejoint/><geom size="0.1"/>{sites}</body>'
        recording, path = self.recorded(model(body), "--duration", 0), self.folder / "large.html"
        done = run("report", recording, "-o", path)
        self.assertEqual((done.returncode, done.stdout), (DONE, f"{path}\n"))
        page = Page(path)
        self.assertGreater(len(page.bytes), LARGEST)
        self.assertRegex(done.stderr, rf"^ludo: warning: .* {len(page.bytes)} bytes .*\n$")
        self.assertEqual(len(page.run["model"]["sites"]), count)


class Files(Paged):
    def test_equal_trajectories_give_equal_pages(self):
        recording = self.recorded(FOUR_BAR, "--duration", 1)
        pages = []
        for name in ("a.html", "b.html"):
            self.assertEqual(run("report", recording, "-o", self.folder / name).returncode, DONE)
            pages.append((self.folder / name).read_bytes())
        self.assertEqual(pages[0], pages[1])

    def test_the_default_page_is_beside_the_trajectory(self):
        recording = self.recorded(PENDULUM, "--duration", 0.1)
        done = run("report", recording)
        page = recording.with_suffix(".html")
        self.assertEqual((done.returncode, done.stdout), (DONE, f"{page}\n"))
        self.assertTrue(page.is_file())

    def test_other_files_are_refused_and_leave_the_page_unchanged(self):
        page = self.write("old", "page.html")
        before = sorted(os.listdir(self.folder)) + ["text.h5"]
        self.refused(FILE, "report", self.folder / "missing.h5", "-o", page)
        self.refused(FILE, "report", self.write("no trajectory", "text.h5"), "-o", page)
        self.refused(FILE, "report", self.folder, "-o", page)
        self.assertEqual(page.read_text(), "old")
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(before))

    def test_a_damaged_trajectory_leaves_the_page_unchanged(self):
        page, recording = self.write("old", "page.html"), self.recorded(PENDULUM, "--duration", 40)
        whole = bytearray(recording.read_bytes())
        middle = len(whole) // 2
        whole[middle:middle + 65536] = bytes(65536)
        recording.write_bytes(whole)
        before = sorted(os.listdir(self.folder))
        self.assertIn("run.h5", self.refused(FILE, "report", recording, "-o", page))
        self.assertEqual(page.read_text(), "old")
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_an_unwritable_page_is_an_error(self):
        recording = self.recorded(PENDULUM, "--duration", 0.1)
        self.assertIn("can't write",
                      self.refused(FILE, "report", recording, "-o", "/nowhere/page.html"))
        self.refused(FILE, "report", recording, "-o", self.folder)
        self.assertIn("itself", self.refused(USAGE, "report", recording, "-o", recording))
        self.refused(USAGE, "report")
        self.refused(USAGE, "report", recording, recording)

    def test_a_device_is_written_to_and_stays_a_device(self):
        done = run("report", self.recorded(PENDULUM, "--duration", 0.1), "-o", "/dev/null")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no full device")
    def test_a_full_disk_is_an_error(self):
        recording = self.recorded(PENDULUM, "--duration", 0.1)
        self.assertIn("can't write", self.refused(FILE, "report", recording, "-o", "/dev/full"))


class WithoutPages(Case):
    def test_a_program_without_pages_reports_it(self):
        if has_pages():
            self.skipTest("the program was built with pages")
        self.assertIn("without pages", self.refused(USAGE, "report", "nothing.h5"))


if __name__ == "__main__":
    main()
