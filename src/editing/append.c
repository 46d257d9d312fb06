/* SPDX-License-Identifier: Apache-2.0
 *
 * Appending a description to another one: check that it fits; add its elements at the ends of the
 * lists, renamed, moved and renumbered; add its keyframes; if anything fails, cut the lists back.
 */
#include "core/diagnostic.h"
#include "core/sized.h"
#include "editing/appending.h"
#include "model/check/check.h"
#include "spec/element_names.h"

/* ---- whether it fits ---- */

/* Whether a body of the other description floats because a cycle of joints was cut there. */
static bool is_cut(const appending *a, int32_t body)
{
    const ludo_joint_def *joint = a->other->joints.items;
    bool found = false;
    for (int32_t j = 0; j < a->others[ELEMENT_JOINT]; j++) {
        found = found || joint[j].child == body;
    }
    return found && coordinates_float(&a->other_layout, body);
}

static bool is_free(const ludo_joint_def *d)
{
    return ludo_joint_kind_find(d->type)->dof == JOINT_MAX_DOF;
}

/* The reason why a body cannot be moved to the parent; NULL: it can. */
static const char *floating_problem(const appending *a, int32_t body)
{
    const ludo_joint_def *joint = a->other->joints.items;
    const int32_t j = a->other_layout.tree.parent_joint[body];
    if (a->at.parent != LUDO_WORLD && (j < 0 || is_free(&joint[j]))) {
        return "floats, but the parent is not the world: give it another joint to the world, which "
               "becomes a joint to the parent";
    }
    if (a->moves && is_cut(a, body)) {
        return "floats and is in a cycle of joints, so that it cannot be moved: add a free joint "
               "to it before its other joints";
    }
    return NULL;
}

static ludo_status check_floating(const appending *a)
{
    const ludo_body_def *body = a->other->bodies.items;
    for (int32_t b = 0; b < a->others[ELEMENT_BODY]; b++) {
        const char *problem = floating_problem(a, b);
        if (problem != NULL) {
            return ludo_check_report(a->why, body[b].place, ludo_label("body", body[b].name, b),
                                     problem);
        }
    }
    return LUDO_OK;
}

/* A free joint that carries no body is on the world, too. */
static ludo_status check_free(const appending *a)
{
    const ludo_joint_def *joint = a->other->joints.items;
    for (int32_t j = 0; j < a->others[ELEMENT_JOINT] && a->at.parent != LUDO_WORLD; j++) {
        if (is_free(&joint[j])) {
            return ludo_check_report(a->why, joint[j].place, ludo_label("joint", joint[j].name, j),
                                     "is free, but the parent is not the world: remove it or use "
                                     "another type");
        }
    }
    return LUDO_OK;
}

static ludo_status check(appending *a)
{
    ludo_status status = ludo_check_joints(a->spec, a->why);
    status = status == LUDO_OK ? ludo_check_joints(a->other, a->why) : status;
    status = status == LUDO_OK ? check_floating(a) : status;
    status = status == LUDO_OK ? check_free(a) : status;
    return status == LUDO_OK ? ludo_appending_check_keyframes(a) : status;
}

/* ---- names ---- */

char *ludo_appending_name(const appending *a, element of, int32_t number)
{
    const ludo_allocator *allocator = &a->spec->allocator;
    const char *given =
        ludo_element_name(ludo_element_kind(of), ludo_element_read(a->other, of, number));
    const size_t prefix = strlen(a->at.prefix);
    if (prefix == 0) {
        return memory_text(allocator, given, strlen(given));
    }
    const size_t length = ludo_element_write_name(a->other, of, number, NULL, 0);
    char *name = memory_take(allocator, prefix + length + 1);
    if (name != NULL) {
        memcpy(name, a->at.prefix, prefix);
        (void)ludo_element_write_name(a->other, of, number, name + prefix, length + 1);
    }
    return name;
}

ludo_status ludo_appending_check_name(const appending *a, element of, ludo_place place,
                                      const char *name)
{
    if (*name == '\0' || !ludo_element_is_given(a->spec, of, name)) {
        return LUDO_OK;
    }
    ludo_diagnose(a->why, place,
                  "the %s name '%s' is used twice: append under another prefix, "
                  "as in prefix=b_",
                  ludo_element_kind(of)->stem, name);
    return LUDO_BAD_MODEL;
}

/* ---- elements ---- */

/* The number of an element of the other description, in `spec`. */
static void renumber(int32_t *number, element of, void *user)
{
    const appending *a = user;
    const bool known = *number >= 0 && *number < a->others[of];
    if (of == ELEMENT_BODY && *number == LUDO_WORLD) {
        *number = a->at.parent;
    } else if (of == ELEMENT_MESH && known) {
        *number = a->mesh_to[*number];
    } else if (*number >= 0) {
        *number += a->count[of];
    }
}

/* Append a definition that is not in `spec` yet. */
static ludo_status push(appending *a, element of, const element_def *def)
{
    element_def owned;
    const element_kind *kind = ludo_element_kind(of);
    const ludo_status status = ludo_element_own(a->spec, of, def, &owned);
    if (status != LUDO_OK) {
        return status;
    }
    if (kind->visit_references != NULL) {
        kind->visit_references(&owned, renumber, a);
    }
    return ludo_element_push(a->spec, of, &owned, NULL);
}

/* Append a definition under its new name. */
static ludo_status push_renamed(appending *a, element of, int32_t number, element_def *def)
{
    const element_kind *kind = ludo_element_kind(of);
    if (!kind->named) {
        return push(a, of, def);
    }
    char *name = ludo_appending_name(a, of, number);
    if (name == NULL) {
        return LUDO_NO_MEMORY;
    }
    ludo_element_rename(kind, def, name);
    ludo_status status = ludo_appending_check_name(a, of, ludo_element_place(kind, def), name);
    status = status == LUDO_OK ? push(a, of, def) : status;
    memory_give(&a->spec->allocator, name);
    return status;
}

static ludo_status append_element(appending *a, element of, int32_t number)
{
    const element_kind *kind = ludo_element_kind(of);
    element_def def;
    memcpy(&def, ludo_element_read(a->other, of, number), kind->size);
    ludo_frame *frame = kind->frame_on_world != NULL ? kind->frame_on_world(&def) : NULL;
    if (frame != NULL && a->moves) {
        *frame = frame_mul(a->at.frame, frame_clean(*frame));
    }
    return push_renamed(a, of, number, &def);
}

static ludo_status append_elements(appending *a, element of)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < a->others[of] && status == LUDO_OK; i++) {
        status = append_element(a, of, i);
    }
    return status;
}

/* ---- meshes ---- */

static bool is_same_mesh(const ludo_mesh_def *m, const ludo_mesh_def *n)
{
    const size_t vertices = 3 * sizeof *m->vertex * (size_t)m->vertex_count;
    const size_t faces = 3 * sizeof *m->face * (size_t)m->face_count;
    return m->vertex_count == n->vertex_count && m->face_count == n->face_count &&
           m->inertia == n->inertia && strcmp(m->file, n->file) == 0 &&
           memcmp(&m->scale, &n->scale, sizeof m->scale) == 0 &&
           (vertices == 0 || memcmp(m->vertex, n->vertex, vertices) == 0) &&
           (faces == 0 || memcmp(m->face, n->face, faces) == 0);
}

/* The mesh of `spec` that equals one of the other description; -1: none. */
static int32_t find_mesh(const appending *a, const ludo_mesh_def *m)
{
    for (int32_t i = 0; i < a->count[ELEMENT_MESH]; i++) {
        if (is_same_mesh(m, ludo_element_read(a->spec, ELEMENT_MESH, i))) {
            return i;
        }
    }
    return -1;
}

/* Append the meshes that `spec` does not have. */
static ludo_status append_meshes(appending *a)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < a->others[ELEMENT_MESH] && status == LUDO_OK; i++) {
        a->mesh_to[i] = find_mesh(a, ludo_element_read(a->other, ELEMENT_MESH, i));
        if (a->mesh_to[i] < 0) {
            a->mesh_to[i] = ludo_element_count(a->spec, ELEMENT_MESH);
            status = append_element(a, ELEMENT_MESH, i);
        }
    }
    return status;
}

/* ---- floating bodies ---- */

/* Free joints at the frame, for floating bodies without a joint: else they would be at the origin
 * of the world. */
static ludo_status append_free_joints(appending *a)
{
    ludo_status status = LUDO_OK;
    for (int32_t b = 0; b < a->others[ELEMENT_BODY] && status == LUDO_OK; b++) {
        a->free_joint[b] = -1;
        if (!a->moves || !coordinates_float(&a->other_layout, b)) {
            continue;
        }
        const ludo_joint_def joint = {.struct_size = sizeof joint,
                                      .type = "free",
                                      .parent = LUDO_WORLD,
                                      .child = a->count[ELEMENT_BODY] + b,
                                      .in_parent = a->at.frame,
                                      .in_child = frame_identity(),
                                      .axis = {0.0, 0.0, 1.0}};
        status = ludo_element_add(a->spec, ELEMENT_JOINT, &joint, &a->free_joint[b]);
    }
    return status;
}

/* ---- all ---- */

static ludo_status append_all(appending *a)
{
    ludo_status status = LUDO_OK;
    for (element of = 0; of < ELEMENTS && status == LUDO_OK; of++) {
        if (of == ELEMENT_MESH) {
            status = append_meshes(a);
        } else if (of != ELEMENT_KEYFRAME) {
            status = append_elements(a, of);
        }
        if (of == ELEMENT_JOINT && status == LUDO_OK) {
            status = append_free_joints(a);
        }
    }
    return status == LUDO_OK ? ludo_appending_keyframes(a) : status;
}

/* Elements beyond the earlier ones are not there. */
static void cut_back(appending *a)
{
    for (element of = 0; of < ELEMENTS; of++) {
        ludo_element_list(a->spec, of)->count = a->count[of];
    }
}

static void layout(appending *a, arena *m)
{
    const int32_t *own = a->count, *others = a->others;
    a->mesh_to = TAKE(m, others[ELEMENT_MESH], int32_t);
    a->free_joint = TAKE(m, others[ELEMENT_BODY], int32_t);
    a->own_to = TAKE(m, (size_t)own[ELEMENT_JOINT] + (size_t)own[ELEMENT_BODY], int32_t);
    a->other_to = TAKE(m, (size_t)others[ELEMENT_JOINT] + (size_t)others[ELEMENT_BODY], int32_t);
    a->control_to = TAKE(m, others[ELEMENT_ACTUATOR], int32_t);
    a->joined = TAKE(m, others[ELEMENT_KEYFRAME], bool);
    a->keyframe = TAKE(m, own[ELEMENT_KEYFRAME], ludo_keyframe_def);
}

/* Memory and layouts; the caller releases them in any case. */
static ludo_status begin(appending *a)
{
    for (element of = 0; of < ELEMENTS; of++) {
        a->count[of] = ludo_element_count(a->spec, of);
        a->others[of] = ludo_element_count(a->other, of);
    }
    arena size = {NULL, 0, false};
    layout(a, &size);
    a->memory = size.overflow ? NULL : memory_take(&a->spec->allocator, size.used);
    if (a->memory == NULL) {
        return LUDO_NO_MEMORY;
    }
    layout(a, &(arena){a->memory, 0, false});
    const ludo_status status = ludo_coordinates_find(a->spec, &a->own_layout);
    return status == LUDO_OK ? ludo_coordinates_find(a->other, &a->other_layout) : status;
}

static void end(appending *a)
{
    ludo_coordinates_release(&a->own_layout);
    ludo_coordinates_release(&a->other_layout);
    memory_give(&a->spec->allocator, a->memory);
}

static ludo_status run(appending *a)
{
    ludo_status status = begin(a);
    status = status == LUDO_OK ? check(a) : status;
    if (status == LUDO_OK) {
        status = append_all(a);
        if (status != LUDO_OK) {
            cut_back(a);
        } else if (a->count[ELEMENT_KEYFRAME] > 0) {
            memcpy(a->spec->keyframes.items, a->keyframe,
                   (size_t)a->count[ELEMENT_KEYFRAME] * sizeof *a->keyframe);
        }
    }
    end(a);
    return status;
}

static bool is_identity(const ludo_frame *f)
{
    const ludo_vec3 x = f->position;
    const ludo_quat q = f->orientation;
    return x.x == 0.0 && x.y == 0.0 && x.z == 0.0 && q.w == 1.0 && q.x == 0.0 && q.y == 0.0 &&
           q.z == 0.0;
}

ludo_status ludo_spec_append(ludo_spec *spec, const ludo_spec *other, const ludo_attachment *at,
                             ludo_diagnostic *why)
{
    ludo_attachment place = ludo_attachment_default();
    if (at != NULL && !SIZED_KNOWN(at)) {
        ludo_diagnose_size(why, (ludo_place){0}, at->struct_size, "ludo_attachment_default()");
        return LUDO_BAD_ARGUMENT;
    }
    if (at != NULL) {
        SIZED_READ(&place, at);
    }
    if (spec == NULL || other == NULL || !is_body_or_world(spec, place.parent) ||
        !frame_finite(&place.frame)) {
        ludo_diagnose(why, (ludo_place){0},
                      "a description is NULL, the parent is not a body, or the frame has a number "
                      "that is not finite");
        return LUDO_BAD_ARGUMENT;
    }
    appending a = {.spec = spec, .other = other, .at = place, .why = why};
    a.at.prefix = place.prefix != NULL ? place.prefix : "";
    a.at.frame = frame_clean(place.frame);
    a.moves = !is_identity(&a.at.frame);
    const ludo_status status = run(&a);
    if (status == LUDO_NO_MEMORY) {
        ludo_diagnose(why, (ludo_place){0}, "%s", ludo_status_text(status));
    }
    return status;
}
