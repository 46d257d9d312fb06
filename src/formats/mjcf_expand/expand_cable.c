/* SPDX-License-Identifier: Apache-2.0
 *
 * <composite type="cable">: a chain of bodies along a curve, with a geom from vertex to vertex and
 * ball joints between them, as in MuJoCo 3. Default classes do not apply. Neighbours have no
 * contacts. The elasticity plugin is left out with a warning. */
#include "formats/mjcf_expand/expand_cable.h"

#include "formats/text/number.h"
#include "math/elementary.h"
#include "math/quat.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* shorter vectors have no direction, as in MuJoCo */
static const double SHORT = 1e-14;

/* ---- the moving frame ---- */

static ludo_vec3 vertex_at(const cable *c, int32_t i)
{
    return v3(c->vertex[3 * i], c->vertex[3 * i + 1], c->vertex[3 * i + 2]);
}

static ludo_vec3 direction_or_none(ludo_vec3 v)
{
    const double length = v3_norm(v);
    return length < SHORT ? v3(0.0, 0.0, 0.0) : v3_scale(1.0 / length, v);
}

/* The orientation of an edge with x along its tangent and y along its normal. Without a normal the
 * roll is that of MuJoCo. */
static ludo_quat orientation_of(ludo_vec3 t, ludo_vec3 normal)
{
    const ludo_quat q = q_normalized(t.x > 0.0 ? (ludo_quat){1.0 + t.x, 0.0, -t.z, t.y}
                                               : (ludo_quat){t.y, t.z, 0.0, 1.0 - t.x});
    if (v3_norm(normal) < SHORT) {
        return q;
    }
    const ludo_vec3 y = q_rotate(q, v3(0.0, 1.0, 0.0));
    return q_mul(q_about(t, ludo_atan2(v3_dot(v3_cross(y, normal), t), v3_dot(y, normal))), q);
}

/* The first normal points to the inside of the first bend; then it follows the shortest rotation
 * from edge to edge. */
static void move_normal(cable *c, int32_t body, ludo_vec3 tangent)
{
    if (body == 0) {
        const ludo_vec3 next = body + 2 < c->vertices
                                   ? v3_sub(vertex_at(c, body + 2), vertex_at(c, body + 1))
                                   : tangent;
        const ludo_vec3 b = direction_or_none(v3_cross(tangent, direction_or_none(next)));
        c->normal = direction_or_none(v3_cross(b, tangent));
        return;
    }
    const ludo_vec3 b = v3_cross(c->tangent, tangent);
    const double sine = v3_norm(b);
    if (sine >= SHORT) {
        const double angle = ludo_atan2(sine, v3_dot(c->tangent, tangent));
        const ludo_quat turn = q_about(v3_scale(1.0 / sine, b), angle);
        c->normal = direction_or_none(q_rotate(turn, c->normal));
    }
}

/* ---- elements ---- */

static void set_numbers(expansion *x, int32_t element, const char *name, const double *n, int count)
{
    char text[6 * NUMBER_ROOM];
    int length = 0;
    for (int i = 0; i < count; i++) {
        length += ludo_number_write(text + length, n[i]);
        text[length++] = i + 1 < count ? ' ' : '\0';
    }
    ludo_mjcf_expand_attribute(x, element, name, text);
}

/* A child of the last body, with the attributes of an element of the composite but some. */
static int32_t add_like(expansion *x, int32_t body, int32_t *last, const char *name, int32_t like,
                        const char *but)
{
    const int32_t element = ludo_mjcf_expand_add(x, name);
    ludo_mjcf_expand_link(x, body, last, element);
    for (int32_t i = 0;
         like >= 0 && x->base.status == LUDO_OK && i < xml_at(x->doc, like)->attributes; i++) {
        const xml_attribute a = *xml_attribute_at(x->doc, like, i);
        if (ludo_reader_find_word(but, a.name) < 0) {
            ludo_mjcf_expand_attribute(x, element, a.name, a.value);
        }
    }
    if (like >= 0 && x->base.status == LUDO_OK) {
        expand_at(x, element)->line = xml_at(x->doc, like)->line;
        expand_at(x, element)->column = xml_at(x->doc, like)->column;
    }
    return element;
}

static void set_name(expansion *x, int32_t element, const cable *c, const char *name)
{
    if (x->base.status == LUDO_OK) {
        const renaming names = {.prefix = c->prefix, .suffix = ""};
        ludo_mjcf_expand_attribute(x, element, "name", ludo_mjcf_expand_rename(x, &names, name));
    }
}

/* B_first, B_1, B_2, ..., B_last. */
typedef struct cable_name {
    char text[24];
} cable_name;

static cable_name name_of(const cable *c, char kind, int32_t body)
{
    cable_name name;
    if (body == 0 || body == c->vertices - 2) {
        (void)snprintf(name.text, sizeof name.text, "%c_%s", kind, body == 0 ? "first" : "last");
    } else {
        (void)snprintf(name.text, sizeof name.text, "%c_%d", kind, (int)body);
    }
    return name;
}

static void add_joint(expansion *x, const cable *c, int32_t number, int32_t body, int32_t *last)
{
    const bool is_free = number == 0 && c->initial == CABLE_FREE;
    if (number == 0 && c->initial == CABLE_FIXED) {
        return;
    }
    const int32_t joint =
        add_like(x, body, last, "joint", c->joint,
                 is_free ? "axis kind type solimpfix solreffix damping armature frictionloss"
                         : "axis kind type solimpfix solreffix");
    set_name(x, joint, c, name_of(c, 'J', number).text);
    ludo_mjcf_expand_attribute(x, joint, "type", is_free ? "free" : "ball");
}

static void add_geom(expansion *x, const cable *c, int32_t number, int32_t body, int32_t *last)
{
    char name[24];
    double size[3] = {0.0, 0.0, 0.0};
    const double half = 0.5 * c->length;
    const int32_t geom = add_like(x, body, last, "geom", c->geom, c->box ? "size" : "");
    (void)snprintf(name, sizeof name, "G%d", (int)number);
    set_name(x, geom, c, name);
    if (c->box) {
        (void)ludo_reader_some(&x->base, c->geom, "size", 3, 3, size);
        set_numbers(x, geom, "size", (double[]){half, size[1], size[2]}, 3);
        set_numbers(x, geom, "pos", (double[]){half, 0.0, 0.0}, 3);
    } else {
        set_numbers(x, geom, "fromto", (double[]){0.0, 0.0, 0.0, c->length, 0.0, 0.0}, 6);
    }
}

static void add_content(expansion *x, const cable *c, int32_t number, int32_t body)
{
    int32_t last = -1;
    const bool at_end = number == c->vertices - 2;
    add_geom(x, c, number, body, &last);
    add_joint(x, c, number, body, &last);
    if (number == 0 || at_end) {
        const int32_t site = add_like(x, body, &last, "site", c->site, "");
        set_name(x, site, c, name_of(c, 'S', number).text);
        set_numbers(x, site, "pos", (double[]){at_end ? c->length : 0.0, 0.0, 0.0}, 3);
    }
}

/* Add a body as the last child of the body before it. */
static int32_t add_body(expansion *x, cable *c, int32_t number, int32_t parent)
{
    const ludo_vec3 from = vertex_at(c, number), edge = v3_sub(vertex_at(c, number + 1), from);
    const ludo_vec3 pos = number > 0 ? v3(c->length, 0.0, 0.0) : v3_add(c->offset, from);
    c->length = v3_norm(edge);
    if (!(c->length >= SHORT && isfinite(c->length) && isfinite(v3_max(pos)))) {
        ludo_reader_fail(&x->base, LUDO_BAD_MODEL, x->where,
                         "vertices %d and %d of the cable are at the same place or too far apart",
                         (int)number, (int)number + 1);
        return -1;
    }
    const ludo_vec3 tangent = v3_scale(1.0 / c->length, edge);
    move_normal(c, number, tangent);
    const ludo_quat q = orientation_of(tangent, c->normal);
    const ludo_quat turn = number > 0 ? q_mul(q_conj(c->orientation), q) : q;
    c->tangent = tangent;
    c->orientation = q;

    const int32_t body = ludo_mjcf_expand_add(x, "body");
    if (x->base.status != LUDO_OK) {
        return -1;
    }
    int32_t last = xml_at(x->doc, parent)->first_child;
    while (last >= 0 && xml_at(x->doc, last)->next_sibling >= 0) {
        last = xml_at(x->doc, last)->next_sibling;
    }
    ludo_mjcf_expand_link(x, parent, &last, body);
    set_name(x, body, c, name_of(c, 'B', number).text);
    set_numbers(x, body, "pos", (double[]){pos.x, pos.y, pos.z}, 3);
    set_numbers(x, body, "quat", (double[]){turn.w, turn.x, turn.y, turn.z}, 4);
    add_content(x, c, number, body);
    return body;
}

static void exclude_neighbours(expansion *x, const cable *c)
{
    const renaming names = {.prefix = c->prefix, .suffix = ""};
    int32_t last = -1;
    const int32_t section = ludo_mjcf_expand_add(x, "contact");
    ludo_mjcf_expand_link(x, 0, &x->last, section);
    for (int32_t i = 0; i + 2 < c->vertices && x->base.status == LUDO_OK; i++) {
        const int32_t e = ludo_mjcf_expand_add(x, "exclude");
        ludo_mjcf_expand_link(x, section, &last, e);
        for (int32_t k = 0; k < 2 && x->base.status == LUDO_OK; k++) {
            ludo_mjcf_expand_attribute(
                x, e, k == 0 ? "body1" : "body2",
                ludo_mjcf_expand_rename(x, &names, name_of(c, 'B', i + k).text));
        }
    }
}

bool ludo_mjcf_is_cable(const xml_document *doc, int32_t element)
{
    const char *type = ludo_xml_attribute(doc, element, "type");
    return strcmp(xml_at(doc, element)->name, "composite") == 0 && type != NULL &&
           strcmp(type, "cable") == 0;
}

void ludo_mjcf_expand_cable(expansion *x)
{
    cable c = {.vertex = NULL};
    ludo_mjcf_read_cable(x, &c);
    if (x->base.status == LUDO_OK) {
        expand_at(x, x->where)->name = "frame";
        expand_at(x, x->where)->attributes = 0;
        expand_at(x, x->where)->first_child = -1;
        ludo_mjcf_expand_attribute(x, x->where, "#plain", "");
    }
    int32_t body = x->where;
    for (int32_t i = 0; i + 1 < c.vertices && x->base.status == LUDO_OK; i++) {
        body = add_body(x, &c, i, body);
    }
    if (x->base.status == LUDO_OK) {
        exclude_neighbours(x, &c);
    }
    memory_give(&x->doc->allocator, c.vertex);
}
