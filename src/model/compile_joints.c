/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling joints: geometry from the centres of mass, coordinates, columns, batches. */
#include "model/compile.h"

#include <math.h>
#include <string.h>

/* The number 0, 1, 2 of the axis x, y, z nearest to a direction. */
static int nearest_axis(ludo_vec3 a)
{
    const double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/* A vector without its part along the unit vector n, at length 1. */
static ludo_vec3 orthogonal_unit(ludo_vec3 a, ludo_vec3 n)
{
    const ludo_vec3 p = v3_axpy(a, -v3_dot(a, n), n);
    return v3_scale(1.0 / v3_norm(p), p);
}

/* n and the two unit vectors orthogonal to it, in the parent's frame, as ludo_joint_def says. */
static void span_frame(joint_data *j, ludo_vec3 axis)
{
    static const ludo_vec3 next[3] = {{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}};
    const ludo_vec3 unit = v3_scale(1.0 / v3_norm(axis), axis);
    j->n = q_rotate(j->q_a_off, unit);
    j->n = v3_scale(1.0 / v3_norm(j->n), j->n);
    j->P[0] = orthogonal_unit(q_rotate(j->q_a_off, next[nearest_axis(unit)]), j->n);
    j->P[1] = v3_cross(j->n, j->P[0]);
}

/* A unit vector of the joint frame, orthogonal to n, in the child's body frame. */
static ludo_vec3 second_axis(const joint_data *j, ludo_vec3 axis2)
{
    const ludo_vec3 in_parent = orthogonal_unit(q_rotate(j->q_a_off, axis2), j->n);
    return q_rotate(q_conj(j->q_off), in_parent);
}

/* What a gap of the joint is compared with: its arms, or the child's radius of gyration. */
static double joint_length(const joint_data *j, const body_inertia *child)
{
    const double a = j->parent >= 0 ? v3_norm(j->p_a) : 0.0, b = v3_norm(j->p_b);
    const double arm = a >= b ? a : b;
    const double gyration = sqrt((child->J[0] + child->J[1] + child->J[2]) / child->mass);
    return arm >= gyration ? arm : gyration;
}

/* The compiled joint of a definition; of a composite joint without its parts. */
static joint_data make_joint(const ludo_model *m, const ludo_joint_def *d, const joint_kind *kind)
{
    const ludo_frame fa = frame_clean(d->in_parent), fb = frame_clean(d->in_child);
    const ludo_vec3 zero = {0.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
    const ludo_vec3 com_a = d->parent >= 0 ? m->body[d->parent].com : zero;
    const ludo_vec3 com_b = m->body[d->child].com;
    joint_data j = {
        .kind = kind,
        .dof = kind->dof,
        .position_count = kind->position_count,
        .column = kind->column,
        .parent = d->parent >= 0 ? m->body[d->parent].slot : -1,
        .p_a = v3_sub(fa.position, com_a),
        .p_b = v3_sub(fb.position, com_b),
        .q_a_off = fa.orientation,
        .q_b_off = fb.orientation,
        .q_off = q_mul(fa.orientation, q_conj(fb.orientation)),
        .origin = v3_scale(-1.0, com_b),
        .reference = kind->dof == 1 ? d->reference : 0.0,
    };
    span_frame(&j, kind->has_axis ? d->axis : z);
    j.m = kind->has_second_axis ? second_axis(&j, d->axis2) : zero;
    j.length = joint_length(&j, &m->inertia[m->body[d->child].slot]);
    return j;
}

/* The parts of a composite joint, `count` definitions from d on, whose columns start at `column`.
 */
static void make_parts(ludo_model *m, joint_data *j, const ludo_joint_def *d, int32_t count,
                       int32_t column)
{
    const ludo_vec3 from = d->in_parent.position;
    j->dof = j->position_count = count;
    j->part = m->part + column;
    j->column = m->column_kind + column;
    for (int32_t i = 0; i < count; i++) {
        const ludo_quat frame = frame_clean(d[i].in_parent).orientation;
        const ludo_vec3 axis = q_rotate(frame, d[i].axis);
        m->part[column + i] = (joint_part){
            .slides = ludo_joint_kind_find(d[i].type)->column[0] == COLUMN_LENGTH,
            .axis = v3_scale(1.0 / v3_norm(axis), axis),
            .center = v3_sub(d[i].in_parent.position, from),
            .reference = d[i].reference,
        };
        m->column_kind[column + i] =
            m->part[column + i].slides ? COLUMN_CARRIED_LENGTH : COLUMN_CARRIED_ANGLE;
    }
}

int32_t ludo_compile_run(const workshop *w, int32_t joint)
{
    int32_t count = 1;
    while (joint + count < w->spec->joints.count && w->joint[joint + count].continues) {
        count++;
    }
    return joint < w->spec->joints.count ? count : 1;
}

const joint_kind *ludo_compile_kind(const workshop *w, int32_t joint)
{
    const bool given = joint < w->spec->joints.count;
    const char *type = !given                           ? "free"
                       : ludo_compile_run(w, joint) > 1 ? "composite"
                                                        : w->joint[joint].type;
    return ludo_joint_kind_find(type);
}

/* What the public knows of a joint, or of part `part` of a composite one. */
static void fill_public(ludo_model *m, workshop *w, int32_t number, const ludo_joint_def *d,
                        int32_t part)
{
    const int32_t slot = m->body[d->child].slot;
    const joint_kind *own = ludo_joint_kind_find(d->type);
    const ludo_quat child_off = frame_clean(d->in_child).orientation;
    model_joint *j = &m->joints[number];
    *j = (model_joint){
        .name = ludo_compile_name(m, w, d->name, m->body[d->child].name, ".joint", part),
        .type = own->name,
        .slot = slot,
        .parent = d->parent,
        .child = d->child,
        .part = part,
        .dof = own->dof,
        .rows = part == 0 ? 6 - m->joint[slot].dof : 0,
        .position_count = own->position_count,
        .anchor = d->in_child.position,
    };
    if (own->has_axis) {
        const ludo_vec3 axis = q_rotate(child_off, d->axis);
        j->axis = v3_scale(1.0 / v3_norm(axis), axis);
    }
}

/* The definition of a joint; of a floating body's where the description has none. */
static ludo_joint_def definition(const workshop *w, int32_t number, int32_t child)
{
    return number < w->spec->joints.count
               ? w->joint[number]
               : (ludo_joint_def){.name = "", .type = "free", .parent = LUDO_WORLD, .child = child};
}

/* Put a joint, or all parts of a composite one, into the slot of the child. */
static void fill_joint(ludo_model *m, workshop *w, int32_t number, int32_t child)
{
    const ludo_joint_def first = definition(w, number, child);
    const int32_t slot = m->body[first.child].slot, count = ludo_compile_run(w, number);
    m->joint[slot] = make_joint(m, &first, ludo_compile_kind(w, number));
    m->parent[slot] = m->joint[slot].parent;
    m->joint_of[slot] = number;
    if (count > 1) {
        m->joint[slot].dof = m->joint[slot].position_count = count;
    }
    for (int32_t i = 0; i < count; i++) {
        const ludo_joint_def d = i == 0 ? first : w->joint[number + i];
        fill_public(m, w, number + i, &d, i);
    }
}

/* Where the coordinates and rates of public joints are in keyframes. */
static void place_coordinates(ludo_model *m)
{
    int32_t position = 0, velocity = 0;
    for (int32_t i = 0; i < m->joint_count; i++) {
        m->joints[i].position_first = position;
        m->joints[i].velocity_first = velocity;
        position += m->joints[i].position_count;
        velocity += m->joints[i].dof;
    }
}

/* Where columns, corners and coordinates of each slot are. */
static void place_columns(ludo_model *m)
{
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        m->column[s + 1] = m->column[s] + j->dof;
        m->corner[s + 1] = m->corner[s] + j->dof * j->dof;
        m->position[s + 1] = m->position[s] + j->position_count;
    }
}

/* What each column is, and what acts along it. */
static void fill_columns(ludo_model *m, const workshop *w)
{
    for (int32_t s = 0; s < m->slots; s++) {
        joint_data *j = &m->joint[s];
        const int32_t first = m->column[s], number = m->joint_of[s];
        const bool given = number < w->spec->joints.count;
        if (j->kind->carries) {
            make_parts(m, j, &w->joint[number], j->dof, first);
        }
        for (int32_t c = 0; c < j->dof; c++) {
            const joint_column kind = j->column[c];
            m->column_kind[first + c] = kind;
            m->column_scale[first + c] = column_is_length(kind) ? 1.0 / j->length : 1.0;
            if (given) {
                m->along[first + c] =
                    j->kind->carries ? w->joint[number + c].along[0] : w->joint[number].along[c];
            }
        }
    }
}

static void fill_joints(ludo_model *m, workshop *w)
{
    for (int32_t i = 0; i < w->spec->joints.count; i += ludo_compile_run(w, i)) {
        fill_joint(m, w, i, -1);
    }
    int32_t number = w->spec->joints.count;
    for (int32_t b = 0; b < m->body_count; b++) {
        if (w->tree.carrier[b] < 0) {
            fill_joint(m, w, number++, b);
        }
    }
    place_coordinates(m);
    place_columns(m);
    fill_columns(m, w);
}

/* ---- batches ---- */

/* Put the joint of a slot into lanes `from`, `from` + 1, ... of a batch. */
static void fill_lanes(joint_batch *b, const ludo_model *m, int32_t slot, int from)
{
    const joint_data *j = &m->joint[slot];
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
}

/* Whether joints compute side by side: of one type and, if composite, of the same sequence. */
static bool are_alike(const joint_data *a, const joint_data *b)
{
    return a->kind == b->kind && a->dof == b->dof &&
           (a->part == NULL ||
            memcmp(a->column, b->column, (size_t)a->dof * sizeof *a->column) == 0);
}

/* Joints from slot s on that are like that one, as long as there is room in a batch. */
static void fill_batch(ludo_model *m, joint_batch *b, int32_t s, bool *placed)
{
    const joint_data *first = &m->joint[s];
    b->kind = first->kind;
    b->dof = first->dof;
    b->traces = first->kind->carries || joint_is_free(first) ? 0 : joint_scalars(first);
    for (; s < m->slots && b->count < LANES; s++) {
        if (!placed[s] && are_alike(first, &m->joint[s])) {
            placed[s] = true;
            fill_lanes(b, m, s, b->count++);
        }
    }
}

/* The joints in batches, type by type, each type in slot order. */
static void fill_batches(ludo_model *m, workshop *w)
{
    for (int32_t i = 0; i < ludo_joint_kind_count(); i++) {
        for (int32_t s = 0; s < m->slots; s++) {
            if (!w->placed[s] && m->joint[s].kind == ludo_joint_kind_at(i)) {
                fill_batch(m, &m->batch[m->batches++], s, w->placed);
            }
        }
    }
}

void ludo_compile_joints(ludo_model *m, workshop *w)
{
    fill_joints(m, w);
    fill_batches(m, w);
}
