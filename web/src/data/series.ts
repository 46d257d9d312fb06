// SPDX-License-Identifier: Apache-2.0
//
// A quantity against time: its recorded points and what lies between them.

import type { Arrays } from './decode';
import type { Series } from './page';
import { lastNotAbove } from './search';

/** Places of the lowest and of the highest point. */
export interface Extremes {
  lowest: number;
  highest: number;
}

/** Something against time, wherever its points come from. */
export abstract class Quantity {
  readonly name: string;
  readonly label: string;
  readonly group: Series['group'];
  readonly unit: string;

  constructor({ name, label, group, unit }: Pick<Series, 'name' | 'label' | 'group' | 'unit'>) {
    this.name = name;
    this.label = label;
    this.group = group;
    this.unit = unit;
  }

  /** When the points were recorded, rising [s]. */
  abstract get time(): Float64Array;

  /** The points; not-a-number is a gap. */
  abstract get value(): Float64Array;

  /** The value at a time: linear between points, that of the end beyond the ends. */
  at(time: number): number {
    const { time: times, value: values } = this;
    const before = lastNotAbove(times, time);
    const after = Math.min(before + 1, times.length - 1);
    const span = times[after] - times[before];
    const part = span > 0 ? Math.min(Math.max((time - times[before]) / span, 0), 1) : 0;
    if (part === 0) {
      return values[before] ?? NaN;
    }
    return part === 1 ? values[after] : values[before] * (1 - part) + values[after] * part;
  }

  /** Place of the point next to a time. */
  nearest(time: number): number {
    const times = this.time;
    const before = lastNotAbove(times, time);
    const after = Math.min(before + 1, times.length - 1);
    return time - times[before] <= times[after] - time ? before : after;
  }

  /** The lowest and the highest point between two times; null: there is none but gaps. */
  extremes(from = -Infinity, to = Infinity): Extremes | null {
    let found: Extremes | null = null;
    const { time, value } = this;
    for (let k = 0; k < value.length; k++) {
      if (time[k] < from || time[k] > to || Number.isNaN(value[k])) {
        continue;
      }
      found ??= { lowest: k, highest: k };
      if (value[k] < value[found.lowest]) {
        found.lowest = k;
      }
      if (value[k] > value[found.highest]) {
        found.highest = k;
      }
    }
    return found;
  }

  /** Place of the point of largest magnitude; null: there is none but gaps. */
  largest(): number | null {
    const extremes = this.extremes();
    if (extremes === null) {
      return null;
    }
    const { lowest, highest } = extremes;
    return Math.abs(this.value[lowest]) > Math.abs(this.value[highest]) ? lowest : highest;
  }
}

/** A series whose points are unpacked when they are first asked for. */
export class Curve extends Quantity {
  readonly knots: number;
  private times?: Float64Array;
  private values?: Float64Array;

  constructor(private readonly series: Series, private readonly arrays: Arrays) {
    super(series);
    this.knots = series.knots;
  }

  override get time(): Float64Array {
    return (this.times ??= this.arrays.list(this.series.time));
  }

  override get value(): Float64Array {
    return (this.values ??= this.arrays.list(this.series.value));
  }

  /** Whether points were left out for the eye. */
  get thinned(): boolean {
    return this.knots > this.series.value.count;
  }
}
