// SPDX-License-Identifier: Apache-2.0
//
// Quality of the picture.

import { describe, expect, test } from 'vitest';
import { FINEST, LEVELS, Quality } from '../../src/scene/quality';
import { PIECES, pieces } from '../../src/scene/round';

describe('round forms', () => {
  test('have few segments where they are small and many where they are large', () => {
    expect([1, 10, 30, 1000].map(pieces)).toEqual(PIECES);
  });
});

describe('quality', () => {
  const play = (quality: Quality, from: number, gap: number, pictures: number): void => {
    for (let k = 0; k < pictures; k++) {
      quality.drawn(from + k * gap);
    }
  };

  test('stays while frames are fast', () => {
    const quality = new Quality();
    play(quality, 0, 1000 / 60, 300);
    expect(quality.now).toBe(FINEST);
  });

  test('goes down level by level while frames are slow, to the coarsest', () => {
    const quality = new Quality();
    play(quality, 0, 40, 30);
    expect(quality.now).toBe(LEVELS[1]);
    play(quality, 1200, 40, 400);
    expect(quality.now).toBe(LEVELS[LEVELS.length - 1]);
  });

  test('goes down several levels at once where frames are very slow', () => {
    const quality = new Quality();
    play(quality, 0, 700, 4);
    expect(quality.now).toBe(LEVELS[LEVELS.length - 1]);
  });

  test('goes up again when frames are fast', () => {
    const quality = new Quality();
    play(quality, 0, 700, 4);
    play(quality, 2100, 1000 / 60, 3000);
    expect(quality.now).toBe(FINEST);
  });

  test('tries a level that was too slow less and less often', () => {
    const quality = new Quality();
    let now = 0, trials = 0;
    for (const before = { level: FINEST }; now < 300_000; before.level = quality.now) {
      quality.drawn(now += quality.now === FINEST ? 30 : 1000 / 60);
      trials += before.level !== quality.now && quality.now === FINEST ? 1 : 0;
    }
    expect(quality.now).not.toBe(FINEST);
    expect(trials).toBeGreaterThan(2);
    expect(trials).toBeLessThan(8); // 4 s, 8 s, ... 256 s
  });

  test('a rest is no slow frame', () => {
    const quality = new Quality();
    for (let k = 0; k < 20; k++) {
      play(quality, 2000 * k, 1000 / 60, 40);
      quality.rested();
    }
    expect(quality.now).toBe(FINEST);
  });
});
