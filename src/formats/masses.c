/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiler settings applied to masses: lower bounds, balancing of impossible moments, scaling to a
 * total. */
#include "formats/masses.h"

#include "math/moments.h"
#include "spec/items.h"

void ludo_masses_read(mass_settings *m, reader *r, int32_t compiler)
{
    m->least = ludo_reader_number(r, compiler, "boundmass", m->least);
    m->least_moment = ludo_reader_number(r, compiler, "boundinertia", m->least_moment);
    m->balanced = ludo_reader_flag(r, compiler, "balanceinertia", m->balanced);
    m->total = ludo_reader_number(r, compiler, "settotalmass", m->total);
}

/* In principal axes each moment is raised to the lower bound; three impossible moments (triangle
 * inequality) are replaced by their mean. Valid values keep all their bits. */
void ludo_masses_correct(const mass_settings *m, ludo_body_def *body)
{
    const bool light = m->least > 0.0 && body->mass < m->least;
    body->mass = light ? m->least : body->mass;
    s3_to(ludo_moments_bounded(s3_from(body->inertia), m->least_moment, m->balanced),
          body->inertia);
}

void ludo_masses_scale(const mass_settings *m, reader *r)
{
    double sum = 0.0;
    const int32_t count = ludo_spec_body_count(r->spec);
    for (int32_t i = 0; i < count; i++) {
        sum += ludo_spec_body_at(r->spec, i)->mass;
    }
    const double scale = m->total > 0.0 && sum > 0.0 ? m->total / sum : 1.0;
    for (int32_t i = 0; i < count && scale != 1.0 && r->status == LUDO_OK; i++) {
        ludo_body_def def = *ludo_spec_body_at(r->spec, i);
        def.mass *= scale;
        for (int k = 0; k < 6; k++) {
            def.inertia[k] *= scale;
        }
        ludo_reader_check(r, 0, ludo_spec_set_body(r->spec, i, &def));
    }
}
