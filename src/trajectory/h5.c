/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls into HDF5: error messages and turns. */
#define _XOPEN_SOURCE 700

#include "trajectory/h5.h"

#include "core/diagnostic.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <pthread.h>

/* ---- what failed ---- */

/* The first error of a turn, because cleanup calls may fail as well. Each thread has its own. */
static struct {
    char text[256];
    bool known, of_system;
} reason;

static const char system_says[] = "error message = '";

/* HDF5's error walk starts at the innermost error: keep that one, or the system's message. */
static herr_t take_reason(unsigned number, const H5E_error2_t *error, void *unused)
{
    (void)unused;
    const char *said = strstr(error->desc, system_says);
    if (said != NULL && !reason.of_system) {
        said += sizeof system_says - 1;
        (void)snprintf(reason.text, sizeof reason.text, "%.*s", (int)strcspn(said, "'"), said);
        reason.of_system = true;
    } else if (number == 0) {
        (void)snprintf(reason.text, sizeof reason.text, "%s", error->desc);
    }
    return 0;
}

/* Error handler of HDF5. */
static herr_t hear(hid_t errors, void *unused)
{
    if (!reason.known) {
        reason.known = true;
        (void)H5Ewalk2(errors, H5E_WALK_UPWARD, take_reason, unused);
    }
    return 0;
}

void ludo_h5_forget(void)
{
    reason.known = reason.of_system = false;
    (void)snprintf(reason.text, sizeof reason.text, "the reason is unknown");
}

ludo_status ludo_h5_say(const h5_file *f, ludo_status status, const char *format, ...)
{
    char text[sizeof f->why->message];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ludo_diagnose(f->why, (ludo_place){f->path, 0, 0}, "%s", text);
    return status;
}

ludo_status ludo_h5_say_status(const h5_file *f, ludo_status status)
{
    return ludo_h5_say(f, status, "%s", ludo_status_text(status));
}

ludo_status ludo_h5_no_memory(const h5_file *f)
{
    return ludo_h5_say_status(f, LUDO_NO_MEMORY);
}

ludo_status ludo_h5_unwritten(const h5_file *f)
{
    return ludo_h5_say(f, LUDO_IO, "%s", reason.text);
}

ludo_status ludo_h5_unread(const h5_file *f, const char *name)
{
    return reason.of_system ? ludo_h5_say(f, LUDO_IO, "cannot read %s: %s", name, reason.text)
                            : ludo_h5_say(f, LUDO_PARSE, "%s is damaged: %s", name, reason.text);
}

ludo_status ludo_h5_unfit(const h5_file *f, const char *name, const char *what)
{
    return reason.known ? ludo_h5_unread(f, name) : ludo_h5_say(f, LUDO_PARSE, "%s %s", name, what);
}

/* ---- turns ---- */

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

h5_turn ludo_h5_enter(void)
{
    h5_turn before = {NULL, NULL};
    (void)pthread_mutex_lock(&one_at_a_time);
    (void)H5Eget_auto2(H5E_DEFAULT, &before.print, &before.data);
    (void)H5Eset_auto2(H5E_DEFAULT, hear, NULL);
    ludo_h5_forget();
    return before;
}

void ludo_h5_leave(h5_turn turn)
{
    (void)H5Eclear2(H5E_DEFAULT);
    (void)H5Eset_auto2(H5E_DEFAULT, turn.print, turn.data);
    (void)pthread_mutex_unlock(&one_at_a_time);
}

/* ---- what is in the file ---- */

enum { LONGEST_NAME = 64 }; /* all names that are looked up are shorter */

static bool is_here(hid_t file, const char *name)
{
    H5L_info_t link;
    return H5Lexists(file, name, H5P_DEFAULT) > 0 &&
           H5Lget_info(file, name, &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD;
}

bool ludo_h5_holds(const h5_file *f, const char *name)
{
    char way[LONGEST_NAME];
    for (const char *end = strchr(name, '/'); end != NULL; end = strchr(end + 1, '/')) {
        (void)snprintf(way, sizeof way, "%.*s", (int)(end - name), name);
        if (!is_here(f->id, way)) {
            return false;
        }
    }
    return is_here(f->id, name);
}

hsize_t ludo_h5_length(const h5_file *f)
{
    hsize_t length = 0;
    return H5Fget_filesize(f->id, &length) >= 0 ? length : 0;
}
