/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing fluids around bodies in MJCF, as custom numeric elements. */
#include "formats/mjcf_write/write.h"
#include "spec/items.h"

/* ---- numbers ---- */

static void write_numeric(writer *w, const char *setting, const char *body, const double *numbers,
                          int32_t count)
{
    ludo_write_open(w, "numeric");
    ludo_write_text(w, "name", ludo_write_say(w, "ludo.%s.%s", setting, body));
    ludo_write_numbers(w, "data", numbers, count);
    ludo_write_close(w, "numeric");
}

static bool is_symmetric(const double A[6][6])
{
    bool same = true;
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < i; j++) {
            same = same && A[i][j] == A[j][i];
        }
    }
    return same;
}

/* The upper half by rows; returns whether any off-diagonal entry is nonzero. */
static bool take_upper(const double A[6][6], double upper[21])
{
    bool coupled = false;
    for (int i = 0, k = 0; i < 6; i++) {
        for (int j = i; j < 6; j++, k++) {
            upper[k] = A[i][j];
            coupled = coupled || (i != j && A[i][j] != 0.0);
        }
    }
    return coupled;
}

static void write_added(writer *w, const char *body, const double A[6][6])
{
    const double diagonal[6] = {A[0][0], A[1][1], A[2][2], A[3][3], A[4][4], A[5][5]};
    double upper[21];
    const bool coupled = take_upper(A, upper);
    if (!is_symmetric(A)) {
        write_numeric(w, "added_mass", body, A[0], 36);
    } else if (coupled) {
        write_numeric(w, "added_mass", body, upper, 21);
    } else {
        write_numeric(w, "added_mass", body, diagonal, 6);
    }
}

static void write_displaced(writer *w, const char *body, const ludo_fluid_def *f)
{
    const ludo_vec3 c = f->buoyancy;
    const bool at_origin = c.x == 0.0 && c.y == 0.0 && c.z == 0.0;
    if (f->displaced_mass != 0.0 || !at_origin) {
        write_numeric(w, "displaced_mass", body, (double[]){f->displaced_mass, c.x, c.y, c.z},
                      at_origin ? 1 : 4);
    }
}

/* ---- fluids ---- */

/* Returns the number of written elements so far. */
static int32_t write_fluid(writer *w, const outline *o, int32_t written, const ludo_fluid_def *f)
{
    if (f->body < 0 || f->body >= ludo_spec_body_count(w->spec)) {
        ludo_write_fail(w, LUDO_BAD_MODEL, f->place,
                        "a fluid refers to a body that does not exist");
        return written;
    }
    const char *body = w->name[THING_BODY][f->body];
    if (o->body[f->body].folded) {
        ludo_write_remark(w, "left out: its body does not exist in MJCF", f->place,
                          "fluid around body '%s'", body);
        return written;
    }
    ludo_mjcf_open_section(w, "custom", written);
    write_added(w, body, f->added_mass);
    write_displaced(w, body, f);
    return written + 1;
}

void ludo_mjcf_write_fluids(writer *w, const outline *o)
{
    int32_t written = 0;
    for (int32_t i = 0; i < ludo_spec_fluid_count(w->spec) && w->status == LUDO_OK; i++) {
        written = write_fluid(w, o, written, ludo_spec_fluid_at(w->spec, i));
    }
    ludo_mjcf_close_section(w, "custom", written);
}
