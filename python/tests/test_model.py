# SPDX-License-Identifier: Apache-2.0
"""Loading, models, their elements and parameters."""
import copy
import pickle
import warnings

import numpy as np
import pytest

import ludo
from conftest import EXAMPLES, example

TWO_ERRORS = "<mujoco>\n<worldbody><body><joint type='x'/></body></worldbody></mujoco>"


def test_sizes_are_those_of_the_program(quadruped):
    info = ludo.program.json("info", str(EXAMPLES / "quadruped_walk.xml"), "--json")
    assert quadruped.nv == info["dof"]
    assert quadruped.mass == info["mass"]
    assert quadruped.names("body") == [body["name"] for body in info["bodies"]]
    assert quadruped.names("joint") == [joint["name"] for joint in info["joints"]]


def test_errors_have_file_line_and_column(tmp_path):
    path = tmp_path / "bad.xml"
    path.write_text(TWO_ERRORS)
    with pytest.raises(ludo.ModelError) as caught:
        ludo.load(path)
    error = caught.value
    assert (error.file, error.line) == (str(path), 2)
    assert str(error).startswith(f"{path}:2:{error.column}: ")
    assert error.status == ludo.Status.PARSE
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)


def test_missing_file_is_file_not_found():
    with pytest.raises(FileNotFoundError) as caught:
        ludo.load("nothing.xml")
    assert caught.value.filename == "nothing.xml"


def test_impossible_mechanism_names_the_body():
    spec = ludo.Spec()
    spec.add_body("ghost", mass=-1.0)
    with pytest.raises(ludo.ModelError, match="ghost"):
        spec.compile()


def test_parts_that_are_not_simulated_are_warnings():
    text = ("<mujoco><worldbody><body><joint/><geom size='0.1' solref='0.1 1'/></body></worldbody>"
            "</mujoco>")
    with pytest.warns(ludo.ModelWarning, match="solref"):
        model = ludo.loads(text)
    assert any("solref" in warning for warning in model.warnings)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ludo.ModelWarning)
        ludo.loads(text)


def test_unknown_names_list_near_ones(pendulum):
    with pytest.raises(KeyError, match="did you mean elbow"):
        pendulum.joint["elbwo"]
    with pytest.raises(KeyError, match="shoulder"):
        pendulum.joint["completely different"]
    with pytest.raises(IndexError):
        pendulum.joint[2]
    with pytest.raises(ValueError, match="there are body"):
        pendulum.names("thing")


def test_elements_are_sequences_of_names(pendulum):
    assert list(pendulum.joint) == ["shoulder", "elbow"]
    assert "elbow" in pendulum.joint and "knee" not in pendulum.joint
    assert len(pendulum.joint) == 2
    assert [joint.name for joint in pendulum.joint.values()] == ["shoulder", "elbow"]
    assert pendulum.joint[1].velocity_first == 1


def test_range_and_damping_of_a_joint(driven):
    assert driven.joint["pivot"].range == (-2.0, 2.0)
    assert driven.joint["pivot"].damping == 0.1
    assert example("double_pendulum.xml").joint["elbow"].range is None


def test_keyframe_values(driven):
    key = driven.keyframe["up"]
    assert key.position == [1.0] and key.velocity == [0.5] and key.control == [0.25]


def test_free_base_and_ground_of_a_urdf():
    fixed = example("robot_arm.urdf")
    free = example("robot_arm.urdf", base="free", ground=-1.0)
    assert free.nv == fixed.nv + 6
    assert "ground" in free.names("geom")
    with pytest.raises(ValueError, match="base"):
        example("robot_arm.urdf", base="float")


def test_a_model_in_use_is_constant(hinge):
    sim = ludo.Simulation(hinge)
    with pytest.raises(RuntimeError, match="copy"):
        hinge.set_gravity((0, 0, 0))
    heavy = hinge.copy()
    heavy.set_body_inertia("rod", 2.0, (0.25, 0, 0), (1e-3, 0.05, 0.05, 0, 0, 0))
    heavy.set_gravity((0, 0, -1.0))
    heavy.set_dof("pivot", damping=0.5)
    sim.model = heavy
    assert sim.model is heavy
    assert heavy.mass == 2.0 and hinge.mass == 1.0
    assert heavy.joint["pivot"].damping == 0.5
    del sim
    hinge.set_gravity((0, 0, 0))
    assert np.array_equal(hinge.gravity, [0, 0, 0])


def test_pickled_models_move_with_the_same_bits(quadruped):
    changed = quadruped.copy()
    changed.set_gravity((0.0, 0.0, -5.0))
    for model in (quadruped, changed):
        twin = pickle.loads(pickle.dumps(model))
        a, b = ludo.Simulation(model), ludo.Simulation(twin)
        a.step(50), b.step(50)
        assert np.array_equal(a.q, b.q) and np.array_equal(a.v, b.v)
        assert np.array_equal(twin.gravity, model.gravity)


def test_copies(quadruped):
    for twin in (copy.copy(quadruped), copy.deepcopy(quadruped)):
        assert twin is not quadruped and twin.names("body") == quadruped.names("body")


BROKEN = """<robot name="r"><link name="base"/><link name="arm">{}<collision><geometry>
<box size="0.1 0.2 0.3"/></geometry></collision></link><joint name="j" type="continuous">
<parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>"""


def test_repair_replaces_masses_with_a_warning():
    text = BROKEN.format("")
    with pytest.raises(ludo.ModelError, match=r"has 6 kg at 1000 kg/m\^3; option --repair \("):
        ludo.loads(text)
    with pytest.warns(ludo.ModelWarning, match="mass 0 -> 6 kg"):
        model = ludo.loads(text, repair=True)
    assert model.mass == pytest.approx(6.0, rel=1e-14)  # rounding of a product
    with pytest.warns(ludo.ModelWarning, match="sphere|geometry"):
        ludo.loads(BROKEN.format("<inertial><mass value='2'/></inertial>"), repair=True)


def test_srdf_excludes_pairs_and_has_states(tmp_path):
    rod = ("<inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>"
           "</inertial>")
    text = (f"<robot name='r'><link name='base'/><link name='a'>{rod}</link>"
            f"<link name='b'>{rod}</link><joint name='j' type='continuous'><parent link='base'/>"
            "<child link='a'/></joint><joint name='k' type='continuous'><parent link='a'/>"
            "<child link='b'/></joint></robot>")
    path = tmp_path / "r.srdf"
    path.write_text("<robot name='r'><disable_collisions link1='base' link2='b'/><group_state "
                    "name='up'><joint name='k' value='1.5'/></group_state></robot>",
                    encoding="utf-8")
    assert "1 exclude" in repr(ludo.Spec.from_text(text, srdf=path))
    sim = ludo.Simulation(ludo.loads(text, srdf=path))
    sim.reset("up")
    assert list(sim.q) == [0.0, 1.5]


def test_descriptions_are_repaired(tmp_path):
    spec = ludo.Spec.from_text(BROKEN.format(""))
    model = ludo.Model(spec, repair=True)
    assert spec.body["arm"].mass == 0.0 and model.mass == pytest.approx(6.0, rel=1e-14)
    assert ludo.Model(model, repair=True).mass == model.mass
    assert spec.repair(density=500.0) == 1 and spec.repair() == 0
    assert spec.body["arm"].mass == pytest.approx(3.0, rel=1e-14)
    assert "mass 0 -> 3 kg, from its geometry at 500 kg/m^3" in spec.notes[-1]
    with pytest.raises(ludo.ArgumentError, match="density"):
        spec.repair(density=0.0)
    path = tmp_path / "arm.urdf"
    path.write_text(BROKEN.format(""))
    assert ludo.Spec.from_file(path, repair=True).body["arm"].mass == pytest.approx(6.0, rel=1e-14)
    with pytest.warns(ludo.ModelWarning, match="arm.urdf:1"):
        ludo.load(path, repair=True)


def test_representations(quadruped):
    assert "quadruped" in repr(quadruped) and f"nv {quadruped.nv}" in repr(quadruped)
    assert "JointInfo" in repr(quadruped.joint[0])


def test_members_of_a_model_are_constant(driven):
    with pytest.raises(AttributeError, match="copy"):
        driven.body["rod"].mass = 3.0
    with pytest.raises(ValueError, match="read-only"):
        driven.body["rod"].com[0] = 3.0
    sim = ludo.Simulation(driven)
    assert sim.body[driven.body["rod"]].name == "rod"


def test_parameters_that_a_model_has_no_place_for_are_refused():
    model = example("double_pendulum.xml")
    with pytest.raises(ludo.RefusedError, match="'elbow' has no limits"):
        model.set_dof("elbow", range=(-1.0, 1.0))
    with pytest.raises(IndexError, match="no rate 1"):
        model.set_dof("elbow", 1, damping=0.1)
    arm = example("robot_arm.urdf")
    merged = next((b for b in arm.body.values() if b.merged_into not in (b.number, -1)), None)
    if merged is not None:
        with pytest.raises(ludo.RefusedError, match="is merged into"):
            arm.set_body_inertia(merged.name, 1.0)


def test_a_ground_is_a_height():
    with pytest.raises(ludo.ArgumentError, match="height"):
        example("robot_arm.urdf", ground=True)
    with pytest.raises(ludo.ArgumentError, match="load"):
        ludo.loads("robot.urdf")


def changed_models():
    """A model after each kind of change."""
    model = example("quadruped_walk.xml").copy()
    model.set_gravity((0.0, 0.0, -5.0))
    yield model
    model = model.copy()
    model.set_body_inertia("trunk", 2.0 * model.body["trunk"].mass)
    yield model
    model = model.copy()
    model.set_dof("front_left_fore_hip", damping=0.7)
    model.set_actuator_gains("front_left_fore", 20.0, (0.0, -20.0, -0.2))
    model.set_geom_contact("floor", 0.3, 0.0)
    yield model


def test_recordings_have_the_parameters_that_were_changed(tmp_path):
    for model in changed_models():
        run = ludo.Simulation(model).run(0.05, output=tmp_path / "run.h5")
        again = ludo.open(tmp_path / "run.h5").model
        a, b = ludo.Simulation(model), ludo.Simulation(again)
        a.step(5), b.step(5)
        # the inertia of a body is computed once more from that of its parts
        assert np.allclose(a.q, b.q, atol=1e-12)
        assert again.joint["front_left_fore_hip"].damping == \
            model.joint["front_left_fore_hip"].damping
        assert np.isclose(again.mass, model.mass, rtol=1e-14)
        assert np.array_equal(again.gravity, model.gravity)
        assert len(run) > 1


def test_the_description_of_a_changed_model_has_merged_bodies():
    spec = ludo.Spec(merge=True)
    spec.add_body("a", mass=1.0, com=(0.1, 0, 0), inertia=(0.1, 0.2, 0.3, 0.01, 0.02, 0.03))
    spec.add_body("b", mass=2.0, com=(0, 0.2, 0), inertia=(0.3, 0.2, 0.1))
    spec.add_joint("turn", child="a")
    spec.add_joint("weld", type="fixed", parent="a", child="b", in_parent=(0, 0, 0.5))
    model = spec.compile().copy()
    inertia = (1.0, 1.1, 1.2, 0.1, -0.2, 0.3)
    model.set_body_inertia("a", 4.0, (0.1, 0.2, 0.3), inertia)
    again = model.spec.compile().body["a"]
    assert np.isclose(again.mass, 4.0) and np.allclose(again.com, (0.1, 0.2, 0.3), atol=1e-14)
    assert np.allclose(again.inertia, inertia, atol=1e-14)
