/* SPDX-License-Identifier: Apache-2.0
 *
 * Bounds of colliders: sphere, box and least width, from the size or the surface. */
#include "geometry/facets.h"
#include "geometry/height_field.h"
#include "geometry/polytope.h"
#include "geometry/shape.h"
#include "model/contact.h"

/* The greater of each component. */
static ludo_vec3 greater(ludo_vec3 a, ludo_vec3 b)
{
    return v3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

static double least_of(ludo_vec3 a)
{
    const double xy = a.x < a.y ? a.x : a.y;
    return xy < a.z ? xy : a.z;
}

/* The least width of a hull along the normals of its faces. */
static double least_width(const polytope *p)
{
    double least = HUGE_VAL;
    for (int32_t i = 0; i < p->face_count; i++) {
        const ludo_vec3 back = v3_scale(-1.0, p->face[i].normal);
        const int32_t v = ludo_polytope_support(p, back, polytope_start(p, back));
        const double width = p->face[i].offset + v3_dot(back, p->vertex[v]);
        least = width < least ? width : least;
    }
    return least;
}

/* The bounds of a hull: the farthest vertex, the box, the least width. */
static void bound_vertices(collider *c)
{
    ludo_vec3 low = c->hull->vertex[0], high = c->hull->vertex[0];
    c->radius = 0.0;
    for (int32_t i = 0; i < c->hull->vertex_count; i++) {
        const ludo_vec3 p = c->hull->vertex[i];
        low = v3_scale(-1.0, greater(v3_scale(-1.0, low), v3_scale(-1.0, p)));
        high = greater(high, p);
        c->radius = v3_norm(p) > c->radius ? v3_norm(p) : c->radius;
    }
    c->sides = greater(v3_scale(-1.0, low), high);
    c->thickness = least_width(c->hull);
}

/* The bounds of the solid below a height field; its least width doesn't limit that of others. */
static void bound_field(collider *c)
{
    const height_field *f = c->field;
    const ludo_vec3 first = v3(f->x, f->y, -c->size[0]);
    const ludo_vec3 last =
        v3(f->x + (f->columns - 1) * f->dx, f->y + (f->rows - 1) * f->dy, f->high);
    c->sides = greater(greater(first, v3_scale(-1.0, first)), greater(last, v3_scale(-1.0, last)));
    c->radius = v3_norm(c->sides);
    c->thickness = HUGE_VAL;
}

/* The bounds of facets and the prisms below them; as those of a field. */
static void bound_facets(collider *c)
{
    const facet_node *all = &c->facets->node[0];
    c->sides = greater(greater(all->high, v3_scale(-1.0, all->high)),
                       greater(all->low, v3_scale(-1.0, all->low)));
    c->radius = v3_norm(c->sides);
    c->thickness = HUGE_VAL;
}

void ludo_collider_bound(collider *c)
{
    if (c->facets != NULL) {
        bound_facets(c);
    } else if (c->kind->of_mesh) {
        bound_vertices(c);
    } else if (c->kind->of_grid) {
        bound_field(c);
    } else {
        c->radius = c->kind->radius(c->size);
        c->sides = c->kind->sides(c->size);
        c->thickness = 2.0 * least_of(c->sides);
    }
    c->reach = v3_norm(c->frame.position) + c->radius;
}
