// SPDX-License-Identifier: Apache-2.0
//
// Numbers as text: rounded for reading, with all digits for copying.

const missing = '\u2013';

/** A rounded number: five digits, exponents outside 1e-3 to 1e6, no trailing zeros. */
export function short(value: number | null | undefined, digits = 5): string {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return missing;
  }
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) {
    return value.toExponential(digits - 1).replace(/\.?0*e/, 'e').replace('e+', 'e');
  }
  return String(Number(value.toPrecision(digits)));
}

/** A whole number with spaces between groups of three digits. */
export function count(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return missing;
  }
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A rounded number with its unit. */
export function measure(value: number | null | undefined, unit: string, digits = 5): string {
  const text = short(value, digits);
  return unit === '' || text === missing ? text : `${text} ${unit}`;
}

/** A number with all digits: it reads back as the same number. */
export function exact(value: number | null | undefined, unit = ''): string {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return 'unknown';
  }
  return unit === '' ? String(value) : `${value} ${unit}`;
}

/** A number that changes while it is shown. The number of decimals follows from its largest value,
 * so that the decimal point doesn't move. */
export function steady(value: number, largest: number): string {
  if (!Number.isFinite(value)) {
    return missing;
  }
  if (largest === 0) {
    return '0';
  }
  if (largest < 1e-3 || largest >= 1e6) {
    return value === 0 ? '0' : value.toExponential(3);
  }
  const text = value.toFixed(Math.min(6, Math.max(0, 5 - Math.ceil(Math.log10(largest)))));
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/** Decimals at which two instants one step apart differ. */
export function decimalsOf(step: number): number {
  return step > 0 ? Math.min(6, Math.max(2, Math.ceil(-Math.log10(step) - 1e-9))) : 3;
}

/** Labels of an axis, with as many digits as the distance between them needs; very small and large
 * ones have exponents. */
export function ticks(values: readonly (number | null)[]): string[] {
  const numbers = values.filter((value): value is number => value !== null);
  const largest = Math.max(0, ...numbers.map(Math.abs));
  const gaps = numbers.slice(1).map((value, i) => Math.abs(value - numbers[i]));
  const gap = gaps.length > 0 ? Math.min(...gaps) : largest;
  const fine = Math.max(0, Math.ceil(-Math.log10(gap) - 1e-6));
  const plain = largest >= 1e-3 && largest < 1e5 && fine <= 5;
  return values.map((value) => {
    if (value === null) {
      return '';
    }
    if (value === 0 || Math.abs(value) < gap * 1e-6) {
      return '0';
    }
    if (plain) {
      return trimmed(value.toFixed(Math.min(fine + 1, 6)));
    }
    const digits = Math.ceil(Math.log10(Math.abs(value) / gap) - 1e-6) + 1;
    const text = value.toExponential(Math.min(8, Math.max(0, digits)));
    return text.replace(/(\.\d*?)0*e/, '$1e').replace('.e', 'e').replace('e+', 'e');
  });
}

/** At most `most` powers of ten between two numbers, evenly spaced. */
export function decades(low: number, high: number, most: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first) / (most - 1)));
  const powers: number[] = [];
  for (let power = last; power >= first; power -= step) {
    powers.unshift(Number(`1e${power}`));
  }
  return powers;
}

/** At most `most` round numbers between two numbers of any size, evenly spaced. */
export function rounds(low: number, high: number, most: number): number[] {
  if (!(high > low)) {
    return [low];
  }
  const least = (high - low) / (most - 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, k) => (first + k) * step);
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** A duration [s] in ms, s or min. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) {
    return missing;
  }
  if (seconds < 1) {
    return `${short(seconds * 1e3, 4)} ms`;
  }
  return seconds < 120 ? `${short(seconds, 4)} s` : `${short(seconds / 60, 4)} min`;
}
