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


def test_repair_is_refused_until_it_exists():
    with pytest.raises(ludo.RefusedError, match="not yet"):
        example("robot_arm.urdf", repair=True)


def test_representations(quadruped):
    assert "quadruped" in repr(quadruped) and f"nv {quadruped.nv}" in repr(quadruped)
    assert "JointInfo" in repr(quadruped.joint[0])
