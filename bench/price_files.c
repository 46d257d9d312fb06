/* SPDX-License-Identifier: Apache-2.0
 *
 * Model files of scenes with contacts. */
#include "price_files.h"

#include "model_text.h"
#include "random.h"

#include <math.h>

/* --- boxes ----------------------------------------------------------------------------------- */

void ludo_price_stack(FILE *file, int count)
{
    model_begin(file, 0.6);
    model_begin_world(file, true);
    for (int i = 0; i < count; i++) {
        model_write_body(file, (ludo_vec3){.z = 0.1 + 0.2 * i}, upright,
                         "type='box' size='0.1 0.1 0.1'");
    }
    model_end(file);
}

/* A row of bricks, the first at x; bricks of a row do not touch. */
static void write_row(FILE *file, int row, int bricks, double x)
{
    for (int i = 0; i < bricks; i++) {
        model_write_body(file, (ludo_vec3){.x = x + 0.21 * i, .z = 0.05 + 0.1 * row}, upright,
                         "type='box' size='0.1 0.05 0.05'");
    }
}

void ludo_price_pyramid(FILE *file, int count)
{
    model_begin(file, 0.6);
    model_begin_world(file, true);
    for (int row = 0; row < count; row++) {
        write_row(file, row, count - row, -0.105 * (count - row - 1));
    }
    model_end(file);
}

/* The shift is less than half a brick: the last brick of a row keeps its centre of mass above the
 * brick below. */
void ludo_price_wall(FILE *file, int count)
{
    model_begin(file, 0.6);
    model_begin_world(file, true);
    for (int row = 0; row < 8; row++) {
        write_row(file, row, count, row % 2 == 0 ? 0.0 : 0.07);
    }
    model_end(file);
}

/* --- rings and chains ------------------------------------------------------------------------ */

/* The capsules of a ring in the plane of z and `across`, between corners on a circle of 0.1 m; its
 * lowest and highest points are middles of capsules. */
static void write_ring(FILE *file, bool along_x)
{
    enum { SIDES = 12 };
    for (int i = 0; i < SIDES; i++) {
        const double a = 2.0 * pi * (i + 0.5) / SIDES, b = 2.0 * pi * (i + 1.5) / SIDES;
        const double u = 0.1 * sin(a), v = 0.1 * sin(b);
        fprintf(file,
                "<geom type='capsule' size='0.015' mass='0.01' fromto='%g %g %g %g %g %g'/>\n",
                along_x ? u : 0.0, along_x ? 0.0 : u, 0.1 * cos(a), along_x ? v : 0.0,
                along_x ? 0.0 : v, 0.1 * cos(b));
    }
}

void ludo_price_rings(FILE *file, int count)
{
    /* a ring hangs inside the ring above, 1 mm below contact */
    const double pitch = 0.2 * cos(pi / 12.0) - 0.03 - 0.001;
    model_begin(file, 0.5);
    model_begin_world(file, true);
    for (int i = 0; i <= count; i++) {
        fprintf(file, "<body pos='0 0 %.17g'>%s\n", 0.3 + pitch * (count - i),
                i == 0 ? "" : "<freejoint/>");
        write_ring(file, i % 2 == 0);
        fprintf(file, "</body>\n");
    }
    model_end(file);
}

void ludo_price_chain(FILE *file, int count)
{
    model_begin(file, 1.0);
    model_begin_world(file, true);
    for (int i = 0; i < count; i++) {
        fprintf(file, "<body pos='%s'>%s<geom type='sphere' size='0.25' mass='1'/>\n",
                i == 0 ? "0 0 0.3" : "0.70710678118654757 0 0.70710678118654757",
                i == 0 ? "<freejoint/>"
                       : "<joint type='ball' pos='-0.70710678118654757 0 -0.70710678118654757'/>");
    }
    for (int i = 0; i < count; i++) {
        fprintf(file, "</body>");
    }
    model_end(file);
}

/* --- heaps ----------------------------------------------------------------------------------- */

/* Four walls around the cells of a layer. */
static void write_bin(FILE *file)
{
    static const char *const walls[] = {
        "size='0.05 0.8 1' pos='0.7 0 1'", "size='0.05 0.8 1' pos='-0.7 0 1'",
        "size='0.8 0.05 1' pos='0 0.7 1'", "size='0.8 0.05 1' pos='0 -0.7 1'"};
    for (int i = 0; i < 4; i++) {
        fprintf(file, "<geom type='box' %s/>\n", walls[i]);
    }
}

static void write_heap(FILE *file, int count, const char *geom)
{
    uint64_t random = 1;
    model_begin(file, 0.5);
    model_begin_world(file, true);
    write_bin(file);
    for (int i = 0; i < count; i++) {
        const ludo_vec3 shift = ludo_scene_random_vec3(&random, 0.02);
        const ludo_vec3 at = {shift.x + 0.32 * (i % 4 - 1.5), shift.y + 0.32 * (i / 4 % 4 - 1.5),
                              shift.z + 0.2 + 0.32 * (i / 16)};
        model_write_body(file, at, ludo_scene_random_quat(&random), geom);
    }
    model_end(file);
}

void ludo_price_spheres(FILE *file, int count)
{
    write_heap(file, count, "type='sphere' size='0.1'");
}

void ludo_price_boxes(FILE *file, int count)
{
    write_heap(file, count, "type='box' size='0.1 0.075 0.06'");
}

void ludo_price_capsules(FILE *file, int count)
{
    write_heap(file, count, "type='capsule' size='0.06 0.08'");
}

/* --- a robot of meshes ----------------------------------------------------------------------- */

/* The hull of rings of points: of `corners` corners at heights z and radii r, stretched along x. */
static void write_hull(FILE *file, const char *name, int corners, double stretch,
                       const double (*ring)[2])
{
    fprintf(file, "<mesh name='%s' vertex='", name);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < corners; i++) {
            const double a = 2.0 * pi * (i + 0.5) / corners;
            fprintf(file, "%g %g %g ", stretch * ring[k][1] * cos(a), ring[k][1] * sin(a),
                    ring[k][0]);
        }
    }
    fprintf(file, "'/>\n");
}

static void write_hulls(FILE *file)
{
    static const double trunk[][2] = {{-0.06, 0.08}, {0.0, 0.12}, {0.06, 0.08}};
    static const double thigh[][2] = {{-0.22, 0.02}, {-0.1, 0.035}, {0.02, 0.03}};
    static const double shank[][2] = {{-0.22, 0.012}, {-0.1, 0.02}, {0.02, 0.018}};
    static const double foot[][2] = {{-0.02, 0.02}, {0.0, 0.03}, {0.02, 0.02}};
    fprintf(file, "<asset>");
    write_hull(file, "trunk", 16, 2.5, trunk);
    write_hull(file, "thigh", 12, 1.0, thigh);
    write_hull(file, "shank", 12, 1.0, shank);
    write_hull(file, "foot", 8, 1.5, foot);
    fprintf(file, "</asset>\n");
}

/* A bent leg at (x, y) of the trunk; knees bend to the rear. */
static void write_leg(FILE *file, double x, double y)
{
    const char *joint = "type='hinge' axis='0 1 0' stiffness='80' damping='2' armature='0.005'";
    fprintf(file,
            "<body pos='%g %g -0.02' quat='%.17g 0 %.17g 0'><joint %s range='-1 1'/>"
            "<geom type='mesh' mesh='thigh' mass='0.8'/>\n"
            "<body pos='0 0 -0.22' quat='%.17g 0 %.17g 0'><joint %s range='-1 1'/>"
            "<geom type='mesh' mesh='shank' mass='0.3'/>\n"
            "<body pos='0 0 -0.23' quat='%.17g 0 %.17g 0'><geom type='mesh' mesh='foot' "
            "mass='0.1'/></body></body></body>\n",
            x, y, cos(0.3), sin(0.3), joint, cos(-0.6), sin(-0.6), joint, cos(0.3), sin(0.3));
}

void ludo_price_hulls(FILE *file, int count)
{
    (void)count;
    model_begin(file, 0.8);
    write_hulls(file);
    model_begin_world(file, true);
    fprintf(file, "<body pos='0 0 0.415'><freejoint/><geom type='mesh' mesh='trunk' mass='6'/>\n");
    for (int i = 0; i < 4; i++) {
        write_leg(file, i < 2 ? 0.22 : -0.22, i % 2 == 0 ? 0.15 : -0.15);
    }
    fprintf(file, "</body>\n");
    model_end(file);
}
