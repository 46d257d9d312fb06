/* SPDX-License-Identifier: Apache-2.0
 *
 * Binds ludo/dynamics.h. */
#ifndef LUDO_PYTHON_DYNAMICS_H
#define LUDO_PYTHON_DYNAMICS_H

#include <nanobind/nanobind.h>

void bind_dynamics(nanobind::module_ &m);

#endif
