/* SPDX-License-Identifier: Apache-2.0
 *
 * The description as a plain list of things that refer to each other by identities, not numbers:
 * the model by which edits are tested. A description is built of it from scratch.
 *
 * Coordinates in keyframes belong to joints and bodies, controls to actuators, each with a value
 * per keyframe. */
#ifndef LUDO_TESTS_EDITED_SPEC_H
#define LUDO_TESTS_EDITED_SPEC_H

#include "ludo/edit.h"
#include "math/quat.h"
#include "spec/element.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { THINGS = 800, KEYS = 40, NOBODY = -1, MESHES = 3, NOTES = 64 };

/* A thing; numbers in references are identities, NOBODY is the world or none. */
typedef struct thing {
    element of;
    int32_t id;
    int32_t ref[2];
    int32_t group; /* of joints: the first part of a composite joint; itself else */
    int32_t type;  /* of the list of its kind */
    char name[40]; /* "": none */
    ludo_frame frame;
    double value;
    int32_t key;     /* of a keyframe: its column in `at` */
    bool has[3];     /* of a keyframe: whether it has positions, velocities, controls */
    int32_t counted; /* coordinates in keyframes; of an actuator 1 */
    double at[KEYS][7], rate[KEYS][6]; /* of joints and bodies; at[][0]: of an actuator */
} thing;

/* A description. */
typedef struct edited {
    thing *list; /* THINGS of them, in the order of addition */
    int32_t count, next_id, next_key;
    bool merge;
    int32_t note[NOTES], notes; /* what each note says, and their number */
} edited;

static const char *const joint_types[] = {"hinge", "slide", "ball", "fixed", "free"};
static const int32_t joint_positions[] = {1, 1, 4, 0, 7}, joint_rates[] = {1, 1, 3, 0, 6};
enum { HINGE, SLIDE, BALL, FIXED, FREE, JOINT_TYPES };

static inline edited edited_new(void)
{
    return (edited){.list = test_calloc(THINGS, sizeof(thing))};
}

static inline thing *find_id(const edited *e, int32_t id)
{
    for (int32_t i = 0; i < e->count; i++) {
        if (e->list[i].id == id) {
            return &e->list[i];
        }
    }
    return NULL;
}

/* The number of a thing among its kind; NOBODY stays. */
static inline int32_t number_of(const edited *e, int32_t id)
{
    const thing *t = find_id(e, id);
    int32_t number = 0;
    for (int32_t i = 0; t != NULL && &e->list[i] != t; i++) {
        number += e->list[i].of == t->of;
    }
    return t != NULL ? number : NOBODY;
}

/* A thing of a kind by its number; NULL: there is none. */
static inline thing *numbered(const edited *e, element of, int32_t number)
{
    for (int32_t i = 0; i < e->count; i++) {
        if (e->list[i].of == of && number-- == 0) {
            return &e->list[i];
        }
    }
    return NULL;
}

static inline int32_t count_of(const edited *e, element of)
{
    int32_t count = 0;
    for (int32_t i = 0; i < e->count; i++) {
        count += e->list[i].of == of;
    }
    return count;
}

/* ---- coordinates ---- */

/* Whether a joint is the first one of its child, or a later part of that one. */
static inline bool carries(const edited *e, const thing *joint)
{
    for (int32_t i = 0; i < e->count; i++) {
        const thing *t = &e->list[i];
        if (t->of == ELEMENT_JOINT && t->ref[1] == joint->ref[1]) {
            return t->id == joint->id || t->group == joint->group;
        }
    }
    return false;
}

static inline bool floats(const edited *e, const thing *body)
{
    for (int32_t i = 0; i < e->count; i++) {
        if (e->list[i].of == ELEMENT_JOINT && e->list[i].ref[1] == body->id) {
            return false;
        }
    }
    return true;
}

/* The positions of a thing in keyframes, or its rates. */
static inline int32_t numbers_of(const edited *e, const thing *t, bool rates)
{
    if (t->of == ELEMENT_BODY) {
        return floats(e, t) ? 7 - rates : 0;
    }
    if (t->of == ELEMENT_JOINT && carries(e, t)) {
        return rates ? joint_rates[t->type] : joint_positions[t->type];
    }
    return 0;
}

static inline void write_pose(ludo_frame f, double *at)
{
    const double numbers[7] = {f.position.x,    f.position.y,    f.position.z,   f.orientation.w,
                               f.orientation.x, f.orientation.y, f.orientation.z};
    memcpy(at, numbers, sizeof numbers);
}

/* Give a thing its reference values in one keyframe, positions or rates. */
static inline void reset(thing *t, int32_t key, bool rates)
{
    if (rates) {
        memset(t->rate[key], 0, sizeof t->rate[key]);
        return;
    }
    memset(t->at[key], 0, sizeof t->at[key]);
    if (t->of == ELEMENT_BODY) {
        write_pose(frame_identity(), t->at[key]);
    } else if (t->of == ELEMENT_JOINT && t->type == FREE) {
        write_pose(frame_mul(frame_clean(t->frame), frame_inverse(frame_identity())), t->at[key]);
    } else if (t->of == ELEMENT_JOINT && t->type == BALL) {
        t->at[key][0] = 1.0;
    } else if (t->of == ELEMENT_JOINT && t->type <= SLIDE) {
        t->at[key][0] = t->value;
    }
}

static inline void reset_all(thing *t)
{
    for (int32_t k = 0; k < KEYS; k++) {
        reset(t, k, false);
        reset(t, k, true);
    }
}

/* The length of a list of keyframes. */
static inline int32_t list_length(const edited *e, int list)
{
    int32_t length = 0;
    for (int32_t i = 0; i < e->count; i++) {
        length +=
            list < 2 ? numbers_of(e, &e->list[i], list == 1) : e->list[i].of == ELEMENT_ACTUATOR;
    }
    return length;
}

/* After an edit: things with new coordinates get reference values, empty lists are none. */
static inline void settle(edited *e)
{
    for (int32_t i = 0; i < e->count; i++) {
        thing *t = &e->list[i];
        const int32_t counted = t->of == ELEMENT_ACTUATOR ? 1 : numbers_of(e, t, false);
        if (counted != t->counted) {
            reset_all(t);
            t->counted = counted;
        }
        for (int l = 0; l < 3 && t->of == ELEMENT_KEYFRAME; l++) {
            t->has[l] = t->has[l] && list_length(e, l) > 0;
        }
    }
}

/* ---- definitions ---- */

/* The numbers of a list of a keyframe, in the order of joints, then bodies; actuators. */
static inline const double *write_list(const edited *e, const thing *key, int list, double *out)
{
    static const element order[] = {ELEMENT_JOINT, ELEMENT_BODY, ELEMENT_ACTUATOR};
    int32_t used = 0;
    for (int o = list < 2 ? 0 : 2; o < (list < 2 ? 2 : 3); o++) {
        for (int32_t i = 0; i < e->count; i++) {
            const thing *t = &e->list[i];
            if (t->of != order[o]) {
                continue;
            }
            const int32_t count = list < 2 ? numbers_of(e, t, list == 1) : 1;
            const double *from = list == 1 ? t->rate[key->key] : t->at[key->key];
            memcpy(out + used, from, (size_t)count * sizeof *out);
            used += count;
        }
    }
    return used > 0 ? out : NULL;
}

/* A definition, with the arrays that it points to. */
typedef struct drafted {
    element_def def;
    ludo_tendon_term term[2];
    double numbers[3][7 * THINGS];
} drafted;

static inline void draft_body(const edited *e, const thing *t, drafted *d)
{
    (void)e;
    d->def.body = ludo_body_default();
    d->def.body.name = t->name;
    d->def.body.mass = 1.0 + t->value;
    d->def.body.inertia[0] = d->def.body.inertia[1] = d->def.body.inertia[2] = 1.0;
}

static inline void draft_mesh(const edited *e, const thing *t, drafted *d)
{
    static const double vertex[MESHES][12] = {{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
                                              {0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1},
                                              {0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 1}};
    (void)e;
    d->def.mesh = ludo_mesh_default();
    d->def.mesh.name = t->name;
    d->def.mesh.vertex = vertex[t->type];
    d->def.mesh.vertex_count = 4;
}

/* Whether a joint continues the one before it: of its group, not the first that is left. */
static inline bool continues(const edited *e, const thing *t)
{
    const thing *before = NULL;
    for (int32_t i = 0; &e->list[i] != t; i++) {
        before = e->list[i].of == ELEMENT_JOINT ? &e->list[i] : before;
    }
    return before != NULL && before->group == t->group;
}

/* Forces, inertia and limits along a hinge, slide or ball that carries a body. */
static inline ludo_dof_def drafted_dof(const thing *t)
{
    const double some = fmod(100.0 * t->value, 1.0); /* as good as independent of the value */
    ludo_dof_def along = {.effort = 3.0 * some, .speed = 4.0};
    along.damping = some > 0.7 ? t->value : 0.0;
    along.stiffness = some > 0.8 ? 2.0 * t->value : 0.0;
    along.armature = some > 0.85 ? 0.1 * t->value : 0.0;
    along.limited = some > 0.9 && t->type <= SLIDE;
    along.range[0] = along.limited ? -4.0 : 0.0;
    along.range[1] = along.limited ? 4.0 + some : 0.0;
    return along;
}

static inline void draft_joint(const edited *e, const thing *t, drafted *d)
{
    d->def.joint = ludo_joint_default();
    d->def.joint.name = t->name;
    d->def.joint.type = joint_types[t->type];
    d->def.joint.parent = number_of(e, t->ref[0]);
    d->def.joint.child = number_of(e, t->ref[1]);
    d->def.joint.in_parent = t->frame;
    d->def.joint.reference = t->type <= SLIDE ? t->value : 0.0;
    if (t->of == ELEMENT_JOINT && t->type <= BALL) {
        d->def.joint.along[0] = drafted_dof(t);
    }
    d->def.joint.continues = t->of == ELEMENT_JOINT && continues(e, t);
}

static inline void draft_coupling(const edited *e, const thing *t, drafted *d)
{
    d->def.coupling = ludo_coupling_default();
    d->def.coupling.name = t->name;
    d->def.coupling.joint = number_of(e, t->ref[0]);
    d->def.coupling.from = number_of(e, t->ref[1]);
    d->def.coupling.coefficient[1] = t->value;
}

static inline void draft_site(const edited *e, const thing *t, drafted *d)
{
    d->def.site = ludo_site_default();
    d->def.site.name = t->name;
    d->def.site.body = number_of(e, t->ref[0]);
    d->def.site.frame = t->frame;
}

static inline void draft_geom(const edited *e, const thing *t, drafted *d)
{
    d->def.geom = ludo_geom_default();
    d->def.geom.name = t->name;
    d->def.geom.type = t->type == 0 ? "sphere" : "mesh";
    d->def.geom.body = number_of(e, t->ref[0]);
    d->def.geom.mesh = t->type == 0 ? 77 : number_of(e, t->ref[1]);
    d->def.geom.frame = t->frame;
    d->def.geom.size[0] = 0.01 + t->value;
    d->def.geom.contype = t->value > 0.4; /* few contacts */
    d->def.geom.conaffinity = 0;
}

static inline void draft_pair(const edited *e, const thing *t, drafted *d)
{
    d->def.pair = ludo_pair_default();
    d->def.pair.name = t->name;
    d->def.pair.geom_a = number_of(e, t->ref[0]);
    d->def.pair.geom_b = number_of(e, t->ref[1]);
    d->def.pair.friction = t->value;
}

static inline void draft_exclude(const edited *e, const thing *t, drafted *d)
{
    d->def.exclude = ludo_exclude_default();
    d->def.exclude.name = t->name;
    d->def.exclude.body_a = number_of(e, t->ref[0]);
    d->def.exclude.body_b = number_of(e, t->ref[1]);
}

static inline void draft_fluid(const edited *e, const thing *t, drafted *d)
{
    d->def.fluid = ludo_fluid_default();
    d->def.fluid.body = number_of(e, t->ref[0]);
    d->def.fluid.displaced_mass = t->value;
}

static inline void draft_spring(const edited *e, const thing *t, drafted *d)
{
    const int32_t a = number_of(e, t->ref[0]), b = number_of(e, t->ref[1]);
    d->def.spring = ludo_spring_default();
    d->def.spring.name = t->name;
    d->def.spring.stiffness = t->value;
    d->def.spring.type = t->type == 0 ? "distance" : "tendon";
    if (t->type == 0) {
        d->def.spring.site_a = a, d->def.spring.site_b = b;
        return;
    }
    d->term[0] = (ludo_tendon_term){a, 0, 1.0};
    d->term[1] = (ludo_tendon_term){b, 0, t->value};
    d->def.spring.term = d->term;
    d->def.spring.term_count = 2;
}

static inline void draft_actuator(const edited *e, const thing *t, drafted *d)
{
    d->def.actuator = ludo_actuator_position(t->value, 0.1);
    d->def.actuator.name = t->name;
    d->def.actuator.on_spring = t->type == 1;
    d->def.actuator.target = number_of(e, t->ref[0]);
}

/* On a site, relative to a geom. */
static inline void draft_sensor(const edited *e, const thing *t, drafted *d)
{
    d->def.sensor = ludo_sensor_default();
    d->def.sensor.name = t->name;
    d->def.sensor.type = "framepos";
    d->def.sensor.of = LUDO_OBJECT_SITE;
    d->def.sensor.object = number_of(e, t->ref[0]);
    d->def.sensor.reference_of = LUDO_OBJECT_GEOM;
    d->def.sensor.reference = number_of(e, t->ref[1]);
    d->def.sensor.cutoff = t->value;
}

static inline void draft_keyframe(const edited *e, const thing *t, drafted *d)
{
    ludo_keyframe_def *k = &d->def.keyframe;
    *k = ludo_keyframe_default();
    k->name = t->name;
    k->time = t->value;
    k->position = t->has[0] ? write_list(e, t, 0, d->numbers[0]) : NULL;
    k->position_count = k->position != NULL ? list_length(e, 0) : 0;
    k->velocity = t->has[1] ? write_list(e, t, 1, d->numbers[1]) : NULL;
    k->velocity_count = k->velocity != NULL ? list_length(e, 1) : 0;
    k->control = t->has[2] ? write_list(e, t, 2, d->numbers[2]) : NULL;
    k->control_count = k->control != NULL ? list_length(e, 2) : 0;
}

static inline void draft_held(const edited *e, const thing *t, drafted *d)
{
    d->def.held = number_of(e, t->ref[0]);
}

static void (*const drafts[ELEMENT_NOTE])(const edited *, const thing *, drafted *) = {
    [ELEMENT_BODY] = draft_body,         [ELEMENT_MESH] = draft_mesh,
    [ELEMENT_JOINT] = draft_joint,       [ELEMENT_CLOSURE] = draft_joint,
    [ELEMENT_COUPLING] = draft_coupling, [ELEMENT_SITE] = draft_site,
    [ELEMENT_GEOM] = draft_geom,         [ELEMENT_PAIR] = draft_pair,
    [ELEMENT_EXCLUDE] = draft_exclude,   [ELEMENT_FLUID] = draft_fluid,
    [ELEMENT_SPRING] = draft_spring,     [ELEMENT_ACTUATOR] = draft_actuator,
    [ELEMENT_SENSOR] = draft_sensor,     [ELEMENT_KEYFRAME] = draft_keyframe,
    [ELEMENT_HELD] = draft_held,
};

/* ---- functions by kind ---- */

typedef struct calls {
    ludo_status (*add)(ludo_spec *, const element_def *);
    ludo_status (*set)(ludo_spec *, int32_t, const element_def *);
    ludo_status (*remove)(ludo_spec *, int32_t);
} calls;

#define CALLS(thing, member)                                                                       \
    static ludo_status add_##thing(ludo_spec *s, const element_def *d)                             \
    {                                                                                              \
        return ludo_spec_add_##thing(s, &d->member, NULL);                                         \
    }                                                                                              \
    static ludo_status set_##thing(ludo_spec *s, int32_t i, const element_def *d)                  \
    {                                                                                              \
        return ludo_spec_set_##thing(s, i, &d->member);                                            \
    }

CALLS(body, body)
CALLS(mesh, mesh)
CALLS(joint, joint)
CALLS(closure, joint)
CALLS(coupling, coupling)
CALLS(site, site)
CALLS(geom, geom)
CALLS(pair, pair)
CALLS(exclude, exclude)
CALLS(fluid, fluid)
CALLS(spring, spring)
CALLS(actuator, actuator)
CALLS(sensor, sensor)
CALLS(keyframe, keyframe)

static inline ludo_status add_held(ludo_spec *s, const element_def *d)
{
    return ludo_spec_hold_joint(s, d->held);
}

static const calls call[ELEMENT_NOTE] = {
    [ELEMENT_BODY] = {add_body, set_body, ludo_spec_remove_body},
    [ELEMENT_MESH] = {add_mesh, set_mesh, ludo_spec_remove_mesh},
    [ELEMENT_JOINT] = {add_joint, set_joint, ludo_spec_remove_joint},
    [ELEMENT_CLOSURE] = {add_closure, set_closure, ludo_spec_remove_closure},
    [ELEMENT_COUPLING] = {add_coupling, set_coupling, ludo_spec_remove_coupling},
    [ELEMENT_SITE] = {add_site, set_site, ludo_spec_remove_site},
    [ELEMENT_GEOM] = {add_geom, set_geom, ludo_spec_remove_geom},
    [ELEMENT_PAIR] = {add_pair, set_pair, ludo_spec_remove_pair},
    [ELEMENT_EXCLUDE] = {add_exclude, set_exclude, ludo_spec_remove_exclude},
    [ELEMENT_FLUID] = {add_fluid, set_fluid, ludo_spec_remove_fluid},
    [ELEMENT_SPRING] = {add_spring, set_spring, ludo_spec_remove_spring},
    [ELEMENT_ACTUATOR] = {add_actuator, set_actuator, ludo_spec_remove_actuator},
    [ELEMENT_SENSOR] = {add_sensor, set_sensor, ludo_spec_remove_sensor},
    [ELEMENT_KEYFRAME] = {add_keyframe, set_keyframe, ludo_spec_remove_keyframe},
    [ELEMENT_HELD] = {add_held, NULL, NULL},
};

static inline void add_note(ludo_spec *spec, int32_t number)
{
    char text[32];
    (void)snprintf(text, sizeof text, "note %d", (int)number);
    const ludo_note_kind kind = number % 2 == 0 ? LUDO_NOTE_WARNING : LUDO_NOTE_CONTACT;
    assert_int_equal(ludo_spec_add_note(spec, kind, (ludo_place){0}, text), LUDO_OK);
}

static inline void set_merge(ludo_spec *spec, bool merge)
{
    const double value = merge;
    assert_int_equal(ludo_spec_set_option(spec, "merge", &value, 1), LUDO_OK);
}

/* The description of the list, built from scratch. */
static inline ludo_spec *built(const edited *e)
{
    drafted *d = test_malloc(sizeof *d);
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    for (int32_t i = 0; i < e->count; i++) {
        drafts[e->list[i].of](e, &e->list[i], d);
        assert_int_equal(call[e->list[i].of].add(spec, &d->def), LUDO_OK);
    }
    test_free(d);
    set_merge(spec, e->merge);
    for (int32_t i = 0; i < e->notes; i++) {
        add_note(spec, e->note[i]);
    }
    return spec;
}

#endif
