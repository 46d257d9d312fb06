/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo-mesh FILE: read a mesh file by assimp and write its surface to standard output.
 *
 * The library starts this program for formats that it does not read itself
 * (src/formats/mesh/mesh_process.h), so that a fault in a reader of many formats ends this process
 * only. The answer, little-endian:
 *
 *     "ludomesh", number of vertices, number of faces (int32 each), vertices (3 doubles each),
 *     faces (3 int32 each)
 *     "ludofail", the reason as text
 *
 * All meshes of a scene become one surface, in the axes of the file, with the transforms of nodes
 * and the unit of COLLADA (metres) applied; up_axis of COLLADA has no effect, as in rviz and
 * gazebo. Files beside the mesh (buffers of glTF) are read from its folder only. */
#define _XOPEN_SOURCE 700

#include "scene.h"

#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/resource.h>
#include <unistd.h>

enum { MOST_SECONDS = 60, MOST_DESCRIPTORS = 64 };

#define MOST_MEMORY ((rlim_t)4 << 30) /* of the address space [bytes] */

/* ---- limits ---- */

static void limit(int what, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(what, &now) == 0 && (now.rlim_max == RLIM_INFINITY || now.rlim_max > most)) {
        (void)setrlimit(what, &(struct rlimit){most, most});
    }
}

/* No core file, no written file, no descriptor of the caller. */
static void limit_process(void)
{
    for (int descriptor = 3; descriptor < 1024; descriptor++) {
        (void)close(descriptor);
    }
    limit(RLIMIT_AS, MOST_MEMORY);
    limit(RLIMIT_CPU, MOST_SECONDS);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, MOST_DESCRIPTORS);
}

/* ---- files: those below the folder of the mesh, for reading ---- */

static char folder[PATH_MAX + 1]; /* resolved, with a slash at its end */

static bool set_folder(const char *path)
{
    if (realpath(path, folder) == NULL) {
        return false;
    }
    *(strrchr(folder, '/') + 1) = '\0';
    return true;
}

static size_t read_file(struct aiFile *file, char *to, size_t size, size_t count)
{
    return fread(to, size, count, (FILE *)(void *)file->UserData);
}

static size_t write_file(struct aiFile *file, const char *from, size_t size, size_t count)
{
    (void)file, (void)from, (void)size, (void)count;
    return 0;
}

static size_t tell(struct aiFile *file)
{
    const long at = ftell((FILE *)(void *)file->UserData);
    return at > 0 ? (size_t)at : 0;
}

static aiReturn seek(struct aiFile *file, size_t offset, enum aiOrigin origin)
{
    static const int from[] = {
        [aiOrigin_SET] = SEEK_SET, [aiOrigin_CUR] = SEEK_CUR, [aiOrigin_END] = SEEK_END};
    const bool moved = offset <= LONG_MAX &&
                       fseek((FILE *)(void *)file->UserData, (long)offset, from[origin]) == 0;
    return moved ? aiReturn_SUCCESS : aiReturn_FAILURE;
}

static size_t size_of(struct aiFile *file)
{
    FILE *f = (FILE *)(void *)file->UserData;
    const long at = ftell(f);
    const long end = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : 0;
    return fseek(f, at, SEEK_SET) == 0 && end > 0 ? (size_t)end : 0;
}

static void flush(struct aiFile *file)
{
    (void)file;
}

static struct aiFile *open_file(struct aiFileIO *io, const char *path, const char *mode)
{
    char resolved[PATH_MAX];
    (void)io;
    if (mode[0] != 'r' || strchr(mode, '+') != NULL || realpath(path, resolved) == NULL ||
        strncmp(resolved, folder, strlen(folder)) != 0) {
        return NULL;
    }
    struct aiFile *file = malloc(sizeof *file);
    FILE *f = file != NULL ? fopen(resolved, "rb") : NULL;
    if (f == NULL) {
        free(file);
        return NULL;
    }
    *file = (struct aiFile){read_file, write_file, tell, size_of, seek, flush, (char *)(void *)f};
    return file;
}

static void close_file(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    (void)fclose((FILE *)(void *)file->UserData);
    free(file);
}

/* ---- the answer ---- */

static int refuse(const char *reason)
{
    printf("ludofail%.200s", reason);
    return EXIT_FAILURE;
}

static void write_int(int32_t number)
{
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++) {
        bytes[i] = (unsigned char)((uint32_t)number >> 8 * i);
    }
    (void)fwrite(bytes, 1, sizeof bytes, stdout);
}

static void write_double(double number)
{
    unsigned char bytes[8];
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    for (int i = 0; i < 8; i++) {
        bytes[i] = (unsigned char)(bits >> 8 * i);
    }
    (void)fwrite(bytes, 1, sizeof bytes, stdout);
}

static int answer(const scene_surface *s)
{
    printf("ludomesh");
    write_int((int32_t)s->vertices);
    write_int((int32_t)s->faces);
    for (size_t i = 0; i < 3 * s->vertices; i++) {
        write_double(s->vertex[i]);
    }
    for (size_t i = 0; i < 3 * s->faces; i++) {
        write_int(s->face[i]);
    }
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- reading ---- */

/* Positions and faces are wanted, nothing else: neither a mesh in place of a skeleton. */
static const struct aiScene *import(const char *path)
{
    struct aiFileIO io = {open_file, close_file, NULL};
    struct aiPropertyStore *settings = aiCreatePropertyStore();
    if (settings == NULL) {
        return NULL;
    }
    aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
    aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    aiSetImportPropertyInteger(settings, AI_CONFIG_PP_RVC_FLAGS,
                               aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS |
                                   aiComponent_COLORS | aiComponent_TEXCOORDS |
                                   aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS |
                                   aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS |
                                   aiComponent_MATERIALS);
    const struct aiScene *scene = aiImportFileExWithProperties(
        path,
        aiProcess_RemoveComponent | aiProcess_Triangulate | aiProcess_JoinIdenticalVertices |
            aiProcess_ValidateDataStructure,
        &io, settings);
    aiReleasePropertyStore(settings);
    return scene;
}

int main(int count, char **words)
{
    if (count != 2) {
        (void)fputs("usage: ludo-mesh FILE (started by ludo, see docs/formats.md)\n", stderr);
        return 2;
    }
    if (!set_folder(words[1])) {
        return refuse("the file does not exist");
    }
    limit_process();
    const struct aiScene *scene = import(words[1]);
    if (scene == NULL) {
        const char *reason = aiGetErrorString();
        return refuse(*reason != '\0' ? reason : "the file can't be read");
    }
    scene_surface surface = {.vertex = NULL};
    const char *reason = scene_gather(&surface, scene);
    const int status = reason != NULL ? refuse(reason) : answer(&surface);
    free(surface.vertex);
    free(surface.face);
    aiReleaseImport(scene);
    return status;
}
