# SPDX-License-Identifier: Apache-2.0
"""Robots with closed loops and types of joints in a file of loops, against Pinocchio, where its
Python module is installed: which loops close from open ones, and whether they are closed there.

The plain Gauss-Newton iteration from zero, all joints free, is the baseline: Ludo closes whatever
the iteration closes, and holds all motors where the iteration can.
"""
import json
import os
import unittest

from program import DONE, Case, main, run

try:
    import numpy
    import pinocchio
except ImportError as missing:
    raise unittest.SkipTest("the Python modules numpy and pinocchio are not installed") from missing

from parallel_robots import ROBOTS

DRAWS = int(os.environ.get("LUDO_PARALLEL_DRAWS", "10"))
LARGEST_BEND = 0.6  # of joints at zero [rad]; loops are then open by some tenths of a metre
CLOSED = 1e-9  # the sums of a robot's lengths, rounded; measured: 1e-15
AXES = {"X": pinocchio.JointModelRX, "Y": pinocchio.JointModelRY, "Z": pinocchio.JointModelRZ}


class Peer:
    """The robot in Pinocchio. A universal joint is two joints in sequence; `parts` has the joints
    of a URDF joint."""

    def __init__(self, robot, urdf):
        read = pinocchio.buildModelFromUrdf(str(urdf))
        self.model, self.parts, self.robot = pinocchio.Model(), {"universe": [0]}, robot
        for name, place, parent, joint in list(zip(read.names, read.jointPlacements, read.parents,
                                                   read.joints))[1:]:
            at, parts = self.parts[read.names[parent]][-1], []
            for kind in self.kinds(robot.retyped.get(name), joint):
                at = self.model.addJoint(at, kind, place, f"{name}{len(parts)}")
                parts.append(at)
                place = pinocchio.SE3.Identity()
            self.parts[name] = parts
        self.frames = [[self.add_frame(read, name) for name in loop] for loop in robot.loops]
        self.data = self.model.createData()

    @staticmethod
    def kinds(retyped, joint):
        if retyped is None:
            return [joint]
        if retyped == "SPHERICAL":
            return [pinocchio.JointModelSpherical()]
        return [AXES[letter]() for letter in ("XY" if retyped == "CARDAN" else retyped[-2:])]

    def add_frame(self, read, name):
        frame = read.frames[read.getFrameId(name)]
        joint = self.parts[read.names[frame.parentJoint]][-1]
        return self.model.addFrame(pinocchio.Frame(name, joint, frame.placement,
                                                   pinocchio.FrameType.BODY), False)

    def violation(self, q):
        """The violation of all loops, and its derivative."""
        model, data = self.model, self.data
        pinocchio.computeJointJacobians(model, data, q)
        pinocchio.updateFramePlacements(model, data)
        g, G = [], []
        for (a, b), kind in zip(self.frames, self.robot.types):
            A, B = data.oMf[a], data.oMf[b]
            J = [pinocchio.getFrameJacobian(model, data, f,
                                            pinocchio.ReferenceFrame.LOCAL_WORLD_ALIGNED)
                 for f in (a, b)]
            rows = 3 if kind.lower() == "3d" else 6
            turn = A.rotation @ pinocchio.log3(A.rotation.T @ B.rotation)
            g.append(numpy.concatenate((B.translation - A.translation, turn))[:rows])
            G.append((J[1] - J[0])[:rows])
        return numpy.concatenate(g), numpy.vstack(G)

    def gauss_newton(self, held):
        """Whether the plain iteration from zero closes all loops, with some joints held."""
        q = pinocchio.neutral(self.model)
        free = [self.model.joints[j].idx_v + k for name, parts in self.parts.items() for j in parts
                for k in range(self.model.joints[j].nv) if name not in held and j > 0]
        for _ in range(100):
            g, G = self.violation(q)
            if not numpy.all(numpy.isfinite(g)):
                return False
            if numpy.max(abs(g)) < CLOSED:
                return True
            step = numpy.zeros(self.model.nv)
            step[free] = -numpy.linalg.pinv(G[:, free], rcond=1e-10) @ g
            q = pinocchio.integrate(self.model, q, step)
        return False

    def coordinates(self, positions):
        """Pinocchio's coordinates of Ludo's: quaternions end with the scalar, hinges without
        limits have a cosine and a sine."""
        q = pinocchio.neutral(self.model)
        for name, parts in self.parts.items():
            for k, j in enumerate(parts[:0] if parts == [0] else parts):
                joint, value = self.model.joints[j], positions[name]
                if joint.nq == 4:
                    theirs = (*value[1:], value[0])
                elif joint.nq == 2:
                    theirs = (numpy.cos(value[k]), numpy.sin(value[k]))
                else:
                    theirs = (value[k],)
                q[joint.idx_q:joint.idx_q + joint.nq] = theirs
        return q


class Closing(Case):
    @staticmethod
    def start(urdf, loops):
        done = run("simulate", urdf, "--loops", loops, "--duration", 0, "--no-contact", "--quiet",
                   "--summary", "-")
        return json.loads(done.stdout) if done.returncode == DONE else None

    def close(self, build, draw):
        rng = numpy.random.default_rng(draw)
        robot = build(rng, LARGEST_BEND * rng.uniform())
        urdf, loops = self.folder / "robot.urdf", self.folder / "robot.yaml"
        urdf.write_text(robot.urdf(), encoding="utf-8")
        loops.write_text(robot.yaml(), encoding="utf-8")
        peer, start = Peer(robot, urdf), self.start(urdf, loops)
        free, held = peer.gauss_newton(()), peer.gauss_newton(robot.motors)
        moved = [] if start is None else [
            name for name in robot.motors if name in start["initial"]["joints_moved"]]
        if start is not None:
            joints = {n: j["position"] for n, j in start["final"]["joints"].items()}
            g, _ = peer.violation(peer.coordinates(joints))
            self.assertLess(numpy.max(abs(g)), CLOSED, (build.__name__, draw))
        return free, held, start is not None, moved

    def test_loops_close_that_the_plain_iteration_closes(self):
        for build in ROBOTS:
            results = [self.close(build, draw) for draw in range(DRAWS)]
            if DRAWS > 10:
                free, held, closed = (sum(r[k] for r in results) for k in range(3))
                kept = sum(r[2] and not r[3] for r in results)
                print(f"{build.__name__}: of {DRAWS} draws the plain iteration closes {free}, "
                      f"{held} with motors held; Ludo {closed}, {kept} with motors held")
            for draw, (free, held, closed, moved) in enumerate(results):
                with self.subTest(robot=build.__name__, draw=draw):
                    self.assertTrue(closed or not (free or held))
                    self.assertFalse(held and moved, moved)


if __name__ == "__main__":
    main()
