/* SPDX-License-Identifier: Apache-2.0
 *
 * The longest sensible step from the state of a simulation: proved bounds, bounds with sampled
 * constants, steps that were tried, and steps that resolve the motion.
 * docs/theory/solvability.md has the derivations, docs/program.md the command. */
#ifndef LUDO_STEP_LIMIT_H
#define LUDO_STEP_LIMIT_H

#include "ludo/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The basis of a limit. */
typedef enum ludo_limit_kind {
    LUDO_LIMIT_PROVED,     /* a theorem, from the model and the state */
    LUDO_LIMIT_SAMPLED,    /* a theorem with constants that are sampled, times a factor */
    LUDO_LIMIT_PRACTICAL,  /* a rule for steps that follow the motion */
    LUDO_LIMIT_INFORMATIVE /* a theorem weaker than "the step has a solution": for information */
} ludo_limit_kind;

/** A limit of the step. */
typedef struct ludo_limit {
    const char *name;     /* static: "certified", "turn", .. */
    const char *about;    /* static: in words */
    ludo_node at;         /* the joint or body that determines it */
    ludo_limit_kind kind; /* its basis */
    double dt;            /* [s]; HUGE_VAL: any */
    int32_t samples;      /* number of samples behind its constants; 0: no sampled constants */
} ludo_limit;

/** The largest number of limits. */
enum { LUDO_MAX_LIMITS = 16 };

/** The limits of a state. */
typedef struct ludo_step_limits {
    size_t struct_size;
    const char *integrator; /* whose steps */
    double dt;              /* the largest sensible step: the smaller of `practical` and `bound`
                               [s]; > 0 and finite */
    const char *limited_by; /* the name of the limit that determines it */
    ludo_node limited_at;   /* its joint or body */

    double bound; /* the largest step whose equations are known to have exactly one solution in
                     reach: the largest of the proved and sampled limits; HUGE_VAL: any step;
                     NaN: unknown [s] */
    const char *bounded_by; /* name of the limit that is `bound`; NULL: unknown */
    ludo_limit_kind kind;   /* of `bound` */
    double solved;          /* the largest step that was solved, with all shorter ones tried; at
                               most 10; 0: none [s] */
    double pessimism;       /* solved / bound; NaN without a bound, or with one beyond 10 s */
    double practical;       /* the smallest of the practical limits [s] */

    int32_t samples;     /* number of samples behind the constants of `bound`; 0: none */
    double safety;       /* factor on sampled constants */
    char unbounded[512]; /* reason why there is no bound; "": there is one */

    int32_t count;                     /* number of limits */
    ludo_limit limit[LUDO_MAX_LIMITS]; /* all of them */
} ludo_step_limits;

/** Find the limits at the state of a simulation, for its integrator and options. Steps are tried on
 * a copy; the simulation changes only as by reading. Allocates memory while it runs: matrices of
 * dof x dof, for trees that are certified dof^3 numbers.
 * @param why  the reason of a failure; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY, LUDO_SINGULAR (a motion without inertia), or
 *         the status of the projection */
LUDO_API ludo_status ludo_step_limit(ludo_sim *sim, ludo_step_limits *out, ludo_diagnostic *why);

#ifdef __cplusplus
}
#endif
#endif
