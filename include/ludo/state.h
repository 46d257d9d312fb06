/* SPDX-License-Identifier: Apache-2.0
 *
 * Saving and loading the state of a simulation. */
#ifndef LUDO_STATE_H
#define LUDO_STATE_H

#include "ludo/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Write the state of a simulation, that of ludo_sim_get_state(), to a file. An existing file is
 * replaced only when the new one is complete.
 * @param why  the error, with the file; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY, LUDO_IO */
LUDO_API ludo_status ludo_save_state(const ludo_sim *sim, const char *path, ludo_diagnostic *why);

/** Read a state from a file into a simulation of the same model and options.
 * @param why  the error, with the file; may be NULL
 * @return LUDO_OK, LUDO_IO, LUDO_NO_MEMORY, or as ludo_sim_set_state(); unless LUDO_OK the state
 *         is unchanged */
LUDO_API ludo_status ludo_load_state(ludo_sim *sim, const char *path, ludo_diagnostic *why);

#ifdef __cplusplus
}
#endif
#endif
