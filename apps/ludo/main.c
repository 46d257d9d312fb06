/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo: the program. Looks up the command and runs it. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

static const command view_command = {
    .name = "view",
    .summary = "Look at a mechanism or a trajectory.",
};

static const command *const commands[] = {
    &ludo_command_simulate, &ludo_command_sweep,
    &ludo_command_info,     &ludo_command_step_limit,
    &ludo_command_convert,  &ludo_command_integrators,
    &ludo_command_report,   &ludo_command_compare,
    &ludo_command_plot,     &view_command,
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const char *command_name(const void *of, int32_t number)
{
    (void)of;
    return commands[number]->name;
}

static void print_commands(bool built, const char *heading)
{
    fputs(heading, stdout);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if ((commands[i]->run != NULL) == built) {
            printf("  %-13s %s\n", commands[i]->name, commands[i]->summary);
        }
    }
}

static void print_help(void)
{
    puts("usage: ludo COMMAND [FILE ...] [OPTION ...]\n\n"
         "Simulates rigid multibody systems with variational integrators.\n");
    print_commands(true, "");
    print_commands(false, "\nnot yet:\n");
    puts("\nludo COMMAND --help describes a command; ludo --version prints the version.\n"
         "MODEL is an MJCF, URDF or SDF file; TRAJECTORY is a file of simulate --output FILE.h5.\n"
         "Units are SI, angles in radians.\n"
         "Exit codes: 0 success, 1 the simulation stopped early, 2 wrong usage, 3 bad model,\n"
         "4 a file can't be read or written.");
}

static outcome run(int argc, char **argv)
{
    if (argc < 2) {
        return ludo_error(OUTCOME_USAGE, "no command given; ludo --help lists the commands");
    }
    if (strcmp(argv[1], "--help") == 0) {
        print_help();
        return OUTCOME_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("ludo %s\n", ludo_version());
        return OUTCOME_DONE;
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(argv[1], commands[i]->name) == 0) {
            return commands[i]->run != NULL
                       ? ludo_options_run(commands[i], argc - 2, argv + 2)
                       : ludo_error(OUTCOME_USAGE, "command %s is not built yet", argv[1]);
        }
    }
    return ludo_error_unknown("command", argv[1], &(name_list){COMMAND_COUNT, command_name, NULL});
}

int main(int argc, char **argv)
{
    const outcome how = run(argc, argv);

    /* buffered output may still fail: the disk is full or the reader of a pipe is gone */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return (int)ludo_error_unwritable("standard output");
    }
    return (int)how;
}
