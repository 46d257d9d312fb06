// SPDX-License-Identifier: Apache-2.0

import { describe, expect, test } from 'vitest';
import {
  count, decades, decimalsOf, duration, exact, measure, rounds, short, steady, ticks,
} from '../../src/core/format';

describe('rounded numbers', () => {
  test('have five digits and no trailing zeros', () => {
    expect(short(3.14159265)).toBe('3.1416');
    expect(short(2)).toBe('2');
    expect(short(-0.5)).toBe('-0.5');
    expect(short(123456)).toBe('123460');
    expect(short(0)).toBe('0');
  });

  test('have exponents where they are small or large', () => {
    expect(short(1.2e-6)).toBe('1.2e-6');
    expect(short(-4e-16)).toBe('-4e-16');
    expect(short(2.5e9)).toBe('2.5e9');
  });

  test('have a text for unknown values', () => {
    expect(short(null)).toBe('–');
    expect(short(NaN)).toBe('–');
    expect(measure(undefined, 'J')).toBe('–');
    expect(exact(null, 'J')).toBe('unknown');
  });

  test('carry their unit', () => {
    expect(measure(1.5, 'J')).toBe('1.5 J');
    expect(measure(1.5, '')).toBe('1.5');
  });

  test('have all digits where asked', () => {
    expect(Number(exact(0.1 + 0.2))).toBe(0.1 + 0.2);
  });

  test('have groups of three digits where they are counts', () => {
    expect(count(1234567)).toBe('1\u202f234\u202f567');
    expect(count(999)).toBe('999');
    expect(count(null)).toBe('–');
  });

  test('keep the decimal point in place while they change', () => {
    const texts = [0.12345678, 1.2345678, -9.9].map((value) => steady(value, 9.9));
    expect(new Set(texts.map((text) => text.split('.')[1].length)).size).toBe(1);
    expect(steady(1e-9, 2e-9)).toBe('1.000e-9');
    expect(steady(0, 0)).toBe('0');
    expect(steady(-1e-20, 1)).toBe('0.00000');
  });

  test('have enough decimals to distinguish two steps', () => {
    expect(decimalsOf(0.001)).toBe(3);
    expect(decimalsOf(1 / 240)).toBe(3);
    expect(decimalsOf(0.5)).toBe(2);
    expect(decimalsOf(0)).toBe(3);
  });

  test('of durations are in ms, s or min', () => {
    expect(duration(0.0123)).toBe('12.3 ms');
    expect(duration(12.3456)).toBe('12.35 s');
    expect(duration(600)).toBe('10 min');
  });
});

describe('labels of an axis', () => {
  test('have as many digits as their distance needs', () => {
    expect(ticks([0, 0.5, 1])).toEqual(['0', '0.5', '1']);
    expect(ticks([9.8001, 9.8002])).toEqual(['9.8001', '9.8002']);
  });

  test('differ wherever their values differ', () => {
    for (const [start, gap] of [[1, 1e-5], [0, 1e-17], [1e8, 1e3], [-3e-7, 1e-10], [250, 0.25]]) {
      const labels = ticks([0, 1, 2, 3, 4].map((k) => start + k * gap));
      expect(new Set(labels).size, labels.join(' ')).toBe(5);
    }
  });

  test('are accurate to a hundredth of their distance', () => {
    for (const [start, gap] of [[0, 2e-6], [1, 0.05], [-40, 20], [5e5, 1e5], [3e-9, 5e-10]]) {
      const values = [0, 1, 2, 3].map((k) => start + k * gap);
      ticks(values).forEach((label, k) =>
        expect(Math.abs(Number(label) - values[k])).toBeLessThanOrEqual(gap / 100));
    }
  });

  test('are a limited number of round numbers, at any scale', () => {
    expect(rounds(0, 10, 6)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(rounds(-1.2, 3.1, 6)).toEqual([-1, 0, 1, 2, 3]);
    for (const size of [1e-25, 1e-17, 1e-3, 1, 1e12]) {
      const values = rounds(-3.2 * size, 2.9 * size, 6);
      expect(values.length).toBeGreaterThan(2);
      expect(values.length).toBeLessThanOrEqual(6);
    }
    expect(rounds(1, 1, 6)).toEqual([1]);
  });

  test('of a logarithmic axis are a limited number of powers of ten', () => {
    expect(decades(1e-3, 1, 6)).toEqual([1e-3, 1e-2, 1e-1, 1]);
    expect(decades(1e-16, 1e-4, 6)).toEqual([1e-16, 1e-13, 1e-10, 1e-7, 1e-4]);
    expect(decades(0.5, 2, 6)).toEqual([1]);
  });
});
