/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of built-in meshes, with the ranges of their parameters. */
#include "formats/mesh/built_in.h"

#include "core/diagnostic.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST BUILT_IN_MAX_VERTICES
#define ANY_LENGTH -MESH_MAX_COORDINATE, MESH_MAX_COORDINATE, false, false
#define EXPONENT 0.0, 1e6, false

/* A grid of at least `least` points along x and y, `z_least` to `z_most` along z. */
#define OF_GRID(kind, numbers, least, z_least, z_most, function)                                   \
    {                                                                                              \
        kind, 6, numbers,                                                                          \
            {{"count of x", least, MOST, true, false},                                             \
             {"count of y", least, MOST, true, false},                                             \
             {"count of z", z_least, z_most, true, false},                                         \
             {"spacing of x", ANY_LENGTH},                                                         \
             {"spacing of y", ANY_LENGTH},                                                         \
             {"spacing of z", ANY_LENGTH},                                                         \
             {"dimension", 2, 3, true, false}},                                                    \
            function                                                                               \
    }

static const built_in_kind kinds[] = {
    {"sphere", 1, 1, {{"subdivisions", 0, 4, true, false}}, ludo_built_in_sphere},
    {"hemisphere", 1, 1, {{"resolution", 0, 10, true, false}}, ludo_built_in_hemisphere},
    {"cone",
     2,
     2,
     {{"vertices", 3, MOST, true, false}, {"radius", 0, 1, false, false}},
     ludo_built_in_cone},
    {"supersphere",
     3,
     3,
     {{"resolution", 3, MOST, true, false},
      {"exponent e", EXPONENT, false},
      {"exponent n", EXPONENT, false}},
     ludo_built_in_supersphere},
    {"supertorus",
     4,
     4,
     {{"resolution", 3, MOST, true, false},
      {"radius", 0, 1, false, true},
      {"exponent s", EXPONENT, true},
      {"exponent t", EXPONENT, true}},
     ludo_built_in_supertorus},
    {"wedge",
     5,
     5,
     {{"horizontal resolution", 1, MOST, true, false},
      {"vertical resolution", 1, MOST, true, false},
      {"horizontal field of view", 0, 180, false, true},
      {"vertical field of view", 0, 90, false, true},
      {"gamma", 0, 1, false, false}},
     ludo_built_in_wedge},
    {"plate",
     2,
     2,
     {{"horizontal resolution", 1, MOST, true, false},
      {"vertical resolution", 1, MOST, true, false}},
     ludo_built_in_plate},
    OF_GRID("grid", 7, 2, 1, MOST, ludo_built_in_grid),
    OF_GRID("box", 7, 2, 2, MOST, ludo_built_in_box),
    OF_GRID("cylinder", 7, 2, 2, MOST, ludo_built_in_cylinder),
    OF_GRID("ellipsoid", 7, 2, 2, MOST, ludo_built_in_ellipsoid),
    OF_GRID("square", 6, 2, 1, 1, ludo_built_in_square),
    OF_GRID("disc", 6, 2, 1, 1, ludo_built_in_disc),
};

static const built_in_kind *find(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

static ludo_status refuse(ludo_diagnostic *why, const char *kind, const char *problem)
{
    ludo_diagnose(why, (ludo_place){0}, "built-in mesh '%.64s': %s", kind, problem);
    return LUDO_BAD_MODEL;
}

static bool is_in_range(const built_in_parameter *rule, double value)
{
    return value <= rule->most && (rule->above ? value > rule->least : value >= rule->least);
}

/* Take the parameters into m->p. */
static ludo_status take(built_in *m, const built_in_kind *kind, mesh_parameters given)
{
    char text[160];
    if (given.count < kind->least || given.count > kind->most) {
        (void)snprintf(text, sizeof text, "'params' has %d numbers: it needs %d%s",
                       (int)given.count, (int)kind->least,
                       kind->most > kind->least ? " or one more" : "");
        return refuse(m->r.why, kind->name, text);
    }
    for (int32_t i = 0; i < given.count; i++) {
        const built_in_parameter *rule = &kind->parameter[i];
        m->p[i] = rule->whole ? trunc(given.at[i]) : given.at[i];
        if (!is_in_range(rule, m->p[i])) {
            (void)snprintf(text, sizeof text,
                           "the %s, number %d of 'params', is %g: it must be %s%g and at most %g",
                           rule->name, (int)i + 1, given.at[i],
                           rule->above ? "above " : "at least ", rule->least, rule->most);
            return refuse(m->r.why, kind->name, text);
        }
    }
    return LUDO_OK;
}

bool ludo_built_in_fits(built_in *m, double vertices)
{
    if (vertices > BUILT_IN_MAX_VERTICES && m->r.status == LUDO_OK) {
        ludo_mesh_fail(&m->r, 0,
                       "built-in mesh '%.64s': more than %d vertices: lower its resolution",
                       m->kind, BUILT_IN_MAX_VERTICES);
    }
    return m->r.status == LUDO_OK;
}

ludo_status ludo_built_in_make(mesh_surface *surface, const char *kind, mesh_parameters parameters,
                               bool *open, const ludo_allocator *a, ludo_diagnostic *why)
{
    const built_in_kind *k = find(kind);
    built_in m = {.r = {.surface = surface, .allocator = a, .why = why}, .kind = kind};
    if (k == NULL) {
        return refuse(why, kind, "there is none of this name: check its spelling");
    }
    ludo_status status = take(&m, k, parameters);
    if (status == LUDO_OK) {
        k->make(&m);
        *open = m.open;
        status = m.r.status == LUDO_PARSE ? LUDO_BAD_MODEL : m.r.status;
    }
    return status;
}
