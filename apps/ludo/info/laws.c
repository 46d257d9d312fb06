/* SPDX-License-Identifier: Apache-2.0
 *
 * Laws of forces on bodies and joints: the medium around the bodies, gravity compensation,
 * polynomials of joints. As JSON and as text. */
#include "info/info.h"
#include "reading.h"

#include <string.h>

/* ---- lines with a heading ---- */

/* The separator before an item; the first one begins the line. */
static const char *separator_in(paragraph *p, FILE *file, const char *heading)
{
    if (p->file != NULL) {
        return ",";
    }
    *p = ludo_paragraph_begin(file, 14, "  %-11s", heading);
    return "";
}

static void end_line(const paragraph *p)
{
    if (p->file != NULL) {
        ludo_paragraph_end(p);
    }
}

/* ---- the medium ---- */

static ludo_medium medium_of(const ludo_model *model)
{
    ludo_medium medium = ludo_medium_default();
    (void)ludo_model_medium(model, &medium);
    return medium;
}

static bool acts(const ludo_medium *medium)
{
    return medium->density > 0.0 || medium->viscosity > 0.0;
}

void ludo_info_write_medium(json *j, const ludo_model *model)
{
    const ludo_medium medium = medium_of(model);
    if (!acts(&medium)) {
        ludo_json_null(j, "medium");
        return;
    }
    ludo_json_open_object(j, "medium");
    ludo_json_number(j, "density", medium.density);
    ludo_json_number(j, "viscosity", medium.viscosity);
    ludo_json_vec3(j, "wind", medium.wind);
    ludo_json_close_object(j);
}

void ludo_info_print_medium(FILE *file, const ludo_model *model)
{
    const ludo_medium medium = medium_of(model);
    const ludo_vec3 w = medium.wind;
    if (!acts(&medium)) {
        return;
    }
    fprintf(file, "  medium      %.6g kg/m^3, %.6g Pa s", medium.density, medium.viscosity);
    if (w.x != 0.0 || w.y != 0.0 || w.z != 0.0) {
        fprintf(file, ", wind %.6g %.6g %.6g m/s", w.x, w.y, w.z);
    }
    fputc('\n', file);
}

void ludo_info_write_drag(json *j, const ludo_geom_def *geom)
{
    if (geom->drag_ellipsoid) {
        ludo_json_numbers(j, "drag", geom->drag, 5);
    } else {
        ludo_json_null(j, "drag");
    }
}

/* ---- gravity compensation ---- */

static double compensation_of(const ludo_spec *spec, int32_t body)
{
    return body_def_of(spec, body).gravity_compensation;
}

void ludo_info_write_compensation(json *j, const subject *s)
{
    ludo_json_open_array(j, "gravity_compensation");
    for (int32_t i = 0; i < ludo_spec_body_count(s->spec); i++) {
        const double part = compensation_of(s->spec, i);
        if (part > 0.0) {
            ludo_json_open_object(j, NULL);
            ludo_json_text(j, "body", ludo_model_body_name(s->model, i));
            ludo_json_number(j, "part", part);
            ludo_json_close_object(j);
        }
    }
    ludo_json_close_array(j);
}

void ludo_info_print_compensation(FILE *file, const subject *s)
{
    paragraph p = {.file = NULL};
    for (int32_t i = 0; i < ludo_spec_body_count(s->spec); i++) {
        const double part = compensation_of(s->spec, i);
        if (part > 0.0) {
            const char *separator = separator_in(&p, file, "compensated");
            ludo_paragraph_add(&p, separator, "%.6g of the weight of %s", part,
                               ludo_model_body_name(s->model, i));
        }
    }
    end_line(&p);
}

/* ---- polynomials of joints ---- */

/* A kind of polynomial. */
typedef struct curve {
    const char *key, *word;
    size_t field; /* in ludo_joint_def */
} curve;

static const curve curves[] = {
    {"stiffness_curve", "stiffness", offsetof(ludo_joint_def, stiffness_curve)},
    {"damping_curve", "damping", offsetof(ludo_joint_def, damping_curve)},
};
enum { CURVES = sizeof curves / sizeof *curves };

/* The two coefficients of a rate. */
static void coefficients_of(const ludo_joint_def *d, const curve *c, int32_t dof, double out[2])
{
    memcpy(out, (const char *)d + c->field + 2 * (size_t)dof * sizeof *out, 2 * sizeof *out);
}

void ludo_info_write_curves(json *j, const ludo_joint_def *joint, int32_t count)
{
    for (int i = 0; i < CURVES; i++) {
        double n[2];
        if (count == 1) {
            coefficients_of(joint, &curves[i], 0, n);
            ludo_json_numbers(j, curves[i].key, n, 2);
            continue;
        }
        ludo_json_open_list(j, curves[i].key);
        for (int32_t k = 0; k < count; k++) {
            coefficients_of(joint, &curves[i], k, n);
            ludo_json_numbers(j, NULL, n, 2);
        }
        ludo_json_close_array(j);
    }
}

/* Print the polynomials of a rate that are not zero. */
static void print_curve(paragraph *p, FILE *file, const ludo_joint_info *joint,
                        const ludo_joint_def *def, int32_t dof)
{
    for (int i = 0; i < CURVES; i++) {
        double n[2];
        coefficients_of(def, &curves[i], dof, n);
        if (n[0] != 0.0 || n[1] != 0.0) {
            const char *separator = separator_in(p, file, "polynomials");
            ludo_paragraph_add(p, separator, "%s of %s: %.6g %.6g", curves[i].word, joint->name,
                               n[0], n[1]);
        }
    }
}

void ludo_info_print_curves(FILE *file, const subject *s)
{
    paragraph p = {.file = NULL};
    for (int32_t i = 0; i < ludo_spec_joint_count(s->spec); i++) {
        const ludo_joint_info joint = joint_info_of(s->model, i);
        const ludo_joint_def def = joint_def_of(s->spec, i);
        for (int32_t k = 0; k < joint.dof; k++) {
            print_curve(&p, file, &joint, &def, k);
        }
    }
    end_line(&p);
}
