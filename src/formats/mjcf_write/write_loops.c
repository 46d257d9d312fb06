/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing loops in MJCF: connect for balls, two of them for hinges, weld for fixed closures, joint
 * for couplings.
 *
 * A weld gives a point of each body and the orientation of the second body. A connect gives one
 * point of the first body; that of the second follows from the poses of the bodies at the
 * reference. If the second point is elsewhere, sites give both. */
#include "formats/mjcf_write/write.h"
#include "spec/items.h"

#include <string.h>

/* MJCF equalities of a closure type: number of connected points, 0: a weld. */
static const struct loop_type {
    const char *type;
    int32_t points;
} types[] = {{"fixed", 0}, {"ball", 1}, {"hinge", 2}};

/* NULL: MJCF has none */
static const struct loop_type *find_type(const ludo_joint_def *c)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].type, c->type) == 0) {
            return &types[i];
        }
    }
    return NULL;
}

/* ---- reference pose ---- */

static ludo_frame pose_in_world(const outline *o, int32_t body)
{
    ludo_frame f = frame_identity();
    for (; body >= 0; body = o->body[body].parent) {
        f = frame_mul(o->body[body].in_parent, f);
    }
    return f;
}

/* Whether two points coincide at the reference pose: within 1e-9 of the lengths, to allow for
 * rounded numbers. */
static bool coincide(const outline *o, const ludo_joint_def *c, const closure_end ends[2])
{
    const ludo_frame a = pose_in_world(o, c->parent), b = pose_in_world(o, c->child);
    const ludo_vec3 p = v3_add(a.position, q_rotate(a.orientation, ends[0].at));
    const ludo_vec3 q = v3_add(b.position, q_rotate(b.orientation, ends[1].at));
    const double size = v3_norm(p) + v3_norm(ends[0].at) + v3_norm(ends[1].at);
    return v3_norm(v3_sub(p, q)) <= 1e-9 * size;
}

/* ---- connected points ---- */

/* From the first point of a hinge to the second: along its axis, by the distance of the joint from
 * the origins of its bodies. */
static ludo_vec3 find_lever(const ludo_joint_def *c)
{
    const double size = v3_norm(c->in_parent.position) + v3_norm(c->in_child.position);
    return v3_has_direction(c->axis)
               ? v3_scale(size > 0.0 ? size : 1.0, ludo_normal_form_direction(c->axis))
               : v3(0.0, 0.0, 0.0);
}

/* The k-th connected point of a frame. */
static ludo_vec3 point_of(ludo_frame frame, ludo_vec3 lever, int32_t k)
{
    const ludo_frame f = frame_clean(frame);
    return k == 0 ? f.position : v3_add(f.position, q_rotate(f.orientation, lever));
}

/* The name of a site at a place on a body; NULL if there is none. */
static const char *find_site(const writer *w, const outline *o, int32_t body, ludo_vec3 at)
{
    int32_t i = body >= 0 ? o->body[body].site : o->world_site;
    for (; i >= 0; i = o->next_site[i]) {
        if (v3_max(v3_sub(ludo_spec_site_at(w->spec, i)->frame.position, at)) == 0.0) {
            return w->name[THING_SITE][i];
        }
    }
    return NULL;
}

/* The name of a loop's k-th equality. */
static const char *connection_name(writer *w, const outline_loop *loop, int32_t k)
{
    return k == 0 ? loop->name : ludo_write_say(w, "%s.%d", loop->name, (int)k);
}

/* Find or generate the site of an end. */
static void give_site(writer *w, const outline *o, closure_ends *ends, int32_t i, int32_t k)
{
    const outline_loop *loop = &o->loop[i];
    for (int which = 2; which-- > 0;) {
        const int32_t number = 2 * (MOST_POINTS * i + k) + which;
        const int32_t body = which == 0 ? loop->def->parent : loop->def->child;
        closure_end *end = &ends->end[number];
        end->site = find_site(w, o, body, end->at);
        if (end->site == NULL) {
            const char *name = connection_name(w, loop, k);
            end->site =
                ludo_write_variant(w, MJCF_SITES, ludo_write_say(w, "%s.end%d", name, which + 1));
            end->next = ends->first[body + 1];
            ends->first[body + 1] = number;
            end->made = true;
        }
    }
}

static void find_points(writer *w, const outline *o, closure_ends *ends, int32_t i)
{
    const ludo_joint_def *c = o->loop[i].def;
    const struct loop_type *type = find_type(c);
    const ludo_vec3 lever = find_lever(c);
    for (int32_t k = type != NULL ? type->points : 0; k-- > 0 && w->status == LUDO_OK;) {
        closure_end *end = &ends->end[2 * (MOST_POINTS * (size_t)i + (size_t)k)];
        end[0].at = point_of(c->in_parent, lever, k);
        end[1].at = point_of(c->in_child, lever, k);
        if (!coincide(o, c, end)) {
            give_site(w, o, ends, i, k);
        }
    }
}

closure_ends ludo_mjcf_find_ends(writer *w, const outline *o)
{
    const size_t points = MOST_POINTS * (size_t)o->loop_count;
    const int32_t places = ludo_spec_body_count(w->spec) + 1;
    closure_ends ends = {ludo_write_take(w, 2 * points, sizeof *ends.end),
                         ludo_write_take(w, (size_t)places, sizeof *ends.first)};
    for (int32_t i = 0; i < places && w->status == LUDO_OK; i++) {
        ends.first[i] = -1;
    }
    /* the last one first, so that lists are in order */
    for (int32_t i = o->loop_count; i-- > 0 && w->status == LUDO_OK;) {
        find_points(w, o, &ends, i);
    }
    return ends;
}

void ludo_mjcf_write_ends(writer *w, const closure_ends *ends, int32_t body)
{
    for (int32_t i = ends->first[body + 1]; i >= 0; i = ends->end[i].next) {
        ludo_write_open(w, "site");
        ludo_write_text(w, "name", ends->end[i].site);
        ludo_write_vector_unless_zero(w, "pos", ends->end[i].at);
        ludo_write_close(w, "site");
    }
}

/* ---- closures ---- */

static void write_pair(writer *w, int32_t first, int32_t second)
{
    ludo_write_text(w, "body1", w->name[THING_BODY][first]);
    if (second >= 0) {
        ludo_write_text(w, "body2", w->name[THING_BODY][second]);
    }
}

static void write_connect(writer *w, const ludo_joint_def *c, const closure_end ends[2],
                          const char *name)
{
    const bool swap = c->parent == LUDO_WORLD;
    ludo_write_open(w, "connect");
    ludo_write_text(w, "name", name);
    if (ends[0].site != NULL) {
        ludo_write_text(w, "site1", ends[0].site);
        ludo_write_text(w, "site2", ends[1].site);
    } else {
        write_pair(w, swap ? c->child : c->parent, swap ? c->parent : c->child);
        ludo_write_vector(w, "anchor", ends[swap].at);
    }
    ludo_write_close(w, "connect");
    if (ends[0].made || ends[1].made) {
        ludo_write_remark(w,
                          "the loop is open at the reference pose: sites are written at its ends",
                          c->place, "closure '%s'", name);
    }
}

/* The anchor in the second body; its point in the first body, and the orientation of the second. */
static void write_weld(writer *w, const ludo_joint_def *c, const char *name)
{
    const bool swap = c->parent == LUDO_WORLD;
    const ludo_frame first = frame_clean(swap ? c->in_child : c->in_parent);
    const ludo_frame second = frame_clean(swap ? c->in_parent : c->in_child);
    const ludo_vec3 p = first.position;
    const ludo_quat q =
        q_is_identity(second.orientation)
            ? ludo_normal_form_quat(first.orientation)
            : ludo_normal_form_quat(q_mul(first.orientation, q_conj(second.orientation)));
    ludo_write_open(w, "weld");
    ludo_write_text(w, "name", name);
    write_pair(w, swap ? c->child : c->parent, swap ? c->parent : c->child);
    ludo_write_vector(w, "anchor", second.position);
    ludo_write_numbers(w, "relpose", (double[]){p.x, p.y, p.z, q.w, q.x, q.y, q.z}, 7);
    ludo_write_close(w, "weld");
}

/* The number of equalities of a loop; 0: it is left out. */
static int32_t count_equalities(const outline_loop *loop)
{
    const struct loop_type *type = find_type(loop->def);
    return type == NULL ? 0 : type->points == 0 ? 1 : type->points;
}

static void write_loop(writer *w, const outline_loop *loop, const closure_end *ends)
{
    const ludo_joint_def *c = loop->def;
    const struct loop_type *type = find_type(c);
    if (type == NULL) {
        ludo_write_remark(w,
                          "left out: MJCF can close loops only by balls, hinges and fixed joints",
                          c->place, "closure '%s' of type %s", loop->name, c->type);
        return;
    }
    if (type->points == 0) {
        write_weld(w, c, loop->name);
    }
    for (int32_t k = 0; k < type->points; k++) {
        const char *name = connection_name(w, loop, k);
        write_connect(w, c, ends + 2 * (size_t)k,
                      k == 0 ? name : ludo_write_variant(w, MJCF_EQUALITIES, name));
    }
    if (type->points > 1) {
        ludo_write_remark(w, "MJCF has no hinge closures: two points of the axis are connected",
                          c->place, "closure '%s'", loop->name);
    }
}

/* ---- couplings ---- */

/* A coupling of lengths. An equality of MJCF has no length of a slider-crank, which is none of a
 * tendon. */
static void write_lengths(writer *w, int32_t coupling, const ludo_coupling_def *c)
{
    const int32_t spring[2] = {c->spring, c->from_spring};
    for (int k = 0; k < 2; k++) {
        const bool named = spring[k] >= 0 && spring[k] < ludo_spec_spring_count(w->spec);
        if (named && ludo_mjcf_is_transmission(ludo_spec_spring_at(w->spec, spring[k]))) {
            ludo_write_remark(w, "left out: MJCF has equalities of tendons alone", c->place,
                              "coupling '%s' of spring '%s'", w->name[THING_COUPLING][coupling],
                              w->name[THING_SPRING][spring[k]]);
            return;
        }
        if (!named && (k == 0 || spring[k] != -1)) {
            ludo_write_fail(w, LUDO_BAD_MODEL, c->place,
                            "coupling '%.200s': its spring does not exist", c->name);
            return;
        }
    }
    ludo_write_open(w, "tendon");
    ludo_write_text(w, "name", w->name[THING_COUPLING][coupling]);
    ludo_write_text(w, "tendon1", w->name[THING_SPRING][c->spring]);
    if (c->from_spring >= 0) {
        ludo_write_text(w, "tendon2", w->name[THING_SPRING][c->from_spring]);
    }
    ludo_write_numbers(w, "polycoef", c->coefficient, 5);
    ludo_write_close(w, "tendon");
}

static void write_coupling(writer *w, const outline *o, int32_t coupling)
{
    const ludo_coupling_def *c = ludo_spec_coupling_at(w->spec, coupling);
    if (c->of_springs) {
        write_lengths(w, coupling, c);
        return;
    }
    const outline_part *p = ludo_outline_scalar(w, o, c->joint, c->dof, c->place);
    ludo_write_open(w, "joint");
    ludo_write_text(w, "name", w->name[THING_COUPLING][coupling]);
    ludo_write_text(w, "joint1", p != NULL ? p->name : NULL);
    if (c->from >= 0) {
        p = ludo_outline_scalar(w, o, c->from, c->from_dof, c->place);
        ludo_write_text(w, "joint2", p != NULL ? p->name : NULL);
    }
    ludo_write_numbers(w, "polycoef", c->coefficient, 5);
    ludo_write_close(w, "joint");
}

void ludo_mjcf_write_equalities(writer *w, const outline *o, const closure_ends *ends)
{
    const int32_t couplings = ludo_spec_coupling_count(w->spec);
    int32_t count = couplings;
    for (int32_t i = 0; i < o->loop_count; i++) {
        count += count_equalities(&o->loop[i]);
    }
    if (count > 0) {
        ludo_write_open(w, "equality");
    }
    for (int32_t i = 0; i < o->loop_count && w->status == LUDO_OK; i++) {
        write_loop(w, &o->loop[i], &ends->end[2 * MOST_POINTS * (size_t)i]);
    }
    for (int32_t i = 0; i < couplings && w->status == LUDO_OK; i++) {
        write_coupling(w, o, i);
    }
    ludo_mjcf_close_section(w, "equality", count);
}
