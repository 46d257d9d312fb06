/* SPDX-License-Identifier: Apache-2.0
 *
 * Built-in meshes of MJCF: surfaces that a word and some numbers define. Vertices, and faces where
 * there are any, are those of MuJoCo; a mesh without faces is the hull of its vertices. Some kinds
 * are flat or have no upper side: they are open. */
#ifndef LUDO_FORMATS_MESH_BUILT_IN_H
#define LUDO_FORMATS_MESH_BUILT_IN_H

#include "formats/mesh/mesh_list.h"

/* The most vertices of a built-in mesh. */
enum { BUILT_IN_MAX_VERTICES = 100000, BUILT_IN_MAX_PARAMETERS = 7 };

/* Make a surface of a kind from its parameters in an empty one; release it in any case. *open: the
 * surface encloses no volume.
 * @return LUDO_OK, LUDO_NO_MEMORY; LUDO_BAD_MODEL: the kind is unknown or a parameter is out of
 *         range, with the reason in `why`, without a place */
typedef struct mesh_parameters {
    const double *at;
    int32_t count;
} mesh_parameters;
ludo_status ludo_built_in_make(mesh_surface *surface, const char *kind, mesh_parameters parameters,
                               bool *open, const ludo_allocator *a, ludo_diagnostic *why);

/* ---- the kinds ---- */

/* A mesh in the making. Whole parameters are rounded towards zero; a missing one is 0. */
typedef struct built_in {
    mesh_reading r;
    const char *kind;
    double p[BUILT_IN_MAX_PARAMETERS];
    bool open;
} built_in;

/* Name, range and kind of a parameter; `above`: the least value itself is excluded. */
typedef struct built_in_parameter {
    const char *name;
    double least, most;
    bool whole, above;
} built_in_parameter;

/* A kind of mesh. */
typedef struct built_in_kind {
    const char *name;
    int32_t least, most; /* number of parameters */
    built_in_parameter parameter[BUILT_IN_MAX_PARAMETERS];
    void (*make)(built_in *m);
} built_in_kind;

void ludo_built_in_sphere(built_in *m);
void ludo_built_in_hemisphere(built_in *m);
void ludo_built_in_cone(built_in *m);
void ludo_built_in_supersphere(built_in *m);
void ludo_built_in_supertorus(built_in *m);
void ludo_built_in_wedge(built_in *m);
void ludo_built_in_plate(built_in *m);
void ludo_built_in_grid(built_in *m);
void ludo_built_in_box(built_in *m);
void ludo_built_in_cylinder(built_in *m);
void ludo_built_in_ellipsoid(built_in *m);
void ludo_built_in_square(built_in *m);
void ludo_built_in_disc(built_in *m);

/* Whether a mesh may have that many vertices; stops if not. */
bool ludo_built_in_fits(built_in *m, double vertices);

static inline void built_in_vertex(built_in *m, double x, double y, double z)
{
    ludo_mesh_add_vertex(&m->r, 0, (double[]){x, y, z});
}

static inline void built_in_face(built_in *m, int32_t a, int32_t b, int32_t c)
{
    ludo_mesh_add_face(&m->r, 0, a, b, c);
}

#endif
