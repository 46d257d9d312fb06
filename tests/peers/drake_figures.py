# SPDX-License-Identifier: Apache-2.0
"""The rows of docs/migration-from-drake.md that compare results of both programs."""
import math
import warnings

import ludo
import numpy
from pydrake.geometry import Box, HalfSpace
from pydrake.math import RigidTransform
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import AddMultibodyPlantSceneGraph, CoulombFriction
from pydrake.multibody.tree import SpatialInertia
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder

from program import ROOT

FOUR_BAR = ROOT / "examples" / "four_bar.urdf"
BOX = ('<geom type="plane" size="9 9 1" friction="0.5"/><body pos="0 0 0.1"><freejoint/>'
       '<geom type="box" size="0.1 0.1 0.1" mass="2" friction="0.5"/></body>')


class Plant:
    """A plant, its simulator and its context."""

    def __init__(self, fill, step):
        builder = DiagramBuilder()
        self.plant, _ = AddMultibodyPlantSceneGraph(builder, time_step=step)
        fill(self.plant)
        self.plant.Finalize()
        self.simulator = Simulator(builder.Build())
        self.context = self.plant.GetMyMutableContextFromRoot(
            self.simulator.get_mutable_context())


def shown(value, unit):
    """As in the table; the results of Ludo are exact to 1e-8 where it has a 0."""
    if abs(value) < 1e-8:
        return "0"
    return f"{value:.2g}".replace("e-0", "e-") + f" {unit}"


def box(slope, of):
    """A box on a plane after 10 s, in steps of 2 ms."""
    angle = math.atan(slope)
    gravity = numpy.array([9.81 * math.sin(angle), 0, -9.81 * math.cos(angle)])

    def fill(plant):
        friction = CoulombFriction(0.5, 0.5)
        plant.RegisterCollisionGeometry(plant.world_body(), RigidTransform(), HalfSpace(), "floor",
                                        friction)
        body = plant.AddRigidBody("box", SpatialInertia.SolidBoxWithMass(2, 0.2, 0.2, 0.2))
        plant.RegisterCollisionGeometry(body, RigidTransform(), Box(0.2, 0.2, 0.2), "box", friction)
        plant.mutable_gravity_field().set_gravity_vector(gravity)

    theirs = Plant(fill, 0.002)
    body = theirs.plant.GetBodyByName("box")
    theirs.plant.SetFreeBodyPose(theirs.context, body, RigidTransform([0, 0, 0.1]))
    theirs.simulator.AdvanceTo(10)
    ours = ludo.Simulation(ludo.loads(
        f'<mujoco><option timestep="0.002" gravity="{" ".join(map(str, gravity))}"/><worldbody>'
        f"{BOX}</worldbody></mujoco>"))
    ours.step(5000)
    pose = theirs.plant.EvalBodyPoseInWorld(theirs.context, body)
    return of(pose.translation()), of(ours.q)


def four_bar(step, closed=True):
    """The bars in both programs, with crank at 1 rad and 5 rad/s or, open, from horizontal."""
    def fill(plant):
        Parser(plant).AddModels(str(FOUR_BAR))
        plant.WeldFrames(plant.world_frame(), plant.GetFrameByName("base"))
        if closed:
            plant.AddBallConstraint(plant.GetBodyByName("coupler"), [0.5, 0, 0],
                                    plant.GetBodyByName("rocker"), [0.4, 0, 0])

    spec, theirs = ludo.Spec.from_file(FOUR_BAR), Plant(fill, step)
    if closed:
        spec.add_closure("pin", type="ball", parent="coupler", child="rocker",
                         in_parent=(0.5, 0, 0), in_child=(0.4, 0, 0))
    ours = ludo.Simulation(spec.compile(), dt=step)
    if closed:
        crank = ours.joint["crank"]
        crank.q, crank.v = 1.0, 5.0
        crank.hold()
        crank.hold_rates()
        theirs.plant.SetPositions(theirs.context, ours.q)
        theirs.plant.SetVelocities(theirs.context, ours.v)
    return theirs, ours


def openings():
    theirs, ours = four_bar(0.002)
    plant, largest = theirs.plant, [0.0, 0.0]
    for k in range(100):
        theirs.simulator.AdvanceTo(0.05 * (k + 1))
        ours.step(25)
        a, b = (plant.CalcPointsPositions(theirs.context, plant.GetFrameByName(name), [x, 0, 0],
                                          plant.world_frame())
                for name, x in (("coupler", 0.5), ("rocker", 0.4)))
        for i, gap in enumerate((numpy.linalg.norm(a - b), ours.violation.position)):
            largest[i] = max(largest[i], gap)
    return largest


def errors(step):
    """The errors of the crank's angle, chains open, after half a second."""
    theirs, ours = four_bar(step, closed=False)
    exact = ludo.Simulation(ours.model, dt=0.001, integrator="galerkin", order=6, limits=False)
    exact.step(500)
    ours.step(round(0.5 / step))
    theirs.simulator.AdvanceTo(0.5)
    return [abs(q[0] - exact.q[0]) for q in (theirs.plant.GetPositions(theirs.context), ours.q)]


def rows():
    """The rows, as the page has them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the model
        measured = {
            "box at rest on a plane, 2 ms: depth": (box(0, lambda p: 0.1 - p[2]), "m"),
            "box on a slope of 0.4, friction 0.5, 2 ms: creeps in 10 s":
                (box(0.4, lambda p: p[0]), "m"),
            "the four-bar above, 2 ms: largest opening in 5 s": (openings(), "m"),
            "the bars without the ball, 0.5 s from horizontal: error of the crank, 10 ms":
                (errors(0.01), "rad"),
            "the same, 5 ms": (errors(0.005), "rad")}
    return [f"| {what} | {shown(theirs, unit)} | {shown(ours, unit)} |"
            for what, ((theirs, ours), unit) in measured.items()]
