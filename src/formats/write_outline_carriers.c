/* SPDX-License-Identifier: Apache-2.0
 *
 * Which joints carry bodies and which close loops: as the model takes them, see ludo_joint_def. */
#include "formats/write_outline.h"
#include "spec/items.h"

#include <string.h>

/* Whether both bodies exist. */
static bool joins_bodies(const writer *w, const ludo_joint_def *j)
{
    const int32_t bodies = ludo_spec_body_count(w->spec);
    return j->child >= 0 && j->child < bodies && j->parent >= LUDO_WORLD && j->parent < bodies;
}

static const char *joint_problem(const writer *w, const outline *o, int32_t i)
{
    const ludo_joint_def *j = ludo_spec_joint_at(w->spec, i),
                         *last = ludo_spec_joint_at(w->spec, i - 1);
    if (ludo_outline_form(o, j->type) == NULL) {
        return "has an unknown type";
    }
    if (!joins_bodies(w, j)) {
        return "names a body that does not exist";
    }
    return j->continues && (last == NULL || last->child != j->child || last->parent != j->parent)
               ? "continues a joint, but no joint before it is between its bodies"
               : NULL;
}

/* Add a loop between two bodies. */
static void add_loop(outline *o, outline_loop loop)
{
    o->loop[o->loop_count++] = loop;
    o->body[loop.def->child].closed = true;
    if (loop.def->parent != LUDO_WORLD) {
        o->body[loop.def->parent].closed = true;
    }
}

/* Add a joint that does not carry its child. */
static void add_closing_joint(writer *w, outline *o, int32_t i, int32_t number)
{
    const ludo_joint_def *j = ludo_spec_joint_at(w->spec, i),
                         *next = ludo_spec_joint_at(w->spec, i + 1);
    if (j->continues || (next != NULL && next->continues) || strcmp(j->type, "free") == 0) {
        ludo_write_fail(w, LUDO_UNSUPPORTED, j->place,
                        "joint '%.200s' closes a loop: neither a free joint nor several joints "
                        "between the same two bodies can; use a closure",
                        j->name);
        return;
    }
    add_loop(o, (outline_loop){j, NULL, true, number});
}

/* The first joint of a body carries it; the joints of a sequence carry it together. */
static void find_carriers(writer *w, outline *o)
{
    for (int32_t i = 0; i < ludo_spec_joint_count(w->spec) && w->status == LUDO_OK; i++) {
        const ludo_joint_def *j = ludo_spec_joint_at(w->spec, i);
        const char *problem = joint_problem(w, o, i);
        if (problem != NULL) {
            ludo_write_fail(w, LUDO_BAD_MODEL, j->place, "joint '%.200s' %s", j->name, problem);
        } else if (o->body[j->child].joint < 0) {
            o->body[j->child].joint = i;
            o->body[j->child].parent = j->parent;
        }
    }
}

/* Let the body of lowest number in the cycle through `body` float. */
static void cut_circle(outline *o, int32_t body)
{
    int32_t lowest = body;
    for (int32_t b = o->body[body].parent; b != body; b = o->body[b].parent) {
        lowest = b < lowest ? b : lowest;
    }
    o->body[lowest].joint = -1;
    o->body[lowest].parent = LUDO_WORLD;
}

/* Walk from each body to the world or to a visited body; a walk that meets its own mark is a
 * cycle. */
static void cut_circles(writer *w, outline *o)
{
    const int32_t bodies = ludo_spec_body_count(w->spec);
    int32_t *visit = ludo_write_take(w, (size_t)bodies, sizeof *visit);
    for (int32_t start = 0; start < bodies && w->status == LUDO_OK; start++) {
        int32_t b = start;
        while (b != LUDO_WORLD && visit[b] == 0) {
            visit[b] = start + 1;
            b = o->body[b].parent;
        }
        if (b != LUDO_WORLD && visit[b] == start + 1) {
            cut_circle(o, b);
        }
    }
}

static void add_closures(writer *w, outline *o)
{
    for (int32_t i = 0; i < ludo_spec_closure_count(w->spec) && w->status == LUDO_OK; i++) {
        const ludo_joint_def *c = ludo_spec_closure_at(w->spec, i);
        if (joins_bodies(w, c)) {
            add_loop(o, (outline_loop){c, NULL, false, i});
        } else {
            ludo_write_fail(w, LUDO_BAD_MODEL, c->place,
                            "closure '%.200s' names a body that does not exist", c->name);
        }
    }
}

/* Joints that continue a carrier carry as well; all other joints close loops. */
static void add_closing_joints(writer *w, outline *o)
{
    int32_t *seen = ludo_write_take(w, (size_t)ludo_spec_body_count(w->spec), sizeof *seen);
    bool carries = false;
    for (int32_t i = 0; i < ludo_spec_joint_count(w->spec) && w->status == LUDO_OK; i++) {
        const ludo_joint_def *j = ludo_spec_joint_at(w->spec, i);
        carries = (carries && j->continues) || o->body[j->child].joint == i;
        if (!carries) {
            add_closing_joint(w, o, i, seen[j->child]);
        }
        seen[j->child]++;
    }
}

void ludo_outline_find_carriers(writer *w, outline *o)
{
    find_carriers(w, o);
    if (w->status == LUDO_OK) {
        cut_circles(w, o);
        add_closures(w, o);
        add_closing_joints(w, o);
    }
}
