# SPDX-License-Identifier: Apache-2.0
"""Built-in meshes have the vertices, faces and masses of MuJoCo's."""
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from program import DONE, main, run  # noqa: E402
from mujoco_oracle import mujoco, numpy  # noqa: E402

# MuJoCo's vertices are floats
SINGLE = 1e-6

MESHES = (
    ("sphere", "0"), ("sphere", "1"), ("sphere", "4"), ("hemisphere", "0"), ("hemisphere", "7"),
    ("cone", "3 0"), ("cone", "7 0.4"), ("cone", "12 1"), ("supersphere", "3 1 1"),
    ("supersphere", "4 0 0"), ("supersphere", "14 0.05 1.3"), ("supersphere", "9 2.5 0.1"),
    ("supertorus", "3 0.5 1 1"), ("supertorus", "14 0.3 2.6 0.05"), ("supertorus", "11 1 0.2 2"),
    ("wedge", "3 2 90 45 0"), ("wedge", "5 4 170 85 0.4"), ("wedge", "3 3 30 30 1"),
    ("grid", "2 3 4 0.3 0.2 0.1"), ("grid", "4 3 1 0.3 0.2 0 2"), ("box", "3 4 5 0.3 0.2 0.1"),
    ("box", "3 4 5 0.3 0.2 0.1 2"), ("box", "2 2 2 -0.3 0.2 0.1 2"),
    ("cylinder", "4 5 3 0.3 0.2 0.1 3"), ("cylinder", "4 5 3 0.3 0.2 0.1 2"),
    ("ellipsoid", "4 5 6 0.3 0.2 0.1"), ("ellipsoid", "5 4 3 0.3 0.2 0.1 2"),
    ("square", "4 3 1 0.3 0.2 1"), ("disc", "5 4 1 0.3 0.2 1"), ("disc", "3 3 1 2 2 1"),
    ("plate", "3 2"))

MODEL = """<mujoco>
  <compiler balanceinertia="true"/>
  <asset><mesh name="m" builtin="{}" params="{}"/></asset>
  <worldbody>
    <body><freejoint/><geom type="mesh" mesh="m" contype="0" conaffinity="0"/></body>
  </worldbody>
</mujoco>"""


def vertices_of(model):
    """MuJoCo's vertices as they were before it moved them to the principal axes."""
    turn = numpy.zeros(9)
    mujoco.mju_quat2Mat(turn, model.mesh_quat[0])
    return model.mesh_vert @ turn.reshape(3, 3).T + model.mesh_pos[0]


def faces_of(rows):
    """Faces from their least vertex on, sorted."""
    return sorted(tuple(numpy.roll(row, -numpy.argmin(row))) for row in rows)


class Meshes(unittest.TestCase):
    def check(self, folder, text):
        given, written = folder / "given.xml", folder / "written.xml"
        given.write_text(text, encoding="utf-8")
        done = run("convert", given, written)
        self.assertEqual(done.returncode, DONE, done.stderr)
        theirs = mujoco.MjModel.from_xml_string(text)
        ours = ElementTree.parse(written).getroot()
        mesh = ours.find("asset/mesh")
        vertices = numpy.array(mesh.get("vertex").split(), float).reshape(-1, 3)
        size = abs(theirs.mesh_vert).max()
        self.assertEqual(vertices.shape, theirs.mesh_vert.shape)
        self.assertLess(abs(vertices - vertices_of(theirs)).max(), SINGLE * size)
        if mesh.get("face") is not None:  # else the hull, whose triangles are not unique
            faces = numpy.array(mesh.get("face").split(), int).reshape(-1, 3)
            self.assertEqual(faces_of(faces), faces_of(theirs.mesh_face))
        inertial = ours.find(".//inertial")
        mass = theirs.body_mass[1]
        self.assertLess(abs(float(inertial.get("mass")) - mass), SINGLE * mass)
        centre = numpy.array(inertial.get("pos", "0 0 0").split(), float)
        self.assertLess(abs(centre - theirs.body_ipos[1]).max(), SINGLE * size)

    def test_built_in_meshes_are_those_of_mujoco(self):
        with tempfile.TemporaryDirectory() as folder:
            for kind, parameters in MESHES:
                with self.subTest(kind=kind, parameters=parameters):
                    self.check(pathlib.Path(folder), MODEL.format(kind, parameters))


if __name__ == "__main__":
    main()
