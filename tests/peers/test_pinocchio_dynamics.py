# SPDX-License-Identifier: Apache-2.0
"""Mass matrix, inverse and forward dynamics, Jacobians and momentum against Pinocchio's, where its
Python module is installed, on URDFs.

Its free joint has the pose in the frame of the joint, the velocity of the origin and the angular
velocity in the body's axes; its quaternions end with the scalar; its joints without limits have the
cosine and sine of their angle, and so has its planar joint, with velocities in the body's axes.
"""
import unittest
import xml.etree.ElementTree

from dynamics_client import Near, ask, numpy
from program import ROOT, main

try:
    import pinocchio
except ImportError as missing:
    raise unittest.SkipTest("the Python module pinocchio is not installed") from missing

HERE = ROOT / "tests" / "models"
SHARED = ROOT.parent / "shared" / "models"  # robots of other projects, if installed
# Pinocchio's planar joint ignores the axis and rotates about z; it has no spherical joint, and does
# not read MuJoCo's compiler settings
NOT_READ = ("planar", "settings", "bounds")

TOLERANCE = 1e-13  # sums of some hundred products; measured: 2e-15
# of 1000 states some have sums in which large terms cancel; measured: 1.1e-11
OF_FEATURE = 1e-10
BACK = 1e-8  # round-off times the condition of the mass matrix; measured: 6e-10


def read(path, free):
    root = (pinocchio.JointModelFreeFlyer(), "root") if free else ()
    return pinocchio.buildModelFromUrdf(str(path), *root)


def urdfs():
    found = [*HERE.glob("*.urdf"), *HERE.glob("features/*.urdf"), *SHARED.glob("*/*.urdf")]
    return sorted(path for path in found if path.stem not in NOT_READ)


def floats(path):
    """Whether the root can float: it has a mass, and is not the world."""
    robot = xml.etree.ElementTree.parse(path).getroot()
    children = {child.get("link") for child in robot.findall("joint/child")}
    root = next(link for link in robot.findall("link") if link.get("name") not in children)
    return root.get("name") != "world" and root.find("inertial") is not None


class State:
    """A state of a model in both coordinates; velocities are B times those of keyframes."""

    def __init__(self, model, joints, rng):
        self.q, self.v, self.a = (numpy.zeros(n) for n in (
            sum(q.stop - q.start for q, _ in joints.values()), model.nv, model.nv))
        self.q_theirs, self.B = numpy.zeros(model.nq), numpy.zeros((model.nv, model.nv))
        self.v[:], self.a[:] = rng.uniform(-1, 1, (2, model.nv))
        self.placements = model.jointPlacements
        self.change = numpy.zeros(model.nv)  # the rate of B, times v
        for joint in list(model.joints)[1:]:
            put = {6: self.put_free, 3: self.put_planar}.get(joint.nv, self.put_scalar)
            put(joint, *joints[model.names[joint.id]], rng)

    def put_scalar(self, joint, at_q, at_v, rng):
        angle = rng.uniform(-1, 1)
        self.q[at_q] = angle
        theirs = (angle,) if joint.nq == 1 else (numpy.cos(angle), numpy.sin(angle))
        self.q_theirs[joint.idx_q:joint.idx_q + joint.nq] = theirs
        self.B[joint.idx_v, at_v.start] = 1

    def put_planar(self, joint, at_q, at_v, rng):
        x, y, angle = rng.uniform(-1, 1, 3)
        c, s = numpy.cos(angle), numpy.sin(angle)
        self.q[at_q] = x, y, angle
        self.q_theirs[joint.idx_q:joint.idx_q + 4] = x, y, c, s
        turned = numpy.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        ours, theirs = at_v.start, joint.idx_v
        self.B[theirs:theirs + 3, ours:ours + 3] = turned
        vx, vy, rate = self.v[ours:ours + 3]
        self.change[theirs:theirs + 3] = rate * (turned @ (vy, -vx, 0))

    def put_free(self, joint, at_q, at_v, rng):
        x, quat = rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 4)
        w, *xyz = quat / numpy.linalg.norm(quat)
        self.q[at_q] = *x, w, *xyz
        theirs = self.placements[joint.id].actInv(pinocchio.SE3(pinocchio.Quaternion(w, *xyz), x))
        self.q_theirs[joint.idx_q:joint.idx_q + 7] = pinocchio.SE3ToXYZQUAT(theirs)
        turned = pinocchio.Quaternion(w, *xyz).toRotationMatrix().T
        ours, theirs = at_v.start, joint.idx_v
        self.B[theirs:theirs + 3, ours:ours + 3] = turned
        self.B[theirs + 3:theirs + 6, ours + 3:ours + 6] = numpy.eye(3)
        v, spin = self.v[ours:ours + 3], self.v[ours + 3:ours + 6]
        self.change[theirs:theirs + 3] = -numpy.cross(spin, turned @ v)


class Dynamics(Near):
    STATES, FEATURE_STATES = 3, 1000

    def test_robots_have_the_dynamics_of_pinocchio(self):
        for path in urdfs():
            feature = path.parent.name == "features"
            self.tolerance = OF_FEATURE if feature else TOLERANCE
            for free in (False, True) if floats(path) else (False,):
                with self.subTest(path=path, free=free):
                    self.check_model(path, free, self.FEATURE_STATES if feature else self.STATES)

    def check_model(self, path, free, count):
        model, rng = read(path, free), numpy.random.default_rng(0)
        states = []

        def make(joints):
            states.extend(State(model, joints, rng) for _ in range(count))
            return [(s.q, s.v, s.a) for s in states]

        answers, body = ask(path, free, make)
        for answer, state in zip(answers, states):
            self.check_state(answer, model, state)
            self.check_motion(answer, model, state, body)

    def check_state(self, answer, model, state):
        data, B, q = model.createData(), state.B, state.q_theirs
        v, a = B @ state.v, B @ state.a + state.change
        M = numpy.triu(pinocchio.crba(model, data, q))
        M = M + numpy.triu(M, 1).T
        bias = pinocchio.rnea(model, data, q, v, state.change)
        effort = pinocchio.rnea(model, data, q, v, a)
        forward = numpy.linalg.solve(B, pinocchio.aba(model, data, q, v, effort) - state.change)
        self.near(answer.M, B.T @ M @ B, self.tolerance, "mass matrix")
        self.near(answer.bias, B.T @ bias, self.tolerance, "bias")
        self.near(answer.effort, B.T @ effort, self.tolerance, "inverse dynamics")
        self.near(answer.back, forward, BACK, "forward dynamics")

    def matrix(self, columns):
        """A matrix; Pinocchio returns one of a single column as a vector."""
        return columns.reshape(len(columns), -1)

    def check_motion(self, answer, model, state, body):
        data, B, q = model.createData(), state.B, state.q_theirs
        v, frame = B @ state.v, model.getFrameId(body, pinocchio.FrameType.BODY)
        pinocchio.computeJointJacobians(model, data, q)
        pinocchio.forwardKinematics(model, data, q, v, state.change)
        pinocchio.updateFramePlacements(model, data)
        axes = pinocchio.ReferenceFrame.LOCAL_WORLD_ALIGNED
        J = self.matrix(pinocchio.getFrameJacobian(model, data, frame, axes)) @ B
        bias = pinocchio.getFrameClassicalAcceleration(model, data, frame, axes)
        R = data.oMf[frame].rotation
        self.near(answer.J, numpy.vstack([J[:3], R.T @ J[3:]]), self.tolerance, "Jacobian")
        self.near(answer.J_bias, numpy.hstack([bias.linear, R.T @ bias.angular]), self.tolerance,
                  "bias acceleration")
        center = self.matrix(pinocchio.jacobianCenterOfMass(model, data, q))
        self.near(answer.J_center, center @ B, self.tolerance, "Jacobian of the centre of mass")
        A = self.matrix(pinocchio.computeCentroidalMap(model, data, q))
        self.near(answer.A, A @ B, self.tolerance, "momentum matrix")
        rate = pinocchio.computeCentroidalMomentumTimeVariation(model, data, q, v, state.change)
        self.near(answer.A_bias, rate.vector, self.tolerance, "rate of momentum")


if __name__ == "__main__":
    main()
