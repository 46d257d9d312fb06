/* SPDX-License-Identifier: Apache-2.0
 *
 * CSV output: one row per knot, numbers in SI units with 17 digits. The first row names the columns
 * (RFC 4180; lines end with LF):
 *
 *     time    JOINT or JOINT.0 JOINT.1 ...    JOINT.rate or JOINT.rate.0 ...    energy
 *     time    BODY.x .y .z .qw .qx .qy .qz .vx .vy .vz .wx .wy .wz    energy
 *
 * with joints or bodies in the model's order, and all coordinates before all rates. Quantities of
 * --record follow before the energy:
 *
 *     sensor:NAME or sensor:NAME.0 ...    site:NAME.x .y .z .vx .vy .vz
 *     JOINT.acceleration or JOINT.acceleration.0 ...    reaction:JOINT.fx .fy .fz .tx .ty .tz
 *     JOINT.torque or JOINT.torque.0 ... */
#include "data/output.h"
#include "reading.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the first row ---- */

/* Write a comma and a column name, in quotes if it contains a comma, quote or line end. */
static void write_prefixed(FILE *file, const char *prefix, const char *name, const char *suffix,
                           int32_t number)
{
    const bool quoted = name[strcspn(name, ",\"\r\n")] != '\0';
    fputs(quoted ? ",\"" : ",", file);
    fputs(prefix, file);
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

static void write_name(FILE *file, const char *name, const char *suffix, int32_t number)
{
    write_prefixed(file, "", name, suffix, number);
}

static void write_names(FILE *file, const char *name, const char *suffix, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        write_name(file, name, suffix, count > 1 ? i : -1);
    }
}

/* Names of numbers along all rates. */
static void name_along_rates(FILE *file, const ludo_model *model, const char *suffix)
{
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info j = joint_info_of(model, i);
        write_names(file, j.name, suffix, j.velocity_count);
    }
}

static void name_joints(FILE *file, const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info j = joint_info_of(model, i);
        write_names(file, j.name, "", j.position_count);
    }
    name_along_rates(file, model, ".rate");
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

/* ---- quantities of --record ---- */

static ludo_sensor_info sensor_info_of(const ludo_model *model, int32_t sensor)
{
    ludo_sensor_info info = {.struct_size = sizeof info};
    (void)ludo_model_sensor(model, sensor, &info);
    return info;
}

static void name_sensors(FILE *file, const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_sensor_count(model); i++) {
        const ludo_sensor_info s = sensor_info_of(model, i);
        for (int32_t k = 0; k < s.count; k++) {
            write_prefixed(file, "sensor:", s.name, "", s.count > 1 ? k : -1);
        }
    }
}

/* Six names of each of `count` elements. */
static void name_six(FILE *file, const char *prefix, const char *const suffix[6],
                     const ludo_model *model, int32_t count,
                     const char *(*name)(const ludo_model *model, int32_t number))
{
    for (int32_t i = 0; i < count; i++) {
        for (int k = 0; k < 6; k++) {
            write_prefixed(file, prefix, name(model, i), suffix[k], -1);
        }
    }
}

static void name_sites(FILE *file, const ludo_model *model)
{
    static const char *const parts[6] = {".x", ".y", ".z", ".vx", ".vy", ".vz"};
    name_six(file, "site:", parts, model, ludo_model_site_count(model), ludo_model_site_name);
}

static void name_accelerations(FILE *file, const ludo_model *model)
{
    name_along_rates(file, model, ".acceleration");
}

static void name_torques(FILE *file, const ludo_model *model)
{
    name_along_rates(file, model, ".torque");
}

static void name_reactions(FILE *file, const ludo_model *model)
{
    static const char *const parts[6] = {".fx", ".fy", ".fz", ".tx", ".ty", ".tz"};
    name_six(file, "reaction:", parts, model, ludo_model_joint_count(model), ludo_model_joint_name);
}

/* ---- rows ---- */

/* A CSV file. */
typedef struct csv {
    FILE *file;
    bool bodies;      /* body states instead of joint coordinates */
    int64_t steps;    /* since the first knot */
    output_knot last; /* the last knot received */
    uint32_t record;  /* LUDO_RECORD_... */
    double values[];  /* buffer for the coordinates of one joint, or for a quantity */
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

/* Write `count` numbers of the buffer, NaN if they could not be read. */
static void write_read(csv *c, ludo_status status, int32_t count)
{
    for (int32_t i = 0; i < count && status != LUDO_OK; i++) {
        c->values[i] = (double)NAN;
    }
    write_values(c->file, c->values, count);
}

static void write_sensors(csv *c, ludo_sim *sim)
{
    const ludo_model *model = ludo_sim_model(sim);
    for (int32_t i = 0; i < ludo_model_sensor_count(model); i++) {
        write_read(c, ludo_sim_sensor(sim, i, c->values), sensor_info_of(model, i).count);
    }
}

static void write_sites(csv *c, ludo_sim *sim)
{
    for (int32_t i = 0; i < ludo_model_site_count(ludo_sim_model(sim)); i++) {
        ludo_point_state p = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
        (void)ludo_sim_site(sim, i, &p);
        write_vec3(c->file, p.position);
        write_vec3(c->file, p.velocity);
    }
}

static void write_accelerations(csv *c, ludo_sim *sim)
{
    const int32_t count = ludo_model_dof(ludo_sim_model(sim));
    write_read(c, ludo_sim_get_accelerations(sim, c->values, count), count);
}

static void write_torques(csv *c, ludo_sim *sim)
{
    const int32_t count = ludo_model_dof(ludo_sim_model(sim));
    write_read(c, ludo_sim_get_drive_efforts(sim, c->values, count), count);
}

static void write_reactions(csv *c, ludo_sim *sim)
{
    const ludo_vec3 none = {(double)NAN, (double)NAN, (double)NAN};
    for (int32_t i = 0; i < ludo_model_joint_count(ludo_sim_model(sim)); i++) {
        ludo_wrench w = {none, none};
        if (ludo_sim_reaction(sim, i, &w) != LUDO_OK) {
            w = (ludo_wrench){none, none};
        }
        write_vec3(c->file, w.force);
        write_vec3(c->file, w.torque);
    }
}

/* The quantities of --record, in the order of columns. */
static const struct {
    uint32_t bit;
    void (*name)(FILE *file, const ludo_model *model);
    void (*write)(csv *c, ludo_sim *sim);
} on_demand[] = {
    {LUDO_RECORD_SENSORS, name_sensors, write_sensors},
    {LUDO_RECORD_SITES, name_sites, write_sites},
    {LUDO_RECORD_ACCELERATIONS, name_accelerations, write_accelerations},
    {LUDO_RECORD_REACTIONS, name_reactions, write_reactions},
    {LUDO_RECORD_TORQUES, name_torques, write_torques},
};
enum { ON_DEMAND = sizeof on_demand / sizeof *on_demand };

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
    for (int i = 0; i < ON_DEMAND; i++) {
        if ((c->record & on_demand[i].bit) != 0) {
            on_demand[i].write(c, c->last.sim);
        }
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
    for (int i = 0; i < ON_DEMAND; i++) {
        if ((c->record & on_demand[i].bit) != 0) {
            on_demand[i].name(c->file, model);
        }
    }
    fputs(",energy\n", c->file);
}

static outcome begin(output *o, const output_setup *setup, const output_knot *start)
{
    const ludo_model *model = ludo_sim_model(start->sim);
    const size_t room = (size_t)ludo_model_position_count(model) + 6;
    csv *c = calloc(1, sizeof *c + room * sizeof *c->values);
    if (c == NULL) {
        return ludo_error_memory();
    }
    o->self = c;
    c->bodies = setup->bodies;
    c->record = setup->record;
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
