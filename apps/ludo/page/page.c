/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly of a page. */
#define _POSIX_C_SOURCE 200809L

#include "page/page.h"

#include "data/replacement.h"
#include "page/page_template.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

outcome ludo_page_check(void)
{
    if (ludo_page_head_size > 0) {
        return OUTCOME_DONE;
    }
    return ludo_error(
        OUTCOME_USAGE,
        "this program was built without pages; rebuild it with Node.js 18 or later and npm "
        "(network access for the first build), or with -DLUDO_PAGE=FILE and a page template "
        "built elsewhere");
}

/* ---- budgets ---- */

/* Limits of a page: `all` points of all quantities, or poses in all frames; and the least and most
 * numbers of each quantity or film, whatever its share. Fewer than the least make no curve and no
 * motion; more than the most are not distinguishable. */
typedef struct budget {
    double all, least, most;
} budget;

/* The share of each of `among` lists of `knots` numbers. */
static int32_t share_of(const budget *b, page *p, int32_t among, int64_t knots)
{
    const double worth = 4096.0; /* numbers: omitting fewer saves too little */
    const double number = among > 0 ? among : 1;
    const double share = p->share * fmin(b->all / p->runs / number, b->most);
    p->reducible = p->reducible || number * (fmin(share, (double)knots) - b->least) > worth;
    return (int32_t)fmax(share, b->least);
}

int32_t ludo_page_points(page *p, int32_t among, int64_t knots)
{
    static const budget points = {240000.0, 64.0, 4000.0};
    return share_of(&points, p, among, knots);
}

int32_t ludo_page_frames(page *p, int32_t bodies, int64_t knots, double duration)
{
    const double rate = 240.0; /* per second: slow motion is smooth */
    budget poses = {72000.0, 64.0, 36000.0};
    if (rate * duration < poses.most) {
        poses.most = fmax(rate * duration, 600.0);
    }
    return share_of(&poses, p, bodies, knots);
}

/* ---- the text ---- */

/* A page's JSON, deflated, and its block of numbers. */
typedef struct draft {
    page page;
    deflate_block text;
} draft;

static void release(draft *d)
{
    ludo_deflate_block_release(&d->text);
    ludo_deflate_block_release(&d->page.numbers);
}

static void write_generator(json *j)
{
    char generator[64];
    (void)snprintf(generator, sizeof generator, "ludo %s", ludo_version());
    ludo_json_text(j, "generator", generator);
}

static outcome write_object(page *p, page_content *content, const void *of)
{
    ludo_json_open_object(&p->j, NULL);
    ludo_json_integer(&p->j, "format", 1);
    write_generator(&p->j);
    const outcome how = content(p, of);
    ludo_json_close_object(&p->j);
    return how;
}

/* Write the contents. Names and keys repeat: deflation shortens them tenfold. */
static outcome write_draft(draft *d, page_content *content, const void *of)
{
    page *p = &d->page;
    char *text = NULL;
    size_t length = 0;
    p->j = (json){.file = open_memstream(&text, &length), .compact = true};
    if (p->j.file == NULL) {
        return ludo_error_memory();
    }
    ludo_deflate_block_begin(&p->numbers);
    ludo_deflate_block_begin(&d->text);
    outcome how = write_object(p, content, of);
    const bool failed = ferror(p->j.file) != 0;
    const bool closed = fclose(p->j.file) == 0;
    if (how == OUTCOME_DONE && (failed || !closed)) {
        how = ludo_error_memory();
    }
    if (how == OUTCOME_DONE) {
        ludo_deflate_block_bytes(&d->text, text, length);
        how = ludo_deflate_block_end(&d->text);
    }
    free(text);
    return how == OUTCOME_DONE ? ludo_deflate_block_end(&p->numbers) : how;
}

/* ---- the file ---- */

static const char before_text[] = "<script id=\"ludo-page\" type=\"text/plain\">";
static const char before_numbers[] = "</script><script id=\"ludo-arrays\" type=\"text/plain\">";
static const char after_numbers[] = "</script>";

/* Length of bytes in base64. */
static size_t length_in_text(size_t bytes)
{
    return (bytes + 2) / 3 * 4;
}

/* Length of the file without meshes. */
static size_t length_of(const draft *d)
{
    return ludo_page_head_size + ludo_page_tail_size + strlen(before_text) +
           strlen(before_numbers) + strlen(after_numbers) + length_in_text(d->text.length) +
           length_in_text(d->page.numbers.length - d->page.numbers.mesh_bytes);
}

/* Base64 (RFC 4648): three bytes as four letters, padded at the end. */
static void write_base64(FILE *file, const deflate_block *block)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *bytes = block->bytes;
    for (size_t i = 0; i < block->length; i += 3) {
        const size_t left = block->length - i;
        const uint32_t bits = (uint32_t)bytes[i] << 16 |
                              (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                              (left > 2 ? bytes[i + 2] : 0U);
        const char four[] = {letters[bits >> 18], letters[bits >> 12 & 63],
                             left > 1 ? letters[bits >> 6 & 63] : '=',
                             left > 2 ? letters[bits & 63] : '='};
        fwrite(four, 1, sizeof four, file);
    }
}

static void write_file(FILE *file, const draft *d)
{
    fwrite(ludo_page_head, 1, ludo_page_head_size, file);
    fputs(before_text, file);
    write_base64(file, &d->text);
    fputs(before_numbers, file);
    write_base64(file, &d->page.numbers);
    fputs(after_numbers, file);
    fwrite(ludo_page_tail, 1, ludo_page_tail_size, file);
}

/* Compose the page with smaller and smaller budgets until it is small enough, then write it;
 * *length becomes its length. */
static outcome make(FILE *file, int32_t runs, page_content *content, const void *of, size_t *length)
{
    bool again = true;
    outcome how = OUTCOME_DONE;
    for (double share = 1.0; again && how == OUTCOME_DONE; share /= 2.0) {
        draft d = {.page = {.runs = runs, .share = share}};
        how = write_draft(&d, content, of);
        *length = length_of(&d);
        again = *length > PAGE_LARGEST && d.page.reducible;
        if (how == OUTCOME_DONE && !again) {
            write_file(file, &d);
        }
        release(&d);
    }
    return how;
}

outcome ludo_page_make(const char *path, int32_t runs, page_content *content, const void *of)
{
    replacement r;
    size_t length = 0;
    outcome how = ludo_page_check();
    if (how == OUTCOME_DONE) {
        how = ludo_replacement_begin(&r, path);
    }
    if (how == OUTCOME_DONE) {
        how = ludo_replacement_end(&r, make(r.file, runs, content, of, &length));
    }
    if (how == OUTCOME_DONE && length > PAGE_LARGEST) {
        (void)ludo_error(
            how,
            "warning: page %s has %zu bytes without its meshes, more than the target of %d, "
            "because of the number of bodies, joints, names or runs; browsers may load it slowly",
            path, length, PAGE_LARGEST);
    }
    return how;
}
