/* SPDX-License-Identifier: Apache-2.0
 *
 * The description of a model as text: counts and names, tree of bodies, springs, actuators. */
#include "info/info.h"

#include "data/model_file.h"
#include "reading.h"
#include "simulate/assembly_report.h"
#include "terminal/counts.h"
#include "terminal/loop_words.h"
#include "terminal/printable.h"

#include <math.h>
#include <string.h>

/* ---- counts and names ---- */

static paragraph begin_line(FILE *file, const char *heading)
{
    enum { COLUMN = 14 };
    return ludo_paragraph_begin(file, COLUMN, "  %-11s", heading);
}

/* Print the numbers of bodies, joints and degrees of freedom. */
static void print_title(FILE *file, const subject *s, const model_counts *n)
{
    ludo_printable_print(file, "%s: %d bod%s, %d joint%s, ",
                         ludo_model_file_title(s->model, s->path), (int)n->bodies,
                         n->bodies == 1 ? "y" : "ies", (int)n->joints,
                         ludo_printable_plural(n->joints));
    ludo_model_file_print_freedom(
        file, s->model,
        s->assembly_check->status == LUDO_OK ? s->assembly_check->mobility.freedom : -1);
}

static void print_head(FILE *file, const ludo_model *m, const model_counts *n)
{
    const ludo_vec3 g = gravity_of(m);
    fprintf(file, "  mass        %.6g kg\n", ludo_model_mass(m));
    if (n->merged > n->grounded) {
        fprintf(file, "  merged      %d with other bodies\n", (int)(n->merged - n->grounded));
    }
    if (n->grounded > 0) {
        fprintf(file, "  fixed       %d to the world\n", (int)n->grounded);
    }
    if (n->massless > 0) {
        fprintf(file, "  massless    %d, intermediate links of joints\n", (int)n->massless);
    }
    fprintf(file, "  gravity     %.6g %.6g %.6g m/s^2\n", g.x, g.y, g.z);
    fprintf(file, "  time step   %.6g s\n", ludo_model_timestep(m));
}

/* Print a line of names; nothing if there are none. */
static void print_names(FILE *file, const char *heading, const ludo_model *m, int32_t count,
                        const char *(*name)(const ludo_model *m, int32_t number))
{
    if (count == 0) {
        return;
    }
    paragraph p = begin_line(file, heading);
    for (int32_t i = 0; i < count; i++) {
        ludo_paragraph_add(&p, i == 0 ? "" : ",", "%s", name(m, i));
    }
    ludo_paragraph_end(&p);
}

static void print_loops(FILE *file, const ludo_model *m)
{
    paragraph p = begin_line(file, "loops");
    for (int32_t i = 0; i < ludo_model_loop_count(m); i++) {
        const ludo_loop_info loop = loop_info_of(m, i);
        ludo_paragraph_add(&p, i == 0 ? "" : ",", "%s (%s)", loop.name, loop.type);
    }
    if (ludo_model_loop_count(m) == 0) {
        ludo_paragraph_add(&p, "", "none");
    }
    ludo_paragraph_end(&p);
}

static void print_geoms(FILE *file, const ludo_model *m)
{
    counts t = {.kinds = 0};
    for (int32_t i = 0; i < ludo_model_geom_count(m); i++) {
        ludo_counts_add(&t, geom_info_of(m, i).type);
    }
    if (t.kinds > 0) {
        paragraph p = begin_line(file, "geoms");
        ludo_counts_print(&p, "", &t);
        ludo_paragraph_end(&p);
    }
}

static void print_contacts(FILE *file, const subject *s)
{
    if (ludo_info_has_contacts(s)) {
        paragraph p = begin_line(file, "contacts");
        ludo_info_print_contacts(&p, s);
        ludo_paragraph_end(&p);
    }
}

static void print_rows(FILE *file, const subject *s)
{
    const ludo_mobility *mobility = &s->assembly_check->mobility;
    fprintf(file, "  rows        %d", (int)ludo_model_rows(s->model));
    if (s->assembly_check->status == LUDO_OK && mobility->redundant == 0) {
        fputs(", none redundant", file);
    } else if (s->assembly_check->status == LUDO_OK) {
        fprintf(file, ", %d of them redundant", (int)mobility->redundant);
    }
    fputc('\n', file);
}

/* Print the result of the assembly; nothing for a tree. */
static void print_assembly(FILE *file, const subject *s)
{
    const assembly_check *t = s->assembly_check;
    const ludo_loop_info loop = loop_info_of(s->model, t->start.loop);
    const phrase open = ludo_loop_words_error(t->start.gap, t->start.tilt);
    const bool stays_open = t->status == LUDO_OPEN_LOOP;
    if (ludo_model_loop_count(s->model) == 0) {
        return;
    }
    paragraph p = begin_line(file, "assembly");
    if (t->sim == NULL) {
        ludo_paragraph_add(&p, "", "not tried: %s", t->why.message);
    } else if (t->status != LUDO_OK && !stays_open) {
        ludo_paragraph_add(&p, "", "FAILS: %s", ludo_status_text(t->status));
    } else if (!stays_open && !ludo_loop_words_is_open(t->start.gap, t->start.tilt)) {
        ludo_paragraph_add(&p, "", "closed in the file");
    } else {
        ludo_paragraph_add(&p, "", "%s%s '%s'", stays_open ? "FAILS: " : "",
                           ludo_loop_words_noun(&loop), loop.name);
        ludo_paragraph_add(&p, "", "%s open by %s", stays_open ? "stays" : "is", open.text);
        ludo_paragraph_add(
            &p, "", stays_open ? "after the best attempt" : "in the file; to close all loops");
    }
    ludo_paragraph_end(&p);
    if (t->status == LUDO_OK) {
        ludo_assembly_report_print(file, "  joints move", t->sim);
    }
}

/* Print the elimination order of the bodies. */
static void print_order(FILE *file, const ludo_model *m)
{
    paragraph p = begin_line(file, "elimination");
    const char *separator = "";
    for (int32_t i = 0; i < ludo_model_body_count(m); i++) {
        const int32_t b = ludo_model_order(m)[i];
        if (ludo_model_file_moves(m, b)) {
            ludo_paragraph_add(&p, separator, "%s", ludo_model_body_name(m, b));
            separator = ",";
        }
    }
    ludo_paragraph_end(&p);
}

static void print_notes(FILE *file, const ludo_model *m)
{
    const int32_t notes = ludo_model_note_count(m);
    bool refused = false;
    for (int32_t i = 0; i < notes; i++) {
        refused = refused || note_info_of(m, i).kind == LUDO_NOTE_UNSUPPORTED;
    }
    if (notes > 0) {
        fprintf(file, "  warnings    %d%s\n", (int)notes,
                refused ? "; ludo simulate refuses the model" : "");
    }
}

static void print_lists(FILE *file, const subject *s, const model_counts *n)
{
    const ludo_model *m = s->model;
    print_loops(file, m);
    print_rows(file, s);
    print_assembly(file, s);
    if (n->bodies > 0) {
        print_order(file, m);
    }
    if (s->assembly_check->fill >= 0) {
        fprintf(file, "  fill        %d\n", (int)s->assembly_check->fill);
    }
    print_geoms(file, m);
    print_contacts(file, s);
    ludo_info_print_fluids(file, m);
    ludo_info_print_medium(file, m);
    ludo_info_print_compensation(file, s);
    ludo_info_print_curves(file, s);
    print_names(file, "sites", m, ludo_model_site_count(m), ludo_model_site_name);
    print_names(file, "keyframes", m, ludo_model_keyframe_count(m), ludo_model_keyframe_name);
    print_notes(file, m);
}

/* ---- springs and actuators ---- */

static void print_terms(FILE *file, const ludo_model *m, const ludo_spring_info *s)
{
    for (int32_t i = 0; i < s->term_count; i++) {
        const double weight = s->term[i].weight;
        const char *sign = i == 0 ? " " : weight < 0.0 ? " - " : " + ";
        ludo_printable_print(file, "%s%.6g %s", sign, i == 0 ? weight : fabs(weight),
                             ludo_model_joint_name(m, s->term[i].joint));
        if (strcmp(s->type, "tendon") != 0) {
            fprintf(file, "[%d]", (int)s->term[i].dof);
        }
    }
}

static void print_path(FILE *file, const ludo_model *m, const ludo_spring_info *s)
{
    for (int32_t i = 0; i < s->path_count; i++) {
        const ludo_path_point *p = &s->path[i];
        const char *before = i == 0 ? " along" : ",";
        if (p->divisor != 0.0) {
            fprintf(file, "%s pulley %.6g", before, p->divisor);
        } else if (p->geom >= 0) {
            ludo_printable_print(file, "%s around %s", before, ludo_model_geom_name(m, p->geom));
        } else {
            ludo_printable_print(file, "%s %s", before, ludo_model_site_name(m, p->site));
        }
    }
}

static void print_spring(FILE *file, const ludo_model *m, const ludo_spring_info *s)
{
    ludo_printable_print(file, "  %s, %s", s->name, s->type);
    if (s->site_b >= 0) {
        ludo_printable_print(file, " from %s to %s",
                             s->site_a >= 0 ? ludo_model_site_name(m, s->site_a) : "itself",
                             ludo_model_site_name(m, s->site_b));
    }
    print_path(file, m, s);
    print_terms(file, m, s);
    if (s->stiffness != 0.0) {
        fprintf(file, ", stiffness %.6g (rest %.6g to %.6g)", s->stiffness, s->rest[0], s->rest[1]);
    }
    if (s->damping != 0.0) {
        fprintf(file, ", damping %.6g", s->damping);
    }
    if (s->limited) {
        fprintf(file, ", length %.6g to %.6g", s->range[0], s->range[1]);
    }
    if (s->friction_loss != 0.0) {
        fprintf(file, ", friction loss %.6g", s->friction_loss);
    }
    if (s->armature != 0.0) {
        fprintf(file, ", armature %.6g", s->armature);
    }
    fputc('\n', file);
}

/* Gain and dynamics that are not plain numbers. */
static void print_laws(FILE *file, const ludo_actuator_info *a)
{
    if (strcmp(a->gain_type, "muscle") == 0 || strcmp(a->bias_type, "muscle") == 0) {
        fprintf(file, ", muscle of %.6g at lengths %.6g to %.6g", a->muscle[2], a->length_range[0],
                a->length_range[1]);
    }
    if (strcmp(a->gain_type, "muscle") != 0) {
        fprintf(file, ", gain %.6g", a->gain);
    }
    if (a->gain_slope[0] != 0.0 || a->gain_slope[1] != 0.0) {
        fprintf(file, " %.6g %.6g", a->gain_slope[0], a->gain_slope[1]);
    }
    if (a->activation >= 0) {
        ludo_printable_print(file, ", activation by %s", a->dynamics_type);
    }
    if (a->time_constant[0] != 0.0) {
        fprintf(file, " (%.6g s)", a->time_constant[0]);
    }
}

static void print_actuator(FILE *file, const ludo_model *m, const ludo_actuator_info *a)
{
    ludo_printable_print(
        file, "  %s, on %s %s, gear %.6g", a->name, a->on_spring ? "spring" : "joint",
        a->on_spring ? ludo_model_spring_name(m, a->target) : ludo_model_joint_name(m, a->target),
        a->gear);
    print_laws(file, a);
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
        const ludo_spring_info s = spring_info_of(m, i);
        fputs(i == 0 ? "\nsprings and tendons\n" : "", file);
        print_spring(file, m, &s);
    }
    for (int32_t i = 0; i < ludo_model_actuator_count(m); i++) {
        const ludo_actuator_info a = actuator_info_of(m, i);
        fputs(i == 0 ? "\nactuators\n" : "", file);
        print_actuator(file, m, &a);
    }
}

outcome ludo_info_print(FILE *file, const subject *s)
{
    const model_counts count = ludo_model_file_count(s->model);
    print_title(file, s, &count);
    print_head(file, s->model, &count);
    print_lists(file, s, &count);
    fputc('\n', file);
    const outcome how = ludo_info_print_tree(file, s->model);
    ludo_info_print_loops(file, s);
    print_forces(file, s->model);
    ludo_info_print_sensors(file, s->model);
    return how;
}
