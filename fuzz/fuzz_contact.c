/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as falling bodies: shapes of every kind on up to four bodies over a plane or in flight,
 * free or on a hinge of the previous body with a limit and dry friction, of any size, pose and
 * motion, overlapping or not. A step either succeeds, and all readable values are numbers, or is
 * refused and changes nothing.
 *
 * Bytes are taken in order, zeros after the end: the floor's friction, then each body. */
#include "build.h"
#include "said.h"

#include "ludo/ludo.h"

#include <math.h>
#include <stdint.h>

enum { BODIES = 4, STEPS = 10, CONTACTS = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct bytes {
    const uint8_t *next;
    size_t left;
} bytes;

static int take(bytes *b)
{
    if (b->left == 0) {
        return 0;
    }
    b->left--;
    return *b->next++;
}

/* From -128 / parts to 127 / parts: equal numbers are frequent, so that faces and edges meet
 * exactly. */
static double signed_number(bytes *b, double parts)
{
    const int byte = take(b);
    return (byte < 128 ? byte : byte - 256) / parts;
}

static double size_number(bytes *b)
{
    return (1 + take(b)) / 64.0;
}

/* --- bodies ---------------------------------------------------------------------------------- */

static void add_shape(scene *s, int32_t body, const char *type, bytes *b)
{
    ludo_geom_def g = ludo_geom_default();
    g.type = type;
    g.body = body;
    g.friction[0] = take(b) / 64.0;
    g.restitution = take(b) / 255.0;
    for (int i = 0; i < 3 && body != LUDO_WORLD; i++) {
        g.size[i] = size_number(b);
    }
    if (strcmp(type, "mesh") == 0) {
        const double x = g.size[0], y = g.size[1], z = g.size[2];
        const double vertex[12] = {-x, -y, -z, x, -y, -z, 0.0, y, -z, 0.0, 0.0, z};
        const ludo_mesh_def mesh = {
            .struct_size = sizeof mesh, .vertex = vertex, .vertex_count = 4};
        s->status = s->status == LUDO_OK ? ludo_spec_add_mesh(s->spec, &mesh, &g.mesh) : s->status;
    }
    s->status = s->status == LUDO_OK ? ludo_spec_add_geom(s->spec, &g, NULL) : s->status;
}

/* Free, or on a hinge along the y axis of the previous body. */
static void add_joint(scene *s, int32_t body, bytes *b)
{
    const bool free = body == 0 || take(b) % 4 != 0;
    joint_start start = {{0}, {0}};
    ludo_joint_def joint = {.struct_size = sizeof joint,
                            .type = free ? "free" : "hinge",
                            .parent = free ? LUDO_WORLD : body - 1,
                            .child = body,
                            .axis = {0.0, 1.0, 0.0}};
    for (int i = 0; i < (free ? 7 : 1); i++) {
        start.position[i] = signed_number(b, 16.0);
    }
    for (int i = 0; i < (free ? 6 : 1); i++) {
        start.velocity[i] = signed_number(b, 4.0);
    }
    if (free && !(fabs(start.position[3]) > 0.0)) {
        start.position[3] = 1.0;
    }
    if (!free) {
        joint.in_parent.position.x = signed_number(b, 16.0);
        joint.in_child.position.x = signed_number(b, 16.0);
        joint.along[0] = (ludo_dof_def){.limited = take(b) % 2 == 1,
                                        .range = {-size_number(b), size_number(b)},
                                        .friction_loss = take(b) / 64.0};
    }
    ludo_scene_add_joint(s, &joint, &start);
}

static ludo_status things_that_fall(bytes *b, ludo_spec **out)
{
    static const char *const types[] = {"sphere",   "capsule",   "box",
                                        "cylinder", "ellipsoid", "mesh"};
    scene s = ludo_scene_begin("falls", BODIES, NULL);
    const int bodies = 1 + take(b) % BODIES;
    if (take(b) % 4 != 0) {
        add_shape(&s, LUDO_WORLD, "plane", b);
    }
    for (int32_t i = 0; i < bodies; i++) {
        const double mass = size_number(b), turn = 0.1 * mass;
        const ludo_body_def body = {
            .struct_size = sizeof body, .mass = mass, .inertia = {turn, turn, turn}};
        ludo_scene_add_body(&s, &body);
        add_joint(&s, i, b);
        add_shape(&s, i, types[take(b) % 6], b);
    }
    return ludo_scene_end(&s, out);
}

/* --- invariants ------------------------------------------------------------------------------ */

/* Poses and velocities of bodies. */
static void take_states(ludo_sim *sim, int32_t bodies, ludo_body_state *states)
{
    for (int32_t i = 0; i < bodies; i++) {
        check(ludo_sim_body_state(sim, i, &states[i]) == LUDO_OK);
    }
}

static bool is_finite(ludo_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void check_contacts(ludo_sim *sim)
{
    ludo_contact contact[CONTACTS];
    int32_t all = -1;
    check(ludo_sim_contacts(sim, contact, CONTACTS, &all) == LUDO_OK && all >= 0);
    for (int32_t i = 0; i < all && i < CONTACTS; i++) {
        check(is_finite(contact[i].point) && is_finite(contact[i].normal));
        check(contact[i].normal_force >= 0.0 && isfinite(contact[i].normal_force));
    }
}

static void check_states(const ludo_body_state *state, int32_t bodies)
{
    for (int32_t i = 0; i < bodies; i++) {
        check(is_finite(state[i].com) && is_finite(state[i].linear_velocity));
    }
}

/* Takes steps until one is refused. */
static void fall(const ludo_model *model, ludo_sim *sim)
{
    const int32_t bodies = ludo_model_body_count(model);
    ludo_body_state before[BODIES], after[BODIES];
    if (ludo_sim_reset(sim, 0) != LUDO_OK || ludo_sim_project(sim, NULL) != LUDO_OK) {
        return;
    }
    take_states(sim, bodies, before);
    for (int k = 0; k < STEPS; k++) {
        const ludo_status stepped = ludo_step(sim, 0.01, NULL);
        take_states(sim, bodies, after);
        if (stepped != LUDO_OK) {
            check(memcmp(before, after, sizeof *before * (size_t)bodies) == 0);
            return;
        }
        check_states(after, bodies);
        check_contacts(sim);
        memcpy(before, after, sizeof before);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b = {data, size};
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    ludo_diagnostic why = {.line = 0};
    check(things_that_fall(&b, &spec) == LUDO_OK);
    ludo_status status = ludo_compile(spec, NULL, &model, &why);
    check_said(status, model != NULL, &why);
    status = model != NULL ? ludo_sim_create(model, NULL, NULL, &sim, &why) : status;
    check_said(status, sim != NULL, &why);
    if (sim != NULL) {
        fall(model, sim);
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
    return 0;
}
