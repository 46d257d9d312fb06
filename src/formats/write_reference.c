/* SPDX-License-Identifier: Apache-2.0
 *
 * References from a model to a file, relative to the model's folder. */
#include "formats/files/paths.h"
#include "formats/write.h"

/* Length of the common parent folders of two resolved paths. */
static size_t common_folders(const char *a, const char *b)
{
    size_t common = 0;
    for (size_t i = 0; a[i] == b[i] && a[i] != '\0'; i++) {
        common = a[i] == '/' ? i + 1 : common;
    }
    return common;
}

write_reference ludo_write_reference(writer *w, const char *file)
{
    pathname from, to;
    pathname folder = ludo_path_folder(w->path);
    if (*file == '\0' || !ludo_path_resolve(&from, folder.text) ||
        !ludo_path_join(&from, from.text, "") || !ludo_path_resolve(&to, file)) {
        return (write_reference){file, false};
    }
    const size_t common = common_folders(from.text, to.text);
    const char *reference = to.text + common;
    for (const char *c = from.text + common; *c != '\0'; c++) {
        reference = *c == '/' ? ludo_write_say(w, "../%s", reference) : reference;
    }
    return (write_reference){ludo_write_say(w, "%s", reference), from.text[common] == '\0'};
}
