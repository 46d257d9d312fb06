/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF tendons: weighted sums of joint coordinates, and spatial paths (read_paths.c). */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"
#include "spec/items.h"

#include <string.h>

/* Limits, dry friction and armature; springyield is not simulated. */
static void read_laws(mjcf *r, int32_t element, ludo_spring_def *spring)
{
    double unused[2];
    spring->limited = ludo_mjcf_limited(r, element, "range", "limited", spring->range);
    spring->limited = spring->limited && !r->no_limits;
    const double loss = ludo_mjcf_number(r, element, "frictionloss", 0.0);
    spring->friction_loss = r->no_friction ? 0.0 : loss;
    spring->armature = ludo_mjcf_number(r, element, "armature", 0.0);
    if (ludo_mjcf_nonzero(r, element, "springyield")) {
        ludo_mjcf_unsupported(r, element, "springyield of tendons is not simulated yet");
    }
    r->scope[element].force_limited =
        ludo_mjcf_limited(r, element, "actuatorfrcrange", "actuatorfrclimited", unused);
}

/* ---- joint terms, and their sum with joint springs at rest ---- */

/* A term: one joint times its coefficient. */
static void read_term(mjcf *r, int32_t element, growing *terms, double *length)
{
    const int32_t joint = ludo_mjcf_named(r, FAMILY_JOINT, element, "joint");
    double weight = 0.0;
    if (joint < 0) {
        return;
    }
    if (!ludo_reader_numbers(&r->base, element, "coef", 1, &weight)) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element, "the attribute 'coef' is missing");
        return;
    }
    if (!ludo_mjcf_is_scalar(r, joint)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "joint '%.64s' must be a hinge or slide",
                         ludo_mjcf_text(r, element, "joint"));
        return;
    }
    ludo_tendon_term *term = ludo_growing_add(terms, sizeof *term, &r->base.doc->allocator);
    if (term == NULL) {
        ludo_reader_check(&r->base, element, LUDO_NO_MEMORY);
        return;
    }
    *term = (ludo_tendon_term){.joint = r->scope[joint].number, .weight = weight};
    *length += weight * r->scope[joint].rest;
}

static void read_terms(mjcf *r, int32_t element, growing *terms, double *length)
{
    for (int32_t e = xml_at(r->base.doc, element)->first_child; e >= 0 && r->base.status == LUDO_OK;
         e = xml_at(r->base.doc, e)->next_sibling) {
        read_term(r, e, terms, length);
    }
    if (terms->count == 0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "has no joints");
    }
}

/* ---- tendon ---- */

/* One number is both ends of the slack range; -1 is the length with joint springs at rest. */
static void read_rest(mjcf *r, int32_t element, double length, double rest[2])
{
    double n[2] = {-1.0, -1.0};
    if (ludo_mjcf_some(r, element, "springlength", 1, 2, n) == 1) {
        n[1] = n[0];
    }
    if (!(n[0] <= n[1])) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "springlength is an empty range");
    }
    const bool at_reference = n[0] == -1.0 && n[1] == -1.0;
    rest[0] = at_reference ? length : n[0];
    rest[1] = at_reference ? length : n[1];
}

static void add_tendon(mjcf *r, int32_t element, const ludo_spring_def *spring)
{
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, element,
                          ludo_spec_add_spring(r->base.spec, spring, &r->scope[element].number));
    }
}

void ludo_mjcf_read_tendon(mjcf *r, int32_t element)
{
    const bool fixed = strcmp(xml_at(r->base.doc, element)->name, "fixed") == 0;
    const double stiffness = ludo_mjcf_coefficient(r, element, "stiffness");
    const double damping = ludo_mjcf_coefficient(r, element, "damping");
    ludo_spring_def spring = {.struct_size = sizeof spring,
                              .name = ludo_xml_attribute(r->base.doc, element, "name"),
                              .type = "tendon",
                              .stiffness = r->no_springs ? 0.0 : stiffness,
                              .damping = r->no_dampers ? 0.0 : damping + r->scope[element].damping,
                              .place = xml_place(r->base.doc, element)};
    double length = 0.0;
    growing list = {0};
    read_laws(r, element, &spring);
    if (fixed) {
        read_terms(r, element, &list, &length);
        spring.term = list.items;
        spring.term_count = list.count;
    } else {
        ludo_mjcf_read_path(r, element, &list, &spring, &length);
    }
    read_rest(r, element, length, spring.rest);
    add_tendon(r, element, &spring);
    memory_give(&r->base.doc->allocator, list.items);
}
