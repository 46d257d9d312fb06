/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF joints. The pose of a joint gives its frame, in which both links have their places where all
 * coordinates are zero. Two axes that are not orthogonal make a composite joint of two hinges. */
#include "formats/sdf/read.h"

#include <math.h>
#include <string.h>

/* Properties of a joint type. */
typedef struct joint_type {
    const char *word, *type; /* in SDF; in the spec */
    int32_t axes;
    int32_t first_dof; /* rate along the first axis */
    bool limited;
} joint_type;

static const joint_type types[] = {
    {"revolute", "hinge", 1, 0, true},      {"continuous", "hinge", 1, 0, false},
    {"prismatic", "slide", 1, 0, true},     {"fixed", "fixed", 0, 0, false},
    {"ball", "ball", 0, 0, false},          {"universal", "universal", 2, 0, true},
    {"revolute2", "universal", 2, 0, true}, {"screw", "cylindrical", 1, 1, true},
    {"gearbox", NULL, 2, 0, false},
};

/* Cosine of the angle between orthogonal axes in files, whose numbers have few digits. */
static const double least_cosine = 1e-9;

static const joint_type *find_type(sdf *s, int32_t joint)
{
    const char *word = ludo_reader_text(&s->r, joint, "type");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].word, word) == 0) {
            return &types[i];
        }
    }
    ludo_reader_fail(&s->r, LUDO_PARSE, joint, "unknown type '%.40s'", word);
    return &types[0];
}

/* ---- along the axes ---- */

/* A joint in the making. */
typedef struct draft {
    int32_t element;
    const joint_type *type;
    ludo_joint_def def;
    ludo_dof_def along[2]; /* along axis and axis2 */
    bool lock[2];          /* whether the coordinate is held, */
    double held[2];        /* and its value */
} draft;

static void read_axes(sdf *s, draft *d)
{
    static const char *const names[2] = {"axis", "axis2"};
    ludo_vec3 *const axes[2] = {&d->def.axis, &d->def.axis2};
    for (int32_t i = 0; i < d->type->axes && s->r.status == LUDO_OK; i++) {
        const int32_t axis = ludo_reader_needed(&s->r, d->element, names[i]);
        if (axis >= 0) {
            *axes[i] = ludo_sdf_axis(s, d->element, axis);
            ludo_sdf_read_along(s, axis, &d->along[i], &d->lock[i]);
        }
        d->held[i] = d->along[i].range[0];
        d->lock[i] = d->lock[i] && d->type->limited;
        d->along[i].limited = d->along[i].limited && d->type->limited;
        if (!d->along[i].limited) {
            memset(d->along[i].range, 0, sizeof d->along[i].range);
        }
    }
}

/* Whether anything acts along an axis. */
static bool acts(const ludo_dof_def *along)
{
    return along->damping != 0.0 || along->friction_loss != 0.0 || along->stiffness != 0.0;
}

/* A closure has no coordinate. */
static void note_closure(sdf *s, const draft *d)
{
    for (int32_t i = 0; i < d->type->axes; i++) {
        if (acts(&d->along[i])) {
            ludo_reader_unsupported(&s->r, d->element,
                                    "closes a loop, so that its damping, friction and spring are "
                                    "not simulated: put another joint of the loop after it");
        }
        if (d->along[i].limited || d->lock[i]) {
            ludo_reader_note(&s->r, LUDO_NOTE_LIMIT, d->element,
                             "closes a loop, so that its limits are not simulated");
        }
    }
}

/* ---- adding ---- */

static void add(sdf *s, draft *d)
{
    reader *r = &s->r;
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, d->element,
                          ludo_spec_add_joint(r->spec, &d->def, &s->scope[d->element].number));
    }
}

/* Record where the coordinate along an axis is. */
static void record(sdf *s, const draft *d, int32_t axis, int32_t dof)
{
    s->scope[d->element].joint[axis] = s->scope[d->element].number;
    s->scope[d->element].dof[axis] = dof;
}

/* Hold a coordinate whose range is one value. */
static void lock(sdf *s, const draft *d, int32_t axis)
{
    const sdf_scope *j = &s->scope[d->element];
    const ludo_coupling_def def = {.struct_size = sizeof def,
                                   .joint = j->joint[axis],
                                   .dof = j->dof[axis],
                                   .from = -1,
                                   .coefficient = {d->held[axis]},
                                   .place = xml_place(s->r.doc, d->element)};
    if (d->lock[axis] && s->r.status == LUDO_OK) {
        ludo_reader_check(&s->r, d->element, ludo_spec_add_coupling(s->r.spec, &def, NULL));
    }
}

/* Two hinges in sequence, the second one with a name of its own. */
static void add_two_hinges(sdf *s, draft *d)
{
    const ludo_vec3 second = d->def.axis2;
    d->def.type = "hinge";
    d->def.axis2 = v3(0.0, 0.0, 0.0);
    d->def.along[0] = d->along[0];
    add(s, d);
    record(s, d, 0, 0);
    d->def.continues = true;
    d->def.axis = second;
    d->def.name = ludo_sdf_join(s, s->scope[d->element].name, "axis2");
    d->def.along[0] = d->along[1];
    add(s, d);
    record(s, d, 1, 0);
}

static void add_one(sdf *s, draft *d)
{
    for (int32_t i = 0; i < d->type->axes; i++) {
        d->def.along[d->type->first_dof + i] = d->along[i];
    }
    add(s, d);
    for (int32_t i = 0; i < d->type->axes; i++) {
        record(s, d, i, d->type->first_dof + i);
    }
}

/* Length per angle of a screw [m/rad]: screw_thread_pitch is in m per turn of a right-handed
 * thread, thread_pitch in rad/m of a left-handed one. */
static double read_pitch(sdf *s, int32_t joint)
{
    static const double turn = 0x1.921fb54442d18p+2; /* 2 pi */
    if (ludo_reader_child(&s->r, joint, "screw_thread_pitch") >= 0 ||
        ludo_reader_child(&s->r, joint, "thread_pitch") < 0) {
        return ludo_sdf_number(s, joint, "screw_thread_pitch", 1.0) / turn;
    }
    const double pitch = ludo_sdf_number(s, joint, "thread_pitch", 1.0);
    if (!(fabs(pitch) > 0.0)) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, ludo_reader_child(&s->r, joint, "thread_pitch"),
                         "is zero");
        return 0.0;
    }
    return -1.0 / pitch;
}

/* The length of a screw follows its angle. */
static void add_thread(sdf *s, const draft *d)
{
    const int32_t joint = s->scope[d->element].number;
    const ludo_coupling_def def = {.struct_size = sizeof def,
                                   .joint = joint,
                                   .dof = 0,
                                   .from = joint,
                                   .from_dof = 1,
                                   .coefficient = {0.0, read_pitch(s, d->element)},
                                   .place = xml_place(s->r.doc, d->element)};
    if (s->r.status == LUDO_OK) {
        ludo_reader_check(&s->r, d->element, ludo_spec_add_coupling(s->r.spec, &def, NULL));
    }
}

static void add_closure(sdf *s, draft *d, bool composite)
{
    reader *r = &s->r;
    if (composite || strcmp(d->type->word, "screw") == 0) {
        ludo_reader_fail(r, LUDO_UNSUPPORTED, d->element,
                         "closes a loop, which a %s can't%s: put another joint of the loop after "
                         "it",
                         d->type->word, composite ? " whose axes are not orthogonal" : "");
        return;
    }
    note_closure(s, d);
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, d->element, ludo_spec_add_closure(r->spec, &d->def, NULL));
    }
}

/* The joint frame and the links of a joint. */
static void read_ends(sdf *s, draft *d)
{
    const sdf_scope *j = &s->scope[d->element];
    d->def = (ludo_joint_def){.struct_size = sizeof d->def,
                              .name = j->name,
                              .type = d->type->type,
                              .parent = j->parent > 0 ? s->scope[j->parent].number : LUDO_WORLD,
                              .child = s->scope[j->child].number,
                              .in_parent = ludo_sdf_between(s, j->parent, d->element),
                              .in_child = ludo_sdf_between(s, j->child, d->element),
                              .axis = v3(0.0, 0.0, 1.0),
                              .place = xml_place(s->r.doc, d->element)};
}

static bool are_both_still(const sdf *s, int32_t joint)
{
    const sdf_scope *j = &s->scope[joint];
    return s->scope[j->child].carrier == SDF_STATIC &&
           (j->parent == 0 || s->scope[j->parent].carrier == SDF_STATIC);
}

void ludo_sdf_add_joint(sdf *s, int32_t joint)
{
    draft d = {.element = joint, .type = find_type(s, joint)};
    if (d.type->type == NULL || are_both_still(s, joint)) {
        return; /* gearboxes follow later */
    }
    read_ends(s, &d);
    read_axes(s, &d);
    const bool composite =
        d.type->axes == 2 && !(fabs(v3_dot(d.def.axis, d.def.axis2)) <= least_cosine);
    if (s->r.status != LUDO_OK) {
        return;
    }
    if (ludo_sdf_closes(s, joint)) {
        add_closure(s, &d, composite);
        return;
    }
    if (composite) {
        add_two_hinges(s, &d);
    } else {
        add_one(s, &d);
    }
    for (int32_t i = 0; i < d.type->axes; i++) {
        lock(s, &d, i);
    }
    if (strcmp(d.type->word, "screw") == 0) {
        add_thread(s, &d);
    }
}
