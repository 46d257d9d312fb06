/* SPDX-License-Identifier: Apache-2.0
 *
 * States of simulations as files: the bytes of ludo_sim_get_state(), nothing else. */
#include "ludo/state.h"

#include "core/diagnostic.h"
#include "formats/contents.h"

#include <stdio.h>
#include <string.h>

/* A new state is written to the file's name with this behind it, then takes the old one's place. */
static const char unfinished[] = ".part";

/* Longer files are read no further, unless the simulation itself is as large. */
static const size_t largest_foreign = 64 * 1024 * 1024;

/* ---- writing ---- */

/* All bytes, or no file. */
static ludo_status write_bytes(const char *path, const char *bytes, size_t size,
                               ludo_diagnostic *why)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL) {
        return ludo_contents_problem(path, why);
    }
    bool written = fwrite(bytes, 1, size, f) == size && fflush(f) == 0;
    if (!written) {
        (void)ludo_contents_problem(path, why);
    }
    if (fclose(f) != 0 && written) {
        (void)ludo_contents_problem(path, why);
        written = false;
    }
    if (!written) {
        (void)remove(path);
    }
    return written ? LUDO_OK : LUDO_IO;
}

/* Write a complete file beside the old one, then let it take the place. */
static ludo_status replace(const char *path, const char *part, const char *bytes, size_t size,
                           ludo_diagnostic *why)
{
    const ludo_status status = write_bytes(part, bytes, size, why);
    if (status == LUDO_OK && rename(part, path) != 0) {
        (void)ludo_contents_problem(path, why);
        (void)remove(part);
        return LUDO_IO;
    }
    return status;
}

ludo_status ludo_save_state(const ludo_sim *sim, const char *path, ludo_diagnostic *why)
{
    if (sim == NULL || path == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "no simulation, or no path");
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_allocator a = ludo_sim_allocator(sim);
    const size_t size = ludo_sim_state_size(sim), length = strlen(path);
    char *bytes = memory_take(&a, size + length + sizeof unfinished);
    if (bytes == NULL) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", ludo_status_text(LUDO_NO_MEMORY));
        return LUDO_NO_MEMORY;
    }
    char *part = bytes + size;
    memcpy(part, path, length);
    memcpy(part + length, unfinished, sizeof unfinished);
    ludo_status status = ludo_sim_get_state(sim, bytes);
    if (status == LUDO_OK) {
        status = replace(path, part, bytes, size, why);
    }
    memory_give(&a, bytes);
    return status;
}

/* ---- reading ---- */

static const char *refusal(ludo_status status)
{
    return status == LUDO_REFUSED ? "the state of another model, version or set of options"
                                  : "damaged, or no state of a simulation";
}

ludo_status ludo_load_state(ludo_sim *sim, const char *path, ludo_diagnostic *why)
{
    if (sim == NULL || path == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "no simulation, or no path");
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_allocator a = ludo_sim_allocator(sim);
    const size_t own = ludo_sim_state_size(sim);
    contents c;
    ludo_status status =
        ludo_contents_read(&c, path, own > largest_foreign ? own : largest_foreign, &a, why);
    if (status == LUDO_OK) {
        status = ludo_sim_set_state(sim, c.bytes, c.length);
        if (status != LUDO_OK) {
            ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", refusal(status));
        }
    }
    memory_give(&a, c.bytes);
    return status;
}
