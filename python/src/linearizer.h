/* SPDX-License-Identifier: Apache-2.0
 *
 * Binds ludo/linear.h. */
#ifndef LUDO_PYTHON_LINEARIZER_H
#define LUDO_PYTHON_LINEARIZER_H

#include <nanobind/nanobind.h>

void bind_linearizer(nanobind::module_ &m);

#endif
