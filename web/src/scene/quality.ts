// SPDX-License-Identifier: Apache-2.0
//
// Quality of the picture: lowered until frames come 60 times a second, raised again after a while
// of fast frames, finest at rest.

export interface Level {
  pixels: number; // largest device pixel ratio
  shadow: number; // side of the shadow map in pixels; 0: no shadows
}

export const LEVELS: readonly Level[] = [
  { pixels: 2, shadow: 2048 },
  { pixels: 1.5, shadow: 2048 },
  { pixels: 1, shadow: 1024 },
  { pixels: 0.75, shadow: 1024 },
  { pixels: 0.75, shadow: 512 },
  { pixels: 0.5, shadow: 0 },
];

/** Quality at rest. */
export const FINEST = LEVELS[0];

const SLOW = 1000 / 45; // ms; a longer mean interval is too slow. A screen of 50 Hz takes 20
const PATIENCE = 800; // ms of frames before a decision
const FEW = 3; // frames before a decision, at least
const ASLEEP = 3000; // ms; a longer interval means that the page was hidden
const TRUST = 4000; // ms of fast frames before a finer level is tried

export class Quality {
  private level = 0;
  private last = -Infinity;
  private sum = 0;
  private count = 0;
  private quick = 0; // ms
  private trust = TRUST; // doubled after each failed trial
  private tried = false;

  /** The level during motion. */
  get now(): Level {
    return LEVELS[this.level];
  }

  /** A frame of a motion was drawn at a time [ms]. */
  drawn(time: number): void {
    const gap = time - this.last;
    this.last = time;
    if (gap > ASLEEP) {
      this.sum = this.count = 0;
      return;
    }
    this.sum += gap;
    this.count++;
    if (this.sum >= PATIENCE && this.count >= FEW) {
      this.decide(this.sum / this.count);
      this.sum = this.count = 0;
    }
  }

  /** The motion ended: the interval to the next frame doesn't count. */
  rested(): void {
    this.last = -Infinity;
  }

  private decide(gap: number): void {
    if (gap > SLOW) {
      this.coarser(Math.ceil(Math.log2(gap / SLOW)));
      return;
    }
    this.quick += this.sum;
    if (this.quick >= this.trust && this.level > 0) {
      this.level--;
      this.quick = 0;
      this.tried = true;
    }
  }

  private coarser(steps: number): void {
    this.level = Math.min(this.level + steps, LEVELS.length - 1);
    this.trust = this.tried ? 2 * this.trust : this.trust;
    this.tried = false;
    this.quick = 0;
  }
}
