/* SPDX-License-Identifier: Apache-2.0
 *
 * The cones of contacts: laws, and F at z_k. */
#include "integrators/maximal_contact/contact.h"

#include "integrators/maximal_cones/contact_row.h"
#include "integrators/maximal_limits/limits.h"

#include <stddef.h>
#include <string.h>

const cone_kind *ludo_maximal_contact_find_cone(const sim_settings *s)
{
    static const cone_kind *const kinds[] = {&ludo_cone_exact, &ludo_cone_linear4,
                                             &ludo_cone_linear8};
    for (size_t i = 1; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i]->name, s->cone) == 0) {
            return kinds[i];
        }
    }
    return kinds[0];
}

/* Pyramids are those of sliding friction alone. */
static const cone_kind *friction_cone(const maximal_contacts *c, int32_t width)
{
    return width <= SLIDING_ROWS    ? c->sliding
           : width == SPINNING_ROWS ? &ludo_cone_exact_4
                                    : &ludo_cone_exact_6;
}

/* F of a contact at z_k, on the body of one side. */
static void write_side(cone_rows *k, int side, const contact_law *law, const pose *z)
{
    const feature_view *at = &k->at;
    const ludo_vec3 along[SLIDING_ROWS] = {at->normal, k->tangent[0], k->tangent[1]};
    const ludo_vec3 arm = v3_sub(at->point, z[slot_on(k, side)].x);
    const double sign = side == SIDE_B ? 1.0 : -1.0;
    for (int i = 0; i < SLIDING_ROWS; i++) {
        const double length = i == 0 || law->friction > 0.0 ? 1.0 : 0.0;
        write_row(k->F[side][i], sign * length, along[i], arm);
    }
    for (int i = SLIDING_ROWS; i < k->width; i++) {
        const double length =
            (i < SPINNING_ROWS ? law->spin : law->roll) / contact_coefficient(law);
        write_couple(k->F[side][i], sign * length, along[i - SLIDING_ROWS]);
    }
}

/* F of a contact at z_k. The couples of side b are also the axes of saved moments. */
static void write_contact(cone_rows *k, const contact_law *law, const pose *z)
{
    k->mirrored = true;
    v3_put(v3_sub(z[k->slot_b].x, z[k->slot_a].x), k->way);
    write_side(k, SIDE_B, law, z);
    if (k->slot_a >= 0) {
        write_side(k, SIDE_A, law, z);
    }
}

/* The kind and the friction of a contact's cone. */
static void choose_law(const maximal_contacts *all, const contact *from, bool frictionless, cone *c)
{
    const bool slippery = frictionless || from->law.frictionless;
    c->kind = slippery ? &ludo_cone_ray : friction_cone(all, contact_width(&from->law));
    c->mu = slippery ? 0.0 : contact_coefficient(&from->law);
}

/* The overlap at t_k that counts for a row: that of the shapes, or less, if the feature has less.
 * An overlap within the accepted depth is removed in this step, so that it can't grow over steps.
 */
static double counted_overlap(const maximal_contacts *c, const cone_rows *k)
{
    const double shapes = c->search.found[k->index].overlap, row = -k->at.gap;
    const double overlap = row < shapes ? row : shapes;
    return overlap > contact_constants.accepted_depth * c->length ? overlap : 0.0;
}

/* The part of the overlap that stays: all of it if `kept`. */
static double offset_of(const maximal_contacts *c, const cone_rows *k, bool kept, double h)
{
    const double overlap = counted_overlap(c, k);
    return kept ? overlap
                : overlap_offset(overlap, contact_constants.overlap_speed * c->scale.y, h);
}

void ludo_maximal_contact_apply_mode(maximal *x, const island *k, double h)
{
    const maximal_contacts *c = x->contacts;
    for (int32_t i = k->first; i < k->end; i++) {
        if (c->rows[i].source == CONE_CONTACT) {
            const contact *from = &c->search.found[c->rows[i].index];
            if (!c->rows[i].fresh || k->mode.frictionless) {
                ludo_cone_clear(&c->cone[i], NULL);
                choose_law(c, from, k->mode.frictionless, &c->cone[i]);
                ludo_maximal_contact_uncentre(&c->rows[i]);
            }
            c->rows[i].fresh = false;
            if (k->mode.centred && c->cone[i].mu > 0.0) {
                ludo_maximal_contact_centre(&c->rows[i], &c->cone[i]);
            }
            c->rows[i].offset = offset_of(c, &c->rows[i], k->mode.keeps_overlaps, h);
        }
    }
}

/* The tangents of a contact; points on one face, which follow one another, have the same. */
static void choose_tangents(const maximal_contacts *c, int32_t at)
{
    cone_rows *k = &c->rows[at];
    const cone_rows *last = at > 0 && k[-1].source == CONE_CONTACT && k[-1].mirrored ? k - 1 : NULL;
    if (last != NULL && memcmp(&last->at.normal, &k->at.normal, sizeof k->at.normal) == 0) {
        memcpy(k->tangent, last->tangent, sizeof k->tangent);
    } else {
        v3_span_plane(k->at.normal, k->tangent);
    }
}

/* Numbers that precede F in rows, but for those that belong to it. */
static void clear_rows(cone_rows *k, const contact *from, int32_t index)
{
    const int32_t of_island = k->island;
    memset(k, 0, offsetof(cone_rows, at));
    k->source = CONE_CONTACT;
    k->added = k->fresh = true;
    k->island = of_island;
    k->index = index;
    k->slot_a = from->slot_a;
    k->slot_b = from->slot_b;
    k->width = contact_width(&from->law);
}

/* The cone of a contact, with F at the knot, which is at hand after the velocities of the knot; R
 * follows at each iterate. */
static void write_cone(maximal *x, const sim_state *state, int32_t index, double h, int32_t at)
{
    maximal_contacts *c = x->contacts;
    const pose *z = state_poses(state);
    const contact *from = &c->search.found[index];
    cone_rows *k = &c->rows[at];
    const bool viewed = index < c->viewed, written = viewed && k->written;
    clear_rows(k, from, index);
    if (!viewed) {
        k->at = feature_at(&from->feature, &z[from->slot_a], &z[from->slot_b]);
    }
    if (!written) {
        choose_tangents(c, at);
        write_contact(k, &from->law, z);
    }
    k->offset = offset_of(c, k, false, h);
    ludo_cone_clear(&c->cone[at], NULL);
    choose_law(c, from, false, &c->cone[at]);
}

/* The cone of a contact after the last one. */
static void append_contact(maximal *x, const sim_state *state, int32_t index, double h)
{
    maximal_contacts *c = x->contacts;
    write_cone(x, state, index, h, c->count);
    c->islands.place[c->count] = c->count;
    c->count++;
    c->contacts++;
}

/* The cones of contacts whose feature was replaced. Returns their number. */
static int32_t gather_replaced(maximal *x, const sim_state *state, double h)
{
    maximal_contacts *c = x->contacts;
    int32_t count = 0;
    for (int32_t i = 0; i < c->count; i++) {
        const cone_rows *k = &c->rows[i];
        contact *of = k->source == CONE_CONTACT ? &c->search.found[k->index] : NULL;
        if (of != NULL && of->replaced) {
            of->replaced = false;
            write_cone(x, state, k->index, h, i);
            ludo_maximal_contact_read_slips(x, state_poses(state), h, i, i + 1);
            count++;
        }
    }
    return count;
}

/* Contacts from the first one that has no cone. */
static void append_contacts(maximal *x, const sim_state *state, double h)
{
    for (int32_t i = x->contacts->contacts; i < x->contacts->search.count; i++) {
        append_contact(x, state, i, h);
    }
}

/* The same of an interval. */
static void append_of_interval(maximal *x, const sim_state *state, double h)
{
    const int32_t first = x->contacts->count;
    append_contacts(x, state, h);
    x->contacts->viewed = x->contacts->kept = 0;
    ludo_maximal_contact_read_slips(x, state_poses(state), h, first, x->contacts->count);
}

void ludo_maximal_contact_gather(maximal *x, const sim_state *state, double h)
{
    x->contacts->count = x->contacts->contacts = 0;
    append_of_interval(x, state, h);
    ludo_maximal_limits_gather(x, state, h);
}

int32_t ludo_maximal_contact_gather_more(maximal *x, const sim_state *state, double h)
{
    const int32_t before = x->contacts->count, again = gather_replaced(x, state, h);
    append_of_interval(x, state, h);
    (void)ludo_maximal_limits_add(x, state, h);
    return x->contacts->count - before + again;
}

void ludo_maximal_contact_gather_knot(maximal *x, const sim_state *state, double duration)
{
    maximal_contacts *c = x->contacts;
    c->count = c->contacts = 0;
    append_contacts(x, state, duration);
    c->kept = c->viewed;
    c->viewed = 0;
    for (int32_t i = 0; i < c->count; i++) {
        cone_rows *k = &c->rows[i];
        for (int side = 0; side < SIDES_OF_CONTACT; side++) {
            memcpy(k->R[side], k->F[side], (size_t)k->width * sizeof *k->R[side]);
        }
    }
    ludo_maximal_limits_knot_gather(x, state);
    ludo_islands_single(x);
}
