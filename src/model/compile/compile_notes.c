/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling notes: those of the description, and those about the compiled model. */
#include "geometry/list.h"
#include "model/check/check.h"
#include "model/compile/compile.h"

#include <string.h>

/* ---- remarks: at most one note of a kind, at the first place that it applies to ---- */

/* The longest remark without its two names. */
enum { REMARK_ROOM = 160 };

/* A remark: writes the message and returns the place; NULL: the remark does not apply. */
typedef const ludo_place *remark(ludo_model *m, compiler *w, const char **message);

/* The first joint that closes a loop and has a degree of freedom that meets a condition; -1: none.
 */
static int32_t find_closure(const compiler *w, bool (*has)(const ludo_dof_def *d))
{
    for (int32_t i = 0; i < w->spec->joints.count; i++) {
        for (int32_t c = 0; c < LUDO_MAX_DOF && w->tree.closes[i]; c++) {
            if (has(&w->joint[i].along[c])) {
                return i;
            }
        }
    }
    return -1;
}

static bool has_limit(const ludo_dof_def *d)
{
    return d->limited;
}

static bool has_friction(const ludo_dof_def *d)
{
    return d->friction_loss != 0.0;
}

static bool has_effort_limit(const ludo_dof_def *d)
{
    return d->effort != 0.0;
}

static bool has_speed_limit(const ludo_dof_def *d)
{
    return d->speed != 0.0;
}

/* ---- joints ---- */

/* A remark about the first closure with something that needs a coordinate: `what` and its verb. */
static const ludo_place *closure_remark(ludo_model *m, compiler *w, const char **message,
                                        bool (*has)(const ludo_dof_def *d), const char *what)
{
    const int32_t i = find_closure(w, has);
    if (i < 0) {
        return NULL;
    }
    *message =
        ludo_compile_text(m, w, "joint '%s' closes a loop and has no coordinate: its %s ignored",
                          m->joints[i].name, what);
    return &w->joint[i].place;
}

static const ludo_place *limit_remark(ludo_model *m, compiler *w, const char **message)
{
    return closure_remark(m, w, message, has_limit, "limits are");
}

static const ludo_place *friction_remark(ludo_model *m, compiler *w, const char **message)
{
    return closure_remark(m, w, message, has_friction, "dry friction is");
}

static const ludo_place *effort_remark(ludo_model *m, compiler *w, const char **message)
{
    return closure_remark(m, w, message, has_effort_limit, "effort limit is");
}

static const ludo_place *speed_remark(ludo_model *m, compiler *w, const char **message)
{
    return closure_remark(m, w, message, has_speed_limit, "speed limit is");
}

/* ---- contacts ---- */

/* True if the mesh of a geom was not found; the reader has warned about it. */
static bool is_missing(const compiler *w, const ludo_geom_def *g)
{
    return ludo_shape_kind_find(g->type)->of_mesh && w->mesh[g->mesh].vertex_count == 0;
}

/* Geoms with contact flags that are no colliders: on bodies without mass, or of meshes without a
 * hull. */
static const ludo_place *no_collider_remark(ludo_model *m, compiler *w, const char **message)
{
    for (int32_t i = 0; i < w->spec->geoms.count; i++) {
        const ludo_geom_def *g = &w->geom[i];
        if (w->collides[i] || (g->contype == 0 && g->conaffinity == 0) || is_missing(w, g)) {
            continue;
        }
        const bool on_intermediate = g->body != LUDO_WORLD && m->body[g->body].on.intermediate >= 0;
        *message =
            ludo_compile_text(m, w, "geom '%s' has no contacts: its %s", m->geom[i].name,
                              on_intermediate ? "body has no mass" : "mesh has no convex hull");
        return &g->place;
    }
    return NULL;
}

/* The first two colliders that the filters let touch, but whose types have no narrow phase. */
static const ludo_place *no_narrow_phase_remark(ludo_model *m, compiler *w, const char **message)
{
    const model_contacts *c = &m->contacts;
    if (c->not_simulated == 0) {
        return NULL;
    }
    const int32_t a = c->collider[c->not_simulated_a].geom;
    const int32_t b = c->collider[c->not_simulated_b].geom;
    *message =
        ludo_compile_text(m, w, "contacts of %s and %s are not simulated (geoms '%s' and '%s')",
                          m->geom[a].type, m->geom[b].type, m->geom[a].name, m->geom[b].name);
    return &w->geom[a].place;
}

/* Most pairs of geoms that a remark names. */
enum { MOST_NAMED = 8 };

/* Continue the last text. */
#define CONTINUE_TEXT(m, w, ...) (--(w)->text_used, ludo_compile_text(m, w, __VA_ARGS__))

/* All overlaps that joints hold. */
static const ludo_place *held_remark(ludo_model *m, compiler *w, const char **message)
{
    const model_contacts *c = &m->contacts;
    if (c->held_count == 0) {
        return NULL;
    }
    const bool one = c->held_count == 1;
    *message = ludo_compile_text(m, w,
                                 "%d pair%s of geoms overlap%s in every position of the "
                                 "joints between them",
                                 (int)c->held_count, one ? "" : "s", one ? "s" : "");
    for (int32_t i = 0; i < c->held_count && i < MOST_NAMED; i++) {
        const int32_t a = c->collider[c->held[i].a].geom, b = c->collider[c->held[i].b].geom;
        (void)CONTINUE_TEXT(m, w, "%s '%s' and '%s'", i == 0 ? ":" : ",", m->geom[a].name,
                            m->geom[b].name);
    }
    if (c->held_count > MOST_NAMED) {
        (void)CONTINUE_TEXT(m, w, " and %d more", (int)(c->held_count - MOST_NAMED));
    }
    (void)CONTINUE_TEXT(m, w,
                        "; they do not collide. Exclude their bodies to silence this "
                        "warning, or pair the geoms to let them collide");
    return &w->geom[c->collider[c->held[0].a].geom].place;
}

/* The memory of its message. */
static size_t measure_held(const compiler *w)
{
    const size_t named = (size_t)(w->held_count < MOST_NAMED ? w->held_count : MOST_NAMED);
    return w->held_count > 0 ? 2 * REMARK_ROOM + named * (2 * w->longest + 12) : 0;
}

/* ---- all notes ---- */

static const struct {
    ludo_note_kind kind;
    remark *make;
} remarks[] = {
    {LUDO_NOTE_LIMIT, limit_remark},         {LUDO_NOTE_LIMIT, friction_remark},
    {LUDO_NOTE_CONTACT, no_collider_remark}, {LUDO_NOTE_CONTACT, no_narrow_phase_remark},
    {LUDO_NOTE_CONTACT, held_remark},        {LUDO_NOTE_WARNING, effort_remark},
    {LUDO_NOTE_WARNING, speed_remark},
};
enum { REMARKS = sizeof remarks / sizeof *remarks };

/* The longest file name among the places of remarks. */
static size_t longest_place(const compiler *w)
{
    size_t longest = 0;
    for (int32_t i = 0; i < w->spec->joints.count; i++) {
        const size_t size = ludo_compile_place_size(w->joint[i].place);
        longest = size > longest ? size : longest;
    }
    for (int32_t i = 0; i < w->spec->geoms.count; i++) {
        const size_t size = ludo_compile_place_size(w->geom[i].place);
        longest = size > longest ? size : longest;
    }
    return longest;
}

static const char borderline_text[] =
    "body '%s': its inertia violates the triangle inequality by less than 1e-6";

/* True if a body has mass and an inertia at the bound of the triangle inequality. */
static bool is_borderline(const compiler *w, int32_t b)
{
    return body_has_slot(w->merging, b) && ludo_check_inertia_is_borderline(w->merging[b].mass.J);
}

static const char left_out_text[] = "%s is left out: its bodies are fixed to each other";

void ludo_compile_measure_notes(compiler *w)
{
    w->note_count = w->spec->notes.count;
    for (int32_t i = 0; i < w->spec->notes.count; i++) {
        w->text_size += strlen(w->note[i].message) + 1 + ludo_compile_place_size(w->note[i].place);
    }
    for (int32_t i = 0; i < w->spec->bodies.count; i++) {
        const ludo_body_def *b = &w->body[i];
        if (is_borderline(w, i)) {
            w->text_size += sizeof borderline_text + strlen(b->name) + NAME_ROOM +
                            ludo_compile_place_size(b->place);
            w->note_count++;
        }
    }
    for (int32_t i = 0; i < w->merged_loop_count; i++) {
        w->text_size +=
            sizeof left_out_text + sizeof(label) + ludo_compile_place_size(w->merged_loop[i].place);
        w->note_count++;
    }
    w->text_size += REMARKS * (REMARK_ROOM + 2 * w->longest + longest_place(w)) + measure_held(w);
    w->note_count += REMARKS;
}

static ludo_note_info make_note(ludo_model *m, compiler *w, ludo_note_kind kind, ludo_place place,
                                const char *message)
{
    return (ludo_note_info){
        .kind = kind, .place = ludo_compile_place(m, w, place), .message = message};
}

void ludo_compile_notes(ludo_model *m, compiler *w)
{
    int32_t notes = 0;
    for (; notes < w->spec->notes.count; notes++) {
        const spec_note *note = &w->note[notes];
        const char *message = ludo_compile_text(m, w, "%s", note->message);
        m->note[notes] = make_note(m, w, note->kind, note->place, message);
    }
    for (int32_t i = 0; i < m->body_count; i++) {
        if (is_borderline(w, i)) {
            const char *message = ludo_compile_text(m, w, borderline_text, m->body[i].name);
            m->note[notes++] = make_note(m, w, LUDO_NOTE_WARNING, w->body[i].place, message);
        }
    }
    for (int32_t i = 0; i < w->merged_loop_count; i++) {
        const loop_def *d = &w->merged_loop[i];
        const char *message =
            ludo_compile_text(m, w, left_out_text, ludo_compile_loop_label(d).text);
        m->note[notes++] = make_note(m, w, LUDO_NOTE_WARNING, d->place, message);
    }
    for (int32_t i = 0; i < REMARKS; i++) {
        const char *message;
        const ludo_place *place = remarks[i].make(m, w, &message);
        if (place != NULL) {
            m->note[notes++] = make_note(m, w, remarks[i].kind, *place, message);
        }
    }
    m->note_count = notes;
}
