/* SPDX-License-Identifier: Apache-2.0
 *
 * Models that the command line puts beside the first one: "FILE,at=X,Y,Z,prefix=P". */
#ifndef LUDO_APP_DATA_ADDED_H
#define LUDO_APP_DATA_ADDED_H

#include "ludo/ludo.h"
#include "terminal/options.h"

/* Read all models and append them to a description; prints errors. Their base is fixed unless they
 * have base=free; the loop file of `options` is read after the last one. */
outcome ludo_added_append(const text_list *models, const ludo_load_options *options,
                          ludo_spec *spec);

#endif
