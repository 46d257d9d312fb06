// SPDX-License-Identifier: Apache-2.0
//
// A quantity against time: its recorded points and what lies between them.

import { Unreadable, type Arrays } from './arrays';
import type { PackedArray, Series } from './page';
import { between } from './search';

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
    const values = this.value;
    const { before, after, part } = between(this.time, time);
    if (part === 0) {
      return values[before] ?? NaN;
    }
    return part === 1 ? values[after] : values[before] * (1 - part) + values[after] * part;
  }

  /** Place of the point of largest magnitude; null: there is none but gaps. */
  largest(): number | null {
    let found: number | null = null;
    let most = -1;
    this.value.forEach((value, k) => {
      if (Math.abs(value) > most) { // never of a gap
        most = Math.abs(value);
        found = k;
      }
    });
    return found;
  }

  /** How many points were recorded: more than there are where some were left out for the eye. */
  get knots(): number {
    return this.value.length;
  }
}

/** A series whose points are unpacked when they are first asked for. */
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
