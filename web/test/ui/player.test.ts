// SPDX-License-Identifier: Apache-2.0

import { describe, expect, test } from 'vitest';
import { firstSpeed, Player, speeds } from '../../src/ui/player';

const frames = [0, 0.1, 0.2, 0.3, 0.4];

describe('the playback', () => {
  test('pauses at first', () => {
    const player = new Player(frames);
    player.tick(1);
    expect(player.time.get()).toBe(0);
  });

  test('advances at its speed', () => {
    const player = new Player(frames);
    player.speed.set(0.5);
    player.toggle();
    player.tick(0.5);
    expect(player.time.get()).toBe(0.25);
  });

  test('repeats from the start, by the time beyond the end', () => {
    const player = new Player(frames);
    player.speed.set(1);
    player.seek(0.3);
    player.toggle();
    player.tick(0.25);
    expect(player.time.get()).toBeCloseTo(0.15, 12); // a sum of four rounded numbers below 1
    expect(player.playing.get()).toBe(true);
  });

  test('without repetition stops at the end, and plays again from the start', () => {
    const player = new Player(frames);
    player.loop.set(false);
    player.toggle();
    player.tick(100);
    expect(player.time.get()).toBe(0.4);
    expect(player.playing.get()).toBe(false);
    player.toggle();
    expect(player.time.get()).toBe(0);
  });

  test('steps from frame to frame, from between frames to the nearest on that side', () => {
    const player = new Player(frames);
    const at = (from: number, count: number): number => {
      player.seek(from);
      player.step(count);
      return player.time.get();
    };
    expect(at(0.1, 1)).toBe(0.2);
    expect(at(0.1, -1)).toBe(0);
    expect(at(0.15, 1)).toBe(0.2);
    expect(at(0.15, -1)).toBe(0.1);
    expect(at(0.4, 1)).toBe(0.4);
    expect(at(0, -1)).toBe(0);
  });

  test('pauses when it is stepped', () => {
    const player = new Player(frames);
    player.toggle();
    player.step(1);
    expect(player.playing.get()).toBe(false);
  });

  test('stays within the run', () => {
    const player = new Player(frames);
    player.seek(7);
    expect(player.time.get()).toBe(0.4);
    player.seek(-7);
    expect(player.time.get()).toBe(0);
  });

  test('stays within the list of speeds', () => {
    const player = new Player([0, 100]);
    speeds.forEach(() => player.change(-1));
    expect(player.speed.get()).toBe(0.01);
    speeds.forEach(() => player.change(1));
    expect(player.speed.get()).toBe(10);
  });

  test('plays a run of one knot', () => {
    const player = new Player([2]);
    player.toggle();
    player.tick(1);
    player.step(1);
    expect(player.time.get()).toBe(2);
  });

  test('shows short runs slowly and all others in real time', () => {
    expect(firstSpeed(10)).toBe(1);
    expect(firstSpeed(0.1)).toBe(0.05);
    expect(firstSpeed(1e-4)).toBe(0.01);
    expect(firstSpeed(0)).toBe(1);
  });
});
