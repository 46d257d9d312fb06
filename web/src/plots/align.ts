// SPDX-License-Identifier: Apache-2.0
//
// Joins curves with different times into one table for uPlot: null is a gap in a curve, undefined a
// time at which the curve has no point.

import uPlot from 'uplot';

export interface Points {
  time: ArrayLike<number>;
  value: ArrayLike<number>;
}

/** Values for a linear axis. */
function numbers(values: readonly number[]): (number | null)[] {
  return values.map((value) => (Number.isNaN(value) ? null : value));
}

/** Values for a logarithmic axis: magnitudes; zero becomes the smallest other magnitude. */
function magnitudes(values: readonly number[]): (number | null)[] {
  const sizes = values.map(Math.abs);
  const least = sizes.reduce((low, size) => (size > 0 && size < low ? size : low), Infinity);
  const floor = Number.isFinite(least) ? least : null;
  return sizes.map((size) => (Number.isNaN(size) ? null : size > 0 ? size : floor));
}

/** The table of one or more curves. */
export function aligned(curves: readonly Points[], log: boolean): uPlot.AlignedData {
  const shown = log ? magnitudes : numbers;
  return uPlot.join(curves.map(({ time, value }) =>
    [Array.from(time), shown(Array.from(value))] as uPlot.AlignedData));
}
