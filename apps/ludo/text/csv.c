/* SPDX-License-Identifier: Apache-2.0
 *
 * A reader of CSV. */
#include "text/csv.h"

#include <string.h>

/* ---- bytes ---- */

/* The next byte of the file; each kind of line end is returned as '\n'. */
static int read_byte(FILE *file)
{
    const int byte = getc(file);
    if (byte == '\r') {
        const int after = getc(file);
        if (after != '\n' && after != EOF) {
            (void)ungetc(after, file);
        }
        return '\n';
    }
    return byte;
}

static void advance(csv *c)
{
    c->here.column = c->next == '\n' ? 1 : c->here.column + 1;
    c->here.line += c->next == '\n';
    c->next = read_byte(c->file);
}

static void skip_blanks(csv *c)
{
    while (c->next == ' ' || c->next == '\t') {
        advance(c);
    }
}

static bool at_cell_end(const csv *c)
{
    return c->next == ',' || c->next == '\n' || c->next == EOF;
}

/* ---- cells ---- */

/* Append the next byte to the cell. */
static outcome append_byte(csv *c, size_t *length)
{
    if (*length + 1 >= CSV_LONGEST || c->next == '\0') {
        return ludo_error_at(
            &c->here, c->next == '\0'
                          ? "the file has a zero byte; it must be text"
                          : "the cell is longer than 1023 bytes; cells are separated by commas");
    }
    c->cell[(*length)++] = (char)c->next;
    advance(c);
    return OUTCOME_DONE;
}

/* Read up to the closing quote; two quotes denote one. */
static outcome read_quoted(csv *c, size_t *length)
{
    outcome how = OUTCOME_DONE;
    advance(c);
    while (how == OUTCOME_DONE) {
        if (c->next == EOF) {
            return ludo_error_at(&c->place, "the quote is not closed");
        }
        if (c->next == '"') {
            advance(c);
            if (c->next != '"') {
                break;
            }
        }
        how = append_byte(c, length);
    }
    skip_blanks(c);
    return how == OUTCOME_DONE && !at_cell_end(c)
               ? ludo_error_at(&c->here, "a comma is missing after the quotes")
               : how;
}

static outcome read_plain(csv *c, size_t *length)
{
    outcome how = OUTCOME_DONE;
    while (!at_cell_end(c) && how == OUTCOME_DONE) {
        how = append_byte(c, length);
    }
    while (*length > 0 && strchr(" \t", c->cell[*length - 1]) != NULL) {
        (*length)--;
    }
    return how;
}

outcome ludo_csv_next_cell(csv *c)
{
    size_t length = 0;
    skip_blanks(c);
    c->place = c->here;
    const outcome how = c->next == '"' ? read_quoted(c, &length) : read_plain(c, &length);
    c->cell[length] = '\0';
    c->in_row = c->next == ',';
    if (how == OUTCOME_DONE && c->in_row) {
        advance(c);
    }
    return how;
}

/* ---- rows ---- */

csv ludo_csv_begin(FILE *file, const char *path)
{
    static const unsigned char mark[] = {0xEF, 0xBB, 0xBF};
    csv c = {.file = file, .next = read_byte(file), .here = {path, 1, 1}};
    for (size_t i = 0; i < sizeof mark && c.next == mark[i]; i++) {
        c.next = read_byte(file);
    }
    return c;
}

bool ludo_csv_next_row(csv *c)
{
    skip_blanks(c);
    while (c->next == '\n') {
        advance(c);
        skip_blanks(c);
    }
    c->in_row = c->next != EOF;
    return c->in_row;
}
