/* SPDX-License-Identifier: Apache-2.0
 *
 * Four-bar linkages in a row: segments joined at opposite corners, and windows that share a
 * side. */
#include "linkage.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- segments -------------------------------------------------------------------------------- */

/* Lengths of the sides of a segment: from its near corner to the upper and the lower corner, and
 * from these to its far corner [m]. */
typedef struct segment_sides {
    double upper[2], lower[2];
} segment_sides;

static const segment_sides square = {{1.0, 1.0}, {1.0, 1.0}};
static const segment_sides kite = {{1.0, 1.1}, {1.2, 1.0}};

/* Directions of two bars from one corner to the opposite one along +x, at the distance sqrt(2): of
 * the first bar, and of the second against the first [rad]. `side` is +1 below the diagonal, -1
 * above. */
static void directions(const double length[2], double side, double angle[2])
{
    const double far = sqrt(2.0), a = length[0], c = length[1];
    const double near_corner = acos((a * a + far * far - c * c) / (2.0 * a * far));
    const double far_corner = acos((c * c + far * far - a * a) / (2.0 * c * far));
    angle[0] = side * near_corner;
    angle[1] = -side * (near_corner + far_corner);
}

/* Two bars from a place to the segment's far corner. @return the number of the second */
static int32_t add_half(scene *s, const double length[2], double side, ludo_spot from, double back)
{
    double angle[2];
    directions(length, side, angle);
    const int32_t near_bar = ludo_scene_add_bar(s, NULL, 1.0, length[0]);
    ludo_scene_pin(s, NULL, from, near_bar, angle[0] - back, NULL);
    const int32_t far_bar = ludo_scene_add_bar(s, NULL, 1.0, length[1]);
    ludo_scene_pin(s, NULL, (ludo_spot){near_bar, length[0], 0.0}, far_bar, angle[1], NULL);
    return far_bar;
}

/* The direction of the second bar of a half [rad]. */
static double end_direction(const double length[2], double side)
{
    double angle[2];
    directions(length, side, angle);
    return angle[0] + angle[1];
}

ludo_status ludo_scene_segments(const ludo_scene_segments_options *options,
                                const ludo_allocator *allocator, ludo_spec **out)
{
    *out = NULL;
    if (options->segments < 1 || options->closure == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const segment_sides *sides = options->kite ? &kite : &square;
    const double above = end_direction(sides->upper, -1.0);
    const double below = end_direction(sides->lower, 1.0);
    scene s = ludo_scene_begin(options->kite ? "kite segments" : "square segments",
                               4 * options->segments, allocator);
    ludo_spot from = {LUDO_WORLD, 0.0, 0.0};
    for (int32_t k = 0; k < options->segments; k++) {
        const double back = k == 0 ? 0.0 : above;
        const int32_t upper = add_half(&s, sides->upper, -1.0, from, back);
        const int32_t lower = add_half(&s, sides->lower, 1.0, from, back);
        from = (ludo_spot){upper, sides->upper[1], 0.0};
        ludo_scene_close(&s, options->closure, from, (ludo_spot){lower, sides->lower[1], 0.0},
                         below - above);
    }
    return ludo_scene_end(&s, out);
}

/* --- windows --------------------------------------------------------------------------------- */

/* The scene, its options, and the factors of its coordinates and rates. */
typedef struct windows {
    scene s;
    const ludo_scene_windows_options *options;
    double rate; /* [rad/s] */
} windows;

/* A bar on a pin, with a site at its far end. */
static int32_t add_side(windows *w, const char *bar, const char *site, ludo_spot at, double angle,
                        double mass)
{
    const double length = w->options->length;
    const joint_start start = {.velocity = {angle < 0.0 ? w->rate : -w->rate}};
    const int32_t side = ludo_scene_add_bar(&w->s, bar, mass, length);
    ludo_scene_pin(&w->s, bar, at, side, angle, &start);
    ludo_scene_add_site(&w->s, site, side, (ludo_vec3){length, 0.0, 0.0});
    return side;
}

/* A crank on the ground. */
static int32_t add_crank(windows *w, int32_t i)
{
    const ludo_spot ground = {LUDO_WORLD, i * w->options->length, 0.0};
    char name[16], site[16];
    snprintf(name, sizeof name, "k%d", (int)i);
    snprintf(site, sizeof site, "B%d", (int)i);
    return add_side(w, name, site, ground, -0.5 * pi, w->options->mass);
}

/* A coupler from one crank to the next. */
static int32_t add_coupler(windows *w, int32_t i, int32_t crank)
{
    const ludo_scene_windows_options *o = w->options;
    const double mass = i == 0 ? o->mass * o->heavier : o->mass;
    char name[16], site[16];
    snprintf(name, sizeof name, "c%d", (int)i);
    snprintf(site, sizeof site, "C%d", (int)i);
    return add_side(w, name, site, (ludo_spot){crank, o->length, 0.0}, 0.5 * pi, mass);
}

ludo_scene_windows_options ludo_scene_windows_default(void)
{
    return (ludo_scene_windows_options){
        .windows = 2, .closure = "hinge", .mass = 1.0, .length = 1.0, .heavier = 1.0};
}

ludo_status ludo_scene_windows(const ludo_scene_windows_options *options,
                               const ludo_allocator *allocator, ludo_spec **out)
{
    *out = NULL;
    const double length = options->length;
    if (options->windows < 1 || options->closure == NULL || !(options->mass > 0.0) ||
        !(length > 0.0) || !(options->heavier > 0.0)) {
        return LUDO_BAD_ARGUMENT;
    }
    windows w = {.options = options, .rate = 1.0 / sqrt(length)};
    w.s = ludo_scene_begin("windows", 2 * options->windows + 1, allocator);
    int32_t crank = add_crank(&w, 0);
    for (int32_t i = 0; i < options->windows; i++) {
        const int32_t coupler = add_coupler(&w, i, crank);
        crank = add_crank(&w, i + 1);
        ludo_scene_close(&w.s, options->closure, (ludo_spot){coupler, length, 0.0},
                         (ludo_spot){crank, length, 0.0}, -0.5 * pi);
    }
    return ludo_scene_end(&w.s, out);
}
