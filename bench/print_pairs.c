/* SPDX-License-Identifier: Apache-2.0
 *
 * Random poses of all pairs of the narrow phase, for other programs: a line per pose with all
 * digits. The first shape is at the origin, so that no digits are lost far from it.
 *
 *     print_pairs FILE.txt [POSES [SEED]]
 *
 *     PAIR INDEX  GAP LEAST MOST SIZE  SHAPE SIZES(3) VERTICES  X(3)...   (the first shape)
 *                                      SHAPE SIZES(3) VERTICES  X(3)...  X(3) Q(4)   (the second)
 *
 * GAP is Ludo's; LEAST and MOST bound the distance, or minus the depth. */
#include "certificate/sample.h"
#include "command.h"

#include <stdlib.h>

enum { POSES = 1000, SEED = 1 };

static const struct {
    const char *name;
    const narrow_phase_kind *kind;
} pairs[] = {
#define X(name) {#name, &ludo_narrow_phase_##name},
    LUDO_NARROW_PHASE_LIST(X)
#undef X
};

/* Move the frames of both shapes to those of their bodies, the first one to the origin. */
static void center(pair_sample *s)
{
    const pose z_a = pose_make(v3(0.0, 0.0, 0.0), s->z_a.q);
    const pose z_b = pose_make(v3_sub(s->z_b.x, s->z_a.x), s->z_b.q);
    const pose a = collider_pose(&s->a, &z_a), b = collider_pose(&s->b, &z_b);
    const ludo_vec3 x = m3_apply_t(&a.R, v3_sub(b.x, a.x));
    s->a.frame = s->b.frame = (ludo_frame){.orientation = q_identity()};
    s->z_a = pose_make(v3(0.0, 0.0, 0.0), q_identity());
    s->z_b = pose_make(x, q_normalized(q_mul(q_conj(a.q), b.q)));
}

static void print_shape(FILE *file, const collider *c, const sample_mesh *mesh)
{
    const int32_t count = c->kind->of_mesh ? mesh->vertex_count : 0;
    fprintf(file, " %s %.17g %.17g %.17g %d", c->kind->name, c->size[0], c->size[1], c->size[2],
            (int)count);
    for (int32_t i = 0; i < count; i++) {
        const ludo_vec3 p = mesh->vertex[i];
        fprintf(file, " %.17g %.17g %.17g", p.x, p.y, p.z);
    }
}

static void print_sample(FILE *file, const char *name, long index, const pair_sample *s)
{
    const solid_pair p = pair_sample_solids(s);
    const distance_bounds at = bounds_find(&p, (extended)s->size);
    const ludo_vec3 x = s->z_b.x;
    const ludo_quat q = s->z_b.q;
    fprintf(file, "%s %ld %.17g %.17Lg %.17Lg %.17g", name, index,
            s->kind->gap(&s->a, &s->b, &s->z_a, &s->z_b), at.least, at.most, s->size);
    print_shape(file, &s->a, &s->mesh_a);
    print_shape(file, &s->b, &s->mesh_b);
    fprintf(file, " %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", x.x, x.y, x.z, q.w, q.x, q.y,
            q.z);
}

/* @return false: no memory for a mesh */
static bool print_pair(FILE *file, size_t pair, long poses, uint64_t seed)
{
    static pair_sample s;
    bool made = true;
    for (long i = 0; i < poses && made; i++) {
        made = pair_sample_make(&s, pairs[pair].kind, seed, i);
        if (made) {
            center(&s);
            print_sample(file, pairs[pair].name, i, &s);
        }
        pair_sample_release(&s);
    }
    return made;
}

static const ludo_bench_about about = {
    .measures = "random poses of pairs of shapes, with gaps and their bounds",
    .operands = "[POSES [SEED]]",
};

int main(int argc, char **argv)
{
    const long poses = argc > 2 ? atol(argv[2]) : POSES;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : SEED;
    FILE *file = ludo_bench_open(&about, argc, argv);
    bool good = true;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && good; i++) {
        good = print_pair(file, i, poses, seed);
    }
    return fclose(file) == 0 && good ? 0 : 1;
}
