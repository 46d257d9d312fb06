/* SPDX-License-Identifier: Apache-2.0
 *
 * The keyframes of two descriptions of which one is appended to the other: those with the same name
 * join. */
#include "core/diagnostic.h"
#include "editing/appending.h"
#include "model/check/check.h"
#include "spec/element_names.h"

/* ---- where numbers go ---- */

static void map_owners(appending *a)
{
    const int32_t joints = a->count[ELEMENT_JOINT], bodies = a->count[ELEMENT_BODY];
    const int32_t other_joints = a->others[ELEMENT_JOINT];
    const int32_t all_joints = ludo_element_count(a->spec, ELEMENT_JOINT);
    for (int32_t i = 0; i < joints + bodies; i++) {
        a->own_to[i] = i < joints ? i : all_joints + i - joints;
    }
    for (int32_t j = 0; j < other_joints; j++) {
        a->other_to[j] = joints + j;
    }
    for (int32_t b = 0; b < a->others[ELEMENT_BODY]; b++) {
        const int32_t joint = a->free_joint[b];
        a->other_to[other_joints + b] = joint >= 0 ? joint : all_joints + bodies + b;
    }
    for (int32_t i = 0; i < a->others[ELEMENT_ACTUATOR]; i++) {
        a->control_to[i] = a->count[ELEMENT_ACTUATOR] + i;
    }
}

static keyframe_source own_source(const appending *a, const ludo_keyframe_def *def)
{
    return (keyframe_source){def, &a->own_layout, {a->own_to, a->own_to, NULL, NULL}, NULL};
}

static keyframe_source other_source(const appending *a, const ludo_keyframe_def *def)
{
    return (keyframe_source){def,
                             &a->other_layout,
                             {a->other_to, a->other_to, a->control_to, a->control_to},
                             a->moves ? &a->at.frame : NULL};
}

/* ---- joining ---- */

/* The keyframe of the other description with the name of keyframe k, in *match, or
 * LUDO_NOT_FOUND. */
static ludo_status find_match(const appending *a, int32_t k, int32_t *match)
{
    const size_t length = ludo_element_write_name(a->spec, ELEMENT_KEYFRAME, k, NULL, 0);
    char *name = memory_take(&a->spec->allocator, length + 1);
    if (name == NULL) {
        return LUDO_NO_MEMORY;
    }
    (void)ludo_element_write_name(a->spec, ELEMENT_KEYFRAME, k, name, length + 1);
    *match = ludo_element_find(a->other, ELEMENT_KEYFRAME, name);
    memory_give(&a->spec->allocator, name);
    return LUDO_OK;
}

/* Keyframe k of `spec` after the edit, joined by one of the other description. */
static ludo_status join(appending *a, const coordinates *after, int32_t k)
{
    int32_t match = LUDO_NOT_FOUND;
    const ludo_status status = find_match(a, k, &match);
    if (status != LUDO_OK) {
        return status;
    }
    const ludo_keyframe_def *own = ludo_element_read(a->spec, ELEMENT_KEYFRAME, k);
    const ludo_keyframe_def *other = ludo_element_read(a->other, ELEMENT_KEYFRAME, match);
    const keyframe_source source[2] = {own_source(a, own), other_source(a, other)};
    if (match >= 0) {
        a->joined[match] = true;
    }
    a->keyframe[k] = *own;
    return ludo_editing_follow(a->spec, a->spec, after, source, &a->keyframe[k]);
}

/* ---- adding ---- */

static ludo_status add(appending *a, const coordinates *after, const ludo_keyframe_def *other,
                       const char *name)
{
    const keyframe_source source[2] = {own_source(a, NULL), other_source(a, other)};
    const ludo_keyframe_def def = {
        .struct_size = sizeof def, .name = name, .time = other->time, .place = other->place};
    element_def owned;
    ludo_status status = ludo_appending_check_name(a, ELEMENT_KEYFRAME, def.place, name);
    status = status == LUDO_OK ? ludo_element_own(a->spec, ELEMENT_KEYFRAME, &def, &owned) : status;
    if (status == LUDO_OK) {
        status = ludo_editing_follow(a->spec, a->spec, after, source, &owned.keyframe);
    }
    return status == LUDO_OK ? ludo_element_push(a->spec, ELEMENT_KEYFRAME, &owned, NULL) : status;
}

/* Add a keyframe of the other description under its prefixed name. */
static ludo_status add_named(appending *a, const coordinates *after, int32_t k)
{
    const ludo_keyframe_def other =
        *(const ludo_keyframe_def *)ludo_element_read(a->other, ELEMENT_KEYFRAME, k);
    char *name = ludo_appending_name(a, ELEMENT_KEYFRAME, k);
    const ludo_status status = name != NULL ? add(a, after, &other, name) : LUDO_NO_MEMORY;
    memory_give(&a->spec->allocator, name);
    return status;
}

static ludo_status join_and_add(appending *a, const coordinates *after)
{
    ludo_status status = after->known ? LUDO_OK : LUDO_BAD_MODEL;
    for (int32_t k = 0; k < a->count[ELEMENT_KEYFRAME] && status == LUDO_OK; k++) {
        status = join(a, after, k);
    }
    for (int32_t k = 0; k < a->others[ELEMENT_KEYFRAME] && status == LUDO_OK; k++) {
        status = a->joined[k] ? LUDO_OK : add_named(a, after, k);
    }
    return status;
}

ludo_status ludo_appending_keyframes(appending *a)
{
    if (a->count[ELEMENT_KEYFRAME] == 0 && a->others[ELEMENT_KEYFRAME] == 0) {
        return LUDO_OK;
    }
    map_owners(a);
    coordinates after;
    ludo_status status = ludo_coordinates_find(a->spec, &after);
    status = status == LUDO_OK ? join_and_add(a, &after) : status;
    ludo_coordinates_release(&after);
    return status;
}

ludo_status ludo_appending_check_keyframes(const appending *a)
{
    const ludo_keyframe_def *keyframe = a->other->keyframes.items;
    for (int32_t k = 0; k < a->others[ELEMENT_KEYFRAME]; k++) {
        for (keyframe_list l = 0; l < KEYFRAME_LISTS; l++) {
            const bool fits = ludo_editing_count(&keyframe[k], l) == 0 ||
                              ludo_editing_is_full(&keyframe[k], &a->other_layout, l);
            if (!fits) {
                return ludo_check_report(
                    a->why, keyframe[k].place, ludo_label("keyframe", keyframe[k].name, k),
                    "of the appended description has a list of a wrong length: give all numbers of "
                    "the list or none");
            }
        }
    }
    return LUDO_OK;
}
