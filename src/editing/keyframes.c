/* SPDX-License-Identifier: Apache-2.0
 *
 * Keyframes that follow an edit: the numbers of owners that stay move with them. */
#include "editing/keyframes.h"

#include "math/quat.h"

/* ---- lists by number ---- */

static const element_array *list_array(keyframe_list list)
{
    return &ludo_element_kind(ELEMENT_KEYFRAME)->array[list];
}

const double *ludo_editing_numbers(const ludo_keyframe_def *def, keyframe_list list)
{
    const void *at = (const char *)def + list_array(list)->at;
    return *(const double *const *)at;
}

int32_t ludo_editing_count(const ludo_keyframe_def *def, keyframe_list list)
{
    const void *at = (const char *)def + list_array(list)->count;
    return *(const int32_t *)at;
}

static void set_list(ludo_keyframe_def *def, keyframe_list list, const double *numbers,
                     int32_t count)
{
    memcpy((char *)def + list_array(list)->at, &numbers, sizeof numbers);
    memcpy((char *)def + list_array(list)->count, &count, sizeof count);
}

bool ludo_editing_is_full(const ludo_keyframe_def *def, const coordinates *c, keyframe_list list)
{
    const int32_t count = ludo_editing_count(def, list);
    return count > 0 && (c->known || list_is_of_actuators(list)) &&
           count == coordinates_count(c, list);
}

bool ludo_editing_has_numbers(const ludo_spec *spec)
{
    const ludo_keyframe_def *keyframe = spec->keyframes.items;
    for (int32_t k = 0; k < spec->keyframes.count; k++) {
        for (keyframe_list l = 0; l < KEYFRAME_LISTS; l++) {
            if (ludo_editing_count(&keyframe[k], l) > 0) {
                return true;
            }
        }
    }
    return false;
}

/* ---- moving numbers ---- */

/* Coordinates of a free joint that were relative to a frame. */
static void move_pose(const ludo_frame *by, double *q)
{
    const ludo_frame f = {{q[0], q[1], q[2]}, {q[3], q[4], q[5], q[6]}};
    const ludo_frame moved = frame_mul(*by, f);
    q[0] = moved.position.x, q[1] = moved.position.y, q[2] = moved.position.z;
    q[3] = moved.orientation.w, q[4] = moved.orientation.x;
    q[5] = moved.orientation.y, q[6] = moved.orientation.z;
}

/* Rates of a free joint: the velocity is in the world, the angular velocity in the body. */
static void move_rates(const ludo_frame *by, double *v)
{
    const ludo_vec3 moved = q_rotate(by->orientation, (ludo_vec3){v[0], v[1], v[2]});
    v[0] = moved.x, v[1] = moved.y, v[2] = moved.z;
}

static void move_free(const ludo_frame *by, keyframe_list list, double *numbers, int32_t count)
{
    if (list == LIST_POSITION && count == FREE_POSITIONS) {
        move_pose(by, numbers);
    }
    if (list == LIST_VELOCITY && count == FREE_RATES) {
        move_rates(by, numbers);
    }
}

/* Copy the numbers of each owner to its place after the edit, if it still has as many. */
static void scatter(const keyframe_source *s, const coordinates *after, keyframe_list list,
                    double *out)
{
    const double *numbers = ludo_editing_numbers(s->def, list);
    const int32_t *first = s->before->first[list], *next = after->first[list];
    for (int32_t i = 0; i < s->before->owners[list]; i++) {
        const int32_t count = first[i + 1] - first[i];
        const int32_t to = s->to[list] != NULL ? s->to[list][i] : i;
        if (to < 0 || count == 0 || next[to + 1] - next[to] != count) {
            continue;
        }
        memcpy(out + next[to], numbers + first[i], (size_t)count * sizeof *out);
        if (s->moved != NULL) {
            move_free(s->moved, list, out + next[to], count);
        }
    }
}

static bool is_full(const keyframe_source *s, keyframe_list list)
{
    return s->def != NULL && ludo_editing_is_full(s->def, s->before, list);
}

/* Whether a list stays as it is. */
static bool stays(const keyframe_source source[2], const coordinates *after, keyframe_list list)
{
    const ludo_keyframe_def *own = source[0].def;
    const bool has_others =
        own != NULL && ludo_editing_count(own, list) > 0 && !is_full(&source[0], list);
    const bool known = after->known || list_is_of_actuators(list);
    return has_others || !known || (!is_full(&source[0], list) && !is_full(&source[1], list));
}

static ludo_status follow_list(ludo_spec *spec, const ludo_spec *mechanism,
                               const coordinates *after, const keyframe_source source[2],
                               keyframe_list list, ludo_keyframe_def *def)
{
    const int32_t count = coordinates_count(after, list);
    double *numbers = NULL;
    if (count > 0) {
        numbers = ludo_element_keep(spec, NULL, (size_t)count * sizeof *numbers);
        if (numbers == NULL) {
            return LUDO_NO_MEMORY;
        }
        ludo_coordinates_write_reference(mechanism, after, list, numbers);
    }
    for (int i = 0; i < 2 && count > 0; i++) {
        if (is_full(&source[i], list)) {
            scatter(&source[i], after, list, numbers);
        }
    }
    set_list(def, list, numbers, count);
    return LUDO_OK;
}

ludo_status ludo_editing_follow(ludo_spec *spec, const ludo_spec *mechanism,
                                const coordinates *after, const keyframe_source source[2],
                                ludo_keyframe_def *def)
{
    ludo_keyframe_def next = *def;
    ludo_status status = LUDO_OK;
    for (keyframe_list l = 0; l < KEYFRAME_LISTS && status == LUDO_OK; l++) {
        if (!stays(source, after, l)) {
            status = follow_list(spec, mechanism, after, source, l, &next);
        }
    }
    *def = status == LUDO_OK ? next : *def;
    return status;
}
