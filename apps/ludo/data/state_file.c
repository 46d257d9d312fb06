/* SPDX-License-Identifier: Apache-2.0
 *
 * State files. */
#include "data/state_file.h"

outcome ludo_state_file_load(ludo_sim *sim, const char *path)
{
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_load_state(sim, path, &why);
    switch (status) {
    case LUDO_OK:
        return OUTCOME_DONE;
    case LUDO_REFUSED:
        return ludo_error(OUTCOME_USAGE, "can't load state %s: %s", path, why.message);
    default:
        return ludo_error_reading(status, path, &why);
    }
}

outcome ludo_state_file_save(const ludo_sim *sim, const char *path)
{
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_save_state(sim, path, &why);
    return status == LUDO_OK ? OUTCOME_DONE : ludo_error_status(status, path, &why);
}
