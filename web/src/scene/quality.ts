// SPDX-License-Identifier: Apache-2.0
//
// How fine the picture is: as coarse as it takes to come 60 times a second; finer again where it
// does for a while; as fine as can be at rest.

export interface Level {
  pixels: number; // of the screen, at most, per pixel of the page
  shadow: number; // pixels along a side of the map of shadows; 0: none
}

export const LEVELS: readonly Level[] = [
  { pixels: 2, shadow: 2048 },
  { pixels: 1.5, shadow: 2048 },
  { pixels: 1, shadow: 1024 },
  { pixels: 0.75, shadow: 1024 },
  { pixels: 0.75, shadow: 512 },
  { pixels: 0.5, shadow: 0 },
];

/** Of a picture at rest. */
export const FINEST = LEVELS[0];

const SLOW = 1000 / 45; // ms from one picture to the next that are too long; a screen may take 20
const PATIENCE = 800; // ms of pictures that are looked at before one decides
const FEW = 3; // pictures that are too few to decide by
const ASLEEP = 3000; // ms: nobody looked
const TRUST = 4000; // ms of quick pictures before a finer one is tried

export class Quality {
  private level = 0;
  private last = -Infinity;
  private sum = 0;
  private count = 0;
  private quick = 0; // ms
  private trust = TRUST; // twice as long after each trial that failed
  private tried = false;

  /** That of a motion. */
  get now(): Level {
    return LEVELS[this.level];
  }

  /** A picture of a motion was drawn at a time [ms]. */
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

  /** Nothing moved any more: what comes next is no late picture. */
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
