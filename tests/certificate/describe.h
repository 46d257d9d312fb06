/* SPDX-License-Identifier: Apache-2.0
 *
 * A sample in words: shapes, poses, bounds, features. */
#ifndef LUDO_TESTS_CERTIFICATE_DESCRIBE_H
#define LUDO_TESTS_CERTIFICATE_DESCRIBE_H

#include "certificate/sample.h"

#include <stdio.h>

void pair_sample_describe(FILE *file, const pair_sample *s);

#endif
