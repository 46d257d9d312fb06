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

/* The first place of a list of definitions; NULL where the list is empty. */
#define PLACES(list) ((list) != NULL ? &(list)->place : NULL)

ludo_status ludo_compile_names(ludo_model *m, const workshop *w)
{
    for (int32_t i = 0; i < m->body_count; i++) {
        m->body_names[i] = (name_entry){m->body[i].name, i};
    }
    for (int32_t i = 0; i < m->joint_count; i++) {
        m->joint_names[i] = (name_entry){m->joints[i].name, i};
    }
    for (int32_t i = 0; i < m->site_count; i++) {
        m->site_names[i] = (name_entry){m->site[i].name, i};
    }
    for (int32_t i = 0; i < m->keyframe_count; i++) {
        m->keyframe_names[i] = (name_entry){m->keyframe[i].name, i};
    }
    ludo_status status = sort_names(m->body_names, m->body_count, "body", PLACES(w->body),
                                    sizeof *w->body, w->spec->bodies.count, w->why);
    if (status == LUDO_OK) {
        status = sort_names(m->joint_names, m->joint_count, "joint", PLACES(w->joint),
                            sizeof *w->joint, w->spec->joints.count, w->why);
    }
    if (status == LUDO_OK) {
        status = sort_names(m->site_names, m->site_count, "site", PLACES(w->site), sizeof *w->site,
                            w->spec->sites.count, w->why);
    }
    if (status == LUDO_OK) {
        status = sort_names(m->keyframe_names, m->keyframe_count, "keyframe", PLACES(w->keyframe),
                            sizeof *w->keyframe, w->spec->keyframes.count, w->why);
    }
    return status;
}
