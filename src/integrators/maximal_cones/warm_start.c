/* SPDX-License-Identifier: Apache-2.0
 *
 * The warm start: forces of cones over the last interval, near which the next solve starts
 * [contact.md 5.3]. */
#include "integrators/maximal_cones/warm_start.h"

#include "integrators/maximal/hold.h"
#include "integrators/maximal_cones/contact_row.h"

#include <string.h>

/* The identity of a cone, by which saved ones are sorted. */
typedef struct cone_key {
    int32_t source, a, b, id; /* as in cone_history */
} cone_key;

/* The key of a cone, in the order in which cones are gathered. */
static cone_key key_of(const maximal_contacts *c, int32_t i)
{
    const cone_rows *k = &c->rows[i];
    if (k->source == CONE_CONTACT) {
        const contact *of = &c->search.found[k->index];
        return (cone_key){(int32_t)k->source, of->a, of->b, of->feature.id};
    }
    return (cone_key){(int32_t)k->source, k->index, k->joint.F[0][0] < 0.0, 0};
}

static cone_key key_in(const cone_history *of)
{
    return (cone_key){of->source, of->a, of->b, of->id};
}

static bool is_before(cone_key p, cone_key q)
{
    return p.source != q.source ? p.source < q.source
           : p.a != q.a         ? p.a < q.a
           : p.b != q.b         ? p.b < q.b
                                : p.id < q.id;
}

/* Forces of contacts are saved in world axes: tangents rotate from knot to knot. */
static ludo_vec3 force_of(const maximal_contacts *c, int32_t i, double h)
{
    const cone_rows *k = &c->rows[i];
    const ludo_vec3 p = v3_scale(1.0 / h, v3_at(c->cone[i].p));
    if (k->source != CONE_CONTACT) {
        return p;
    }
    const double *own = c->cone[i].p;
    const double y = friction_impulse(k, own, 1) / h, z = friction_impulse(k, own, 2) / h;
    return v3_axpy(v3_axpy(v3_scale(p.x, k->at.normal), y, k->tangent[0]), z, k->tangent[1]);
}

/* The moment of spinning and rolling friction, in world axes. */
static void save_moment(const maximal_contacts *c, int32_t i, double h, double moment[3])
{
    const cone_rows *k = &c->rows[i];
    for (int32_t r = SLIDING_ROWS; k->source == CONE_CONTACT && r < c->cone[i].kind->rows; r++) {
        for (int q = 0; q < 3; q++) {
            moment[q] += friction_impulse(k, c->cone[i].p, r) / h * k->F[SIDE_B][r][3 + q];
        }
    }
}

/* Impulses of the rows of spinning and rolling friction over a duration. */
static void load_moment(maximal_contacts *c, int32_t i, const cone_history *past, double duration)
{
    const cone_rows *k = &c->rows[i];
    for (int32_t r = SLIDING_ROWS; k->source == CONE_CONTACT && r < c->cone[i].kind->rows; r++) {
        const ludo_vec3 couple = v3_at(k->F[SIDE_B][r] + 3);
        const double square = v3_dot(couple, couple);
        const double impulse = duration * v3_dot(v3_at(past->moment), couple);
        c->cone[i].p[r] = square > 0.0 ? impulse / square : 0.0;
    }
}

/* The rates of friction of a contact, in world axes. */
static void save_slip(const maximal_contacts *c, int32_t i, cone_history *past)
{
    const cone_rows *k = &c->rows[i];
    for (int r = 1; k->source == CONE_CONTACT && r < c->cone[i].kind->rows; r++) {
        double *to = r < SLIDING_ROWS ? past->slip : past->turn;
        const ludo_vec3 s = v3_axpy(v3_at(to), c->cone[i].y[r], friction_axis(k, r));
        to[0] = s.x, to[1] = s.y, to[2] = s.z;
    }
}

/* The first saved cone with no smaller key than this: in growing steps from `from` on, if that is
 * not behind it. */
static int64_t find_saved(const maximal *x, cone_key now, int64_t from)
{
    const cone_history *past = x->contacts->past;
    const int64_t count = x->state->cone_count;
    const bool ahead = from <= count && (from == 0 || is_before(key_in(&past[from - 1]), now));
    int64_t first = ahead ? from : 0, end = first;
    for (int64_t step = 1; end < count && is_before(key_in(&past[end]), now); step *= 2) {
        first = end + 1;
        end += step;
    }
    end = end < count ? end : count;
    while (first < end) {
        const int64_t middle = (first + end) / 2;
        if (is_before(key_in(&past[middle]), now)) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

const cone_history *ludo_warm_start_past(const maximal *x, int32_t i, int64_t *near)
{
    const maximal_contacts *c = x->contacts;
    const cone_key now = key_of(c, i);
    const int64_t at = *near = find_saved(x, now, *near);
    const bool found = at < x->state->cone_count && !is_before(now, key_in(&c->past[at]));
    return found ? &c->past[at] : NULL;
}

/* Save a cone. */
static void save_cone(const maximal_contacts *c, int32_t i, double h, cone_key key,
                      cone_history *past)
{
    const ludo_vec3 f = force_of(c, i, h);
    *past = (cone_history){.source = key.source, .a = key.a, .b = key.b, .id = key.id};
    past->force[0] = f.x, past->force[1] = f.y, past->force[2] = f.z;
    save_moment(c, i, h, past->moment);
    save_slip(c, i, past);
}

/* Whether a cone took part in the solution of its island. */
static bool acted(const maximal_contacts *c, int32_t i)
{
    return !c->islands.island[c->rows[i].island].history->without_cones;
}

/* Cones that were added late, out of order, aren't saved. */
void ludo_warm_start_save(maximal *x, double h)
{
    maximal_contacts *c = x->contacts;
    int64_t count = 0;
    cone_key last = {0, 0, 0, 0};
    for (int32_t g = 0; g < c->count; g++) {
        const int32_t i = c->islands.place[g];
        const cone_key now = key_of(c, i);
        if (acted(c, i) && (count == 0 || is_before(last, now))) {
            save_cone(c, i, h, now, &c->past[count++]);
            last = now;
        }
    }
    x->state->cone_count = count;
}

/* Impulses over a duration. */
static void load_cone(maximal_contacts *c, int32_t i, const cone_history *past, double duration)
{
    const cone_rows *k = &c->rows[i];
    double *p = c->cone[i].p;
    const ludo_vec3 f = v3_scale(duration, v3_at(past->force));
    const bool in_world_axes = k->source == CONE_CONTACT;
    p[0] = in_world_axes ? v3_dot(f, k->at.normal) : f.x;
    p[1] = in_world_axes ? v3_dot(f, k->tangent[0]) : f.y;
    p[2] = in_world_axes ? v3_dot(f, k->tangent[1]) : f.z;
    load_moment(c, i, past, duration);
    for (int r = 1; in_world_axes && r < c->cone[i].kind->rows; r++) {
        p[r] += k->carried * k->past[r] * p[0];
    }
}

void ludo_warm_start_load(maximal *x, double duration)
{
    maximal_contacts *c = x->contacts;
    const int64_t count = x->state->cone_count;
    int64_t at = 0;
    for (int32_t g = 0; g < c->count; g++) {
        const int32_t i = c->islands.place[g];
        const cone_key now = key_of(c, i);
        if (!is_running(c, &c->rows[i])) {
            continue;
        }
        memset(c->cone[i].p, 0, sizeof c->cone[i].p);
        memset(c->cone[i].dy, 0, sizeof c->cone[i].dy);
        while (at < count && is_before(key_in(&c->past[at]), now)) {
            at++;
        }
        if (at < count && !is_before(now, key_in(&c->past[at]))) {
            load_cone(c, i, &c->past[at], duration);
            c->islands.island[c->rows[i].island].warm = true;
        }
    }
}

void ludo_warm_start_clear(maximal *x)
{
    x->state->cone_count = 0;
}

/* ---- bodies held ---- */

void ludo_warm_start_set_aside(maximal *x, sim_state *state)
{
    maximal_contacts *c = x->contacts;
    const maximal_state *own = state_in_copy(state, state->saved, x->state);
    const sim_progress *progress = state_in_copy(state, state->saved, state->progress);
    memcpy(c->aside, c->past, (size_t)x->state->cone_count * sizeof *c->aside);
    c->aside_count = x->state->cone_count;
    c->reported_first = c->reported_count;
    x->state->cone_count = own->cone_count;
    memcpy(c->past, state_in_copy(state, state->saved, c->past),
           (size_t)own->cone_count * sizeof *c->past);
    state->progress->interval = progress->interval;
}

void ludo_warm_start_join(maximal *x)
{
    ludo_warm_start_add(x, x->contacts->aside, x->contacts->aside_count);
}

void ludo_warm_start_add(maximal *x, const cone_history *more, int64_t count)
{
    int64_t *own = &x->state->cone_count;
    const bool fits = *own + count <= x->contacts->room; /* else no warm start */
    *own = fits ? ludo_warm_start_merge(x->contacts->past, *own, more, count) : 0;
}

/* From the ends of both lists. */
int64_t ludo_warm_start_merge(cone_history *own, int64_t count, const cone_history *more,
                              int64_t more_count)
{
    const int64_t all = count + more_count;
    int64_t to = all;
    while (more_count > 0) {
        const bool takes_own =
            count > 0 && is_before(key_in(&more[more_count - 1]), key_in(&own[count - 1]));
        own[--to] = takes_own ? own[--count] : more[--more_count];
    }
    return all;
}

/* ---- the bodies of saved forces ---- */

static slot_couple bodies_of_contact(const maximal *x, const ludo_model *m, const cone_history *k)
{
    (void)x;
    return (slot_couple){m->contacts.collider[k->a].slot, m->contacts.collider[k->b].slot};
}

static slot_couple body_of_limit(const maximal *x, const ludo_model *m, const cone_history *k)
{
    (void)x;
    return (slot_couple){-1, m->limits.limit[k->a].slot};
}

static slot_couple body_of_loss(const maximal *x, const ludo_model *m, const cone_history *k)
{
    (void)x;
    return (slot_couple){-1, m->limits.friction[k->a].slot};
}

static slot_couple body_of_speed(const maximal *x, const ludo_model *m, const cone_history *k)
{
    (void)x;
    return (slot_couple){-1, m->limits.speed[k->a].slot};
}

static slot_couple body_of_tendon(const maximal *x, const ludo_model *m, const cone_history *k)
{
    return (slot_couple){-1, ludo_maximal_hold_tendon_body(x, m, k->a)};
}

slot_couple ludo_warm_start_bodies(const maximal *x, const ludo_model *m, const cone_history *k)
{
    static slot_couple (*const bodies_of[])(const maximal *, const ludo_model *,
                                            const cone_history *) = {
        [CONE_CONTACT] = bodies_of_contact,   [CONE_LIMIT] = body_of_limit,
        [CONE_DRY_FRICTION] = body_of_loss,   [CONE_SPEED] = body_of_speed,
        [CONE_TENDON_LIMIT] = body_of_tendon, [CONE_TENDON_FRICTION] = body_of_tendon,
    };
    return bodies_of[k->source](x, m, k);
}

bool ludo_warm_start_plausible(const sim_state *state)
{
    const ludo_model *m = state->model;
    const int32_t counts[] = {
        [CONE_CONTACT] = m->contacts.collider_count,    [CONE_LIMIT] = m->limits.limit_count,
        [CONE_DRY_FRICTION] = m->limits.friction_count, [CONE_SPEED] = m->limits.speed_count,
        [CONE_TENDON_LIMIT] = m->spring_count,          [CONE_TENDON_FRICTION] = m->spring_count,
    };
    const maximal *x = maximal_in(state);
    bool good = true;
    for (int64_t i = 0; i < x->state->cone_count && good; i++) {
        const cone_history *k = &x->contacts->past[i];
        good = k->source >= 0 && k->source < (int32_t)(sizeof counts / sizeof *counts) &&
               k->a >= 0 && k->a < counts[k->source] && k->b >= 0 &&
               (k->source != CONE_CONTACT || k->b < counts[CONE_CONTACT]);
    }
    return good;
}
