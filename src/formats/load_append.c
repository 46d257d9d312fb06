/* SPDX-License-Identifier: Apache-2.0
 *
 * A second model beside the first: read by itself, then appended; its loop file names elements of
 * both. */
#include "ludo/edit.h"
#include "ludo/load.h"

#include "core/diagnostic.h"
#include "core/sized.h"
#include "formats/urdf/loop_file.h"

/* The options of the appended file itself: without the loop file. */
static ludo_load_options without_loops(const ludo_load_options *options)
{
    ludo_load_options own = ludo_load_options_default();
    if (options != NULL) {
        SIZED_READ(&own, options);
    }
    own.loops = NULL;
    return own;
}

/* A loop file that is refused, or a lack of memory, leaves the description unchanged: all is tried
 * on a copy. */
static ludo_status try_on_copy(const ludo_spec *spec, const ludo_spec *other,
                               const ludo_attachment *at, const char *loops, ludo_diagnostic *why)
{
    ludo_spec *copy = NULL;
    ludo_status status = ludo_spec_copy(spec, NULL, &copy);
    status = status == LUDO_OK ? ludo_spec_append(copy, other, at, why) : status;
    status = status == LUDO_OK ? ludo_loop_file_read(loops, copy, why) : status;
    ludo_spec_destroy(copy);
    return status;
}

static ludo_status append(ludo_spec *spec, const ludo_spec *other, const ludo_attachment *at,
                          const char *loops, ludo_diagnostic *why)
{
    ludo_status status = LUDO_OK;
    if (loops != NULL) {
        status = try_on_copy(spec, other, at, loops, why);
    }
    status = status == LUDO_OK ? ludo_spec_append(spec, other, at, why) : status;
    if (status == LUDO_OK && loops != NULL) {
        status = ludo_loop_file_read(loops, spec, why);
    }
    return status;
}

ludo_status ludo_load_append(ludo_spec *spec, const char *path, const ludo_load_options *options,
                             const ludo_attachment *at, const ludo_allocator *allocator,
                             ludo_diagnostic *why)
{
    ludo_spec *other = NULL;
    if (spec == NULL) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "the description is NULL");
        return LUDO_BAD_ARGUMENT;
    }
    if (options != NULL && !SIZED_KNOWN(options)) {
        ludo_diagnose_size(why, (ludo_place){path, 0, 0}, options->struct_size,
                           "ludo_load_options_default()");
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_load_options own = without_loops(options);
    const char *loops = options != NULL ? options->loops : NULL;
    ludo_status status = ludo_load_file(path, &own, allocator, &other, why);
    status = status == LUDO_OK ? append(spec, other, at, loops, why) : status;
    if (status == LUDO_NO_MEMORY) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "%s", ludo_status_text(status));
    }
    ludo_spec_destroy(other);
    return status;
}
