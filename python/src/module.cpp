/* SPDX-License-Identifier: Apache-2.0
 *
 * The extension module ludo._core: a thin layer over include/ludo. The package of Python in
 * python/ludo gives it names, documentation and defaults. */
#include "batch.h"
#include "dynamics.h"
#include "linearizer.h"
#include "recording.h"
#include "simulation.h"

/* Name, and words on each integrator. */
static nb::list integrators()
{
    nb::list out;
    for (int32_t i = 0; i < ludo_integrator_count(); i++) {
        ludo_integrator_info info = {};
        info.struct_size = sizeof info;
        check(ludo_integrator_get(i, &info), "integrator");
        nb::list orders, schemes;
        for (const int32_t *order = info.orders; *order != 0; order++) {
            orders.append(*order);
        }
        for (const char *const *scheme = info.schemes; *scheme != nullptr; scheme++) {
            schemes.append(*scheme);
        }
        out.append(nb::make_tuple(info.name, info.accepts, info.source, orders, schemes,
                                  info.capabilities));
    }
    return out;
}

/* (name, value) of each status. */
static nb::list statuses()
{
    nb::list out;
#define X(name, value, text) out.append(nb::make_tuple(#name, value));
    LUDO_STATUS_LIST(X)
#undef X
    return out;
}

NB_MODULE(_core, m)
{
    nb::set_leak_warnings(false); /* the interpreter may end before the last object */
    m.doc() = "Bindings of the C library; the package ludo is for users.";
    m.attr("version") = ludo_version();
    m.attr("statuses") = statuses();
    m.def("integrators", integrators);
    bind_spec(m);
    bind_model(m);
    bind_simulation(m);
    bind_batch(m);
    bind_dynamics(m);
    bind_linearizer(m);
    bind_recording(m);
}
