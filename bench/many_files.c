/* SPDX-License-Identifier: Apache-2.0
 *
 * Model files of scenes of many bodies. */
#include "many_files.h"

static void begin(FILE *file)
{
    fprintf(file, "<mujoco>\n<default><geom friction='0.6'/></default>\n<worldbody>\n");
}

static void end(FILE *file)
{
    fprintf(file, "</worldbody>\n</mujoco>\n");
}

static void write_body(FILE *file, double x, double y, double z, const char *geom)
{
    fprintf(file, "<body pos='%.17g %.17g %.17g'><freejoint/><geom %s mass='1'/></body>\n", x, y, z,
            geom);
}

/* The least side of a square, or a cube, of so many places. */
static int side_of(int count, int dimensions)
{
    int side = 1;
    while ((dimensions == 3 ? side : 1) * side * side < count) {
        side++;
    }
    return side;
}

void ludo_many_spheres(FILE *file, int count)
{
    const int side = side_of(count, 3);
    begin(file);
    for (int i = 0; i < count; i++) {
        write_body(file, 0.5 * (i % side), 0.5 * (i / side % side), 0.5 * (i / (side * side)),
                   "type='sphere' size='0.1'");
    }
    end(file);
}

/* Columns of boxes of 0.2 m in a square of places 0.5 m apart. */
static void write_columns(FILE *file, int columns, int boxes)
{
    const int side = side_of(columns, 2);
    begin(file);
    fprintf(file, "<geom type='plane' size='50 50 1'/>\n");
    for (int i = 0; i < columns * boxes; i++) {
        const int at = i / boxes;
        write_body(file, 0.5 * (at % side), 0.5 * (at / side), 0.1 + 0.2 * (i % boxes),
                   "type='box' size='0.1 0.1 0.1'");
    }
    end(file);
}

void ludo_many_boxes(FILE *file, int count)
{
    write_columns(file, count, 1);
}

void ludo_many_stacks(FILE *file, int count)
{
    write_columns(file, count, 5);
}

void ludo_many_fixed(FILE *file, int count)
{
    const int side = side_of(count, 2);
    begin(file);
    for (int i = 0; i < count; i++) {
        fprintf(file, "<geom type='box' pos='%d %d -0.5' size='0.4 0.4 0.%d'/>\n",
                i % side - side / 2, i / side - side / 2, 3 + i % 7);
    }
    write_body(file, 0.0, 0.0, 9.0, "type='sphere' size='0.1'");
    end(file);
}
