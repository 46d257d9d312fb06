/* SPDX-License-Identifier: Apache-2.0
 *
 * The model of a run in a page. */
#include "data/model_file.h"
#include "page/page.h"
#include "reading.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- pieces ---- */

static void write_frame(json *j, const char *key, const ludo_frame *f)
{
    const ludo_vec3 p = f->position;
    const ludo_quat q = f->orientation;
    ludo_json_numbers(j, key, (const double[]){p.x, p.y, p.z, q.w, q.x, q.y, q.z}, 7);
}

static void write_ends(json *j, const char *type, int32_t parent, int32_t child)
{
    ludo_json_text(j, "type", type);
    ludo_json_integer(j, "parent", parent);
    ludo_json_integer(j, "child", child);
}

/* ---- bodies, joints and loops ---- */

static void write_body(json *j, const void *of, int32_t i)
{
    const ludo_model *model = ((const recorded_run *)of)->model;
    const ludo_body_info b = body_info_of(model, i);
    ludo_json_open_named(j, b.name);
    ludo_json_integer(j, "parent", b.parent);
    ludo_json_integer(j, "merged_into", b.merged_into);
    write_frame(j, "frame_in_merged", &b.frame_in_merged);
    ludo_json_number(j, "mass", b.mass);
    ludo_json_vec3(j, "com", b.com);
    ludo_json_numbers(j, "inertia", b.inertia, 6);
    ludo_json_close_object(j);
}

static void write_joint(json *j, const void *of, int32_t i)
{
    const ludo_model *model = ((const recorded_run *)of)->model;
    const ludo_joint_info joint = joint_info_of(model, i);
    ludo_json_open_named(j, joint.name);
    write_ends(j, joint.type, joint.parent, joint.child);
    ludo_json_vec3(j, "axis", joint.axis);
    ludo_json_vec3(j, "anchor", joint.anchor);
    ludo_json_boolean(j, "loop", joint.loop >= 0);
    ludo_json_boolean(j, "merged", joint.merged);
    ludo_json_close_object(j);
}

/* The next closure of the description, from number `from` on, that is a loop of the model; all zero
 * where there is none. A closure between two bodies merged into one is not a loop. */
static ludo_joint_def next_closure(const ludo_spec *spec, const ludo_model *model, int32_t *from)
{
    ludo_joint_def d = closure_def_of(spec, (*from)++);
    while (d.type != NULL && ludo_model_file_merged_into(model, d.parent) ==
                                 ludo_model_file_merged_into(model, d.child)) {
        d = closure_def_of(spec, (*from)++);
    }
    return d;
}

/* Closures come first, then couplings, then joints. */
static void write_loops(json *j, const ludo_spec *spec, const ludo_model *model)
{
    int32_t closures = 0;
    ludo_json_open_array(j, "loops");
    for (int32_t i = 0; i < ludo_model_loop_count(model); i++) {
        const ludo_loop_info loop = loop_info_of(model, i);
        const bool couples = loop.type != NULL && strcmp(loop.type, "coupling") == 0;
        ludo_json_open_named(j, loop.name);
        write_ends(j, loop.type, loop.parent, loop.child);
        if (couples) {
            ludo_json_null(j, "anchor");
        } else if (loop.joint >= 0) {
            ludo_json_vec3(j, "anchor", joint_info_of(model, loop.joint).anchor);
        } else {
            const ludo_joint_def d = next_closure(spec, model, &closures);
            ludo_json_vec3(j, "anchor", d.in_child.position);
        }
        ludo_json_close_object(j);
    }
    ludo_json_close_array(j);
}

/* ---- geoms, meshes, sites, springs, actuators ---- */

static void write_geom(json *j, const void *of, int32_t i)
{
    const recorded_run *r = of;
    const ludo_model *model = r->model;
    const ludo_geom_info g = geom_info_of(model, i);
    const ludo_geom_def d = geom_def_of(ludo_trajectory_spec(r->trajectory), i);
    ludo_json_open_named(j, g.name);
    ludo_json_text(j, "type", g.type);
    ludo_json_integer(j, "body", g.body);
    write_frame(j, "frame", &g.frame);
    ludo_json_numbers(j, "size", g.size, 3);
    ludo_json_numbers(j, "rgba", d.rgba, 4);
    ludo_json_integer(j, "group", d.group);
    ludo_json_integer(j, "mesh", g.mesh != NULL ? d.mesh : -1);
    ludo_json_close_object(j);
}

/* Vertices: 16 bits of the longest extent are finer than a pixel. */
static packed_list plan_vertices(const double *values, int32_t count)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int32_t i = 0; i < 3 * count; i++) {
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    const double scale = (high - low) / (2.0 * INT16_MAX);
    return (packed_list){.tracks = 3,
                         .count = count,
                         .bytes = 2,
                         .scale = isnormal(scale) ? scale : 1.0,
                         .start = count > 0 ? 0.5 * (low + high) : 0.0};
}

static void write_mesh(page *p, const ludo_mesh_def *m, int32_t number, double *values)
{
    char name[32];
    (void)snprintf(name, sizeof name, "mesh%d", (int)number);
    for (int32_t i = 0; i < 3 * m->vertex_count; i++) {
        values[i % 3 * m->vertex_count + i / 3] = m->vertex[i];
    }
    packed_list vertices = plan_vertices(values, m->vertex_count);
    ludo_deflate_block_numbers(&p->numbers, &vertices, values);
    for (int32_t i = 0; i < 3 * m->face_count; i++) {
        values[i % 3 * m->face_count + i / 3] = m->face[i];
    }
    packed_list faces = ludo_deflate_block_plan(values, 3 * m->face_count, false);
    faces.tracks = 3;
    faces.count = m->face_count;
    ludo_deflate_block_numbers(&p->numbers, &faces, values);
    ludo_json_open_named(&p->j, *m->name != '\0' ? m->name : name);
    ludo_deflate_block_write(&p->j, "vertices", &vertices);
    ludo_deflate_block_write(&p->j, "faces", &faces);
    ludo_json_close_object(&p->j);
}

/* A buffer for the numbers of any mesh. */
static double *mesh_room(const ludo_spec *spec)
{
    int32_t most = 0;
    for (int32_t i = 0; i < ludo_spec_mesh_count(spec); i++) {
        const ludo_mesh_def m = mesh_def_of(spec, i);
        most = m.vertex_count > most ? m.vertex_count : most;
        most = m.face_count > most ? m.face_count : most;
    }
    return malloc((3 * (size_t)most + 1) * sizeof(double));
}

static outcome write_meshes(page *p, const ludo_spec *spec)
{
    double *values = mesh_room(spec);
    if (values == NULL) {
        return ludo_error_memory();
    }
    ludo_json_open_array(&p->j, "meshes");
    ludo_deflate_block_meshes(&p->numbers, true);
    for (int32_t i = 0; i < ludo_spec_mesh_count(spec); i++) {
        const ludo_mesh_def m = mesh_def_of(spec, i);
        write_mesh(p, &m, i, values);
    }
    ludo_deflate_block_meshes(&p->numbers, false);
    ludo_json_close_array(&p->j);
    free(values);
    return OUTCOME_DONE;
}

static void write_site(json *j, const void *of, int32_t i)
{
    const ludo_model *model = ((const recorded_run *)of)->model;
    const ludo_site_info s = site_info_of(model, i);
    ludo_json_open_named(j, s.name);
    ludo_json_integer(j, "body", s.body);
    write_frame(j, "frame", &s.frame);
    ludo_json_close_object(j);
}

/* The two sites of each segment of a path; its geoms and pulleys are left out. */
static void write_segments(json *j, const ludo_spring_info *s)
{
    int32_t last = -1;
    ludo_json_open_list(j, "path");
    for (int32_t i = 0; i < s->path_count; i++) {
        const int32_t site = s->path[i].site;
        if (site >= 0 && last >= 0) {
            ludo_json_numbers(j, NULL, (const double[]){last, site}, 2);
        }
        last = site >= 0 || s->path[i].divisor > 0.0 ? site : last;
    }
    ludo_json_close_array(j);
}

static void write_spring(json *j, const void *of, int32_t i)
{
    const ludo_model *model = ((const recorded_run *)of)->model;
    const ludo_spring_info s = spring_info_of(model, i);
    ludo_json_open_named(j, s.name);
    ludo_json_text(j, "type", s.type);
    if (s.site_a >= 0) {
        ludo_json_numbers(j, "sites", (const double[]){s.site_a, s.site_b}, 2);
    } else {
        ludo_json_null(j, "sites");
    }
    write_segments(j, &s);
    ludo_json_close_object(j);
}

static void write_actuator(json *j, const void *of, int32_t i)
{
    const ludo_model *model = ((const recorded_run *)of)->model;
    ludo_json_open_named(j, ludo_model_actuator_name(model, i));
    ludo_json_close_object(j);
}

/* ---- all of it ---- */

outcome ludo_page_write_model(page *p, const char *key, const recorded_run *r, const char *file)
{
    json *j = &p->j;
    const ludo_model *model = r->model;
    const ludo_spec *spec = ludo_trajectory_spec(r->trajectory);
    const ludo_mobility mobility = run_facts_of(r->trajectory).mobility;
    ludo_json_open_object(j, key);
    ludo_json_text(j, "name", ludo_model_name(model));
    ludo_json_vec3(j, "gravity", gravity_of(model));
    ludo_json_number(j, "mass", ludo_model_mass(model));
    ludo_json_integer(j, "dof", ludo_model_dof(model));
    ludo_json_count(j, "freedom", mobility.freedom);
    ludo_json_integer(j, "rows", ludo_model_rows(model));
    ludo_json_count(j, "redundant", mobility.redundant);
    ludo_model_file_write_notes(j, model, file);
    ludo_json_array(j, "bodies", ludo_model_body_count(model), write_body, r);
    ludo_json_array(j, "joints", ludo_model_joint_count(model), write_joint, r);
    write_loops(j, spec, model);
    ludo_json_array(j, "geoms", ludo_model_geom_count(model), write_geom, r);
    const outcome how = write_meshes(p, spec);
    ludo_json_array(j, "sites", ludo_model_site_count(model), write_site, r);
    ludo_json_array(j, "springs", ludo_model_spring_count(model), write_spring, r);
    ludo_json_array(j, "actuators", ludo_model_actuator_count(model), write_actuator, r);
    ludo_json_close_object(j);
    return how;
}
