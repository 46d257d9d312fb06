/* SPDX-License-Identifier: Apache-2.0
 *
 * How long a step may be, from the state that a simulation is in: what is proved, what rests on
 * sampled constants, what was tried, and what a motion asks for that is to be followed.
 * docs/theory/solvability.md has the derivations, docs/program.md the command. */
#ifndef LUDO_STEP_LIMIT_H
#define LUDO_STEP_LIMIT_H

#include "ludo/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a limit rests on. */
typedef enum ludo_limit_kind {
    LUDO_LIMIT_PROVED,    /* a theorem, from the model and the state */
    LUDO_LIMIT_SAMPLED,   /* a theorem with constants that are sampled, times a factor */
    LUDO_LIMIT_PRACTICAL, /* a rule for steps that follow the motion */
    LUDO_LIMIT_TOLD       /* a theorem that says less than that a step solves: not counted */
} ludo_limit_kind;

/** A step that something allows. */
typedef struct ludo_limit {
    const char *name;  /* static: "certified", "turn", .. */
    const char *about; /* static: in words */
    const char *at;    /* the joint or body that decides; NULL: none does */
    ludo_limit_kind kind;
    double dt;       /* [s]; HUGE_VAL: any */
    int32_t samples; /* that its constants are from; 0: it has none */
} ludo_limit;

/** Most limits that are told. */
enum { LUDO_LIMITS = 16 };

/** The limits of a state. */
typedef struct ludo_step_limits {
    const char *integrator; /* whose steps */
    double dt;              /* the largest sensible step: that of `practical`, and no larger than
                               `bound` [s]; > 0 and finite */
    const char *limited_by; /* the name of the limit that it is */
    const char *limited_at; /* its joint or body; may be NULL */

    double bound; /* the largest step whose equations are known to have one solution in reach: the
                     largest of those that are proved or sampled;
                     HUGE_VAL: any does; NaN: nothing is known [s] */
    const char *bounded_by; /* its name; NULL where there is none */
    ludo_limit_kind kind;   /* of it */
    double solved;          /* the largest step that was solved from here, all shorter ones tried
                               having been; at most 10; 0: none was [s] */
    double pessimism;       /* solved / bound; NaN where there is none, or one beyond 10 s */
    double practical;       /* the smallest of the practical ones [s] */

    int32_t samples; /* that its constants are from, times the factor `safety`; 0: none are */
    double safety;
    char unbounded[512]; /* why there is no bound; "" where there is one */

    int32_t count;
    ludo_limit limit[LUDO_LIMITS]; /* all of them */
} ludo_step_limits;

/** Find the limits of the state that a simulation is in, for its integrator and options. Steps are
 * tried on a copy; no bit of the simulation changes but what reading changes. Takes memory while it
 * runs: matrices of dof x dof, of trees that are certified dof^3 numbers.
 * @param why  the reason where it fails; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY, LUDO_SINGULAR (something moves without
 *         inertia), or what the projection returned */
LUDO_API ludo_status ludo_step_limit(ludo_sim *sim, ludo_step_limits *out, ludo_diagnostic *why);

#ifdef __cplusplus
}
#endif
#endif
