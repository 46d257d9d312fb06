/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling couplings of lengths: where they end, the unit of their row, and the lengths at the
 * reference configuration. */
#include "core/diagnostic.h"
#include "model/compile/compile.h"
#include "model/loop.h"
#include "model/tendon.h"

#include <math.h>
#include <string.h>

/* Whether a spring is measured in metres: a distance, or a sum with a length in it. */
static bool is_length(const ludo_model *m, const ludo_spring_def *s)
{
    bool length = ludo_tendon_kind_find(s->type)->joins_sites;
    for (int32_t k = 0; k < s->term_count && !length; k++) {
        const int32_t column = m->joints[s->term[k].joint].column + s->term[k].dof;
        length = column_is_length(m->column_kind[column]);
    }
    return length;
}

loop_data ludo_compile_tendon_coupling(const ludo_model *m, const compiler *w,
                                       const ludo_coupling_def *d)
{
    loop_data l = {.kind = ludo_loop_kind_find("tendon_coupling"),
                   .rows = 1,
                   .translations = is_length(m, &w->spring[d->spring]) ? 1 : 0,
                   .on = {{.slot = -1, .intermediate = -1}, {.slot = -1, .intermediate = -1}},
                   .column = {-1, -1},
                   .tendon = {d->spring, d->from_spring}};
    memcpy(l.coefficient, d->coefficient, sizeof l.coefficient);
    return l;
}

/* ---- ends ---- */

/* Count an end; one that the loop does not have yet is appended while there is room. */
static void add_end(loop_data *l, int32_t slot, bool columns)
{
    for (int32_t i = 0; i < l->ends && i < LOOP_MAX_ENDS; i++) {
        if (l->end[i].slot == slot && l->end[i].columns == columns) {
            return;
        }
    }
    if (l->ends < LOOP_MAX_ENDS) {
        l->end[l->ends] = (loop_end){slot, columns};
    }
    l->ends++;
}

/* The ends of a straight span between two slots; one between points of the same body has none. */
static void add_span(loop_data *l, int32_t a, int32_t b)
{
    const int32_t slot[2] = {a, b};
    for (int k = 0; k < 2 && a != b; k++) {
        if (slot[k] >= 0) {
            add_end(l, slot[k], false);
        } else {
            l->grounded = true;
        }
    }
}

static void add_tendon(loop_data *l, const tendon_data *t)
{
    for (int32_t i = 0; i < t->segment_count; i++) {
        const tendon_segment *g = &t->segment[i];
        add_span(l, g->end[0].slot, g->end[1].slot);
        if (g->wraps) {
            add_span(l, g->end[0].slot, g->wrap.center.slot);
            add_span(l, g->end[1].slot, g->wrap.center.slot);
        }
    }
    for (int32_t k = 0; k < t->term_count; k++) {
        add_end(l, t->term[k].slot, true);
    }
}

static ludo_status find_ends(const ludo_model *m, const compiler *w, int32_t loop)
{
    loop_data *l = &m->loop[loop];
    const char *name = m->loop_info[loop].name;
    for (int k = 0; k < 2; k++) {
        if (l->tendon[k] >= 0) {
            add_tendon(l, &m->tendon[l->tendon[k]]);
        }
    }
    if (l->ends == 0) {
        ludo_diagnose(w->why, w->loop[loop].place,
                      "coupling '%s' couples lengths that no motion changes: remove it", name);
        return LUDO_BAD_MODEL;
    }
    if (l->ends > LOOP_MAX_ENDS) {
        ludo_diagnose(w->why, w->loop[loop].place,
                      "coupling '%s' couples lengths that depend on %d bodies and joints; at most "
                      "%d are supported",
                      name, (int)l->ends, (int)LOOP_MAX_ENDS);
        return LUDO_UNSUPPORTED;
    }
    return LUDO_OK;
}

/* ---- units ---- */

/* The unit of a length between sites: the longest arm on a body that moves, or the longest radius
 * of gyration. */
static double path_unit(const ludo_model *m, const tendon_data *t)
{
    double unit = 0.0;
    for (int32_t i = 0; i < t->segment_count; i++) {
        for (int e = 0; e < 2; e++) {
            const tendon_end *end = &t->segment[i].end[e];
            if (end->slot >= 0) {
                unit = fmax(unit, v3_norm(end->point));
                unit = fmax(unit, inertia_gyration(&m->inertia[end->slot]));
            }
        }
    }
    return unit;
}

/* The unit of a sum over joints: the largest of the changes by the units of coordinates. */
static double sum_unit(const ludo_model *m, const tendon_data *t)
{
    double unit = 0.0;
    for (int32_t k = 0; k < t->term_count; k++) {
        const tendon_term *term = &t->term[k];
        unit = fmax(unit, fabs(term->weight) / m->column_scale[term->column]);
    }
    return unit;
}

static double tendon_unit(const ludo_model *m, int32_t tendon)
{
    const tendon_data *t = &m->tendon[tendon];
    return t->kind->joins_sites ? path_unit(m, t) : sum_unit(m, t);
}

void ludo_compile_tendon_coupling_unit(const ludo_model *m, loop_data *l)
{
    double unit = tendon_unit(m, l->tendon[0]);
    if (l->tendon[1] >= 0) {
        unit = fmax(unit, fabs(l->coefficient[1]) * tendon_unit(m, l->tendon[1]));
    }
    l->length = l->angle = unit > 0.0 ? unit : 1.0;
}

/* ---- lengths at the reference configuration ---- */

/* Place all bodies with their coordinates at the references. */
static void place_all(const ludo_model *m, const compiler *w)
{
    w->at_reference[-1] = pose_world();
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        const int32_t column = m->column[s];
        double q[JOINT_MAX_POSITION];
        j->kind->rest(j, q);
        j->kind->place(j, &w->at_reference[j->parent], q, &w->at_reference[s],
                       w->coordinate + column);
        for (int32_t c = 0; c < j->dof; c++) {
            w->scalar[column + c] = c < joint_scalars(j) ? q[c] : 0.0;
        }
    }
}

/* The length of tendon k: the violation of a coupling that holds it at zero. */
static double length_at_reference(const ludo_model *m, const compiler *w, const loop_data *l, int k)
{
    const placement at = {m, w->at_reference, w->coordinate};
    loop_data alone = *l;
    alone.tendon[0] = l->tendon[k];
    alone.tendon[1] = -1;
    memset(alone.reference, 0, sizeof alone.reference);
    memset(alone.coefficient, 0, sizeof alone.coefficient);
    loop_view view;
    l->kind->view(&alone, &at, w->scalar, &view);
    return view.g[0];
}

ludo_status ludo_compile_tendon_couplings(ludo_model *m, compiler *w)
{
    ludo_status status = LUDO_OK;
    bool placed = false;
    for (int32_t i = 0; i < m->loop_count && status == LUDO_OK; i++) {
        loop_data *l = &m->loop[i];
        if (!l->kind->joins_tendons) {
            continue;
        }
        if (!placed) {
            place_all(m, w);
            placed = true;
        }
        status = find_ends(m, w, i);
        for (int k = 0; k < 2 && status == LUDO_OK && l->tendon[k] >= 0; k++) {
            l->reference[k] = length_at_reference(m, w, l, k);
        }
        ludo_compile_tendon_coupling_unit(m, l);
    }
    return status;
}
