/* SPDX-License-Identifier: Apache-2.0
 *
 * Commands and their options: one table each drives reading, help and what is refused as not built
 * yet. */
#ifndef LUDO_APP_TERMINAL_OPTIONS_H
#define LUDO_APP_TERMINAL_OPTIONS_H

#include "terminal/errors.h"

/* An option of a command. */
typedef struct option option;
struct option {
    const char *name;     /* with its dashes; or two of them: "-o, --output" */
    const char *argument; /* NULL: a flag */
    const char *help;
    outcome (*set)(const option *o, char *value, void *settings); /* NULL: not built yet */
    size_t field; /* what is set: its offset in the settings, or what the setter makes of it */
};

/* A command of the program. */
typedef struct command command;
struct command {
    const char *name, *summary;
    outcome (*run)(const command *self, int argc, char **argv); /* NULL: not built yet */
    const char *operands[3]; /* what it needs that is no option, in capitals; ended by NULL */
    const char *more;        /* how any number more of them are called, "[C ..]"; NULL: none */
    const option *options;   /* ended by one without a name */
};

/* Read what follows the command's name into its settings; behind "--" nothing is an option. The
 * operands, at least those that the command needs, come to the front of argv, in their order; *argc
 * becomes their number. Returns whether to go on; if not (--help, a misuse) *how says how it ended.
 */
bool ludo_options_read(const command *c, int *argc, char **argv, void *settings, outcome *how);

/* Texts of a repeatable option, in the order given; all zero: none. */
typedef struct text_list {
    const char **texts; /* owned; what they point at is the command line's */
    int32_t count;
} text_list;

void ludo_options_release_texts(text_list *list);

/* Setters: a flag (bool) that becomes true, one that becomes false, a text, a text that names a
 * file, one of the words of the argument "a|b" (const char *), one more of a text_list, numbers,
 * those > 0 and those >= 0 (double), a whole number >= 1 (int32_t). */
outcome ludo_options_set_flag(const option *o, char *value, void *settings);
outcome ludo_options_clear_flag(const option *o, char *value, void *settings);
outcome ludo_options_set_text(const option *o, char *value, void *settings);
outcome ludo_options_set_file(const option *o, char *value, void *settings);
outcome ludo_options_set_choice(const option *o, char *value, void *settings);
outcome ludo_options_add_text(const option *o, char *value, void *settings);
outcome ludo_options_set_number(const option *o, char *value, void *settings);
outcome ludo_options_set_positive(const option *o, char *value, void *settings);
outcome ludo_options_set_not_negative(const option *o, char *value, void *settings);
outcome ludo_options_set_count(const option *o, char *value, void *settings);

/* Refuse the value of an option: "--dt S takes `what`, not 'x'". */
outcome ludo_options_refuse_value(const option *o, const char *what, const char *value);

#endif
