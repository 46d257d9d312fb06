/* SPDX-License-Identifier: Apache-2.0
 *
 * Commands and their options. One table per command drives parsing, help, and the refusal of
 * options that are not built yet. */
#ifndef LUDO_APP_TERMINAL_OPTIONS_H
#define LUDO_APP_TERMINAL_OPTIONS_H

#include "terminal/errors.h"

/* An option of a command. */
typedef struct option option;
struct option {
    const char *name;     /* with dashes; or a short and a long one: "-o, --output" */
    const char *argument; /* NULL: a flag */
    const char *help;
    outcome (*set)(const option *o, char *value, void *settings); /* NULL: not built yet */
    size_t field; /* offset of the value in the settings, or a number for the setter */
};

/* A command of the program. */
typedef struct command {
    const char *name, *summary;
    outcome (*run)(void *settings, int count, char **operands); /* NULL: not built yet */
    size_t settings_size;         /* of the settings that the options set */
    void (*init)(void *settings); /* sets defaults; NULL: all zero */
    /* sees all arguments before they are read, which changes some; NULL: does nothing */
    outcome (*keep)(void *settings, int count, char *const *arguments);
    void (*release)(void *settings); /* in any case at the end; NULL: nothing to release */
    const char *operands[3]; /* names of the required operands, in capitals; ended by NULL */
    const char *more;        /* name of optional further operands, "[C ..]"; NULL: none */
    const option *options;   /* ended by one without a name */
} command;

/* Run a command on the arguments after its name: parse options into its settings and run it on the
 * operands, at least the required ones, in order. After "--" all arguments are operands; "-" is
 * one, too. Prints errors of usage; --help prints the help. */
outcome ludo_options_run(const command *c, int argc, char **argv);

/* Values of a repeatable option, in order; all zero: none. */
typedef struct text_list {
    const char **texts; /* owned; the strings belong to the command line */
    int32_t count;
} text_list;

void ludo_options_release_texts(text_list *list);

/* Setters, in order: flag set to true, flag set to false (bool); text, file name, output file (not
 * "-", stdout), one of the words of the argument "a|b" (const char *); one more text of a
 * text_list; number, number > 0, number >= 0 (double); integer >= 1 (int32_t). */
outcome ludo_options_set_flag(const option *o, char *value, void *settings);
outcome ludo_options_clear_flag(const option *o, char *value, void *settings);
outcome ludo_options_set_text(const option *o, char *value, void *settings);
outcome ludo_options_set_file(const option *o, char *value, void *settings);
outcome ludo_options_set_output(const option *o, char *value, void *settings);
outcome ludo_options_set_choice(const option *o, char *value, void *settings);
outcome ludo_options_add_text(const option *o, char *value, void *settings);
outcome ludo_options_set_number(const option *o, char *value, void *settings);
outcome ludo_options_set_positive(const option *o, char *value, void *settings);
outcome ludo_options_set_not_negative(const option *o, char *value, void *settings);
outcome ludo_options_set_count(const option *o, char *value, void *settings);

/* Refuse the value of an option: "--dt S takes EXPECTED, not 'x'". */
outcome ludo_options_refuse_value(const option *o, const char *expected, const char *value);

#endif
