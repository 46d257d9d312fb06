#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ludo plot: figures for papers. They are drawn by gnuplot; without it only that is tested which
needs none."""
import math
import os
import re
import shutil
import struct
import unittest
import xml.dom.minidom

import program
from program import DONE, FILE, USAGE, run

GNUPLOT = shutil.which("gnuplot") is not None
needs_gnuplot = unittest.skipUnless(GNUPLOT, "no gnuplot")


class Plots(program.Case):
    def table(self, columns, rows, name="t.csv"):
        """A CSV file of columns over the times 0, 0.1, ..."""
        lines = ["time," + ",".join('"' + c.replace('"', '""') + '"' for c in columns)]
        lines += [",".join(map(repr, (0.1 * k, *row))) for k, row in enumerate(rows)]
        return self.write("\n".join(lines) + "\n", name)

    def wave(self, name="t.csv", count=50):
        return self.table(["a", "b"], [(math.sin(0.1 * k), 2.0 * math.cos(0.1 * k))
                                       for k in range(count)], name)

    def recorded(self, name="t.h5", *options):
        path = self.folder / name
        done = run("simulate", self.write(program.PENDULUM), "--duration", "1", "--quiet",
                   "--output", path, *options)
        self.assertEqual(done.returncode, DONE, done.stderr)
        return path

    def plot(self, *arguments, out="p.svg", code=DONE, **options):
        path = self.folder / out
        done = run("plot", *arguments, "-o", path, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        if code == DONE:
            self.assertEqual(done.stdout, f"plot: {path}\n")
        return path

    def texts(self, path):
        """All texts in an SVG file, which is XML."""
        document = xml.dom.minidom.parse(str(path))

        def inside(node):
            return node.data if node.nodeType == node.TEXT_NODE else "".join(
                map(inside, node.childNodes))
        return [inside(e) for e in document.getElementsByTagName("text")]


@needs_gnuplot
class Figures(Plots):
    def test_axes_have_names_and_units(self):
        texts = self.texts(self.plot(self.recorded(), "--y", "j0.rate"))
        self.assertIn("time [s]", texts)
        self.assertIn("j0 rate [rad/s]", texts)

    def test_torques_have_units(self):
        texts = self.texts(self.plot(self.recorded("torques.h5", "--record", "torques"), "--y",
                                     "j0.torque"))
        self.assertIn("j0 torque [N m]", texts)

    def test_curves_have_names_and_share_a_unit(self):
        texts = self.texts(self.plot(self.recorded(), "--y", "j0", "--y", "j1", "--title", "It"))
        self.assertTrue({"It", "j0", "j1", "angle [rad]"} <= set(texts), texts)

    def test_curves_of_several_files_are_called_by_them(self):
        texts = self.texts(self.plot(self.recorded("one.h5"), self.recorded("two.h5"),
                                     "--y", "energy"))
        self.assertTrue({"one", "two", "energy [J]"} <= set(texts), texts)
        texts = self.texts(self.plot(self.wave("one.csv"), self.wave("two.csv"), "--y", "a",
                                     "--y", "b"))
        self.assertTrue({"a, one", "b, two"} <= set(texts), texts)

    def test_quantities_are_drawn_against_each_other(self):
        texts = self.texts(self.plot(self.recorded(), "--x", "j0", "--y", "j1"))
        self.assertTrue({"j0 angle [rad]", "j1 angle [rad]"} <= set(texts), texts)

    def test_logarithms_are_of_magnitudes(self):
        path = self.table(["e"], [((-1) ** k * 10.0 ** -(k % 7),) for k in range(30)])
        texts = self.texts(self.plot(path, "--y", "e", "--log"))
        self.assertIn("|e|", texts)
        self.assertTrue(any(t.startswith("10") and "6" in t for t in texts), texts)

    def test_a_table_tells_a_column_by_its_name(self):
        self.assertIn("b", self.texts(self.plot(self.wave(), "--y", "b")))

    def test_a_picture_has_300_dots_per_inch(self):
        path = self.plot(self.wave(), "--y", "a", "--width", "12.7", "--height", "5.08",
                         out="p.png")
        data = path.read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", data[16:24]), (1500, 600))
        self.assertEqual(data[-8:-4], b"IEND")

    def test_a_page_of_a_paper_takes_a_pdf(self):
        data = self.plot(self.wave(), "--y", "a", out="p.pdf").read_bytes()
        self.assertEqual(data[:5], b"%PDF-")
        box = re.search(rb"/MediaBox \[ ?0 0 ([0-9.]+) ([0-9.]+)", data)
        # 8.6 cm wide, three quarters of that high, in points that are rounded
        self.assertAlmostEqual(float(box[1]), 8.6 / 2.54 * 72, delta=1.0)
        self.assertAlmostEqual(float(box[2]), 0.75 * 8.6 / 2.54 * 72, delta=1.0)

    def test_texts_are_never_anything_but_texts(self):
        trap = self.folder / "trap"
        names = [f"`touch {trap}`", f"$(touch {trap})", f'"; system("touch {trap}"); x="',
                 f"'\\nset out '{trap}", "@macro a_b^c{d} %d %%", "<b>&amp;</b>", "ümläut ☃ 🦊",
                 "line\u0085end\u007f"]
        shown = names[:-1] + ["line?end?"]
        for title in names:
            with self.subTest(title):
                path = self.plot(self.wave(), "--y", "a", "--title", title)
                self.assertIn(shown[names.index(title)], self.texts(path))
        path = self.table(names, [range(len(names)), range(len(names))])
        options = [part for name in names for part in ("--y", name)]
        self.assertTrue(set(shown) <= set(self.texts(self.plot(path, *options))))
        self.assertFalse(trap.exists())

    def test_bytes_that_are_no_text_are_shown_as_unknown(self):
        path = self.folder / "t.csv"
        path.write_bytes(b"time,a\xff\xed\xa0\x80\n0,1\n1,2\n")
        done = run("plot", path, "--y", os.fsdecode(b"a\xff\xed\xa0\x80"), "-o",
                   self.folder / "p.svg")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertIn("a\ufffd\ufffd\ufffd\ufffd", self.texts(self.folder / "p.svg"))

    def test_gaps_and_single_points_are_drawn(self):
        path = self.write("time,a,b\n0,1,nan\n1,,2\n2,inf,nan\n3,4,\n")
        self.plot(path, "--y", "a", "--y", "b")
        self.plot(self.write("time,a\n0,1\n", "one.csv"), "--y", "a")

    def test_a_spike_of_one_knot_among_many_is_drawn(self):
        count, at = 100000, 61803
        path = self.folder / "t.csv"
        path.write_text("time,a\n" + "".join(f"{k},{1 if k == at else 0}\n"
                                              for k in range(count)))
        drawing = self.plot(path, "--y", "a").read_text()
        curve = max(re.findall(r"<path[^>]* d='([^']*)'", drawing), key=len)
        points = [float(y) for y in re.findall(r"[0-9.]+,([0-9.]+)", curve)]
        self.assertLess(len(points), 10000)
        # the figure is 6.45 cm high, 96 dots per inch: the axis alone takes half of that
        self.assertGreater(max(points) - min(points), 0.5 * 6.45 / 2.54 * 96)

    def test_sites_are_drawn_where_their_bodies_carry_them(self):
        model = self.write("""<mujoco><worldbody><body pos="0.1 0.2 0.3">
            <joint type="ball"/><inertial pos="0.1 0.2 0.3" mass="1" diaginertia="1 2 3"/>
            <site name="eye" pos="0.4 -0.5 0.6"/></body></worldbody></mujoco>""", "ball.xml")
        trajectory, bodies = self.folder / "ball.h5", self.folder / "bodies.csv"
        for options in (("--output", trajectory),
                        ("--output", bodies, "--coordinates", "body")):
            done = run("simulate", model, "--qvel", "body0.joint0=1,2,3", "--duration", "1",
                       "--quiet", *options)
            self.assertEqual(done.returncode, DONE, done.stderr)
        rows = [[float(cell) for cell in line.split(",")]
                for line in bodies.read_text().splitlines()[1:]]

        def carried(row):
            place, w, u, v = row[1:4], row[4], row[5:8], (0.4, -0.5, 0.6)
            along = sum(a * b for a, b in zip(u, v))
            across = [u[k - 2] * v[k - 1] - u[k - 1] * v[k - 2] for k in range(3)]
            return [p + (w * w - sum(a * a for a in u)) * b + 2.0 * (along * a + w * c)
                    for p, a, b, c in zip(place, u, v, across)]
        table = self.write("time,eye.x,eye.y,eye.z\n" + "".join(
            ",".join(map(repr, (row[0], *carried(row)))) + "\n" for row in rows), "sites.csv")
        for axis in "xyz":
            drawing = self.plot(trajectory, table, "--y", f"eye.{axis}").read_text()
            # each begins with its line in the legend
            curves = [d.split("M")[2:] for d in re.findall(r"<path[^>]* d='([^']*)'", drawing)
                      if len(d) > 500]
            self.assertEqual(len(curves), 2)
            self.assertEqual(*curves)

    def test_a_flat_curve_has_an_axis(self):
        for value in (0.0, 9.81, -1e300, 1e-300):
            with self.subTest(value):
                self.plot(self.table(["a"], [(value,)] * 3), "--y", "a")

    def test_without_an_output_the_figure_stands_beside_the_file(self):
        path = self.wave("run.csv")
        done = run("plot", path, "--y", "a")
        self.assertEqual((done.returncode, done.stderr), (DONE, ""))
        self.assertTrue((self.folder / "run.svg").is_file())

    def test_no_settings_of_the_user_change_it(self):
        (self.folder / ".gnuplot").write_text("set title 'mine'\n")
        path = self.plot(self.wave(), "--y", "a", env={**os.environ, "HOME": str(self.folder)})
        self.assertNotIn("mine", self.texts(path))

    def test_what_cannot_be_drawn_leaves_what_was_there(self):
        kept = self.write("kept", "p.svg")
        broken = self.folder / "gnuplot"
        broken.write_text("#!/bin/sh\necho half\necho wrong >&2\nexit 1\n")
        broken.chmod(0o755)
        path = f"{self.folder}:{os.environ['PATH']}"
        done = run("plot", self.wave(), "--y", "a", "-o", kept, env={**os.environ, "PATH": path})
        self.assertEqual((done.returncode, done.stdout), (USAGE, ""))
        self.assertIn("gnuplot failed: wrong", done.stderr)
        self.assertEqual(kept.read_text(), "kept")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()),
                         ["gnuplot", "p.svg", "t.csv"])

    def test_the_same_plot_has_the_same_bytes(self):
        first = self.plot(self.wave(), "--y", "a").read_bytes()
        self.assertEqual(self.plot(self.wave(), "--y", "a").read_bytes(), first)


class Refusals(Plots):
    def test_without_gnuplot_it_is_said_what_to_install(self):
        done = run("plot", self.wave(), "--y", "a", env={"PATH": str(self.folder)})
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("gnuplot-nox", done.stderr)
        self.assertFalse((self.folder / "t.svg").exists())

    def test_names_are_listed(self):
        self.assertEqual(run("plot", self.wave(), "--list").stdout, "a\nb\n")
        listed = run("plot", self.recorded(), "--list").stdout
        self.assertIn("j0.rate", listed)
        self.assertIn("energy error [J]", listed)

    def test_unknown_names_are_told_with_near_ones(self):
        self.assertIn("energy_error", self.refused(USAGE, "plot", self.recorded(), "--y",
                                                   "energy_eror"))
        self.assertIn("there are a, b", self.refused(USAGE, "plot", self.wave(), "--y", "zzzz"))
        self.assertIn("'zzzz'", self.refused(USAGE, "plot", self.wave(), "--y", "a", "--x",
                                             "zzzz"))
        self.assertIn("--list", self.refused(USAGE, "plot", self.wave()))

    def test_files_of_other_kinds_are_refused(self):
        said = self.refused(USAGE, "plot", self.wave(), "--y", "a", "-o", self.folder / "p.gif")
        self.assertIn(".svg, .png or .pdf", said)

    def test_files_that_cannot_be_read_or_written_end_with_4(self):
        self.refused(FILE, "plot", self.folder / "no.h5", "--y", "a")
        self.refused(FILE, "plot", self.wave(), "--y", "a", "-o", "/no/such/folder/p.svg")

    @needs_gnuplot
    @unittest.skipUnless(os.path.exists("/dev/full"), "no disk that is always full")
    def test_a_full_disk_ends_with_4(self):
        os.symlink("/dev/full", self.folder / "p.svg")
        self.assertIn("No space", self.refused(FILE, "plot", self.wave(), "--y", "a", "-o",
                                               self.folder / "p.svg"))

    def test_nothing_to_draw_is_refused(self):
        path = self.write("time,a,b\n0,nan,0\n1,nan,0\n")
        self.assertIn("not a number", self.refused(USAGE, "plot", path, "--y", "a"))
        self.assertIn("has no logarithm", self.refused(USAGE, "plot", path, "--y", "b", "--log"))


if __name__ == "__main__":
    program.main()
