/* SPDX-License-Identifier: Apache-2.0
 *
 * The contacts at the frames of a film. */
#include "page/contact_film.h"

#include <stdlib.h>

/* The numbers kept of a contact, in this order; forces act on the second body. */
enum {
    BODIES = 2,
    POINT = 3,
    NORMAL = 3,
    FRICTION = 3,
    NUMBERS = BODIES + POINT + NORMAL + FRICTION
};

bool ludo_contact_film_begin(contact_film *t, int32_t frames)
{
    *t = (contact_film){.first = calloc((size_t)frames + 1, sizeof *t->first)};
    return t->first != NULL;
}

void ludo_contact_film_release(contact_film *t)
{
    free(t->first);
    free(t->number);
    free(t->knot);
    *t = (contact_film){.frames = 0};
}

/* ---- collecting ---- */

/* Make room for the contacts of a knot. */
static bool make_room(contact_film *t, int32_t count)
{
    if (count > t->knot_room) {
        ludo_contact *longer = realloc(t->knot, (size_t)count * sizeof *longer);
        t->knot = longer != NULL ? longer : t->knot;
        t->knot_room = longer != NULL ? count : t->knot_room;
    }
    if (t->count + count > t->room) {
        const int64_t room = 2 * (t->count + count);
        double *longer = realloc(t->number, (size_t)room * NUMBERS * sizeof *longer);
        t->number = longer != NULL ? longer : t->number;
        t->room = longer != NULL ? room : t->room;
    }
    return count <= t->knot_room && t->count + count <= t->room;
}

static double *put_sum(double *to, double a, ludo_vec3 u, double b, ludo_vec3 v)
{
    to[0] = a * u.x + b * v.x, to[1] = a * u.y + b * v.y, to[2] = a * u.z + b * v.z;
    return to + 3;
}

static void put(contact_film *t, const ludo_contact *c)
{
    double *to = t->number + NUMBERS * t->count++;
    *to++ = c->body_a;
    *to++ = c->body_b;
    to = put_sum(to, 1.0, c->point, 0.0, c->point);
    to = put_sum(to, c->normal_force, c->normal, 0.0, c->normal);
    (void)put_sum(to, c->tangent_force[0], c->tangent[0], c->tangent_force[1], c->tangent[1]);
}

outcome ludo_contact_film_add(contact_film *t, recorded_run *r, const ludo_sample *knot)
{
    if (!make_room(t, knot->contact_count)) {
        return ludo_error_memory();
    }
    const outcome how = ludo_recorded_run_contacts(r, knot, t->knot);
    for (int32_t i = 0; i < knot->contact_count && how == OUTCOME_DONE; i++) {
        put(t, &t->knot[i]);
    }
    t->first[++t->frames] = (double)t->count;
    return how;
}

/* ---- writing ---- */

/* Some of the numbers of each contact. */
typedef struct track_range {
    const char *key;
    int32_t first, count;
} track_range;

/* Write a range of the numbers of all contacts, a track for each; `buffer` holds the tracks. */
static void write_tracks(json *j, deflate_block *p, const contact_film *t, const track_range *range,
                         double *buffer)
{
    for (int64_t i = 0; i < t->count; i++) {
        for (int32_t k = 0; k < range->count; k++) {
            buffer[k * t->count + i] = t->number[NUMBERS * i + range->first + k];
        }
    }
    packed_list how = ludo_deflate_block_plan(buffer, (int32_t)(range->count * t->count), false);
    how.tracks = range->count;
    how.count = (int32_t)t->count;
    ludo_deflate_block_numbers(p, &how, buffer);
    ludo_deflate_block_write(j, range->key, &how);
}

outcome ludo_contact_film_write(json *j, const char *key, deflate_block *p, const contact_film *t)
{
    static const track_range ranges[] = {
        {"bodies", 0, BODIES},
        {"point", BODIES, POINT},
        {"normal", BODIES + POINT, NORMAL},
        {"friction", BODIES + POINT + NORMAL, FRICTION},
    };
    if (t->count == 0) {
        ludo_json_null(j, key);
        return OUTCOME_DONE;
    }
    double *track = malloc(3 * (size_t)t->count * sizeof *track);
    if (track == NULL) {
        return ludo_error_memory();
    }
    packed_list first = ludo_deflate_block_plan(t->first, t->frames + 1, false);
    ludo_deflate_block_numbers(p, &first, t->first);
    ludo_json_open_object(j, key);
    ludo_deflate_block_write(j, "first", &first);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        write_tracks(j, p, t, &ranges[i], track);
    }
    ludo_json_close_object(j);
    free(track);
    return OUTCOME_DONE;
}
