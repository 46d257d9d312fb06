/* SPDX-License-Identifier: Apache-2.0
 *
 * Which colliders may touch: the first that may, and the pairs that would, but have no narrow phase
 * of their types. */
#include "geometry/shape.h"
#include "model/compile/compile.h"

/* The first moving geom that may touch another, as "geom 'name'"; NULL: none. */
static const char *find_touching(ludo_model *m, compiler *w)
{
    model_contacts *c = &m->contacts;
    contact_law law;
    for (int32_t i = 0; i < c->collider_count; i++) {
        for (int32_t j = 0; j < c->collider_count && c->collider[i].slot >= 0; j++) {
            const collider *a = &c->collider[i], *b = &c->collider[j];
            if (ludo_model_may_touch(c, i, j, &law) &&
                ludo_narrow_phase_may_touch(a->kind, b->kind)) {
                c->touching_geom = a->geom;
                return ludo_compile_text(m, w, "geom '%s'", m->geom[a->geom].name);
            }
        }
    }
    return NULL;
}

static void add_not_simulated(model_contacts *c, int32_t i, int32_t j)
{
    if (c->not_simulated == 0) {
        c->not_simulated_a = i;
        c->not_simulated_b = j;
    }
    c->not_simulated += c->not_simulated < INT32_MAX;
}

/* Count the pairs that the filters let touch, but whose types have no narrow phase. */
static void count_not_simulated(model_contacts *c)
{
    contact_law law;
    for (int32_t i = 0; i < c->collider_count; i++) {
        const struct shape_kind *seen = NULL;
        bool touch = true;
        for (int32_t j = i + 1; j < c->collider_count; j++) {
            const struct shape_kind *kind = c->collider[j].kind;
            touch = kind == seen ? touch : ludo_narrow_phase_may_touch(c->collider[i].kind, kind);
            seen = kind;
            if (!touch && ludo_model_may_touch(c, i, j, &law)) {
                add_not_simulated(c, i, j);
            }
        }
    }
}

void ludo_compile_touching(ludo_model *m, compiler *w)
{
    count_not_simulated(&m->contacts);
    m->contacts.touched_by = find_touching(m, w);
}
