/* SPDX-License-Identifier: Apache-2.0
 *
 * What simple joints are called that come of joints of the description, and what closes loops. */
#include "formats/write_outline.h"

static void claim_given_names(writer *w, int32_t family)
{
    for (int32_t i = 0; i < ludo_spec_joint_count(w->spec) && w->status == LUDO_OK; i++) {
        const ludo_joint_def *j = ludo_spec_joint(w->spec, i);
        if (*j->name != '\0' && !ludo_write_claim(w, family, j->name)) {
            ludo_write_fail(w, LUDO_BAD_MODEL, j->place,
                            "the name '%.200s' of a joint is used twice: rename one", j->name);
        }
    }
}

/* The body that a part's joint carries; -1: the part belongs to no joint. */
static int32_t carried_by(const writer *w, const outline_part *p)
{
    const ludo_joint_def *j = ludo_spec_joint(w->spec, p->joint);
    return j != NULL ? j->child : -1;
}

/* Generated name of the i-th part of a body: by its index among the parts that the same body had
 * before folding. */
static const char *known_name(writer *w, const outline *o, int32_t body, int32_t i)
{
    const outline_part *first = &o->part[o->body[body].part], *p = first + i;
    const ludo_joint_def *j = ludo_spec_joint(w->spec, p->joint);
    if (j == NULL) {
        return w->name[THING_BODY][body];
    }
    if (*j->name != '\0') {
        return ludo_write_say(w, "%s.%d", j->name, (int)p->index);
    }
    int number = 0;
    for (int32_t k = 0; k < i; k++) {
        number += carried_by(w, first + k) == j->child;
    }
    return ludo_write_say(w, "%s.joint%d", w->name[THING_BODY][j->child], number);
}

void ludo_outline_name_joints(writer *w, outline *o, int32_t family)
{
    claim_given_names(w, family);
    for (int32_t b = 0; b < ludo_spec_body_count(w->spec) && w->status == LUDO_OK; b++) {
        for (int32_t i = 0; i < o->body[b].parts && w->status == LUDO_OK; i++) {
            outline_part *p = &o->part[o->body[b].part + i];
            const ludo_joint_def *j = ludo_spec_joint(w->spec, p->joint);
            p->name = j != NULL && p->index == 0 && *j->name != '\0'
                          ? j->name
                          : ludo_write_variant(w, family, known_name(w, o, b, i));
        }
    }
}

/* The name of a part's joint. */
static const char *known_joint(writer *w, const outline_loop *loop)
{
    return *loop->def->name != '\0'
               ? loop->def->name
               : ludo_write_say(w, "%s.joint%d", w->name[THING_BODY][loop->def->child],
                                (int)loop->number);
}

void ludo_outline_name_loops(writer *w, outline *o, int32_t family)
{
    for (int32_t i = 0; i < o->loop_count && w->status == LUDO_OK; i++) {
        outline_loop *loop = &o->loop[i];
        loop->name = loop->is_joint ? ludo_write_variant(w, family, known_joint(w, loop))
                                    : w->name[THING_CLOSURE][loop->number];
        if (loop->is_joint) {
            ludo_write_remark(w, "the joint closes a loop: it is written as a closure",
                              loop->def->place, "joint '%s'", loop->name);
        }
    }
}
