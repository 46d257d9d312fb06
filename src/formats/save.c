/* SPDX-License-Identifier: Apache-2.0
 *
 * Saving a spec: the format's writer makes the text, then the file is replaced as a whole. */
#include "core/diagnostic.h"
#include "formats/files/whole_file.h"
#include "formats/write.h"
#include "spec/items.h"

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

/* No format can express which joints keep their positions during assembly. */
static void remark_kept(writer *w)
{
    for (int32_t i = 0; i < ludo_spec_held_count(w->spec); i++) {
        const ludo_joint_def *j = ludo_spec_joint_at(w->spec, ludo_spec_held(w->spec, i));
        ludo_write_remark(
            w, "no format can express that assembly keeps a joint's position: this setting is lost",
            j->place, "joint '%s'", j->name);
    }
}

ludo_status ludo_save_file(const ludo_spec *spec, const char *path, const char *format,
                           ludo_warning_function *report, void *user, ludo_diagnostic *why)
{
    if (spec == NULL || path == NULL || format == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "the spec, the path or the format is NULL");
        return LUDO_BAD_ARGUMENT;
    }
    writer w = {.spec = spec, .path = path, .why = why};
    ludo_write_begin(&w);
    if (!write_text(&w, format)) {
        ludo_write_fail(&w, LUDO_BAD_ARGUMENT, (ludo_place){path, 0, 0}, "unknown format '%.64s'",
                        format);
    }
    remark_kept(&w);
    if (w.status == LUDO_OK) {
        w.status = ludo_whole_file_replace(path, w.text, w.length, &w.allocator, why);
    }
    if (w.status == LUDO_OK) {
        ludo_write_report(&w, report, user);
    }
    const ludo_status status = w.status;
    ludo_write_release(&w);
    return status;
}
