# SPDX-License-Identifier: Apache-2.0
"""The integrators and their capabilities."""
from __future__ import annotations

from typing import NamedTuple

from . import _core

_CAPABILITIES = ("loops", "contacts", "limits", "friction", "dampers", "fluid", "derivatives",
                 "certify", "accuracy")


class Integrator(NamedTuple):
    """An integrator.

    accepts: the models that it can simulate, in words. source: of its equations.
    orders, schemes: the first is the default.
    capabilities: of the default order: loops, contacts, limits, friction, dampers, fluid,
        derivatives, certify, accuracy.
    """

    name: str
    accepts: str
    source: str
    orders: list[int]
    schemes: list[str]
    capabilities: frozenset[str]


def integrators() -> list[Integrator]:
    """All integrators."""
    return [Integrator(name, accepts, source, orders, schemes,
                       frozenset(_CAPABILITIES[i] for i in range(len(_CAPABILITIES))
                                 if bits >> i & 1))
            for name, accepts, source, orders, schemes, bits in _core.integrators()]
