/* SPDX-License-Identifier: Apache-2.0
 *
 * Prints a hash of the trajectory of each of some scenes, one per line: all bits of the state of
 * every body after every step. check_bits.py demands the same lines from every compiler. */
#include "ludo/ludo.h"
#include "scenes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 500 };

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

/* Controls that go up and down, each at its own pace. */
static void drive(ludo_sim *sim, int k)
{
    for (int32_t i = 0; i < ludo_model_actuator_count(ludo_sim_model(sim)); i++) {
        (void)ludo_sim_set_control(sim, i, 0.01 * ((k * (i + 2)) % 101 - 50));
    }
}

/* Takes the spec. */
static ludo_status print_trajectory(const char *name, ludo_spec *spec,
                                    const ludo_sim_options *options)
{
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    ludo_status status = ludo_scene_open(spec, options, &model, &sim);
    uint64_t hash = 0xCBF29CE484222325u;
    for (int k = 0; k < STEPS && status == LUDO_OK; k++) {
        drive(sim, k);
        status = ludo_step(sim, time_step, NULL);
        if (status == LUDO_OK) {
            status = hash_bodies(sim, &hash);
        }
    }
    printf("%016" PRIx64 " %s: %s\n", hash, name, ludo_status_text(status));
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return status;
}

/* Angles in degrees and all ways to give an orientation: what a reader computes counts too. */
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

/* An arm of two bars and one of one, whose ends are apart until the loop is closed. */
static const char linkage[] =
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

/* Every joint and force, and what closes loops. */
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
    failures += print_trajectory("assembled", text(linkage), NULL) != LUDO_OK;
    failures += print_trajectory("assembled, ldu", text(linkage), &ldu) != LUDO_OK;
    failures += print_trajectory("loops", loops(1), NULL) != LUDO_OK;
    failures += print_trajectory("loops, floating", loops(2), NULL) != LUDO_OK;
    failures += print_trajectory("loops, ldu", loops(1), &ldu) != LUDO_OK;
    failures += print_trajectory("loops, quaternion", loops(2), &quaternion) != LUDO_OK;
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
