/* SPDX-License-Identifier: Apache-2.0
 *
 * Changing gravity, and the inertia of a body. Places on a slot are given from its centre of mass:
 * where it moves by d in body axes, they all move by -d. */
#include "ludo/parameters.h"

#include "model/check/check.h"
#include "model/compile/compile.h"
#include "model/loop.h"

#include <string.h>

ludo_status ludo_model_set_gravity(ludo_model *model, ludo_vec3 gravity)
{
    if (model == NULL || !v3_finite(gravity)) {
        return LUDO_BAD_ARGUMENT;
    }
    model->gravity = gravity;
    return LUDO_OK;
}

/* ---- the centre of mass ---- */

static void shift(ludo_vec3 *place, ludo_vec3 d)
{
    *place = v3_sub(*place, d);
}

/* Shift a frame that is attached to the slot itself. */
static void shift_frame(attached_frame *on, int32_t slot, ludo_vec3 d)
{
    if (on->slot == slot && on->intermediate < 0) {
        shift(&on->frame.position, d);
    }
}

/* Shift frames of bodies and sites, geoms that touch, and the ends of tendons. */
static void shift_attached(ludo_model *m, int32_t slot, ludo_vec3 d)
{
    for (int32_t i = 0; i < m->body_count; i++) {
        shift_frame(&m->body[i].on, slot, d);
    }
    for (int32_t i = 0; i < m->site_count; i++) {
        shift_frame(&m->site_on[i], slot, d);
    }
    for (int32_t i = 0; i < m->contacts.collider_count; i++) {
        if (m->contacts.collider[i].slot == slot) {
            shift(&m->contacts.collider[i].frame.position, d);
        }
    }
    for (int32_t i = 0; i < m->drags; i++) {
        if (m->drag[i].slot == slot) {
            shift(&m->drag[i].center, d);
        }
    }
    for (int32_t i = 0; i < m->tethers; i++) {
        if (m->tether[i].slot == slot) {
            shift(&m->tether[i].point, d);
        }
    }
    for (size_t i = 0; i < m->segment_count; i++) {
        tendon_segment *g = &m->segment[i];
        tendon_end *const end[] = {&g->end[0], &g->end[1], &g->wrap.center, &g->wrap.side};
        for (int k = 0; k < (g->wraps ? 4 : 2); k++) {
            if (end[k]->slot == slot) {
                shift(&end[k]->point, d);
            }
        }
    }
}

/* Shift the anchors of the joints that carry the slot and its children. */
static void shift_joints(ludo_model *m, int32_t slot, ludo_vec3 d)
{
    shift(&m->joint[slot].p_b, d);
    shift(&m->joint[slot].origin, d);
    for (int32_t s = 0; s < m->slots; s++) {
        if (m->parent[s] == slot) {
            shift(&m->joint[s].p_a, d);
        }
    }
    for (int32_t i = 0; i < m->intermediates; i++) {
        if (m->intermediate[i].parent == slot) {
            shift(&m->intermediate[i].p_a, d);
        }
    }
    for (int32_t i = 0; i < m->loop_count; i++) {
        loop_data *l = &m->loop[i];
        for (int k = 0; k < 2 && l->kind->joins_bodies; k++) {
            if (l->on[k].slot == slot && l->on[k].intermediate < 0) {
                shift(k == 0 ? &l->joint.p_a : &l->joint.p_b, d);
            }
        }
    }
}

/* ---- reference lengths ---- */

static void update_columns(ludo_model *m, int32_t s)
{
    for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
        m->column_scale[c] = column_is_length(m->column_kind[c]) ? 1.0 / m->joint[s].length : 1.0;
    }
}

/* Reference lengths depend on arms and on radii of gyration: those of joints, then of loops. */
static void update_lengths(ludo_model *m)
{
    for (int32_t s = 0; s < m->slots; s++) {
        m->joint[s].length = ludo_compile_joint_length(&m->joint[s], &m->inertia[s]);
        update_columns(m, s);
    }
    for (int32_t i = 0; i < m->body_count; i++) {
        const attached_frame *on = &m->body[i].on;
        if (on->intermediate >= 0) {
            m->intermediate[on->intermediate].length = m->joint[on->slot].length;
        }
    }
    for (int32_t i = 0; i < m->loop_count; i++) {
        ludo_compile_loop_length(m, &m->loop[i]);
    }
}

/* Copy anchors and lengths of joints to the lanes of their batches. */
static void update_batches(ludo_model *m)
{
    for (int32_t i = 0; i < m->batches; i++) {
        joint_batch *b = &m->batch[i];
        for (int l = 0; l < LANES; l++) {
            put3(&b->p_a, l, b->joint[l]->p_a);
            put3(&b->p_b, l, b->joint[l]->p_b);
            b->inverse_length.at[l] = 1.0 / b->joint[l]->length;
        }
    }
}

/* ---- the inertia ---- */

static bool is_in_fluid(const ludo_model *m, int32_t slot)
{
    bool in = false;
    for (int32_t i = 0; i < m->fluids; i++) {
        in = in || m->fluid[i].slot == slot;
    }
    return in;
}

/* Whether a weight is not that of the mass of its body alone, so that a new mass does not determine
 * it. */
static bool weighs_apart(const ludo_model *m, int32_t slot)
{
    const model_body *b = &m->body[m->body_of[slot]];
    return v3_max(m->weight[slot].moment) > 0.0 || m->inertia[slot].mass != b->inertia.mass ||
           memcmp(m->inertia[slot].J, b->inertia.J, sizeof b->inertia.J) != 0;
}

/* The part of its mass that gravity acts on. */
static double weight_share(const ludo_model *m, int32_t slot)
{
    const double mass = m->inertia[slot].mass, weight = m->weight[slot].mass;
    return weight == mass ? 1.0 : weight / mass;
}

/* The bodies whose inertia can be set: those that a slot is named after. */
static bool has_own_slot(const ludo_model *m, int32_t body)
{
    const model_body *b = &m->body[body];
    return b->slot >= 0 && b->merged_into == body && b->on.intermediate < 0;
}

ludo_status ludo_model_set_body_inertia(ludo_model *model, int32_t body, double mass, ludo_vec3 com,
                                        const double inertia[6])
{
    ludo_model *m = model;
    if (m == NULL || inertia == NULL || body < 0 || body >= m->body_count || !isfinite(mass) ||
        !v3_finite(com) || !all_finite(inertia, 6)) {
        return LUDO_BAD_ARGUMENT;
    }
    const mass_properties wanted = {mass, com, s3_from(inertia)};
    if (ludo_check_inertia(&wanted) != NULL) {
        return LUDO_BAD_MODEL;
    }
    model_body *b = &m->body[body];
    const ludo_vec3 d = v3_sub(com, b->com);
    if (!has_own_slot(m, body) || weighs_apart(m, b->slot) ||
        (v3_max(d) > 0.0 && is_in_fluid(m, b->slot))) {
        return LUDO_REFUSED;
    }
    b->com = b->center = com;
    m->weight[b->slot].mass = weight_share(m, b->slot) * mass;
    b->inertia.mass = mass;
    memcpy(b->inertia.J, inertia, sizeof b->inertia.J);
    m->inertia[b->slot] = b->inertia;
    if (v3_max(d) > 0.0) {
        shift_attached(m, b->slot, d);
        shift_joints(m, b->slot, d);
    }
    update_lengths(m);
    update_batches(m);
    return LUDO_OK;
}
