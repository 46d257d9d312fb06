/* SPDX-License-Identifier: Apache-2.0
 *
 * Ludo: rigid multibody systems with variational integrators. All public headers.
 *
 * Threads: the library has no global state, but for a lock around HDF5. Different objects may be
 * used from different threads at the same time; each object by one thread at a time. A model is
 * constant, so that many threads may share it, each with simulations, linearizers and workspaces of
 * its own; release it after the last of them. A function that only reads a simulation may compute
 * what it reads, and counts as a use. Allocators and force functions of the user are called from
 * the thread that calls the library. Results do not depend on the arrangement of threads. Recorders
 * and trajectories take turns with HDF5, so that they do not run in parallel with each other. */
#ifndef LUDO_LUDO_H
#define LUDO_LUDO_H

#include "ludo/base.h"
#include "ludo/batch.h"
#include "ludo/definitions.h"
#include "ludo/devices.h"
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
