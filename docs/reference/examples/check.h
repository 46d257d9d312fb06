/* SPDX-License-Identifier: Apache-2.0
 *
 * For the examples: stop with the reason if a call fails; read and compile a model file. */
#ifndef CHECK_H
#define CHECK_H

#include <ludo/ludo.h>

#include <stdio.h>
#include <stdlib.h>

/* The status of a call, which must be LUDO_OK. Functions that say more write it to `why`. */
static inline void check(ludo_status status, const ludo_diagnostic *why)
{
    if (status != LUDO_OK) {
        fprintf(stderr, "%s\n",
                why != NULL && why->message[0] != '\0' ? why->message : ludo_status_text(status));
        exit(1);
    }
}

/* An expectation on a result. */
static inline void expect(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "not so: %s\n", what);
        exit(1);
    }
}

/* A compiled model of the file that the command line names, or of another one. */
static inline ludo_model *model_of(int argc, char **argv, const char *otherwise)
{
    ludo_diagnostic why = {.message = ""};
    ludo_model *model = NULL;
    check(ludo_load_model(argc > 1 ? argv[1] : otherwise, NULL, NULL, &model, &why), &why);
    return model;
}

/* A simulation of a model at its start. */
static inline ludo_sim *sim_of(const ludo_model *model, const ludo_sim_options *options)
{
    ludo_diagnostic why = {.message = ""};
    ludo_sim *sim = NULL;
    check(ludo_sim_create(model, options, NULL, &sim, &why), &why);
    return sim;
}

#endif
