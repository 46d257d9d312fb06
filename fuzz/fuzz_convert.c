/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as a model, written as MJCF and as URDF and read back: the mechanism is unchanged. Features
 * that only one format has are not compared; masses and motion are. */
#define _POSIX_C_SOURCE 200809L

#include "math/quat.h"
#include "said.h"

#include "ludo/ludo.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BODIES = 16, PATH_SIZE = 256 };

/* Numbers beyond these cause round-off that the bounds of this file don't cover. */
static const double LARGEST = 1e3, SMALLEST = 1e-3;

typedef struct mechanism {
    ludo_spec *spec;
    ludo_model *model;
    ludo_sim *sim; /* NULL: not to be simulated */
} mechanism;

/* ---- from bytes and from files ---- */

static void mechanism_close(mechanism *m)
{
    ludo_sim_destroy(m->sim);
    ludo_model_destroy(m->model);
    ludo_spec_destroy(m->spec);
}

/* Read the bytes; the model must compile as far as `must` says. */
static void mechanism_open(mechanism *m, bool must)
{
    ludo_diagnostic why = {.line = 0};
    ludo_status status = ludo_compile(m->spec, NULL, &m->model, &why);
    check_said(status, m->model != NULL, &why);
    check(!must || status == LUDO_OK);
    if (m->model != NULL) {
        status = ludo_sim_create(m->model, NULL, NULL, &m->sim, &why);
        check_said(status, m->sim != NULL, &why);
    }
}

static mechanism from_bytes(const uint8_t *data, size_t size)
{
    mechanism m = {.spec = NULL};
    ludo_diagnostic why = {.line = 0};
    const char *text = size > 0 ? (const char *)data : "";
    const ludo_status status =
        ludo_load_string(text, size, "nowhere/fuzz.xml", NULL, NULL, &m.spec, &why);
    check_said(status, m.spec != NULL, &why);
    if (m.spec != NULL) {
        mechanism_open(&m, false);
    }
    return m;
}

/* Read the written file; the model must compile as far as `must` says. */
static mechanism from_file(const char *path, bool must)
{
    mechanism m = {.spec = NULL};
    ludo_diagnostic why = {.line = 0};
    const ludo_status status = ludo_load_file(path, NULL, NULL, &m.spec, &why);
    check_said(status, m.spec != NULL, &why);
    check(status == LUDO_OK);
    mechanism_open(&m, must);
    return m;
}

/* ---- whether numbers are well enough scaled for two computations of one value to agree ---- */

static bool usual_length(double x)
{
    return x == 0.0 || (fabs(x) < LARGEST && fabs(x) > SMALLEST * SMALLEST);
}

static bool usual_vector(ludo_vec3 v)
{
    return usual_length(v.x) && usual_length(v.y) && usual_length(v.z);
}

static bool usual_frame(ludo_frame f)
{
    return usual_vector(f.position);
}

static bool usual_body(const ludo_body_def *b)
{
    bool usual =
        usual_vector(b->com) && b->mass < LARGEST && (b->mass == 0.0 || b->mass > SMALLEST);
    for (int i = 0; i < 6; i++) {
        usual = usual && usual_length(b->inertia[i]);
    }
    return usual;
}

static ludo_body_def body_def(const mechanism *m, int32_t body)
{
    ludo_body_def def = ludo_body_default();
    check(ludo_spec_body(m->spec, body, &def) == LUDO_OK);
    return def;
}

static ludo_joint_info joint_info(const mechanism *m, int32_t joint)
{
    ludo_joint_info info = {.struct_size = sizeof info};
    check(ludo_model_joint(m->model, joint, &info) == LUDO_OK);
    return info;
}

static bool usual(const mechanism *m)
{
    ludo_vec3 gravity;
    bool yes = ludo_spec_body_count(m->spec) <= MOST_BODIES &&
               ludo_spec_gravity(m->spec, &gravity) == LUDO_OK && usual_vector(gravity);
    for (int32_t i = 0; i < ludo_spec_body_count(m->spec); i++) {
        const ludo_body_def b = body_def(m, i);
        yes = yes && usual_body(&b);
    }
    for (int32_t i = 0; i < ludo_spec_joint_count(m->spec); i++) {
        ludo_joint_def j = ludo_joint_default();
        yes = yes && ludo_spec_joint(m->spec, i, &j) == LUDO_OK && usual_frame(j.in_parent) &&
              usual_frame(j.in_child) && usual_length(j.reference);
    }
    return yes;
}

/* ---- comparison of mechanisms ---- */

static void check_near(double a, double b, double size)
{
    const double bound = 1e-8 * (1.0 + size); /* lengths up to 1e3, angles by cosines */
    check(fabs(a - b) <= bound);
}

static void check_vector_near(ludo_vec3 a, ludo_vec3 b, double size)
{
    check_near(a.x, b.x, size);
    check_near(a.y, b.y, size);
    check_near(a.z, b.z, size);
}

/* The joint of one mechanism by its name in the other, or the first of the joints that replace
 * it. */
static int32_t joint_in(const mechanism *to, const char *name)
{
    const int32_t k = ludo_model_joint_find(to->model, name);
    check(k >= 0);
    return k;
}

/* Set coordinates or rates of a joint on the joints that replace it. */
static void give_joint(mechanism *to, mechanism *from, int32_t joint, bool rates)
{
    const ludo_joint_info j = joint_info(from, joint);
    const int32_t count = rates ? j.dof : j.position_count;
    double x[7];
    if (count == 0) {
        return;
    }
    check((rates ? ludo_sim_joint_velocity : ludo_sim_joint_position)(from->sim, joint, x) ==
          LUDO_OK);
    int32_t k = joint_in(to, j.name);
    for (int32_t done = 0; done < count; k++) {
        const ludo_joint_info part = joint_info(to, k);
        const int32_t taken = rates ? part.dof : part.position_count;
        check(taken > 0 && done + taken <= count);
        check((rates ? ludo_sim_set_joint_velocity
                     : ludo_sim_set_joint_position)(to->sim, k, x + done) == LUDO_OK);
        done += taken;
    }
}

/* Move a joint a little, or set its rates; false if a joint has none. */
static bool move_joint(mechanism *m, int32_t joint, bool rates)
{
    const ludo_joint_info j = joint_info(m, joint);
    double x[7] = {0.0};
    if (j.loop >= 0) {
        return true; /* it has no coordinates */
    }
    if (!rates && ludo_sim_joint_position(m->sim, joint, x) != LUDO_OK) {
        return false;
    }
    for (int32_t k = 0; k < (rates ? j.dof : j.position_count); k++) {
        const int32_t number = joint + k;
        x[k] += rates ? 0.3 - 0.1 * (double)(number % 5) : 0.1 * (double)(1 + number % 3);
    }
    check((rates ? ludo_sim_set_joint_velocity : ludo_sim_set_joint_position)(m->sim, joint, x) ==
          LUDO_OK);
    return true;
}

/* Set a pose, then rates: in a model's first pose joints may have dependent rates. */
static bool set_off(mechanism *m)
{
    const int32_t joints = ludo_model_joint_count(m->model);
    bool off = true;
    for (int32_t i = 0; i < 2 * joints && off; i++) {
        off = move_joint(m, i % joints, i >= joints);
    }
    return off && ludo_sim_project(m->sim, NULL) == LUDO_OK;
}

static void compare_bodies(mechanism *a, mechanism *b)
{
    for (int32_t i = 0; i < ludo_model_body_count(a->model); i++) {
        ludo_body_state x, y;
        if (body_def(a, i).mass == 0.0) {
            continue;
        }
        const int32_t k = ludo_model_body_find(b->model, ludo_model_body_name(a->model, i));
        check(k >= 0);
        check(ludo_sim_body_state(a->sim, i, &x) == LUDO_OK);
        check(ludo_sim_body_state(b->sim, k, &y) == LUDO_OK);
        const double size = v3_max(x.com) + v3_max(x.position);
        check_vector_near(x.com, y.com, size);
        check_vector_near(x.linear_velocity, y.linear_velocity, size + v3_max(x.linear_velocity));
        check_vector_near(q_rotate(x.orientation, x.angular_velocity),
                          q_rotate(y.orientation, y.angular_velocity), v3_max(x.angular_velocity));
    }
}

/* Momenta contain all masses. URDF has no armature, so that kinetic energies may differ. */
static void compare_momenta(mechanism *a, mechanism *b, bool armature)
{
    ludo_momentum p, q;
    ludo_energy e, f;
    check(ludo_sim_momentum(a->sim, &p) == LUDO_OK);
    check(ludo_sim_energy(a->sim, &e) == LUDO_OK);
    check(ludo_sim_momentum(b->sim, &q) == LUDO_OK);
    check(ludo_sim_energy(b->sim, &f) == LUDO_OK);
    const double size = v3_max(p.linear) + v3_max(p.angular) + e.kinetic + LARGEST;
    check_vector_near(p.linear, q.linear, size);
    check_vector_near(p.angular, q.angular, size);
    check_near(e.potential, f.potential, fabs(e.potential) + size);
    if (armature) {
        check_near(e.kinetic, f.kinetic, size);
        check_near(e.springs, f.springs, fabs(e.springs) + size);
    }
}

/* A smaller number of things must have caused a warning. */
static void compare_counts(const ludo_model *a, const ludo_model *b)
{
    static int32_t (*const count[])(const ludo_model *) = {
        ludo_model_site_count,   ludo_model_geom_count,     ludo_model_loop_count,
        ludo_model_spring_count, ludo_model_actuator_count, ludo_model_keyframe_count};
    for (size_t i = 0; i < sizeof count / sizeof *count; i++) {
        check(count[i](b) >= count[i](a));
    }
}

static void compare(mechanism *a, mechanism *b, bool is_mjcf, bool told)
{
    check(ludo_model_dof(a->model) == ludo_model_dof(b->model));
    check_near(ludo_model_mass(a->model), ludo_model_mass(b->model), ludo_model_mass(a->model));
    if (!told) {
        compare_counts(a->model, b->model);
        check(b->sim != NULL || a->sim == NULL);
    }
    /* loops may be at the limit of closing, which amplifies round-off without bound */
    if (a->sim == NULL || b->sim == NULL || !usual(a) || ludo_model_loop_count(a->model) > 0) {
        return;
    }
    check(ludo_sim_reset(a->sim, -1) == LUDO_OK);
    if (!set_off(a)) {
        return;
    }
    const int32_t joints = ludo_model_joint_count(a->model);
    for (int32_t i = 0; i < 2 * joints; i++) {
        give_joint(b, a, i % joints, i >= joints);
    }
    if (ludo_sim_project(b->sim, NULL) == LUDO_SINGULAR) {
        return; /* a joint twice: round-off alone may distinguish the two */
    }
    compare_bodies(a, b);
    compare_momenta(a, b, is_mjcf);
}

/* ---- writing and reading back ---- */

static void check_told(void *user, ludo_place place, const char *message)
{
    *(bool *)user = true;
    (void)place;
    check(message != NULL && message[0] != '\0');
}

static const char *folder(void)
{
    const char *given = getenv("TMPDIR");
    return given != NULL ? given : "/tmp";
}

/* The text of a file, terminated. */
static char *file_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    check(f != NULL && fseek(f, 0, SEEK_END) == 0);
    const long size = ftell(f);
    check(size >= 0 && fseek(f, 0, SEEK_SET) == 0);
    char *text = calloc(1, (size_t)size + 1);
    check(text != NULL && fread(text, 1, (size_t)size, f) == (size_t)size && fclose(f) == 0);
    return text;
}

/* A model that was read back is written with equal bytes. */
static void check_same_text(const mechanism *back, const char *path, const char *format)
{
    char *first = file_text(path);
    check(ludo_save_file(back->spec, path, format, NULL, NULL, NULL) == LUDO_OK);
    char *second = file_text(path);
    check(strcmp(first, second) == 0);
    free(first);
    free(second);
}

static void there_and_back(mechanism *m, const char *format)
{
    char path[PATH_SIZE];
    ludo_diagnostic why = {.line = 0};
    const int length = snprintf(path, sizeof path, "%s/ludo_fuzz_convert.%ld.%s", folder(),
                                (long)getpid(), format);
    check(length > 0 && length < PATH_SIZE);
    bool told = false;
    const ludo_status status = ludo_save_file(m->spec, path, format, check_told, &told, &why);
    check_said(status, access(path, F_OK) == 0, &why);
    check(status != LUDO_IO && status != LUDO_BAD_ARGUMENT);
    if (status == LUDO_OK) {
        mechanism back = from_file(path, usual(m));
        if (back.model != NULL) {
            compare(m, &back, strcmp(format, "mjcf") == 0, told);
        }
        check_same_text(&back, path, format);
        mechanism_close(&back);
        (void)remove(path);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mechanism m = from_bytes(data, size);
    if (m.model != NULL) {
        there_and_back(&m, "mjcf");
        there_and_back(&m, "urdf");
    }
    mechanism_close(&m);
    return 0;
}
