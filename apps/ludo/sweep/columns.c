/* SPDX-License-Identifier: Apache-2.0
 *
 * Listing and reading the outputs of a sample. */
#include "sweep/columns.h"

#include "data/joint_words.h"
#include "reading.h"

#include <stdlib.h>
#include <string.h>

/* ---- listing ---- */

/* Append an output named prefix, name, suffix and, with number >= 0, ".NUMBER". */
static void add(sweep_columns *c, const char *const part[3], int32_t number, const char *unit)
{
    const size_t room = strlen(part[0]) + strlen(part[1]) + strlen(part[2]) + 16;
    sweep_column *longer = realloc(c->list, ((size_t)c->count + 1) * sizeof *longer);
    c->list = longer != NULL ? longer : c->list;
    char *name = longer != NULL ? malloc(room) : NULL;
    if (name == NULL) {
        c->failed = true;
        return;
    }
    const int length = snprintf(name, room, "%s%s%s", part[0], part[1], part[2]);
    if (number >= 0) {
        (void)snprintf(name + length, room - (size_t)length, ".%d", (int)number);
    }
    c->list[c->count++] = (sweep_column){name, unit};
}

static void add_coordinates(sweep_columns *c, const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info j = joint_info_of(model, i);
        for (int32_t k = 0; k < j.position_count; k++) {
            add(c, (const char *[]){"", j.name, ""}, j.position_count > 1 ? k : -1,
                ludo_joint_words_coordinate(&j, k).unit);
        }
    }
}

static void add_rates(sweep_columns *c, const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info j = joint_info_of(model, i);
        for (int32_t k = 0; k < j.velocity_count; k++) {
            add(c, (const char *[]){"", j.name, ".rate"}, j.velocity_count > 1 ? k : -1,
                ludo_joint_words_rate(&j, k).unit);
        }
    }
}

static ludo_sensor_info sensor_of(const ludo_model *model, int32_t number)
{
    ludo_sensor_info info = {.struct_size = sizeof info};
    (void)ludo_model_sensor(model, number, &info);
    return info;
}

static void add_sensors(sweep_columns *c, const ludo_model *model)
{
    for (int32_t i = 0; i < ludo_model_sensor_count(model); i++) {
        const ludo_sensor_info s = sensor_of(model, i);
        for (int32_t k = 0; k < s.count; k++) {
            add(c, (const char *[]){"sensor:", s.name, ""}, s.count > 1 ? k : -1, "");
        }
    }
}

static void add_sites(sweep_columns *c, const ludo_model *model)
{
    static const char *const axes[] = {".x", ".y", ".z"};
    for (int32_t i = 0; i < ludo_model_site_count(model); i++) {
        for (int k = 0; k < 3; k++) {
            add(c, (const char *[]){"site:", ludo_model_site_name(model, i), axes[k]}, -1, "m");
        }
    }
}

/* ---- measurements of a run ---- */

static double read_time(const run_record *r)
{
    return r->time;
}

static double read_energy_error(const run_record *r)
{
    return ludo_energy_error(&r->energy_initial, &r->energy_final);
}

static double read_energy_error_max(const run_record *r)
{
    return r->energy_error_max;
}

static double read_position_violation(const run_record *r)
{
    return r->violation_max.position;
}

static double read_velocity_violation(const run_record *r)
{
    return r->violation_max.velocity;
}

static double read_penetration(const run_record *r)
{
    return r->contact.worst.penetration;
}

static double read_iterations(const run_record *r)
{
    return r->solves > 0 ? (double)r->iterations / (double)r->solves : UNKNOWN;
}

static const struct {
    const char *name, *unit;
    double (*read)(const run_record *r);
} measured[] = {
    {"time", "s", read_time},
    {"energy_error", "J", read_energy_error},
    {"energy_error_max", "J", read_energy_error_max},
    {"position_violation_max", "m, rad", read_position_violation},
    {"velocity_violation_max", "m/s, rad/s", read_velocity_violation},
    {"penetration_max", "m", read_penetration},
    {"iterations_mean", "", read_iterations},
};
enum { MEASURED = sizeof measured / sizeof *measured };

bool ludo_sweep_columns_list(sweep_columns *c, const ludo_model *model)
{
    *c = (sweep_columns){NULL, 0, false};
    for (int i = 0; i < MEASURED; i++) {
        add(c, (const char *[]){"", measured[i].name, ""}, -1, measured[i].unit);
    }
    add_coordinates(c, model);
    add_rates(c, model);
    add_sensors(c, model);
    add_sites(c, model);
    return !c->failed;
}

void ludo_sweep_columns_release(sweep_columns *c)
{
    for (int32_t i = 0; i < c->count; i++) {
        free(c->list[i].name);
    }
    free(c->list);
    *c = (sweep_columns){NULL, 0, false};
}

/* ---- reading ---- */

/* Read the coordinates, then the rates, of all joints. Returns the end of the numbers. */
static double *read_joints(ludo_sim *sim, double *out)
{
    const ludo_model *model = ludo_sim_model(sim);
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        (void)ludo_sim_joint_position(sim, i, out);
        out += joint_info_of(model, i).position_count;
    }
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        (void)ludo_sim_joint_velocity(sim, i, out);
        out += joint_info_of(model, i).velocity_count;
    }
    return out;
}

static double *read_sensors(ludo_sim *sim, double *out)
{
    const ludo_model *model = ludo_sim_model(sim);
    for (int32_t i = 0; i < ludo_model_sensor_count(model); i++) {
        const int32_t count = sensor_of(model, i).count;
        if (ludo_sim_sensor(sim, i, out) != LUDO_OK) {
            for (int32_t k = 0; k < count; k++) {
                out[k] = UNKNOWN;
            }
        }
        out += count;
    }
    return out;
}

static void read_sites(ludo_sim *sim, double *out)
{
    for (int32_t i = 0; i < ludo_model_site_count(ludo_sim_model(sim)); i++) {
        ludo_point_state p = {{UNKNOWN, UNKNOWN, UNKNOWN}, {UNKNOWN, UNKNOWN, UNKNOWN}};
        (void)ludo_sim_site(sim, i, &p);
        memcpy(out, (const double[]){p.position.x, p.position.y, p.position.z}, 3 * sizeof *out);
        out += 3;
    }
}

void ludo_sweep_columns_read(const sweep_columns *c, ludo_sim *sim, const run_record *r,
                             double *out)
{
    for (int32_t i = 0; i < c->count; i++) {
        out[i] = UNKNOWN;
    }
    for (int i = 0; i < MEASURED; i++) {
        out[i] = measured[i].read(r);
    }
    read_sites(sim, read_sensors(sim, read_joints(sim, out + MEASURED)));
}
