/* SPDX-License-Identifier: Apache-2.0
 *
 * Overlaps that joints hold: two geoms of one mechanism that overlap in every position of the
 * joints between them. No motion separates them, so that no contact force between them is
 * determined; they don't collide. "Every position" is a fixed sample of the joints' ranges. */
#include "model/compile/compile.h"

#include "math/elementary.h"
#include "math/rotation_vector.h"
#include "model/loop.h"

/* Least depth of an overlap [m]: files have about that precision. */
static const double least_depth = 1e-6;

/* Half of the sampled positions are inside of the ranges, half at their ends. */
enum { SAMPLES = 64 };

/* The joints of a model at one sampled position. */
typedef struct sampler {
    const ludo_model *m;
    pose *rest;         /* per slot, of joints at rest within their ranges; rest[-1]: the world */
    pose *at;           /* per slot, of the last sample of its path; at[-1]: the world */
    double *memory;     /* per column */
    bool *looped;       /* per slot: whether a closure joins it to another; looped[-1]: the world */
    int32_t *floats_on; /* per slot: the slot whose free joint carries it; -1: none does */
    int32_t *depth;     /* per slot: the number of joints below it */
    int32_t *path;      /* slots between the two bodies, each after its parent */
    int32_t count;      /* their number */
    int32_t below;      /* the slot that carries both bodies; -1: the world */
    double reach;       /* sampled range of slides without limits [m] */
    uint64_t random;
} sampler;

/* ---- the sample ---- */

/* The next number of a fixed sequence in [0, 1) (splitmix64). */
static double next_number(sampler *s)
{
    uint64_t z = (s->random += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* A number in [0, 1], 0 or 1 at the ends. */
static double next_part(sampler *s, bool at_end)
{
    const double part = next_number(s);
    return at_end ? (part < 0.5 ? 0.0 : 1.0) : part;
}

/* The number of scalar coordinates of a joint; a quaternion may follow. */
static int32_t scalars_of(const joint_data *j)
{
    return j->position_count > j->dof ? j->dof - 3 : j->position_count;
}

/* A value of a scalar coordinate; without a limit on a side, within half a turn or the reach of its
 * rest. */
static double sample_scalar(sampler *s, const ludo_dof_def *d, double wide, double rest,
                            bool at_end)
{
    const double low = d->limited && isfinite(d->range[0]) ? d->range[0] : rest - wide;
    const double high = d->limited && isfinite(d->range[1]) ? d->range[1] : rest + wide;
    return low + next_part(s, at_end) * (high - low);
}

/* A rotation by at most the limit of a ball. */
static ludo_quat sample_rotation(sampler *s, const ludo_dof_def *d, bool at_end)
{
    const double most = d->limited && d->range[1] < PI ? d->range[1] : PI;
    const double angle = most * next_part(s, at_end);
    const double x = next_number(s) - 0.5, y = next_number(s) - 0.5, z = next_number(s) - 0.5;
    return q_turn(v3_scale(angle, v3_unit(v3(x, y, z))));
}

/* Sampled coordinates of a joint whose degrees of freedom have the limits of `along`. */
static void sample_joint(sampler *s, const joint_data *j, const ludo_dof_def *along, bool at_end,
                         double *q)
{
    const int32_t scalars = scalars_of(j);
    j->kind->rest(j, q);
    for (int32_t c = 0; c < scalars; c++) {
        const double wide = column_is_length(j->column[c]) ? s->reach : PI;
        q[c] = sample_scalar(s, &along[c], wide, q[c], at_end);
    }
    if (scalars < j->position_count) {
        const ludo_quat r = sample_rotation(s, &along[scalars], at_end);
        q[scalars] = r.w, q[scalars + 1] = r.x, q[scalars + 2] = r.y, q[scalars + 3] = r.z;
    }
}

/* Place the body of a slot at sampled coordinates of its joint. */
static void place_sampled(sampler *s, int32_t slot, bool at_end)
{
    const joint_data *j = &s->m->joint[slot];
    const int32_t column = s->m->column[slot];
    double q[JOINT_MAX_POSITION];
    sample_joint(s, j, s->m->along + column, at_end, q);
    j->kind->place(j, &s->at[j->parent], q, &s->at[slot], s->memory + column);
}

/* Place the body of a slot with its joint at rest, or at the nearest end of its ranges. */
static void place_at_rest(sampler *s, int32_t slot)
{
    const joint_data *j = &s->m->joint[slot];
    const int32_t column = s->m->column[slot];
    double q[JOINT_MAX_POSITION];
    j->kind->rest(j, q);
    for (int32_t c = 0; c < scalars_of(j); c++) {
        const ludo_dof_def *d = &s->m->along[column + c];
        if (d->limited) {
            q[c] = q[c] < d->range[0] ? d->range[0] : q[c] > d->range[1] ? d->range[1] : q[c];
        }
    }
    j->kind->place(j, &s->rest[j->parent], q, &s->rest[slot], s->memory + column);
}

/* ---- the path between two bodies ---- */

static void put_on_path(sampler *s, int32_t *slot)
{
    s->path[--s->count] = *slot;
    *slot = s->m->parent[*slot];
}

static int32_t depth_of(const sampler *s, int32_t slot)
{
    return slot >= 0 ? s->depth[slot] : 0;
}

/* Find the joints between two slots and the slot that carries both. The path fills the end of its
 * array, from which it is moved to the front. */
static void find_path(sampler *s, int32_t a, int32_t b)
{
    s->count = s->m->slots;
    while (a != b) {
        put_on_path(s, depth_of(s, a) >= depth_of(s, b) ? &a : &b);
    }
    s->below = a;
    const int32_t first = s->count;
    s->count = s->m->slots - first;
    memmove(s->path, s->path + first, (size_t)s->count * sizeof *s->path);
}

/* ---- the overlap ---- */

/* Whether the bounding spheres of two colliders on bodies at z_a and z_b meet. */
static bool spheres_meet(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    const ludo_vec3 at_a = v3_add(z_a->x, m3_apply(&z_a->R, a->frame.position));
    const ludo_vec3 at_b = v3_add(z_b->x, m3_apply(&z_b->R, b->frame.position));
    return v3_norm(v3_sub(at_b, at_a)) <= a->radius + b->radius;
}

static bool overlap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    return spheres_meet(a, b, z_a, z_b) && ludo_narrow_phase_gap(a, b, z_a, z_b) < -least_depth;
}

static bool overlap_at(const collider *a, const collider *b, const pose *at)
{
    return overlap(a, b, &at[a->slot], &at[b->slot]);
}

/* Half the range of slides without limits, large against all bounded shapes: on a slope, too, it
 * lifts a shape off a plane. */
static double reach_of(const collider *a, const collider *b)
{
    return 100.0 * ((isfinite(a->radius) ? a->radius : 0.0) + v3_norm(a->frame.position) +
                    (isfinite(b->radius) ? b->radius : 0.0) + v3_norm(b->frame.position));
}

/* Whether two colliders overlap in all sampled positions of the joints between them. */
static bool joints_hold(sampler *s, const collider *a, const collider *b)
{
    find_path(s, a->slot, b->slot);
    if (s->below >= 0) {
        s->at[s->below] = pose_world();
    }
    bool overlaps = true;
    for (int i = 0; i < SAMPLES && overlaps; i++) {
        for (int32_t k = 0; k < s->count; k++) {
            place_sampled(s, s->path[k], i % 2 == 1);
        }
        overlaps = overlap_at(a, b, s->at);
    }
    return overlaps;
}

/* Whether two colliders overlap in all sampled positions of a closure between them. */
static bool closure_holds(sampler *s, const joint_data *j, const collider *on_parent,
                          const collider *on_child)
{
    static const ludo_dof_def unlimited[JOINT_MAX_DOF];
    const pose parent = pose_world();
    bool overlaps = true;
    for (int i = 0; i < SAMPLES && overlaps; i++) {
        double q[JOINT_MAX_POSITION], memory[JOINT_MAX_DOF];
        pose child;
        sample_joint(s, j, unlimited, i % 2 == 1, q);
        j->kind->place(j, &parent, q, &child, memory);
        overlaps = overlap(on_parent, on_child, &parent, &child);
    }
    return overlaps;
}

/* ---- all pairs ---- */

static int32_t floats_on(const sampler *s, int32_t slot)
{
    return slot >= 0 ? s->floats_on[slot] : -1;
}

/* Whether joints other than free ones connect two bodies. */
static bool is_connected(const sampler *s, int32_t a, int32_t b)
{
    return floats_on(s, a) == floats_on(s, b);
}

/* Whether a loop is a closure between the bodies of two colliders. */
static bool joins(const loop_data *l, const collider *a, const collider *b)
{
    return l->kind->joins_bodies && l->on[0].slot == a->slot && l->on[1].slot == b->slot &&
           l->on[0].intermediate < 0 && l->on[1].intermediate < 0;
}

/* Whether any closure holds two colliders overlapped. */
static bool any_closure_holds(sampler *s, const collider *a, const collider *b)
{
    bool holds = false;
    for (int32_t i = 0; i < s->m->loop_count && !holds; i++) {
        const loop_data *l = &s->m->loop[i];
        holds = (joins(l, a, b) && closure_holds(s, &l->joint, a, b)) ||
                (joins(l, b, a) && closure_holds(s, &l->joint, b, a));
    }
    return holds;
}

/* Whether two colliders that may touch by the filters overlap in every position. */
static bool is_held(sampler *s, int32_t i, int32_t j)
{
    const model_contacts *c = &s->m->contacts;
    const collider *a = &c->collider[i], *b = &c->collider[j];
    const bool connected = is_connected(s, a->slot, b->slot) && overlap_at(a, b, s->rest);
    const bool looped = s->looped[a->slot] && s->looped[b->slot];
    contact_law law;
    if (!(connected || looped) || !ludo_model_may_touch(c, i, j, &law) ||
        ludo_contact_law_is_given(c, i, j)) {
        return false;
    }
    s->random = 0;
    s->reach = reach_of(a, b);
    return (connected && joints_hold(s, a, b)) || (looped && any_closure_holds(s, a, b));
}

static ludo_status find_all(sampler *s, growing *held, const ludo_allocator *a)
{
    const model_contacts *c = &s->m->contacts;
    for (int32_t i = 0; i < c->collider_count; i++) {
        for (int32_t j = i + 1; j < c->collider_count; j++) {
            if (!is_held(s, i, j)) {
                continue;
            }
            held_pair *p = ludo_growing_add(held, sizeof *p, a);
            if (p == NULL) {
                return LUDO_NO_MEMORY;
            }
            *p = (held_pair){i, j};
        }
    }
    return LUDO_OK;
}

static pose *take_poses(arena *a, int32_t slots)
{
    pose *poses = TAKE(a, slots + 1, pose);
    return poses != NULL ? poses + 1 : NULL;
}

static void sampler_layout(sampler *s, arena *a)
{
    const int32_t n = s->m->slots;
    s->rest = take_poses(a, n);
    s->at = take_poses(a, n);
    s->memory = TAKE(a, s->m->columns, double);
    bool *looped = TAKE(a, n + 1, bool);
    s->looped = looped != NULL ? looped + 1 : NULL;
    s->floats_on = TAKE(a, n, int32_t);
    s->depth = TAKE(a, n, int32_t);
    s->path = TAKE(a, n, int32_t);
}

static void open_sampler(sampler *s)
{
    s->at[-1] = s->rest[-1] = pose_world();
    for (int32_t i = 0; i < s->m->slots; i++) {
        const int32_t below = s->m->parent[i];
        s->floats_on[i] = joint_is_free(&s->m->joint[i]) ? i : floats_on(s, below);
        s->depth[i] = depth_of(s, below) + 1;
        place_at_rest(s, i);
    }
    for (int32_t i = 0; i < s->m->loop_count; i++) {
        const loop_data *l = &s->m->loop[i];
        if (l->kind->joins_bodies) {
            s->looped[l->on[0].slot] = s->looped[l->on[1].slot] = true;
        }
    }
}

ludo_status ludo_compile_find_held(const ludo_model *m, const ludo_allocator *a, growing *held)
{
    sampler s = {.m = m};
    arena size = {NULL, 0, false};
    if (m->contacts.touched_by == NULL) {
        return LUDO_OK;
    }
    sampler_layout(&s, &size);
    char *scratch = memory_take(a, size.used);
    if (scratch == NULL) {
        return LUDO_NO_MEMORY;
    }
    sampler_layout(&s, &(arena){scratch, 0, false});
    open_sampler(&s);
    const ludo_status status = find_all(&s, held, a);
    memory_give(a, scratch);
    return status;
}
