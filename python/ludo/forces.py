# SPDX-License-Identifier: Apache-2.0
"""Types of functions that apply forces within steps, for ctypes and numba."""
from __future__ import annotations

import ctypes


class ForceQuery(ctypes.Structure):
    """The state that forces may depend on, ludo_force_query (sim.h).

    time [s]; bodies, rates: numbers of bodies and of rates; body: 7 numbers per body, its centre of
    mass [m] and orientation w x y z, world frame.
    """

    _fields_ = [("time", ctypes.c_double), ("bodies", ctypes.c_int32), ("rates", ctypes.c_int32),
                ("body", ctypes.POINTER(ctypes.c_double))]


ForceFunction = ctypes.CFUNCTYPE(None, ctypes.POINTER(ForceQuery), ctypes.POINTER(ctypes.c_double),
                                 ctypes.POINTER(ctypes.c_double), ctypes.c_void_p)
ForceFunction.__doc__ = """A function f(query, wrench, effort, user) for set_force_function().

wrench: 6 numbers per body to write, force at the centre of mass, world frame [N], and torque, body
frame [N m]; effort: along each rate [N m, N]. All are zero before the call. A function of numba has
the signature void(voidptr, CPointer(float64), CPointer(float64), voidptr).
"""
