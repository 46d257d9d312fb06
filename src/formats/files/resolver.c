/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding and reading the files that a model refers to.
 *
 * A model may come from an untrusted source. Files are read only from folders that the user chose:
 * the model's folder, the package that contains it, the given package folders, and packages found
 * by the environment; the check follows after links and `..` are resolved. Files in these folders
 * must not be moved by others meanwhile. */
#include "formats/files/resolver.h"

#include "core/diagnostic.h"
#include "formats/files/packages.h"

#include <string.h>

/* A search for the referenced file. */
typedef struct finding {
    resolver *s;
    const char *rest; /* reference without scheme and package */
    pathname found;   /* the file; */
    pathname outside; /* a file that is not allowed; */
    pathname missing; /* an expected place; the first of each, "": none */
} finding;

static const ludo_place nowhere = {NULL, 0, 0};

/* ---- permission ---- */

/* Whether a path, before links are resolved, passes through a folder and does not leave it by `..`:
 * targets of links in that folder count as inside. */
static bool leads_through(const pathname *place, const char *folder)
{
    pathname start, resolved;
    bool found = false;
    for (size_t i = 0; place->text[i] != '\0'; i++) {
        const char *at = place->text + i;
        if (strncmp(at, "/../", 4) == 0) {
            found = false;
        } else if (*at == '/' && !found) {
            found = ludo_path_set(&start, place->text, i + 1) &&
                    ludo_path_resolve(&resolved, start.text) &&
                    ludo_path_is_below(&resolved, folder);
        }
    }
    return found;
}

/* `package`: one found by the environment; NULL: none. */
static bool is_allowed(const resolver *s, const pathname *place, const pathname *resolved,
                       const char *package)
{
    pathname around;
    const ludo_load_options *o = s->options;
    if (o->allow_outside || (package != NULL && leads_through(place, package)) ||
        ludo_path_is_below(resolved, ludo_path_folder(s->model).text)) {
        return true;
    }
    for (int32_t i = 0; i < o->package_dir_count; i++) {
        if (ludo_path_is_below(resolved, o->package_dirs[i])) {
            return true;
        }
    }
    return ludo_packages_find_around(s->model, &around) &&
           (ludo_path_is_below(resolved, around.text) ||
            (ludo_packages_in_environment(&around) && leads_through(place, around.text)));
}

/* Check one candidate path: the file exists and is allowed. */
static bool try_place(finding *f, const char *folder, const char *package)
{
    pathname place, resolved;
    if (!ludo_path_join(&place, folder, f->rest)) {
        return false;
    }
    if (!ludo_path_resolve(&resolved, place.text)) {
        f->missing = f->missing.text[0] == '\0' ? place : f->missing;
        return false;
    }
    if (!is_allowed(f->s, &place, &resolved, package)) {
        f->outside = f->outside.text[0] == '\0' ? resolved : f->outside;
        return false;
    }
    f->found = place;
    return true;
}

/* ---- packages ---- */

static bool try_package(void *finding_, const char *folder, bool trusted)
{
    return try_place(finding_, folder, trusted ? folder : NULL);
}

static bool is_package_name(const char *name)
{
    return strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

/* NAME/PATH; an empty name is the model's own folder. */
static ludo_status find_in_package(finding *f, const char *location, pathname *name)
{
    const char *slash = strchr(location, '/');
    const size_t length = slash != NULL ? (size_t)(slash - location) : strlen(location);
    const package_search search = {f->s, name->text, try_package, f};
    f->rest = location + length + strspn(location + length, "/");
    if (!ludo_path_set(name, location, length) || !is_package_name(name->text)) {
        return LUDO_OK;
    }
    if (length == 0) {
        (void)try_place(f, ludo_path_folder(f->s->model).text, NULL);
        return LUDO_OK;
    }
    return ludo_packages_search(&search);
}

/* ---- references ---- */

/* The text after a prefix; NULL if the prefix is missing. */
static const char *behind(const char *text, const char *prefix)
{
    const size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

static int hex_value(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *found = c != '\0' ? strchr(digits, c) : NULL;
    return found != NULL ? (int)(found - digits) % 16 : -1;
}

/* The path of a URI, with %20 and the like decoded; false if it is too long or contains a zero. */
static bool decode(const char *text, pathname *out)
{
    size_t length = 0;
    for (const char *p = text; *p != '\0'; p++) {
        const int high = *p == '%' ? hex_value(p[1]) : -1, low = high >= 0 ? hex_value(p[2]) : -1;
        const char c = low >= 0 ? (char)(16 * high + low) : *p;
        if (c == '\0' || length + 1 == sizeof out->text) {
            return false;
        }
        out->text[length++] = c;
        p += low >= 0 ? 2 : 0;
    }
    out->text[length] = '\0';
    return true;
}

/* Try the model's folder, then the folder of the referring file. */
static void find_by_path(finding *f, const file_reference *reference)
{
    pathname of_model = ludo_path_folder(reference->model), start;
    const bool found =
        ludo_path_join(&start, of_model.text, reference->folder) && try_place(f, start.text, NULL);
    if (!found && strcmp(reference->file, reference->model) != 0) {
        (void)try_place(f, ludo_path_folder(reference->file).text, NULL);
    }
}

/* Report why no file was found. */
static ludo_status complain(const finding *f, const char *reference, const char *package,
                            ludo_diagnostic *why)
{
    if (f->outside.text[0] != '\0') {
        ludo_diagnose(why, nowhere,
                      "the file '%.120s' is outside the folders that the model may read; allow it "
                      "by --package-dir or --allow-outside: %.200s",
                      reference, f->outside.text);
        return LUDO_REFUSED;
    }
    const char *hint = strchr(reference, '\\') != NULL ? " (separate folders by '/')" : "";
    if (f->missing.text[0] != '\0') {
        ludo_diagnose(why, nowhere, "the file '%.120s' is missing: %.200s does not exist%s",
                      reference, f->missing.text, hint);
    } else if (package[0] != '\0') {
        ludo_diagnose(why, nowhere,
                      "the package of '%.120s' is missing: searched the folders of --package-dir, "
                      "those above the model, ROS_PACKAGE_PATH and AMENT_PREFIX_PATH",
                      reference);
    } else {
        ludo_diagnose(
            why, nowhere,
            "'%.120s' is not a file reference: use a path, file://PATH, package://NAME/PATH or "
            "model://NAME/PATH%s",
            reference, hint);
    }
    return LUDO_IO;
}

static ludo_status keep(const finding *f, char **out)
{
    *out = memory_text(&f->s->allocator, f->found.text, strlen(f->found.text));
    return *out != NULL ? LUDO_OK : LUDO_NO_MEMORY;
}

ludo_status ludo_resolver_find_from(resolver *s, const file_reference *reference, char **path,
                                    ludo_diagnostic *why)
{
    const char *text = reference->text;
    finding f = {.s = s, .rest = text};
    pathname package = {""}, decoded = {""};
    const char *package_uri = behind(text, "package://"), *uri = behind(text, "file://");
    const char *in_package = package_uri != NULL ? package_uri : behind(text, "model://");
    ludo_status status = LUDO_OK;
    *path = NULL;
    if (in_package != NULL || uri != NULL) {
        const bool fits = decode(uri != NULL ? uri : in_package, &decoded);
        f.rest = fits ? decoded.text : "";
    }
    if (in_package != NULL && f.rest[0] != '\0') {
        status = find_in_package(&f, f.rest, &package);
    } else if (f.rest[0] != '\0' && strstr(f.rest, "://") == NULL) {
        find_by_path(&f, reference);
    }
    if (status != LUDO_OK) {
        return status;
    }
    return f.found.text[0] != '\0' ? keep(&f, path) : complain(&f, text, package.text, why);
}

ludo_status ludo_resolver_find(resolver *s, const char *folder, const char *reference, char **path,
                               ludo_diagnostic *why)
{
    return ludo_resolver_find_from(s, &(file_reference){s->model, s->model, folder, reference},
                                   path, why);
}

ludo_status ludo_resolver_read(resolver *s, const char *path, whole_file *c, ludo_diagnostic *why)
{
    const ludo_place place = {path, 0, 0};
    const size_t left = RESOLVER_MAX_BYTES - s->bytes;
    *c = (whole_file){NULL, 0, 0};
    if (s->files == RESOLVER_MAX_FILES) {
        ludo_diagnose(why, place, "the model refers to more than %d files", RESOLVER_MAX_FILES);
        return LUDO_PARSE;
    }
    const ludo_status status = ludo_whole_file_read_ordinary(c, path, left, &s->allocator, why);
    if (status != LUDO_OK) {
        return status;
    }
    if (c->length > left) {
        ludo_diagnose(why, place, "the files of the model exceed %d bytes", RESOLVER_MAX_BYTES);
        return LUDO_PARSE;
    }
    s->files++;
    s->bytes += c->length;
    return LUDO_OK;
}

void ludo_resolver_release(resolver *s)
{
    ludo_packages_release(s);
}
