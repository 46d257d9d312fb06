// SPDX-License-Identifier: Apache-2.0
//
// Quantities against time, interpolated between their points.

import { Unreadable, type Arrays } from './arrays';
import type { PackedArray, Series } from './page';
import { between } from './search';

/** A quantity against time, recorded or derived. */
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

  /** Times of the points, ascending [s]. */
  abstract get time(): Float64Array;

  /** Values of the points; not-a-number is a gap. */
  abstract get value(): Float64Array;

  /** The value at a time: linear between points, constant outside. */
  at(time: number): number {
    const values = this.value;
    const { before, after, part } = between(this.time, time);
    if (part === 0) {
      return values[before] ?? NaN;
    }
    return part === 1 ? values[after] : values[before] * (1 - part) + values[after] * part;
  }

  /** Index of the point of largest magnitude; null: all points are gaps. */
  largest(): number | null {
    let found: number | null = null;
    let most = -1;
    this.value.forEach((value, k) => {
      if (Math.abs(value) > most) { // false for a gap
        most = Math.abs(value);
        found = k;
      }
    });
    return found;
  }

  /** How many points were recorded; more than there are if the series was thinned. */
  get knots(): number {
    return this.value.length;
  }
}

/** A recorded series. Its points are unpacked at their first use. */
export class Curve extends Quantity {
  private times?: Float64Array;
  private values?: Float64Array;

  constructor(private readonly series: Series, private readonly arrays: Arrays) {
    super(series);
  }

  override get time(): Float64Array {
    return (this.times ??= this.unpacked(this.series.time));
  }

  override get value(): Float64Array {
    return (this.values ??= this.unpacked(this.series.value));
  }

  override get knots(): number {
    return this.series.knots;
  }

  private unpacked(array: PackedArray): Float64Array {
    const { name, time, value } = this.series;
    if (time.count !== value.count) {
      throw new Unreadable(`“${name}” has ${value.count} values at ${time.count} times.`);
    }
    return this.arrays.list(array);
  }
}
