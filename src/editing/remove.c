/* SPDX-License-Identifier: Apache-2.0
 *
 * Removing elements: mark them, then everything that refers to a marked element; number the others
 * anew; let keyframes follow; only then change the description, which cannot fail any more. */
#include "editing/keyframes.h"
#include "ludo/edit.h"

enum { REMOVED = -1 };

/* The new number of each element, or REMOVED. */
typedef struct renumbering {
    int32_t *to[ELEMENTS];
    int32_t count[ELEMENTS], left[ELEMENTS];
    int32_t *owner_to;           /* per owner of coordinates */
    ludo_joint_def *joint;       /* the joints that are left, renumbered */
    ludo_actuator_def *actuator; /* the actuators that are left, renumbered */
    ludo_keyframe_def *keyframe; /* all, after the edit */
    void *memory;
} renumbering;

static void layout(renumbering *r, const ludo_spec *spec, arena *a)
{
    for (element of = 0; of < ELEMENTS; of++) {
        r->count[of] = ludo_element_count(spec, of);
        r->to[of] = TAKE(a, r->count[of], int32_t);
    }
    r->owner_to = TAKE(a, (size_t)spec->joints.count + (size_t)spec->bodies.count, int32_t);
    r->joint = TAKE(a, spec->joints.count, ludo_joint_def);
    r->actuator = TAKE(a, spec->actuators.count, ludo_actuator_def);
    r->keyframe = TAKE(a, spec->keyframes.count, ludo_keyframe_def);
}

/* ---- marking ---- */

/* The marks, and whether a definition refers to a marked element. */
typedef struct search {
    const renumbering *r;
    bool found;
} search;

static void look(int32_t *number, element of, void *user)
{
    search *s = user;
    const bool exists = *number >= 0 && *number < s->r->count[of];
    s->found = s->found || (exists && s->r->to[of][*number] == REMOVED);
}

/* Mark what refers to marked elements. A kind refers only to kinds before it. */
static void mark_referring(ludo_spec *spec, renumbering *r)
{
    for (element of = 0; of < ELEMENTS; of++) {
        const element_kind *kind = ludo_element_kind(of);
        for (int32_t i = 0; i < r->count[of] && kind->visit_references != NULL; i++) {
            search s = {r, false};
            kind->visit_references(ludo_element_at(spec, of, i), look, &s);
            r->to[of][i] = s.found ? REMOVED : r->to[of][i];
        }
    }
}

/* Number the elements that are left. */
static void number_left(renumbering *r)
{
    for (element of = 0; of < ELEMENTS; of++) {
        for (int32_t i = 0; i < r->count[of]; i++) {
            r->to[of][i] = r->to[of][i] == REMOVED ? REMOVED : r->left[of]++;
        }
    }
}

/* ---- renumbering ---- */

/* Numbers beyond the list, of elements that are still to be added, move down, too. */
static void renumber(int32_t *number, element of, void *user)
{
    const renumbering *r = user;
    if (*number >= r->count[of]) {
        *number -= r->count[of] - r->left[of];
    } else if (*number >= 0) {
        *number = r->to[of][*number];
    }
}

/* Whether joint i, a later part of a composite joint, is the first part that is left. */
static bool is_first_left(const ludo_joint_def *joint, const int32_t *to, int32_t i)
{
    bool first = true;
    for (int32_t k = i; k > 0 && joint[k].continues && first; k--) {
        first = to[k - 1] == REMOVED;
    }
    return first;
}

/* Move the elements of a kind together and renumber their references. */
static void compact(const renumbering *r, element of, void *items)
{
    const element_kind *kind = ludo_element_kind(of);
    for (int32_t i = 0; i < r->count[of]; i++) {
        if (r->to[of][i] == REMOVED) {
            continue;
        }
        char *to = (char *)items + kind->size * (size_t)r->to[of][i];
        memmove(to, (char *)items + kind->size * (size_t)i, kind->size);
        if (kind->visit_references != NULL) {
            kind->visit_references(to, renumber, (void *)r);
        }
    }
}

/* The joints after the edit. */
static void make_joints(const ludo_spec *spec, renumbering *r)
{
    const ludo_joint_def *joint = spec->joints.items;
    const int32_t *to = r->to[ELEMENT_JOINT];
    for (int32_t i = 0; i < spec->joints.count; i++) {
        r->joint[i] = joint[i];
        r->joint[i].continues = joint[i].continues && !is_first_left(joint, to, i);
    }
    compact(r, ELEMENT_JOINT, r->joint);
}

/* ---- keyframes ---- */

static void map_owners(renumbering *r)
{
    const int32_t joints = r->count[ELEMENT_JOINT];
    for (int32_t i = 0; i < joints; i++) {
        r->owner_to[i] = r->to[ELEMENT_JOINT][i];
    }
    for (int32_t i = 0; i < r->count[ELEMENT_BODY]; i++) {
        const int32_t to = r->to[ELEMENT_BODY][i];
        r->owner_to[joints + i] = to == REMOVED ? REMOVED : r->left[ELEMENT_JOINT] + to;
    }
}

static ludo_status follow_all(ludo_spec *spec, const ludo_spec *mechanism,
                              const coordinates *before, const renumbering *r)
{
    coordinates after;
    ludo_status status = ludo_coordinates_find(mechanism, &after);
    for (int32_t k = 0; k < spec->keyframes.count && status == LUDO_OK; k++) {
        const int32_t *controls = r->to[ELEMENT_ACTUATOR];
        const keyframe_source source[2] = {
            {&r->keyframe[k], before, {r->owner_to, r->owner_to, controls, controls}, NULL}};
        status = ludo_editing_follow(spec, mechanism, &after, source, &r->keyframe[k]);
    }
    ludo_coordinates_release(&after);
    return status;
}

/* The keyframes after the edit. */
static ludo_status make_keyframes(ludo_spec *spec, renumbering *r)
{
    if (spec->keyframes.count == 0) {
        return LUDO_OK;
    }
    memcpy(r->keyframe, spec->keyframes.items, (size_t)spec->keyframes.count * sizeof *r->keyframe);
    if (spec->actuators.count > 0) {
        memcpy(r->actuator, spec->actuators.items,
               (size_t)spec->actuators.count * sizeof *r->actuator);
        compact(r, ELEMENT_ACTUATOR, r->actuator);
    }
    map_owners(r);
    ludo_spec mechanism = *spec;
    mechanism.joints.items = r->joint;
    mechanism.joints.count = r->left[ELEMENT_JOINT];
    mechanism.bodies.count = r->left[ELEMENT_BODY];
    mechanism.actuators.items = r->actuator;
    mechanism.actuators.count = r->left[ELEMENT_ACTUATOR];
    coordinates before;
    ludo_status status = ludo_coordinates_find(spec, &before);
    status = status == LUDO_OK ? follow_all(spec, &mechanism, &before, r) : status;
    ludo_coordinates_release(&before);
    return status;
}

/* ---- removing ---- */

static void copy_items(void *items, const void *from, size_t count, size_t size)
{
    if (count > 0) {
        memcpy(items, from, count * size);
    }
}

/* Change the description. Cannot fail. */
static void apply(ludo_spec *spec, const renumbering *r)
{
    copy_items(spec->keyframes.items, r->keyframe, (size_t)r->count[ELEMENT_KEYFRAME],
               sizeof *r->keyframe);
    for (element of = 0; of < ELEMENTS; of++) {
        growing *list = ludo_element_list(spec, of);
        if (of != ELEMENT_JOINT) {
            compact(r, of, list->items);
        }
        list->count = r->left[of];
    }
    copy_items(spec->joints.items, r->joint, (size_t)r->left[ELEMENT_JOINT], sizeof *r->joint);
    ludo_element_forget_caches(spec);
}

/* Remove the marked elements and what refers to them. */
static ludo_status remove_marked(ludo_spec *spec, renumbering *r)
{
    mark_referring(spec, r);
    number_left(r);
    make_joints(spec, r);
    const ludo_status status = make_keyframes(spec, r);
    if (status == LUDO_OK) {
        apply(spec, r);
    }
    return status;
}

/* Marks of nothing; the caller releases the memory. */
static ludo_status begin(const ludo_spec *spec, renumbering *r)
{
    *r = (renumbering){.memory = NULL};
    arena size = {NULL, 0, false};
    layout(r, spec, &size);
    r->memory = size.overflow ? NULL : memory_take(&spec->allocator, size.used);
    if (r->memory == NULL) {
        return LUDO_NO_MEMORY;
    }
    layout(r, spec, &(arena){r->memory, 0, false});
    return LUDO_OK;
}

static ludo_status remove_element(ludo_spec *spec, element of, int32_t number)
{
    if (spec == NULL || ludo_element_read(spec, of, number) == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    renumbering r;
    ludo_status status = begin(spec, &r);
    if (status == LUDO_OK) {
        r.to[of][number] = REMOVED;
        status = remove_marked(spec, &r);
    }
    memory_give(&spec->allocator, r.memory);
    return status;
}

/* Mark a body and its descendants in the tree. */
static void mark_subtree(const ludo_spec *spec, const coordinates *c, int32_t body, renumbering *r)
{
    int32_t *to = r->to[ELEMENT_BODY];
    to[body] = REMOVED;
    for (int32_t i = 0; i < c->bodies; i++) {
        const int32_t b = c->tree.walk[i];
        const int32_t parent = ludo_body_tree_parent(spec, &c->tree, b);
        to[b] = parent != LUDO_WORLD && to[parent] == REMOVED ? REMOVED : to[b];
    }
}

ludo_status ludo_spec_remove_subtree(ludo_spec *spec, int32_t body)
{
    if (spec == NULL || ludo_element_read(spec, ELEMENT_BODY, body) == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    renumbering r = {.memory = NULL};
    coordinates c;
    ludo_status status = ludo_coordinates_find(spec, &c);
    status = status == LUDO_OK && !c.known ? LUDO_BAD_MODEL : status;
    status = status == LUDO_OK ? begin(spec, &r) : status;
    if (status == LUDO_OK) {
        mark_subtree(spec, &c, body, &r);
        status = remove_marked(spec, &r);
    }
    memory_give(&spec->allocator, r.memory);
    ludo_coordinates_release(&c);
    return status;
}

/* remove of one kind of element */
#define REMOVE(thing, of)                                                                          \
    ludo_status ludo_spec_remove_##thing(ludo_spec *spec, int32_t thing)                           \
    {                                                                                              \
        return remove_element(spec, of, thing);                                                    \
    }

REMOVE(body, ELEMENT_BODY)
REMOVE(joint, ELEMENT_JOINT)
REMOVE(closure, ELEMENT_CLOSURE)
REMOVE(coupling, ELEMENT_COUPLING)
REMOVE(site, ELEMENT_SITE)
REMOVE(mesh, ELEMENT_MESH)
REMOVE(geom, ELEMENT_GEOM)
REMOVE(pair, ELEMENT_PAIR)
REMOVE(exclude, ELEMENT_EXCLUDE)
REMOVE(fluid, ELEMENT_FLUID)
REMOVE(spring, ELEMENT_SPRING)
REMOVE(actuator, ELEMENT_ACTUATOR)
REMOVE(sensor, ELEMENT_SENSOR)
REMOVE(keyframe, ELEMENT_KEYFRAME)
REMOVE(note, ELEMENT_NOTE)
