/* SPDX-License-Identifier: Apache-2.0
 *
 * What a model is, in words: counts, the tree of its bodies, springs and actuators. */
#include "info.h"

#include "model_file.h"

#include <stdlib.h>

enum { DEEPEST_INDENT = 20 }; /* levels; what hangs deeper says how deep */

/* The bodies below each body, as lists; body -1, the world, is at 0: all are shifted by one. */
typedef struct family {
    int32_t *first, *next, *parent, *joint;
} family;

static const char *plural(int32_t count)
{
    return count == 1 ? "" : "s";
}

static void print_counts(FILE *file, const ludo_model *m, const char *path)
{
    const int32_t bodies = ludo_model_body_count(m), joints = ludo_model_joint_count(m);
    const int32_t dof = ludo_model_dof(m), rows = ludo_model_rows(m);
    const ludo_vec3 g = ludo_model_gravity(m);
    fprintf(file, "%s: %d bod%s, %d joint%s, %d degree%s of freedom\n",
            ludo_model_file_title(m, path), (int)bodies, bodies == 1 ? "y" : "ies", (int)joints,
            plural(joints), (int)dof, plural(dof));
    fprintf(file, "  mass        %.6g kg\n", ludo_model_mass(m));
    fprintf(file, "  gravity     %.6g %.6g %.6g m/s^2\n", g.x, g.y, g.z);
    fprintf(file, "  time step   %.6g s\n", ludo_model_timestep(m));
    fprintf(file, "  loops       none\n");
    fprintf(file, "  joint rows  %d, none redundant\n", (int)rows);
}

static void print_names(FILE *file, const char *heading, const ludo_model *m, int32_t count,
                        const char *(*name)(const ludo_model *m, int32_t number))
{
    fprintf(file, "  %-11s ", heading);
    for (int32_t i = 0; i < count; i++) {
        fprintf(file, "%s%s", i == 0 ? "" : ", ", name(m, i));
    }
    fputs(count == 0 ? "none\n" : "\n", file);
}

static const char *eliminated_name(const ludo_model *m, int32_t number)
{
    return ludo_model_body_name(m, ludo_model_order(m)[number]);
}

/* ---- the tree ---- */

static void find_family(const ludo_model *m, const family *f)
{
    const int32_t n = ludo_model_body_count(m);
    for (int32_t b = 0; b <= n; b++) {
        f->first[b] = -1;
    }
    for (int32_t b = n; b >= 1; b--) {
        const int32_t parent = ludo_model_body(m, b - 1).parent + 1;
        f->parent[b] = parent;
        f->next[b] = f->first[parent];
        f->first[parent] = b;
    }
    for (int32_t j = 0; j < ludo_model_joint_count(m); j++) {
        const ludo_joint_info joint = ludo_model_joint(m, j);
        if (!joint.continues) {
            f->joint[joint.child + 1] = j;
        }
    }
}

/* What acts along a coordinate, as far as there is anything. */
static void print_along(FILE *file, const ludo_dof_def *d)
{
    if (d->armature != 0.0) {
        fprintf(file, ", armature %.6g", d->armature);
    }
    if (d->stiffness != 0.0) {
        fprintf(file, ", stiffness %.6g (rest %.6g)", d->stiffness, d->rest);
    }
    if (d->damping != 0.0) {
        fprintf(file, ", damping %.6g", d->damping);
    }
    if (d->limited) {
        fprintf(file, ", range %.6g to %.6g", d->range[0], d->range[1]);
    }
}

static void print_joint(FILE *file, const ludo_joint_info *joint)
{
    const ludo_vec3 n = joint->axis;
    fprintf(file, "%s %s", joint->type, joint->name);
    if (n.x != 0.0 || n.y != 0.0 || n.z != 0.0) {
        fprintf(file, " along %.4g %.4g %.4g", n.x, n.y, n.z);
    }
    for (int32_t i = 0; i < joint->dof; i++) {
        print_along(file, &joint->along[i]);
    }
}

/* A body, and the joint that carries it with all its parts. */
static void print_body(FILE *file, const ludo_model *m, const family *f, int32_t b, int32_t depth)
{
    const ludo_body_info body = ludo_model_body(m, b - 1);
    const int32_t indent = depth < DEEPEST_INDENT ? depth : DEEPEST_INDENT;
    fprintf(file, "%*s", 2 * (int)indent, "");
    if (depth > indent) {
        fprintf(file, "(%d) ", (int)depth);
    }
    fprintf(file, "%s, %.6g kg, on ", body.name, body.mass);
    ludo_joint_info joint = ludo_model_joint(m, f->joint[b]);
    print_joint(file, &joint);
    for (int32_t j = f->joint[b] + 1; (joint = ludo_model_joint(m, j)).continues; j++) {
        fputs(", then ", file);
        print_joint(file, &joint);
    }
    fputc('\n', file);
}

/* Depth first, children in the model's order, without recursion. */
static void print_tree(FILE *file, const ludo_model *m, const family *f)
{
    int32_t b = f->first[0], depth = 1;
    fputs("world\n", file);
    while (b > 0) {
        print_body(file, m, f, b, depth);
        if (f->first[b] > 0) {
            b = f->first[b];
            depth++;
            continue;
        }
        while (b > 0 && f->next[b] < 0) {
            b = f->parent[b];
            depth--;
        }
        b = b > 0 ? f->next[b] : 0;
    }
}

/* ---- springs and actuators ---- */

static void print_terms(FILE *file, const ludo_model *m, const ludo_spring_info *s)
{
    for (int32_t i = 0; i < s->term_count; i++) {
        fprintf(file, "%s%.6g %s", i == 0 ? " " : " + ", s->term[i].weight,
                ludo_model_joint_name(m, s->term[i].joint));
    }
}

static void print_spring(FILE *file, const ludo_model *m, const ludo_spring_info *s)
{
    fprintf(file, "  %s, %s", s->name, s->type);
    if (s->site_a >= 0) {
        fprintf(file, " from %s to %s", ludo_model_site_name(m, s->site_a),
                ludo_model_site_name(m, s->site_b));
    }
    print_terms(file, m, s);
    if (s->stiffness != 0.0) {
        fprintf(file, ", stiffness %.6g (rest %.6g to %.6g)", s->stiffness, s->rest[0], s->rest[1]);
    }
    if (s->damping != 0.0) {
        fprintf(file, ", damping %.6g", s->damping);
    }
    fputc('\n', file);
}

static void print_actuator(FILE *file, const ludo_model *m, const ludo_actuator_info *a)
{
    fprintf(
        file, "  %s, on %s %s, gear %.6g, gain %.6g", a->name, a->on_spring ? "spring" : "joint",
        a->on_spring ? ludo_model_spring_name(m, a->target) : ludo_model_joint_name(m, a->target),
        a->gear, a->gain);
    if (a->bias[0] != 0.0 || a->bias[1] != 0.0 || a->bias[2] != 0.0) {
        fprintf(file, ", bias %.6g %.6g %.6g", a->bias[0], a->bias[1], a->bias[2]);
    }
    if (a->control_limited) {
        fprintf(file, ", control %.6g to %.6g", a->control_range[0], a->control_range[1]);
    }
    if (a->force_limited) {
        fprintf(file, ", force %.6g to %.6g", a->force_range[0], a->force_range[1]);
    }
    fputc('\n', file);
}

static void print_forces(FILE *file, const ludo_model *m)
{
    for (int32_t i = 0; i < ludo_model_spring_count(m); i++) {
        const ludo_spring_info s = ludo_model_spring(m, i);
        fputs(i == 0 ? "\nsprings\n" : "", file);
        print_spring(file, m, &s);
    }
    for (int32_t i = 0; i < ludo_model_actuator_count(m); i++) {
        const ludo_actuator_info a = ludo_model_actuator(m, i);
        fputs(i == 0 ? "\nactuators\n" : "", file);
        print_actuator(file, m, &a);
    }
}

outcome ludo_info_print(FILE *file, const ludo_model *model, const char *path)
{
    const size_t room = (size_t)ludo_model_body_count(model) + 1;
    int32_t *memory = calloc(4 * room, sizeof *memory);
    if (memory == NULL) {
        return ludo_complain_memory();
    }
    family f = {memory, memory + room, memory + 2 * room, memory + 3 * room};
    print_counts(file, model, path);
    print_names(file, "sites", model, ludo_model_site_count(model), ludo_model_site_name);
    print_names(file, "keyframes", model, ludo_model_keyframe_count(model),
                ludo_model_keyframe_name);
    print_names(file, "elimination", model, ludo_model_body_count(model), eliminated_name);
    fprintf(file, "  fill        %d\n\n", (int)ludo_model_fill(model));
    find_family(model, &f);
    print_tree(file, model, &f);
    print_forces(file, model);
    free(memory);
    return OUTCOME_DONE;
}
