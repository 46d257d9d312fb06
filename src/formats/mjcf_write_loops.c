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
    ludo_frame f = frame_identity();
    for (; body >= 0; body = o->body[body].parent) {
        f = frame_mul(o->body[body].stand, f);
    }
    return f;
}

/* Whether the two points of a closure coincide at the reference pose: what digits leave is less
 * than 1e-9 of the lengths. */
static bool is_closed(const outline *o, const ludo_joint_def *c)
{
    const ludo_frame a = frame_mul(stand_in_world(o, c->parent), frame_clean(c->in_parent));
    const ludo_frame b = frame_mul(stand_in_world(o, c->child), frame_clean(c->in_child));
    const double size =
        v3_norm(a.position) + v3_norm(c->in_parent.position) + v3_norm(c->in_child.position);
    return v3_norm(v3_sub(a.position, b.position)) <= 1e-9 * size;
}

/* ---- the ends of closures that are open at the reference pose ---- */

/* The name of a site at a place on a body; NULL where there is none. */
static const char *find_site(const writer *w, const outline *o, int32_t body, ludo_vec3 at)
{
    int32_t i = body >= 0 ? o->body[body].site : o->world_site;
    for (; i >= 0; i = o->next_site[i]) {
        if (v3_max(v3_sub(ludo_spec_site(w->spec, i)->frame.position, at)) == 0.0) {
            return w->name[THING_SITE][i];
        }
    }
    return NULL;
}

/* Make out end 0 or 1 of a closure. */
static void find_end(writer *w, const outline *o, closure_ends *ends, int32_t closure, int which)
{
    const ludo_joint_def *c = ludo_spec_closure(w->spec, closure);
    const int32_t i = 2 * closure + which, body = which == 0 ? c->parent : c->child;
    closure_end *end = &ends->end[i];
    end->at = which == 0 ? c->in_parent.position : c->in_child.position;
    end->site = find_site(w, o, body, end->at);
    if (end->site != NULL) {
        return;
    }
    const char *name = w->name[THING_CLOSURE][closure];
    end->site = ludo_write_variant(w, MJCF_SITES, ludo_write_say(w, "%s.end%d", name, which + 1));
    end->next = ends->first[body + 1];
    ends->first[body + 1] = i;
    end->made = true;
}

closure_ends ludo_mjcf_find_ends(writer *w, const outline *o)
{
    const int32_t closures = ludo_spec_closure_count(w->spec);
    const int32_t places = ludo_spec_body_count(w->spec) + 1;
    closure_ends ends = {ludo_write_take(w, 2 * (size_t)closures, sizeof *ends.end),
                         ludo_write_take(w, (size_t)places, sizeof *ends.first)};
    for (int32_t i = 0; i < places && w->status == LUDO_OK; i++) {
        ends.first[i] = -1;
    }
    /* the last comes first, so that chains are in order */
    for (int32_t i = closures; i-- > 0 && w->status == LUDO_OK;) {
        const ludo_joint_def *c = ludo_spec_closure(w->spec, i);
        if (strcmp(c->type, "ball") == 0 && !is_closed(o, c)) {
            find_end(w, o, &ends, i, 1);
            find_end(w, o, &ends, i, 0);
        }
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
        ludo_write_vector(w, "anchor", swap ? c->in_child.position : c->in_parent.position);
    }
    ludo_write_close(w, "connect");
    if (ends[0].made || ends[1].made) {
        ludo_write_remark(w, "it is open at the reference pose: its ends become sites", c->place,
                          "closure '%s'", name);
    }
}

/* The anchor in the second body; in the first one where it is, and how the second body is turned.
 */
static void write_weld(writer *w, const ludo_joint_def *c, const char *name)
{
    const bool swap = c->parent == LUDO_WORLD;
    const ludo_frame first = frame_clean(swap ? c->in_child : c->in_parent);
    const ludo_frame second = frame_clean(swap ? c->in_parent : c->in_child);
    const ludo_vec3 p = first.position;
    const ludo_quat q =
        q_is_identity(second.orientation)
            ? ludo_quat_settled(first.orientation)
            : ludo_quat_settled(q_mul(first.orientation, q_conj(second.orientation)));
    ludo_write_open(w, "weld");
    ludo_write_text(w, "name", name);
    write_pair(w, swap ? c->child : c->parent, swap ? c->parent : c->child);
    ludo_write_vector(w, "anchor", second.position);
    ludo_write_numbers(w, "relpose", (double[]){p.x, p.y, p.z, q.w, q.x, q.y, q.z}, 7);
    ludo_write_close(w, "weld");
}

static void write_closure(writer *w, const closure_ends *ends, int32_t closure)
{
    const ludo_joint_def *c = ludo_spec_closure(w->spec, closure);
    const char *name = w->name[THING_CLOSURE][closure];
    if (strcmp(c->type, "ball") == 0) {
        write_connect(w, c, ends->end + 2 * (size_t)closure, name);
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

/* How many closures MJCF has a way for. */
static int32_t closures_kept(const ludo_spec *spec)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < ludo_spec_closure_count(spec); i++) {
        const char *type = ludo_spec_closure(spec, i)->type;
        kept += strcmp(type, "ball") == 0 || strcmp(type, "fixed") == 0;
    }
    return kept;
}

void ludo_mjcf_write_equalities(writer *w, const outline *o, const closure_ends *ends)
{
    const int32_t couplings = ludo_spec_coupling_count(w->spec);
    const int32_t count = closures_kept(w->spec) + couplings;
    if (count > 0) {
        ludo_write_open(w, "equality");
    }
    for (int32_t i = 0; i < ludo_spec_closure_count(w->spec) && w->status == LUDO_OK; i++) {
        write_closure(w, ends, i);
    }
    for (int32_t i = 0; i < couplings && w->status == LUDO_OK; i++) {
        write_coupling(w, o, i);
    }
    ludo_mjcf_close_section(w, "equality", count);
}
