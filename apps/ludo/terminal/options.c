/* SPDX-License-Identifier: Apache-2.0
 *
 * Parsing of options by their table. */
#include "terminal/options.h"

#include "terminal/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- setters ---- */

/* The long name of an option: the last one. */
static const char *long_name(const option *o)
{
    const char *blank = strrchr(o->name, ' ');
    return blank != NULL ? blank + 1 : o->name;
}

static void *field_of(const option *o, void *settings)
{
    return (char *)settings + o->field;
}

outcome ludo_options_refuse_value(const option *o, const char *expected, const char *value)
{
    return ludo_error(OUTCOME_USAGE, "%s %s takes %s, not '%s'", long_name(o), o->argument,
                      expected, value);
}

outcome ludo_options_set_flag(const option *o, char *value, void *settings)
{
    (void)value;
    *(bool *)field_of(o, settings) = true;
    return OUTCOME_DONE;
}

outcome ludo_options_clear_flag(const option *o, char *value, void *settings)
{
    (void)value;
    *(bool *)field_of(o, settings) = false;
    return OUTCOME_DONE;
}

outcome ludo_options_set_text(const option *o, char *value, void *settings)
{
    *(const char **)field_of(o, settings) = value;
    return OUTCOME_DONE;
}

outcome ludo_options_set_file(const option *o, char *value, void *settings)
{
    return *value != '\0' ? ludo_options_set_text(o, value, settings)
                          : ludo_options_refuse_value(o, "the name of a file", value);
}

outcome ludo_options_set_output(const option *o, char *value, void *settings)
{
    return strcmp(value, "-") != 0
               ? ludo_options_set_file(o, value, settings)
               : ludo_error(OUTCOME_USAGE,
                            "%s can't write to standard output; give a file name ('./-' for a file "
                            "named '-')",
                            long_name(o));
}

outcome ludo_options_set_choice(const option *o, char *value, void *settings)
{
    const size_t length = strlen(value);
    for (const char *word = o->argument; word != NULL; word = strchr(word, '|')) {
        word += *word == '|';
        if (strcspn(word, "|") == length && strncmp(word, value, length) == 0) {
            return ludo_options_set_text(o, value, settings);
        }
    }
    return ludo_options_refuse_value(o, "one of these", value);
}

outcome ludo_options_add_text(const option *o, char *value, void *settings)
{
    text_list *list = field_of(o, settings);
    const char **longer = realloc(list->texts, ((size_t)list->count + 1) * sizeof *longer);
    if (longer == NULL) {
        return ludo_error_memory();
    }
    longer[list->count++] = value;
    list->texts = longer;
    return OUTCOME_DONE;
}

void ludo_options_release_texts(text_list *list)
{
    free(list->texts);
    *list = (text_list){NULL, 0};
}

outcome ludo_options_set_number(const option *o, char *value, void *settings)
{
    return ludo_values_number(value, field_of(o, settings))
               ? OUTCOME_DONE
               : ludo_options_refuse_value(o, "a number", value);
}

outcome ludo_options_set_positive(const option *o, char *value, void *settings)
{
    double number;
    if (!ludo_values_number(value, &number) || !(number > 0.0)) {
        return ludo_options_refuse_value(o, "a number above 0", value);
    }
    *(double *)field_of(o, settings) = number;
    return OUTCOME_DONE;
}

outcome ludo_options_set_not_negative(const option *o, char *value, void *settings)
{
    double number;
    if (!ludo_values_number(value, &number) || !(number >= 0.0)) {
        return ludo_options_refuse_value(o, "a number of 0 or more", value);
    }
    *(double *)field_of(o, settings) = number;
    return OUTCOME_DONE;
}

outcome ludo_options_set_count(const option *o, char *value, void *settings)
{
    if (!ludo_values_count(value, field_of(o, settings))) {
        return ludo_options_refuse_value(o, "an integer of 1 or more", value);
    }
    return OUTCOME_DONE;
}

/* ---- help ---- */

enum { HELP_COLUMN = 37, LINE_WIDTH = 100 };

/* Print a text from HELP_COLUMN on, with line breaks at blanks. */
static void print_wrapped(const char *text)
{
    const size_t room = LINE_WIDTH - HELP_COLUMN;
    size_t length = strlen(text);
    while (length > room) {
        size_t end = room;
        while (end > 0 && text[end] != ' ') {
            end--;
        }
        end = end > 0 ? end : room;
        printf("%.*s\n%*s", (int)end, text, HELP_COLUMN, "");
        end += text[end] == ' ';
        text += end;
        length -= end;
    }
    puts(text);
}

/* Names too long for their column have the help in the next line. */
static void print_option(const char *name, const char *argument, const char *help)
{
    int width = printf("  %s%s%s", name, *argument != '\0' ? " " : "", argument);
    if (width >= HELP_COLUMN) {
        putchar('\n');
        width = 0;
    }
    printf("%*s", HELP_COLUMN - width, "");
    print_wrapped(help);
}

/* Print the options that are built, or those that are not. */
static void print_options(const command *c, bool built, const char *heading)
{
    int count = 0;
    for (const option *o = c->options; o->name != NULL; o++) {
        if ((o->set != NULL) == built) {
            fputs(count++ == 0 ? heading : "", stdout);
            print_option(o->name, o->argument != NULL ? o->argument : "", o->help);
        }
    }
}

static void print_help(const command *c)
{
    printf("usage: ludo %s", c->name);
    for (int i = 0; c->operands[i] != NULL; i++) {
        printf(" %s", c->operands[i]);
    }
    printf("%s%s [OPTION ...]\n\n%s\n\n", c->more != NULL ? " " : "",
           c->more != NULL ? c->more : "", c->summary);
    print_options(c, true, "");
    print_option("--help", "", "print this help");
    puts("\nDefaults are in parentheses.");
    print_options(c, false, "\nnot yet:\n");
}

/* ---- reading ---- */

static const char *option_name(const void *of, int32_t number)
{
    const option *o = &((const command *)of)->options[number];
    return o->name != NULL ? long_name(o) : "--help";
}

/* True if an option has the name of this length. */
static bool has_name(const option *o, const char *name, size_t length)
{
    const size_t first = strcspn(o->name, ",");
    const char *last = long_name(o);
    return (first == length && strncmp(o->name, name, length) == 0) ||
           (strlen(last) == length && strncmp(last, name, length) == 0);
}

/* The option of an argument "--name" or "--name=value"; NULL: unknown. */
static const option *find_option(const command *c, const char *argument)
{
    const size_t length = strcspn(argument, "=");
    for (const option *o = c->options; o->name != NULL; o++) {
        if (has_name(o, argument, length)) {
            return o;
        }
    }
    return NULL;
}

static outcome refuse_option(const command *c, const char *argument)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(argument, "="), argument);
    int32_t count = 1; /* --help takes the place of the end mark */
    for (const option *o = c->options; o->name != NULL; o++) {
        count++;
    }
    const name_list names = {count, option_name, c};
    return ludo_error_unknown("option", name, &names);
}

/* Parse the option argv[*at], with its value from argv[*at + 1] if it is not in the same argument.
 */
static outcome read_option(const command *c, int argc, char **argv, int *at, void *settings)
{
    const option *o = find_option(c, argv[*at]);
    if (o == NULL) {
        return refuse_option(c, argv[*at]);
    }
    if (o->set == NULL) {
        return ludo_error(OUTCOME_USAGE, "option %s is not built yet", o->name);
    }
    char *value = strchr(argv[*at], '=');
    if (o->argument == NULL) {
        return value == NULL ? o->set(o, NULL, settings)
                             : ludo_error(OUTCOME_USAGE, "option %s takes no value", o->name);
    }
    if (value != NULL) {
        return o->set(o, value + 1, settings);
    }
    if (*at + 1 >= argc) {
        return ludo_error(OUTCOME_USAGE, "option %s needs a value: %s", o->name, o->argument);
    }
    return o->set(o, argv[++*at], settings);
}

/* ---- operands ---- */

static int needed_operands(const command *c)
{
    int count = 0;
    while (c->operands[count] != NULL) {
        count++;
    }
    return count;
}

/* Append an argument to the operands. */
static outcome take_operand(const command *c, char *argument, int *count, char **operands)
{
    const int needed = needed_operands(c);
    if (needed == 0) {
        return ludo_error(OUTCOME_USAGE, "%s takes no operands, but '%s' is given", c->name,
                          argument);
    }
    if (*count >= needed && c->more == NULL) {
        return ludo_error(OUTCOME_USAGE, "%s is given twice: '%s' and '%s'; give one",
                          c->operands[needed - 1], operands[*count - 1], argument);
    }
    operands[(*count)++] = argument;
    return OUTCOME_DONE;
}

/* Check that all required operands are given. */
static outcome check_operands(const command *c, int count)
{
    if (count >= needed_operands(c)) {
        return OUTCOME_DONE;
    }
    const char *what = c->operands[count];
    return ludo_error(OUTCOME_USAGE, "%s needs %s %s; see ludo %s --help", c->name,
                      strchr("AEIOU", *what) != NULL ? "an" : "a", what, c->name);
}

/* Parse the arguments into the settings and move the operands to the front of argv; *argc becomes
 * their number. Returns true to run the command; else (--help, wrong usage) *how is the exit code.
 */
static bool read_arguments(const command *c, int *argc, char **argv, void *settings, outcome *how)
{
    int count = 0;
    bool options = true; /* false after "--" */
    *how = OUTCOME_DONE;
    for (int i = 0; i < *argc && *how == OUTCOME_DONE; i++) {
        if (!options || argv[i][0] != '-' || argv[i][1] == '\0') {
            *how = take_operand(c, argv[i], &count, argv);
        } else if (strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (strcmp(argv[i], "--help") == 0) {
            print_help(c);
            return false;
        } else {
            *how = read_option(c, *argc, argv, &i, settings);
        }
    }
    *how = *how == OUTCOME_DONE ? check_operands(c, count) : *how;
    *argc = count;
    return *how == OUTCOME_DONE;
}

outcome ludo_options_run(const command *c, int argc, char **argv)
{
    void *settings = calloc(1, c->settings_size);
    outcome how = OUTCOME_DONE;
    if (settings == NULL) {
        return ludo_error_memory();
    }
    if (c->init != NULL) {
        c->init(settings);
    }
    if (c->keep != NULL) {
        how = c->keep(settings, argc, argv);
    }
    if (how == OUTCOME_DONE && read_arguments(c, &argc, argv, settings, &how)) {
        how = c->run(settings, argc, argv);
    }
    if (c->release != NULL) {
        c->release(settings);
    }
    free(settings);
    return how;
}
