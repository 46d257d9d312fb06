/* SPDX-License-Identifier: Apache-2.0
 *
 * Copying a description. */
#include "ludo/edit.h"
#include "spec/element.h"

static ludo_status copy_elements(const ludo_spec *spec, ludo_spec *out)
{
    ludo_status status = LUDO_OK;
    for (element of = 0; of < ELEMENTS; of++) {
        for (int32_t i = 0; i < ludo_element_count(spec, of) && status == LUDO_OK; i++) {
            status = ludo_element_add(out, of, ludo_element_read(spec, of, i), NULL);
        }
    }
    return status;
}

ludo_status ludo_spec_copy(const ludo_spec *spec, const ludo_allocator *allocator, ludo_spec **out)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (spec == NULL || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_spec *copy = NULL;
    ludo_status status = ludo_spec_create(allocator, &copy);
    status = status == LUDO_OK ? ludo_spec_set_name(copy, spec->name) : status;
    status = status == LUDO_OK ? copy_elements(spec, copy) : status;
    if (status != LUDO_OK) {
        ludo_spec_destroy(copy);
        return status;
    }
    copy->gravity = spec->gravity;
    copy->medium = spec->medium;
    copy->timestep = spec->timestep;
    copy->merge = spec->merge;
    copy->spherical = spec->spherical;
    *out = copy;
    return LUDO_OK;
}
