# SPDX-License-Identifier: Apache-2.0
"""Settings of a description: its name, gravity, medium, time step and options."""
from __future__ import annotations

from numpy.typing import ArrayLike

from . import _core
from .values import Array


class SpecSettings(_core.Spec):
    """The settings of a Spec, as properties."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Name of the mechanism."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        self._set_name(name)

    @property
    def gravity(self) -> Array:
        """Gravity, world frame, (3,) [m/s^2]."""
        return self._gravity

    @gravity.setter
    def gravity(self, gravity: ArrayLike) -> None:
        self._set_option("gravity", gravity)

    @property
    def density(self) -> float:
        """Density of the medium around the bodies, whose drag acts on them [kg/m^3]."""
        return self._medium[0]

    @density.setter
    def density(self, density: float) -> None:
        self._set_option("density", density)

    @property
    def viscosity(self) -> float:
        """Viscosity of the medium [Pa s]."""
        return self._medium[1]

    @viscosity.setter
    def viscosity(self, viscosity: float) -> None:
        self._set_option("viscosity", viscosity)

    @property
    def wind(self) -> Array:
        """Velocity of the medium, world frame, (3,) [m/s]."""
        return self._medium[2]

    @wind.setter
    def wind(self, wind: ArrayLike) -> None:
        self._set_option("wind", wind)

    @property
    def timestep(self) -> float:
        """Default step of simulations [s]."""
        return self._timestep

    @timestep.setter
    def timestep(self, timestep: float) -> None:
        self._set_option("timestep", timestep)

    @property
    def merge(self) -> bool:
        """Whether bodies on fixed joints become one body."""
        return self._merge

    @merge.setter
    def merge(self, merge: bool) -> None:
        self._set_option("merge", merge)

    @property
    def spherical(self) -> bool:
        """Whether, with merge, three hinges that meet in a point are solved as a ball."""
        return self._spherical

    @spherical.setter
    def spherical(self, spherical: bool) -> None:
        self._set_option("spherical", spherical)
