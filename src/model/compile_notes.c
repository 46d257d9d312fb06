/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling notes: those of the description, and what there is to say about the model itself. */
#include "model/check.h"
#include "model/compile.h"

#include <string.h>

/* ---- what is told of a model as a whole, once each, at the first place of it ---- */

/* The first joint of which something is said along a degree of freedom. */
static const ludo_place *find_joint(const workshop *w, bool (*says)(const ludo_dof_def *d))
{
    for (int32_t i = 0; i < w->spec->joints.count; i++) {
        for (int32_t c = 0; c < LUDO_MAX_DOF; c++) {
            if (says(&w->joint[i].along[c])) {
                return &w->joint[i].place;
            }
        }
    }
    return NULL;
}

static bool says_limit(const ludo_dof_def *d)
{
    return d->limited;
}

static bool says_friction(const ludo_dof_def *d)
{
    return d->friction_loss != 0.0;
}

static bool says_effort(const ludo_dof_def *d)
{
    return d->effort != 0.0;
}

static bool says_speed(const ludo_dof_def *d)
{
    return d->speed != 0.0;
}

/* ---- contacts ---- */

/* Whether geoms of two hosts could touch: some geom of one has `bit` as its type, some of the
 * other as its affinity. Hosts next to each other don't count, unless one is the world. So of all
 * pairs those of a host with itself and with the one above it are left out. */
static bool can_touch(const workshop *w, uint32_t bit)
{
    int64_t types = 0, affinities = 0, left_out = 0;
    for (int32_t b = -1; b < w->spec->bodies.count; b++) {
        const geom_bits own = w->bits[b];
        const bool type = (own.type & bit) != 0, affinity = (own.affinity & bit) != 0;
        types += type;
        affinities += affinity;
        left_out += type && affinity;
        if (b >= 0 && role_is_host(w->role, b)) {
            const int32_t above = ludo_roles_above(w->spec, &w->tree, w->role, b);
            const geom_bits other = above >= 0 ? w->bits[above] : (geom_bits){0, 0};
            left_out += (type && (other.affinity & bit) != 0);
            left_out += (affinity && (other.type & bit) != 0);
        }
    }
    return types * affinities > left_out;
}

/* The first geom on a body that moves, where any two geoms could touch. */
static const ludo_place *find_contact(const workshop *w)
{
    const ludo_place *first = NULL;
    for (int32_t b = -1; b < w->spec->bodies.count; b++) {
        w->bits[b] = (geom_bits){0, 0};
    }
    for (int32_t i = 0; i < w->spec->geoms.count; i++) {
        const ludo_geom_def *g = &w->geom[i];
        const int32_t host = role_host(w->role, g->body);
        w->bits[host].type |= (uint32_t)g->contype;
        w->bits[host].affinity |= (uint32_t)g->conaffinity;
        const bool moves = host != LUDO_WORLD && (g->contype != 0 || g->conaffinity != 0);
        first = first == NULL && moves ? &g->place : first;
    }
    bool touches = false;
    for (int bit = 0; bit < 32 && first != NULL && !touches; bit++) {
        touches = can_touch(w, (uint32_t)1 << bit);
    }
    return touches ? first : NULL;
}

/* ---- all of them ---- */

/* What may be told: where the first joint says so, or where it is found; NULL: nowhere. */
typedef struct remark {
    ludo_note_kind kind;
    const char *message;
    bool (*says)(const ludo_dof_def *d);
    const ludo_place *(*find)(const workshop *w);
} remark;

static const remark remarks[] = {
    {LUDO_NOTE_LIMIT, "joint limits are not simulated yet", .says = says_limit},
    {LUDO_NOTE_CONTACT, "contacts are not simulated yet", .find = find_contact},
    {LUDO_NOTE_WARNING, "dry friction in joints is not simulated yet", .says = says_friction},
    {LUDO_NOTE_WARNING, "limits of the effort in joints are not simulated yet",
     .says = says_effort},
    {LUDO_NOTE_WARNING, "limits of the speed of joints are not simulated yet", .says = says_speed},
};
enum { REMARKS = sizeof remarks / sizeof *remarks };

static const ludo_place *find_place(const workshop *w, const remark *r)
{
    return r->says != NULL ? find_joint(w, r->says) : r->find(w);
}

static const char borderline[] =
    "body '%s': its inertia misses the triangle inequality by less than 1e-6";

/* Whether a body moves, with an inertia that is only just possible. */
static bool is_borderline(const workshop *w, int32_t b)
{
    return role_has_slot(w->role, b) && ludo_check_inertia_is_borderline(w->role[b].mass.J);
}

static const char left_out[] = "%s joins bodies that are fixed to one another: it is left out";

void ludo_compile_measure_notes(workshop *w)
{
    w->note_count = w->spec->notes.count;
    for (int32_t i = 0; i < w->spec->notes.count; i++) {
        w->text_size += strlen(w->note[i].message) + 1 + ludo_compile_place_size(w->note[i].place);
    }
    for (int32_t i = 0; i < w->spec->bodies.count; i++) {
        const ludo_body_def *b = &w->body[i];
        if (is_borderline(w, i)) {
            w->text_size +=
                sizeof borderline + strlen(b->name) + NAME_ROOM + ludo_compile_place_size(b->place);
            w->note_count++;
        }
    }
    for (int32_t i = 0; i < w->idle_count; i++) {
        w->text_size += sizeof left_out + sizeof(label) + ludo_compile_place_size(w->idle[i].place);
        w->note_count++;
    }
    for (int32_t i = 0; i < REMARKS; i++) {
        const ludo_place *place = find_place(w, &remarks[i]);
        if (place != NULL) {
            w->text_size += strlen(remarks[i].message) + 1 + ludo_compile_place_size(*place);
            w->note_count++;
        }
    }
}

static ludo_note_info make_note(ludo_model *m, workshop *w, ludo_note_kind kind, ludo_place place,
                                const char *message)
{
    return (ludo_note_info){kind, ludo_compile_place(m, w, place), message};
}

void ludo_compile_notes(ludo_model *m, workshop *w)
{
    int32_t notes = 0;
    for (; notes < w->spec->notes.count; notes++) {
        const spec_note *note = &w->note[notes];
        const char *message = ludo_compile_text(m, w, "%s", note->message);
        m->note[notes] = make_note(m, w, note->kind, note->place, message);
    }
    for (int32_t i = 0; i < m->body_count; i++) {
        if (is_borderline(w, i)) {
            const char *message = ludo_compile_text(m, w, borderline, m->body[i].name);
            m->note[notes++] = make_note(m, w, LUDO_NOTE_WARNING, w->body[i].place, message);
        }
    }
    for (int32_t i = 0; i < w->idle_count; i++) {
        const loop_def *d = &w->idle[i];
        const char *message = ludo_compile_text(m, w, left_out, ludo_compile_loop_label(d).text);
        m->note[notes++] = make_note(m, w, LUDO_NOTE_WARNING, d->place, message);
    }
    for (int32_t i = 0; i < REMARKS; i++) {
        const ludo_place *place = find_place(w, &remarks[i]);
        if (place != NULL) {
            const char *message = ludo_compile_text(m, w, "%s", remarks[i].message);
            m->note[notes++] = make_note(m, w, remarks[i].kind, *place, message);
        }
    }
}
