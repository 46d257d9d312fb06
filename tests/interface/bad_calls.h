/* SPDX-License-Identifier: Apache-2.0
 *
 * The fixture of the generated test of bad calls (make_bad_calls.py): valid objects of every type,
 * and the checks after a call. */
#ifndef LUDO_TESTS_BAD_CALLS_H
#define LUDO_TESTS_BAD_CALLS_H

#include "folder.h"
#include "support.h"

#include <math.h>
#include <string.h>

/* Doubles in a buffer for any array that a function reads or writes; contacts in a list. */
enum { ROOM = 1024, CONTACTS = 64, UNTOUCHED = 0x3f };

/* What a call has to do: return LUDO_BAD_ARGUMENT or a value of none; return an error now, or
 * compile to one; return anything without a crash; succeed; succeed, and the description compiles.
 */
typedef enum expectation { REFUSED, REFUSED_LATER, ANYTHING, FINE, COMPILES } expectation;

/* Valid objects. `twin` is a simulation of the model, `arm` one with derivatives. */
typedef struct bad_calls {
    ludo_spec *spec, *wet_spec;
    ludo_model *model, *wet_model, *arm_model;
    ludo_sim *sim, *twin, *arm;
    ludo_dynamics *dynamics;
    ludo_linearizer *linearizer;
    ludo_batch *batch;
    ludo_ldu *ldu;
    ludo_recorder *recorder;
    ludo_trajectory *trajectory;
    const char *model_file, *state_file, *trajectory_file, *new_file;
    double q[ROOM];
    int32_t groups[2], number;
    char text[64];
    ludo_contact contacts[CONTACTS];
    ludo_overlap overlaps[CONTACTS];
    size_t state_size;
    unsigned char *state, *bytes; /* the state of `sim`; room for one */
    size_t spec_print;            /* fingerprint of `spec` */
    const char *what;             /* the call that is tested */
    int failures;
} bad_calls;

extern const char bad_calls_text[];
extern const double bad_calls_vertex[12], bad_calls_inertia[6];
extern const int32_t bad_calls_face[12], bad_calls_dim[2], bad_calls_edge[2];

/* Files of the test, in a folder of its own, which is entered; its removal, as cmocka's teardown.
 */
void bad_calls_files(void);
int bad_calls_end(void **state);

/* Objects, and files that are open if a test is of them. */
void bad_calls_open(bad_calls *f, bool with_files);
void bad_calls_close(bad_calls *f);

/* Objects are as they were when the fixture was opened. */
void check_unchanged(bad_calls *f);

/* The status is the expected one; after an error, the objects are unchanged, after success the
 * description compiles to an error or to a model that can be stepped, and the fixture is fresh. */
void check_status(bad_calls *f, ludo_status got, expectation expected);

/* A reason is written if and only if the call failed. */
void check_why(bad_calls *f, ludo_status got, const ludo_diagnostic *why);

/* An output that was filled with UNTOUCHED is so still if an argument was bad. */
void check_output(bad_calls *f, ludo_status got, const void *output, size_t size);

/* A copy of an array of numbers up to the one at `last`, which is NaN; zeros for NULL. */
const double *with_nan(const double *numbers, int32_t last);

/* A value that means "none". */
void check_none(bad_calls *f, bool none, expectation expected);

void no_force(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user);
void no_warning(void *user, ludo_place place, const char *message);
const char *name_of(const void *of, int32_t number);

#endif
