// SPDX-License-Identifier: Apache-2.0
//
// The playback: the time that is shown, and its speed. Parts of the page listen to `time`.

import { Value } from '../core/signal';
import { lastNotAbove } from '../data/search';

export const speeds: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** The first speed makes a run last this long at least [s]. */
const shortest = 2;

export class Player {
  readonly time: Value<number>;
  readonly playing = new Value(false);
  readonly loop = new Value(true);
  readonly speed: Value<number>;

  /** @param frames  times of the frames, ascending: targets of steps, and the ends of the run */
  constructor(private readonly frames: ArrayLike<number>) {
    this.time = new Value(this.start);
    this.speed = new Value(firstSpeed(this.end - this.start));
  }

  get start(): number {
    return this.frames[0] ?? 0;
  }

  get end(): number {
    return this.frames[this.frames.length - 1] ?? 0;
  }

  /** Advance by some seconds of wall time. */
  tick(seconds: number): void {
    if (!this.playing.get()) {
      return;
    }
    const length = this.end - this.start;
    const next = this.time.get() + seconds * this.speed.get();
    if (next <= this.end) {
      this.time.set(next);
    } else if (this.loop.get() && length > 0) {
      this.time.set(this.start + ((next - this.start) % length));
    } else {
      this.time.set(this.end);
      this.playing.set(false);
    }
  }

  /** Show a time, limited to the run; playback continues from there. */
  seek(time: number): void {
    this.time.set(Math.min(Math.max(time, this.start), this.end));
  }

  /** Show a time and pause. */
  jump(time: number): void {
    this.playing.set(false);
    this.seek(time);
  }

  toggle(): void {
    if (!this.playing.get() && this.time.get() >= this.end) {
      this.seek(this.start);
    }
    this.playing.set(!this.playing.get());
  }

  /** Go some frames forward or back and pause. */
  step(count: number): void {
    const last = this.frames.length - 1;
    const now = this.time.get();
    const before = lastNotAbove(this.frames, now);
    const at = this.frames[before] < now && count < 0 ? before + 1 : before;
    this.jump(this.frames[Math.min(Math.max(at + count, 0), last)]);
  }

  rewind(): void {
    this.jump(this.start);
  }

  /** Choose the next higher speed of the list, or with -1 the next lower one. */
  change(direction: 1 | -1): void {
    const now = this.speed.get();
    const next =
      direction > 0
        ? speeds.find((speed) => speed > now)
        : [...speeds].reverse().find((speed) => speed < now);
    this.speed.set(next ?? now);
  }
}

/** The first speed: real time, slower for short runs. */
export function firstSpeed(length: number): number {
  const fits = speeds.filter((speed) => speed <= 1 && length >= shortest * speed);
  return fits[fits.length - 1] ?? (length > 0 ? speeds[0] : 1);
}
