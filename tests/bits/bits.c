/* SPDX-License-Identifier: Apache-2.0
 *
 * Prints a hash of the trajectory of each of several scenes, one per line: all bits of the state of
 * every body after every step, plus the forces of contacts and stops, or of step derivatives, or of
 * step limits. check_bits.py requires the same lines from every compiler. */
#include "contact_models.h"
#include "ludo/ludo.h"
#include "scenes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FEW: steps of integrators in joint coordinates and of derivatives; TOUCHING: steps with contacts,
 * limits and dry friction; PLACES: most contacts of a model */
enum { STEPS = 500, FEW = 10, TOUCHING = 100, PLACES = 64 };

static const double time_step = 0.01;

/* FNV-1a, 64 bits */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ byte[i]) * 0x100000001B3u;
    }
    return hash;
}

/* All of ludo_body_state is double: it has no padding. */
static ludo_status hash_bodies(ludo_sim *sim, uint64_t *hash)
{
    const int32_t bodies = ludo_model_body_count(ludo_sim_model(sim));
    ludo_status status = LUDO_OK;
    for (int32_t b = 0; b < bodies && status == LUDO_OK; b++) {
        ludo_body_state state;
        status = ludo_sim_body_state(sim, b, &state);
        *hash = hash_bytes(*hash, &state, sizeof state);
    }
    return status;
}

/* Controls that oscillate, each at its own frequency. */
static void drive(ludo_sim *sim, int k)
{
    for (int32_t i = 0; i < ludo_model_actuator_count(ludo_sim_model(sim)); i++) {
        (void)ludo_sim_set_control(sim, i, 0.01 * ((k * (i + 2)) % 101 - 50));
    }
}

/* Take steps and hash the state after each. */
static ludo_status hash_steps(ludo_sim *sim, int steps, uint64_t *hash)
{
    ludo_status status = LUDO_OK;
    for (int k = 0; k < steps && status == LUDO_OK; k++) {
        drive(sim, k);
        status = ludo_step(sim, time_step, NULL);
        if (status == LUDO_OK) {
            status = hash_bodies(sim, hash);
        }
    }
    return status;
}

/* Four numbers and doubles: ludo_contact has no padding. */
static void hash_contacts(ludo_sim *sim, uint64_t *hash)
{
    ludo_contact contacts[PLACES];
    int32_t count = 0;
    (void)ludo_sim_contacts(sim, contacts, PLACES, &count);
    *hash = hash_bytes(*hash, &count, sizeof count);
    *hash = hash_bytes(*hash, contacts,
                       (size_t)(count < PLACES ? count : PLACES) * sizeof(ludo_contact));
}

/* Forces of limits and dry friction. */
static ludo_status hash_stops(ludo_sim *sim, uint64_t *hash)
{
    const ludo_model *model = ludo_sim_model(sim);
    const int32_t joints = ludo_model_joint_count(model);
    ludo_status status = LUDO_OK;
    for (int32_t j = 0; j < joints && status == LUDO_OK; j++) {
        double force[LUDO_MAX_DOF] = {0.0};
        status = ludo_sim_stop_force(sim, j, force);
        *hash = hash_bytes(*hash, force, sizeof force);
    }
    return status;
}

/* Take steps and hash the state after each and the forces of contacts and stops. */
static ludo_status hash_forces(ludo_sim *sim, int steps, uint64_t *hash)
{
    ludo_status status = LUDO_OK;
    for (int k = 0; k < steps && status == LUDO_OK; k++) {
        status = hash_steps(sim, 1, hash);
        if (status == LUDO_OK) {
            hash_contacts(sim, hash);
            status = hash_stops(sim, hash);
        }
    }
    return status;
}

/* Take steps and hash the derivative of each. */
static ludo_status hash_derivatives(ludo_sim *sim, int steps, uint64_t *hash)
{
    const ludo_model *model = ludo_sim_model(sim);
    const size_t rows = 2 * (size_t)ludo_model_dof(model);
    const size_t controls = (size_t)ludo_model_actuator_count(model);
    ludo_linearizer *of = NULL;
    ludo_status status = ludo_linearizer_create(sim, NULL, &of, NULL);
    for (int k = 0; k < steps && status == LUDO_OK; k++) {
        drive(sim, k);
        status = ludo_linearizer_step(of, sim, time_step, NULL);
        if (status == LUDO_OK) {
            *hash = hash_bytes(*hash, ludo_linearizer_A(of), rows * rows * sizeof(double));
            *hash = hash_bytes(*hash, ludo_linearizer_B(of), rows * controls * sizeof(double));
        }
    }
    ludo_linearizer_destroy(of);
    return status;
}

/* Take steps and hash the state after each and the number of certified parts. */
static ludo_status hash_certified(ludo_sim *sim, int steps, uint64_t *hash)
{
    ludo_status status = LUDO_OK;
    for (int k = 0; k < steps && status == LUDO_OK; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        drive(sim, k);
        status = ludo_step(sim, time_step, &report);
        *hash = hash_bytes(*hash, &report.certified, sizeof report.certified);
        if (status == LUDO_OK) {
            status = hash_bodies(sim, hash);
        }
    }
    return status;
}

/* Take steps and hash the step limits after each. */
static ludo_status hash_limits(ludo_sim *sim, int steps, uint64_t *hash)
{
    ludo_status status = LUDO_OK;
    for (int k = 0; k < steps && status == LUDO_OK; k++) {
        ludo_step_limits of = {.struct_size = sizeof of};
        status = hash_steps(sim, 1, hash);
        status = status == LUDO_OK ? ludo_step_limit(sim, &of, NULL) : status;
        for (int32_t i = 0; status == LUDO_OK && i < of.count; i++) {
            *hash = hash_bytes(*hash, of.limit[i].name, strlen(of.limit[i].name));
            *hash = hash_bytes(*hash, &of.limit[i].dt, sizeof of.limit[i].dt);
        }
    }
    return status;
}

/* Any of the above. */
typedef ludo_status hash_function(ludo_sim *sim, int steps, uint64_t *hash);

/* Takes the spec. */
static ludo_status print_hash(const char *name, ludo_spec *spec, const ludo_sim_options *options,
                              hash_function *take, int steps)
{
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    ludo_status status = ludo_scene_open(spec, options, &model, &sim);
    uint64_t hash = 0xCBF29CE484222325u;
    if (status == LUDO_OK) {
        status = take(sim, steps, &hash);
    }
    printf("%016" PRIx64 " %s: %s\n", hash, name, ludo_status_text(status));
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return status;
}

static ludo_status print_trajectory(const char *name, ludo_spec *spec,
                                    const ludo_sim_options *options)
{
    return print_hash(name, spec, options, hash_steps, STEPS);
}

static ludo_status print_few(const char *name, ludo_spec *spec, const ludo_sim_options *options)
{
    return print_hash(name, spec, options, hash_steps, FEW);
}

static ludo_status print_forces(const char *name, ludo_spec *spec, const ludo_sim_options *options)
{
    return print_hash(name, spec, options, hash_forces, TOUCHING);
}

static ludo_status print_certified(const char *name, ludo_spec *spec,
                                   const ludo_sim_options *options)
{
    return print_hash(name, spec, options, hash_certified, FEW);
}

static ludo_status print_limits(const char *name, ludo_spec *spec, const ludo_sim_options *options)
{
    return print_hash(name, spec, options, hash_limits, FEW);
}

static ludo_status print_derivatives(const char *name, ludo_spec *spec,
                                     const ludo_sim_options *options)
{
    return print_hash(name, spec, options, hash_derivatives, FEW);
}

/* Angles in degrees and every form of orientation: the arithmetic of readers is hashed too. */
static const char robot[] =
    "<mujoco model='robot'>"
    "  <compiler angle='degree' eulerseq='zyX'/>"
    "  <option gravity='0.1 -0.2 -9.8'/>"
    "  <worldbody>"
    "    <body name='trunk' pos='0.1 0.2 0.3' euler='10 20 30'>"
    "      <joint type='hinge' axis='1 2 3' pos='0.1 0 -0.1' ref='15'/>"
    "      <inertial pos='0.1 0.2 0.3' mass='1.5' fullinertia='0.1 0.2 0.25 0.01 0.02 0.03'/>"
    "      <body name='arm' pos='0.5 0 0.2' axisangle='1 1 0.3 40'>"
    "        <joint type='ball' pos='0 0.1 0'/>"
    "        <inertial pos='0.3 0 0' mass='0.7' diaginertia='0.01 0.05 0.05' euler='5 6 7'/>"
    "        <body name='drawer' pos='0.6 0 0' xyaxes='1 0.1 0 0 1 0.2'>"
    "          <joint type='slide' axis='0.2 0 1' ref='0.1'/>"
    "          <inertial pos='0 0 0' mass='0.3' diaginertia='0.01 0.02 0.02' zaxis='1 2 3'/>"
    "        </body>"
    "      </body>"
    "    </body>"
    "    <body name='ball' pos='3 0 1' quat='1 0.2 0.3 0.4'>"
    "      <freejoint/>"
    "      <inertial pos='0.01 0 0' mass='1' diaginertia='0.1 0.2 0.25'/>"
    "    </body>"
    "  </worldbody>"
    "  <keyframe>"
    "    <key qpos='0.3 1 0.1 0.2 0.3 0.05 3 0 1 1 0 0.5 0' qvel='1 -2 3 0.5 0.1 1 2 3 4 5 6'/>"
    "  </keyframe>"
    "</mujoco>";

/* An arm of two bars and one of one bar, whose ends are apart until the loop is closed. */
static const char kinematics[] =
    "<mujoco model='linkage'>"
    "  <worldbody>"
    "    <body name='left'>"
    "      <joint type='hinge' axis='0 1 0.1'/>"
    "      <inertial pos='0.5 0 0' mass='1' diaginertia='0.01 0.08 0.09'/>"
    "      <body name='coupler' pos='1 0 0.1' quat='1 0.1 0.4 0'>"
    "        <joint type='ball'/>"
    "        <inertial pos='0.3 0.1 0' mass='0.7' diaginertia='0.01 0.02 0.02'/>"
    "        <site name='a' pos='0.6 0 0'/>"
    "      </body>"
    "    </body>"
    "    <body name='right' pos='1.3 0.1 0' quat='1 0 -0.2 0'>"
    "      <joint type='hinge' axis='0.1 1 0'/>"
    "      <inertial pos='0.4 0 0' mass='0.5' diaginertia='0.01 0.03 0.03'/>"
    "      <site name='b' pos='0.8 0 0'/>"
    "    </body>"
    "  </worldbody>"
    "  <equality><connect site1='a' site2='b'/></equality>"
    "</mujoco>";

/* A floating body, its centre of mass off its frame, with a tendon to the world. */
#define TIED_HULL                                                                                  \
    "  <worldbody>"                                                                                \
    "    <site name='pole' pos='1 1 1'/>"                                                          \
    "    <body name='hull' pos='0.1 0.2 0.3' quat='1 0.2 0.3 0.4'>"                                \
    "      <freejoint/>"                                                                           \
    "      <inertial pos='0.1 -0.05 0.08' mass='1' diaginertia='0.1 0.2 0.25'/>"                   \
    "      <site name='cleat' pos='0.2 -0.1 0.3'/>"                                                \
    "    </body>"                                                                                  \
    "  </worldbody>"                                                                               \
    "  <tendon>"                                                                                   \
    "    <spatial stiffness='20' damping='0.5' springlength='0.5'>"                                \
    "      <site site='pole'/><site site='cleat'/>"                                                \
    "    </spatial>"                                                                               \
    "  </tendon>"                                                                                  \
    "  <keyframe><key qvel='1 -2 3 0.5 0.1 1'/></keyframe>"

static const char tied[] = "<mujoco model='tied'>" TIED_HULL "</mujoco>";

/* The same body in a fluid. */
static const char swimmer[] =
    "<mujoco model='swimmer'>"
    "  <custom>"
    "    <numeric name='ludo.added_mass.hull' data='0.4 0 0 0 0.2 0 0.6 0 0 0 0 0.8 -0.15 0 0"
    "      1 0 0 2.5 0 3'/>"
    "    <numeric name='ludo.displaced_mass.hull' data='1.1 0.05 0 0.1'/>"
    "  </custom>" TIED_HULL "</mujoco>";

static ludo_spec *text(const char *mjcf)
{
    ludo_spec *spec = NULL;
    (void)ludo_load_string(mjcf, strlen(mjcf), "robot.xml", NULL, NULL, &spec, NULL);
    return spec;
}

static ludo_spec *chain(const char *joint)
{
    ludo_spec *spec = NULL;
    const ludo_scene_chain_options options = {
        .links = 10, .joint = joint, .spatial = true, .lowered = 1.0, .stir = 1.0};
    (void)ludo_scene_chain(&options, NULL, &spec);
    return spec;
}

static ludo_spec *tree(int32_t bodies, uint64_t seed)
{
    ludo_spec *spec = NULL;
    (void)ludo_scene_random_tree(bodies, seed, seed % 2 == 0, NULL, &spec);
    return spec;
}

static ludo_spec *everything(uint64_t seed, bool damped)
{
    ludo_spec *spec = NULL;
    const ludo_scene_everything_options options = {
        .bodies = 26, .seed = seed, .floating = seed % 2 == 0, .damped = damped, .stiffness = 1e4};
    (void)ludo_scene_everything(&options, NULL, &spec);
    return spec;
}

/* Every joint and force, and loops. */
static ludo_spec *loops(uint64_t seed)
{
    ludo_spec *spec = everything(seed, true);
    if (spec != NULL && ludo_scene_close_loops(spec, 4, seed) != LUDO_OK) {
        ludo_spec_destroy(spec);
        spec = NULL;
    }
    return spec;
}

static ludo_spec *windows(void)
{
    ludo_spec *spec = NULL;
    const ludo_scene_windows_options options = ludo_scene_windows_default();
    (void)ludo_scene_windows(&options, NULL, &spec);
    return spec;
}

static ludo_spec *scene(ludo_status (*build)(const ludo_allocator *, ludo_spec **))
{
    ludo_spec *spec = NULL;
    (void)build(NULL, &spec);
    return spec;
}

/* A body in a fluid by both schemes. Returns the number of failures. */
static int print_dual(void)
{
    ludo_sim_options corrected = ludo_sim_options_default(), published;
    corrected.integrator = "dual-quaternion";
    published = corrected;
    published.scheme = "published";
    int failures = 0;
    failures += print_trajectory("dual-quaternion", text(swimmer), &corrected) != LUDO_OK;
    failures +=
        print_trajectory("dual-quaternion, published", text(swimmer), &published) != LUDO_OK;
    return failures;
}

/* A body on a tendon by all schemes of a single body, and a top by the first. Returns the number of
 * failures. */
static int print_single(void)
{
    static const char *const schemes[] = {"symplectic-cayley", "tln-cayley", "tln", "euler"};
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "rigid-body";
    int failures = 0;
    for (int i = 0; i < 4; i++) {
        char name[64];
        options.scheme = schemes[i];
        (void)snprintf(name, sizeof name, "rigid-body, %s", schemes[i]);
        failures += print_trajectory(name, text(tied), &options) != LUDO_OK;
    }
    options.scheme = NULL;
    failures +=
        print_trajectory("rigid-body, top", scene(ludo_scene_heavy_top), &options) != LUDO_OK;
    return failures;
}

/* Returns the number of integrators in joint coordinates that fail. */
static int print_minimal(void)
{
    ludo_sim_options second = ludo_sim_options_default();
    second.integrator = "galerkin";
    second.order = 2;
    ludo_sim_options fourth = second, sixth = second, riqn = second, broyden = second;
    ludo_sim_options heun = second, classical = second, so3 = second, se3 = second;
    fourth.order = 4, sixth.order = 6, riqn.order = broyden.order = 4;
    riqn.solver = "riqn", broyden.solver = "riqn-broyden";
    heun.integrator = classical.integrator = "runge-kutta";
    classical.order = 4;
    so3.integrator = se3.integrator = "lie-group";
    so3.scheme = "so3", se3.scheme = "se3";
    int failures = 0;
    failures += print_few("galerkin, order 2", everything(1, true), &second) != LUDO_OK;
    failures += print_few("galerkin, order 4", everything(2, true), &fourth) != LUDO_OK;
    failures += print_few("galerkin, order 6", everything(1, false), &sixth) != LUDO_OK;
    failures += print_few("galerkin, robot", text(robot), &fourth) != LUDO_OK;
    failures += print_few("galerkin, riqn", chain("hinge"), &riqn) != LUDO_OK;
    failures += print_few("galerkin, riqn-broyden", chain("ball"), &broyden) != LUDO_OK;
    failures += print_few("runge-kutta, order 2", tree(12, 2), &heun) != LUDO_OK;
    failures += print_few("runge-kutta, order 4", everything(1, true), &classical) != LUDO_OK;
    failures += print_few("lie-group, so3", everything(2, true), &so3) != LUDO_OK;
    failures += print_few("lie-group, se3", everything(2, true), &se3) != LUDO_OK;
    failures += print_dual();
    failures += print_single();
    return failures;
}

/* Returns the number of step derivatives that fail. */
static int print_linear(void)
{
    const ludo_sim_options maximal = ludo_sim_options_default();
    ludo_sim_options galerkin = maximal;
    galerkin.integrator = "galerkin";
    galerkin.order = 4;
    int failures = 0;
    failures += print_derivatives("everything, derived", everything(2, true), &maximal) != LUDO_OK;
    failures += print_derivatives("windows, derived", windows(), &maximal) != LUDO_OK;
    failures += print_derivatives("galerkin, derived", everything(1, true), &galerkin) != LUDO_OK;
    return failures;
}

static ludo_spec *spheres(int32_t links)
{
    ludo_spec *spec = NULL;
    (void)ludo_scene_sphere_chain(links, NULL, &spec);
    return spec;
}

/* Returns the number of models with contacts, limits and dry friction that fail. */
static int print_contacts(void)
{
    ludo_sim_options linear4 = ludo_sim_options_default(), linear8 = linear4, ldu = linear4;
    linear4.cone = "linear4", linear8.cone = "linear8";
    ldu.solver = "ldu";
    int failures = 0;
    failures += print_forces("boxes", text(boxes), NULL) != LUDO_OK;
    failures += print_forces("boxes, linear8", text(boxes), &linear8) != LUDO_OK;
    failures += print_forces("stack", text(stack), NULL) != LUDO_OK;
    failures += print_forces("stack, linear4", text(stack), &linear4) != LUDO_OK;
    failures += print_forces("pile", text(pile), NULL) != LUDO_OK;
    failures += print_forces("spheres", spheres(5), NULL) != LUDO_OK;
    failures += print_forces("dropped four-bar", text(dropped), NULL) != LUDO_OK;
    failures += print_forces("legs, ldu", text(legs), &ldu) != LUDO_OK;
    failures += print_forces("stops", text(stops), NULL) != LUDO_OK;
    failures += print_forces("stops, ldu", text(stops), &ldu) != LUDO_OK;
    failures += print_forces("bounce", text(balls), NULL) != LUDO_OK;
    failures += print_forces("rolling", text(rolling), NULL) != LUDO_OK;
    return failures;
}

/* Returns the number of failures of models with certified steps or steps at a limit. */
static int print_proved(void)
{
    ludo_sim_options body = ludo_sim_options_default(), tree = body, afloat = body, fluid = body;
    body.integrator = "rigid-body";
    tree.integrator = "galerkin";
    afloat.integrator = "lie-group";
    fluid.integrator = "dual-quaternion";
    body.certify = tree.certify = true;
    tree.order = 2;
    int failures = 0;
    failures += print_certified("rigid-body, certified", scene(ludo_scene_torque_free_body),
                                &body) != LUDO_OK;
    failures +=
        print_certified("galerkin, certified", scene(ludo_scene_free_chain), &tree) != LUDO_OK;
    failures += print_trajectory("free chain", scene(ludo_scene_free_chain), &afloat) != LUDO_OK;
    failures += print_few("heavy top, lie-group", scene(ludo_scene_heavy_top), &afloat) != LUDO_OK;
    failures += print_limits("limits, rigid-body", scene(ludo_scene_heavy_top), &body) != LUDO_OK;
    failures += print_limits("limits, galerkin", scene(ludo_scene_free_chain), &tree) != LUDO_OK;
    failures += print_limits("limits, lie-group", everything(2, true), &afloat) != LUDO_OK;
    failures += print_limits("limits, dual-quaternion", text(swimmer), &fluid) != LUDO_OK;
    return failures;
}

int main(void)
{
    ludo_sim_options quaternion = ludo_sim_options_default(), fourth = quaternion, ldu = quaternion;
    ludo_sim_options implicit = quaternion;
    implicit.damping = "implicit";
    quaternion.rotation = "quaternion";
    fourth.order = 4;
    ldu.solver = "ldu";
    int failures = 0;
    failures += print_trajectory("chain of hinges", chain("hinge"), NULL) != LUDO_OK;
    failures += print_trajectory("chain of balls", chain("ball"), NULL) != LUDO_OK;
    failures += print_trajectory("chain, quaternion", chain("ball"), &quaternion) != LUDO_OK;
    failures += print_trajectory("chain, order 4", chain("hinge"), &fourth) != LUDO_OK;
    failures += print_trajectory("chain, ldu", chain("hinge"), &ldu) != LUDO_OK;
    failures += print_trajectory("tree", tree(12, 1), NULL) != LUDO_OK;
    failures += print_trajectory("floating tree", tree(12, 2), NULL) != LUDO_OK;
    failures += print_trajectory("large tree", tree(50, 4), NULL) != LUDO_OK;
    failures += print_trajectory("tree, ldu", tree(12, 1), &ldu) != LUDO_OK;
    failures += print_trajectory("robot from a text", text(robot), NULL) != LUDO_OK;
    failures += print_trajectory("double pendulum", scene(ludo_scene_spherical_double_pendulum),
                                 NULL) != LUDO_OK;
    failures += print_trajectory("heavy top", scene(ludo_scene_heavy_top), NULL) != LUDO_OK;
    failures += print_trajectory("everything", everything(1, true), NULL) != LUDO_OK;
    failures += print_trajectory("everything, floating", everything(2, true), NULL) != LUDO_OK;
    failures +=
        print_trajectory("everything, quaternion", everything(1, true), &quaternion) != LUDO_OK;
    failures += print_trajectory("everything, ldu", everything(2, true), &ldu) != LUDO_OK;
    failures += print_trajectory("everything, implicit", everything(1, true), &implicit) != LUDO_OK;
    failures += print_trajectory("everything, order 4", everything(2, false), &fourth) != LUDO_OK;
    failures += print_trajectory("governor", scene(ludo_scene_governor), NULL) != LUDO_OK;
    failures += print_trajectory("body", scene(ludo_scene_torque_free_body), NULL) != LUDO_OK;
    failures += print_trajectory("windows", windows(), NULL) != LUDO_OK;
    failures += print_trajectory("windows, ldu", windows(), &ldu) != LUDO_OK;
    failures += print_trajectory("windows, order 4", windows(), &fourth) != LUDO_OK;
    failures += print_trajectory("bricard", scene(ludo_scene_bricard), NULL) != LUDO_OK;
    failures += print_trajectory("assembled", text(kinematics), NULL) != LUDO_OK;
    failures += print_trajectory("assembled, ldu", text(kinematics), &ldu) != LUDO_OK;
    failures += print_trajectory("loops", loops(1), NULL) != LUDO_OK;
    failures += print_trajectory("loops, floating", loops(2), NULL) != LUDO_OK;
    failures += print_trajectory("loops, ldu", loops(1), &ldu) != LUDO_OK;
    failures += print_trajectory("loops, quaternion", loops(2), &quaternion) != LUDO_OK;
    failures += print_minimal() + print_linear() + print_contacts() + print_proved();
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
