// SPDX-License-Identifier: Apache-2.0
//
// Lines of a plot and their point of largest magnitude.

import type { Quantity } from '../data/series';

export interface Line {
  label: string;
  colour: string;
  quantity: Quantity;
}

export interface Peak {
  line: Line;
  time: number;
  value: number;
}

/** The point of largest magnitude of some lines; null: they have no points. */
export function peakOf(lines: readonly Line[]): Peak | null {
  let peak: Peak | null = null;
  for (const line of lines) {
    const { quantity } = line;
    const k = quantity.largest();
    if (k !== null && (peak === null || Math.abs(quantity.value[k]) > Math.abs(peak.value))) {
      peak = { line, time: quantity.time[k], value: quantity.value[k] };
    }
  }
  return peak;
}
