/* SPDX-License-Identifier: Apache-2.0
 *
 * Fluids around bodies, which MJCF does not have; custom numeric elements give
 *
 *     ludo.added_mass.BODY       6 numbers, the diagonal; 21, the upper half; 36, all; by rows
 *     ludo.displaced_mass.BODY   a mass, and the centre of the displaced mass, else the origin
 *
 * both in the body frame; either may be missing. */
#include "formats/mjcf/read.h"
#include "ludo/names.h"
#include "spec/items.h"

/* ---- bodies ---- */

static const char *name_of_body(const void *of, int32_t number)
{
    const char *name = ludo_spec_body_at(of, number)->name;
    return *name != '\0' ? name : NULL;
}

/* The index of a body in the spec; LUDO_WORLD, and a failure, if there is none. */
static int32_t find_body(mjcf *r, int32_t numeric, const char *name)
{
    const int32_t element = ludo_name_table_find(&r->base.names, FAMILY_BODY, "", name);
    if (element > 0) {
        return r->scope[element].number;
    }
    const ludo_spec *spec = r->base.spec;
    const ludo_name_list names = {ludo_spec_body_count(spec), name_of_body, spec};
    char question[256];
    const bool any = ludo_names_suggest(name, &names, question, sizeof question);
    ludo_reader_fail(&r->base, LUDO_BAD_MODEL, numeric, "unknown body '%.64s'%s%s", name,
                     any ? "; " : "", question);
    return LUDO_WORLD;
}

/* ---- numbers ---- */

enum { DIAGONAL = 6, UPPER_HALF = 21, ALL = 36 };

/* Entry (i, j) of a matrix given by `count` numbers. */
static double entry(const double *given, int32_t count, int i, int j)
{
    const int row = i < j ? i : j, column = i < j ? j : i;
    if (count == ALL) {
        return given[6 * i + j];
    }
    if (count == UPPER_HALF) {
        return given[row * (13 - row) / 2 + column -
                     row]; /* rows before it have 6, 5, ... entries */
    }
    return i == j ? given[i] : 0.0;
}

static void read_matrix(mjcf *r, int32_t numeric, double A[6][6])
{
    double *given = NULL;
    int32_t count = 0;
    ludo_reader_all(&r->base, numeric, "data", &given, &count);
    if (count != DIAGONAL && count != UPPER_HALF && count != ALL) {
        ludo_reader_fail(&r->base, LUDO_PARSE, numeric,
                         "attribute 'data' has %d numbers; it needs 6, 21 or 36", (int)count);
    }
    for (int i = 0; i < 6 && r->base.status == LUDO_OK; i++) {
        for (int j = 0; j < 6; j++) {
            A[i][j] = entry(given, count, i, j);
        }
    }
    memory_give(&r->base.doc->allocator, given);
}

static void read_displaced(mjcf *r, int32_t numeric, ludo_fluid_def *f)
{
    double given[4] = {0.0};
    const int32_t count = ludo_reader_some(&r->base, numeric, "data", 1, 4, given);
    if (count == 2 || count == 3) {
        ludo_reader_fail(&r->base, LUDO_PARSE, numeric,
                         "attribute 'data' has %d numbers; it needs 1 or 4", (int)count);
    }
    f->displaced_mass = given[0];
    f->buoyancy = (ludo_vec3){given[1], given[2], given[3]};
}

/* ---- both ---- */

/* Values below the given ones default to zero. */
static void add_fluid(mjcf *r, int32_t added, int32_t displaced, const char *body)
{
    const int32_t first = added > 0 ? added : displaced;
    ludo_fluid_def f = {.struct_size = sizeof f,
                        .body = find_body(r, first, body),
                        .place = xml_place(r->base.doc, first)};
    if (added > 0) {
        read_matrix(r, added, f.added_mass);
    }
    if (displaced > 0) {
        read_displaced(r, displaced, &f);
    }
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, first, ludo_spec_add_fluid(r->base.spec, &f, NULL));
    }
}

void ludo_mjcf_read_added_mass(mjcf *r, int32_t numeric, const char *body)
{
    add_fluid(r, numeric, ludo_name_table_find(&r->base.names, FAMILY_DISPLACED_MASS, "", body),
              body);
}

void ludo_mjcf_read_displaced_mass(mjcf *r, int32_t numeric, const char *body)
{
    if (ludo_name_table_find(&r->base.names, FAMILY_ADDED_MASS, "", body) == 0) {
        add_fluid(r, 0, numeric, body);
    }
}
