/* SPDX-License-Identifier: Apache-2.0
 *
 * Ludo: rigid multibody systems with variational integrators. All public headers. */
#ifndef LUDO_LUDO_H
#define LUDO_LUDO_H

#include "ludo/base.h"
#include "ludo/definitions.h"
#include "ludo/dynamics.h"
#include "ludo/edit.h"
#include "ludo/integrators.h"
#include "ludo/ldu.h"
#include "ludo/linear.h"
#include "ludo/load.h"
#include "ludo/model.h"
#include "ludo/names.h"
#include "ludo/parameters.h"
#include "ludo/quantities.h"
#include "ludo/save.h"
#include "ludo/sim.h"
#include "ludo/spec.h"
#include "ludo/state.h"
#include "ludo/status.h"
#include "ludo/step_limit.h"
#include "ludo/trajectory.h"

#endif
