/* SPDX-License-Identifier: Apache-2.0
 *
 * How a model refers to a file beside it. Paths are compared as texts: where that doesn't tell, a
 * file counts as not below the model's folder. */
#include "formats/write.h"

#include <string.h>

/* The next component of a path: its length; "." and empty ones are skipped. */
static size_t next_component(const char **path)
{
    size_t length = 0;
    for (;;) {
        *path += strspn(*path, "/");
        length = strcspn(*path, "/");
        if (length != 1 || **path != '.') {
            return length;
        }
        *path += 1;
    }
}

static bool is_up(const char *component, size_t length)
{
    return length == 2 && component[0] == '.' && component[1] == '.';
}

/* What is left of a path once the folder of another one is taken off; NULL where it is not below
 * that. */
static const char *below(const char *path, const char *model)
{
    if ((*path == '/') != (*model == '/')) {
        return NULL;
    }
    for (;;) {
        const size_t length = next_component(&path), other = next_component(&model);
        const char *rest = model + other;
        if (next_component(&rest) == 0) {
            return length > 0 ? path : NULL; /* the model's own name */
        }
        if (length != other || strncmp(path, model, length) != 0) {
            return NULL;
        }
        path += length;
        model += other;
    }
}

static bool goes_up(const char *path)
{
    size_t length;
    while ((length = next_component(&path)) > 0) {
        if (is_up(path, length)) {
            return true;
        }
        path += length;
    }
    return false;
}

write_reference ludo_write_reference(writer *w, const char *file)
{
    const char *rest = below(file, w->path);
    if (rest != NULL && !goes_up(rest)) {
        return (write_reference){rest, true};
    }
    /* from the folder where both begin */
    const char *up = "";
    const char *at = w->path;
    if (*file == '/' || *at == '/' || goes_up(at)) {
        return (write_reference){file, false};
    }
    next_component(&at);
    for (at += strcspn(at, "/"); *at != '\0'; at += strcspn(at, "/")) {
        if (next_component(&at) > 0) {
            up = ludo_write_say(w, "%s../", up);
        }
    }
    return (write_reference){ludo_write_say(w, "%s%s", up, file), false};
}
