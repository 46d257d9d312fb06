/* SPDX-License-Identifier: Apache-2.0
 *
 * What a model is, in words: counts, and the tree of its bodies. */
#include "info.h"

#include "model_file.h"

#include <stdlib.h>

enum { DEEPEST_INDENT = 20 }; /* levels; what hangs deeper says how deep */

/* The bodies below each body, as lists; body -1, the world, is at 0: all are shifted by one. */
typedef struct family {
    int32_t *first, *next, *parent, *joint;
} family;

static const char *plural(int32_t count)
{
    return count == 1 ? "" : "s";
}

static void print_counts(FILE *file, const ludo_model *m, const char *path)
{
    const int32_t bodies = ludo_model_body_count(m), joints = ludo_model_joint_count(m);
    const int32_t dof = ludo_model_dof(m), rows = ludo_model_rows(m);
    const ludo_vec3 g = ludo_model_gravity(m);
    fprintf(file, "%s: %d bod%s, %d joint%s, %d degree%s of freedom\n",
            ludo_model_file_title(m, path), (int)bodies, bodies == 1 ? "y" : "ies", (int)joints,
            plural(joints), (int)dof, plural(dof));
    fprintf(file, "  mass        %.6g kg\n", ludo_model_mass(m));
    fprintf(file, "  gravity     %.6g %.6g %.6g m/s^2\n", g.x, g.y, g.z);
    fprintf(file, "  time step   %.6g s\n", ludo_model_timestep(m));
    fprintf(file, "  loops       none\n");
    fprintf(file, "  joint rows  %d, none redundant\n", (int)rows);
}

static void print_names(FILE *file, const char *heading, const ludo_model *m, int32_t count,
                        const char *(*name)(const ludo_model *m, int32_t number))
{
    fprintf(file, "  %-11s ", heading);
    for (int32_t i = 0; i < count; i++) {
        fprintf(file, "%s%s", i == 0 ? "" : ", ", name(m, i));
    }
    fputs(count == 0 ? "none\n" : "\n", file);
}

static const char *eliminated_name(const ludo_model *m, int32_t number)
{
    return ludo_model_body_name(m, ludo_model_order(m)[number]);
}

/* ---- the tree ---- */

static void find_family(const ludo_model *m, const family *f)
{
    const int32_t n = ludo_model_body_count(m);
    for (int32_t b = 0; b <= n; b++) {
        f->first[b] = -1;
    }
    for (int32_t b = n; b >= 1; b--) {
        const int32_t parent = ludo_model_body(m, b - 1).parent + 1;
        f->parent[b] = parent;
        f->next[b] = f->first[parent];
        f->first[parent] = b;
    }
    for (int32_t j = 0; j < ludo_model_joint_count(m); j++) {
        f->joint[ludo_model_joint(m, j).child + 1] = j;
    }
}

static void print_body(FILE *file, const ludo_model *m, const family *f, int32_t b, int32_t depth)
{
    const ludo_body_info body = ludo_model_body(m, b - 1);
    const ludo_joint_info joint = ludo_model_joint(m, f->joint[b]);
    const ludo_vec3 n = joint.axis;
    const int32_t indent = depth < DEEPEST_INDENT ? depth : DEEPEST_INDENT;
    fprintf(file, "%*s", 2 * (int)indent, "");
    if (depth > indent) {
        fprintf(file, "(%d) ", (int)depth);
    }
    fprintf(file, "%s, %.6g kg, on %s %s", body.name, body.mass, joint.type, joint.name);
    if (n.x != 0.0 || n.y != 0.0 || n.z != 0.0) {
        fprintf(file, " along %.4g %.4g %.4g", n.x, n.y, n.z);
    }
    fputc('\n', file);
}

/* Depth first, children in the model's order, without recursion. */
static void print_tree(FILE *file, const ludo_model *m, const family *f)
{
    int32_t b = f->first[0], depth = 1;
    fputs("world\n", file);
    while (b > 0) {
        print_body(file, m, f, b, depth);
        if (f->first[b] > 0) {
            b = f->first[b];
            depth++;
            continue;
        }
        while (b > 0 && f->next[b] < 0) {
            b = f->parent[b];
            depth--;
        }
        b = b > 0 ? f->next[b] : 0;
    }
}

outcome ludo_info_print(FILE *file, const ludo_model *model, const char *path)
{
    const size_t room = (size_t)ludo_model_body_count(model) + 1;
    int32_t *memory = calloc(4 * room, sizeof *memory);
    if (memory == NULL) {
        return ludo_complain_memory();
    }
    family f = {memory, memory + room, memory + 2 * room, memory + 3 * room};
    print_counts(file, model, path);
    print_names(file, "sites", model, ludo_model_site_count(model), ludo_model_site_name);
    print_names(file, "keyframes", model, ludo_model_keyframe_count(model),
                ludo_model_keyframe_name);
    print_names(file, "elimination", model, ludo_model_body_count(model), eliminated_name);
    fprintf(file, "  fill        %d\n\n", (int)ludo_model_fill(model));
    find_family(model, &f);
    print_tree(file, model, &f);
    free(memory);
    return OUTCOME_DONE;
}
