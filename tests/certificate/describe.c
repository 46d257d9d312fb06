/* SPDX-License-Identifier: Apache-2.0
 *
 * A sample in words. Numbers have all digits, so that they repeat it. */
#include "certificate/describe.h"

#include "geometry/shape.h"

static void describe_shape(FILE *file, const char *name, const collider *c, const pose *z,
                           const sample_mesh *mesh)
{
    const ludo_vec3 p = c->frame.position;
    const ludo_quat q = c->frame.orientation;
    fprintf(file, "%s: %s %.17g %.17g %.17g\n", name, c->kind->name, c->size[0], c->size[1],
            c->size[2]);
    fprintf(file, "   frame  %.17g %.17g %.17g, %.17g %.17g %.17g %.17g\n", p.x, p.y, p.z, q.w, q.x,
            q.y, q.z);
    fprintf(file, "   body   %.17g %.17g %.17g, %.17g %.17g %.17g %.17g\n", z->x.x, z->x.y, z->x.z,
            z->q.w, z->q.x, z->q.y, z->q.z);
    for (int32_t i = 0; c->kind->of_mesh && i < mesh->vertex_count; i++) {
        fprintf(file, "   vertex %.17g %.17g %.17g\n", mesh->vertex[i].x, mesh->vertex[i].y,
                mesh->vertex[i].z);
    }
}

static void describe_features(FILE *file, const pair_sample *s, double margin)
{
    feature_list list = {.count = 0};
    s->kind->find(&s->a, &s->b, &s->z_a, &s->z_b, margin, &list);
    fprintf(file, "features up to %.3g m: %d\n", margin, (int)list.count);
    for (int32_t i = 0; i < list.count; i++) {
        const feature *f = &list.item[i];
        const feature_view v = f->kind->view(f, &s->z_a, &s->z_b);
        fprintf(file, "   %-16s id %-8d gap %.17g normal %.10f %.10f %.10f point %.9g %.9g %.9g\n",
                f->kind->name, (int)f->id, v.gap, v.normal.x, v.normal.y, v.normal.z, v.point.x,
                v.point.y, v.point.z);
    }
}

void pair_sample_describe(FILE *file, const pair_sample *s)
{
    const solid_pair p = pair_sample_solids(s);
    const distance_bounds axes = bounds_of_axes(&p, 0.0L),
                          best = bounds_find(&p, (extended)s->size);
    const double gap = s->kind->gap(&s->a, &s->b, &s->z_a, &s->z_b);
    describe_shape(file, "a", &s->a, &s->z_a, &s->mesh_a);
    describe_shape(file, "b", &s->b, &s->z_b, &s->mesh_b);
    fprintf(file, "gap     %.17g\n", gap);
    fprintf(file, "bounds  %.17Lg %.17Lg along %.10Lf %.10Lf %.10Lf\n", best.least, best.most,
            best.n.x, best.n.y, best.n.z);
    fprintf(file, "axes    %.17Lg along %.10Lf %.10Lf %.10Lf\n", axes.least, axes.n.x, axes.n.y,
            axes.n.z);
    describe_features(file, s, fmax(gap, 0.0) + 0.05 * s->size);
}
