/* SPDX-License-Identifier: Apache-2.0
 *
 * Outline of a spec: the tree of bodies and the simple joints that carry them. */
#include "formats/write_outline.h"
#include "spec/items.h"

#include <string.h>

/* ---- the parts of joints ---- */

const char *ludo_outline_form(const outline *o, const char *type)
{
    for (const joint_form *form = o->forms; form->type != NULL; form++) {
        if (strcmp(form->type, type) == 0) {
            return form->parts;
        }
    }
    return NULL;
}

/* Directions in the joint frame. */
enum { AXIS, SECOND_AXIS, ACROSS, ACROSS_TOO, X, Y, Z, DIRECTIONS };

static void find_directions(const ludo_joint_def *j, ludo_vec3 along[DIRECTIONS])
{
    along[AXIS] = j->axis;
    along[SECOND_AXIS] = j->axis2;
    v3_span_plane(v3_has_direction(j->axis) ? v3_unit(j->axis) : v3(0.0, 0.0, 1.0), along + ACROSS);
    along[X] = v3(1.0, 0.0, 0.0);
    along[Y] = v3(0.0, 1.0, 0.0);
    along[Z] = v3(0.0, 0.0, 1.0);
}

/* The parts that joint types consist of. */
static const struct letter {
    char letter;
    part_type type;
    int direction;   /* number of its axis */
    bool substitute; /* of a hinge that replaces a ball: coordinates differ */
} letters[] = {
    {'s', PART_SLIDE, AXIS, false},
    {'h', PART_HINGE, AXIS, false},
    {'k', PART_HINGE, SECOND_AXIS, false},
    {'p', PART_SLIDE, ACROSS, false},
    {'q', PART_SLIDE, ACROSS_TOO, false},
    {'x', PART_SLIDE, X, false},
    {'y', PART_SLIDE, Y, false},
    {'z', PART_SLIDE, Z, false},
    {'i', PART_HINGE, X, true},
    {'j', PART_HINGE, Y, true},
    {'l', PART_HINGE, Z, true},
    {'b', PART_BALL, AXIS, false},
    {'e', PART_PLANAR, AXIS, false},
    {'f', PART_FREE, AXIS, false},
};

static const struct letter *find_letter(char c)
{
    const struct letter *l = letters;
    while (l->letter != c) {
        l++;
    }
    return l;
}

/* Default for a body that no joint carries. */
static const ludo_joint_def floating = {
    .struct_size = sizeof floating, .name = "", .type = "free", .parent = LUDO_WORLD};

static const ludo_joint_def *carrier_of(const writer *w, const outline_body *b)
{
    return b->joint >= 0 ? ludo_spec_joint_at(w->spec, b->joint) : &floating;
}

/* ---- tree ---- */

/* Link the children of every body, in the order of the spec; returns the first on the world. */
static int32_t chain_children(const writer *w, outline *o)
{
    int32_t root = -1;
    for (int32_t b = ludo_spec_body_count(w->spec); b-- > 0;) {
        const int32_t parent = o->body[b].parent;
        int32_t *first = parent == LUDO_WORLD ? &root : &o->body[parent].first_child;
        o->body[b].next_sibling = *first;
        *first = b;
    }
    return root;
}

/* Next body in depth-first order: its first child, else its next sibling, else its parent's. */
static void put_in_order(const writer *w, outline *o)
{
    int32_t count = 0;
    int32_t b = chain_children(w, o);
    while (b >= 0) {
        o->order[count++] = b;
        if (o->body[b].first_child >= 0) {
            b = o->body[b].first_child;
            continue;
        }
        while (b >= 0 && o->body[b].next_sibling < 0) {
            b = o->body[b].parent;
        }
        b = b >= 0 ? o->body[b].next_sibling : -1;
    }
}

/* Link sites and geoms to their bodies. The last one is linked first, so the lists are in order. */
static void attach(writer *w, outline *o)
{
    const int32_t bodies = ludo_spec_body_count(w->spec);
    for (int32_t i = ludo_spec_site_count(w->spec); i-- > 0;) {
        const ludo_site_def *s = ludo_spec_site_at(w->spec, i);
        if (s->body < LUDO_WORLD || s->body >= bodies) {
            ludo_write_fail(w, LUDO_BAD_MODEL, s->place, "site '%.200s': its body does not exist",
                            s->name);
            return;
        }
        int32_t *first = s->body == LUDO_WORLD ? &o->world_site : &o->body[s->body].site;
        o->next_site[i] = *first;
        *first = i;
    }
    for (int32_t i = ludo_spec_geom_count(w->spec); i-- > 0;) {
        const ludo_geom_def *g = ludo_spec_geom_at(w->spec, i);
        if (g->body < LUDO_WORLD || g->body >= bodies) {
            ludo_write_fail(w, LUDO_BAD_MODEL, g->place, "geom '%.200s': its body does not exist",
                            g->name);
            return;
        }
        int32_t *first = g->body == LUDO_WORLD ? &o->world_geom : &o->body[g->body].geom;
        o->next_geom[i] = *first;
        *first = i;
    }
}

/* ---- parts of joints ---- */

/* Add the parts of one joint. */
static void add_parts(const writer *w, outline *o, outline_body *b, int32_t joint)
{
    const ludo_joint_def *j = joint >= 0 ? ludo_spec_joint_at(w->spec, joint) : &floating;
    const ludo_frame in_child = frame_clean(j->in_child);
    int32_t rate = 0, position = 0;
    const char *form = ludo_outline_form(o, j->type);
    const bool whole = form[0] != '\0' && form[1] == '\0';
    ludo_vec3 along[DIRECTIONS];
    find_directions(j, along);
    for (int32_t i = 0; form[i] != '\0'; i++) {
        const struct letter *l = find_letter(form[i]);
        outline_part *p = &o->part[o->part_count++];
        *p = (outline_part){
            .joint = joint,
            .index = i,
            .rate = l->substitute ? -1 : rate,
            .position = l->substitute ? -1 : position,
            .type = l->type,
            .at = in_child.position,
            .axis = q_rotate(in_child.orientation, along[l->direction]),
            .turn = in_child.orientation,
        };
        p->reference = whole && part_is_scalar(p) ? j->reference : 0.0;
        rate += part_rates(p);
        position += part_positions(p);
        b->parts++;
    }
}

static void fill_body(const writer *w, outline *o, outline_body *b)
{
    const ludo_joint_def *j = carrier_of(w, b);
    const ludo_frame in_parent = frame_clean(j->in_parent), in_child = frame_clean(j->in_child);
    const ludo_quat turn = q_is_identity(in_child.orientation)
                               ? in_parent.orientation
                               : q_mul(in_parent.orientation, q_conj(in_child.orientation));
    b->in_parent.orientation = ludo_normal_form_quat(turn);
    b->in_parent.position =
        v3_sub(in_parent.position, q_rotate(b->in_parent.orientation, in_child.position));
    b->anchor = in_parent.position;
    b->part = o->part_count;
    b->fixed = strcmp(j->type, "fixed") == 0;
    if (b->joint < 0) {
        add_parts(w, o, b, -1);
        return;
    }
    int32_t i = b->joint;
    do {
        o->joint_part[i] = o->part_count;
        add_parts(w, o, b, i);
        i++;
    } while (i < ludo_spec_joint_count(w->spec) && ludo_spec_joint_at(w->spec, i)->continues);
}

/* ---- folding of intermediate bodies ---- */

static bool is_carried_by_scalars(const outline *o, const outline_body *b)
{
    for (int32_t i = 0; i < b->parts; i++) {
        if (!part_is_scalar(&o->part[b->part + i])) {
            return false;
        }
    }
    return b->parts > 0;
}

/* Whether a body is only a frame between the joints of its parent and of its only child. */
static bool is_between(const writer *w, const outline *o, int32_t body)
{
    const outline_body *b = &o->body[body];
    const outline_body *c = b->first_child >= 0 ? &o->body[b->first_child] : NULL;
    return ludo_spec_body_at(w->spec, body)->mass == 0.0 && b->site < 0 && b->geom < 0 &&
           c != NULL && c->next_sibling < 0 && is_carried_by_scalars(o, b) &&
           is_carried_by_scalars(o, c) && b->parts + c->parts <= LUDO_MAX_DOF && !b->closed;
}

/* Move the parts of a body to its child, in front of the child's own. */
static void fold_into(outline *o, outline_body *b, outline_body *c)
{
    const ludo_quat back = q_conj(c->in_parent.orientation);
    for (int32_t i = 0; i < b->parts; i++) {
        outline_part *p = &o->part[b->part + i];
        p->at = q_rotate(back, v3_sub(p->at, c->in_parent.position));
        p->axis = q_rotate(back, p->axis);
        p->turn = q_mul(back, p->turn);
    }
    c->part = b->part;
    c->parts += b->parts;
    c->joint = b->joint;
    c->in_parent = frame_mul(b->in_parent, c->in_parent);
    c->in_parent.orientation = ludo_normal_form_quat(c->in_parent.orientation);
    c->anchor = b->anchor;
    c->parent = b->parent;
    b->parts = 0;
    b->folded = true;
}

/* A body directly precedes its only child, so their parts are neighbours. */
static void fold_bodies(const writer *w, outline *o)
{
    for (int32_t i = 0; i < ludo_spec_body_count(w->spec); i++) {
        outline_body *b = &o->body[o->order[i]];
        const outline_body *parent = b->parent >= 0 ? &o->body[b->parent] : NULL;
        b->depth = parent != NULL ? parent->depth + 1 : 0;
        if (is_between(w, o, o->order[i])) {
            fold_into(o, b, &o->body[b->first_child]);
        }
    }
}

/* ---- the outline ---- */

static bool take_memory(writer *w, outline *o, const joint_form *forms)
{
    const size_t bodies = (size_t)ludo_spec_body_count(w->spec);
    const size_t joints = (size_t)ludo_spec_joint_count(w->spec);
    enum { MOST_PARTS = 5 }; /* of a joint in its body */
    *o = (outline){.forms = forms, .world_site = -1, .world_geom = -1};
    o->body = ludo_write_take(w, bodies, sizeof *o->body);
    o->order = ludo_write_take(w, bodies, sizeof *o->order);
    o->part = ludo_write_take(w, MOST_PARTS * joints + bodies, sizeof *o->part);
    o->joint_part = ludo_write_take(w, joints, sizeof *o->joint_part);
    o->loop =
        ludo_write_take(w, (size_t)ludo_spec_closure_count(w->spec) + joints, sizeof *o->loop);
    o->next_site = ludo_write_take(w, (size_t)ludo_spec_site_count(w->spec), sizeof *o->next_site);
    o->next_geom = ludo_write_take(w, (size_t)ludo_spec_geom_count(w->spec), sizeof *o->next_geom);
    for (size_t b = 0; b < bodies && w->status == LUDO_OK; b++) {
        o->body[b] = (outline_body){.parent = LUDO_WORLD,
                                    .joint = -1,
                                    .site = -1,
                                    .geom = -1,
                                    .first_child = -1,
                                    .next_sibling = -1};
    }
    return w->status == LUDO_OK;
}

void ludo_outline_make(writer *w, outline *o, const joint_form *forms, bool fold)
{
    if (!take_memory(w, o, forms)) {
        return;
    }
    ludo_outline_find_carriers(w, o);
    if (w->status == LUDO_OK) {
        put_in_order(w, o);
        attach(w, o);
    }
    for (int32_t i = 0; i < ludo_spec_body_count(w->spec) && w->status == LUDO_OK; i++) {
        fill_body(w, o, &o->body[o->order[i]]);
    }
    if (fold && w->status == LUDO_OK) {
        fold_bodies(w, o);
    }
}

const outline_part *ludo_outline_scalar(writer *w, const outline *o, int32_t joint, int32_t rate,
                                        ludo_place place)
{
    const outline_part *p = NULL;
    if (joint >= 0 && joint < ludo_spec_joint_count(w->spec)) {
        p = o->part + o->joint_part[joint];
        while (p < o->part + o->part_count && p->joint == joint && p->rate != rate) {
            p++;
        }
    }
    if (p == NULL || p == o->part + o->part_count || p->joint != joint || !part_is_scalar(p)) {
        ludo_write_fail(w, LUDO_BAD_MODEL, place,
                        "the force acts on a degree of freedom that its joint does not have");
        return NULL;
    }
    return p;
}

/* ---- names ---- */

static void claim_given_names(writer *w, int32_t family)
{
    for (int32_t i = 0; i < ludo_spec_joint_count(w->spec) && w->status == LUDO_OK; i++) {
        const ludo_joint_def *j = ludo_spec_joint_at(w->spec, i);
        if (*j->name != '\0' && !ludo_write_claim(w, family, j->name)) {
            ludo_write_fail(w, LUDO_BAD_MODEL, j->place,
                            "the name '%.200s' of a joint is used twice: rename one", j->name);
        }
    }
}

/* The body that a part's joint carries; -1: the part belongs to no joint. */
static int32_t carried_by(const writer *w, const outline_part *p)
{
    const ludo_joint_def *j = ludo_spec_joint_at(w->spec, p->joint);
    return j != NULL ? j->child : -1;
}

/* Generated name of the i-th part of a body: by its index among the parts that the same body had
 * before folding. */
static const char *known_name(writer *w, const outline *o, int32_t body, int32_t i)
{
    const outline_part *first = &o->part[o->body[body].part], *p = first + i;
    const ludo_joint_def *j = ludo_spec_joint_at(w->spec, p->joint);
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
            const ludo_joint_def *j = ludo_spec_joint_at(w->spec, p->joint);
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
