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

/* The name of a joint in messages: one without a name is joint k of its child, as compiled. */
static const char *joint_name(writer *w, int32_t joint)
{
    const ludo_joint_def *j = ludo_spec_joint_at(w->spec, joint);
    int number = 0;
    for (int32_t i = 0; i < joint; i++) {
        number += ludo_spec_joint_at(w->spec, i)->child == j->child;
    }
    return *j->name != '\0'
               ? j->name
               : ludo_write_say(w, "%s.joint%d", w->name[THING_BODY][j->child], number);
}

/* No format can express which joints are held when loops are closed. */
static void remark_held(writer *w)
{
    for (int32_t i = 0; i < ludo_spec_held_count(w->spec) && w->status == LUDO_OK; i++) {
        const int32_t joint = ludo_spec_held(w->spec, i);
        ludo_write_remark(w,
                          "no format can express that a joint is held when loops are closed: name "
                          "it under name_mot of a loop file",
                          ludo_spec_joint_at(w->spec, joint)->place, "joint '%s'",
                          joint_name(w, joint));
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
    remark_held(&w);
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
