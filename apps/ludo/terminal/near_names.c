/* SPDX-License-Identifier: Apache-2.0
 *
 * Suggestions for an unknown name. */
#include "terminal/near_names.h"

#include "terminal/printable.h"

enum { MOST_LISTED = 10 };

/* Print the first names and the number of the remaining ones. */
static void print_first(FILE *file, const name_list *names)
{
    int32_t count = 0;
    for (int32_t i = 0; i < names->count; i++) {
        const char *name = names->name(names->of, i);
        if (name != NULL && count++ < MOST_LISTED) {
            ludo_printable_print(file, "%s%s", count == 1 ? "there are " : ", ", name);
        }
    }
    if (count > MOST_LISTED) {
        fprintf(file, " and %d more", (int)count - MOST_LISTED);
    }
    fputs(count == 0 ? "there are none" : "", file);
}

void ludo_near_names_print(FILE *file, const char *wanted, const name_list *names)
{
    char question[1024];
    if (ludo_names_suggest(wanted, names, question, sizeof question)) {
        ludo_printable_print(file, "%s", question);
    } else {
        print_first(file, names);
    }
}
