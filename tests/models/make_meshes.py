# SPDX-License-Identifier: Apache-2.0
"""Writes the meshes that the models beside this script use: binary and text STL, OBJ.

All coordinates are multiples of 1/512 m: MuJoCo keeps them in single precision, which these are in.
"""
import itertools
import math
import pathlib
import struct

HERE = pathlib.Path(__file__).parent
UNIT = 1 / 32  # [m] of the numbers below

# corners of a unit cube, and its faces as triangles, counter-clockwise seen from outside
CORNERS = list(itertools.product((0, 1), repeat=3))
CUBE = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
        (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]


def measured(points):
    return [tuple(round(x * UNIT * 512) / 512 for x in point) for point in points]


def wedge():
    """A cube pushed out of shape, off the origin: no two moments of it are the same."""
    return [(3 + 10 * x + 2 * y, 6 * y - z * x, 2 * x + 5 * z) for x, y, z in CORNERS], CUBE


def bracket():
    """A thick L, closed and not convex."""
    outline = [(0, 0), (10, 0), (10, 3), (3, 3), (3, 8), (0, 8)]
    n = len(outline)
    points = [(x, y, z) for z in (0, 3) for x, y in outline]
    caps = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]
    faces = [(a, c, b) for a, b, c in caps] + [(a + n, b + n, c + n) for a, b, c in caps]
    for i in range(n):
        j = (i + 1) % n
        faces += [(i, j, j + n), (i, j + n, i + n)]
    return points, faces


def disc(count=12):
    """A flat cylinder with many corners."""
    ring = [(round(4 * math.cos(2 * math.pi * k / count), 1),
             round(4 * math.sin(2 * math.pi * k / count), 1)) for k in range(count)]
    points = [(x, y, z) for z in (-0.5, 0.5) for x, y in ring]
    faces = []
    for i in range(count):
        j = (i + 1) % count
        faces += [(i, j, j + count), (i, j + count, i + count)]
    for i in range(1, count - 1):
        faces += [(0, i + 1, i), (count, count + i, count + i + 1)]
    return points, faces


def write_stl(path, points, faces):
    points = measured(points)
    with open(path, "wb") as file:
        file.write(b"SPDX-License-Identifier: Apache-2.0".ljust(80))
        file.write(struct.pack("<I", len(faces)))
        for face in faces:
            file.write(struct.pack("<12fH", 0, 0, 0, *(x for i in face for x in points[i]), 0))


def write_text_stl(path, points, faces):
    points = measured(points)
    lines = ["solid SPDX-License-Identifier: Apache-2.0"]
    for face in faces:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += [f"vertex {x:.17g} {y:.17g} {z:.17g}" for x, y, z in (points[i] for i in face)]
        lines += ["endloop", "endfacet"]
    path.write_text("\n".join(lines) + "\nendsolid\n", encoding="ascii")


def write_obj(path, points, faces):
    points = measured(points)
    lines = ["# SPDX-License-Identifier: Apache-2.0", "o part"]
    lines += [f"v {x:.17g} {y:.17g} {z:.17g}" for x, y, z in points]
    lines += [f"f {a + 1}//1 {b + 1}//1 {c - len(points)}//1" for a, b, c in faces]
    lines.insert(2, "vn 0 0 1")
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    write_stl(HERE / "meshes" / "wedge.stl", *wedge())
    write_stl(HERE / "pick_and_place" / "meshes" / "wedge.stl", *wedge())
    write_obj(HERE / "meshes" / "bracket.obj", *bracket())
    write_text_stl(HERE / "meshes" / "disc.stl", *disc())
