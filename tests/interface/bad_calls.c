/* SPDX-License-Identifier: Apache-2.0
 *
 * The fixture of the generated test of bad calls. */
#include "bad_calls.h"

#include "ludo/ludo.h"

#include <stdio.h>

/* four bars, a cart that a coupling moves with them, a ball on the floor, and one of each element
 */
const char bad_calls_text[] =
    "<mujoco model='all'><option timestep='0.001'/>"
    "<default><default class='bar'>"
    "<geom type='capsule' size='0.02' contype='0' conaffinity='0'/></default></default>"
    "<asset><mesh name='wedge' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>"
    "<worldbody><geom name='floor' type='plane' size='0 0 1'/><site name='hook' pos='0 0 2'/>"
    "<body name='bar' pos='0 0 1'><joint name='turn' axis='0 1 0' damping='0.1'/>"
    "<geom class='bar' fromto='0 0 0 0.5 0 0'/><site name='end' pos='0.5 0 0'/>"
    "<body name='bob' pos='0.5 0 0'><joint name='bend' axis='0 1 0'/>"
    "<geom class='bar' fromto='0 0 0 0.5 0 -0.5'/></body></body>"
    "<body name='link' pos='1 0 1'><joint name='swing' axis='0 1 0'/>"
    "<geom class='bar' fromto='0 0 0 0 0 -0.5'/></body>"
    "<body name='cart' pos='0 2 1'><joint name='lift' type='slide' axis='0 0 1'/>"
    "<geom type='mesh' mesh='wedge' contype='0' conaffinity='0'/></body>"
    "<body name='ball' pos='3 0 0.1'><freejoint name='loose'/>"
    "<geom name='sphere' type='sphere' size='0.1'/></body></worldbody>"
    "<contact><pair name='touch' geom1='floor' geom2='sphere'/>"
    "<exclude name='apart' body1='bar' body2='ball'/></contact>"
    "<tendon><fixed name='sum' stiffness='1'><joint joint='lift' coef='1'/></fixed>"
    "<spatial name='rope' stiffness='1'><site site='hook'/><site site='end'/></spatial></tendon>"
    "<actuator><general name='drive' joint='turn' dyntype='filter' dynprm='0.1'/></actuator>"
    "<equality><joint name='gear' joint1='lift' joint2='turn'/>"
    "<connect name='pin' body1='bob' body2='link' anchor='0.5 0 -0.5'/></equality>"
    "<sensor><gyro name='imu' site='end'/></sensor>"
    "<keyframe><key name='start'/></keyframe></mujoco>";

static const char arm_text[] =
    "<mujoco><worldbody><body name='arm'><joint name='elbow' axis='0 1 0'/>"
    "<geom type='sphere' size='0.1' pos='0.5 0 0'/></body></worldbody>"
    "<actuator><motor name='pull' joint='elbow'/></actuator></mujoco>";

const double bad_calls_vertex[12] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
const double bad_calls_inertia[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
const int32_t bad_calls_face[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
const int32_t bad_calls_dim[2] = {1, 2}, bad_calls_edge[2] = {0, 1};

enum { STEPS = 3, PATHS = 5 };

/* folder_path() keeps four; these paths live as long as the test */
static char paths[PATHS][512];

static void expect(ludo_status status, const char *what, const ludo_diagnostic *why)
{
    if (status != LUDO_OK) {
        fail_msg("%s: %s: %s", what, ludo_status_text(status), why != NULL ? why->message : "");
    }
}

static ludo_spec *load(const char *text)
{
    ludo_diagnostic why = {.message = ""};
    ludo_spec *spec = NULL;
    expect(ludo_load_string(text, strlen(text), "text.xml", NULL, NULL, &spec, &why), "load", &why);
    return spec;
}

/* The description with one of each element, and a body that no joint carries. */
static ludo_spec *everything(void)
{
    ludo_spec *spec = load(bad_calls_text);
    ludo_body_def body = ludo_body_default();
    body.name = "drift", body.mass = 1.0;
    body.inertia[0] = body.inertia[1] = body.inertia[2] = 1.0;
    expect(ludo_spec_add_body(spec, &body, NULL), "body", NULL);
    expect(ludo_spec_add_note(spec, LUDO_NOTE_WARNING, (ludo_place){NULL, 0, 0}, "a note"), "note",
           NULL);
    return spec;
}

static ludo_model *compile(const ludo_spec *spec)
{
    ludo_diagnostic why = {.message = ""};
    ludo_model *model = NULL;
    expect(ludo_compile(spec, NULL, &model, &why), "compile", &why);
    return model;
}

/* Some steps into the motion, with velocities and forces computed for reading. */
static ludo_sim *simulate(const ludo_model *model)
{
    ludo_diagnostic why = {.message = ""};
    ludo_energy energy;
    ludo_wrench wrench;
    ludo_sim *sim = NULL;
    expect(ludo_sim_create(model, NULL, NULL, &sim, &why), "create", &why);
    for (int i = 0; i < STEPS; i++) {
        expect(ludo_step(sim, 0.001, NULL), "step", NULL);
    }
    expect(ludo_sim_energy(sim, &energy), "energy", NULL);
    expect(ludo_sim_reaction(sim, 0, &wrench), "reaction", NULL);
    return sim;
}

/* The arm in a fluid, which needs another integrator than the other elements. */
static ludo_spec *wet_arm(void)
{
    ludo_fluid_def water = ludo_fluid_default();
    ludo_spec *spec = load(arm_text);
    water.displaced_mass = 0.1;
    expect(ludo_spec_add_fluid(spec, &water, NULL), "fluid", NULL);
    return spec;
}

static ludo_ldu *factorised(void)
{
    ludo_ldu_pattern pattern = ludo_ldu_pattern_default();
    ludo_ldu *ldu = NULL;
    pattern.nodes = 2, pattern.dim = bad_calls_dim;
    pattern.edges = 1, pattern.edge = bad_calls_edge;
    expect(ludo_ldu_create(&pattern, NULL, &ldu, NULL), "ldu", NULL);
    *ludo_ldu_block(ldu, 0, 0) = 2.0;
    double *block = ludo_ldu_block(ldu, 1, 1);
    block[0] = block[3] = 2.0;
    expect(ludo_ldu_factor(ldu, NULL, NULL), "factor", NULL);
    return ldu;
}

/* Numbers that change with every element added or removed. */
static size_t fingerprint(const ludo_spec *spec)
{
    const int32_t counts[] = {ludo_spec_body_count(spec),     ludo_spec_joint_count(spec),
                              ludo_spec_closure_count(spec),  ludo_spec_coupling_count(spec),
                              ludo_spec_site_count(spec),     ludo_spec_mesh_count(spec),
                              ludo_spec_geom_count(spec),     ludo_spec_pair_count(spec),
                              ludo_spec_exclude_count(spec),  ludo_spec_fluid_count(spec),
                              ludo_spec_spring_count(spec),   ludo_spec_actuator_count(spec),
                              ludo_spec_keyframe_count(spec), ludo_spec_note_count(spec)};
    size_t print = strlen(ludo_spec_name(spec));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        print = print * 31 + (size_t)counts[i];
    }
    return print;
}

/* ---- the fixture -------------------------------------------------------------------------- */

static void open_files(bad_calls *f)
{
    expect(ludo_trajectory_open(f->trajectory_file, NULL, &f->trajectory, NULL), "open", NULL);
    expect(ludo_recorder_create(paths[3], f->spec, f->sim, NULL, NULL, &f->recorder, NULL),
           "record", NULL);
}

void bad_calls_open(bad_calls *f, bool with_files)
{
    *f = (bad_calls){.groups = {0, 5},
                     .model_file = paths[0],
                     .state_file = paths[1],
                     .trajectory_file = paths[2],
                     .new_file = paths[4]};
    ludo_spec *arm = load(arm_text);
    f->arm_model = compile(arm), f->arm = simulate(f->arm_model);
    ludo_spec_destroy(arm);
    f->spec = everything(), f->model = compile(f->spec), f->wet_spec = wet_arm(),
    f->wet_model = compile(f->wet_spec);
    f->sim = simulate(f->model), f->twin = simulate(f->model), f->ldu = factorised();
    expect(ludo_dynamics_create(f->model, NULL, &f->dynamics), "dynamics", NULL);
    expect(ludo_linearizer_create(f->arm, NULL, &f->linearizer, NULL), "linearizer", NULL);
    expect(ludo_batch_create(f->arm_model, NULL, 2, 1, NULL, &f->batch, NULL), "batch", NULL);
    /* the quaternions of the two floating bodies */
    f->q[ludo_model_position_count(f->model) - 4] = 1.0;
    f->q[ludo_model_position_count(f->model) - 11] = 1.0;
    f->state_size = ludo_sim_state_size(f->sim);
    f->state = test_malloc(f->state_size), f->bytes = test_malloc(f->state_size);
    expect(ludo_sim_get_state(f->sim, f->state), "state", NULL);
    f->spec_print = fingerprint(f->spec);
    if (with_files) {
        open_files(f);
    }
}

void bad_calls_close(bad_calls *f)
{
    ludo_recorder_destroy(f->recorder);
    ludo_trajectory_close(f->trajectory);
    ludo_ldu_destroy(f->ldu);
    ludo_linearizer_destroy(f->linearizer);
    ludo_batch_destroy(f->batch);
    ludo_dynamics_destroy(f->dynamics);
    ludo_sim_destroy(f->sim);
    ludo_sim_destroy(f->twin);
    ludo_sim_destroy(f->arm);
    ludo_model_destroy(f->model);
    ludo_model_destroy(f->wet_model);
    ludo_model_destroy(f->arm_model);
    ludo_spec_destroy(f->spec);
    ludo_spec_destroy(f->wet_spec);
    test_free(f->state);
    test_free(f->bytes);
}

void bad_calls_files(void)
{
    static const char *const names[PATHS] = {"model.xml", "state.bin", "run.h5", "open.h5",
                                             "new.h5"};
    bad_calls f;
    folder_open("bad_calls");
    for (int i = 0; i < PATHS; i++) {
        (void)snprintf(paths[i], sizeof paths[i], "%s", folder_path(names[i]));
    }
    folder_write(names[0], bad_calls_text);
    bad_calls_open(&f, false);
    expect(ludo_save_state(f.sim, paths[1], NULL), "save", NULL);
    expect(ludo_recorder_create(paths[2], f.spec, f.sim, NULL, NULL, &f.recorder, NULL), "record",
           NULL);
    for (int i = 0; i < STEPS; i++) {
        expect(ludo_step(f.sim, 0.001, NULL), "step", NULL);
        expect(ludo_recorder_step(f.recorder, NULL, NULL), "record", NULL);
    }
    expect(ludo_recorder_finish(f.recorder, NULL, NULL), "finish", NULL);
    bad_calls_close(&f);
    folder_enter(); /* files of any name can be written */
}

int bad_calls_end(void **state)
{
    folder_leave();
    return folder_tear_down(state);
}

/* Failures are collected: a test shows all of them. */
static void failed(bad_calls *f, const char *how)
{
    print_error("%s: %s\n", f->what, how);
    f->failures++;
}

/* ---- the checks --------------------------------------------------------------------------- */

void check_unchanged(bad_calls *f)
{
    expect(ludo_sim_get_state(f->sim, f->bytes), f->what, NULL);
    if (memcmp(f->state, f->bytes, f->state_size) != 0) {
        failed(f, "the simulation changed");
    }
    if (fingerprint(f->spec) != f->spec_print) {
        failed(f, "the description changed");
    }
}

/* Compile the description and step its simulation, whatever they return; whether it compiles. */
static bool compiles(const ludo_spec *spec, ludo_diagnostic *why)
{
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    const bool good = ludo_compile(spec, NULL, &model, why) == LUDO_OK;
    if (good && ludo_sim_create(model, NULL, NULL, &sim, NULL) == LUDO_OK) {
        (void)ludo_step(sim, 0.001, NULL);
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return good;
}

static void check_success(bad_calls *f, expectation expected)
{
    ludo_diagnostic why = {.message = ""};
    const bool good = compiles(f->spec, &why) && compiles(f->wet_spec, &why);
    if (expected == REFUSED || (expected == REFUSED_LATER && good)) {
        failed(f, "accepted");
    }
    if (expected == COMPILES && !good) {
        failed(f, why.message);
    }
    const bool with_files = f->trajectory != NULL;
    const bad_calls old = *f;
    bad_calls_close(f);
    bad_calls_open(f, with_files);
    f->what = old.what, f->failures = old.failures;
}

void check_status(bad_calls *f, ludo_status got, expectation expected)
{
    if (got == LUDO_OK) {
        check_success(f, expected);
        return;
    }
    if (expected >= FINE || (expected == REFUSED && got != LUDO_BAD_ARGUMENT)) {
        failed(f, ludo_status_text(got));
    }
    check_unchanged(f);
}

void check_why(bad_calls *f, ludo_status got, const ludo_diagnostic *why)
{
    if (why != NULL && (got == LUDO_OK) != (why->message[0] == '\0')) {
        failed(f, got == LUDO_OK ? "a reason of success" : "no reason");
    }
}

void check_output(bad_calls *f, ludo_status got, const void *output, size_t size)
{
    const unsigned char *byte = output;
    bool same = true;
    for (size_t i = 0; i < size; i++) {
        same = same && byte[i] == UNTOUCHED;
    }
    if (got == LUDO_BAD_ARGUMENT && !same) {
        failed(f, "an output changed");
    }
}

const double *with_nan(const double *numbers, int32_t last)
{
    static double copy[ROOM];
    memset(copy, 0, sizeof copy);
    if (numbers != NULL) {
        memcpy(copy, numbers, (size_t)last * sizeof *copy);
    }
    copy[last] = (double)NAN;
    return copy;
}

void check_none(bad_calls *f, bool none, expectation expected)
{
    if (expected == REFUSED && !none) {
        failed(f, "a value");
    }
    check_unchanged(f);
}

void no_force(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    (void)query, (void)wrench, (void)effort, (void)user;
}

void no_warning(void *user, ludo_place place, const char *message)
{
    (void)user, (void)place, (void)message;
}

const char *name_of(const void *of, int32_t number)
{
    (void)of;
    return number == 0 ? "ball" : "bar";
}
