/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling names: each is used once, and can be searched for. */
#include "core/diagnostic.h"
#include "model/compile.h"
#include "model/names.h"

/* Sort one kind of names; a name used twice is an error at the place of the second. */
static ludo_status sort_names(name_entry *names, int32_t count, const char *kind,
                              const ludo_place *place, size_t stride, int32_t places,
                              ludo_diagnostic *why)
{
    ludo_names_sort(names, count);
    const int32_t twice = ludo_names_duplicate(names, count);
    if (twice < 0) {
        return LUDO_OK;
    }
    const char *name = names[0].name;
    for (int32_t i = 0; i < count; i++) {
        name = names[i].number == twice ? names[i].name : name;
    }
    const ludo_place at = twice < places
                              ? *(const ludo_place *)((const char *)place + stride * (size_t)twice)
                              : (ludo_place){0};
    ludo_diagnose(why, at, "the %s name '%s' is used twice", kind, name);
    return LUDO_BAD_MODEL;
}

/* All names of one kind of thing: those of the model's items, the places of the definitions. */
#define NAMES(things, kind, items, defs)                                                           \
    for (int32_t i = 0; i < m->kind##_count; i++) {                                                \
        m->kind##_names[i] = (name_entry){m->items[i].name, i};                                    \
    }                                                                                              \
    if (status == LUDO_OK) {                                                                       \
        status = sort_names(m->kind##_names, m->kind##_count, #kind,                               \
                            (defs) != NULL ? &(defs)->place : NULL, sizeof *(defs),                \
                            w->spec->things.count, w->why);                                        \
    }

ludo_status ludo_compile_names(ludo_model *m, const workshop *w)
{
    ludo_status status = LUDO_OK;
    NAMES(bodies, body, body, w->body)
    NAMES(joints, joint, joints, w->joint)
    NAMES(sites, site, site, w->site)
    NAMES(springs, spring, spring, w->spring)
    NAMES(actuators, actuator, actuator, w->actuator)
    NAMES(keyframes, keyframe, keyframe, w->keyframe)
    return status;
}
