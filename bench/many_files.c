/* SPDX-License-Identifier: Apache-2.0
 *
 * Model files of scenes of many bodies. */
#include "many_files.h"

#include "model_text.h"

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
    model_begin(file, 0.6);
    model_begin_world(file, false);
    for (int i = 0; i < count; i++) {
        const ludo_vec3 at = {0.5 * (i % side), 0.5 * (i / side % side), 0.5 * (i / (side * side))};
        model_write_body(file, at, upright, "type='sphere' size='0.1'");
    }
    model_end(file);
}

/* Columns of boxes of 0.2 m in a square of places 0.5 m apart. */
static void write_columns(FILE *file, int columns, int boxes)
{
    const int side = side_of(columns, 2);
    model_begin(file, 0.6);
    model_begin_world(file, true);
    for (int i = 0; i < columns * boxes; i++) {
        const int k = i / boxes;
        const ludo_vec3 at = {0.5 * (k % side), 0.5 * (k / side), 0.1 + 0.2 * (i % boxes)};
        model_write_body(file, at, upright, "type='box' size='0.1 0.1 0.1'");
    }
    model_end(file);
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
    model_begin(file, 0.6);
    model_begin_world(file, false);
    for (int i = 0; i < count; i++) {
        fprintf(file, "<geom type='box' pos='%d %d -0.5' size='0.4 0.4 0.%d'/>\n",
                i % side - side / 2, i / side - side / 2, 3 + i % 7);
    }
    model_write_body(file, (ludo_vec3){.z = 9.0}, upright, "type='sphere' size='0.1'");
    model_end(file);
}
