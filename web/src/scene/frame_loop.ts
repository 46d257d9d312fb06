// SPDX-License-Identifier: Apache-2.0
//
// When a picture is drawn, and how finely: when something has changed, and only then; of a motion
// as fine as there is time for; finely when all rests.

import { FINEST, Quality, type Level } from './quality';

const LONG = 200; // ms that a picture may take for what glides; after more it goes on from there
const PLAYING = 50; // ms after which no further picture is expected from outside
const REST = 15; // frames of the browser without a picture

export class FrameLoop {
  private readonly quality = new Quality();
  private waiting = 0; // for the next picture
  private settling = 0; // for a rest
  private still = 0; // frames of the browser since the last picture
  private asked = -Infinity; // when a picture was last asked for from outside [ms]
  private begun = 0; // when the last picture was
  private script = 0;
  private readonly drawn: number[] = []; // when, in the last second

  constructor(private readonly draw: (moving: boolean) => void) {}

  /** Somebody else says when pictures are drawn, for now. */
  ask(): void {
    this.asked = performance.now();
  }

  /** Draw soon, unless somebody else does. */
  wake(): void {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      if (performance.now() - this.asked < PLAYING) {
        this.wake();
      } else {
        this.draw(true);
      }
    });
  }

  /** Whether there has been a picture. */
  get started(): boolean {
    return this.begun > 0;
  }

  level(moving: boolean): Level {
    return moving ? this.quality.now : FINEST;
  }

  /** A picture begins: for how long what glides has to go on [s]. */
  begin(): number {
    const now = performance.now(), since = Math.min(now - this.begun, LONG);
    this.begun = now;
    return since / 1000;
  }

  /** The picture is drawn. */
  end(moving: boolean): void {
    this.script = performance.now() - this.begun;
    this.drawn.push(this.begun);
    while (this.drawn[0] < this.begun - 1000) {
      this.drawn.shift();
    }
    if (moving) {
      this.quality.drawn(this.begun);
      this.still = 0;
      this.settle();
    }
  }

  cost(): { script: number; rate: number } {
    const now = performance.now();
    return { script: this.script, rate: this.drawn.filter((t) => now - t < 1000).length };
  }

  dispose(): void {
    cancelAnimationFrame(this.waiting);
    cancelAnimationFrame(this.settling);
  }

  /** Draw finely when it rests. The browser's frames tell, not the clock: they wait for slow
   * pictures, which are no rest. */
  private settle(): void {
    this.settling ||= requestAnimationFrame(() => {
      this.settling = 0;
      if (++this.still < REST) {
        this.settle();
        return;
      }
      this.quality.rested();
      if (this.quality.now !== FINEST) {
        this.draw(false);
      }
    });
  }
}
