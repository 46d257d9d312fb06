/* SPDX-License-Identifier: Apache-2.0
 *
 * The summary of a run as JSON. Every key is always present; a value that does not apply or is
 * unknown is null. */
#include "simulate/summary.h"
#include "reading.h"

#include "simulate/assembly_report.h"

static void write_run(json *j, const summary *s)
{
    const run_record *r = s->record;
    ludo_json_text(j, "status", r->stopped ? "stopped" : "ok");
    ludo_json_text(j, "message", r->stopped ? r->message : NULL);
    ludo_json_text(j, "model", s->model);
    ludo_json_text(j, "integrator", s->integrator);
    ludo_json_text(j, "scheme", ludo_sim_scheme(s->sim));
    ludo_json_integer(j, "order", ludo_sim_order(s->sim));
    ludo_json_number(j, "dt", s->dt);
    ludo_json_integer(j, "steps", r->steps);
    ludo_json_number(j, "time", r->time);
    ludo_json_number(j, "wall_seconds", r->wall);
    ludo_json_number(j, "steps_per_second", (double)r->steps / r->wall);
    ludo_json_number(j, "realtime_factor", (r->time - r->start) / r->wall);
}

static void write_solver(json *j, const run_record *r)
{
    ludo_json_open_object(j, "solver");
    ludo_json_number(j, "iterations_mean", (double)r->iterations / (double)r->solves);
    ludo_json_integer(j, "iterations_max", r->iterations_max);
    ludo_json_number(j, "factorizations_mean", (double)r->factorizations / (double)r->solves);
    ludo_json_number(j, "residual_max", r->residual_max);
    ludo_json_integer(j, "failures", r->failed_solves);
    ludo_json_integer(j, "steps_subdivided", r->steps_subdivided);
    ludo_json_integer(j, "substeps_max", r->substeps_max);
    ludo_json_count(j, "steps_certified", r->steps_certified);
    const bool divided = r->accuracy > 0.0;
    ludo_json_number(j, "accuracy", divided ? r->accuracy : UNKNOWN);
    ludo_json_number(j, "parts_mean", divided ? (double)r->parts / (double)r->steps : UNKNOWN);
    ludo_json_count(j, "parts_max", divided ? r->parts_max : -1);
    ludo_json_count(j, "steps_uncontrolled", divided ? r->steps_uncontrolled : -1);
    ludo_json_close_object(j);
}

static void write_balance(json *j, const run_record *r)
{
    const ludo_energy *a = &r->energy_initial, *b = &r->energy_final;
    ludo_json_open_object(j, "energy");
    ludo_json_number(j, "initial", ludo_energy_stored(a));
    ludo_json_number(j, "final", ludo_energy_stored(b));
    ludo_json_number(j, "work", b->work - a->work);
    ludo_json_number(j, "dissipated", b->dissipated - a->dissipated);
    ludo_json_number(j, "contact", b->contact - a->contact);
    ludo_json_number(j, "max_abs_error", r->energy_error_max);
    ludo_json_number(j, "max_rise", r->energy_rise_max);
    ludo_json_close_object(j);
    ludo_json_open_object(j, "momentum");
    ludo_json_vec3(j, "linear_initial", r->momentum_initial.linear);
    ludo_json_vec3(j, "linear_final", r->momentum_final.linear);
    ludo_json_vec3(j, "angular_initial", r->momentum_initial.angular);
    ludo_json_vec3(j, "angular_final", r->momentum_final.angular);
    ludo_json_close_object(j);
}

static void write_constraints(json *j, const summary *s)
{
    ludo_json_open_object(j, "constraints");
    ludo_json_integer(j, "rows", ludo_model_rows(ludo_sim_model(s->sim)));
    ludo_json_count(j, "redundant", s->record->mobility.redundant);
    ludo_json_number(j, "max_position_violation", s->record->violation_max.position);
    ludo_json_number(j, "max_velocity_violation", s->record->violation_max.velocity);
    ludo_json_close_object(j);
    ludo_contact_record_write(j, "contacts", &s->record->contact);
}

/* The overlap of geoms at the start, and the two that overlap most; null if none do. */
static void write_overlap(json *j, const ludo_start_report *start, const ludo_model *model)
{
    ludo_json_number(j, "overlap", start->overlap);
    if (start->overlap_a < 0 || start->overlap_b < 0 || !(start->overlap > 0.0)) {
        ludo_json_null(j, "overlap_geoms");
        return;
    }
    ludo_json_open_list(j, "overlap_geoms");
    ludo_json_text(j, NULL, geom_info_of(model, start->overlap_a).name);
    ludo_json_text(j, NULL, geom_info_of(model, start->overlap_b).name);
    ludo_json_close_array(j);
}

static void write_initial(json *j, const summary *s)
{
    ludo_json_open_object(j, "initial");
    ludo_json_number(j, "position_correction", s->record->correction.position_correction);
    ludo_json_number(j, "velocity_correction", s->record->correction.velocity_correction);
    ludo_assembly_report_write(j, "joints_moved", s->sim);
    ludo_assembly_report_write_dropped(j, "rows_left_out", s->sim);
    ludo_json_integer(j, "joints_limited", s->record->correction.limited);
    ludo_json_integer(j, "joints_outside", s->record->correction.outside);
    write_overlap(j, &s->record->correction, ludo_sim_model(s->sim));
    ludo_json_close_object(j);
}

/* ---- the last knot ---- */

static void fill_unknown(double *values, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        values[i] = UNKNOWN;
    }
}

/* Joints that merge bodies or close loops have no coordinates and are left out. */
static void write_joint(json *j, const summary *s, int32_t number)
{
    const ludo_joint_info joint = joint_info_of(ludo_sim_model(s->sim), number);
    if (joint.merged || joint.loop >= 0) {
        return;
    }
    ludo_json_open_object(j, joint.name);
    fill_unknown(s->values, joint.position_count);
    (void)ludo_sim_joint_position(s->sim, number, s->values);
    ludo_json_numbers(j, "position", s->values, joint.position_count);
    fill_unknown(s->values, joint.velocity_count);
    (void)ludo_sim_joint_velocity(s->sim, number, s->values);
    ludo_json_numbers(j, "velocity", s->values, joint.velocity_count);
    ludo_json_close_object(j);
}

static void write_body(json *j, const summary *s, int32_t number)
{
    const ludo_vec3 unknown = {UNKNOWN, UNKNOWN, UNKNOWN};
    ludo_body_state b = {unknown, {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}, unknown, unknown, unknown};
    (void)ludo_sim_body_state(s->sim, number, &b);
    ludo_json_open_object(j, ludo_model_body_name(ludo_sim_model(s->sim), number));
    ludo_json_vec3(j, "position", b.position);
    ludo_json_quat(j, "orientation", b.orientation);
    ludo_json_vec3(j, "com", b.com);
    ludo_json_vec3(j, "linear_velocity", b.linear_velocity);
    ludo_json_vec3(j, "angular_velocity", b.angular_velocity);
    ludo_json_close_object(j);
}

static void write_site(json *j, const summary *s, int32_t number)
{
    const ludo_vec3 unknown = {UNKNOWN, UNKNOWN, UNKNOWN};
    ludo_point_state p = {unknown, unknown};
    (void)ludo_sim_site(s->sim, number, &p);
    ludo_json_open_object(j, ludo_model_site_name(ludo_sim_model(s->sim), number));
    ludo_json_vec3(j, "position", p.position);
    ludo_json_vec3(j, "velocity", p.velocity);
    ludo_json_close_object(j);
}

static void write_sensor(json *j, const summary *s, int32_t number)
{
    ludo_sensor_info info = {.struct_size = sizeof info};
    double values[4];
    (void)ludo_model_sensor(ludo_sim_model(s->sim), number, &info);
    fill_unknown(values, 4);
    if (ludo_sim_sensor(s->sim, number, values) != LUDO_OK) {
        fill_unknown(values, 4);
    }
    ludo_json_numbers(j, info.name, values, info.count);
}

/* Write an object with `count` entries. */
static void write_all(json *j, const char *key, const summary *s, int32_t count,
                      void (*write)(json *j, const summary *s, int32_t number))
{
    ludo_json_open_object(j, key);
    for (int32_t i = 0; i < count; i++) {
        write(j, s, i);
    }
    ludo_json_close_object(j);
}

void ludo_summary_write(FILE *file, const summary *s)
{
    const ludo_model *model = ludo_sim_model(s->sim);
    json j = {.file = file};
    ludo_json_open_object(&j, NULL);
    write_run(&j, s);
    write_solver(&j, s->record);
    write_balance(&j, s->record);
    write_constraints(&j, s);
    write_initial(&j, s);
    ludo_json_open_object(&j, "final");
    write_all(&j, "joints", s, ludo_model_joint_count(model), write_joint);
    write_all(&j, "bodies", s, ludo_model_body_count(model), write_body);
    write_all(&j, "sites", s, ludo_model_site_count(model), write_site);
    write_all(&j, "sensors", s, ludo_model_sensor_count(model), write_sensor);
    ludo_json_close_object(&j);
    ludo_json_close_object(&j);
}
