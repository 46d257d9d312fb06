/* SPDX-License-Identifier: Apache-2.0
 *
 * The fingerprint of a simulation: one function for each part of the model, in one table. A number
 * that the motion depends on is a number of its part. */
#include "sim/fingerprint.h"

#include "geometry/facets.h"
#include "geometry/height_field.h"
#include "geometry/polytope.h"
#include "geometry/shape.h"
#include "model/loop.h"

#include <string.h>

static uint64_t hash_doubles(uint64_t hash, const double *values, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, &values[i], sizeof word);
        hash = hash_word(hash, word);
    }
    return hash;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++) {
        hash = hash_word(hash, (unsigned char)*text);
    }
    return hash_word(hash, 0);
}

/* ---- the fingerprint ---- */

static uint64_t hash_joint(uint64_t hash, const joint_data *j)
{
    const double geometry[] = {j->p_a.x, j->p_a.y,   j->p_a.z,   j->p_b.x,   j->p_b.y,
                               j->p_b.z, j->q_off.w, j->q_off.x, j->q_off.y, j->q_off.z,
                               j->n.x,   j->n.y,     j->n.z,     j->m.x,     j->m.y,
                               j->m.z,   j->P[0].x,  j->P[0].y,  j->P[0].z,  j->reference};
    hash = hash_word(hash_text(hash, j->kind->name), (uint64_t)(j->parent + 1));
    hash = hash_doubles(hash, geometry, (int32_t)(sizeof geometry / sizeof *geometry));
    for (int32_t i = 0; i < j->dof && j->part != NULL; i++) {
        const joint_part *p = &j->part[i];
        const double part[] = {p->slides ? 1.0 : 0.0, p->axis.x,   p->axis.y,   p->axis.z,
                               p->center.x,           p->center.y, p->center.z, p->reference};
        hash = hash_doubles(hash, part, (int32_t)(sizeof part / sizeof *part));
    }
    return hash;
}

/* Laws beyond a fixed gain and an affine bias. */
static uint64_t hash_actuator_laws(uint64_t hash, const actuator_data *a)
{
    const muscle_data *m = &a->muscle;
    const double law[] = {a->gain_slope[0],
                          a->gain_slope[1],
                          m->optimum,
                          m->first,
                          m->start,
                          m->force,
                          m->shortest,
                          m->longest,
                          m->fastest,
                          m->passive,
                          m->lengthening,
                          a->time_constant[0],
                          a->time_constant[1],
                          a->time_constant[2],
                          a->activation_range[0],
                          a->activation_range[1],
                          a->slew_rate,
                          a->resistance,
                          a->back_emf,
                          a->cogging[0],
                          a->cogging[1],
                          a->cogging[2]};
    hash = hash_text(hash_text(hash, a->gain_law->name), a->bias_law->name);
    hash = hash_text(hash, a->dynamics != NULL ? a->dynamics->name : "");
    return hash_doubles(hash, law, (int32_t)(sizeof law / sizeof *law));
}

/* Frames, gears and rods of wrenches and slider-cranks. */
static uint64_t hash_transmission(uint64_t hash, const tendon_data *l)
{
    for (int k = 0; k < 2 && l->kind->is_opaque; k++) {
        const double axes[] = {l->axes[k].w, l->axes[k].x, l->axes[k].y, l->axes[k].z};
        hash = hash_doubles(hash, axes, 4);
    }
    const double numbers[] = {l->has_reference ? 1.0 : 0.0, l->rod};
    return l->kind->is_opaque ? hash_doubles(hash_doubles(hash, l->gear, 6), numbers, 2) : hash;
}

static uint64_t hash_end(uint64_t hash, const tendon_end *e)
{
    const double point[] = {(double)e->slot, e->point.x, e->point.y, e->point.z};
    return hash_doubles(hash, point, 4);
}

static uint64_t hash_segment(uint64_t hash, const tendon_segment *g)
{
    const double law[] = {g->share, g->wrap.radius, g->wrap.cylinder ? 1.0 : 0.0};
    hash = hash_end(hash_end(hash, &g->end[0]), &g->end[1]);
    if (g->wraps) {
        hash = hash_doubles(hash_end(hash, &g->wrap.center), g->wrap.axes.m, 9);
    }
    if (g->wraps && g->wrap.sided) {
        hash = hash_end(hash, &g->wrap.side);
    }
    return hash_doubles(hash, law, 3);
}

/* Springs, dampers, armatures and effort limits of coordinates. */
static uint64_t hash_columns(uint64_t hash, const ludo_model *m)
{
    for (int32_t c = 0; c < m->columns; c++) {
        const ludo_dof_def *d = &m->along[c];
        const double law[] = {d->stiffness, d->rest, d->damping, d->armature, d->effort};
        hash = hash_doubles(hash, law, sizeof law / sizeof *law);
    }
    return hash;
}

static uint64_t hash_springs(uint64_t hash, const ludo_model *m)
{
    for (int32_t i = 0; i < m->spring_count; i++) {
        const tendon_data *l = &m->tendon[i];
        const double law[] = {l->stiffness, l->damping,  l->rest[0],       l->rest[1],
                              l->range[0],  l->range[1], l->friction_loss, l->armature};
        hash = hash_doubles(hash_text(hash, l->kind->name), law, 8);
        for (int32_t k = 0; k < l->segment_count; k++) {
            hash = hash_segment(hash, &l->segment[k]);
        }
        hash = hash_transmission(hash, l);
        for (int32_t k = 0; k < l->term_count; k++) {
            const double term[] = {(double)l->term[k].column, l->term[k].weight};
            hash = hash_doubles(hash, term, 2);
        }
    }
    return hash;
}

static uint64_t hash_actuators(uint64_t hash, const ludo_model *m)
{
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const actuator_data *a = &m->actuator[i];
        const double law[] = {(double)a->tendon, (double)a->column,   a->gear,
                              a->gain,           a->bias[0],          a->bias[1],
                              a->bias[2],        a->control_range[0], a->control_range[1],
                              a->force_range[0], a->force_range[1]};
        hash = hash_doubles(hash, law, (int32_t)(sizeof law / sizeof *law));
        hash = hash_actuator_laws(hash, a);
    }
    return hash;
}

static uint64_t hash_tethers(uint64_t hash, const ludo_model *m)
{
    for (int32_t i = 0; i < m->tethers; i++) {
        const tether_data *t = &m->tether[i];
        const double law[] = {(double)t->slot, t->rest.x,    t->rest.y,
                              t->rest.z,       t->stiffness, t->damping};
        hash = hash_doubles(hash, law, 6);
    }
    return hash;
}

static uint64_t hash_curves(uint64_t hash, const ludo_model *m)
{
    for (int32_t i = 0; i < m->curves; i++) {
        const curve_data *c = &m->curve[i];
        const double law[] = {(double)c->column, c->rest,       c->stiffness[0],
                              c->stiffness[1],   c->damping[0], c->damping[1]};
        hash = hash_doubles(hash, law, 6);
    }
    return hash;
}

static uint64_t hash_drag(uint64_t hash, const ludo_model *m)
{
    const ludo_medium *a = &m->medium;
    const double medium[] = {a->density, a->viscosity, a->wind.x, a->wind.y, a->wind.z};
    for (int32_t i = 0; i < m->drags; i++) {
        const drag_data *d = &m->drag[i];
        const double place[] = {(double)d->slot, d->center.x, d->center.y, d->center.z};
        hash = hash_doubles(hash, medium, 5);
        hash = hash_doubles(hash_text(hash, d->kind->name), place, 4);
        hash = hash_doubles(hash_doubles(hash, d->axes.m, 9), d->size, 3);
        hash = hash_doubles(hash, d->coefficient, 5);
    }
    return hash;
}

/* Attached bodies without inertia: forces act on them at their frames. */
static uint64_t hash_attached_frames(uint64_t hash, const ludo_model *m)
{
    for (int32_t i = 0; i < m->body_count; i++) {
        const model_body *b = &m->body[i];
        if (b->slot >= 0 && m->body_of[b->slot] == i) {
            continue;
        }
        const ludo_frame f = b->on.frame;
        const double place[] = {f.position.x,    f.position.y,    f.position.z,    f.orientation.w,
                                f.orientation.x, f.orientation.y, f.orientation.z, b->com.x,
                                b->com.y,        b->com.z};
        hash = hash_word(hash, (uint64_t)i << 32 | (uint32_t)b->slot);
        hash = hash_doubles(hash, place, (int32_t)(sizeof place / sizeof *place));
        if (b->on.intermediate >= 0) {
            hash = hash_joint(hash, &m->intermediate[b->on.intermediate]);
        }
    }
    return hash;
}

static uint64_t hash_loops(uint64_t hash, const ludo_model *m)
{
    for (int32_t i = 0; i < m->loop_count; i++) {
        const loop_data *l = &m->loop[i];
        hash = hash_text(hash, l->kind->name);
        if (l->joint.kind != NULL) {
            hash = hash_joint(hash, &l->joint);
        }
        for (int k = 0; k < 2; k++) {
            hash = hash_word(hash,
                             (uint64_t)(l->on[k].slot + 1) << 32 | (uint32_t)l->on[k].intermediate);
            hash = hash_word(hash, (uint64_t)(l->column[k] + 1));
        }
        for (int k = 0; k < 2 && l->kind->joins_tendons; k++) {
            hash = hash_word(hash, (uint64_t)(l->tendon[k] + 1));
        }
        hash = hash_doubles(hash_doubles(hash, l->reference, 2), l->coefficient, 5);
    }
    for (int32_t i = 0; i < m->held_count; i++) {
        hash = hash_word(hash, (uint64_t)m->held[i]);
    }
    return hash;
}

static uint64_t hash_fluids(uint64_t hash, const ludo_model *m)
{
    for (int32_t i = 0; i < m->fluids; i++) {
        const fluid_data *f = &m->fluid[i];
        const double weight[] = {(double)f->slot, f->displaced, f->buoyancy.x, f->buoyancy.y,
                                 f->buoyancy.z};
        hash = hash_doubles(hash_doubles(hash, weight, 5), f->A, 36);
    }
    return hash;
}

static uint64_t hash_field(uint64_t hash, const height_field *f)
{
    const double grid[] = {(double)f->rows, (double)f->columns, f->x, f->y, f->dx, f->dy};
    hash = hash_doubles(hash, grid, sizeof grid / sizeof *grid);
    return hash_doubles(hash, f->height, f->rows * f->columns);
}

static uint64_t hash_facets(uint64_t hash, const facets *f)
{
    for (int32_t i = 0; i < f->count; i++) {
        const facet *of = &f->facet[i];
        hash = hash_word(hash, (uint64_t)of->sides);
        for (int32_t k = 0; k < of->sides; k++) {
            const ludo_vec3 p = of->prism.vertex[of->sides + k];
            hash = hash_doubles(hash, (const double[]){p.x, p.y, p.z}, 3);
        }
    }
    return hash;
}

static uint64_t hash_collider(uint64_t hash, const collider *c)
{
    const ludo_frame f = c->frame;
    const double place[] = {(double)c->slot, f.position.x,    f.position.y,    f.position.z,
                            f.orientation.w, f.orientation.x, f.orientation.y, f.orientation.z,
                            c->size[0],      c->size[1],      c->size[2]};
    const double law[] = {(double)c->type,     (double)c->affinity, (double)c->condim,
                          (double)c->priority, c->friction[0],      c->friction[1],
                          c->friction[2],      c->restitution};
    hash = hash_doubles(hash_text(hash, c->kind->name), place, sizeof place / sizeof *place);
    for (int32_t i = 0; c->hull != NULL && i < c->hull->vertex_count; i++) {
        const ludo_vec3 p = c->hull->vertex[i];
        hash = hash_doubles(hash, (const double[]){p.x, p.y, p.z}, 3);
    }
    hash = c->field != NULL ? hash_field(hash, c->field) : hash;
    hash = c->facets != NULL ? hash_facets(hash, c->facets) : hash;
    return hash_doubles(hash, law, sizeof law / sizeof *law);
}

static uint64_t hash_contacts(uint64_t hash, const ludo_model *m)
{
    const model_contacts *c = &m->contacts;
    for (int32_t i = 0; i < c->collider_count; i++) {
        hash = hash_collider(hash, &c->collider[i]);
    }
    for (int32_t i = 0; i < c->pair_count; i++) {
        const collider_pair *p = &c->pair[i];
        const double law[] = {(double)p->a,      (double)p->b, p->law.frictionless ? 1.0 : 0.0,
                              p->law.friction,   p->law.spin,  p->law.roll,
                              p->law.restitution};
        hash = hash_doubles(hash, law, sizeof law / sizeof *law);
    }
    for (int32_t i = 0; i < c->apart_count; i++) {
        hash = hash_word(hash, (uint64_t)(c->apart[i].a + 1) << 32 | (uint32_t)c->apart[i].b);
    }
    for (int32_t i = 0; i < c->held_count; i++) {
        hash = hash_word(hash, (uint64_t)c->held[i].a << 32 | (uint32_t)c->held[i].b);
    }
    return hash;
}

static uint64_t hash_limits(uint64_t hash, const ludo_model *m)
{
    const model_limits *of = &m->limits;
    for (int32_t i = 0; i < of->limit_count; i++) {
        const limit_data *l = &of->limit[i];
        const double law[] = {(double)l->column, l->ball ? 1.0 : 0.0, l->range[0], l->range[1]};
        hash = hash_doubles(hash, law, sizeof law / sizeof *law);
    }
    for (int32_t i = 0; i < of->friction_count; i++) {
        const dry_friction_data *l = &of->friction[i];
        const double law[] = {(double)l->column, l->ball ? 1.0 : 0.0, l->force};
        hash = hash_doubles(hash, law, sizeof law / sizeof *law);
    }
    for (int32_t i = 0; i < of->speed_count; i++) {
        const double law[] = {(double)of->speed[i].column, of->speed[i].speed};
        hash = hash_doubles(hash, law, sizeof law / sizeof *law);
    }
    return hash;
}

static uint64_t hash_settings(uint64_t hash, const ludo_sim *sim)
{
    const sim_settings *s = &sim->state.settings;
    const double numbers[] = {(double)s->order, s->tolerance, (double)s->max_iterations,
                              (double)s->max_substeps};
    hash = hash_doubles(hash, numbers, 4);
    hash = hash_doubles(hash, &s->accuracy, s->accuracy > 0.0 ? 1 : 0);
    hash = hash_text(hash_text(hash, sim->integrator->info.name), s->scheme);
    hash = hash_text(hash_text(hash_text(hash, s->rotation), s->solver), s->damping);
    const uint64_t switches = (s->contacts ? 1u : 0u) | (s->limits ? 2u : 0u);
    hash = hash_word(hash_text(hash, s->cone), switches);
    const double sleep[] = {s->sleep_speed, s->sleep_time};
    return s->sleep_speed > 0.0 ? hash_doubles(hash, sleep, 2) : hash;
}

/* A weight, if it is not that of the mass. */
static uint64_t hash_weight(uint64_t hash, const ludo_model *m, int32_t s)
{
    const body_weight *w = &m->weight[s];
    const double numbers[] = {w->mass, w->moment.x, w->moment.y, w->moment.z};
    const bool plain = w->mass == m->inertia[s].mass && v3_max(w->moment) == 0.0;
    return plain ? hash : hash_doubles(hash, numbers, 4);
}

static uint64_t hash_bodies(uint64_t hash, const ludo_model *m)
{
    for (int32_t s = 0; s < m->slots; s++) {
        hash = hash_doubles(hash, &m->inertia[s].mass, 1);
        hash = hash_doubles(hash, m->inertia[s].J, 6);
        hash = hash_weight(hash, m, s);
        hash = hash_joint(hash, &m->joint[s]);
    }
    return hash;
}

static uint64_t hash_gravity(uint64_t hash, const ludo_model *m)
{
    return hash_doubles(hash, (const double[]){m->gravity.x, m->gravity.y, m->gravity.z}, 3);
}

/* The parts of a model, in the order of their hashes. */
static uint64_t (*const parts[])(uint64_t hash, const ludo_model *m) = {
    hash_gravity,  hash_bodies, hash_columns, hash_springs,         hash_actuators,
    hash_tethers,  hash_curves, hash_drag,    hash_attached_frames, hash_loops,
    hash_contacts, hash_limits, hash_fluids,
};

uint64_t ludo_sim_fingerprint(const ludo_sim *sim)
{
    uint64_t hash = hash_start;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        hash = parts[i](hash, sim->state.model);
    }
    return hash_settings(hash, sim);
}
