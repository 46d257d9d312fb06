/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly of the initial state. */
#include "simulate/assembly_report.h"

#include "data/model_file.h"
#include "reading.h"
#include "terminal/loop_words.h"
#include "terminal/printable.h"

#include <math.h>
#include <string.h>

/* A displacement of a joint up to this is round-off [rad, m]. */
static const double moved_tolerance = 1e-9;

enum { MOST_LISTED = 5, MOST_NAMED = 3 }; /* joints in the table; joints or pairs in a warning */
enum { JOINT_ROWS = 6 };                  /* largest number of rows of a loop */

/* A smaller error may come from numbers rounded in the file [m, rad]. */
static const double rounding_gap = 1e-3;

const char *const ludo_assembly_report_outside_advice =
    "use --no-limits or another initial state (--qpos, --keyframe), or correct the range or the "
    "loop in the file";

/* Advice for a loop that can't be closed. */
static const char *gap_advice(const ludo_start_report *report)
{
    return report->gap < rounding_gap && report->tilt < rounding_gap
               ? "the error is within the precision of the file: if other joints already constrain "
                 "this direction, use a less restrictive closure (ball instead of hinge, 3d "
                 "instead of 6d)"
               : "check the lengths and frames around the loop, or choose another initial state "
                 "with --qpos or --keyframe";
}

/* Report the loop that can't be closed. */
static outcome report_open_loop(const ludo_model *model, const ludo_start_report *report,
                                const char *path)
{
    const ludo_loop_info loop = loop_info_of(model, report->loop);
    return ludo_error_model(
        &loop.place, path, "%s '%s' can't be closed: the best attempt leaves %s; %s",
        ludo_loop_words_noun(&loop), loop.name,
        ludo_loop_words_error(report->gap, report->tilt).text, gap_advice(report));
}

/* Warn of the rows of a loop that were dropped. */
static void warn_dropped_rows(const ludo_loop_info *loop, const ludo_loop_state *at,
                              const char *path)
{
    char rows[JOINT_ROWS * sizeof(phrase)] = "", message[sizeof rows + 512];
    size_t used = 0;
    for (int32_t row = 0; row < loop->rows && row < JOINT_ROWS; row++) {
        if ((at->left_out >> row & 1U) != 0) {
            used += (size_t)snprintf(rows + used, sizeof rows - used, "%s%s", used > 0 ? ", " : "",
                                     ludo_loop_words_row(loop, row).text);
        }
    }
    (void)snprintf(
        message, sizeof message,
        "%s '%s': these rows are redundant up to rounding of the input and were dropped: %s; "
        "the loop is open by %s",
        ludo_loop_words_noun(loop), loop->name, rows,
        ludo_loop_words_error(at->gap, at->tilt).text);
    const ludo_note_info note = {
        .struct_size = sizeof note, .place = loop->place, .message = message};
    ludo_model_file_print_note(&note, path, "warning: ");
}

/* Read the state of a loop; true if rows of it were dropped. */
static bool drops_rows(ludo_sim *sim, int32_t loop, ludo_loop_state *at)
{
    return ludo_sim_loop(sim, loop, at) == LUDO_OK && at->left_out != 0;
}

/* True if a joint moved by more than round-off. */
static bool has_moved(const ludo_sim *sim, int32_t joint)
{
    return joint_moved_of(sim, joint) > moved_tolerance;
}

/* The unit of a joint's coordinates. */
static const char *unit_of(const ludo_joint_info *joint)
{
    if (strcmp(joint->type, "slide") == 0) {
        return "m";
    }
    return strcmp(joint->type, "hinge") == 0 || strcmp(joint->type, "ball") == 0 ? "rad"
                                                                                 : "m or rad";
}

/* The coordinate of a limited degree of freedom; for a ball the angle of rotation. */
static double limited_coordinate(const ludo_joint_info *joint, const double *q, int32_t dof)
{
    const bool ball = strcmp(joint->type, "ball") == 0;
    const double sine = ball ? sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) : 0.0;
    return ball ? 2.0 * atan2(sine, fabs(q[0])) : q[dof];
}

static bool is_near(const double range[2], double at)
{
    return fabs(at - range[0]) <= moved_tolerance || fabs(at - range[1]) <= moved_tolerance;
}

static bool is_outside(const double range[2], double at)
{
    return at < range[0] - moved_tolerance || at > range[1] + moved_tolerance;
}

/* The first limited degree of freedom of a joint whose coordinate is so; -1: none. *at is the
 * coordinate. */
static int32_t find_dof(ludo_sim *sim, int32_t number,
                        bool (*is_so)(const double range[2], double at), double *at)
{
    const ludo_joint_info joint = joint_info_of(ludo_sim_model(sim), number);
    double q[LUDO_MAX_DOF + 1] = {0.0};
    if (joint.merged || joint.loop >= 0 || ludo_sim_joint_position(sim, number, q) != LUDO_OK) {
        return -1;
    }
    for (int32_t i = 0; i < joint.dof; i++) {
        *at = limited_coordinate(&joint, q, i);
        if (joint.along[i].limited && is_so(joint.along[i].range, *at)) {
            return i;
        }
    }
    return -1;
}

/* True if a joint is at one of its limits; *at is the coordinate. */
static bool is_at_limit(ludo_sim *sim, int32_t number, double *at)
{
    return find_dof(sim, number, is_near, at) >= 0;
}

/* Warn of the joints that were moved onto their limits; name the first ones. A simulation of a
 * tree does not record which joints moved: all at a limit are candidates. */
static void warn_limited(ludo_sim *sim, int32_t count, const char *path)
{
    const ludo_model *model = ludo_sim_model(sim);
    const bool tree = ludo_model_loop_count(model) == 0;
    int32_t found = 0;
    ludo_printable_print(
        stderr, "%s: warning: %d joint%s started outside of the limits and %s moved onto them",
        path, (int)count, ludo_printable_plural(count), count == 1 ? "is" : "are");
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info joint = joint_info_of(model, i);
        double at = 0.0;
        if ((tree || has_moved(sim, i)) && is_at_limit(sim, i, &at) && found++ < MOST_NAMED) {
            ludo_printable_print(stderr, "%s '%s' (%.4g %s)",
                                 found == 1 ? "; at a limit now:" : ",", joint.name, at,
                                 unit_of(&joint));
        }
    }
    if (found > MOST_NAMED) {
        fprintf(stderr, " and %d more", (int)(found - MOST_NAMED));
    }
    fputc('\n', stderr);
}

/* A coordinate without round-off, for a message. */
static double shown(double at)
{
    return fabs(at) > moved_tolerance ? at : 0.0;
}

/* Warn of the joints that loops hold outside of their limits; name the first ones. */
static void warn_outside(ludo_sim *sim, int32_t count, const char *path)
{
    const ludo_model *model = ludo_sim_model(sim);
    int32_t found = 0;
    ludo_printable_print(stderr, "%s: warning: loops hold %d joint%s outside of the limits", path,
                         (int)count, ludo_printable_plural(count));
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info joint = joint_info_of(model, i);
        double at = 0.0;
        const int32_t dof = find_dof(sim, i, is_outside, &at);
        if (dof >= 0 && found++ < MOST_NAMED) {
            const double *range = joint.along[dof].range;
            ludo_printable_print(stderr, "%s '%s' (%.4g %s, range %.4g to %.4g)",
                                 found == 1 ? ":" : ",", joint.name, shown(at), unit_of(&joint),
                                 range[0], range[1]);
        }
    }
    if (found > MOST_NAMED) {
        fprintf(stderr, " and %d more", (int)(found - MOST_NAMED));
    }
    fprintf(stderr, "; %s\n", ludo_assembly_report_outside_advice);
}

/* Warn of the geoms that overlap; name the deepest pairs. */
static void warn_overlaps(ludo_sim *sim, const char *path)
{
    const ludo_model *model = ludo_sim_model(sim);
    ludo_overlap pair[MOST_NAMED];
    int32_t count = 0;
    bool parts = false;
    if (ludo_sim_overlaps(sim, pair, MOST_NAMED, &count) != LUDO_OK || count == 0) {
        return;
    }
    ludo_printable_print(stderr,
                         "%s: warning: %d pair%s of geoms overlap%s in the initial state:", path,
                         (int)count, ludo_printable_plural(count), count == 1 ? "s" : "");
    for (int32_t i = 0; i < count && i < MOST_NAMED; i++) {
        const char *held = " (their joints leave no motion apart: they do not collide)";
        ludo_printable_print(stderr, "%s '%s' and '%s' by %.3g m%s", i > 0 ? "," : "",
                             geom_info_of(model, pair[i].geom_a).name,
                             geom_info_of(model, pair[i].geom_b).name, pair[i].depth,
                             pair[i].held ? held : "");
        parts = parts || !pair[i].held;
    }
    if (count > MOST_NAMED) {
        fprintf(stderr, " and %d more", (int)(count - MOST_NAMED));
    }
    fputs(parts ? "; contacts separate them over several steps: if they overlap by design, "
                  "exclude their bodies (--exclude)\n"
                : "\n",
          stderr);
}

/* Warn of all loops with dropped rows. */
static void warn_dropped(ludo_sim *sim, const char *path)
{
    const ludo_model *model = ludo_sim_model(sim);
    for (int32_t i = 0; i < ludo_model_loop_count(model); i++) {
        ludo_loop_state at = {.struct_size = sizeof at};
        if (drops_rows(sim, i, &at)) {
            const ludo_loop_info loop = loop_info_of(model, i);
            warn_dropped_rows(&loop, &at, path);
        }
    }
}

outcome ludo_assembly_report_assemble(ludo_sim *sim, const char *path, bool warns)
{
    const ludo_model *model = ludo_sim_model(sim);
    ludo_start_report report = {.struct_size = sizeof report, .loop = -1};
    if (ludo_sim_project(sim, &report) == LUDO_OPEN_LOOP) {
        return report_open_loop(model, &report, path);
    }
    if (!warns) {
        return OUTCOME_DONE;
    }
    warn_overlaps(sim, path);
    if (report.limited > 0) {
        warn_limited(sim, report.limited, path);
    }
    if (report.outside > 0) {
        warn_outside(sim, report.outside, path);
    }
    if (report.left_out > 0) {
        warn_dropped(sim, path);
    }
    if (report.sleepless != NULL) {
        ludo_printable_print(stderr, "%s: warning: --sleep has no effect: %s\n", path,
                             report.sleepless);
    }
    return OUTCOME_DONE;
}

/* The joints that moved most, in descending order; returns the number of joints that moved. */
static int32_t find_most_moved(const ludo_sim *sim, int32_t most_moved[MOST_LISTED])
{
    int32_t count = 0;
    for (int32_t i = 0; i < ludo_model_joint_count(ludo_sim_model(sim)); i++) {
        const double distance_moved = joint_moved_of(sim, i);
        if (distance_moved <= moved_tolerance) {
            continue;
        }
        int32_t place = count < MOST_LISTED ? count : MOST_LISTED;
        for (; place > 0 && distance_moved > joint_moved_of(sim, most_moved[place - 1]); place--) {
            if (place < MOST_LISTED) {
                most_moved[place] = most_moved[place - 1];
            }
        }
        if (place < MOST_LISTED) {
            most_moved[place] = i;
        }
        count++;
    }
    return count;
}

void ludo_assembly_report_print(FILE *file, const char *heading, const ludo_sim *sim)
{
    int32_t most_moved[MOST_LISTED];
    const int32_t count = find_most_moved(sim, most_moved);
    if (count == 0) {
        return;
    }
    paragraph p = ludo_paragraph_begin(file, (int)strlen(heading) + 1, "%s", heading);
    for (int32_t k = 0; k < count && k < MOST_LISTED; k++) {
        const ludo_joint_info joint = joint_info_of(ludo_sim_model(sim), most_moved[k]);
        ludo_paragraph_add(&p, k == 0 ? "" : ",", "%s by %.3g %s", joint.name,
                           joint_moved_of(sim, most_moved[k]), unit_of(&joint));
    }
    if (count > MOST_LISTED) {
        ludo_paragraph_add(&p, ",", "%d more by less", (int)(count - MOST_LISTED));
    }
    ludo_paragraph_end(&p);
}

void ludo_assembly_report_write(json *j, const char *key, const ludo_sim *sim)
{
    const ludo_model *model = ludo_sim_model(sim);
    ludo_json_open_object(j, key);
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        if (has_moved(sim, i)) {
            ludo_json_number(j, ludo_model_joint_name(model, i), joint_moved_of(sim, i));
        }
    }
    ludo_json_close_object(j);
}

void ludo_assembly_report_write_dropped(json *j, const char *key, ludo_sim *sim)
{
    const ludo_model *model = ludo_sim_model(sim);
    ludo_json_open_object(j, key);
    for (int32_t i = 0; i < ludo_model_loop_count(model); i++) {
        ludo_loop_state at = {.struct_size = sizeof at};
        if (drops_rows(sim, i, &at)) {
            ludo_json_number(j, loop_info_of(model, i).name, fmax(at.gap, at.tilt));
        }
    }
    ludo_json_close_object(j);
}

void ludo_assembly_report_warn_moved(ludo_sim *sim, const bool *kept, const char *path)
{
    const ludo_model *model = ludo_sim_model(sim);
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        double at = 0.0;
        if (kept[i] && has_moved(sim, i) && !is_at_limit(sim, i, &at)) {
            const ludo_joint_info joint = joint_info_of(model, i);
            ludo_printable_print(
                stderr,
                "%s: warning: joint '%s' was to be held, but closing the loops moved it by "
                "%.3g %s\n",
                path, joint.name, joint_moved_of(sim, i), unit_of(&joint));
        }
    }
}
