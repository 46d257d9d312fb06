/* SPDX-License-Identifier: Apache-2.0
 *
 * The surface of a scene of assimp. */
#ifndef LUDO_MESH_SCENE_H
#define LUDO_MESH_SCENE_H

#include <assimp/scene.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Limits of one surface, those of src/formats/mesh/mesh_file.h, and of a scene. */
enum { SCENE_MOST_VERTICES = 10000000, SCENE_MOST_FACES = 20000000, SCENE_MOST_NODES = 100000 };

/* Triangles in the axes of the scene. The caller frees both arrays. */
typedef struct scene_surface {
    double *vertex; /* x y z of each */
    int32_t *face;  /* three vertices of each */
    size_t vertices, faces;
} scene_surface;

/* Gather the meshes of all nodes into an empty surface. Returns the reason of a failure, or
 * NULL. */
const char *scene_gather(scene_surface *s, const struct aiScene *scene);

#endif
