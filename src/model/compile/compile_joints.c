/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling joints: geometry from the centres of mass, coordinates, columns, batches. */
#include "model/compile/compile.h"

/* ---- geometry ---- */

double ludo_compile_joint_length(const joint_data *j, const body_inertia *child)
{
    const double a = j->parent >= 0 ? v3_norm(j->p_a) : 0.0, b = v3_norm(j->p_b);
    const double arm = a >= b ? a : b;
    const double gyration = inertia_gyration(child);
    return arm >= gyration ? arm : gyration;
}

/* The axes; without given ones those of the joint frame. */
static void set_axes(joint_data *j, const ludo_joint_def *d)
{
    const ludo_vec3 axis = j->kind->has_axis ? v3_unit(d->axis) : v3(0.0, 0.0, 1.0);
    v3_span_plane(axis, j->P);
    j->n = direction(j->q_a_off, axis);
    j->P[0] = q_rotate(j->q_a_off, j->P[0]);
    j->P[0] = v3_unit(v3_axpy(j->P[0], -v3_dot(j->n, j->P[0]), j->n));
    j->P[1] = v3_cross(j->n, j->P[0]);
    if (j->kind->has_second_axis) {
        const ludo_vec3 m = direction(j->q_a_off, d->axis2);
        const ludo_vec3 orthogonal = v3_unit(v3_axpy(m, -v3_dot(j->n, m), j->n));
        j->m = q_rotate(q_conj(j->q_off), orthogonal);
    }
}

joint_data ludo_compile_between(const joint_kind *kind, const ludo_joint_def *d, ludo_frame on_a,
                                ludo_frame on_b)
{
    const bool has_reference = kind->dof == 1;
    joint_data j = {
        .kind = kind,
        .dof = kind->dof,
        .position_count = kind->position_count,
        .column = kind->column,
        .parent = -1,
        .p_a = on_a.position,
        .p_b = on_b.position,
        .q_a_off = on_a.orientation,
        .q_b_off = on_b.orientation,
        .q_off = q_mul(on_a.orientation, q_conj(on_b.orientation)),
        .reference = has_reference ? d->reference : 0.0,
    };
    set_axes(&j, d);
    return j;
}

/* The frame of joint `d`, a part of the tree joint, on the child of its last part, with the
 * coordinates in between at their references. */
static ludo_frame frame_on_child(const compiler *w, const tree_joint *t, const ludo_joint_def *d)
{
    const ludo_joint_def *last = ludo_compile_definition(w, t->joint[t->count - 1]);
    if (d->child == last->child) {
        return d->in_child;
    }
    const ludo_frame at_reference =
        frame_mul(frame_on_ancestor(w, last), frame_inverse(frame_clean(last->in_child)));
    return frame_mul(frame_inverse(at_reference), frame_on_ancestor(w, d));
}

/* The frames of a tree joint on the parent and on the child: those of its first part; of a
 * spherical joint moved to the common point of its axes. */
static void find_frames(const compiler *w, const tree_joint *t, ludo_frame *on_a, ludo_frame *on_b)
{
    const ludo_joint_def *d = ludo_compile_definition(w, t->joint[0]);
    *on_a = frame_clean(frame_on_ancestor(w, d));
    *on_b = frame_clean(frame_on_child(w, t, d));
    if (t->kind->unwraps_coordinates) {
        const ludo_vec3 way = v3_sub(t->center, on_a->position);
        const ludo_frame along = {q_rotate(q_conj(on_a->orientation), way), q_identity()};
        on_a->position = t->center;
        *on_b = frame_mul(*on_b, along);
    }
}

/* The compiled joint that carries body b; its arrays in the model are left. */
static joint_data make_joint(const ludo_model *m, const compiler *w, int32_t b)
{
    const tree_joint *t = &w->tree_joint[b];
    const ludo_joint_def *d = ludo_compile_definition(w, t->joint[0]);
    const int32_t a = body_ancestor(w->merging, d->parent);
    ludo_frame fa, fb;
    find_frames(w, t, &fa, &fb);
    fa.position = v3_sub(fa.position, com_of(m, a));
    fb.position = v3_sub(fb.position, com_of(m, b));
    joint_data j = ludo_compile_between(t->kind, d, fa, fb);
    j.dof = t->dof;
    j.position_count = t->position_count;
    j.parent = a != LUDO_WORLD ? m->body[a].slot : -1;
    j.origin = v3_scale(-1.0, com_of(m, b));
    j.length = ludo_compile_joint_length(&j, &m->inertia[m->body[b].slot]);
    return j;
}

/* A part of a composite joint, relative to the frame of the first part; of a spherical joint
 * relative to the common point. */
static joint_part make_part(const compiler *w, const tree_joint *t, const ludo_joint_def *d)
{
    const ludo_joint_def *first = &w->joint[t->joint[0]];
    const ludo_frame frame = frame_on_ancestor(w, d);
    return (joint_part){
        .slides = slides(d),
        .axis = direction(frame_clean(frame).orientation, d->axis),
        .center = t->kind->unwraps_coordinates
                      ? v3(0.0, 0.0, 0.0)
                      : v3_sub(frame.position, frame_on_ancestor(w, first).position),
        .reference = d->reference,
    };
}

/* ---- public joints ---- */

/* The description of a public joint by itself; its place in a tree joint is left. */
static model_joint make_public_joint(ludo_model *m, compiler *w, int32_t child, int32_t number)
{
    const ludo_joint_def *d = ludo_compile_definition(w, number);
    const joint_kind *kind = ludo_joint_kind_find(d->type);
    model_joint j = {
        .name = ludo_compile_name(m, w, d->name, m->body[child].name, ".joint", w->named[child]++),
        .type = kind->name,
        .slot = -1,
        .parent = d->parent,
        .child = child,
        .anchor = d->in_child.position,
        .loop = -1,
    };
    if (kind->has_axis) {
        j.axis = direction(frame_clean(d->in_child).orientation, d->axis);
    }
    return j;
}

/* The public joints of the tree joint of body b: their columns and coordinates. */
static void fill_joints_of_body(ludo_model *m, compiler *w, int32_t b)
{
    const tree_joint *t = &w->tree_joint[b];
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

static void fill_public_joints(ludo_model *m, compiler *w)
{
    for (int32_t b = 0; b < m->body_count; b++) {
        if (body_has_slot(w->merging, b)) {
            fill_joints_of_body(m, w, b);
        } else if (!body_is_unmerged(w->merging, b)) {
            const int32_t number = w->tree.parent_joint[b];
            m->joints[number] = make_public_joint(m, w, b, number);
        }
    }
    for (int32_t number = 0; number < w->spec->joints.count; number++) {
        if (w->tree.closes[number]) {
            m->joints[number] = make_public_joint(m, w, w->joint[number].child, number);
        }
    }
    for (int32_t i = 0; i < m->loop_count; i++) {
        if (w->loop[i].joint >= 0) {
            m->joints[w->loop[i].joint].loop = i;
        }
    }
}

/* Number the coordinates and rates of public joints in keyframes. */
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

static joint_column column_kind(const compiler *w, const tree_joint *t, int32_t c)
{
    if (!t->kind->stores_coordinates) {
        return t->kind->column[c];
    }
    return slides(&w->joint[t->joint[c]]) ? COLUMN_STORED_LENGTH : COLUMN_STORED_ANGLE;
}

/* The columns of the tree joint of body b; of several public joints one each. */
static void fill_columns(ludo_model *m, const compiler *w, int32_t b)
{
    const tree_joint *t = &w->tree_joint[b];
    const int32_t slot = m->body[b].slot, first = m->column[slot];
    const bool has_parts = t->count > 1;
    joint_data *j = &m->joint[slot];
    j->column = m->column_kind + first;
    j->part = has_parts ? m->part + first : NULL;
    for (int32_t c = 0; c < t->dof; c++) {
        const ludo_joint_def *d = ludo_compile_definition(w, t->joint[has_parts ? c : 0]);
        m->column_kind[first + c] = column_kind(w, t, c);
        m->column_scale[first + c] = column_is_length(j->column[c]) ? 1.0 / j->length : 1.0;
        m->along[first + c] = d->along[has_parts ? 0 : c];
        if (has_parts) {
            m->part[first + c] = make_part(w, t, d);
        }
    }
}

static void fill_slots(ludo_model *m, compiler *w)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t b = m->body_of[s];
        const tree_joint *t = &w->tree_joint[b];
        m->joint[s] = make_joint(m, w, b);
        m->parent[s] = m->joint[s].parent;
        m->joint_of[s] = t->joint[0];
        m->column[s + 1] = m->column[s] + t->dof;
        m->joint_block[s + 1] = m->joint_block[s] + t->dof * t->dof;
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

void ludo_compile_joint_lanes(joint_batch *b, const ludo_model *m, int32_t slot, int32_t from)
{
    const joint_data *j = &m->joint[slot];
    b->kind = j->kind;
    b->dof = j->dof;
    b->traces = j->kind->stores_coordinates || joint_is_free(j) ? 0 : joint_scalars(j);
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
    if (j->kind->stores_coordinates) {
        ludo_compile_part_lanes(b->part, j, from);
    }
}

void ludo_compile_batch_count(ludo_model *m, const compiler *w)
{
    m->batches = m->part_lane_count = 0;
    for (int32_t g = 0; g < ludo_compile_group_count(); g++) {
        const int32_t blocks = lanes_blocks(w->group[g]), parts = ludo_compile_group_parts(g);
        m->batches += blocks;
        m->part_lane_count += parts > 0 ? blocks * (parts + 1) : 0;
    }
}

/* The joints group by group, LANES side by side, each group in slot order. */
static void fill_batches(ludo_model *m, compiler *w)
{
    int32_t batches = 0, parts = 0;
    for (int32_t g = 0; g < ludo_compile_group_count(); g++) {
        const int32_t joints = w->group[g];
        w->group[g] = LANES * batches;
        batches += lanes_blocks(joints);
    }
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t at = w->group[w->tree_joint[m->body_of[s]].group]++;
        const joint_data *j = &m->joint[s];
        joint_batch *b = &m->batch[at / LANES];
        if (b->count == 0 && j->kind->stores_coordinates) {
            b->part = m->part_lanes + parts;
            parts += j->dof + 1;
        }
        ludo_compile_joint_lanes(b, m, s, at % LANES);
    }
}

void ludo_compile_joints(ludo_model *m, compiler *w)
{
    fill_slots(m, w);
    fill_public_joints(m, w);
    number_coordinates(m);
    fill_batches(m, w);
}
