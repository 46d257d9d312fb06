# SPDX-License-Identifier: Apache-2.0
"""Plots of runs by matplotlib, the extra [plot]."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

if TYPE_CHECKING:
    from .run import Run

_UNITS = {"hinge": "rad", "slide": "m"}


def plot_joints(run: "Run", names: Sequence[str], ax: Any = None) -> Any:
    """Run.plot()."""
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install matplotlib") from error
    if ax is None:
        ax = pyplot.subplots()[1]
    chosen = names or [joint for joint in run.model.joint
                       if run.model.joint[joint].position_count == 1]
    units = set()
    for name in chosen:
        info = run.model.joint[name]
        units.add(_UNITS.get(info.type, "1"))
        ax.plot(run.t, run.joint(name).q, label=name)
    ax.set_xlabel("t [s]")
    ax.set_ylabel(f"q [{', '.join(sorted(units))}]")
    if chosen:
        ax.legend()
    return ax
