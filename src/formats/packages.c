/* SPDX-License-Identifier: Apache-2.0
 *
 * Looking for packages. */
#define _XOPEN_SOURCE 700

#include "formats/packages.h"

#include "formats/xml.h"

#include <stdlib.h>
#include <string.h>

#include <dirent.h>

/* How far below the folders of ROS_PACKAGE_PATH packages may be, and how many folders are looked
 * at. */
enum { MAX_DEPTH = 6, MAX_FOLDERS = 20000, MAX_MANIFEST = 1 << 20 };

static const char manifest[] = "package.xml";

static bool has_manifest(const char *folder)
{
    pathname file;
    return ludo_path_join(&file, folder, manifest) && ludo_path_is_file(file.text);
}

bool ludo_package_around(const char *model, pathname *folder)
{
    if (!ludo_path_resolve(folder, ludo_path_folder(model).text)) {
        return false;
    }
    while (folder->text[1] != '\0' && !has_manifest(folder->text)) {
        (void)ludo_path_up(folder);
    }
    return folder->text[1] != '\0';
}

/* ---- one folder ---- */

/* The text of <package><name>; NULL where there is none. */
static const char *name_in(const xml_document *doc)
{
    int32_t e = xml_at(doc, 0)->first_child;
    while (e >= 0 && strcmp(xml_at(doc, e)->name, "name") != 0) {
        e = xml_at(doc, e)->next_sibling;
    }
    return e >= 0 ? xml_at(doc, e)->text : NULL;
}

/* Whether the manifest in a folder says that this is the package; what is no manifest says nothing.
 */
static ludo_status ask_manifest(const package_search *p, const char *folder, bool *is_it)
{
    const ludo_allocator *a = &p->sources->allocator;
    pathname file;
    *is_it = false;
    if (!ludo_path_join(&file, folder, manifest) || !ludo_path_is_file(file.text)) {
        return LUDO_OK;
    }
    contents c;
    xml_document doc = {.allocator = *a};
    ludo_status status = ludo_contents_read_file(&c, file.text, MAX_MANIFEST, a, NULL);
    if (status == LUDO_OK) {
        status = ludo_xml_parse(&doc, c.bytes, c.length, file.text, a, NULL);
    }
    if (status == LUDO_OK) {
        const char *name = name_in(&doc);
        *is_it = name != NULL && strcmp(name, p->name) == 0;
    }
    ludo_xml_release(&doc);
    memory_give(a, c.bytes);
    return status == LUDO_NO_MEMORY ? status : LUDO_OK;
}

/* Ask of a folder if it is the package. *done: no need to look further. */
static ludo_status look_at(const package_search *p, const char *folder, bool trusted, bool *done)
{
    pathname resolved;
    const ludo_status status = ask_manifest(p, folder, done);
    const bool is_it = *done || (ludo_path_resolve(&resolved, folder) &&
                                 strcmp(ludo_path_name(&resolved), p->name) == 0);
    *done = is_it && p->look(p->user, folder, trusted);
    return status;
}

/* Ask of a folder, and of the one in it that has the package's name. */
static ludo_status look_in(const package_search *p, const char *folder, bool trusted, bool *done)
{
    pathname inside;
    const ludo_status status = look_at(p, folder, trusted, done);
    if (!*done && ludo_path_join(&inside, folder, p->name) && ludo_path_is_folder(inside.text)) {
        *done = p->look(p->user, inside.text, trusted);
    }
    return status;
}

/* ---- where packages may be ---- */

static ludo_status look_in_given_folders(const package_search *p, bool *done)
{
    const ludo_load_options *o = p->sources->options;
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < o->package_dir_count && !*done && status == LUDO_OK; i++) {
        status = look_in(p, o->package_dirs[i], false, done);
    }
    return status;
}

static ludo_status look_above_model(const package_search *p, bool *done)
{
    pathname folder;
    bool more = ludo_path_resolve(&folder, ludo_path_folder(p->sources->model).text);
    ludo_status status = LUDO_OK;
    while (more && !*done && status == LUDO_OK) {
        status = look_in(p, folder.text, false, done);
        more = ludo_path_up(&folder);
    }
    return status;
}

/* A folder on the list of those to look at. */
typedef struct waiting {
    char *path;
    int32_t depth; /* below that of the environment */
} waiting;

static int by_path(const void *a, const void *b)
{
    return strcmp(((const waiting *)a)->path, ((const waiting *)b)->path);
}

static bool wait_for(growing *list, const char *folder, int32_t depth, const ludo_allocator *a)
{
    const size_t size = strlen(folder) + 1;
    waiting *w = ludo_growing_add(list, sizeof *w, a);
    if (w == NULL) {
        return false;
    }
    w->depth = depth;
    w->path = memory_take(a, size);
    if (w->path != NULL) {
        memcpy(w->path, folder, size);
    }
    return w->path != NULL;
}

/* Whether a folder may hold packages that the environment means: not if it is hidden, nor, deeper
 * than the folders of the environment themselves, if it is a link, which anybody may have set. */
static bool is_searched(const struct dirent *entry, const char *path, int32_t depth)
{
    return entry->d_name[0] != '.' && ludo_path_is_folder(path) &&
           (depth == 1 || !ludo_path_is_link(path));
}

/* Put the folders in one on the list, by name. */
static bool wait_for_inner(growing *list, const char *folder, int32_t depth,
                           const ludo_allocator *a)
{
    const int32_t first = list->count;
    bool good = true;
    DIR *inner = opendir(folder);
    for (const struct dirent *e = inner != NULL ? readdir(inner) : NULL;
         e != NULL && good && list->count < MAX_FOLDERS; e = readdir(inner)) {
        pathname below;
        if (ludo_path_join(&below, folder, e->d_name) && is_searched(e, below.text, depth)) {
            good = wait_for(list, below.text, depth, a);
        }
    }
    if (inner != NULL) {
        (void)closedir(inner);
    }
    if (good && list->count > first) {
        qsort((waiting *)list->items + first, (size_t)(list->count - first), sizeof(waiting),
              by_path);
    }
    return good;
}

/* A folder, the folders in it, those in them, ...; packages hold no packages. */
static ludo_status look_below(const package_search *p, const char *folder, bool *done)
{
    const ludo_allocator *a = &p->sources->allocator;
    growing list = {0};
    ludo_status status = look_in(p, folder, true, done);
    if (status == LUDO_OK && !*done && !has_manifest(folder) &&
        !wait_for_inner(&list, folder, 1, a)) {
        status = LUDO_NO_MEMORY;
    }
    for (int32_t i = 0; i < list.count && !*done && status == LUDO_OK; i++) {
        const waiting w = ((waiting *)list.items)[i];
        status = look_at(p, w.path, true, done);
        if (status == LUDO_OK && !*done && w.depth < MAX_DEPTH && !has_manifest(w.path) &&
            !wait_for_inner(&list, w.path, w.depth + 1, a)) {
            status = LUDO_NO_MEMORY;
        }
    }
    for (int32_t i = 0; i < list.count; i++) {
        memory_give(a, ((waiting *)list.items)[i].path);
    }
    memory_give(a, list.items);
    return status;
}

static ludo_status look_in_share(const package_search *p, const char *prefix, bool *done)
{
    pathname share, inside;
    if (ludo_path_join(&share, prefix, "share") && ludo_path_join(&inside, share.text, p->name) &&
        ludo_path_is_folder(inside.text)) {
        *done = p->look(p->user, inside.text, true);
    }
    return LUDO_OK;
}

/* Look in every folder of a list with colons. */
static ludo_status look_by_environment(const package_search *p, const char *variable, bool *done,
                                       ludo_status (*look)(const package_search *p,
                                                           const char *folder, bool *done))
{
    ludo_status status = LUDO_OK;
    const char *rest = getenv(variable);
    while (rest != NULL && !*done && status == LUDO_OK) {
        const char *colon = strchr(rest, ':');
        const size_t length = colon != NULL ? (size_t)(colon - rest) : strlen(rest);
        pathname folder;
        if (ludo_path_set(&folder, rest, length) && length > 0) {
            status = look(p, folder.text, done);
        }
        rest = colon != NULL ? colon + 1 : NULL;
    }
    return status;
}

ludo_status ludo_package_search(const package_search *p)
{
    bool done = false;
    ludo_status status = look_in_given_folders(p, &done);
    if (status == LUDO_OK && !done) {
        status = look_above_model(p, &done);
    }
    if (status == LUDO_OK && !done) {
        status = look_by_environment(p, "ROS_PACKAGE_PATH", &done, look_below);
    }
    if (status == LUDO_OK && !done) {
        status = look_by_environment(p, "AMENT_PREFIX_PATH", &done, look_in_share);
    }
    return status;
}
