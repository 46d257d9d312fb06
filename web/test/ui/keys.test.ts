// SPDX-License-Identifier: Apache-2.0

import { describe, expect, test } from 'vitest';
import { keyOf, keys, layerKeys } from '../../src/ui/keys';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'shiftKey', boolean>> = {}) =>
  ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe('keys', () => {
  test('have one meaning each', () => {
    const all = [...keys, ...layerKeys].flatMap((key) => key.keys);
    expect(all.filter((key, k) => all.indexOf(key) !== k)).toEqual([]);
  });

  test('are those of MuJoCo’s viewer', () => {
    const known = [' ', 'ArrowRight', 'ArrowLeft', '+', '-', 'Backspace', '[', ']', 'Escape', 'F1',
      '0', '5'];
    expect(known.filter((key) => keyOf(press(key), false) === undefined)).toEqual([]);
  });

  test('work with capital letters', () => {
    expect(keyOf(press('T', { shiftKey: true }), false)?.help).toMatch(/trails/);
  });

  test('with Ctrl are left to the browser', () => {
    expect(keyOf(press('f', { ctrlKey: true }), false)).toBeUndefined();
  });

  test('leave Tab to the browser outside of the picture, and Shift+Tab always', () => {
    expect(keyOf(press('Tab'), false)).toBeUndefined();
    expect(keyOf(press('Tab'), true)).toBeDefined();
    expect(keyOf(press('Tab', { shiftKey: true }), true)).toBeUndefined();
  });
});
