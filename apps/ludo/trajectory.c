/* SPDX-License-Identifier: Apache-2.0
 *
 * Trajectories as CSV. */
#include "trajectory.h"

#include <stdlib.h>
#include <string.h>

/* ---- the first row ---- */

/* A column's name behind a comma: quoted where it holds what would end it. */
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
        const ludo_joint_info j = ludo_model_joint(model, i);
        write_names(file, j.name, "", j.position_count);
    }
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info j = ludo_model_joint(model, i);
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

static void write_joints(const csv_rows *t, ludo_sim *sim)
{
    const ludo_model *model = ludo_sim_model(sim);
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        (void)ludo_sim_joint_position(sim, i, t->values);
        write_values(t->file, t->values, ludo_model_joint(model, i).position_count);
    }
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        (void)ludo_sim_joint_velocity(sim, i, t->values);
        write_values(t->file, t->values, ludo_model_joint(model, i).velocity_count);
    }
}

static void write_bodies(const csv_rows *t, ludo_sim *sim)
{
    for (int32_t i = 0; i < ludo_model_body_count(ludo_sim_model(sim)); i++) {
        ludo_body_state b = {.com = {0.0, 0.0, 0.0}};
        (void)ludo_sim_body_state(sim, i, &b);
        const ludo_quat q = b.orientation;
        write_vec3(t->file, b.position);
        write_values(t->file, (const double[]){q.w, q.x, q.y, q.z}, 4);
        write_vec3(t->file, b.linear_velocity);
        write_vec3(t->file, b.angular_velocity);
    }
}

/* ---- the file ---- */

outcome ludo_rows_open(csv_rows *t, const char *path, bool bodies, const ludo_model *model)
{
    *t = (csv_rows){.path = path, .bodies = bodies};
    t->values = calloc((size_t)ludo_model_position_count(model) + 1, sizeof *t->values);
    if (t->values == NULL) {
        return ludo_complain_memory();
    }
    t->file = fopen(path, "w");
    if (t->file == NULL) {
        return ludo_complain_unwritable(path);
    }
    fputs("time", t->file);
    if (bodies) {
        name_bodies(t->file, model);
    } else {
        name_joints(t->file, model);
    }
    fputs(",energy\n", t->file);
    return OUTCOME_DONE;
}

outcome ludo_rows_write(csv_rows *t, ludo_sim *sim, double time, double energy)
{
    if (t->file == NULL) {
        return OUTCOME_DONE;
    }
    fprintf(t->file, "%.17g", time);
    if (t->bodies) {
        write_bodies(t, sim);
    } else {
        write_joints(t, sim);
    }
    fprintf(t->file, ",%.17g\n", energy);
    return ferror(t->file) ? ludo_complain_unwritable(t->path) : OUTCOME_DONE;
}

outcome ludo_rows_close(csv_rows *t)
{
    FILE *file = t->file;
    free(t->values);
    *t = (csv_rows){.path = t->path};
    if (file == NULL) {
        return OUTCOME_DONE;
    }
    const bool failed_before = ferror(file) != 0; /* and was told */
    return fclose(file) != 0 && !failed_before ? ludo_complain_unwritable(t->path) : OUTCOME_DONE;
}
