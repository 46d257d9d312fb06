/* SPDX-License-Identifier: Apache-2.0
 *
 * Chains of hinges released from horizontal, at 0.5 s: angles [rad], each relative to the rod
 * before, positive downwards, and their rates. Integrated in 113 bits by extrapolation, two step
 * sizes agreeing to 24 digits; exact to the digits written. */
#ifndef LUDO_TESTS_DATA_REFERENCE_CHAINS_H
#define LUDO_TESTS_DATA_REFERENCE_CHAINS_H

static const double chain_3_angle[3] = {0.951147777597956, -0.43099976245457094,
                                        -0.6345288495232838};
static const double chain_3_rate[3] = {1.656489945825681, 2.678226318353081, -3.7955912910793486};

static const double chain_10_angle[10] = {
    0.639304817679567,      -0.16471368982238174,  -0.25658424518851575,  -0.2568825547608705,
    0.0282452391561395,     0.018841553413525065,  -0.011299424987808986, 0.004016000781044636,
    -0.0011853897958662314, 0.00034260766099099537};
static const double chain_10_rate[10] = {
    1.1456094144357434,    0.3110680420869883,   1.040199685472903,    -1.829657473582112,
    -1.233173826424348,    0.7535502232668172,   -0.23016674989199004, 0.04968844616433108,
    -0.007897611359851151, 0.0007801979902025298};

#endif
