/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling loops: their ends, and the columns that their rows depend on. */
#include "core/diagnostic.h"
#include "model/check/check.h"
#include "model/compile/compile.h"
#include "model/loop.h"

/* ---- list of loops ---- */

/* Listing loops: closures, couplings, joints that are no parent joints. Forces along such joints
 * are refused; closures between merged bodies constrain nothing and are left out. */

/* ---- forces along joints that close loops ---- */

static ludo_status refuse(const compiler *w, int32_t joint, const char *problem)
{
    return ludo_body_tree_refuse(w->spec, &w->tree, joint, problem, w->why);
}

/* The first joint that closes a loop among those that a coupling names, or -1. */
static int32_t find_coupled_joint(const compiler *w, const ludo_coupling_def *c)
{
    return c->of_springs                             ? -1
           : w->tree.closes[c->joint]                ? c->joint
           : c->from >= 0 && w->tree.closes[c->from] ? c->from
                                                     : -1;
}

/* The first joint that closes a loop among the terms of a spring, or -1. */
static int32_t find_tendon_joint(const compiler *w, const ludo_spring_def *d)
{
    const bool joins_sites = ludo_tendon_kind_find(d->type)->joins_sites;
    for (int32_t k = 0; k < d->term_count && !joins_sites; k++) {
        if (w->tree.closes[d->term[k].joint]) {
            return d->term[k].joint;
        }
    }
    return -1;
}

static bool is_acted_on(const ludo_joint_def *d)
{
    bool acts = false;
    for (int32_t c = 0; c < LUDO_MAX_DOF; c++) {
        acts = acts || dof_acts(&d->along[c]) || joint_is_curved(d, c);
    }
    return acts;
}

/* Refuse forces along a joint that closes a loop: it has no coordinate. */
static ludo_status check_forces_along(const compiler *w)
{
    for (int32_t j = 0; j < w->spec->joints.count; j++) {
        if (w->tree.closes[j] && is_acted_on(&w->joint[j])) {
            return refuse(w, j, "has no coordinate for a spring, damper or armature");
        }
    }
    for (int32_t i = 0; i < w->spec->couplings.count; i++) {
        const int32_t j = find_coupled_joint(w, &w->coupling[i]);
        if (j >= 0) {
            return refuse(w, j, "has no coordinate for a coupling");
        }
    }
    for (int32_t i = 0; i < w->spec->springs.count; i++) {
        const int32_t j = find_tendon_joint(w, &w->spring[i]);
        if (j >= 0) {
            return refuse(w, j, "has no coordinate for a tendon");
        }
    }
    for (int32_t i = 0; i < w->spec->actuators.count; i++) {
        const ludo_actuator_def *a = &w->actuator[i];
        if (!a->on_spring && w->tree.closes[a->target]) {
            return refuse(w, a->target, "has no coordinate for an actuator");
        }
    }
    return LUDO_OK;
}

/* ---- closures between merged bodies ---- */

label ludo_compile_loop_label(const loop_def *d)
{
    return d->joint >= 0 ? ludo_label("joint", d->closure->name, d->joint)
                         : ludo_label(d->stem, d->name, d->number);
}

/* A frame of a body in the body that it is merged into. */
static ludo_frame frame_on_merged(const compiler *w, int32_t body, ludo_frame frame)
{
    const ludo_frame clean = frame_clean(frame);
    return body == LUDO_WORLD ? clean : frame_mul(w->merging[body].frame_in_merged, clean);
}

/* The largest position and angle error of a closure between merged bodies. */
static joint_view find_violation(const ludo_joint_def *d, ludo_frame on_a, ludo_frame on_b)
{
    const attached_frame world = {.slot = -1, .intermediate = -1};
    const pose origin = pose_world();
    const placement at = {.poses = &origin + 1};
    const loop_data l = ludo_compile_closure(d, on_a, on_b, &world, &world);
    loop_view view;
    joint_view open = {0.0, 0.0};
    l.kind->far(&l, &at, NULL, &view);
    for (int32_t i = 0; i < l.rows; i++) {
        double *most = i < l.translations ? &open.gap : &open.tilt;
        *most = fabs(view.g[i]) > *most ? fabs(view.g[i]) : *most;
    }
    return open;
}

/* A closure between merged bodies cannot be closed by motion: accept a violation within the
 * precision of files, refuse a larger one. */
static ludo_status check_merged_loop(const compiler *w, const loop_def *d)
{
    const ludo_joint_def *j = d->closure;
    const ludo_frame a = frame_on_merged(w, j->parent, j->in_parent);
    const ludo_frame b = frame_on_merged(w, j->child, j->in_child);
    const joint_view open = find_violation(j, a, b);
    /* round-off is relative to the terms: a sum of positions may be far smaller than they are */
    const double size = v3_norm(a.position) + v3_norm(b.position) + v3_norm(j->in_parent.position) +
                        v3_norm(j->in_child.position);
    const bool shut = open.gap <= ludo_check_digits * size && open.tilt <= ludo_check_digits;
    if (shut && isfinite(size)) {
        return LUDO_OK;
    }
    ludo_diagnose(w->why, d->place,
                  "%s is open by %.3g m and %.3g rad and cannot be closed: its bodies are fixed "
                  "to each other",
                  ludo_compile_loop_label(d).text, open.gap, open.tilt);
    return LUDO_BAD_MODEL;
}

/* ---- the list ---- */

static ludo_status list_closure(compiler *w, loop_def d)
{
    if (body_merged_into(w->merging, d.closure->parent) !=
        body_merged_into(w->merging, d.closure->child)) {
        w->loop[w->loop_count++] = d;
        return LUDO_OK;
    }
    w->merged_loop[w->merged_loop_count++] = d;
    return check_merged_loop(w, &d);
}

ludo_status ludo_compile_loop_list(compiler *w)
{
    const ludo_joint_def *closure = w->spec->closures.items;
    ludo_status status = check_forces_along(w);
    for (int32_t i = 0; i < w->spec->closures.count && status == LUDO_OK; i++) {
        const ludo_joint_def *d = &closure[i];
        status = list_closure(
            w, (loop_def){d->name, d->type, "closure", i, d->place, .closure = d, .joint = -1});
    }
    for (int32_t i = 0; i < w->spec->couplings.count; i++) {
        const ludo_coupling_def *d = &w->coupling[i];
        w->loop[w->loop_count++] =
            (loop_def){d->name, "coupling", "coupling", i, d->place, .coupling = d, .joint = -1};
    }
    for (int32_t j = 0; j < w->spec->joints.count && status == LUDO_OK; j++) {
        const ludo_joint_def *d = &w->joint[j];
        if (w->tree.closes[j]) {
            status =
                list_closure(w, (loop_def){"", d->type, "", j, d->place, .closure = d, .joint = j});
        }
    }
    return status;
}

/* ---- ends ---- */

/* The number of an end; an end that the loop does not have yet is appended. The world is none (-1).
 */
static int32_t end_at(loop_data *l, int32_t slot, bool columns)
{
    if (slot < 0) {
        return -1;
    }
    for (int32_t i = 0; i < l->ends; i++) {
        if (l->end[i].slot == slot && l->end[i].columns == columns) {
            return i;
        }
    }
    l->end[l->ends] = (loop_end){slot, columns};
    return l->ends++;
}

/* The ends of an attached frame: the twist of its body; on an intermediate link the twist of the
 * parent and the rates of the columns before the link. */
static void find_ends(const ludo_model *m, loop_data *l, const attached_frame *on, int32_t ends[2])
{
    const bool massless = on->intermediate >= 0;
    ends[0] = end_at(l, massless ? m->intermediate[on->intermediate].parent : on->slot, false);
    ends[1] = massless ? end_at(l, on->slot, true) : -1;
}

/* ---- closures ---- */

loop_data ludo_compile_closure(const ludo_joint_def *d, ludo_frame on_a, ludo_frame on_b,
                               const attached_frame *a, const attached_frame *b)
{
    const joint_kind *kind = ludo_joint_kind_find(d->type);
    return (loop_data){
        .kind = ludo_loop_kind_find("closure"),
        .rows = JOINT_MAX_DOF - kind->dof,
        .translations = (int32_t)kind->translation,
        .angle = 1.0,
        .joint = ludo_compile_between(kind, d, on_a, on_b),
        .on = {{a->slot, a->intermediate, frame_identity()},
               {b->slot, b->intermediate, frame_identity()}},
        .parent_ends = {-1, -1},
        .child_ends = {-1, -1},
        .column = {-1, -1},
        .tendon = {-1, -1},
    };
}

/* The reference length of position errors: the longest arm on a moving body, or the child's radius
 * of gyration if that is longer (the parent's if the child is the world). */
static double closure_length(const ludo_model *m, const loop_data *l)
{
    const int32_t slot = l->on[1].slot >= 0 ? l->on[1].slot : l->on[0].slot;
    double length = inertia_gyration(&m->inertia[slot]);
    for (int k = 0; k < 2; k++) {
        const double arm = v3_norm(k == 0 ? l->joint.p_a : l->joint.p_b);
        length = l->on[k].slot >= 0 && arm > length ? arm : length;
    }
    return length;
}

/* The reference length of the joint whose coordinate is coupled. */
static double coupling_length(const ludo_model *m, const loop_data *l)
{
    int32_t s = 0;
    while (l->column[0] >= m->column[s + 1]) {
        s++;
    }
    return m->joint[s].length;
}

void ludo_compile_loop_length(const ludo_model *m, loop_data *l)
{
    if (l->kind->joins_tendons) {
        ludo_compile_tendon_coupling_unit(m, l);
        return;
    }
    l->length = l->kind->joins_bodies ? closure_length(m, l) : coupling_length(m, l);
    l->joint.length = l->length;
}

static loop_data make_closure(const ludo_model *m, const ludo_joint_def *d)
{
    const attached_frame a = ludo_compile_attached_frame(m, d->parent, frame_clean(d->in_parent));
    const attached_frame b = ludo_compile_attached_frame(m, d->child, frame_clean(d->in_child));
    loop_data l = ludo_compile_closure(d, a.frame, b.frame, &a, &b);
    find_ends(m, &l, &a, l.parent_ends);
    find_ends(m, &l, &b, l.child_ends);
    l.joint.parent = a.slot;
    ludo_compile_loop_length(m, &l);
    return l;
}

/* ---- couplings ---- */

/* Set number i of a coupling to a coordinate of a joint; joint -1: none. */
static void couple(const ludo_model *m, const compiler *w, loop_data *l, int i, int32_t joint,
                   int32_t dof)
{
    l->column[i] = -1;
    if (joint >= 0) {
        const model_joint *j = &m->joints[joint];
        l->column[i] = j->column + dof;
        l->reference[i] = j->dof == 1 ? w->joint[joint].reference : 0.0;
        (void)end_at(l, j->slot, true);
    }
}

static loop_data make_coupling(const ludo_model *m, const compiler *w, const ludo_coupling_def *d)
{
    loop_data l = {
        .kind = ludo_loop_kind_find("coupling"), .rows = 1, .angle = 1.0, .tendon = {-1, -1}};
    couple(m, w, &l, 0, d->joint, d->dof);
    couple(m, w, &l, 1, d->from, d->from_dof);
    l.translations = column_is_length(m->column_kind[l.column[0]]) ? 1 : 0;
    ludo_compile_loop_length(m, &l);
    memcpy(l.coefficient, d->coefficient, sizeof l.coefficient);
    return l;
}

/* ---- all loops ---- */

/* A coupling, of lengths or of coordinates. */
static const ludo_coupling_def *lengths_of(const loop_def *d)
{
    return d->coupling != NULL && d->coupling->of_springs ? d->coupling : NULL;
}

static const ludo_coupling_def *coordinates_of(const loop_def *d)
{
    return d->coupling != NULL && !d->coupling->of_springs ? d->coupling : NULL;
}

static int32_t body_of(const compiler *w, int32_t site)
{
    return site >= 0 ? w->site[site].body : LUDO_WORLD;
}

/* The bodies of a loop: of the closure, of the joint of the coupling's coordinate, or of a length
 * the bodies where it begins and ends. */
static void find_bodies(const compiler *w, const loop_def *d, int32_t bodies[2])
{
    const ludo_coupling_def *lengths = lengths_of(d);
    const ludo_spring_def *s = lengths != NULL ? &w->spring[lengths->spring] : NULL;
    if (s != NULL && ludo_tendon_kind_find(s->type)->joins_sites) {
        const int32_t n = s->path_count;
        bodies[0] = body_of(w, n > 0 ? s->path[0].site : s->site_a);
        bodies[1] = body_of(w, n > 0 ? s->path[n - 1].site : s->site_b);
        return;
    }
    const ludo_joint_def *joint = d->closure != NULL ? d->closure
                                  : s != NULL        ? &w->joint[s->term[0].joint]
                                                     : &w->joint[d->coupling->joint];
    bodies[0] = joint->parent;
    bodies[1] = joint->child;
}

/* The public description of a loop. A joint that closes a loop gives its name. */
static ludo_loop_info make_info(ludo_model *m, compiler *w, const loop_def *d, const loop_data *l)
{
    const ludo_coupling_def *q = coordinates_of(d), *lengths = lengths_of(d);
    int32_t bodies[2];
    find_bodies(w, d, bodies);
    return (ludo_loop_info){
        .name = d->joint >= 0 ? m->joints[d->joint].name
                              : ludo_compile_name(m, w, d->name, d->stem, "", d->number),
        .type = ludo_compile_text(m, w, "%s", d->type),
        .rows = l->rows,
        .translations = l->translations,
        .parent = bodies[0],
        .child = bodies[1],
        .joint = q != NULL ? q->joint : d->joint,
        .from = q != NULL ? q->from : -1,
        .place = ludo_compile_place(m, w, d->place),
        .spring = lengths != NULL ? lengths->spring : -1,
        .from_spring = lengths != NULL ? lengths->from_spring : -1,
    };
}

static loop_data make_loop(const ludo_model *m, const compiler *w, const loop_def *d)
{
    return d->closure != NULL        ? make_closure(m, d->closure)
           : d->coupling->of_springs ? ludo_compile_tendon_coupling(m, w, d->coupling)
                                     : make_coupling(m, w, d->coupling);
}

void ludo_compile_loops(ludo_model *m, compiler *w)
{
    for (int32_t i = 0; i < m->loop_count; i++) {
        const loop_def *d = &w->loop[i];
        m->loop[i] = make_loop(m, w, d);
        m->loop_info[i] = make_info(m, w, d, &m->loop[i]);
    }
}

void ludo_compile_held(ludo_model *m, compiler *w)
{
    const int32_t *kept = w->spec->held.items;
    for (int32_t i = 0; i < w->spec->held.count; i++) {
        bool *seen = &w->seen[kept[i]];
        if (!*seen) {
            m->held[m->held_count++] = kept[i];
        }
        *seen = true;
    }
}
