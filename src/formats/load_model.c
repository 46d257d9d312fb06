/* SPDX-License-Identifier: Apache-2.0
 *
 * From a file to a model, as a user's program would. */
#include "ludo/load.h"
#include "ludo/model.h"

#include "core/diagnostic.h"

ludo_status ludo_load_model(const char *path, const ludo_load_options *options,
                            const ludo_allocator *allocator, ludo_model **out, ludo_diagnostic *why)
{
    ludo_spec *spec = NULL;
    if (out == NULL) {
        ludo_diagnose(why, (ludo_place){path, 0, 0}, "the output argument is NULL");
        return LUDO_BAD_ARGUMENT;
    }
    *out = NULL;
    ludo_status status = ludo_load_file(path, options, allocator, &spec, why);
    status = status == LUDO_OK ? ludo_compile(spec, allocator, out, why) : status;
    ludo_spec_destroy(spec);
    return status;
}
