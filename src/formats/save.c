/* SPDX-License-Identifier: Apache-2.0
 *
 * Saving a description: its text by the format's writer, then the file in one piece. */
#include "core/diagnostic.h"
#include "formats/contents.h"
#include "formats/write.h"

#include <string.h>

static bool write_text(writer *w, const char *format)
{
#define X(name, write)                                                                             \
    if (strcmp(format, name) == 0) {                                                               \
        write(w);                                                                                  \
        return true;                                                                               \
    }
    LUDO_WRITER_LIST(X)
#undef X
    return false;
}

ludo_status ludo_save_file(const ludo_spec *spec, const char *path, const char *format,
                           ludo_tell *tell, void *user, ludo_diagnostic *why)
{
    if (spec == NULL || path == NULL || format == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "no description, no path, or no format");
        return LUDO_BAD_ARGUMENT;
    }
    writer w = {.spec = spec, .path = path, .why = why};
    ludo_write_begin(&w);
    if (!write_text(&w, format)) {
        ludo_write_fail(&w, LUDO_BAD_ARGUMENT, (ludo_place){path, 0, 0},
                        "there is no format '%.64s'", format);
    }
    if (w.status == LUDO_OK) {
        w.status = ludo_contents_replace(path, w.text, w.length, &w.allocator, why);
    }
    if (w.status == LUDO_OK) {
        ludo_write_tell(&w, tell, user);
    }
    const ludo_status status = w.status;
    ludo_write_release(&w);
    return status;
}
