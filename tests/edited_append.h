/* SPDX-License-Identifier: Apache-2.0
 *
 * Appending one list of things (edited_spec.h) to another one. */
#ifndef LUDO_TESTS_EDITED_APPEND_H
#define LUDO_TESTS_EDITED_APPEND_H

#include "edited_spec.h"

/* The name of a thing in its description. */
static inline void write_name(const edited *e, const thing *t, char *out, size_t size)
{
    if (t->name[0] != '\0') {
        (void)snprintf(out, size, "%s", t->name);
        return;
    }
    if (t->of != ELEMENT_JOINT) {
        (void)snprintf(out, size, "%s%d", ludo_element_kind(t->of)->stem, (int)number_of(e, t->id));
        return;
    }
    char child[64];
    int32_t before = 0;
    for (const thing *i = e->list; i != t; i++) {
        before += i->of == ELEMENT_JOINT && i->ref[1] == t->ref[1];
    }
    write_name(e, find_id(e, t->ref[1]), child, sizeof child);
    (void)snprintf(out, size, "%.40s.joint%d", child, (int)before);
}

/* An append in progress. */
typedef struct joining {
    edited *e;
    const edited *o;
    int32_t first_id; /* of the things of the other description */
    int32_t parent;   /* identity */
    ludo_frame frame; /* normalised */
    bool moves;
    const char *prefix;
} joining;

static inline const thing *equal_mesh(const joining *j, const thing *t)
{
    for (int32_t i = 0; i < j->e->count; i++) {
        const thing *own = &j->e->list[i];
        if (own->of == ELEMENT_MESH && own->type == t->type && own->id < j->first_id) {
            return own;
        }
    }
    return NULL;
}

/* The new identity of a thing of the other description. */
static inline int32_t new_id(const joining *j, int32_t id)
{
    const thing *t = find_id(j->o, id);
    const thing *mesh = t != NULL && t->of == ELEMENT_MESH ? equal_mesh(j, t) : NULL;
    return mesh != NULL ? mesh->id : t != NULL ? j->first_id + id : NOBODY;
}

static inline bool is_placed(const thing *t)
{
    const bool on_body = t->of == ELEMENT_JOINT || t->of == ELEMENT_CLOSURE ||
                         t->of == ELEMENT_SITE || t->of == ELEMENT_GEOM;
    return on_body && t->ref[0] == NOBODY;
}

static inline thing moved_thing(const joining *j, const thing *from)
{
    thing t = *from;
    char name[64];
    t.id = j->first_id + from->id;
    t.group = j->first_id + from->group;
    t.ref[0] = new_id(j, from->ref[0]), t.ref[1] = new_id(j, from->ref[1]);
    if (is_placed(from)) {
        t.ref[0] = from->of == ELEMENT_JOINT && from->type == FREE ? NOBODY : j->parent;
        t.frame = j->moves ? frame_mul(j->frame, frame_clean(from->frame)) : from->frame;
    }
    if (t.of != ELEMENT_FLUID && t.of != ELEMENT_HELD) {
        write_name(j->o, from, name, sizeof name);
        (void)snprintf(t.name, sizeof t.name, "%s%.30s", j->prefix, name);
    }
    return t;
}

/* Whether a thing has numbers in a list of keyframes. */
static inline bool is_listed(const thing *t, int list)
{
    return list < 2 ? t->of == ELEMENT_JOINT || t->of == ELEMENT_BODY : t->of == ELEMENT_ACTUATOR;
}

/* Values of a column for one list: those of another column and thing, moved, or the reference. */
static inline void take_values(const joining *j, thing *to, int32_t key, int list,
                               const double *from)
{
    if (from == NULL) {
        reset(to, key, list == 1);
        return;
    }
    double *out = list == 1 ? to->rate[key] : to->at[key];
    memcpy(out, from, (list == 1 ? 6 : 7) * sizeof *out);
    const bool is_free = to->of == ELEMENT_BODY || (to->of == ELEMENT_JOINT && to->type == FREE);
    if (j->moves && is_free && list == 0) {
        const ludo_frame f = {{out[0], out[1], out[2]}, {out[3], out[4], out[5], out[6]}};
        write_pose(frame_mul(j->frame, f), out);
    }
    if (j->moves && is_free && list == 1) {
        const ludo_vec3 v = q_rotate(j->frame.orientation, (ludo_vec3){out[0], out[1], out[2]});
        out[0] = v.x, out[1] = v.y, out[2] = v.z;
    }
}

/* The values that the appended thing `to` has in a column: those of `from` in keyframe `other`. */
static inline void fill_column(const joining *j, thing *to, const thing *from, int32_t key,
                               const thing *other)
{
    for (int l = 0; l < 3; l++) {
        if (is_listed(to, l)) {
            const double *values = l == 1 ? from->rate[other->key] : from->at[other->key];
            take_values(j, to, key, l, other->has[l] ? values : NULL);
        }
    }
}

/* Numbers of the own things where keyframe `key` gets a list that it did not have. */
static inline void reset_own(const joining *j, const thing *key, const bool *had)
{
    for (int32_t i = 0; i < j->e->count; i++) {
        thing *t = &j->e->list[i];
        for (int l = 0; l < 3 && t->id < j->first_id; l++) {
            if (!had[l] && is_listed(t, l)) {
                reset(t, key->key, l == 1);
            }
        }
    }
}

/* Numbers of the appended things in keyframe `key`, from keyframe `other`. */
static inline void fill_appended(const joining *j, const thing *key, const thing *other)
{
    static const thing none = {.has = {false, false, false}};
    for (int32_t i = 0; i < j->e->count; i++) {
        thing *t = &j->e->list[i];
        const bool added = t->id >= j->first_id + j->o->next_id; /* a free joint */
        const int32_t id = added ? t->ref[1] - j->first_id : t->id - j->first_id;
        const thing *from = t->id >= j->first_id ? find_id(j->o, id) : NULL;
        if (from != NULL) {
            fill_column(j, t, from, key->key, other != NULL ? other : &none);
        }
    }
}

/* The keyframe of the other description with the name of an own one; NULL: none. */
static inline const thing *find_partner(const joining *j, const thing *key)
{
    char name[64], other[64];
    write_name(j->e, key, name, sizeof name);
    for (int32_t i = 0; i < j->o->count; i++) {
        write_name(j->o, &j->o->list[i], other, sizeof other);
        if (j->o->list[i].of == ELEMENT_KEYFRAME && strcmp(name, other) == 0) {
            return &j->o->list[i];
        }
    }
    return NULL;
}

/* Join keyframes of equal names; true for those of the other description that joined. */
static inline void join_keyframes(const joining *j, bool *joined)
{
    for (int32_t i = 0; i < j->e->count; i++) {
        thing *key = &j->e->list[i];
        if (key->of != ELEMENT_KEYFRAME || key->id >= j->first_id) {
            continue;
        }
        const thing *other = find_partner(j, key);
        bool had[3];
        memcpy(had, key->has, sizeof had);
        for (int l = 0; l < 3 && other != NULL; l++) {
            key->has[l] = key->has[l] || other->has[l];
        }
        reset_own(j, key, had);
        fill_appended(j, key, other);
        if (other != NULL) {
            joined[other - j->o->list] = true;
        }
    }
}

static inline void push(joining *j, thing t)
{
    assert_true(j->e->count < THINGS);
    j->e->list[j->e->count++] = t;
}

/* Free joints for floating bodies. */
static inline void push_free_joints(joining *j, int32_t *next_id)
{
    for (int32_t b = 0; b < count_of(j->o, ELEMENT_BODY) && j->moves; b++) {
        const thing *body = numbered(j->o, ELEMENT_BODY, b);
        if (floats(j->o, body)) {
            const int32_t id = (*next_id)++;
            push(j, (thing){.of = ELEMENT_JOINT,
                            .id = id,
                            .ref = {NOBODY, j->first_id + body->id},
                            .group = id,
                            .type = FREE,
                            .frame = j->frame,
                            .counted = 7});
        }
    }
}

static inline void push_keyframes(joining *j, const bool *joined)
{
    static const bool had[3] = {false, false, false};
    for (int32_t i = 0; i < j->o->count; i++) {
        const thing *other = &j->o->list[i];
        if (other->of == ELEMENT_KEYFRAME && !joined[i]) {
            thing t = moved_thing(j, other);
            t.key = j->e->next_key++;
            push(j, t);
            reset_own(j, &t, had);
            fill_appended(j, &t, other);
        }
    }
}

static inline void append_things(joining *j)
{
    bool joined[THINGS] = {false};
    int32_t next_id = j->first_id + j->o->next_id;
    for (int32_t i = 0; i < j->o->count; i++) {
        const thing *t = &j->o->list[i];
        const bool shared = t->of == ELEMENT_MESH && equal_mesh(j, t) != NULL;
        if (t->of != ELEMENT_KEYFRAME && !shared) {
            push(j, moved_thing(j, t));
        }
    }
    push_free_joints(j, &next_id);
    for (int32_t i = 0; i < j->e->count; i++) { /* bodies that got a free joint have no numbers */
        thing *t = &j->e->list[i];
        t->counted = t->of == ELEMENT_BODY && !floats(j->e, t) ? 0 : t->counted;
    }
    join_keyframes(j, joined);
    push_keyframes(j, joined);
    const int32_t notes = j->o->notes; /* which may be the notes appended to */
    assert_true(j->e->notes + notes <= NOTES);
    memcpy(j->e->note + j->e->notes, j->o->note, (size_t)notes * sizeof *j->e->note);
    j->e->notes += notes;
    j->e->next_id = next_id;
    settle(j->e);
}

/* The length of the longest name. */
static inline size_t longest_name(const edited *o)
{
    char name[64];
    size_t most = 0;
    for (int32_t i = 0; i < o->count; i++) {
        if (o->list[i].of != ELEMENT_FLUID && o->list[i].of != ELEMENT_HELD) {
            write_name(o, &o->list[i], name, sizeof name);
            most = strlen(name) > most ? strlen(name) : most;
        }
    }
    return most;
}

static inline bool any_floats(const edited *o)
{
    bool any = false;
    for (int32_t i = 0; i < o->count; i++) {
        const thing *t = &o->list[i];
        const bool is_free = t->of == ELEMENT_JOINT && t->type == FREE;
        any = any || is_free || (t->of == ELEMENT_BODY && floats(o, t));
    }
    return any;
}

#endif
