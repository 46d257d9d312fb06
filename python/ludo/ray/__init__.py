# SPDX-License-Identifier: Apache-2.0
"""Sweeps over many machines: batches of simulations on the actors of a Ray cluster.

    import ludo.ray
    with ludo.ray.Pool(model, dt=0.002) as pool:
        table = pool.map(function, parameters)

docs/cluster.md describes parameter sweeps, evolution strategies, resuming and costs. Ray is needed
once a pool with actors is made.
"""
from .crew import SweepError
from .pool import Pool, Progress
from .samples import Samples, generator
from .table import Table

__all__ = ["Pool", "Progress", "Samples", "SweepError", "Table", "generator"]
