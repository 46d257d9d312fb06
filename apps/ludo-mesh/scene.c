/* SPDX-License-Identifier: Apache-2.0
 *
 * From the nodes and meshes of a scene to one surface: the nodes are visited twice, to count and
 * to fill. A node that mirrors turns its faces, so that they keep their outer side. */
#include "scene.h"

#include <assimp/cimport.h>

#include <stdlib.h>

/* A visit of all nodes, each with the product of the transforms from the root. */
typedef struct visit {
    scene_surface *surface;
    const struct aiScene *scene;
    bool fill; /* fill the arrays; else count */
} visit;

typedef struct placed_node {
    const struct aiNode *node;
    struct aiMatrix4x4 to_scene;
} placed_node;

/* ---- transforms ---- */

static void place(const struct aiMatrix4x4 *m, const struct aiVector3D *p, double out[3])
{
    const double x = (double)p->x, y = (double)p->y, z = (double)p->z;
    out[0] = (double)m->a1 * x + (double)m->a2 * y + (double)m->a3 * z + (double)m->a4;
    out[1] = (double)m->b1 * x + (double)m->b2 * y + (double)m->b3 * z + (double)m->b4;
    out[2] = (double)m->c1 * x + (double)m->c2 * y + (double)m->c3 * z + (double)m->c4;
}

static bool mirrors(const struct aiMatrix4x4 *m)
{
    const double a[3] = {(double)m->a1, (double)m->b1, (double)m->c1};
    const double b[3] = {(double)m->a2, (double)m->b2, (double)m->c2};
    const double c[3] = {(double)m->a3, (double)m->b3, (double)m->c3};
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]) <
           0.0;
}

/* ---- meshes ---- */

/* The triangles of a mesh; its points and lines have no area. */
static void add_faces(const visit *v, const struct aiMesh *mesh, size_t first, bool turned)
{
    scene_surface *s = v->surface;
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
        const struct aiFace *face = &mesh->mFaces[i];
        if (face->mNumIndices != 3) {
            continue;
        }
        if (v->fill) {
            int32_t *corner = s->face + 3 * s->faces;
            corner[0] = (int32_t)(first + face->mIndices[0]);
            corner[1] = (int32_t)(first + face->mIndices[turned ? 2 : 1]);
            corner[2] = (int32_t)(first + face->mIndices[turned ? 1 : 2]);
        }
        s->faces++;
    }
}

static void add_mesh(const visit *v, const struct aiMesh *mesh, const struct aiMatrix4x4 *to_scene)
{
    scene_surface *s = v->surface;
    const size_t first = s->vertices;
    for (unsigned i = 0; i < mesh->mNumVertices && v->fill; i++) {
        place(to_scene, &mesh->mVertices[i], s->vertex + 3 * (first + i));
    }
    s->vertices += mesh->mNumVertices;
    add_faces(v, mesh, first, mirrors(to_scene));
}

/* ---- nodes ---- */

/* Add the meshes of a node, and its children to the nodes that wait; false: too many. */
static bool visit_node(const visit *v, placed_node at, placed_node *waiting, size_t *count)
{
    for (unsigned i = 0; i < at.node->mNumMeshes; i++) {
        add_mesh(v, v->scene->mMeshes[at.node->mMeshes[i]], &at.to_scene);
        if (v->surface->vertices > SCENE_MOST_VERTICES || v->surface->faces > SCENE_MOST_FACES) {
            return false;
        }
    }
    if (at.node->mNumChildren > SCENE_MOST_NODES - *count) {
        return false;
    }
    for (unsigned i = at.node->mNumChildren; i-- > 0;) {
        placed_node child = {at.node->mChildren[i], at.to_scene};
        aiMultiplyMatrix4(&child.to_scene, &child.node->mTransformation);
        waiting[(*count)++] = child;
    }
    return true;
}

static bool visit_scene(const visit *v, placed_node *waiting)
{
    size_t count = 1;
    bool within = true;
    v->surface->vertices = v->surface->faces = 0;
    waiting[0] = (placed_node){v->scene->mRootNode, v->scene->mRootNode->mTransformation};
    while (count > 0 && within) {
        const placed_node at = waiting[--count];
        within = visit_node(v, at, waiting, &count);
    }
    return within;
}

static const char *gather(scene_surface *s, const struct aiScene *scene, placed_node *waiting)
{
    if (!visit_scene(&(visit){s, scene, false}, waiting)) {
        return "the scene has too many nodes, vertices or faces";
    }
    if (s->vertices == 0) {
        return "the file has no vertices";
    }
    s->vertex = malloc(3 * s->vertices * sizeof *s->vertex);
    s->face = malloc((3 * s->faces + 1) * sizeof *s->face);
    if (s->vertex == NULL || s->face == NULL) {
        return "out of memory";
    }
    (void)visit_scene(&(visit){s, scene, true}, waiting);
    return NULL;
}

const char *scene_gather(scene_surface *s, const struct aiScene *scene)
{
    placed_node *waiting = malloc(SCENE_MOST_NODES * sizeof *waiting);
    if (waiting == NULL) {
        return "out of memory";
    }
    const char *reason = scene->mRootNode != NULL ? gather(s, scene, waiting) : "it is empty";
    free(waiting);
    return reason;
}
