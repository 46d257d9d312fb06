/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling joints: geometry from the centres of mass, coordinates, columns, batches. */
#include "model/compile.h"

#include <math.h>

/* Two unit vectors orthogonal to n and to each other, P[0] x P[1] = n. */
static void span_plane(ludo_vec3 n, ludo_vec3 P[2])
{
    const double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z);
    const ludo_vec3 far = ax <= ay && ax <= az ? v3(1.0, 0.0, 0.0)
                          : ay <= az           ? v3(0.0, 1.0, 0.0)
                                               : v3(0.0, 0.0, 1.0);
    const ludo_vec3 p = v3_cross(far, n);
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

/* The compiled joint of a definition. */
static joint_data make_joint(const ludo_model *m, const ludo_joint_def *d, const joint_kind *kind)
{
    const ludo_frame fa = frame_clean(d->in_parent), fb = frame_clean(d->in_child);
    const ludo_vec3 zero = {0.0, 0.0, 0.0};
    const ludo_vec3 com_a = d->parent >= 0 ? m->body[d->parent].com : zero;
    const ludo_vec3 com_b = m->body[d->child].com;
    joint_data j = {
        .kind = kind,
        .parent = d->parent >= 0 ? m->body[d->parent].slot : -1,
        .p_a = v3_sub(fa.position, com_a),
        .p_b = v3_sub(fb.position, com_b),
        .q_a_off = fa.orientation,
        .q_b_off = fb.orientation,
        .q_off = q_mul(fa.orientation, q_conj(fb.orientation)),
        .origin = v3_scale(-1.0, com_b),
        .reference = d->reference,
    };
    if (kind->has_axis) {
        j.n = q_rotate(fa.orientation, v3_scale(1.0 / v3_norm(d->axis), d->axis));
        j.n = v3_scale(1.0 / v3_norm(j.n), j.n);
        span_plane(j.n, j.P);
    }
    j.length = joint_length(&j, &m->inertia[m->body[d->child].slot]);
    return j;
}

/* Put a joint into the slot of its child; `k` is its number among the joints of that child. */
static void fill_joint(ludo_model *m, workshop *w, int32_t number, const ludo_joint_def *d)
{
    const joint_kind *kind = ludo_joint_kind_find(d->type);
    const int32_t slot = m->body[d->child].slot;
    m->joint[slot] = make_joint(m, d, kind);
    m->parent[slot] = m->joint[slot].parent;
    m->joint_of[slot] = number;
    const ludo_quat child_off = m->joint[slot].q_b_off;
    m->joints[number] = (model_joint){
        .name = ludo_compile_name(m, w, d->name, m->body[d->child].name, ".joint", 0),
        .slot = slot,
        .parent = d->parent,
        .child = d->child,
        .anchor = d->in_child.position,
    };
    if (kind->has_axis) {
        const ludo_vec3 axis = q_rotate(child_off, d->axis);
        m->joints[number].axis = v3_scale(1.0 / v3_norm(axis), axis);
    }
}

/* All joints, those of floating bodies last; then where their coordinates and columns are. */
static void fill_joints(ludo_model *m, workshop *w)
{
    int32_t number = 0, position = 0, velocity = 0;
    for (; number < w->spec->joints.count; number++) {
        fill_joint(m, w, number, &w->joint[number]);
    }
    for (int32_t b = 0; b < m->body_count; b++) {
        if (w->tree.carrier[b] < 0) {
            fill_joint(
                m, w, number++,
                &(ludo_joint_def){.name = "", .type = "free", .parent = LUDO_WORLD, .child = b});
        }
    }
    for (int32_t i = 0; i < m->joint_count; i++) {
        const joint_kind *kind = m->joint[m->joints[i].slot].kind;
        m->joints[i].position_first = position;
        m->joints[i].velocity_first = velocity;
        position += kind->position_count;
        velocity += kind->dof;
    }
    int32_t column = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        m->column[s] = column;
        for (int32_t c = 0; c < j->kind->dof; c++) {
            m->column_scale[column++] = j->kind->column_is_length[c] != 0.0 ? 1.0 / j->length : 1.0;
        }
    }
    m->column[m->slots] = column;
}

/* Put the joint of a slot into lanes `from`, `from` + 1, ... of a batch. */
static void fill_lanes(joint_batch *b, const ludo_model *m, int32_t slot, int from)
{
    const joint_data *j = &m->joint[slot];
    for (int l = from; l < LANES; l++) {
        b->slot[l] = slot;
        b->parent[l] = j->parent;
        put3(&b->p_a, l, j->p_a);
        put3(&b->p_b, l, j->p_b);
        put3(&b->n, l, j->n);
        put4(&b->q_off, l, j->q_off);
        b->inverse_length.at[l] = 1.0 / j->length;
    }
}

/* The joints type by type, LANES side by side, each type in slot order. */
static void fill_batches(ludo_model *m)
{
    int32_t batches = 0;
    for (int32_t i = 0; i < ludo_joint_kind_count(); i++) {
        const joint_kind *kind = ludo_joint_kind_at(i);
        joint_batch *b = NULL;
        for (int32_t s = 0; s < m->slots; s++) {
            if (m->joint[s].kind == kind) {
                b = b == NULL || b->count == LANES ? &m->batch[batches++] : b;
                b->kind = kind;
                fill_lanes(b, m, s, b->count++);
            }
        }
    }
}

void ludo_compile_joints(ludo_model *m, workshop *w)
{
    fill_joints(m, w);
    fill_batches(m);
}
