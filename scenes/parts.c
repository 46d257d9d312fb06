/* SPDX-License-Identifier: Apache-2.0
 *
 * Platonic solids and parts of robots, as vertices of hulls. */
#include "parts.h"

enum { VERTICES_MAX = 20, HULLS_MAX = 2 };

/* The golden ratio, and its inverse. */
#define PHI 1.6180339887498949
#define PSI 0.6180339887498949

typedef struct part_hull {
    int32_t count;
    double vertex[VERTICES_MAX][3];
} part_hull;

/* Hulls, and the radius about the origin that contains all of them. */
typedef struct part_shape {
    double radius;
    int32_t hulls;
    part_hull hull[HULLS_MAX];
} part_shape;

static const part_shape tetrahedron = {
    1.7320508075688774, 1, {{4, {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}}}};

static const part_shape cube = {1.7320508075688774,
                                1,
                                {{8,
                                  {{1, 1, 1},
                                   {1, 1, -1},
                                   {1, -1, 1},
                                   {1, -1, -1},
                                   {-1, 1, 1},
                                   {-1, 1, -1},
                                   {-1, -1, 1},
                                   {-1, -1, -1}}}}};

static const part_shape octahedron = {
    1.0, 1, {{6, {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}}}};

static const part_shape dodecahedron = {
    1.7320508075688774,
    1,
    {{20, {{1, 1, 1},       {1, 1, -1},      {1, -1, 1},     {1, -1, -1},    {-1, 1, 1},
           {-1, 1, -1},     {-1, -1, 1},     {-1, -1, -1},   {0, PSI, PHI},  {0, PSI, -PHI},
           {0, -PSI, PHI},  {0, -PSI, -PHI}, {PSI, PHI, 0},  {PSI, -PHI, 0}, {-PSI, PHI, 0},
           {-PSI, -PHI, 0}, {PHI, 0, PSI},   {PHI, 0, -PSI}, {-PHI, 0, PSI}, {-PHI, 0, -PSI}}}}};

static const part_shape icosahedron = {1.9021130325903073,
                                       1,
                                       {{12,
                                         {{0, 1, PHI},
                                          {0, 1, -PHI},
                                          {0, -1, PHI},
                                          {0, -1, -PHI},
                                          {1, PHI, 0},
                                          {1, -PHI, 0},
                                          {-1, PHI, 0},
                                          {-1, -PHI, 0},
                                          {PHI, 0, 1},
                                          {PHI, 0, -1},
                                          {-PHI, 0, 1},
                                          {-PHI, 0, -1}}}}};

/* Two plates at a right angle. */
static const part_shape bracket = {1.85,
                                   2,
                                   {{8,
                                     {{-1, -0.6, -1},
                                      {1.4, -0.6, -1},
                                      {-1, 0.6, -1},
                                      {1.4, 0.6, -1},
                                      {-1, -0.6, -0.7},
                                      {1.4, -0.6, -0.7},
                                      {-1, 0.6, -0.7},
                                      {1.4, 0.6, -0.7}}},
                                    {8,
                                     {{-1, -0.6, -1},
                                      {-0.7, -0.6, -1},
                                      {-1, 0.6, -1},
                                      {-0.7, 0.6, -1},
                                      {-1, -0.4, 1.4},
                                      {-0.7, -0.4, 1.4},
                                      {-1, 0.4, 1.4},
                                      {-0.7, 0.4, 1.4}}}}};

/* A beam that tapers, with a head of eight corners. */
static const part_shape link = {1.95,
                                2,
                                {{8,
                                  {{-1.5, -0.3, -0.2},
                                   {-1.5, 0.3, -0.2},
                                   {-1.5, -0.3, 0.2},
                                   {-1.5, 0.3, 0.2},
                                   {1.5, -0.15, -0.15},
                                   {1.5, 0.15, -0.15},
                                   {1.5, -0.15, 0.15},
                                   {1.5, 0.15, 0.15}}},
                                 {12,
                                  {{-1.9, -0.2, -0.3},
                                   {-1.9, 0.2, -0.3},
                                   {-1.5, -0.5, -0.3},
                                   {-1.5, 0.5, -0.3},
                                   {-1.1, -0.2, -0.3},
                                   {-1.1, 0.2, -0.3},
                                   {-1.9, -0.2, 0.3},
                                   {-1.9, 0.2, 0.3},
                                   {-1.5, -0.5, 0.3},
                                   {-1.5, 0.5, 0.3},
                                   {-1.1, -0.2, 0.3},
                                   {-1.1, 0.2, 0.3}}}}};

/* A sole with a raised toe, and the shin above its heel. */
static const part_shape foot = {1.75,
                                2,
                                {{10,
                                  {{-1, -0.5, -0.5},
                                   {-1, 0.5, -0.5},
                                   {1.1, -0.6, -0.5},
                                   {1.1, 0.6, -0.5},
                                   {1.6, -0.4, -0.3},
                                   {1.6, 0.4, -0.3},
                                   {-1, -0.4, -0.1},
                                   {-1, 0.4, -0.1},
                                   {1.6, -0.4, -0.2},
                                   {1.6, 0.4, -0.2}}},
                                 {8,
                                  {{-0.9, -0.3, -0.3},
                                   {-0.9, 0.3, -0.3},
                                   {-0.2, -0.3, -0.3},
                                   {-0.2, 0.3, -0.3},
                                   {-0.8, -0.2, 1.5},
                                   {-0.8, 0.2, 1.5},
                                   {-0.4, -0.2, 1.5},
                                   {-0.4, 0.2, 1.5}}}}};

static const part_shape *const parts[LUDO_SCENE_PARTS] = {
    &tetrahedron, &cube, &octahedron, &dodecahedron, &icosahedron, &bracket, &link, &foot};

/* @return the number of the mesh */
static int32_t add_hull(scene *s, const part_hull *hull, double scale)
{
    double vertex[3 * VERTICES_MAX];
    for (int32_t i = 0; i < 3 * hull->count; i++) {
        vertex[i] = scale * hull->vertex[i / 3][i % 3];
    }
    const ludo_mesh_def mesh = {
        .struct_size = sizeof mesh, .vertex = vertex, .vertex_count = hull->count};
    int32_t number = 0;
    s->status = s->status == LUDO_OK ? ludo_spec_add_mesh(s->spec, &mesh, &number) : s->status;
    return number;
}

void ludo_scene_add_part(scene *s, int32_t body, int32_t part, double radius,
                         const ludo_geom_def *like)
{
    const part_shape *shape = parts[part];
    for (int32_t i = 0; i < shape->hulls; i++) {
        ludo_geom_def g = *like;
        g.type = "mesh";
        g.body = body;
        g.mesh = add_hull(s, &shape->hull[i], radius / shape->radius);
        s->status = s->status == LUDO_OK ? ludo_spec_add_geom(s->spec, &g, NULL) : s->status;
    }
}
