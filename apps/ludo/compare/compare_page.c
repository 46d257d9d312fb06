/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison as a page: all runs, tables with the labels and units of trajectories, and errors.
 */
#include "compare/compare.h"

#include "data/file_name.h"
#include "page/page.h"
#include "page/series.h"

/* ---- tables ---- */

/* The quantity of a table's column: that of a trajectory with the same name. */
static quantity describe(const comparison *c, const char *name)
{
    for (int32_t i = 0; i < c->count; i++) {
        const columns *other = &c->run[i].columns;
        const int32_t number =
            other->recorded.trajectory != NULL ? ludo_columns_find(other, name) : -1;
        if (number >= 0) {
            return *ludo_columns_quantity(other, number);
        }
    }
    return (quantity){.name = name, .label = name, .group = "other", .unit = ""};
}

static outcome write_columns(page *p, const comparison *c, const columns *table)
{
    int32_t wanted = 0;
    for (int32_t i = 0; i < table->count; i++) {
        wanted += table->wanted[i];
    }
    const int32_t points = ludo_page_points(p, wanted, (int64_t)table->rows);
    outcome how = OUTCOME_DONE;
    ludo_json_open_array(&p->j, "series");
    for (int32_t i = 0; i < table->count && how == OUTCOME_DONE; i++) {
        if (table->wanted[i]) {
            const quantity what = describe(c, ludo_columns_name(table, i));
            const series_data data = {table->time, table->values[i], (int64_t)table->rows, points};
            how = ludo_series_write_list(&p->j, NULL, &p->numbers, &what, &data);
        }
    }
    ludo_json_close_array(&p->j);
    return how;
}

static outcome write_table(page *p, const comparison *c, const columns *table)
{
    ludo_json_open_object(&p->j, NULL);
    ludo_json_text(&p->j, "title", ludo_file_name_base(table->path));
    ludo_json_text(&p->j, "file", ludo_file_name_base(table->path));
    ludo_json_null(&p->j, "facts");
    ludo_json_null(&p->j, "model");
    ludo_json_null(&p->j, "film");
    const outcome how = write_columns(p, c, table);
    ludo_json_close_object(&p->j);
    return how;
}

static outcome write_run(page *p, const comparison *c, columns *run)
{
    return run->recorded.trajectory == NULL
               ? write_table(p, c, run)
               : ludo_page_write_run(p, NULL, &run->recorded, ludo_file_name_base(run->path));
}

/* ---- errors ---- */

/* The error of a run over time; null for the reference. */
static outcome write_error(page *p, const comparison *c, const compared_run *run)
{
    if (run->instants == 0) {
        ludo_json_null(&p->j, "error");
        return OUTCOME_DONE;
    }
    const quantity error = {.name = "error",
                            .label = "error",
                            .group = "error",
                            .unit = ludo_measure_unit(&c->measure),
                            .decades = true};
    const int64_t instants = (int64_t)run->instants;
    const series_data data = {run->time, run->error, instants, ludo_page_points(p, 1, instants)};
    return ludo_series_write_list(&p->j, "error", &p->numbers, &error, &data);
}

static outcome write_row(page *p, const comparison *c, int32_t number)
{
    const compared_run *run = &c->run[number];
    ludo_json_open_object(&p->j, NULL);
    ludo_json_integer(&p->j, "run", number);
    ludo_json_text(&p->j, "unit", ludo_measure_unit(&c->measure));
    const outcome how = write_error(p, c, run);
    ludo_json_number(&p->j, "largest", run->largest);
    ludo_json_number(&p->j, "final", run->final);
    ludo_json_number(&p->j, "energy_error", run->energy_error);
    ludo_json_number(&p->j, "order", run->order);
    ludo_json_close_object(&p->j);
    return how;
}

static outcome write_content(page *p, const void *of)
{
    const comparison *c = of;
    outcome how = OUTCOME_DONE;
    ludo_json_open_array(&p->j, "runs");
    for (int32_t i = 0; i < c->count && how == OUTCOME_DONE; i++) {
        how = write_run(p, c, &c->run[i].columns);
    }
    ludo_json_close_array(&p->j);
    ludo_json_open_object(&p->j, "comparison");
    ludo_json_integer(&p->j, "reference", c->reference);
    ludo_json_text(&p->j, "measure", ludo_measure_describe(&c->measure).text);
    ludo_json_open_array(&p->j, "rows");
    for (int32_t i = 0; i < c->count && how == OUTCOME_DONE; i++) {
        how = write_row(p, c, i);
    }
    ludo_json_close_array(&p->j);
    ludo_json_close_object(&p->j);
    return how;
}

outcome ludo_compare_make_page(const comparison *c, const char *path)
{
    return ludo_page_make(path, c->count, write_content, c);
}
