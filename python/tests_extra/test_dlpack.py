# SPDX-License-Identifier: Apache-2.0
"""Rows of batches in PyTorch and JAX by DLPack. `make test-dlpack` runs these tests."""
import gc
import pathlib

import jax
import numpy as np
import pytest
import torch

import ludo

ROOT = pathlib.Path(__file__).resolve().parents[2]
WRITTEN = ("q", "v", "u", "joint_efforts")
READ = ("body_poses", "body_velocities", "contact_forces", "accelerations", "actuator_forces",
        "stop_forces", "servo_efforts", "drive_efforts")

jax.config.update("jax_enable_x64", True)


@pytest.fixture(name="batch")
def fixture_batch():
    return ludo.Batch(ludo.load(ROOT / "examples" / "quadruped_walk.xml"), 6, threads=1)


@pytest.mark.parametrize("name", WRITTEN + READ)
def test_tensors_share_the_memory(batch, name):
    rows = getattr(batch, name)
    tensor = torch.from_dlpack(rows)
    assert tensor.dtype == torch.float64 and tuple(tensor.shape) == rows.shape
    assert tensor.data_ptr() == rows.__array_interface__["data"][0]


def test_a_step_writes_into_tensors(batch):
    q, poses = torch.from_dlpack(batch.q), torch.from_dlpack(batch.body_poses)
    before = q.clone(), poses.clone()
    batch.step(10)
    assert not torch.equal(q, before[0]) and not torch.equal(poses, before[1])
    assert np.array_equal(q.numpy(), batch.q) and np.array_equal(poses.numpy(), batch.body_poses)


def test_a_step_takes_over_writes_through_tensors(batch):
    other = ludo.Batch(batch.model, 6, threads=1)
    v, u = torch.from_dlpack(batch.v), torch.from_dlpack(batch.u)
    for _ in range(3):
        v[2, 0] += 0.25
        u.copy_(torch.linspace(-0.1, 0.1, u.numel(), dtype=u.dtype).reshape(u.shape))
        other.v[2, 0] += 0.25
        other.u[:] = u.numpy()
        batch.step(5)
        other.step(5)
    assert batch.q.tobytes() == other.q.tobytes() and batch.v.tobytes() == other.v.tobytes()
    assert not np.array_equal(batch.q[2], batch.q[3])


def test_a_policy_of_torch_acts_in_place(batch):
    torch.manual_seed(1)
    policy = torch.nn.Linear(batch.model.nq, batch.model.nu).double()
    q, u = torch.from_dlpack(batch.q), torch.from_dlpack(batch.u)
    with torch.no_grad():
        for _ in range(5):
            u.copy_(0.1 * torch.tanh(policy(q)))
            batch.step()
    assert np.all(batch.u != 0.0) and not batch.status.any()


def test_statuses_are_shared(batch):
    status = torch.from_dlpack(batch.status)
    batch.v[4, 0] = np.nan
    batch.step()
    assert status.dtype == torch.int32 and status.tolist() == [0, 0, 0, 0, 1, 0]
    batch.v[4, 0] = 0.0
    status[4] = 0
    batch.step()
    assert not status.any()


def test_tensors_keep_the_batch_alive(batch):
    tensor = torch.from_dlpack(ludo.Batch(batch.model, 1000, threads=1).q)
    gc.collect()
    assert torch.isfinite(tensor).all()


@pytest.mark.parametrize("name", WRITTEN + READ)
def test_arrays_of_jax_share_the_memory(batch, name):
    batch.step(3)
    rows = getattr(batch, name)
    array = jax.dlpack.from_dlpack(rows)
    assert array.unsafe_buffer_pointer() == rows.__array_interface__["data"][0]
    assert array.dtype == np.float64 and np.array_equal(np.asarray(array), rows)


def test_jax_copies_in_single_precision(batch):
    with jax.enable_x64(False):
        array = jax.dlpack.from_dlpack(batch.q)
    assert array.dtype == np.float32 and np.array_equal(array, batch.q.astype(np.float32))


def test_times_are_to_be_read(batch):
    assert torch.from_dlpack(batch.time).data_ptr() == batch.time.ctypes.data
    with pytest.raises(BufferError, match="readonly"):
        jax.dlpack.from_dlpack(batch.time)
    assert jax.numpy.asarray(batch.time).shape == (6,)


def test_a_function_of_jax_computes_controls(batch):
    policy = jax.jit(lambda q, v: -0.1 * jax.numpy.tanh(q[:, 7:15] + v[:, 6:14]))
    for _ in range(5):
        batch.u[:] = policy(batch.q, batch.v)
        batch.step()
    expected = -0.1 * np.tanh(batch.q[:, 7:15] + batch.v[:, 6:14])
    assert np.allclose(np.asarray(policy(batch.q, batch.v)), expected, atol=1e-12)
    assert not batch.status.any()
