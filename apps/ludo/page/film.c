/* SPDX-License-Identifier: Apache-2.0
 *
 * The poses of bodies at the frames of an animation. */
#include "page/film.h"
#include "reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POSITION = 3, ORIENTATION = 4, POSE = POSITION + ORIENTATION };

int32_t ludo_film_bodies(const ludo_model *model)
{
    int32_t count = 0;
    for (int32_t i = 0; i < ludo_model_body_count(model); i++) {
        count += body_info_of(model, i).merged_into == i;
    }
    return count;
}

/* ---- collecting ---- */

static bool make_room(film *f)
{
    const size_t all = (size_t)ludo_model_body_count(f->model) + 1;
    const size_t frames = (size_t)f->frames, moving = (size_t)f->body_count;
    f->bodies = malloc(all * sizeof *f->bodies);
    f->time = malloc(frames * sizeof *f->time);
    f->position = malloc((POSITION * moving + 1) * frames * sizeof *f->position);
    f->orientation = malloc((ORIENTATION * moving + 1) * frames * sizeof *f->orientation);
    f->rest = malloc(POSE * all * sizeof *f->rest);
    return f->bodies != NULL && f->time != NULL && f->position != NULL && f->orientation != NULL &&
           f->rest != NULL;
}

bool ludo_film_begin(film *f, const ludo_model *model, int64_t knots, int32_t most)
{
    const int64_t every = knots > 1 ? (knots - 2) / (most - 1) + 1 : 1;
    *f = (film){.model = model,
                .body_count = ludo_film_bodies(model),
                .knots = knots,
                .every = every,
                .frames = (int32_t)((knots - 2 + every) / every) + 1};
    if (!make_room(f)) {
        return false;
    }
    for (int32_t i = 0, k = 0; i < ludo_model_body_count(model); i++) {
        if (body_info_of(model, i).merged_into == i) {
            f->bodies[k++] = i;
        }
    }
    return true;
}

/* Of the two quaternions of an orientation, store the one closer to the previous frame. */
static void take_orientation(film *f, double *first, const double *q)
{
    const size_t frames = (size_t)f->frames, now = (size_t)f->taken;
    double along = 0.0;
    for (size_t k = 0; k < ORIENTATION && now > 0; k++) {
        along += q[k] * first[k * frames + now - 1];
    }
    for (size_t k = 0; k < ORIENTATION; k++) {
        first[k * frames + now] = along < 0.0 ? -q[k] : q[k];
    }
}

bool ludo_film_add(film *f, int64_t number, const ludo_sample *knot)
{
    const size_t frames = (size_t)f->frames;
    if (number == 0) {
        memcpy(f->rest, knot->pose,
               POSE * (size_t)ludo_model_body_count(f->model) * sizeof *f->rest);
    }
    if (number % f->every != 0 && number != f->knots - 1) {
        return false;
    }
    f->time[f->taken] = knot->time;
    for (size_t b = 0; b < (size_t)f->body_count; b++) {
        const double *pose = knot->pose + POSE * (size_t)f->bodies[b];
        for (size_t k = 0; k < POSITION; k++) {
            f->position[(POSITION * b + k) * frames + (size_t)f->taken] = pose[k];
        }
        take_orientation(f, f->orientation + ORIENTATION * b * frames, pose + POSITION);
    }
    f->taken++;
    return true;
}

void ludo_film_release(film *f)
{
    free(f->bodies);
    free(f->time);
    free(f->position);
    free(f->orientation);
    free(f->rest);
    *f = (film){.frames = 0};
}

/* ---- writing ---- */

/* Plan the packing of positions with one scale for all axes: 2^-20 of the largest extent along an
 * axis, finer than visible, or coarser if 32 bits require it for points far from the origin. */
static packed_list plan_positions(const film *f)
{
    const double parts = 0x1p20, most = 0x1p31 - 1.0;
    const size_t moving = (size_t)f->body_count, frames = (size_t)f->frames;
    double low[POSITION], high[POSITION], extent = 0.0, reach = 0.0;
    for (size_t k = 0; k < POSITION; k++) {
        low[k] = high[k] = moving > 0 ? f->position[k * frames] : 0.0;
    }
    for (size_t i = 0; i < POSITION * moving * frames; i++) {
        const size_t k = i / frames % POSITION;
        low[k] = fmin(low[k], f->position[i]);
        high[k] = fmax(high[k], f->position[i]);
    }
    for (size_t k = 0; k < POSITION; k++) {
        extent = fmax(extent, high[k] - low[k]);
        reach = fmax(reach, fmax(fabs(low[k]), fabs(high[k])));
    }
    const double scale = fmax(extent / parts, reach / most);
    return (packed_list){.tracks = POSITION * f->body_count,
                         .count = f->frames,
                         .bytes = 4,
                         .scale = isnormal(scale) ? scale : 1.0};
}

static void write_bodies(json *j, const film *f)
{
    ludo_json_open_list(j, "bodies");
    for (int32_t b = 0; b < f->body_count; b++) {
        ludo_json_integer(j, NULL, f->bodies[b]);
    }
    ludo_json_close_array(j);
    ludo_json_open_array(j, "rest");
    for (int32_t b = 0; b < ludo_model_body_count(f->model); b++) {
        ludo_json_numbers(j, NULL, f->rest + (ptrdiff_t)POSE * b, POSE);
    }
    ludo_json_close_array(j);
}

void ludo_film_write(json *j, const char *key, deflate_block *p, const film *f)
{
    const double step = f->frames > 1 ? f->time[1] - f->time[0] : 0.0;
    packed_list time = ludo_deflate_block_plan_times(f->time, f->frames, step);
    packed_list position = plan_positions(f);
    packed_list orientation = {.tracks = ORIENTATION * f->body_count,
                               .count = f->frames,
                               .bytes = 2,
                               .scale = 1.0 / INT16_MAX};
    ludo_deflate_block_numbers(p, &time, f->time);
    ludo_deflate_block_numbers(p, &position, f->position);
    ludo_deflate_block_numbers(p, &orientation, f->orientation);
    ludo_json_open_object(j, key);
    ludo_deflate_block_write(j, "time", &time);
    write_bodies(j, f);
    ludo_deflate_block_write(j, "position", &position);
    ludo_deflate_block_write(j, "orientation", &orientation);
    ludo_json_close_object(j);
}
