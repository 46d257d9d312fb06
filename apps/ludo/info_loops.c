/* SPDX-License-Identifier: Apache-2.0
 *
 * What closes the loops of a model, in words: which bodies, which coordinates. */
#include "info.h"

#include "say.h"

#include <math.h>

static const char *body_name(const ludo_model *m, int32_t body)
{
    return body == LUDO_WORLD ? "the world" : ludo_model_body_name(m, body);
}

/* A coordinate from its reference on. */
static void print_coordinate(FILE *file, const ludo_spec *spec, const ludo_model *m, int32_t joint,
                             int32_t dof)
{
    const double reference = ludo_spec_joint(spec, joint)->reference;
    fputs(reference != 0.0 ? "(" : "", file);
    ludo_say(file, "%s", ludo_model_joint_name(m, joint));
    if (dof > 0) {
        fprintf(file, "[%d]", (int)dof);
    }
    if (reference != 0.0) {
        fprintf(file, " %c %.6g)", reference < 0.0 ? '+' : '-', fabs(reference));
    }
}

static void print_polynomial(FILE *file, const ludo_spec *spec, const ludo_model *m,
                             const ludo_coupling_def *c)
{
    const int32_t degree = c->from >= 0 ? 4 : 0;
    const char *plus = "", *minus = "-";
    for (int32_t k = 0; k <= degree; k++) {
        const double weight = c->coefficient[k];
        if (weight == 0.0) {
            continue;
        }
        fprintf(file, "%s%.6g", weight < 0.0 ? minus : plus, fabs(weight));
        if (k > 0) {
            fputc(' ', file);
            print_coordinate(file, spec, m, c->from, c->from_dof);
        }
        if (k > 1) {
            fprintf(file, "^%d", (int)k);
        }
        plus = " + ", minus = " - ";
    }
    fputs(*plus == '\0' ? "0" : "", file);
}

void ludo_info_print_loops(FILE *file, const ludo_spec *spec, const ludo_model *m)
{
    const int32_t closures = ludo_spec_closure_count(spec);
    for (int32_t i = 0; i < ludo_model_loop_count(m); i++) {
        const ludo_loop_info loop = ludo_model_loop(m, i);
        fputs(i == 0 ? "\nclosed loops\n" : "", file);
        ludo_say(file, "  %s, ", loop.name);
        if (i < closures) {
            const ludo_joint_def *d = ludo_spec_closure(spec, i);
            ludo_say(file, "%s between %s and %s\n", loop.type, body_name(m, d->parent),
                     body_name(m, d->child));
        } else {
            const ludo_coupling_def *c = ludo_spec_coupling(spec, i - closures);
            print_coordinate(file, spec, m, c->joint, c->dof);
            fputs(" = ", file);
            print_polynomial(file, spec, m, c);
            fputc('\n', file);
        }
    }
}
