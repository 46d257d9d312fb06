/* SPDX-License-Identifier: Apache-2.0
 *
 * CSV output: one row per knot, numbers in SI units with 17 digits. The first row names the columns
 * (RFC 4180; lines end with LF):
 *
 *     time    JOINT or JOINT.0 JOINT.1 ...    JOINT.rate or JOINT.rate.0 ...    energy
 *     time    BODY.x .y .z .qw .qx .qy .qz .vx .vy .vz .wx .wy .wz    energy
 *
 * with joints or bodies in the model's order, and all coordinates before all rates. */
#include "data/output.h"
#include "reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the first row ---- */

/* Write a comma and a column name, in quotes if it contains a comma, quote or line end. */
static void write_name(FILE *file, const char *name, const char *suffix, int32_t number)
{
    const bool quoted = name[strcspn(name, ",\"\r\n")] != '\0';
    fputs(quoted ? ",\"" : ",", file);
    for (const char *c = name; *c != '\0'; c++) {
        fputs(*c == '"' ? "\"" : "", file);
        fputc(*c, file);
    }
    fputs(suffix, file);
    if (number >= 0) {
        fprintf(file, ".%d", (int)number);
    }
    fputs(quoted ? "\"" : "", file);
}

static void write_names(FILE *file, const char *name, const char *suffix, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        write_name(file, name, suffix, count > 1 ? i : -1);
    }
}

static void name_joints(FILE *file, const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info j = joint_info_of(model, i);
        write_names(file, j.name, "", j.position_count);
    }
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info j = joint_info_of(model, i);
        write_names(file, j.name, ".rate", j.velocity_count);
    }
}

static void name_bodies(FILE *file, const ludo_model *model)
{
    static const char *const parts[] = {".x",  ".y",  ".z",  ".qw", ".qx", ".qy", ".qz",
                                        ".vx", ".vy", ".vz", ".wx", ".wy", ".wz"};
    for (int32_t i = 0; i < ludo_model_body_count(model); i++) {
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            write_name(file, ludo_model_body_name(model, i), parts[k], -1);
        }
    }
}

/* ---- rows ---- */

/* A CSV file. */
typedef struct csv {
    FILE *file;
    bool bodies;      /* body states instead of joint coordinates */
    int64_t steps;    /* since the first knot */
    output_knot last; /* the last knot received */
    double values[];  /* buffer for the coordinates of one joint */
} csv;

static void write_values(FILE *file, const double *values, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        fprintf(file, ",%.17g", values[i]);
    }
}

static void write_vec3(FILE *file, ludo_vec3 v)
{
    write_values(file, (const double[]){v.x, v.y, v.z}, 3);
}

static void write_joints(csv *c, ludo_sim *sim)
{
    const ludo_model *model = ludo_sim_model(sim);
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        (void)ludo_sim_joint_position(sim, i, c->values);
        write_values(c->file, c->values, joint_info_of(model, i).position_count);
    }
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        (void)ludo_sim_joint_velocity(sim, i, c->values);
        write_values(c->file, c->values, joint_info_of(model, i).velocity_count);
    }
}

static void write_bodies(FILE *file, ludo_sim *sim)
{
    for (int32_t i = 0; i < ludo_model_body_count(ludo_sim_model(sim)); i++) {
        ludo_body_state b = {.com = {0.0, 0.0, 0.0}};
        (void)ludo_sim_body_state(sim, i, &b);
        const ludo_quat q = b.orientation;
        write_vec3(file, b.position);
        write_values(file, (const double[]){q.w, q.x, q.y, q.z}, 4);
        write_vec3(file, b.linear_velocity);
        write_vec3(file, b.angular_velocity);
    }
}

/* Report that the file can't be written; the program reports errors of stdout at its end. */
static outcome report_unwritable(const output *o)
{
    return ludo_output_is_stdout(o->path) ? OUTCOME_FILE : ludo_error_unwritable(o->path);
}

/* Write the last knot received. */
static outcome write_row(const output *o, csv *c)
{
    fprintf(c->file, "%.17g", c->last.time);
    if (c->bodies) {
        write_bodies(c->file, c->last.sim);
    } else {
        write_joints(c, c->last.sim);
    }
    fprintf(c->file, ",%.17g\n", c->last.energy);
    return ferror(c->file) ? report_unwritable(o) : OUTCOME_DONE;
}

/* ---- the file ---- */

static void write_names_row(const csv *c, const ludo_model *model)
{
    fputs("time", c->file);
    if (c->bodies) {
        name_bodies(c->file, model);
    } else {
        name_joints(c->file, model);
    }
    fputs(",energy\n", c->file);
}

static outcome begin(output *o, const output_setup *setup, const output_knot *start)
{
    const ludo_model *model = ludo_sim_model(start->sim);
    const size_t room = (size_t)ludo_model_position_count(model) + 1;
    csv *c = calloc(1, sizeof *c + room * sizeof *c->values);
    if (c == NULL) {
        return ludo_error_memory();
    }
    o->self = c;
    c->bodies = setup->bodies;
    c->last = *start;
    c->file = ludo_output_is_stdout(o->path) ? stdout : fopen(o->path, "w");
    if (c->file == NULL) {
        return report_unwritable(o);
    }
    write_names_row(c, model);
    return write_row(o, c);
}

static outcome step(output *o, const output_knot *knot)
{
    csv *c = o->self;
    c->steps++;
    c->last = *knot;
    return c->steps % o->every == 0 ? write_row(o, c) : OUTCOME_DONE;
}

/* Write the last knot if it is missing and readable: after an early stop it may not be. */
static outcome finish(output *o, const ludo_run_end *end)
{
    (void)end;
    csv *c = o->self;
    ludo_momentum m;
    const bool missing = c->steps % o->every != 0 && ludo_sim_momentum(c->last.sim, &m) == LUDO_OK;
    const outcome how = missing ? write_row(o, c) : OUTCOME_DONE;
    FILE *file = c->file;
    c->file = NULL;
    const bool written = file == stdout ? fflush(file) == 0 : fclose(file) == 0;
    return !written && how == OUTCOME_DONE ? report_unwritable(o) : how;
}

static void release(output *o)
{
    csv *c = o->self;
    if (c != NULL && c->file != NULL && c->file != stdout) {
        (void)fclose(c->file); /* an error was already printed */
    }
    free(c);
    o->self = NULL;
}

const output_kind ludo_output_csv = {.suffix = ".csv",
                                     .chooses = true,
                                     .begin = begin,
                                     .step = step,
                                     .finish = finish,
                                     .release = release};
