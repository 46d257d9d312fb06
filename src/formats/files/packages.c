/* SPDX-License-Identifier: Apache-2.0
 *
 * Search for packages. */
#define _XOPEN_SOURCE 700

#include "formats/files/packages.h"

#include "formats/text/xml.h"

#include <stdlib.h>
#include <string.h>

#include <dirent.h>

/* Maximum depth below the folders of ROS_PACKAGE_PATH, and maximum number of folders to visit. */
enum { MAX_DEPTH = 6, MAX_FOLDERS = 20000, MAX_MANIFEST = 1 << 20 };

static const char manifest[] = "package.xml";

static bool has_manifest(const char *folder)
{
    pathname file;
    return ludo_path_join(&file, folder, manifest) && ludo_path_is_file(file.text);
}

bool ludo_packages_find_around(const char *model, pathname *folder)
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

/* The text of <package><name>; "" where there is none. */
static const char *name_in(const xml_document *doc)
{
    int32_t e = xml_at(doc, 0)->first_child;
    while (e >= 0 && strcmp(xml_at(doc, e)->name, "name") != 0) {
        e = xml_at(doc, e)->next_sibling;
    }
    return e >= 0 ? xml_at(doc, e)->text : "";
}

/* The name that a folder's manifest gives; "" if there is no valid manifest. */
static ludo_status read_manifest(const ludo_allocator *a, const char *folder, pathname *name)
{
    pathname file;
    name->text[0] = '\0';
    if (!ludo_path_join(&file, folder, manifest) || !ludo_path_is_file(file.text)) {
        return LUDO_OK;
    }
    whole_file c;
    xml_document doc = {.allocator = *a};
    ludo_status status = ludo_whole_file_read_ordinary(&c, file.text, MAX_MANIFEST, a, NULL);
    if (status == LUDO_OK) {
        status = ludo_xml_parse(&doc, c.bytes, c.length, file.text, a, NULL);
    }
    if (status == LUDO_OK) {
        (void)ludo_path_set(name, name_in(&doc), strlen(name_in(&doc)));
    }
    ludo_xml_release(&doc);
    memory_give(a, c.bytes);
    return status == LUDO_NO_MEMORY ? status : LUDO_OK;
}

/* The name of a folder itself; "" if it has none. */
static void find_own_name(const char *folder, pathname *name)
{
    pathname resolved;
    const char *own = ludo_path_resolve(&resolved, folder) ? ludo_path_name(&resolved) : "";
    (void)ludo_path_set(name, own, strlen(own));
}

/* Report the subfolder that has the package's name. */
static void look_inside(const package_search *p, const char *folder, bool trusted, bool *done)
{
    pathname inside;
    if (!*done && ludo_path_join(&inside, folder, p->name) && ludo_path_is_folder(inside.text)) {
        *done = p->look(p->user, inside.text, trusted);
    }
}

/* Report a folder if it is the package, and its subfolder if that is. */
static ludo_status look_in(const package_search *p, const char *folder, bool *done)
{
    pathname name, own;
    const ludo_status status = read_manifest(&p->resolver->allocator, folder, &name);
    if (status == LUDO_OK) {
        find_own_name(folder, &own);
        const bool is_it = strcmp(name.text, p->name) == 0 || strcmp(own.text, p->name) == 0;
        *done = is_it && p->look(p->user, folder, false);
        look_inside(p, folder, false, done);
    }
    return status;
}

/* ---- folders to search ---- */

static ludo_status look_in_given_folders(const package_search *p, bool *done)
{
    const ludo_load_options *o = p->resolver->options;
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < o->package_dir_count && !*done && status == LUDO_OK; i++) {
        status = look_in(p, o->package_dirs[i], done);
    }
    return status;
}

static ludo_status look_above_model(const package_search *p, bool *done)
{
    pathname folder;
    bool more = ludo_path_resolve(&folder, ludo_path_folder(p->resolver->model).text);
    ludo_status status = LUDO_OK;
    while (more && !*done && status == LUDO_OK) {
        status = look_in(p, folder.text, done);
        more = ludo_path_up(&folder);
    }
    return status;
}

/* ---- environment ---- */

/* A folder of ROS_PACKAGE_PATH, or below one. */
typedef struct known_folder {
    char *path;
    char *name, *own; /* manifest name, folder name; "": none; NULL: not read yet */
    int32_t depth;    /* below that of ROS_PACKAGE_PATH */
} known_folder;

static int by_path(const void *a, const void *b)
{
    return strcmp(((const known_folder *)a)->path, ((const known_folder *)b)->path);
}

static bool add_folder(growing *list, const char *folder, int32_t depth, const ludo_allocator *a)
{
    known_folder *f = ludo_growing_add(list, sizeof *f, a);
    if (f == NULL) {
        return false;
    }
    f->depth = depth;
    f->path = memory_text(a, folder, strlen(folder));
    return f->path != NULL;
}

/* Whether to search a folder of the environment: not if it is hidden nor, below the folders that
 * ROS_PACKAGE_PATH itself names, if it is a link, which any user may have created. */
static bool is_searched(const struct dirent *entry, const char *path, int32_t depth)
{
    return entry->d_name[0] != '.' && ludo_path_is_folder(path) &&
           (depth == 1 || !ludo_path_is_link(path));
}

/* Add the subfolders of a folder to the list, sorted by name, up to `most`. */
static bool add_inner(growing *list, int32_t most, const char *folder, int32_t depth,
                      const ludo_allocator *a)
{
    const int32_t first = list->count;
    bool good = true;
    DIR *inner = opendir(folder);
    for (const struct dirent *e = inner != NULL ? readdir(inner) : NULL;
         e != NULL && good && list->count < most; e = readdir(inner)) {
        pathname below;
        if (ludo_path_join(&below, folder, e->d_name) && is_searched(e, below.text, depth)) {
            good = add_folder(list, below.text, depth, a);
        }
    }
    if (inner != NULL) {
        (void)closedir(inner);
    }
    if (good && list->count > first) {
        qsort((known_folder *)list->items + first, (size_t)(list->count - first),
              sizeof(known_folder), by_path);
    }
    return good;
}

/* Visit a folder of the list: read its name and add its subfolders. Packages contain no
 * packages. */
static ludo_status know_folder(growing *list, int32_t number, int32_t most, const ludo_allocator *a)
{
    pathname name, own;
    known_folder f = ((known_folder *)list->items)[number];
    const ludo_status status = read_manifest(a, f.path, &name);
    if (status != LUDO_OK) {
        return status;
    }
    find_own_name(f.path, &own);
    f.name = memory_text(a, name.text, strlen(name.text));
    f.own = memory_text(a, own.text, strlen(own.text));
    ((known_folder *)list->items)[number] = f;
    if (f.name == NULL || f.own == NULL ||
        (f.depth < MAX_DEPTH && !has_manifest(f.path) &&
         !add_inner(list, most, f.path, f.depth + 1, a))) {
        return LUDO_NO_MEMORY;
    }
    return LUDO_OK;
}

/* Breadth-first list of the folders of the environment. */
static ludo_status know_below(growing *list, const char *folder, const ludo_allocator *a)
{
    const int32_t first = list->count, most = first + MAX_FOLDERS;
    ludo_status status = add_folder(list, folder, 0, a) ? LUDO_OK : LUDO_NO_MEMORY;
    for (int32_t i = first; i < list->count && status == LUDO_OK; i++) {
        status = know_folder(list, i, most, a);
    }
    return status;
}

/* The next folder of a colon-separated list; false at its end. */
static bool next_folder(const char **rest, pathname *folder)
{
    while (*rest != NULL) {
        const char *colon = strchr(*rest, ':');
        const size_t length = colon != NULL ? (size_t)(colon - *rest) : strlen(*rest);
        const bool fits = ludo_path_set(folder, *rest, length);
        *rest = colon != NULL ? colon + 1 : NULL;
        if (fits && length > 0) {
            return true;
        }
    }
    return false;
}

/* List ROS_PACKAGE_PATH and all folders below, once per model. */
static ludo_status know_all(resolver *s)
{
    pathname folder;
    const char *rest = s->knows_folders ? NULL : getenv("ROS_PACKAGE_PATH");
    ludo_status status = LUDO_OK;
    while (status == LUDO_OK && next_folder(&rest, &folder)) {
        status = know_below(&s->folders, folder.text, &s->allocator);
    }
    s->knows_folders = true;
    return status;
}

static ludo_status look_by_ros(const package_search *p, bool *done)
{
    const ludo_status status = know_all(p->resolver);
    const growing *list = &p->resolver->folders;
    for (int32_t i = 0; i < list->count && !*done && status == LUDO_OK; i++) {
        const known_folder *f = (const known_folder *)list->items + i;
        const bool is_it = strcmp(f->name, p->name) == 0 || strcmp(f->own, p->name) == 0;
        *done = is_it && p->look(p->user, f->path, true);
        if (f->depth == 0) {
            look_inside(p, f->path, true, done);
        }
    }
    return status;
}

/* The package folder of the next prefix; false at the end of the list. */
static bool next_share(const char **rest, pathname *share)
{
    pathname prefix;
    bool fits = false;
    while (!fits && next_folder(rest, &prefix)) {
        fits = ludo_path_join(share, prefix.text, "share");
    }
    return fits;
}

static void look_by_ament(const package_search *p, bool *done)
{
    pathname share;
    const char *rest = getenv("AMENT_PREFIX_PATH");
    while (!*done && next_share(&rest, &share)) {
        look_inside(p, share.text, true, done);
    }
}

bool ludo_packages_in_environment(const pathname *resolved)
{
    pathname folder;
    bool found = false;
    const char *rest = getenv("ROS_PACKAGE_PATH");
    while (!found && next_folder(&rest, &folder)) {
        found = ludo_path_is_below(resolved, folder.text);
    }
    rest = getenv("AMENT_PREFIX_PATH");
    while (!found && next_share(&rest, &folder)) {
        found = ludo_path_is_below(resolved, folder.text);
    }
    return found;
}

void ludo_packages_release(resolver *s)
{
    known_folder *f = s->folders.items;
    for (int32_t i = 0; i < s->folders.count; i++) {
        memory_give(&s->allocator, f[i].path);
        memory_give(&s->allocator, f[i].name);
        memory_give(&s->allocator, f[i].own);
    }
    memory_give(&s->allocator, f);
    s->folders = (growing){0};
    s->knows_folders = false;
}

ludo_status ludo_packages_search(const package_search *p)
{
    bool done = false;
    ludo_status status = look_in_given_folders(p, &done);
    if (status == LUDO_OK && !done) {
        status = look_above_model(p, &done);
    }
    if (status == LUDO_OK && !done) {
        status = look_by_ros(p, &done);
    }
    if (status == LUDO_OK && !done) {
        look_by_ament(p, &done);
    }
    return status;
}
