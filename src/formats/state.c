/* SPDX-License-Identifier: Apache-2.0
 *
 * States of simulations as files: exactly the bytes of ludo_sim_get_state(). */
#include "ludo/state.h"

#include "core/diagnostic.h"
#include "formats/files/whole_file.h"

/* Upper bound of bytes to read, unless the simulation's state is larger. */
static const size_t largest_foreign = 64 * 1024 * 1024;

/* ---- writing ---- */

ludo_status ludo_save_state(const ludo_sim *sim, const char *path, ludo_diagnostic *why)
{
    if (sim == NULL || path == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "the simulation or the path is NULL");
        return LUDO_BAD_ARGUMENT;
    }
    ludo_allocator a;
    (void)ludo_sim_allocator(sim, &a);
    const size_t size = ludo_sim_state_size(sim);
    char *bytes = memory_take(&a, size);
    if (bytes == NULL) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", ludo_status_text(LUDO_NO_MEMORY));
        return LUDO_NO_MEMORY;
    }
    ludo_status status = ludo_sim_get_state(sim, bytes);
    if (status == LUDO_OK) {
        status = ludo_whole_file_replace(path, bytes, size, &a, why);
    }
    memory_give(&a, bytes);
    return status;
}

/* ---- reading ---- */

static const char *refusal(ludo_status status)
{
    return status == LUDO_REFUSED ? "the file is a state of another model, version or set of "
                                    "options: load it into the simulation that saved it"
                                  : "the file is damaged or not a state saved by Ludo";
}

ludo_status ludo_load_state(ludo_sim *sim, const char *path, ludo_diagnostic *why)
{
    if (sim == NULL || path == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "the simulation or the path is NULL");
        return LUDO_BAD_ARGUMENT;
    }
    ludo_allocator a;
    (void)ludo_sim_allocator(sim, &a);
    const size_t own = ludo_sim_state_size(sim);
    whole_file c;
    ludo_status status =
        ludo_whole_file_read(&c, path, own > largest_foreign ? own : largest_foreign, &a, why);
    if (status == LUDO_OK) {
        status = ludo_sim_set_state(sim, c.bytes, c.length);
        if (status != LUDO_OK) {
            ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", refusal(status));
        }
    }
    memory_give(&a, c.bytes);
    return status;
}
