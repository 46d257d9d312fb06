/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling tendons from springs: their segments from sites and geoms, their joint terms. */
#include "core/assert.h"
#include "core/diagnostic.h"
#include "model/compile/compile.h"
#include "model/tendon.h"

#include <string.h>

/* ---- counts ---- */

static bool joins_sites(const ludo_spring_def *d)
{
    return ludo_tendon_kind_find(d->type)->joins_sites;
}

/* The number of points of a path that are sites, or geoms. */
static int32_t count_points(const ludo_spring_def *d, bool geoms)
{
    int32_t count = 0;
    for (int32_t i = 0; i < d->path_count; i++) {
        count += geoms ? d->path[i].geom >= 0 : d->path[i].site >= 0;
    }
    return count;
}

/* The number of branches of a path: pulleys, and one before the first of them. */
static int32_t count_branches(const ludo_spring_def *d)
{
    int32_t count = d->path_count > 0 && d->path[0].divisor == 0.0 ? 1 : 0;
    for (int32_t i = 0; i < d->path_count; i++) {
        count += d->path[i].divisor > 0.0;
    }
    return count;
}

static bool is_of_rates(const ludo_spring_def *d)
{
    return ludo_tendon_kind_find(d->type)->of_rates;
}

/* A branch has a segment less than it has sites. */
static int32_t count_segments(const ludo_spring_def *d)
{
    if (!joins_sites(d)) {
        return is_of_rates(d);
    }
    return d->path_count > 0 ? count_points(d, false) - count_branches(d) : 1;
}

void ludo_compile_measure_tendons(compiler *w)
{
    for (int32_t i = 0; i < w->spec->springs.count; i++) {
        w->term_count += (size_t)w->spring[i].term_count;
        w->path_count += (size_t)w->spring[i].path_count;
        w->segment_count += (size_t)count_segments(&w->spring[i]);
    }
}

/* ---- segments ---- */

/* The end at a site, -1: the origin of the world. */
static tendon_end end_at(const ludo_model *m, int32_t site)
{
    if (site < 0) {
        return (tendon_end){-1, v3(0.0, 0.0, 0.0)};
    }
    return (tendon_end){m->site_on[site].slot, m->site_on[site].frame.position};
}

static tendon_wrap wrap_around(const ludo_model *m, const ludo_path_point *p)
{
    const ludo_geom_info *g = &m->geom[p->geom];
    const attached_frame on = ludo_compile_attached_frame(m, g->body, g->frame);
    tendon_wrap to = {.center = {on.slot, on.frame.position},
                      .axes = q_matrix(on.frame.orientation),
                      .radius = g->size[0],
                      .cylinder = strcmp(g->type, "cylinder") == 0,
                      .sided = p->side >= 0};
    if (to.sided) {
        to.side = end_at(m, p->side);
    }
    return to;
}

/* Write the segments of a path to `to`: one ends at each site but the first of a branch. */
static void fill_path(const ludo_model *m, const ludo_spring_def *d, tendon_segment *to)
{
    double divisor = 1.0;
    int32_t last = -1; /* the last site of the branch */
    const ludo_path_point *geom = NULL;
    for (int32_t i = 0; i < d->path_count; i++) {
        const ludo_path_point *p = &d->path[i];
        if (p->divisor > 0.0) {
            divisor = p->divisor;
            last = -1;
        } else if (p->geom >= 0) {
            geom = p;
        } else {
            if (last >= 0) {
                *to = (tendon_segment){.end = {end_at(m, last), end_at(m, p->site)},
                                       .share = 1.0 / divisor,
                                       .wraps = geom != NULL};
                to->wrap = geom != NULL ? wrap_around(m, geom) : to->wrap;
                to++;
            }
            last = p->site;
            geom = NULL;
        }
    }
}

/* Frames, gears and rods of wrenches and slider-cranks. */
static void fill_transmission(const ludo_model *m, const ludo_spring_def *d, tendon_data *l)
{
    const int32_t site[2] = {d->site_a, d->site_b};
    for (int k = 0; k < 2; k++) {
        l->axes[k] = site[k] >= 0 ? m->site_on[site[k]].frame.orientation : q_identity();
    }
    l->has_reference = d->site_a >= 0;
    l->rod = d->rod;
    memcpy(l->gear, d->gear, sizeof l->gear);
}

static void fill_segments(ludo_model *m, const ludo_spring_def *d, tendon_segment *to)
{
    if (d->path_count > 0) {
        fill_path(m, d, to);
    } else {
        *to = (tendon_segment){.end = {end_at(m, d->site_a), end_at(m, d->site_b)}, .share = 1.0};
    }
}

/* ---- rates ---- */

/* The frames of a joint, between which its rates are; those of a free joint are the world and the
 * body frame. Both have the components of the terms: of a ball torques alone. */
static void fill_rates(const ludo_model *m, const ludo_spring_def *d, tendon_data *l,
                       tendon_segment *to)
{
    const int32_t slot = m->joints[d->term[0].joint].slot;
    LUDO_ASSERT(slot >= 0); /* balls and free joints are parts of no other joint */
    const joint_data *j = &m->joint[slot];
    const bool floats = joint_is_free(j);
    const tendon_end world = {-1, v3(0.0, 0.0, 0.0)}, parent = {j->parent, j->p_a};
    *to = (tendon_segment){.end = {floats ? world : parent, {slot, floats ? j->origin : j->p_b}},
                           .share = 1.0};
    l->axes[0] = floats ? q_identity() : j->q_a_off;
    l->axes[1] = floats ? q_identity() : j->q_b_off;
    l->has_reference = !floats;
    for (int32_t k = 0; k < d->term_count; k++) {
        l->gear[d->term[k].dof + (floats ? 0 : 3)] += d->term[k].weight;
    }
}

/* ---- bodies without mass ---- */

static ludo_status refuse_point(const ludo_model *m, const compiler *w, int32_t spring,
                                const char *kind, const char *name, int32_t body)
{
    ludo_diagnose(w->why, w->spring[spring].place,
                  "spring '%s' passes %s '%s' of a body without mass, which is not supported; give "
                  "body '%s' a mass",
                  m->spring[spring].name, kind, name, m->body[body].name);
    return LUDO_UNSUPPORTED;
}

/* Refuse a site on a body without mass: the direction of a tendon would depend on the parts of a
 * joint before that body. */
static ludo_status check_site(const ludo_model *m, const compiler *w, int32_t spring, int32_t site)
{
    return site >= 0 && m->site_on[site].intermediate >= 0
               ? refuse_point(m, w, spring, "site", m->site[site].name, m->site[site].body)
               : LUDO_OK;
}

static ludo_status check_geom(const ludo_model *m, const compiler *w, int32_t spring, int32_t geom)
{
    const int32_t body = geom >= 0 ? m->geom[geom].body : LUDO_WORLD;
    return body != LUDO_WORLD && m->body[body].on.intermediate >= 0
               ? refuse_point(m, w, spring, "geom", m->geom[geom].name, body)
               : LUDO_OK;
}

static ludo_status check_points(const ludo_model *m, const compiler *w, int32_t spring)
{
    const ludo_spring_def *d = &w->spring[spring];
    ludo_status status = LUDO_OK;
    if (joins_sites(d) && d->path_count == 0) {
        status = check_site(m, w, spring, d->site_a);
        status = status == LUDO_OK ? check_site(m, w, spring, d->site_b) : status;
    }
    for (int32_t i = 0; i < d->path_count && status == LUDO_OK; i++) {
        status = check_site(m, w, spring, d->path[i].site);
        status = status == LUDO_OK ? check_site(m, w, spring, d->path[i].side) : status;
        status = status == LUDO_OK ? check_geom(m, w, spring, d->path[i].geom) : status;
    }
    return status;
}

/* ---- all tendons ---- */

/* The terms of a tendon, as given and by their columns. */
static void fill_terms(ludo_model *m, const ludo_spring_def *d, ludo_tendon_term *given,
                       tendon_term *to)
{
    for (int32_t k = 0; k < d->term_count; k++) {
        given[k] = d->term[k];
        const model_joint *j = &m->joints[d->term[k].joint];
        to[k] = (tendon_term){j->column + d->term[k].dof, d->term[k].weight, j->slot};
    }
}

/* The lengths of the lists of the tendons before. */
typedef struct tendon_places {
    size_t terms, points, segments;
} tendon_places;

static void fill_tendon(ludo_model *m, compiler *w, int32_t i, tendon_places *at)
{
    const ludo_spring_def *d = &w->spring[i];
    tendon_data *l = &m->tendon[i];
    const bool sites = joins_sites(d), distance = sites && d->path_count == 0;
    *l = (tendon_data){
        .kind = ludo_tendon_kind_find(d->type),
        .segment = m->segment + at->segments,
        .segment_count = count_segments(d),
        .first_span = m->span_count,
        .term = m->term + at->terms,
        .term_count = sites || is_of_rates(d) ? 0 : d->term_count,
        .stiffness = d->stiffness,
        .damping = d->damping,
        .rest = {d->rest[0], d->rest[1]},
        .limited = d->limited,
        .range = {d->limited ? d->range[0] : -HUGE_VAL, d->limited ? d->range[1] : HUGE_VAL},
        .friction_loss = d->friction_loss,
        .armature = d->armature};
    l->span_count = l->segment_count + (sites ? count_points(d, true) : 0);
    m->span_count += l->span_count;
    m->spring[i] = (model_spring){.name = ludo_compile_name(m, w, d->name, "spring", "", i),
                                  .site_a = distance ? d->site_a : -1,
                                  .site_b = distance ? d->site_b : -1,
                                  .term = sites ? NULL : m->tendon_term + at->terms,
                                  .term_count = sites ? 0 : d->term_count,
                                  .path = sites && !distance ? m->path_point + at->points : NULL,
                                  .path_count = sites ? d->path_count : 0,
                                  .range = {d->range[0], d->range[1]}};
    if (sites) {
        for (int32_t k = 0; k < d->path_count; k++) {
            m->path_point[at->points + (size_t)k] = d->path[k];
        }
        fill_segments(m, d, m->segment + at->segments);
        fill_transmission(m, d, l);
    } else {
        fill_terms(m, d, m->tendon_term + at->terms, m->term + at->terms);
    }
    at->terms += (size_t)d->term_count;
    at->points += (size_t)d->path_count;
    at->segments += (size_t)l->segment_count;
}

ludo_status ludo_compile_tendons(ludo_model *m, compiler *w)
{
    tendon_places at = {0, 0, 0};
    ludo_status status = LUDO_OK;
    m->span_count = 0;
    for (int32_t i = 0; i < m->spring_count && status == LUDO_OK; i++) {
        tendon_segment *segment = m->segment + at.segments;
        fill_tendon(m, w, i, &at);
        status = check_points(m, w, i);
        if (status == LUDO_OK && is_of_rates(&w->spring[i])) {
            fill_rates(m, &w->spring[i], &m->tendon[i], segment);
        }
    }
    return status;
}
