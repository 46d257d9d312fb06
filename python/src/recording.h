/* SPDX-License-Identifier: Apache-2.0
 *
 * Binds ludo/trajectory.h: recorders and trajectories. */
#ifndef LUDO_PYTHON_RECORDING_H
#define LUDO_PYTHON_RECORDING_H

#include <nanobind/nanobind.h>

void bind_recording(nanobind::module_ &m);

#endif
