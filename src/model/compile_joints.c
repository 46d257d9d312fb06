/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling joints: which of them carries a body, geometry from the centres of mass, coordinates,
 * columns, batches. */
#include "model/check.h"
#include "model/compile.h"

#include <string.h>

/* ---- the joints of the tree ---- */

/* Composite joints go side by side where they have the same sequence of hinges and slides: one bit
 * for each after a leading one. */
enum { SEQUENCES = 1 << (LUDO_MAX_DOF + 1) };

int32_t ludo_compile_group_count(void)
{
    return SEQUENCES * ludo_joint_kind_count();
}

const ludo_joint_def *ludo_compile_definition(const workshop *w, int32_t joint)
{
    static const ludo_joint_def floating = {.name = "", .type = "free", .parent = LUDO_WORLD};
    return joint < w->spec->joints.count ? &w->joint[joint] : &floating;
}

static bool slides(const ludo_joint_def *d)
{
    return strcmp(d->type, "slide") == 0;
}

static int32_t kind_number(const joint_kind *kind)
{
    int32_t number = 0;
    while (ludo_joint_kind_at(number) != kind) {
        number++;
    }
    return number;
}

static ludo_vec3 unit(ludo_vec3 a)
{
    return v3_scale(1.0 / v3_norm(a), a);
}

/* Any length is allowed, also one whose square is not. */
static ludo_vec3 direction(ludo_quat q, ludo_vec3 a)
{
    return unit(q_rotate(q, unit(a)));
}

/* The frame of a joint on the nearest body upwards that has a slot, where all coordinates are at
 * their references. */
static ludo_frame frame_on_base(const workshop *w, const ludo_joint_def *d)
{
    if (d->parent == LUDO_WORLD || w->role[d->parent].base == d->parent) {
        return d->in_parent;
    }
    return frame_mul(w->role[d->parent].in_base, frame_clean(d->in_parent));
}

/* How far hinges may miss one another, and right angles, and still be those of a ball: what is left
 * of numbers that were computed [rad, or the distances from the parent's origin]. */
static const double exact = 1e-9;

/* Where the axes of three hinges meet, if they do, the second orthogonal to the others. */
static bool find_meeting(const workshop *w, const tree_joint *t, ludo_vec3 *center)
{
    ludo_vec3 c[3], s[3];
    double size = 0.0;
    for (int i = 0; i < 3; i++) {
        const ludo_joint_def *d = &w->joint[t->joint[i]];
        const ludo_frame frame = frame_clean(frame_on_base(w, d));
        c[i] = frame.position;
        s[i] = direction(frame.orientation, d->axis);
        size += v3_norm(c[i]);
    }
    const ludo_vec3 d = v3_sub(c[1], c[0]);
    const double along = v3_dot(d, s[0]);
    const ludo_vec3 p = v3_axpy(c[0], along, s[0]), e = v3_sub(p, c[2]);
    const ludo_vec3 gap = v3_axpy(v3_axpy(d, -along, s[0]), -v3_dot(d, s[1]), s[1]);
    const ludo_vec3 gap3 = v3_axpy(e, -v3_dot(e, s[2]), s[2]);
    *center = p;
    return fabs(v3_dot(s[0], s[1])) <= exact && fabs(v3_dot(s[1], s[2])) <= exact &&
           v3_norm(gap) <= exact * size && v3_norm(gap3) <= exact * size;
}

/* Whether several joints of a file are a spherical joint: three hinges of a ball on which nothing
 * acts, so that nobody asks for gimbal lock. */
static bool is_spherical(const workshop *w, tree_joint *t)
{
    bool may = w->spec->merge && t->count == 3;
    for (int32_t i = 0; i < t->count && may; i++) {
        const ludo_joint_def *d = &w->joint[t->joint[i]];
        may = !slides(d) && !dof_acts(&d->along[0]) && !w->driven[t->joint[i]];
    }
    return may && find_meeting(w, t, &t->center);
}

/* Find the joints that actuators and tendons act on. */
static void find_driven(workshop *w)
{
    for (int32_t i = 0; i < w->spec->actuators.count; i++) {
        if (!w->actuator[i].on_spring) {
            w->driven[w->actuator[i].target] = true;
        }
    }
    for (int32_t i = 0; i < w->spec->springs.count; i++) {
        const ludo_spring_def *d = &w->spring[i];
        for (int32_t k = 0; k < d->term_count && !ludo_line_kind_find(d->type)->joins_sites; k++) {
            w->driven[d->term[k].joint] = true;
        }
    }
}

/* What carries body b, with room for the numbers of its joints. */
static tree_joint find_tree_joint(workshop *w, int32_t b, int32_t *list)
{
    tree_joint t = {.joint = list, .count = w->role[b].parts};
    if (w->tree.carrier[b] < 0) {
        list[0] = w->joint_count++;
    }
    /* upwards, through what has no mass */
    int32_t up = b, left = t.count;
    while (left > 0 && w->tree.carrier[up] >= 0) {
        const int32_t first = w->tree.carrier[up];
        int32_t group = ludo_roles_group(w->spec, first);
        while (group-- > 0) {
            list[--left] = first + group;
        }
        up = ludo_roles_above(w->spec, &w->tree, w->role, up);
    }
    const bool composite = t.count > 1 && !is_spherical(w, &t);
    t.kind = ludo_joint_kind_find(composite     ? "composite"
                                  : t.count > 1 ? "spherical"
                                                : ludo_compile_definition(w, list[0])->type);
    t.dof = composite ? t.count : t.kind->dof;
    t.position_count = composite ? t.count : t.kind->position_count;
    int32_t sequence = 1;
    for (int32_t i = 0; i < t.count && composite; i++) {
        sequence = 2 * sequence + (slides(&w->joint[list[i]]) ? 1 : 0);
    }
    t.group = SEQUENCES * kind_number(t.kind) + sequence;
    return t;
}

void ludo_compile_carriers(workshop *w)
{
    memset(w->group, 0, (size_t)ludo_compile_group_count() * sizeof *w->group);
    w->joint_count = w->spec->joints.count;
    find_driven(w);
    int32_t *list = w->carried_by;
    for (int32_t b = 0; b < w->spec->bodies.count; b++) {
        if (role_has_slot(w->role, b)) {
            w->carrier[b] = find_tree_joint(w, b, list);
            w->group[w->carrier[b].group]++;
            list += w->carrier[b].count;
        }
    }
}

/* ---- geometry ---- */

/* Two unit vectors orthogonal to n and to each other, P[0] x P[1] = n. Of x, y, z the one after the
 * nearest to n (the first of several) leads the way. */
static void span_plane(ludo_vec3 n, ludo_vec3 P[2])
{
    const double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    const ludo_vec3 next = x >= y && x >= z ? v3(0.0, 1.0, 0.0)
                           : y >= z         ? v3(0.0, 0.0, 1.0)
                                            : v3(1.0, 0.0, 0.0);
    const ludo_vec3 p = v3_axpy(next, -v3_dot(next, n), n);
    P[0] = v3_scale(1.0 / v3_norm(p), p);
    P[1] = v3_cross(n, P[0]);
}

/* What a gap of the joint is compared with: its arms, or the child's radius of gyration. */
static double joint_length(const joint_data *j, const body_inertia *child)
{
    const double a = j->parent >= 0 ? v3_norm(j->p_a) : 0.0, b = v3_norm(j->p_b);
    const double arm = a >= b ? a : b;
    const double gyration = sqrt((child->J[0] + child->J[1] + child->J[2]) / child->mass);
    return arm >= gyration ? arm : gyration;
}

/* The axes, where there are none those of the joint frame. */
static void set_axes(joint_data *j, const ludo_joint_def *d)
{
    const ludo_vec3 axis = j->kind->has_axis ? unit(d->axis) : v3(0.0, 0.0, 1.0);
    span_plane(axis, j->P);
    j->n = direction(j->q_a_off, axis);
    j->P[0] = q_rotate(j->q_a_off, j->P[0]);
    j->P[0] = unit(v3_axpy(j->P[0], -v3_dot(j->n, j->P[0]), j->n));
    j->P[1] = v3_cross(j->n, j->P[0]);
    if (j->kind->has_second_axis) {
        const ludo_vec3 m = direction(j->q_a_off, d->axis2);
        const ludo_vec3 orthogonal = unit(v3_axpy(m, -v3_dot(j->n, m), j->n));
        j->m = q_rotate(q_conj(j->q_off), orthogonal);
    }
}

/* The same frame of the first joint on the body that it carries, through those in between. */
static ludo_frame frame_on_child(const workshop *w, const tree_joint *t, const ludo_joint_def *d)
{
    const ludo_joint_def *last = ludo_compile_definition(w, t->joint[t->count - 1]);
    if (d->child == last->child) {
        return d->in_child;
    }
    const ludo_frame stand =
        frame_mul(frame_on_base(w, last), frame_inverse(frame_clean(last->in_child)));
    return frame_mul(frame_inverse(stand), frame_on_base(w, d));
}

/* The body with a slot, or the world, on which a joint's parent is. */
static int32_t base_of(const workshop *w, const ludo_joint_def *d)
{
    return d->parent == LUDO_WORLD ? LUDO_WORLD : w->role[d->parent].base;
}

/* The compiled joint that carries body b; all but what is kept in arrays of the model. */
static joint_data make_joint(const ludo_model *m, const workshop *w, int32_t b)
{
    const tree_joint *t = &w->carrier[b];
    const ludo_joint_def *d = ludo_compile_definition(w, t->joint[0]);
    ludo_frame fa = frame_clean(frame_on_base(w, d));
    ludo_frame fb = frame_clean(frame_on_child(w, t, d));
    if (t->kind->tracks) {
        const ludo_vec3 way = v3_sub(t->center, fa.position);
        fa.position = t->center;
        fb = frame_mul(fb, (ludo_frame){q_rotate(q_conj(fa.orientation), way), q_identity()});
    }
    const int32_t a = base_of(w, d);
    const ludo_vec3 com_a = a >= 0 ? m->body[a].com : v3(0.0, 0.0, 0.0);
    const ludo_vec3 com_b = m->body[b].com;
    const bool has_reference = t->kind->dof == 1;
    joint_data j = {
        .kind = t->kind,
        .dof = t->dof,
        .position_count = t->position_count,
        .parent = a >= 0 ? m->body[a].slot : -1,
        .p_a = v3_sub(fa.position, com_a),
        .p_b = v3_sub(fb.position, com_b),
        .q_a_off = fa.orientation,
        .q_b_off = fb.orientation,
        .q_off = q_mul(fa.orientation, q_conj(fb.orientation)),
        .origin = v3_scale(-1.0, com_b),
        .reference = has_reference ? d->reference : 0.0,
    };
    set_axes(&j, d);
    j.length = joint_length(&j, &m->inertia[m->body[b].slot]);
    return j;
}

/* A hinge or slide of a joint that is made of them, from its first one's frame, or where all meet.
 */
static joint_part make_part(const workshop *w, const tree_joint *t, const ludo_joint_def *d)
{
    const ludo_joint_def *first = &w->joint[t->joint[0]];
    const ludo_frame frame = frame_on_base(w, d);
    return (joint_part){
        .slides = slides(d),
        .axis = direction(frame_clean(frame).orientation, d->axis),
        .center = t->kind->tracks ? v3(0.0, 0.0, 0.0)
                                  : v3_sub(frame.position, frame_on_base(w, first).position),
        .reference = d->reference,
    };
}

/* ---- public joints ---- */

/* What a public joint says of itself, whatever it is a part of. */
static model_joint make_public_joint(ludo_model *m, workshop *w, int32_t child, int32_t number)
{
    const ludo_joint_def *d = ludo_compile_definition(w, number);
    const joint_kind *kind = ludo_joint_kind_find(d->type);
    const int32_t first = w->tree.carrier[child];
    model_joint j = {
        .name = ludo_compile_name(m, w, d->name, m->body[child].name, ".joint",
                                  first >= 0 ? number - first : 0),
        .type = kind->name,
        .slot = -1,
        .parent = d->parent,
        .child = child,
        .anchor = d->in_child.position,
    };
    if (kind->has_axis) {
        j.axis = direction(frame_clean(d->in_child).orientation, d->axis);
    }
    return j;
}

/* The public joints that carry body b: their places among columns and coordinates. */
static void fill_carriers(ludo_model *m, workshop *w, int32_t b)
{
    const tree_joint *t = &w->carrier[b];
    const int32_t slot = m->body[b].slot;
    for (int32_t part = 0; part < t->count; part++) {
        const int32_t number = t->joint[part];
        const bool floats = number >= w->spec->joints.count;
        model_joint *j = &m->joints[number];
        *j = make_public_joint(m, w, floats ? b : w->joint[number].child, number);
        j->slot = slot;
        j->part = part;
        j->column = m->column[slot] + part;
        j->position = m->position[slot] + part;
        j->dof = t->count > 1 ? 1 : t->dof;
        j->position_count = t->count > 1 ? 1 : t->position_count;
        j->rows = part == 0 ? JOINT_MAX_DOF - t->dof : 0;
    }
}

static void fill_public_joints(ludo_model *m, workshop *w)
{
    for (int32_t b = 0; b < m->body_count; b++) {
        if (role_has_slot(w->role, b)) {
            fill_carriers(m, w, b);
        } else if (!role_is_host(w->role, b)) {
            const int32_t number = w->tree.carrier[b];
            m->joints[number] = make_public_joint(m, w, b, number);
        }
    }
}

/* Where the coordinates and rates of public joints stand in keyframes. */
static void number_coordinates(ludo_model *m)
{
    int32_t position = 0, velocity = 0;
    for (int32_t i = 0; i < m->joint_count; i++) {
        m->joints[i].position_first = position;
        m->joints[i].velocity_first = velocity;
        position += m->joints[i].position_count;
        velocity += m->joints[i].dof;
    }
}

/* ---- columns ---- */

/* The columns of the joint that carries body b. */
static void fill_columns(ludo_model *m, const workshop *w, int32_t b)
{
    const tree_joint *t = &w->carrier[b];
    const int32_t slot = m->body[b].slot, first = m->column[slot];
    joint_data *j = &m->joint[slot];
    const ludo_joint_def *head = ludo_compile_definition(w, t->joint[0]);
    j->column = m->column_kind + first;
    j->part = t->count > 1 ? m->part + first : NULL;
    for (int32_t c = 0; c < t->dof; c++) {
        if (t->count > 1) {
            const ludo_joint_def *d = &w->joint[t->joint[c]];
            m->part[first + c] = make_part(w, t, d);
            m->column_kind[first + c] = !t->kind->carries ? t->kind->column[c]
                                        : slides(d)       ? COLUMN_CARRIED_LENGTH
                                                          : COLUMN_CARRIED_ANGLE;
            m->along[first + c] = d->along[0];
        } else {
            m->column_kind[first + c] = t->kind->column[c];
            m->along[first + c] = head->along[c];
        }
        m->column_scale[first + c] = column_is_length(j->column[c]) ? 1.0 / j->length : 1.0;
    }
}

static void fill_slots(ludo_model *m, workshop *w)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t b = m->body_of[s];
        const tree_joint *t = &w->carrier[b];
        m->joint[s] = make_joint(m, w, b);
        m->parent[s] = m->joint[s].parent;
        m->joint_of[s] = t->joint[0];
        m->column[s + 1] = m->column[s] + t->dof;
        m->corner[s + 1] = m->corner[s] + t->dof * t->dof;
        m->position[s + 1] = m->position[s] + t->position_count;
        fill_columns(m, w, b);
    }
}

/* ---- batches ---- */

void ludo_compile_part_lanes(part_lanes *p, const joint_data *j, int32_t from)
{
    ludo_vec3 center = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i <= j->dof; i++) {
        static const joint_part anchor = {.slides = false};
        const joint_part *part = i < j->dof ? &j->part[i] : &anchor;
        const ludo_vec3 arm = v3_sub(part->center, center);
        for (int l = from; l < LANES; l++) {
            put3(&p[i].axis, l, part->axis);
            put3(&p[i].arm, l, arm);
            p[i].reference.at[l] = part->reference;
        }
        center = part->slides ? center : part->center;
    }
}

/* Put the joint of a slot into lanes `from`, `from` + 1, ... of a batch. */
static void fill_lanes(joint_batch *b, const ludo_model *m, int32_t slot, int32_t from)
{
    const joint_data *j = &m->joint[slot];
    b->kind = j->kind;
    b->dof = j->dof;
    b->traces = j->kind->carries || joint_is_free(j) ? 0 : joint_scalars(j);
    b->count = from + 1;
    for (int l = from; l < LANES; l++) {
        b->joint[l] = j;
        b->slot[l] = slot;
        b->parent[l] = j->parent;
        b->column[l] = m->column[slot];
        put3(&b->p_a, l, j->p_a);
        put3(&b->p_b, l, j->p_b);
        put3(&b->n, l, j->n);
        put3(&b->P0, l, j->P[0]);
        put3(&b->m, l, j->m);
        put4(&b->q_off, l, j->q_off);
        b->inverse_length.at[l] = 1.0 / j->length;
    }
    if (j->kind->carries) {
        ludo_compile_part_lanes(b->part, j, from);
    }
}

void ludo_compile_batch_count(ludo_model *m, const workshop *w)
{
    m->batches = m->part_lane_count = 0;
    for (int32_t g = 0; g < ludo_compile_group_count(); g++) {
        const int32_t blocks = lanes_blocks(w->group[g]);
        int32_t parts = 0;
        while (g % SEQUENCES >> (parts + 1) > 0) {
            parts++;
        }
        m->batches += blocks;
        m->part_lane_count += parts > 0 ? blocks * (parts + 1) : 0;
    }
}

/* The joints group by group, LANES side by side, each group in slot order. */
static void fill_batches(ludo_model *m, workshop *w)
{
    int32_t batches = 0, parts = 0;
    for (int32_t g = 0; g < ludo_compile_group_count(); g++) {
        const int32_t joints = w->group[g];
        w->group[g] = LANES * batches;
        batches += lanes_blocks(joints);
    }
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t at = w->group[w->carrier[m->body_of[s]].group]++;
        const joint_data *j = &m->joint[s];
        joint_batch *b = &m->batch[at / LANES];
        if (b->count == 0 && j->kind->carries) {
            b->part = m->part_lanes + parts;
            parts += j->dof + 1;
        }
        fill_lanes(b, m, s, at % LANES);
    }
}

void ludo_compile_joints(ludo_model *m, workshop *w)
{
    fill_slots(m, w);
    fill_public_joints(m, w);
    number_coordinates(m);
    fill_batches(m, w);
}
