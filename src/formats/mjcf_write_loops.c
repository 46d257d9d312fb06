/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing what closes loops in MJCF: connect for balls, weld for fixed closures, joint for
 * couplings.
 *
 * A weld says where a point of each body is, and how the second one is turned. A connect says one
 * point of the first body and takes that of the second from where the bodies stand at the reference
 * pose; where the second point is elsewhere, sites say both. */
#include "formats/mjcf_write.h"

#include <string.h>

/* ---- where bodies stand ---- */

static ludo_frame stand_in_world(const outline *o, int32_t body)
{
    ludo_frame f = {{0.0, 0.0, 0.0}, q_identity()};
    for (; body >= 0; body = o->body[body].parent) {
        f = frame_mul(o->body[body].stand, f);
    }
    return f;
}

/* Whether the two points of a closure coincide at the reference pose: what digits leave is less
 * than 1e-9 of the lengths. */
static bool is_closed(const outline *o, const ludo_joint_def *c)
{
    const ludo_frame a = frame_mul(stand_in_world(o, c->parent), frame_tidy(c->in_parent));
    const ludo_frame b = frame_mul(stand_in_world(o, c->child), frame_tidy(c->in_child));
    const double size =
        v3_norm(a.position) + v3_norm(c->in_parent.position) + v3_norm(c->in_child.position);
    return v3_norm(v3_sub(a.position, b.position)) <= 1e-9 * size;
}

/* ---- closures ---- */

static void write_bodies(writer *w, int32_t first, int32_t second)
{
    ludo_write_text(w, "body1", w->name[THING_BODY][first]);
    if (second >= 0) {
        ludo_write_text(w, "body2", w->name[THING_BODY][second]);
    }
}

/* A site at a place on a body; -1 where there is none. */
static int32_t find_site(const ludo_spec *spec, int32_t body, ludo_frame at)
{
    for (int32_t i = 0; i < ludo_spec_site_count(spec); i++) {
        const ludo_site_def *s = ludo_spec_site(spec, i);
        const ludo_vec3 off = v3_sub(s->frame.position, at.position);
        if (s->body == body && v3_max(off) == 0.0) {
            return i;
        }
    }
    return -1;
}

static void write_connect(writer *w, const outline *o, const ludo_joint_def *c, const char *name)
{
    const bool swap = c->parent == LUDO_WORLD;
    const int32_t a = find_site(w->spec, c->parent, c->in_parent);
    const int32_t b = find_site(w->spec, c->child, c->in_child);
    if (!is_closed(o, c) && (a < 0 || b < 0)) {
        ludo_write_fail(w, LUDO_UNSUPPORTED, c->place,
                        "closure '%.200s' is open at the reference pose: in MJCF its two points "
                        "need sites there",
                        name);
        return;
    }
    ludo_write_open(w, "connect");
    ludo_write_text(w, "name", name);
    if (is_closed(o, c)) {
        write_bodies(w, swap ? c->child : c->parent, swap ? c->parent : c->child);
        ludo_write_vector(w, "anchor", swap ? c->in_child.position : c->in_parent.position);
    } else {
        ludo_write_text(w, "site1", w->name[THING_SITE][a]);
        ludo_write_text(w, "site2", w->name[THING_SITE][b]);
    }
    ludo_write_close(w, "connect");
}

/* The anchor in the second body; in the first one where it is, and how the second body is turned.
 */
static void write_weld(writer *w, const ludo_joint_def *c, const char *name)
{
    const bool swap = c->parent == LUDO_WORLD;
    const ludo_frame first = frame_tidy(swap ? c->in_child : c->in_parent);
    const ludo_frame second = frame_tidy(swap ? c->in_parent : c->in_child);
    const ludo_vec3 p = first.position;
    const ludo_quat q =
        q_is_identity(second.orientation)
            ? ludo_quat_settled(first.orientation)
            : ludo_quat_settled(q_mul(first.orientation, q_conj(second.orientation)));
    ludo_write_open(w, "weld");
    ludo_write_text(w, "name", name);
    write_bodies(w, swap ? c->child : c->parent, swap ? c->parent : c->child);
    ludo_write_vector(w, "anchor", second.position);
    ludo_write_numbers(w, "relpose", (double[]){p.x, p.y, p.z, q.w, q.x, q.y, q.z}, 7);
    ludo_write_close(w, "weld");
}

static void write_closure(writer *w, const outline *o, int32_t closure)
{
    const ludo_joint_def *c = ludo_spec_closure(w->spec, closure);
    const char *name = w->name[THING_CLOSURE][closure];
    const int32_t bodies = ludo_spec_body_count(w->spec);
    if (c->child < 0 || c->child >= bodies || c->parent < LUDO_WORLD || c->parent >= bodies) {
        ludo_write_fail(w, LUDO_BAD_MODEL, c->place,
                        "closure '%.200s' names a body that does not exist", c->name);
    } else if (strcmp(c->type, "ball") == 0) {
        write_connect(w, o, c, name);
    } else if (strcmp(c->type, "fixed") == 0) {
        write_weld(w, c, name);
    } else {
        ludo_write_remark(w,
                          "MJCF closes loops by balls and fixed joints only: this one is left out",
                          c->place, "closure '%s' of type %s", name, c->type);
    }
}

/* ---- couplings ---- */

static void write_coupling(writer *w, const outline *o, int32_t coupling)
{
    const ludo_coupling_def *c = ludo_spec_coupling(w->spec, coupling);
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

void ludo_mjcf_write_equalities(writer *w, const outline *o)
{
    const int32_t closures = ludo_spec_closure_count(w->spec);
    const int32_t couplings = ludo_spec_coupling_count(w->spec);
    if (closures + couplings == 0) {
        return;
    }
    ludo_write_open(w, "equality");
    for (int32_t i = 0; i < closures && w->status == LUDO_OK; i++) {
        write_closure(w, o, i);
    }
    for (int32_t i = 0; i < couplings && w->status == LUDO_OK; i++) {
        write_coupling(w, o, i);
    }
    ludo_write_close(w, "equality");
}
