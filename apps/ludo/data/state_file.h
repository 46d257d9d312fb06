/* SPDX-License-Identifier: Apache-2.0
 *
 * State files. Functions print errors. */
#ifndef LUDO_APP_DATA_STATE_FILE_H
#define LUDO_APP_DATA_STATE_FILE_H

#include "terminal/errors.h"

/* Set a simulation to the state in a file. */
outcome ludo_state_file_load(ludo_sim *sim, const char *path);

/* Write the state of a simulation to a file. */
outcome ludo_state_file_save(const ludo_sim *sim, const char *path);

#endif
