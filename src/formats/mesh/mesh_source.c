/* SPDX-License-Identifier: Apache-2.0
 *
 * Meshes that a model refers to: from the reference to the surface. */
#include "formats/mesh/mesh_source.h"

#include "formats/mesh/mesh_process.h"

#include <string.h>

ludo_status ludo_mesh_source_read(mesh_surface *surface, resolver *s,
                                  const file_reference *reference, char **path,
                                  ludo_diagnostic *why)
{
    whole_file c = {.bytes = NULL};
    *path = NULL;
    ludo_status status = ludo_resolver_find_from(s, reference, path, why);
    if (status == LUDO_OK) {
        status = ludo_resolver_read(s, *path, &c, why);
    }
    if (status == LUDO_OK && ludo_mesh_helper_knows(*path)) {
        status = ludo_mesh_helper_read(surface, *path, &s->allocator, why);
    } else if (status == LUDO_OK) {
        status = ludo_mesh_file_read(surface, c.bytes, c.length, *path, &s->allocator, why);
    }
    memory_give(&s->allocator, c.bytes);
    return status;
}

ludo_status ludo_mesh_source_define(mesh_surface *surface, resolver *s,
                                    const file_reference *reference, ludo_mesh_def *def,
                                    char **path, ludo_diagnostic *why)
{
    const ludo_status status = ludo_mesh_source_read(surface, s, reference, path, why);
    if (status == LUDO_OK) {
        ludo_mesh_surface_scale(surface, def->scale);
        def->vertex = surface->vertices.items, def->vertex_count = surface->vertices.count;
        def->face = surface->faces.items, def->face_count = surface->faces.count;
    }
    def->file = *path != NULL ? *path : def->file;
    return status;
}

const char *ludo_mesh_source_file_name(const char *file)
{
    const char *name = file;
    for (const char *p = file; *p != '\0'; p++) {
        name = *p == '/' || *p == '\\' ? p + 1 : name;
    }
    return name;
}

bool ludo_mesh_source_stem(pathname *stem, const char *file)
{
    const char *name = ludo_mesh_source_file_name(file), *dot = strrchr(name, '.');
    return ludo_path_set(stem, name, dot != NULL ? (size_t)(dot - name) : strlen(name));
}
