/* SPDX-License-Identifier: Apache-2.0
 *
 * Running the helper program: started without a shell, its answer read from a pipe until a deadline
 * or a limit of bytes, then killed if it still runs. */
#define _XOPEN_SOURCE 700

#include "formats/mesh/mesh_process.h"

#include "core/diagnostic.h"
#include "formats/text/tokens.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A run of the program. */
typedef struct run {
    const mesh_helper *h;
    const char *path; /* of the mesh */
    pid_t process;
    int from; /* end of the pipe */
    struct timespec start;
    whole_file *answer;
    const ludo_allocator *allocator;
    ludo_diagnostic *why;
} run;

/* ---- the program ---- */

bool ludo_mesh_helper_knows(const char *path)
{
    static const char *const suffixes[] = {".dae", ".ply", ".gltf", ".glb"};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const size_t end = strlen(suffixes[i]);
        if (length >= end && ludo_token_is((token){path + length - end, end}, suffixes[i])) {
            return true;
        }
    }
    return false;
}

/* A file in a folder that is relative to the running program's. */
static bool find_beside(pathname *program, const char *relative)
{
    char self[PATH_SIZE];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) {
        return false;
    }
    self[length] = '\0';
    const pathname folder = ludo_path_folder(self);
    return ludo_path_join(program, folder.text, relative) && ludo_path_is_file(program->text);
}

bool ludo_mesh_helper_find(pathname *program)
{
    const char *given = getenv("LUDO_MESH_HELPER");
    if (given != NULL) {
        return *given != '\0' && ludo_path_set(program, given, strlen(given));
    }
    return find_beside(program, "ludo-mesh") || find_beside(program, "../libexec/ludo/ludo-mesh") ||
           (ludo_path_set(program, LUDO_MESH_HELPER_PATH, strlen(LUDO_MESH_HELPER_PATH)) &&
            ludo_path_is_file(program->text));
}

/* ---- start and end ---- */

static ludo_status fail(const run *r, ludo_status status, const char *reason)
{
    ludo_diagnose(r->why, (ludo_place){r->path, 0, 0}, "%s: %s", r->h->program, reason);
    return status;
}

/* Standard output is the pipe, input and errors are the null device. */
static int spawn(run *r, int to)
{
    char *words[] = {(char *)(uintptr_t)r->h->program, (char *)(uintptr_t)r->path, NULL};
    posix_spawn_file_actions_t actions;
    int problem = posix_spawn_file_actions_init(&actions);
    if (problem != 0) {
        return problem;
    }
    problem = posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
    problem = problem != 0 ? problem
                           : posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                                              O_RDONLY, 0);
    problem = problem != 0 ? problem
                           : posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
                                                              O_WRONLY, 0);
    if (problem == 0) {
        problem = posix_spawn(&r->process, r->h->program, &actions, NULL, words, environ);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    return problem;
}

static ludo_status start(run *r)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return fail(r, LUDO_IO, strerror(errno));
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    (void)clock_gettime(CLOCK_MONOTONIC, &r->start);
    const int problem = spawn(r, ends[1]);
    (void)close(ends[1]);
    r->from = ends[0];
    if (problem != 0) {
        (void)close(r->from);
        return fail(r, LUDO_IO, strerror(problem));
    }
    return LUDO_OK;
}

/* Wait for the end of the process. */
static ludo_status finish(run *r, ludo_status status)
{
    int how = 0;
    pid_t ended = 0;
    (void)close(r->from);
    if (status != LUDO_OK) {
        (void)kill(r->process, SIGKILL);
    }
    do {
        ended = waitpid(r->process, &how, 0);
    } while (ended < 0 && errno == EINTR);
    if (status == LUDO_OK && ended > 0 && WIFSIGNALED(how)) {
        char reason[64];
        (void)snprintf(reason, sizeof reason, "ended by signal %d", WTERMSIG(how));
        return fail(r, LUDO_PARSE, reason);
    }
    return status;
}

/* ---- the answer ---- */

/* Milliseconds until the deadline, at most a second; 0: it has passed. */
static int time_left(const run *r)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    const double spent =
        (double)(now.tv_sec - r->start.tv_sec) + 1e-9 * (double)(now.tv_nsec - r->start.tv_nsec);
    const double left = r->h->seconds - spent;
    return !(left > 0.0) ? 0 : left < 1.0 ? 1 + (int)(1000.0 * left) : 1000;
}

static bool enlarge(run *r)
{
    whole_file *c = r->answer;
    const size_t capacity = c->capacity > 0 ? 2 * c->capacity : 64 * 1024;
    char *bytes = memory_take(r->allocator, capacity);
    if (bytes == NULL) {
        return false;
    }
    if (c->length > 0) {
        memcpy(bytes, c->bytes, c->length);
    }
    memory_give(r->allocator, c->bytes);
    c->bytes = bytes;
    c->capacity = capacity;
    return true;
}

/* Read what the pipe has; *more is false at its end. */
static ludo_status read_some(run *r, bool *more)
{
    whole_file *c = r->answer;
    if (c->length == c->capacity && !enlarge(r)) {
        return LUDO_NO_MEMORY;
    }
    const ssize_t got = read(r->from, c->bytes + c->length, c->capacity - c->length);
    if (got < 0 && errno != EINTR) {
        return fail(r, LUDO_IO, strerror(errno));
    }
    *more = got != 0;
    c->length += got > 0 ? (size_t)got : 0;
    return c->length <= r->h->bytes ? LUDO_OK : fail(r, LUDO_PARSE, "the answer is too long");
}

static ludo_status read_answer(run *r)
{
    bool more = true;
    ludo_status status = LUDO_OK;
    while (more && status == LUDO_OK) {
        struct pollfd from = {.fd = r->from, .events = POLLIN};
        const int left = time_left(r);
        const int ready = left > 0 ? poll(&from, 1, left) : 0;
        if (left == 0) {
            status = fail(r, LUDO_PARSE, "took too long and was ended");
        } else if (ready > 0) {
            status = read_some(r, &more);
        } else if (ready < 0 && errno != EINTR) {
            status = fail(r, LUDO_IO, strerror(errno));
        }
    }
    return status;
}

ludo_status ludo_mesh_helper_run(const mesh_helper *h, const char *path, whole_file *answer,
                                 const ludo_allocator *a, ludo_diagnostic *why)
{
    run r = {.h = h, .path = path, .answer = answer, .allocator = a, .why = why};
    *answer = (whole_file){NULL, 0, 0};
    const ludo_status status = start(&r);
    return status == LUDO_OK ? finish(&r, read_answer(&r)) : status;
}

ludo_status ludo_mesh_helper_read(mesh_surface *surface, const char *path, const ludo_allocator *a,
                                  ludo_diagnostic *why)
{
    pathname program;
    if (!ludo_mesh_helper_find(&program)) {
        ludo_diagnose(why, (ludo_place){path, 0, 0},
                      "the program ludo-mesh, which reads COLLADA, PLY and glTF, is not installed: "
                      "build Ludo with assimp, or convert the file to STL or OBJ");
        return LUDO_UNSUPPORTED;
    }
    const mesh_helper h = {program.text, MESH_HELPER_SECONDS, MESH_HELPER_BYTES};
    whole_file answer;
    ludo_status status = ludo_mesh_helper_run(&h, path, &answer, a, why);
    if (status == LUDO_OK) {
        status = ludo_mesh_answer_read(surface, answer.bytes, answer.length, path, a, why);
    }
    memory_give(a, answer.bytes);
    return status;
}
