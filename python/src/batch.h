/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LUDO_PYTHON_BATCH_H
#define LUDO_PYTHON_BATCH_H

#include "simulation.h"

void bind_batch(nb::module_ &m);

#endif
