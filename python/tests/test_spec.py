# SPDX-License-Identifier: Apache-2.0
"""Descriptions built and edited in Python."""
import copy
import pickle

import numpy as np
import pytest

import ludo
from conftest import EXAMPLES


def arm():
    """Two links on hinges about y, with an actuator and a site."""
    spec = ludo.Spec("arm")
    upper = spec.add_body("upper", mass=1.0, com=(0, 0, -0.25), inertia=(0.02, 0.02, 1e-3))
    lower = spec.add_body("lower", mass=0.5, com=(0, 0, -0.25), inertia=np.diag([0.01, 0.01, 1e-3]))
    spec.add_joint("shoulder", child=upper, axis=(0, 1, 0), damping=0.1, range=(-2, 2))
    spec.add_joint("elbow", parent="upper", child=lower, axis=(0, 1, 0), in_parent=(0, 0, -0.5))
    spec.add_site("tip", body=lower, frame=(0, 0, -0.5))
    spec.add_position_actuator("drive", target="elbow", kp=10.0, kv=1.0, control_range=(-1, 1))
    return spec


def test_equals_the_same_mechanism_from_a_file():
    spec = ludo.Spec(gravity=(0, 0, -9.81), timestep=0.01, merge=True)
    for name, parent in (("upper", None), ("lower", "upper")):
        body = spec.add_body(name)
        spec.add_joint(name + "_hinge", parent=parent, child=body, axis=(0, 1, 0),
                       in_parent=(0, 0, -0.5 if parent else 0))
        spec.add_geom(type="capsule", body=body, size=(0.02, 0.25), frame=(0, 0, -0.25),
                      contype=0, conaffinity=0)
        spec.weigh(body)
    text = """<mujoco><option timestep="0.01"/><default><joint axis="0 1 0"/>
    <geom type="capsule" size="0.02 0.25" pos="0 0 -0.25" contype="0" conaffinity="0"/></default>
    <worldbody><body name="upper"><joint/><geom/><body name="lower" pos="0 0 -0.5"><joint/><geom/>
    </body></body></worldbody></mujoco>"""
    a, b = ludo.Simulation(spec.compile()), ludo.Simulation(ludo.loads(text))
    for sim in (a, b):
        sim.q = (1.0, 0.5)
        sim.step(100)
    assert np.array_equal(a.q, b.q)


def test_a_medium_and_gravity_compensation_act():
    spec = ludo.Spec()
    assert (spec.density, spec.viscosity, spec.wind.tolist()) == (0.0, 0.0, [0.0, 0.0, 0.0])
    spec.density, spec.viscosity, spec.wind = 1000.0, 0.1, (0.0, 0.0, 1.0)
    assert (spec.density, spec.viscosity, spec.wind.tolist()) == (1000.0, 0.1, [0.0, 0.0, 1.0])
    with pytest.raises(ValueError):
        spec.density = -1.0
    ball = spec.add_body("ball", mass=1.0, inertia=(4e-3, 4e-3, 4e-3), gravity_compensation=1.0)
    assert ball.gravity_compensation == 1.0
    sim = ludo.Simulation(spec.compile())
    sim.step(3000)
    # without weight the ball follows the wind; by 1 / (c t) of quadratic drag and viscosity
    assert abs(sim.body["ball"].linear_velocity[2] - 1.0) < 1e-2


def test_members_are_read_and_set():
    spec = arm()
    assert spec.body["upper"].mass == 1.0
    spec.body["upper"].mass = 3.0
    spec.joint["shoulder"].damping = 0.7
    assert spec.joint["shoulder"].damping == 0.7
    assert spec.joint["shoulder"].along[0]["limited"]
    spec.joint["shoulder"].range = None
    assert not spec.joint["shoulder"].along[0]["limited"]
    model = spec.compile()
    assert model.body["upper"].mass == 3.0
    assert model.joint["shoulder"].damping == 0.7 and model.joint["shoulder"].range is None
    with pytest.raises(AttributeError, match="mass"):
        spec.body["upper"].weight


def test_wrong_members_and_references_are_refused():
    spec = arm()
    with pytest.raises(TypeError, match="no member 'colour'"):
        spec.add_geom(body="upper", size=0.1, colour="red")
    with pytest.raises(KeyError, match="did you mean upper"):
        spec.add_site(body="uper")
    with pytest.raises(ValueError, match="inertia"):
        spec.add_body(inertia=(1, 2))
    with pytest.raises(ValueError, match="symmetric"):
        spec.add_body(inertia=np.arange(9.0).reshape(3, 3))
    with pytest.raises(ValueError, match="frame"):
        spec.add_site(body="upper", frame=(0, 0))
    with pytest.raises(TypeError, match="child"):
        spec.add_joint("lost")
    assert len(spec.site) == 1


def test_two_arms_in_one_scene():
    scene = ludo.Spec("scene")
    scene.append(arm(), prefix="left/", frame=(-0.5, 0, 0))
    scene.append(arm(), prefix="right/", frame=((0.5, 0, 0), (0, 0, 0, 1)))
    model = scene.compile()
    assert model.names("joint") == ["left/shoulder", "left/elbow", "right/shoulder", "right/elbow"]
    sim = ludo.Simulation(model)
    assert np.allclose(sim.site["right/tip"].position, (0.5, 0, -1.0), atol=1e-15)


def test_removal_takes_what_refers_along():
    spec = arm()
    spec.remove("joint", "elbow")
    assert "elbow" not in spec.joint and len(spec.actuator) == 0
    spec.remove_subtree("upper")
    assert list(spec.body) == ["lower"]


def test_springs_couplings_closures_and_keyframes():
    spec = arm()
    spec.add_site("hook")
    spec.add_spring("rope", site_a="hook", site_b="tip", stiffness=5.0, rest=0.3)
    spec.add_spring("sum", terms=[("shoulder", 0, 1.0), ("elbow", 0, -1.0)], damping=0.2)
    spec.add_coupling("gear", joint="elbow", from_joint="shoulder", coefficient=(0.0, -2.0))
    spec.add_keyframe("bent", position=(0.5, -1.0))
    sim = ludo.Simulation(spec.compile())
    sim.reset("bent")
    sim.step(10)
    assert abs(sim.joint["elbow"].q + 2.0 * sim.joint["shoulder"].q) < 1e-12  # rows hold to 1e-10
    # rate: shoulder minus elbow is thrice the shoulder's
    assert abs(sim.spring["sum"].rate - 3.0 * sim.joint["shoulder"].v) < 1e-9
    assert sim.loop["gear"].state.gap < 1e-12


def test_paths_pass_sites_geoms_and_pulleys_within_a_range():
    spec = arm()
    for name, place in (("left", (-0.5, 0, 0.2)), ("right", (0.5, 0, 0.2))):
        spec.add_site(name, frame=place)
    spec.add_geom("drum", type="cylinder", size=(0.1, 0.2), frame=(0, 0, 0.2), contype=0,
                  conaffinity=0)
    spec.add_spring("rope", path=["left", dict(geom="drum", side="right"), "tip", 2.0, "right",
                                  "tip"], range=(0.0, 5.0), friction_loss=0.1, armature=0.2)
    model = spec.compile()
    rope = model.spring["rope"]
    left, right, tip = (model.find("site", name) for name in ("left", "right", "tip"))
    assert rope.type == "path" and rope.limited and list(rope.range) == [0.0, 5.0]
    assert rope.path == [(left, -1, -1, 0.0), (-1, model.find("geom", "drum"), right, 0.0),
                         (tip, -1, -1, 0.0), (-1, -1, -1, 2.0), (right, -1, -1, 0.0),
                         (tip, -1, -1, 0.0)]
    assert (rope.friction_loss, rope.armature) == (0.1, 0.2)
    sim = ludo.Simulation(model)
    sim.step(10)
    assert 0.0 < sim.spring["rope"].length < 5.0
    with pytest.raises(TypeError, match="geom and side"):
        spec.add_spring(path=["left", dict(side="right"), "tip"])
    with pytest.raises(KeyError, match="lefd"):
        spec.add_spring(path=["lefd", "tip"])


def test_copies_and_pickles_are_equal_and_independent():
    spec = arm()
    spec.hold_joint("elbow")
    twins = (copy.copy(spec), copy.deepcopy(spec), pickle.loads(pickle.dumps(spec)))
    spec.body["upper"].mass = 9.0
    for twin in twins:
        assert twin.body["upper"].mass == 1.0 and twin._held_count() == 1
        assert twin.actuator["drive"].members()["control_range"].tolist() == [-1.0, 1.0]


@pytest.mark.parametrize("name", sorted(p.name for p in EXAMPLES.glob("*.xml")))
def test_pickles_of_examples_have_the_same_state_bytes(name):
    spec = ludo.Spec.from_file(EXAMPLES / name)
    twin = pickle.loads(pickle.dumps(spec))
    options = {"sinking_plate.xml": "dual-quaternion"}
    a, b = (ludo.Simulation(x.compile(), integrator=options.get(name, "maximal"))
            for x in (spec, twin))
    a.step(3), b.step(3)
    assert a.save() == b.save()


def test_files_are_written_and_read_again(tmp_path):
    path = tmp_path / "arm.xml"
    arm().save(path)
    again = ludo.load(path)
    assert again.names("joint") == ["shoulder", "elbow"] and again.mass == 1.5


def test_meshes():
    corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    spec = ludo.Spec()
    cube = spec.add_mesh("cube", vertex=0.1 * np.array(corners, dtype=float))
    body = spec.add_body("block")
    spec.add_geom(type="mesh", mesh=cube, body=body, density=1000.0)
    spec.weigh(body)
    assert abs(spec.body["block"].mass - 8.0) < 1e-9  # (0.2 m)^3 at 1000 kg/m^3
    assert spec.mesh["cube"].vertex.shape == (8, 3)


def test_friction_of_geoms_and_pairs_has_three_coefficients():
    spec = ludo.Spec()
    body = spec.add_body(mass=1, inertia=(1, 1, 1))
    geom = spec.add_geom("ball", body=body, size=[0.1], condim=6, friction=(1, 0.01, 0.002))
    assert geom.condim == 6 and list(geom.friction) == [1, 0.01, 0.002]
    other = spec.add_geom("floor", type="plane", size=[0, 0, 0])
    pair = spec.add_pair("p", geom_a=geom, geom_b=other, condim=6, friction=0.5, spin_friction=0.02,
                         roll_friction=0.003)
    assert (pair.friction, pair.spin_friction, pair.roll_friction) == (0.5, 0.02, 0.003)
    assert spec.add_pair("q", geom_a=other, geom_b=geom).roll_friction == 0


def test_couplings_hold_lengths():
    spec = arm()
    spec.add_site("hook", frame=(0.3, 0.4, 0.5))
    spec.add_spring("rope", site_a="hook", site_b="tip")
    spec.add_spring("sum", terms=[("shoulder", 0, 0.1), ("elbow", 0, -0.2)])
    held = spec.add_coupling("held", spring="rope", from_spring="sum", coefficient=(0.01, 0.5))
    assert held.of_springs and held.spring == 0 and held.from_spring == 1
    with pytest.raises(ludo.ArgumentError, match="follows"):
        spec.add_coupling("c", spring="rope", from_joint="elbow")
    model = spec.compile()
    assert (model.loop["held"].spring, model.loop["held"].from_spring) == (0, 1)
    assert model.loop["held"].joint == -1
    start = ludo.Simulation(spec_without(spec, "held").compile())
    lengths = [start.spring[name].length for name in ("rope", "sum")]
    sim = ludo.Simulation(model)
    sim.step(10)
    rope, total = (sim.spring[name].length - at for name, at in zip(("rope", "sum"), lengths))
    assert abs(rope - 0.01 - 0.5 * total) < 1e-12  # rows hold to 1e-10, at the tolerance of a step
    spec.remove("spring", "sum")
    assert len(spec.coupling) == 0


def spec_without(spec, coupling):
    other = spec.copy()
    other.remove("coupling", coupling)
    return other


def test_ends_of_springs_pairs_and_couplings_are_named():
    spec = arm()
    for add in (lambda: spec.add_spring("s", stiffness=3.0),
                lambda: spec.add_spring("s", site_a="tip"),
                lambda: spec.add_pair("p", geom_a=None, geom_b=None),
                lambda: spec.add_coupling("c"),
                lambda: spec.add_coupling("c", joint="elbow", spring="s")):
        with pytest.raises(ludo.ArgumentError, match="name "):
            add()
    assert len(spec.spring) == 0 and len(spec.pair) == 0 and len(spec.coupling) == 0


def test_objects_stand_for_elements_of_one_kind_of_one_description():
    spec, other = arm(), arm()
    with pytest.raises(ludo.ArgumentError, match="expected a body of this description"):
        spec.add_site(body=spec.joint["elbow"])
    with pytest.raises(ludo.ArgumentError, match="expected a body of this description"):
        spec.add_site(body=other.body["upper"])
    elbow = spec.joint["elbow"]
    spec.remove("joint", "shoulder")
    with pytest.raises(ludo.ArgumentError, match="look the element up again"):
        elbow.damping
    with pytest.raises(ludo.ArgumentError, match="look the element up again"):
        spec.remove("joint", elbow)
    assert "removed" in repr(elbow) and spec.joint["elbow"].name == "elbow"
    assert "damping" in dir(spec.joint["elbow"]) and "elbow" in spec.joint.keys()


def test_notes_can_be_removed():
    text = ("<mujoco><worldbody><body><joint springyield='1'/><geom size='0.1'/></body>"
            "</worldbody></mujoco>")
    spec = ludo.Spec.from_text(text)
    with pytest.raises(ludo.Error):
        ludo.Simulation(spec.compile())
    number = next(i for i, note in enumerate(spec.notes) if "springyield" in note)
    spec.remove_note(number)
    ludo.Simulation(spec.compile()).step()


def test_unknown_suffixes_are_refused(tmp_path):
    with pytest.raises(ludo.ArgumentError, match="suffix"):
        arm().save(tmp_path / "arm.sdf")


def test_files_are_appended_under_a_prefix(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text('<mujoco><worldbody><body name="arm"><joint name="j" axis="0 1 0"/>'
                    '<geom size="0.1" pos="1 0 0"/></body></worldbody></mujoco>')
    model = ludo.load(path, add=[(path, {"at": (0, 3, 0), "prefix": "b_"}),
                                 (path, {"at": ((0, 6, 0), (0, 0, 0, 1)), "prefix": "c_"})])
    assert model.nv == 3 and model.find("body", "c_arm") == 2
    assert np.allclose(ludo.Simulation(model).body_poses[1][:3], (0, 3, 0), atol=1e-15)
    loops = tmp_path / "loops.yaml"
    loops.write_text("closed_loop: [[arm, b_arm]]\ntype: ['3D']\n")
    assert len(ludo.load(path, loops=loops, add=[(path, {"prefix": "b_"})]).loop) == 1
    spec = ludo.Spec.from_file(path)
    with pytest.raises(ludo.ModelError, match="prefix="):
        spec.append_file(path)
    spec.append_file(path, prefix="b_", parent="arm", at=(1, 0, 0))
    assert spec.joint["b_j"].parent == 0
    srdf = tmp_path / "arm.srdf"
    srdf.write_text("<robot name='r'><group_state name='up'><joint name='j' value='1.5'/>"
                    "</group_state></robot>", encoding="utf-8")
    spec.append_file(path, prefix="c_", srdf=srdf)
    assert "c_up" in list(spec.keyframe)
