/* SPDX-License-Identifier: Apache-2.0
 *
 * Linkages driven by cranks: the slider-crank with spatial joints, and the five-bar. */
#include "linkage.h"
#include "scenes.h"

#include <math.h>

/* Start of the slider-crank: the crank's angle above +x [rad] and its rate [rad/s]. */
static const double raised = 0.78539816339744830962, spin = 5.0;

static const double crank_length = 0.3, rod_length = 0.6;

/* Joint coordinates rotate +x towards -z: the crank's is minus its angle, the rod is `phi` below
 * +x, and its pin rotates by phi plus the crank's angle. The slider's pin rotates back by phi. */
ludo_status ludo_scene_slider_crank(const ludo_allocator *allocator, ludo_spec **out)
{
    const double sine = crank_length * sin(raised) / rod_length;
    const double phi = asin(sine), phi_rate = crank_length * cos(raised) * spin /
                                              (rod_length * sqrt(1.0 - sine * sine));
    const joint_start crank_start = {{-raised}, {-spin}};
    const joint_start rod_start = {{phi + raised}, {phi_rate + spin}};
    const joint_start slider_start = {{-phi}, {-phi_rate}};
    const ludo_body_def block = {.struct_size = sizeof block,
                                 .name = "slider",
                                 .mass = 1.0,
                                 .inertia = {0.01, 0.01, 0.01, 0.0, 0.0, 0.0}};
    scene s = ludo_scene_begin("slider-crank", 3, allocator);
    const int32_t crank = ludo_scene_add_bar(&s, "crank", 1.0, crank_length);
    const int32_t rod = ludo_scene_add_bar(&s, "rod", 1.0, rod_length);
    const int32_t slider = ludo_scene_add_body(&s, &block);
    ludo_scene_pin(&s, "crank", (ludo_spot){LUDO_WORLD, 0.0, 0.0}, crank, 0.0, &crank_start);
    ludo_scene_pin(&s, "rod", (ludo_spot){crank, crank_length, 0.0}, rod, 0.0, &rod_start);
    ludo_scene_pin(&s, "slider", (ludo_spot){rod, rod_length, 0.0}, slider, 0.0, &slider_start);
    ludo_scene_close(&s, "slide", (ludo_spot){LUDO_WORLD, 0.0, 0.0}, (ludo_spot){slider, 0.0, 0.0},
                     0.0);
    return ludo_scene_end(&s, out);
}

/* Cranks of 0.3 m are 0.2 m apart, arms of 0.5 m meet below; springs hold the cranks level. */
ludo_status ludo_scene_five_bar(const ludo_allocator *allocator, ludo_spec **out)
{
    enum { LEFT, RIGHT };
    static const char *const crank_name[] = {"left crank", "right crank"};
    static const char *const arm_name[] = {"left arm", "right arm"};
    const double half_base = 0.1, crank = 0.3, arm = 0.5;
    /* cranks start level, outwards; arms lead from their ends to the middle below */
    const double in = asin((half_base + crank) / arm);
    int32_t arms[2];
    scene s = ludo_scene_begin("five-bar", 4, allocator);
    for (int side = LEFT; side <= RIGHT; side++) {
        const double outward = side == LEFT ? pi : 0.0;
        const double inward = 0.5 * pi + (side == LEFT ? -in : in);
        const int32_t upper = ludo_scene_add_bar(&s, crank_name[side], 0.5, crank);
        const ludo_spot base = {LUDO_WORLD, side == LEFT ? -half_base : half_base, 0.0};
        ludo_scene_pin(&s, crank_name[side], base, upper, outward, NULL);
        arms[side] = ludo_scene_add_bar(&s, arm_name[side], 0.3, arm);
        ludo_scene_pin(&s, arm_name[side], (ludo_spot){upper, crank, 0.0}, arms[side],
                       inward - outward, NULL);
    }
    ludo_scene_close(&s, "hinge", (ludo_spot){arms[LEFT], arm, 0.0},
                     (ludo_spot){arms[RIGHT], arm, 0.0}, 2.0 * in);
    return ludo_scene_end(&s, out);
}
