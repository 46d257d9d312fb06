// SPDX-License-Identifier: Apache-2.0
//
// Curves with instants of their own in one table with common instants, as the plotting library
// takes them: null is a gap in a curve, undefined an instant that the curve knows nothing of.

import uPlot from 'uplot';

export interface Points {
  time: ArrayLike<number>;
  value: ArrayLike<number>;
}

/** What a linear axis shows. */
function numbers(values: readonly number[]): (number | null)[] {
  return values.map((value) => (Number.isNaN(value) ? null : value));
}

/** What a logarithmic axis shows: magnitudes, zero as the smallest of the others. */
function magnitudes(values: readonly number[]): (number | null)[] {
  const sizes = values.map(Math.abs);
  const least = sizes.reduce((low, size) => (size > 0 && size < low ? size : low), Infinity);
  const floor = Number.isFinite(least) ? least : null;
  return sizes.map((size) => (Number.isNaN(size) ? null : size > 0 ? size : floor));
}

/** The table of some curves, at least one. */
export function aligned(curves: readonly Points[], log: boolean): uPlot.AlignedData {
  const shown = log ? magnitudes : numbers;
  return uPlot.join(curves.map(({ time, value }) =>
    [Array.from(time), shown(Array.from(value))] as uPlot.AlignedData));
}
