/* SPDX-License-Identifier: Apache-2.0
 *
 * The loop constraints of a model as text: bodies, coordinates, lengths and redundant rows. */
#include "info/info.h"
#include "reading.h"

#include "terminal/loop_words.h"
#include "terminal/paragraph.h"
#include "terminal/printable.h"

#include <math.h>

static const char *body_name(const ludo_model *m, int32_t body)
{
    return body == LUDO_WORLD ? "the world" : ludo_model_body_name(m, body);
}

/* Add a coordinate relative to its reference. */
static void add_coordinate(paragraph *p, const char *before, const subject *s, int32_t joint,
                           int32_t dof, int power)
{
    const double reference = joint_def_of(s->spec, joint).reference;
    char number[16] = "", from[32] = "", to[16] = "";
    if (dof > 0) {
        (void)snprintf(number, sizeof number, "[%d]", (int)dof);
    }
    if (reference != 0.0) {
        (void)snprintf(from, sizeof from, " %c %.6g)", reference < 0.0 ? '+' : '-',
                       fabs(reference));
    }
    if (power > 1) {
        (void)snprintf(to, sizeof to, "^%d", power);
    }
    ludo_paragraph_add(p, "", "%s%s%s%s%s%s", before, reference != 0.0 ? "(" : "",
                       ludo_model_joint_name(s->model, joint), number, from, to);
}

/* Add a length. */
static void add_length(paragraph *p, const char *before, const subject *s, int32_t spring,
                       int power)
{
    char to[16] = "";
    if (power > 1) {
        (void)snprintf(to, sizeof to, "^%d", power);
    }
    ludo_paragraph_add(p, "", "%s%s%s", before, ludo_model_spring_name(s->model, spring), to);
}

static void add_polynomial(paragraph *p, const subject *s, const ludo_coupling_def *c)
{
    const int degree = (c->of_springs ? c->from_spring : c->from) >= 0 ? 4 : 0;
    bool empty = true;
    for (int k = 0; k <= degree; k++) {
        const double weight = c->coefficient[k];
        char term[32];
        if (weight == 0.0) {
            continue;
        }
        const char *sign = weight < 0.0 ? (empty ? "-" : "- ") : (empty ? "" : "+ ");
        (void)snprintf(term, sizeof term, "%s%.6g%s", sign, fabs(weight), k > 0 ? " " : "");
        if (k > 0 && c->of_springs) {
            add_length(p, term, s, c->from_spring, k);
        } else if (k > 0) {
            add_coordinate(p, term, s, c->from, c->from_dof, k);
        } else {
            ludo_paragraph_add(p, "", "%s", term);
        }
        empty = false;
    }
    if (empty) {
        ludo_paragraph_add(p, "", "0");
    }
}

/* Add the bodies, coordinates or lengths of the loop constraint. */
static void add_ends(paragraph *p, const subject *s, const ludo_loop_info *loop, int32_t coupling)
{
    if (coupling >= 0) {
        const ludo_coupling_def c = coupling_def_of(s->spec, coupling);
        if (c.of_springs) {
            add_length(p, "", s, c.spring, 1);
        } else {
            add_coordinate(p, "", s, c.joint, c.dof, 1);
        }
        ludo_paragraph_add(p, "", "=");
        add_polynomial(p, s, &c);
        if (c.of_springs) {
            ludo_paragraph_add(p, ",", "as changes of lengths");
        }
    } else {
        ludo_paragraph_add(p, "", "%s between %s and %s", loop->type,
                           body_name(s->model, loop->parent), body_name(s->model, loop->child));
    }
}

static void add_rows(paragraph *p, const subject *s, const ludo_loop_info *loop, int32_t number)
{
    const uint32_t dependent = ludo_assembly_check_dependent(s->assembly_check, number);
    if (loop->rows > 1) {
        ludo_paragraph_add(p, ",", "%d rows", (int)loop->rows);
    }
    const char *separator = "; redundant:";
    for (int32_t row = 0; row < loop->rows; row++) {
        if ((dependent >> row & 1U) != 0) {
            ludo_paragraph_add(p, separator, "%s", ludo_loop_words_row(loop, row).text);
            separator = ",";
        }
    }
}

void ludo_info_print_loops(FILE *file, const subject *s)
{
    enum { INDENT = 6 };
    const int32_t closures = ludo_spec_closure_count(s->spec);
    const int32_t couplings = ludo_spec_coupling_count(s->spec);
    for (int32_t i = 0; i < ludo_model_loop_count(s->model); i++) {
        const ludo_loop_info loop = loop_info_of(s->model, i);
        const bool couples = i >= closures && i < closures + couplings;
        fputs(i == 0 ? "\nclosed loops\n" : "", file);
        paragraph p = ludo_paragraph_begin(file, INDENT, "  %s,", loop.name);
        add_ends(&p, s, &loop, couples ? i - closures : -1);
        add_rows(&p, s, &loop, i);
        ludo_paragraph_end(&p);
    }
}
