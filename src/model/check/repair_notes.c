/* SPDX-License-Identifier: Apache-2.0
 *
 * Repair of masses: a note for each body that changed, with the values before and after. */
#include "math/principal.h"
#include "model/check/check.h"
#include "model/check/repair.h"

#include <stdio.h>
#include <string.h>

/* A text that is built piece by piece; ends are cut off if it is too long. */
typedef struct note_line {
    char text[512];
    size_t used;
} note_line;

static void put(note_line *n, const char *text)
{
    const size_t room = sizeof n->text - 1 - n->used, length = strlen(text);
    const size_t taken = length < room ? length : room;
    memcpy(n->text + n->used, text, taken);
    n->used += taken;
    n->text[n->used] = '\0';
}

/* put() of a number; `format` has one %g. */
#define PUT(n, format, number)                                                                     \
    do {                                                                                           \
        char piece[64];                                                                            \
        (void)snprintf(piece, sizeof piece, format, number);                                       \
        put(n, piece);                                                                             \
    } while (0)

/* ---- sources ---- */

/* The number in the words about a source. */
typedef enum source_number { NO_NUMBER, DENSITY, LIGHT, GYRATION } source_number;

/* The words about a source: text, number, text. */
typedef struct source_words {
    const char *before;
    source_number number;
    const char *after;
} source_words;

static const source_words mass_words[] = {
    [MASS_KEPT] = {"", NO_NUMBER, ""},
    [MASS_NONE] = {"as if not given", NO_NUMBER, ""},
    [MASS_OF_GEOMETRY] = {"from its geometry at ", DENSITY, " kg/m^3"},
    [MASS_OF_MOMENTS] = {"from its moments of inertia and a radius of gyration of ", GYRATION,
                         " m"},
    [MASS_OF_NEIGHBOUR] = {"", LIGHT, " of the mass of its lightest neighbour"},
    [MASS_OF_THE_OTHERS] = {"", LIGHT, " of the mass of the lightest body"},
    [MASS_OF_NOTHING] = {"because no body has a mass", NO_NUMBER, ""},
};

static const source_words moment_words[] = {
    [MOMENTS_KEPT] = {"as if not given", NO_NUMBER, ""},
    [MOMENTS_OF_GEOMETRY] = {"of its geometry", NO_NUMBER, ""},
    [MOMENTS_OF_SPHERE] = {"of a sphere of ", DENSITY, " kg/m^3"},
    [MOMENTS_OF_GYRATION] = {"of a radius of gyration of ", GYRATION, " m"},
    [MOMENTS_NEAREST] = {"the nearest that a body can have", NO_NUMBER, ""},
};

static void put_source(note_line *n, const repairing *r, int32_t b, const source_words *words)
{
    const double number[] = {
        [DENSITY] = r->density, [LIGHT] = ludo_repair_light, [GYRATION] = r->how[b].gyration};
    put(n, words->before);
    if (words->number == DENSITY) {
        PUT(n, "%g", number[words->number]); /* as the user gave it */
    } else if (words->number != NO_NUMBER) {
        PUT(n, "%.3g", number[words->number]);
    }
    put(n, words->after);
}

/* ---- values ---- */

static void put_mass(note_line *n, const repairing *r, int32_t b, double before)
{
    PUT(n, "mass %.4g -> ", before);
    PUT(n, "%.4g kg, ", r->body[b].mass);
    put_source(n, r, b, &mass_words[r->how[b].mass]);
}

static void put_principal(note_line *n, const double J[6])
{
    double v[3];
    (void)ludo_principal_axes(s3_from(J), v);
    for (int i = 0; i < 3; i++) {
        PUT(n, " %.4g", v[i]);
    }
}

static void put_moments(note_line *n, const repairing *r, int32_t b, const double before[6])
{
    put(n, "principal moments of inertia");
    put_principal(n, before);
    put(n, " ->");
    put_principal(n, r->body[b].inertia);
    put(n, " kg m^2, ");
    put_source(n, r, b, &moment_words[r->how[b].moments]);
}

/* ---- notes ---- */

/* The changes of a body; false: none. */
static bool write_note(const repairing *r, const ludo_spec *spec, int32_t b, note_line *n)
{
    const ludo_body_def *before = (const ludo_body_def *)spec->bodies.items + b;
    const ludo_body_def *after = &r->body[b];
    const bool mass = before->mass != after->mass;
    const bool moments =
        memcmp(before->inertia, after->inertia, sizeof after->inertia) != 0; /* no NaN is changed */
    *n = (note_line){.used = 0};
    put(n, ludo_label("body", before->name, b).text);
    put(n, ": ");
    if (mass) {
        put_mass(n, r, b, before->mass);
    }
    put(n, mass && moments ? "; " : "");
    if (moments) {
        put_moments(n, r, b, before->inertia);
    }
    return mass || moments;
}

ludo_status ludo_repair_add_notes(const repairing *r, ludo_spec *spec, int32_t *changed)
{
    const int32_t notes = spec->notes.count;
    ludo_status status = LUDO_OK;
    *changed = 0;
    for (int32_t b = 0; b < spec->bodies.count && status == LUDO_OK; b++) {
        note_line n;
        if (write_note(r, spec, b, &n)) {
            const ludo_place place = ((const ludo_body_def *)spec->bodies.items)[b].place;
            status = ludo_spec_add_note(spec, LUDO_NOTE_WARNING, place, n.text);
            ++*changed;
        }
    }
    if (status != LUDO_OK) {
        spec->notes.count = notes;
    }
    return status;
}
