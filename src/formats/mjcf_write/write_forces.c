/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing MJCF tendons and keyframes. */
#include "formats/mjcf_write/write.h"
#include "spec/items.h"

#include <string.h>

/* ---- tendons ---- */

/* In MJCF -1 means the length at the reference: a rest length of -1 is written as the next
 * double. */
static double rest_of(const ludo_spring_def *s, int i)
{
    return s->rest[0] == -1.0 && s->rest[1] == -1.0 ? -1.0 + 0x1p-53 : s->rest[i];
}

static void write_site_of(writer *w, const ludo_spring_def *s, int32_t site)
{
    if (site < 0 || site >= ludo_spec_site_count(w->spec)) {
        ludo_write_fail(w, LUDO_BAD_MODEL, s->place, "spring '%.200s': its site does not exist",
                        s->name);
        return;
    }
    ludo_write_open(w, "site");
    ludo_write_text(w, "site", w->name[THING_SITE][site]);
    ludo_write_close(w, "site");
}

/* A geom that a path wraps around. */
static void write_geom_of(writer *w, const ludo_spring_def *s, const ludo_path_point *p)
{
    if (p->geom >= ludo_spec_geom_count(w->spec) || p->side >= ludo_spec_site_count(w->spec)) {
        ludo_write_fail(w, LUDO_BAD_MODEL, s->place,
                        "spring '%.200s': a geom or side site of its path does not exist", s->name);
        return;
    }
    ludo_write_open(w, "geom");
    ludo_write_text(w, "geom", w->name[THING_GEOM][p->geom]);
    if (p->side >= 0) {
        ludo_write_text(w, "sidesite", w->name[THING_SITE][p->side]);
    }
    ludo_write_close(w, "geom");
}

static void write_points(writer *w, const ludo_spring_def *s)
{
    for (int32_t i = 0; i < s->path_count && w->status == LUDO_OK; i++) {
        const ludo_path_point *p = &s->path[i];
        if (p->divisor != 0.0) {
            ludo_write_open(w, "pulley");
            ludo_write_number(w, "divisor", p->divisor);
            ludo_write_close(w, "pulley");
        } else if (p->geom >= 0) {
            write_geom_of(w, s, p);
        } else {
            write_site_of(w, s, p->site);
        }
    }
}

static void write_path(writer *w, const outline *o, const ludo_spring_def *s, bool fixed)
{
    if (!fixed && s->path_count > 0) {
        write_points(w, s);
    } else if (!fixed) {
        write_site_of(w, s, s->site_a);
        write_site_of(w, s, s->site_b);
    }
    for (int32_t i = 0; i < s->term_count && fixed && w->status == LUDO_OK; i++) {
        const ludo_tendon_term *t = &s->term[i];
        const outline_part *p = ludo_outline_scalar(w, o, t->joint, t->dof, s->place);
        ludo_write_open(w, "joint");
        ludo_write_text(w, "joint", p != NULL ? p->name : "");
        ludo_write_number(w, "coef", t->weight);
        ludo_write_close(w, "joint");
    }
}

static void write_tendon(writer *w, const outline *o, int32_t spring)
{
    const ludo_spring_def *s = ludo_spec_spring_at(w->spec, spring);
    const bool fixed = strcmp(s->type, "tendon") == 0;
    const char *element = fixed ? "fixed" : "spatial";
    if (!fixed && strcmp(s->type, "distance") != 0 && strcmp(s->type, "path") != 0) {
        ludo_write_fail(w, LUDO_BAD_MODEL, s->place, "spring '%.200s' has an unknown type",
                        s->name);
    }
    ludo_write_open(w, element);
    ludo_write_text(w, "name", w->name[THING_SPRING][spring]);
    ludo_write_number_unless(w, "stiffness", s->stiffness, 0.0);
    ludo_write_number_unless(w, "damping", s->damping, 0.0);
    ludo_write_number_unless(w, "frictionloss", s->friction_loss, 0.0);
    ludo_write_number_unless(w, "armature", s->armature, 0.0);
    ludo_mjcf_write_range(w, "range", "limited", s->limited, s->range);
    const double rest[2] = {rest_of(s, 0), rest_of(s, 1)};
    ludo_write_numbers(w, "springlength", rest, rest[0] == rest[1] ? 1 : 2);
    write_path(w, o, s, fixed);
    ludo_write_close(w, element);
}

void ludo_mjcf_write_tendons(writer *w, const outline *o)
{
    const int32_t count = ludo_spec_spring_count(w->spec);
    int32_t written = 0;
    for (int32_t i = 0; i < count && w->status == LUDO_OK; i++) {
        if (!ludo_mjcf_is_transmission(ludo_spec_spring_at(w->spec, i))) {
            ludo_mjcf_open_section(w, "tendon", written++);
            write_tendon(w, o, i);
        }
    }
    ludo_mjcf_close_section(w, "tendon", written);
}

/* ---- keyframes ---- */

/* Positions of joints in the coordinates, or rates, of a keyframe of the spec. */
typedef struct numbering {
    int32_t *joint; /* per joint: index of its first number */
    int32_t *body;  /* per floating body without a joint: index of its first number */
    int32_t count;
} numbering;

static numbering number_joints(writer *w, const outline *o, int32_t (*size)(const outline_part *))
{
    numbering n = {ludo_write_take(w, (size_t)ludo_spec_joint_count(w->spec), sizeof *n.joint),
                   ludo_write_take(w, (size_t)ludo_spec_body_count(w->spec), sizeof *n.body), 0};
    for (int32_t j = 0; j < ludo_spec_joint_count(w->spec) && w->status == LUDO_OK; j++) {
        n.joint[j] = n.count;
        for (int32_t i = o->joint_part[j]; i < o->part_count && o->part[i].joint == j; i++) {
            n.count += size(&o->part[i]);
        }
    }
    for (int32_t b = 0; b < ludo_spec_body_count(w->spec) && w->status == LUDO_OK; b++) {
        if (o->body[b].joint < 0) {
            n.body[b] = n.count;
            n.count += size(&o->part[o->body[b].part]);
        }
    }
    return n;
}

static void put3(double out[3], ludo_vec3 v)
{
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

/* Numbers of a ball are about the axes of its body: C q C^-1 and C w, with C its joint frame. */
static void turn_ball(const outline_part *p, double *n, bool rates)
{
    if (q_is_identity(p->turn)) {
        return;
    }
    if (rates) {
        put3(n, q_rotate(p->turn, v3(n[0], n[1], n[2])));
        return;
    }
    const ludo_quat q = {n[0], n[1], n[2], n[3]};
    const ludo_quat turned = q_mul(q_mul(p->turn, q), q_conj(p->turn));
    n[0] = turned.w;
    put3(n + 1, q_vector(turned));
}

/* The numbers of a keyframe in the order of the file. */
static void write_coordinates(writer *w, const outline *o, const numbering *n,
                              const ludo_keyframe_def *k, bool rates)
{
    const double *from = rates ? k->velocity : k->position;
    const int32_t given = rates ? k->velocity_count : k->position_count;
    double *out = ludo_write_take(w, (size_t)n->count, sizeof *out);
    int32_t count = 0;
    if (given != n->count) {
        ludo_write_fail(w, LUDO_BAD_MODEL, k->place,
                        "keyframe '%.200s' has %d numbers; the model has %d coordinates or rates",
                        k->name, (int)given, (int)n->count);
    }
    for (int32_t i = 0; i < ludo_spec_body_count(w->spec) && w->status == LUDO_OK; i++) {
        const outline_body *b = &o->body[o->order[i]];
        for (int32_t c = 0; c < b->parts; c++) {
            const outline_part *p = &o->part[b->part + c];
            const int32_t first = p->joint < 0
                                      ? n->body[o->order[i]]
                                      : n->joint[p->joint] + (rates ? p->rate : p->position);
            const int32_t size = rates ? part_rates(p) : part_positions(p);
            memcpy(out + count, from + first, (size_t)size * sizeof *out);
            if (p->type == PART_BALL) {
                turn_ball(p, out + count, rates);
            }
            count += size;
        }
    }
    if (w->status == LUDO_OK) {
        ludo_write_numbers(w, rates ? "qvel" : "qpos", out, count);
    }
}

static void write_keyframe(writer *w, const outline *o, const numbering n[2], int32_t i)
{
    const ludo_keyframe_def *k = ludo_spec_keyframe_at(w->spec, i);
    ludo_write_open(w, "key");
    ludo_write_text(w, "name", w->name[THING_KEYFRAME][i]);
    ludo_write_number_unless(w, "time", k->time, 0.0);
    if (k->position_count > 0) {
        write_coordinates(w, o, &n[0], k, false);
    }
    if (k->velocity_count > 0) {
        write_coordinates(w, o, &n[1], k, true);
    }
    if (k->control_count > 0) {
        ludo_write_numbers(w, "ctrl", k->control, k->control_count);
    }
    if (k->activation_count > 0) {
        ludo_write_numbers(w, "act", k->activation, k->activation_count);
    }
    ludo_write_close(w, "key");
}

void ludo_mjcf_write_keyframes(writer *w, const outline *o)
{
    const int32_t count = ludo_spec_keyframe_count(w->spec);
    if (count == 0) {
        return;
    }
    const numbering n[2] = {number_joints(w, o, part_positions), number_joints(w, o, part_rates)};
    for (int32_t i = 0; i < count && w->status == LUDO_OK; i++) {
        ludo_mjcf_open_section(w, "keyframe", i);
        write_keyframe(w, o, n, i);
    }
    ludo_mjcf_close_section(w, "keyframe", count);
}
