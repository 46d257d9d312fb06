#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ludo compare: runs held against each other."""
import json
import math
import time
import unittest

import program
from program import DONE, EPSILON, FILE, ROOT, USAGE, run

PENDULUM = ROOT / "examples" / "double_pendulum.xml"


class Comparisons(program.Case):
    def table(self, columns, name="t.csv", times=None):
        """A CSV file of columns, each a function of time, at times from 0 to 1."""
        times = [0.01 * k for k in range(101)] if times is None else times
        lines = ["time," + ",".join(columns)]
        lines += [",".join(repr(value) for value in (t, *(f(t) for f in columns.values())))
                  for t in times]
        return self.write("\n".join(lines) + "\n", name)

    def recorded(self, name, *options, model=PENDULUM):
        path = self.folder / name
        if not path.exists():
            done = run("simulate", model, "--quiet", "--output", path, "--duration", "1", *options)
            self.assertEqual(done.returncode, DONE, done.stderr)
        return path

    def compare(self, *arguments):
        """The JSON, with what was said on stderr."""
        done = run("compare", *arguments, "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        found = json.loads(done.stdout, parse_constant=self.fail)
        found["said"] = done.stderr
        return found

    def error(self, *arguments):
        """The error of the second run against the first."""
        found = self.compare(*arguments)
        self.assertEqual(found["reference"], 0)
        return found["runs"][1]["error"]


class Errors(Comparisons):
    def test_errors_are_what_they_are(self):
        a = self.table({"q": math.sin}, "a.csv")
        b = self.table({"q": lambda t: math.sin(t) + 1e-3 * t * (1 - t)}, "b.csv")
        error = self.error(a, b)
        # numbers of order 1 are rounded by EPSILON
        self.assertAlmostEqual(error["largest"], 0.25e-3, delta=4 * EPSILON)
        self.assertEqual(error["largest_at"], 0.5)
        self.assertAlmostEqual(error["final"], 0.0, delta=4 * EPSILON)
        self.assertEqual((error["instants"], error["left_out"]), (101, 0))
        self.assertFalse(error["interpolated"] or error["doubtful"])

    def test_bodies_are_measured_by_distance(self):
        def body(dx, dy, dz):
            return {"b.x": lambda t: t + dx * t, "b.y": lambda t: dy * t, "b.z": lambda t: dz * t,
                    "q": lambda t: dx}
        a, b = self.table(body(0, 0, 0), "a.csv"), self.table(body(2, 3, 6), "b.csv")
        found = self.compare(a, b)
        self.assertEqual((found["unit"], found["measure"]),
                         ("m", "largest distance between the origins of 1 body"))
        self.assertAlmostEqual(found["runs"][1]["error"]["largest"], 7.0, delta=16 * EPSILON)

    def test_a_body_that_turns_about_its_origin_is_measured_by_the_angle(self):
        top = self.write(program.model(program.chain(1)))
        a, b = (self.recorded(f"{dt}.h5", "--dt", dt, model=top) for dt in (0.01, 0.02))
        found = self.compare(a, b)
        self.assertEqual((found["unit"], found["measure"]),
                         ("m, rad", "largest distance between origins, or angle between "
                                    "orientations, of 1 body"))
        joints = self.compare(a, self.recorded("joint.csv", "--dt", 0.02, model=top))
        # the hinge's own difference; angles of quaternions are rounded like them
        self.assertGreater(joints["runs"][1]["error"]["largest"], 1e-5)
        self.assertAlmostEqual(found["runs"][1]["error"]["largest"],
                               joints["runs"][1]["error"]["largest"], delta=64 * EPSILON)

    def test_quaternions_are_measured_by_the_angle_between_them(self):
        def ball(turn, sign=1.0):
            return {"j.0": lambda t: sign * math.cos(0.5 * (t + turn)),
                    "j.1": lambda t: 0.0, "j.2": lambda t: 0.0,
                    "j.3": lambda t: sign * math.sin(0.5 * (t + turn))}
        a = self.table(ball(0.0), "a.csv")
        self.assertAlmostEqual(self.error(a, self.table(ball(1e-9, -1.0), "b.csv"))["largest"],
                               1e-9, delta=16 * EPSILON)
        # of a free joint the first three are lengths, the others the quaternion
        free = {f"f.{k}": lambda t: 0.0 for k in range(3)}
        a = self.table({**free, **{f"f.{k + 3}": f for k, f in enumerate(ball(0.0).values())}},
                       "c.csv")
        b = self.table({**free, **{f"f.{k + 3}": f for k, f in enumerate(ball(0.5).values())}},
                       "d.csv")
        found = self.compare(a, b)
        self.assertIn("4 joint coordinates", found["measure"])
        self.assertAlmostEqual(found["runs"][1]["error"]["largest"], 0.5, delta=16 * EPSILON)

    def test_orientations_about_different_axes_are_measured_by_the_angle(self):
        c, s = math.cos(0.5), math.sin(0.5)  # one turned by 1 rad about x, one about y

        def ball(*parts):
            return {f"j.{k}": lambda t, part=part: part for k, part in enumerate(parts)}
        a, b = self.table(ball(c, s, 0.0, 0.0), "a.csv"), self.table(ball(c, 0.0, s, 0.0), "b.csv")
        self.assertAlmostEqual(self.error(a, b)["largest"], 2.0 * math.acos(c * c),
                               delta=16 * EPSILON)

    def test_a_trajectory_and_its_table_are_the_same(self):
        trajectory = self.recorded("a.h5", "--dt", "0.01")
        for coordinates, unit in (("joint", "rad"), ("body", "m, rad")):
            table = self.recorded(f"{coordinates}.csv", "--dt", "0.01", "--coordinates",
                                  coordinates)
            found = self.compare(trajectory, table)
            self.assertEqual(found["unit"], unit)
            self.assertEqual(found["runs"][1]["error"]["largest"], 0.0)
            self.assertEqual(found["said"], "")

    def test_energies_and_closures_are_those_of_the_runs(self):
        path = self.folder / "s.json"
        trajectory = self.recorded("a.h5", "--dt", "0.01", "--summary", path)
        summary = json.loads(path.read_text())
        energy = self.table({"q": math.sin, "energy": lambda t: 5.0 - 2.0 * t * (1.0 - t)})
        one = self.compare(trajectory, self.recorded("b.h5", "--dt", "0.02"))["runs"][0]
        self.assertEqual(one["energy_error"], summary["energy"]["max_abs_error"])
        self.assertEqual(one["closure"], summary["constraints"]["max_position_violation"])
        self.assertEqual(one["steps"], summary["steps"])
        # of a table what is known is how its energy changes
        found = self.compare(energy, energy)["runs"][0]
        self.assertAlmostEqual(found["energy_error"], 0.5, delta=16 * EPSILON)
        self.assertIsNone(found["closure"])

    def test_gaps_are_left_out_and_told(self):
        a = self.write("t,q\n0,0\n1,nan\n2,\n3,-inf\n4,4\n", "a.csv")
        b = self.write("t,q\n0,0.5\n1,1\n2,2\n3,3\n4,4\n", "b.csv")
        error = self.error(a, b)
        self.assertEqual((error["instants"], error["left_out"]), (2, 3))
        self.assertEqual((error["largest"], error["final"]), (0.5, 0.0))
        self.assertIn("3 left out", run("compare", a, b).stdout)

    def test_one_knot_is_enough(self):
        a, b = self.write("t,q\n0,1\n", "a.csv"), self.write("t,q\n0,2\n", "b.csv")
        self.assertEqual(self.error(a, b)["largest"], 1.0)
        c = self.table({"q": lambda t: 1.0}, "c.csv")
        self.assertEqual(self.error(a, c)["instants"], 1)
        zero = self.recorded("zero.h5", "--duration", "0")
        self.assertEqual(self.compare(zero, zero)["runs"][1]["error"]["largest"], 0.0)


class Instants(Comparisons):
    def test_common_instants_are_compared_as_they_are(self):
        a = self.table({"q": math.exp}, "a.csv", [0.03 * k for k in range(34)])
        b = self.table({"q": math.exp}, "b.csv", [0.02 * k for k in range(50)])
        error = self.error(a, b)
        self.assertEqual((error["instants"], error["interpolated"]), (17, False))
        # times are rounded, and so are their functions
        self.assertLess(error["largest"], 8 * EPSILON)

    def test_times_that_are_rounded_otherwise_are_the_same(self):
        step = 0.1
        times = [0.0]
        for _ in range(10000):
            times.append(times[-1] + step)
        a = self.table({"q": lambda t: 1.0}, "a.csv", [step * k for k in range(10001)])
        b = self.table({"q": lambda t: 1.0}, "b.csv", times)
        self.assertNotEqual(times[-1], step * 10000)
        self.assertEqual(self.error(a, b)["instants"], 10001)

    def test_shifted_times_are_interpolated_and_it_is_said(self):
        a = self.table({"q": math.sin}, "a.csv")
        b = self.table({"q": lambda t: math.sin(t) + 1e-6}, "b.csv",
                       [0.0123 + 0.0317 * k for k in range(30)])
        error = self.error(a, b)
        self.assertTrue(error["interpolated"])
        self.assertFalse(error["doubtful"])
        self.assertEqual(error["instants"], 30)
        # the polynomial's own error: h^6 max|f^(6)| / 6! times (5! at an end) with h = 0.01
        self.assertAlmostEqual(error["largest"], 1e-6, delta=0.01 ** 6)
        self.assertIn("interpolated", run("compare", a, b).stdout)

    def test_quaternions_are_interpolated_over_changes_of_sign(self):
        def ball(sign):
            return {"j.0": lambda t: sign(t) * math.cos(t), "j.1": lambda t: 0.0,
                    "j.2": lambda t: sign(t) * math.sin(t), "j.3": lambda t: 0.0}
        a = self.table(ball(lambda t: 1.0 if round(100 * t) % 2 else -1.0), "a.csv")
        b = self.table(ball(lambda t: 1.0), "b.csv", [0.0123 + 0.0317 * k for k in range(30)])
        error = self.error(a, b)
        self.assertTrue(error["interpolated"])
        self.assertLess(error["largest"], 0.01 ** 6 * 2)

    def test_errors_of_the_size_of_interpolation_are_a_warning(self):
        a = self.table({"q": lambda t: math.sin(20 * t)}, "a.csv", [0.1 * k for k in range(11)])
        b = self.table({"q": lambda t: math.sin(20 * t)}, "b.csv", [0.05 + 0.1 * k
                                                                    for k in range(10)])
        found = self.compare(a, b)
        self.assertTrue(found["runs"][1]["error"]["doubtful"])
        self.assertIn("warning: the errors of", found["said"])

    def test_runs_without_a_common_time_are_refused(self):
        a = self.table({"q": math.sin}, "a.csv", [0.0, 1.0])
        b = self.table({"q": math.sin}, "b.csv", [2.0, 3.0])
        self.assertIn("0 to 1 s, 2 to 3 s", self.refused(USAGE, "compare", b, "--reference", a)
                      .replace("2 to 3 s, 0 to 1 s", "0 to 1 s, 2 to 3 s"))


class Orders(Comparisons):
    STEPS = (0.02, 0.01, 0.005)

    def runs(self, order):
        return [self.recorded(f"{order}_{dt}.h5", "--dt", dt, "--order", order)
                for dt in self.STEPS]

    def test_orders_2_and_4_are_observed(self):
        best = self.recorded("best.h5", "--dt", "0.001", "--order", 4)
        found = self.compare(*self.runs(2), *self.runs(4), "--reference", best)
        orders = [one["observed_order"] for one in found["runs"]]
        for order, seen in zip((2, 2, 4, 4), orders[:2] + orders[3:5]):
            self.assertAlmostEqual(seen, order, delta=0.05 * order)
        self.assertEqual([orders[2], *orders[5:]], [None, None, None])

    def test_a_reference_of_the_same_kind_does_not_raise_the_order(self):
        found = self.compare(*self.runs(2))
        self.assertEqual(found["reference"], 2)
        self.assertAlmostEqual(found["runs"][0]["observed_order"], 2.0, delta=0.1)
        # which it would without that: errors against 0.005 fall by 15/3 instead of 4
        errors = [one["error"]["largest"] for one in found["runs"][:2]]
        self.assertGreater(math.log2(errors[0] / errors[1]), 2.2)

    def test_schemes_are_kinds_of_their_own(self):
        top = ROOT / "examples" / "heavy_top.xml"
        coarse, fine, finest = (
            self.recorded(f"{scheme}.h5", "--dt", dt, "--integrator", "rigid-body", "--scheme",
                          scheme, model=top)
            for scheme, dt in (("tln", 0.01), ("tln-cayley", 0.005), ("symplectic-cayley", 0.002)))
        found = self.compare(coarse, fine, finest)
        self.assertEqual([one["scheme"] for one in found["runs"]],
                         ["tln", "tln-cayley", "symplectic-cayley"])
        self.assertEqual([one["observed_order"] for one in found["runs"]], [None] * 3)
        said = run("compare", coarse, fine, finest).stdout
        for words in ("rigid-body tln 2 ", "rigid-body tln-cayley 2 ", "rigid-body 2 "):
            self.assertIn(words, said)

    def test_the_reference_has_the_highest_order_then_the_smallest_step(self):
        two, four = self.runs(2), self.runs(4)
        found = self.compare(two[2], four[0], four[1], two[0], self.table({"shoulder": math.sin}))
        self.assertEqual(found["reference"], 2)
        said = run("compare", two[2], four[0]).stdout
        self.assertIn("the highest order, then the smallest step", said)
        self.assertIn(f"reference  {four[0]}: maximal, order 4, dt 0.02 s", said)

    def test_a_named_reference_is_one_of_the_runs_or_one_more(self):
        two = self.runs(2)
        self.assertEqual(self.compare(*two, "--reference", two[0])["reference"], 0)
        found = self.compare(two[0], "--reference", two[1])
        self.assertEqual((found["reference"], len(found["runs"])), (1, 2))


class Files(Comparisons):
    def test_unknown_columns_are_told_once_and_need_be_no_numbers(self):
        a = self.recorded("a.h5", "--dt", "0.01")
        b = self.write("time,shoulder,elbow,note,\"a,b\"\n0,0,0,start,x\n0.01,0,0,,y\n", "b.csv")
        said = self.compare(a, b)["said"]
        self.assertEqual(said.count("warning"), 1)
        self.assertIn(f"{b}:1: warning: columns that no other run has are ignored: note, a,b\n",
                      said)

    def test_of_many_columns_each_is_found_at_once(self):
        """Names that look like parts of what has other parts, which are looked for in vain."""
        count = 50_000
        names = [f"{k}.{'x' if k % 2 else 1}" for k in range(count)]
        table = self.write(f"time,{','.join(names)}\n0{',0' * count}\n1{',1' * count}\n", "t.csv")
        begun = time.monotonic()
        found = self.compare(table, table)
        # half a second; a search through all others for each of them takes minutes
        self.assertLess(time.monotonic() - begun, 30)
        self.assertIn(f" {count} joint coordinates", found["measure"])

    def test_columns_may_stand_in_any_order_and_time_is_called_t(self):
        a = self.write("time,p,q\n0,1,2\n1,3,4\n", "a.csv")
        b = self.write("q,t,p\n2,0,1\n4,1,3.5\n", "b.csv")
        self.assertEqual(self.error(a, b)["largest"], 0.5)

    def test_different_mechanisms_are_refused_by_name(self):
        a = self.table({"left": math.sin}, "a.csv")
        b = self.table({"right": math.sin}, "b.csv")
        both = self.table({"left": math.sin, "right": math.sin}, "both.csv")
        said = self.refused(USAGE, "compare", a, both, b)
        self.assertIn(f"{a} and {b} have no bodies and no joint coordinates in common", said)
        self.refused(USAGE, "compare", self.recorded("a.h5"), a)

    def test_bad_tables_are_refused_with_line_and_column(self):
        good = self.table({"q": math.sin}, "good.csv")
        for text, place, what in (
                ("time,q\n0,1\n0.1,x\n", "3:5", "'x' is not a number"),
                ("time,q\n0,1\n0.1\n", "3:4", "1 of 2 numbers"),
                ("time,q\n0,1,2\n", "2:5", "more than 2 numbers"),
                ("time,q\n1,1\n0,1\n", "3:1", "time decreases"),
                ("time,q\n1,1\n1,1\n", "3:1", "that of the previous row"),
                ("time,q\nnan,1\n", "2:1", "'nan' is not a number"),
                ("q,p;r\n0,1\n", "1:1", "no column is named 'time' or 't'\n"),
                ("time;q\n0;1\n", "1:1", "separate cells with commas, not with semicolons"),
                ("time\tq\n0\t1\n", "1:1", "separate cells with commas"),
                ("time;" + 2000 * "q", "1:1024", "cells are separated by commas"),
                ("time,q,t\n0,1\n", "1:8", "a second time column"),
                ("time,q,q\n0,1,1\n", "1:8", "two columns are named 'q'"),
                ("time,q\n", "2:1", "no rows after the first"),
                ("", "1:1", "the file is empty")):
            with self.subTest(text):
                path = self.write(text, "bad.csv")
                said = self.refused(USAGE, "compare", good, path)
                self.assertIn(f"{path}:{place}: ", said)
                self.assertIn(what, said)

    def test_what_is_missing_or_no_trajectory_is_refused(self):
        good = self.table({"q": math.sin}, "good.csv")
        self.refused(FILE, "compare", good, self.folder / "no.csv")
        self.refused(FILE, "compare", good, self.folder)
        self.refused(FILE, "compare", good, self.write("no trajectory", "no.h5"))
        self.assertIn("two runs", self.refused(USAGE, "compare", good))

    def test_the_table_tells_what_is_known(self):
        a = self.recorded("a.h5", "--dt", "0.02")
        b = self.recorded("b.h5", "--dt", "0.01")
        said = run("compare", a, b).stdout
        heading = next(line for line in said.splitlines() if "integrator" in line)
        self.assertEqual(heading.split(), ["run", "integrator", "dt", "steps", "wall",
                                           "iterations", "error", "at", "end", "energy",
                                           "closure"])
        self.assertRegex(said, r"a\.h5 +maximal 2 +0\.02 +50 ")
        self.assertEqual([line for line in said.splitlines() if line != line.rstrip()], [])
        # nothing is known of tables but errors
        both = run("compare", self.table({"q": math.sin}), self.table({"q": math.cos}, "u.csv"))
        self.assertNotIn("closure", both.stdout)


class Pages(Comparisons):
    def page(self, *arguments):
        from report_page import Page
        path = self.folder / "page.html"
        done = run("compare", *arguments, "-o", path)
        if done.returncode == USAGE and "page" in done.stderr and not path.exists():
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertIn(f"page: {path}\n", done.stdout)
        return Page(path)

    def test_a_page_holds_all_runs_and_how_they_compare(self):
        a = self.recorded("a.h5", "--dt", "0.02")
        b = self.recorded("b.h5", "--dt", "0.01")
        c = self.recorded("c.csv", "--dt", "0.01")
        page = self.page(a, b, c)
        found = self.compare(a, b, c)
        self.assertEqual([one["file"] for one in page.content["runs"]],
                         ["a.h5", "b.h5", "c.csv"])
        comparison = page.content["comparison"]
        self.assertEqual(comparison["reference"], found["reference"])
        self.assertEqual(comparison["measure"], found["measure"])
        for k, (row, one) in enumerate(zip(comparison["rows"], found["runs"])):
            self.assertEqual(row["run"], k)
            self.assertEqual(row["unit"], "rad")
            self.assertEqual(row["energy_error"], one["energy_error"])
            self.assertEqual(row["order"], one["observed_order"])
            if k == found["reference"]:
                self.assertEqual((row["error"], row["largest"], row["final"]), (None, None, None))
            else:
                self.assertEqual(row["largest"], one["error"]["largest"])
                errors = page.list(row["error"]["value"])
                # in single precision
                self.assertAlmostEqual(max(errors), row["largest"],
                                       delta=2 ** -23 * row["largest"])

    def test_a_table_in_a_page_has_what_others_know(self):
        a = self.recorded("a.h5", "--dt", "0.01")
        c = self.recorded("c.csv", "--dt", "0.01")
        table = self.page(a, c).content["runs"][1]
        self.assertEqual((table["title"], table["facts"], table["model"], table["film"]),
                         ("c.csv", None, None, None))
        self.assertEqual({one["name"]: one["unit"] for one in table["series"]},
                         {"shoulder": "rad", "elbow": "rad", "shoulder.rate": "rad/s",
                          "elbow.rate": "rad/s", "energy": "J"})

    def test_pages_of_tables_alone_are_pages(self):
        page = self.page(self.table({"q": math.sin}, "a.csv"), self.table({"q": math.cos}, "b.csv"))
        self.assertEqual(len(page.content["runs"]), 2)

    def test_a_page_does_not_take_the_place_of_a_run(self):
        a, b = self.recorded("a.h5"), self.table({"shoulder": math.sin}, "b.csv")
        self.page(a, b)
        for out in (a, b):
            before = out.read_bytes()
            said = self.refused(USAGE, "compare", a, b, "-o", out)
            self.assertIn(f"{out} would overwrite a run", said)
            self.assertEqual(out.read_bytes(), before)

    def test_pages_that_cannot_be_written_end_with_4(self):
        a = self.table({"q": math.sin}, "a.csv")
        done = run("compare", a, a, "-o", "/no/such/folder/p.html")
        self.assertIn(done.returncode, (FILE, USAGE), done.stderr)  # without pages it is a misuse
        if done.returncode == USAGE:
            self.skipTest(done.stderr)


if __name__ == "__main__":
    program.main()
