# SPDX-License-Identifier: Apache-2.0
"""Gaps of Ludo beside those of MuJoCo and Coal at the same random poses.

    second_opinions.py RESULT.csv POSES.txt

POSES.txt is the output of `print_pairs`. Bounds in it say which of two gaps is right: of shapes
that are apart the distance lies between them; of shapes that overlap no gap is above minus the
depth, so that the larger of two is nearer to it. Peers that aren't installed are left out, and the
result says so: `pip install mujoco-core coal numpy`.
"""
import datetime
import sys

try:
    import mujoco
    import numpy
except ImportError:
    mujoco = None
try:
    import coal
    import numpy
except ImportError:
    coal = None

# Tolerances that peers are set to, and the difference from which gaps differ: the ends of their
# searches are estimates. MuJoCo keeps the vertices of meshes in single precision.
SET, DIFFERS, DIFFERS_SINGLE = 1e-12, 1e-9, 1e-6
ITERATIONS = 1000
# Larger differences [m] are no results: Coal returns the largest number where its search fails.
FAILED = 1e6


class Shape:
    def __init__(self, words):
        self.kind = next(words)
        self.size = [float(next(words)) for _ in range(3)]
        self.vertices = [[float(next(words)) for _ in range(3)] for _ in range(int(next(words)))]


class Pose:
    """A line of POSES.txt."""

    def __init__(self, line):
        words = iter(line.split())
        self.pair, self.index = next(words), int(next(words))
        self.gap, self.least, self.most, self.size = (float(next(words)) for _ in range(4))
        self.a, self.b = Shape(words), Shape(words)
        self.position = [float(next(words)) for _ in range(3)]
        self.orientation = [float(next(words)) for _ in range(4)]


def numbers(values):
    return " ".join(map(repr, values))


# ---- peers ----


class MuJoCo:
    """`mj_geomDistance` of two geoms of the world."""

    name = "mujoco"
    version = mujoco and mujoco.__version__

    @staticmethod
    def differs(pose):
        return DIFFERS_SINGLE if pose.a.vertices or pose.b.vertices else DIFFERS

    @staticmethod
    def geom(name, shape, place):
        """The geom, and the asset that it needs."""
        if shape.vertices:
            vertices = numbers(sum(shape.vertices, []))
            return (f'<geom type="mesh" mesh="{name}" {place}/>',
                    f'<mesh name="{name}" inertia="convex" vertex="{vertices}"/>')
        size = "1 1 1" if shape.kind == "plane" else numbers(shape.size)
        return f'<geom type="{shape.kind}" size="{size}" {place}/>', ""

    @classmethod
    def gap(cls, pose):
        place = f'pos="{numbers(pose.position)}" quat="{numbers(pose.orientation)}"'
        a, mesh_a = cls.geom("a", pose.a, "")
        b, mesh_b = cls.geom("b", pose.b, place)
        model = mujoco.MjModel.from_xml_string(
            f'<mujoco><option ccd_tolerance="{SET}" ccd_iterations="{ITERATIONS}"/>'
            f"<asset>{mesh_a}{mesh_b}</asset><worldbody>{a}{b}</worldbody></mujoco>")
        data = mujoco.MjData(model)
        mujoco.mj_kinematics(model, data)
        return mujoco.mj_geomDistance(model, data, 0, 1, 100.0, numpy.zeros(6))


class Coal:
    """`coal::distance` with signed distances."""

    name = "coal"
    version = coal and coal.__version__
    make = {
        "plane": lambda s: coal.Halfspace(numpy.array([0.0, 0.0, 1.0]), 0.0),
        "sphere": lambda s: coal.Sphere(s.size[0]),
        "capsule": lambda s: coal.Capsule(s.size[0], 2.0 * s.size[1]),
        "cylinder": lambda s: coal.Cylinder(s.size[0], 2.0 * s.size[1]),
        "ellipsoid": lambda s: coal.Ellipsoid(*s.size),
        "box": lambda s: coal.Box(*(2.0 * x for x in s.size)),
    }

    @staticmethod
    def differs(pose):
        return DIFFERS

    @classmethod
    def shape(cls, shape):
        if not shape.vertices:
            return cls.make[shape.kind](shape)
        points = coal.StdVec_Vec3s()
        points.extend(numpy.array(v) for v in shape.vertices)
        hull = coal.Convex.convexHull(points, False, "")
        if hull.num_points == 0:
            raise RuntimeError("this build of Coal makes no hulls: it lacks qhull")
        return hull

    @classmethod
    def gap(cls, pose):
        w, *v = pose.orientation
        place = coal.Transform3s(coal.Quaternion(w, *v).matrix(), numpy.array(pose.position))
        request, result = coal.DistanceRequest(), coal.DistanceResult()
        request.enable_signed_distance = True
        request.gjk_tolerance = request.epa_tolerance = SET
        request.gjk_max_iterations = request.epa_max_iterations = ITERATIONS
        return coal.distance(cls.shape(pose.a), coal.Transform3s(), cls.shape(pose.b), place,
                             request, result)


# ---- comparison ----


def outside(gap, pose):
    """How far a gap is from the bounds."""
    return max(gap - pose.most, pose.least - gap, 0.0)


class Row:
    """A pair and a peer: shapes that are apart, and that overlap or touch."""

    def __init__(self):
        self.apart = self.overlap = self.differ = self.differ_overlap = self.failed = 0
        self.worst = self.worst_overlap = self.ludo_off = 0.0
        self.ludo_right = self.peer_right = self.peer_deeper = self.peer_above = 0

    def add(self, pose, gap, least):
        difference = abs(gap - pose.gap)
        if not difference < FAILED:
            self.failed += 1
        elif pose.least > 0.0:
            self.apart += 1
            self.worst = max(self.worst, difference)
            self.ludo_off = max(self.ludo_off, outside(pose.gap, pose))
            if difference > least:
                self.differ += 1
                self.ludo_right += outside(pose.gap, pose) < outside(gap, pose)
                self.peer_right += outside(pose.gap, pose) > outside(gap, pose)
        else:
            self.overlap += 1
            self.worst_overlap = max(self.worst_overlap, difference)
            if difference > least:
                self.differ_overlap += 1
                self.peer_deeper += gap < pose.gap
                self.peer_above += gap > pose.gap

    columns = ("apart,differ,worst,ludo_right,peer_right,ludo_off,overlap,differ_overlap,"
               "worst_overlap,peer_deeper,peer_above,failed")

    def text(self):
        return ",".join(f"{getattr(self, name):.3g}" if isinstance(getattr(self, name), float)
                        else str(getattr(self, name)) for name in self.columns.split(","))


def compare(poses, peer):
    """Rows by pair; a reason in place of a row where the peer lacks the pair."""
    rows, lacks = {}, {}
    for pose in poses:
        if pose.pair in lacks:
            continue
        try:
            gap = peer.gap(pose)
        except (RuntimeError, ValueError, TypeError, KeyError, AttributeError) as error:
            rows.pop(pose.pair, None)
            lacks[pose.pair] = str(error).splitlines()[0][:120]
            continue
        rows.setdefault(pose.pair, Row()).add(pose, gap, peer.differs(pose))
    return rows, lacks


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], encoding="ascii") as file:
        poses = [Pose(line) for line in file if not line.startswith("#")]
    with open(sys.argv[1], "w", encoding="ascii") as out:
        print("# measures: gaps of MuJoCo and Coal minus those of Ludo [m] at the same poses,",
              "#   apart and overlapping (or touching); bounds of the distance say who is right.",
              f"#   differ: by more than {DIFFERS:g}, meshes of MuJoCo, in single precision, by "
              f"{DIFFERS_SINGLE:g};",
              f"#   tolerances {SET:g}, {ITERATIONS} iterations",
              f"# date: {datetime.date.today()}", sep="\n", file=out)
        results = []
        for peer, has in ((MuJoCo, mujoco), (Coal, coal)):
            print(f"# {peer.name}: {peer.version if has else 'not installed'}", file=out)
            if has:
                rows, lacks = compare(poses, peer)
                results.append((peer, rows))
                for pair, why in lacks.items():
                    print(f"# {peer.name} lacks {pair}: {why}", file=out)
        print("pair,peer," + Row.columns, file=out)
        for peer, rows in results:
            for pair, row in rows.items():
                print(f"{pair},{peer.name},{row.text()}", file=out)


if __name__ == "__main__":
    main()
