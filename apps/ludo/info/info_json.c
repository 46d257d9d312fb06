/* SPDX-License-Identifier: Apache-2.0
 *
 * The description of a model as JSON. */
#include "info/info.h"

#include "data/model_file.h"
#include "info/body_groups.h"
#include "reading.h"
#include "simulate/assembly_report.h"
#include "terminal/loop_words.h"

#include <string.h>

void ludo_info_write_body_name(json *j, const char *key, const ludo_model *model, int32_t body)
{
    ludo_json_text(j, key, ludo_model_body_name(model, body));
}

void ludo_info_write_limits(json *j, const char *key, bool limited, const double range[2])
{
    if (limited) {
        ludo_json_numbers(j, key, range, 2);
    } else {
        ludo_json_null(j, key);
    }
}

static void write_merged(json *j, const ludo_model *model, const body_groups *f, int32_t body)
{
    ludo_json_open_list(j, "merged");
    for (int32_t b = grouping_first(&f->merged, body); b != BODY_GROUPS_END;
         b = f->merged.next[b]) {
        ludo_info_write_body_name(j, NULL, model, b);
    }
    ludo_json_close_array(j);
}

/* The bodies that are not merged into others, with the bodies merged with each; and the world. */
static void write_bodies(json *j, const ludo_model *model, const body_groups *f)
{
    ludo_json_open_array(j, "bodies");
    for (int32_t i = 0; i < ludo_model_body_count(model); i++) {
        const ludo_body_info b = body_info_of(model, i);
        if (b.merged_into != i) {
            continue;
        }
        ludo_json_open_named(j, b.name);
        ludo_info_write_body_name(j, "parent", model, f->parent[i]);
        ludo_json_number(j, "mass", b.mass);
        ludo_json_vec3(j, "com", b.com);
        ludo_json_numbers(j, "inertia", b.inertia, 6);
        write_merged(j, model, f, i);
        ludo_json_close_object(j);
    }
    ludo_json_close_array(j);
    ludo_json_open_object(j, "world");
    write_merged(j, model, f, LUDO_WORLD);
    ludo_json_close_object(j);
}

static void write_actuator(json *j, const void *of, int32_t i)
{
    const ludo_model *model = ((const subject *)of)->model;
    const ludo_actuator_info a = actuator_info_of(model, i);
    ludo_json_open_named(j, a.name);
    ludo_json_text(j, "target",
                   a.on_spring ? ludo_model_spring_name(model, a.target)
                               : ludo_model_joint_name(model, a.target));
    ludo_json_text(j, "type", a.on_spring ? "spring" : "joint");
    ludo_json_integer(j, "dof", a.dof);
    ludo_json_number(j, "gear", a.gear);
    ludo_json_number(j, "gain", a.gain);
    ludo_json_numbers(j, "bias", a.bias, 3);
    ludo_info_write_limits(j, "control_range", a.control_limited, a.control_range);
    ludo_info_write_limits(j, "force_range", a.force_limited, a.force_range);
    ludo_json_text(j, "gain_type", a.gain_type);
    ludo_json_numbers(j, "gain_slope", a.gain_slope, 2);
    ludo_json_text(j, "bias_type", a.bias_type);
    ludo_json_text(j, "dynamics_type", a.dynamics_type);
    ludo_json_numbers(j, "time_constant", a.time_constant, 3);
    ludo_info_write_limits(j, "activation_range", a.activation_limited, a.activation_range);
    ludo_json_numbers(j, "length_range", a.length_range, 2);
    ludo_json_numbers(j, "muscle", a.muscle, 8);
    ludo_json_number(j, "slew_rate", a.slew_rate);
    ludo_json_number(j, "resistance", a.resistance);
    ludo_json_number(j, "back_emf", a.back_emf);
    ludo_json_numbers(j, "cogging", a.cogging, 3);
    ludo_json_close_object(j);
}

/* The points of a path, or null: each names a site, or a geom and its side site, or a divisor. */
static void write_points(json *j, const ludo_model *model, const ludo_spring_info *s)
{
    if (s->path_count == 0) {
        ludo_json_null(j, "path");
        return;
    }
    ludo_json_open_array(j, "path");
    for (int32_t i = 0; i < s->path_count; i++) {
        const ludo_path_point *p = &s->path[i];
        ludo_json_open_object(j, NULL);
        if (p->divisor != 0.0) {
            ludo_json_number(j, "divisor", p->divisor);
        } else if (p->geom >= 0) {
            ludo_json_text(j, "geom", ludo_model_geom_name(model, p->geom));
            ludo_json_text(j, "side", p->side >= 0 ? ludo_model_site_name(model, p->side) : NULL);
        } else {
            ludo_json_text(j, "site", ludo_model_site_name(model, p->site));
        }
        ludo_json_close_object(j);
    }
    ludo_json_close_array(j);
}

/* The two sites of a distance or the terms of a tendon; null where it has none. */
static void write_path(json *j, const ludo_model *model, const ludo_spring_info *s)
{
    if (s->site_b >= 0) {
        ludo_json_open_list(j, "sites");
        if (s->site_a >= 0) {
            ludo_json_text(j, NULL, ludo_model_site_name(model, s->site_a));
        }
        ludo_json_text(j, NULL, ludo_model_site_name(model, s->site_b));
        ludo_json_close_array(j);
        ludo_json_null(j, "terms");
        return;
    }
    ludo_json_null(j, "sites");
    if (s->term_count == 0) {
        ludo_json_null(j, "terms");
        return;
    }
    ludo_json_open_array(j, "terms");
    for (int32_t i = 0; i < s->term_count; i++) {
        ludo_json_open_object(j, NULL);
        ludo_json_text(j, "joint", ludo_model_joint_name(model, s->term[i].joint));
        ludo_json_integer(j, "dof", s->term[i].dof);
        ludo_json_number(j, "weight", s->term[i].weight);
        ludo_json_close_object(j);
    }
    ludo_json_close_array(j);
}

static void write_spring(json *j, const void *of, int32_t i)
{
    const ludo_model *model = ((const subject *)of)->model;
    const ludo_spring_info s = spring_info_of(model, i);
    ludo_json_open_named(j, s.name);
    ludo_json_text(j, "type", s.type);
    write_path(j, model, &s);
    ludo_json_number(j, "stiffness", s.stiffness);
    ludo_json_number(j, "damping", s.damping);
    ludo_json_numbers(j, "rest", s.rest, 2);
    write_points(j, model, &s);
    ludo_info_write_limits(j, "range", s.limited, s.range);
    ludo_json_number(j, "friction_loss", s.friction_loss);
    ludo_json_number(j, "armature", s.armature);
    ludo_json_close_object(j);
}

/* A body and a frame on it. */
static void write_frame(json *j, const ludo_model *model, int32_t body, const ludo_frame *frame)
{
    ludo_info_write_body_name(j, "body", model, body);
    ludo_json_vec3(j, "position", frame->position);
    ludo_json_quat(j, "orientation", frame->orientation);
}

static void write_site(json *j, const void *of, int32_t i)
{
    const ludo_model *model = ((const subject *)of)->model;
    const ludo_site_info s = site_info_of(model, i);
    ludo_json_open_named(j, s.name);
    write_frame(j, model, s.body, &s.frame);
    ludo_json_close_object(j);
}

static void write_geom(json *j, const void *of, int32_t i)
{
    const subject *s = of;
    const ludo_model *model = s->model;
    const ludo_geom_info g = geom_info_of(model, i);
    ludo_json_open_named(j, g.name);
    ludo_json_text(j, "type", g.type);
    write_frame(j, model, g.body, &g.frame);
    ludo_json_numbers(j, "size", g.size, 3);
    ludo_json_text(j, "mesh", g.mesh);
    const ludo_geom_def def = geom_def_of(s->spec, i);
    ludo_info_write_contact_law(j, &def);
    ludo_info_write_drag(j, &def);
    ludo_json_close_object(j);
}

static void write_keyframes(json *j, const ludo_model *model)
{
    ludo_json_open_list(j, "keyframes");
    for (int32_t i = 0; i < ludo_model_keyframe_count(model); i++) {
        ludo_json_text(j, NULL, ludo_model_keyframe_name(model, i));
    }
    ludo_json_close_array(j);
}

static void write_loop(json *j, const void *of, int32_t i)
{
    const ludo_model *model = ((const subject *)of)->model;
    const ludo_loop_info loop = loop_info_of(model, i);
    ludo_json_open_named(j, loop.name);
    ludo_json_text(j, "type", loop.type);
    ludo_info_write_body_name(j, "parent", model, loop.parent);
    ludo_info_write_body_name(j, "child", model, loop.child);
    ludo_json_integer(j, "rows", loop.rows);
    ludo_json_close_object(j);
}

/* The names of redundant rows: "LOOP: ROW". */
static void write_redundant(json *j, const ludo_model *model, const assembly_check *t)
{
    ludo_json_open_list(j, "redundant");
    for (int32_t i = 0; i < ludo_model_loop_count(model); i++) {
        const ludo_loop_info loop = loop_info_of(model, i);
        const uint32_t dependent = ludo_assembly_check_dependent(t, i);
        for (int32_t row = 0; row < loop.rows; row++) {
            if ((dependent >> row & 1U) != 0) {
                char name[1024];
                (void)snprintf(name, sizeof name, "%s: %s", loop.name,
                               ludo_loop_words_row(&loop, row).text);
                ludo_json_text(j, NULL, name);
            }
        }
    }
    ludo_json_close_array(j);
}

/* The result of the assembly; null for a tree or a model that can't be simulated. */
static void write_assembly(json *j, const ludo_model *model, const assembly_check *t)
{
    if (t->sim == NULL) {
        ludo_json_null(j, "assembly");
        return;
    }
    ludo_json_open_object(j, "assembly");
    ludo_json_boolean(j, "closes", t->status == LUDO_OK);
    ludo_json_text(j, "loop", ludo_model_loop_name(model, t->start.loop));
    ludo_json_number(j, "gap", t->start.gap);
    ludo_json_number(j, "tilt", t->start.tilt);
    ludo_json_number(j, "position_correction", t->start.position_correction);
    ludo_assembly_report_write(j, "joints_moved", t->sim);
    ludo_json_close_object(j);
}

static void write_order(json *j, const ludo_model *model)
{
    ludo_json_open_list(j, "order");
    for (int32_t i = 0; i < ludo_model_body_count(model); i++) {
        const int32_t body = ludo_model_order(model)[i];
        if (ludo_model_file_moves(model, body)) {
            ludo_info_write_body_name(j, NULL, model, body);
        }
    }
    ludo_json_close_array(j);
}

static void write_structure(json *j, const subject *s)
{
    const ludo_model *model = s->model;
    const assembly_check *t = s->assembly_check;
    ludo_json_integer(j, "dof", ludo_model_dof(model));
    ludo_json_count(j, "freedom", t->mobility.freedom);
    ludo_json_array(j, "loops", ludo_model_loop_count(model), write_loop, s);
    ludo_json_integer(j, "rows", ludo_model_rows(model));
    ludo_json_count(j, "rank", t->mobility.rank);
    write_redundant(j, model, t);
    write_assembly(j, model, t);
    write_order(j, model);
    ludo_json_count(j, "fill", t->fill);
}

outcome ludo_info_write(FILE *file, const subject *s)
{
    const ludo_model *model = s->model;
    body_groups f;
    if (!ludo_body_groups_find(&f, model)) {
        return ludo_error_memory();
    }
    json j = {.file = file};
    ludo_json_open_object(&j, NULL);
    ludo_json_text(&j, "model", ludo_model_file_title(model, s->path));
    ludo_model_file_write_notes(&j, model, s->path);
    ludo_json_vec3(&j, "gravity", gravity_of(model));
    ludo_json_number(&j, "timestep", ludo_model_timestep(model));
    ludo_json_number(&j, "mass", ludo_model_mass(model));
    write_bodies(&j, model, &f);
    ludo_json_array(&j, "joints", ludo_model_joint_count(model), ludo_info_write_joint, s);
    write_structure(&j, s);
    ludo_json_array(&j, "actuators", ludo_model_actuator_count(model), write_actuator, s);
    ludo_json_array(&j, "springs", ludo_model_spring_count(model), write_spring, s);
    ludo_json_array(&j, "sites", ludo_model_site_count(model), write_site, s);
    write_keyframes(&j, model);
    ludo_json_array(&j, "geoms", ludo_model_geom_count(model), write_geom, s);
    ludo_info_write_contacts(&j, s);
    ludo_info_write_fluids(&j, model);
    ludo_info_write_sensors(&j, model);
    ludo_info_write_medium(&j, model);
    ludo_info_write_compensation(&j, s);
    ludo_json_close_object(&j);
    ludo_body_groups_release(&f);
    return OUTCOME_DONE;
}
