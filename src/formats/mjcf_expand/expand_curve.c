/* SPDX-License-Identifier: Apache-2.0
 *
 * The content of <composite type="cable">: the curve and its vertices, geom, joint and site. */
#include "formats/mjcf_expand/expand_cable.h"

#include "math/elementary.h"
#include "math/quat.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char geom_words[] = "conaffinity condim contype density friction gap group margin "
                                 "mass material priority rgba size solimp solmix solref type";
static const char joint_words[] =
    "armature axis damping frictionloss group kind limited margin range solimpfix solimpfriction "
    "solimplimit solreffix solreffriction solreflimit stiffness type";
static const char site_words[] = "group material rgba size";

static void check_words(expansion *x, int32_t element, const char *words)
{
    for (int32_t i = 0; element >= 0 && i < xml_at(x->doc, element)->attributes; i++) {
        const char *name = xml_attribute_at(x->doc, element, i)->name;
        if (ludo_reader_find_word(words, name) < 0) {
            ludo_reader_fail(
                &x->base, LUDO_PARSE, element,
                "unknown attribute '%.64s' in a cable: check its spelling or remove it", name);
        }
    }
}

static void check_children(expansion *x)
{
    for (int32_t e = xml_at(x->doc, x->where)->first_child; e >= 0;
         e = xml_at(x->doc, e)->next_sibling) {
        const char *name = xml_at(x->doc, e)->name;
        if (strcmp(name, "plugin") == 0) {
            ludo_reader_note(&x->base, LUDO_NOTE_WARNING, e,
                             "the elasticity of the cable is left out: give its joints a stiffness "
                             "and damping");
        } else if (ludo_reader_find_word("geom joint site skin", name) < 0) {
            ludo_reader_fail(&x->base, LUDO_PARSE, e, "unknown element in a composite");
        }
    }
}

/* Three words: the line s, cos(s), sin(s), or 0, which those that are missing are. */
static void read_curve(expansion *x, int32_t kind[3])
{
    static const char words[] = "0 s cos(s) sin(s)";
    const char *text = ludo_xml_attribute(x->doc, x->where, "curve");
    for (int i = 0; text != NULL && x->base.status == LUDO_OK; i++) {
        char word[8];
        text += strspn(text, " \t\r\n");
        const size_t length = strcspn(text, " \t\r\n");
        if (length == 0) {
            return;
        }
        (void)snprintf(word, sizeof word, "%.*s", length < 8 ? (int)length : 7, text);
        const int32_t found = length < 8 ? ludo_reader_find_word(words, word) : -1;
        if (i == 3 || found < 0) {
            ludo_reader_fail(
                &x->base, LUDO_PARSE, x->where,
                "attribute 'curve' must be up to three of the words s cos(s) sin(s) 0");
            return;
        }
        kind[i] = found;
        text += length;
    }
}

static int32_t read_count(expansion *x)
{
    double n[3] = {1.0, 1.0, 1.0};
    (void)ludo_reader_some(&x->base, x->where, "count", 1, 3, n);
    if (!(n[0] >= 1.0 && n[0] <= CABLE_MAX_VERTICES) || n[0] != floor(n[0]) || n[1] != 1.0 ||
        n[2] != 1.0) {
        ludo_reader_fail(&x->base, LUDO_BAD_MODEL, x->where,
                         "attribute 'count' of a cable must be a whole number up to %d, and 1 1",
                         CABLE_MAX_VERTICES);
        return 1;
    }
    return (int32_t)n[0];
}

static void make_vertices(expansion *x, cable *c)
{
    double size[3] = {1.0, 0.0, 0.0}, q[4] = {1.0, 0.0, 0.0, 0.0};
    int32_t kind[3] = {0, 0, 0};
    (void)ludo_reader_some(&x->base, x->where, "size", 1, 3, size);
    (void)ludo_reader_numbers(&x->base, x->where, "quat", 4, q);
    const ludo_quat turn = {q[0], q[1], q[2], q[3]};
    read_curve(x, kind);
    if (!q_has_rotation(turn)) {
        ludo_reader_fail(&x->base, LUDO_BAD_MODEL, x->where, "attribute 'quat' is no rotation");
    }
    c->vertex = memory_take(&x->doc->allocator, 3 * (size_t)c->vertices * sizeof *c->vertex);
    if (c->vertex == NULL) {
        ludo_reader_check(&x->base, x->where, LUDO_NO_MEMORY);
    }
    for (int32_t i = 0; i < c->vertices && x->base.status == LUDO_OK; i++) {
        const double part = c->vertices > 1 ? (double)i / (c->vertices - 1) : 0.0;
        double sine, cosine;
        ludo_sincos(PI * part * size[2], &sine, &cosine);
        const double at[4] = {0.0, part * size[0], size[1] * cosine, size[1] * sine};
        const ludo_vec3 v = q_rotate(q_normalized(turn), v3(at[kind[0]], at[kind[1]], at[kind[2]]));
        memcpy(c->vertex + 3 * i, (double[]){v.x, v.y, v.z}, 3 * sizeof *c->vertex);
    }
}

static void read_vertices(expansion *x, cable *c)
{
    int32_t count;
    c->vertices = read_count(x);
    ludo_reader_all(&x->base, x->where, "vertex", &c->vertex, &count);
    if (ludo_xml_attribute(x->doc, x->where, "vertex") == NULL) {
        make_vertices(x, c);
    } else if (c->vertices > 1) {
        ludo_reader_fail(&x->base, LUDO_BAD_MODEL, x->where, "has 'count' and 'vertex': keep one");
    } else if (count % 3 != 0 || count > 3 * CABLE_MAX_VERTICES) {
        ludo_reader_fail(&x->base, LUDO_BAD_MODEL, x->where,
                         "attribute 'vertex' needs three numbers per vertex, of which there may be "
                         "%d",
                         CABLE_MAX_VERTICES);
    } else {
        c->vertices = count / 3;
    }
    if (c->vertices < 2) {
        ludo_reader_fail(&x->base, LUDO_BAD_MODEL, x->where,
                         "needs two vertices: give it 'vertex', or 'count' and 'curve'");
    }
}

void ludo_mjcf_read_cable(expansion *x, cable *c)
{
    double offset[3] = {0.0, 0.0, 0.0};
    check_words(x, x->where, "count curve initial offset prefix quat size type vertex");
    check_children(x);
    c->prefix = ludo_xml_attribute(x->doc, x->where, "prefix");
    c->prefix = c->prefix != NULL ? c->prefix : "";
    c->initial = ludo_reader_choice(&x->base, x->where, "initial", "none free ball", CABLE_BALL);
    c->geom = ludo_reader_needed(&x->base, x->where, "geom");
    c->joint = ludo_reader_child(&x->base, x->where, "joint");
    c->site = ludo_reader_child(&x->base, x->where, "site");
    check_words(x, c->geom, geom_words);
    check_words(x, c->joint, joint_words);
    check_words(x, c->site, site_words);
    const char *type = c->geom >= 0 ? ludo_xml_attribute(x->doc, c->geom, "type") : NULL;
    c->box = type != NULL && strcmp(type, "box") == 0;
    if (type == NULL || ludo_reader_find_word("capsule cylinder box", type) < 0) {
        ludo_reader_fail(&x->base, LUDO_BAD_MODEL, c->geom >= 0 ? c->geom : x->where,
                         "the type of a cable's geom must be capsule, cylinder or box");
    }
    if (c->joint >= 0) {
        (void)ludo_reader_choice(&x->base, c->joint, "kind", "main", 0);
    }
    (void)ludo_reader_numbers(&x->base, x->where, "offset", 3, offset);
    c->offset = v3(offset[0], offset[1], offset[2]);
    read_vertices(x, c);
}
