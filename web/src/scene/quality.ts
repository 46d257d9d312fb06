// SPDX-License-Identifier: Apache-2.0
//
// How fine the picture is: where pictures come slower than 60 a second for a while, coarser; when
// it rests, as fine as can be.

export interface Level {
  pixels: number; // of the screen, at most, per pixel of the page
  shadow: number; // pixels along a side of the map of shadows; 0: none
}

export const LEVELS: readonly Level[] = [
  { pixels: 2, shadow: 2048 },
  { pixels: 1.5, shadow: 2048 },
  { pixels: 1, shadow: 2048 },
  { pixels: 1, shadow: 1024 },
  { pixels: 0.75, shadow: 1024 },
  { pixels: 0.75, shadow: 0 },
];

/** Of a picture at rest. */
export const FINEST = LEVELS[0];

const SLOW = 1000 / 60 * 1.2; // ms from one picture to the next that are too long
const PATIENCE = 800; // ms of pictures that are looked at before one decides
const FEW = 6; // pictures that are too few to decide by
export const PAUSE = 250; // ms without a picture that are a rest

export class Quality {
  private level = 0;
  private last = -Infinity;
  private sum = 0;
  private count = 0;

  /** That of a motion. */
  get now(): Level {
    return LEVELS[this.level];
  }

  /** A picture of a motion was drawn at a time [ms]. */
  drawn(time: number): void {
    const gap = time - this.last;
    this.last = time;
    if (gap > PAUSE) {
      this.sum = this.count = 0;
      this.level = Math.max(this.level - 1, 0); // it may be quicker now
      return;
    }
    this.sum += gap;
    this.count++;
    if (this.sum < PATIENCE || this.count < FEW) {
      return;
    }
    const slow = this.sum / this.count > SLOW;
    this.sum = this.count = 0;
    if (slow) {
      this.level = Math.min(this.level + 1, LEVELS.length - 1);
    }
  }
}
