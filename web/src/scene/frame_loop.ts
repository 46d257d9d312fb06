// SPDX-License-Identifier: Apache-2.0
//
// Decides when a frame is drawn, and at which quality: only after a change; during motion at the
// quality that the frame rate allows, at rest at the finest.

import { FINEST, Quality, type Level } from './quality';

const LONG = 200; // ms; longest time step of camera motions
const PLAYING = 50; // ms after an external draw in which the next external draw is expected
const REST = 15; // animation frames without a drawn frame after which the picture is at rest

export class FrameLoop {
  private readonly quality = new Quality();
  private waiting = 0; // request for the next frame
  private settling = 0; // request for the next test of rest
  private still = 0; // animation frames since the last drawn frame
  private drawnOutsideAt = -Infinity; // time of the last external draw [ms]
  private begun = 0; // start of the last frame [ms]
  private script = 0;
  private readonly drawn: number[] = []; // starts of the frames of the last second

  constructor(private readonly draw: (moving: boolean) => void) {}

  /** The caller draws frames itself, for now. */
  drawnOutside(): void {
    this.drawnOutsideAt = performance.now();
  }

  /** Draw with the next animation frame, unless the caller does. */
  wake(): void {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      if (performance.now() - this.drawnOutsideAt < PLAYING) {
        this.wake();
      } else {
        this.draw(true);
      }
    });
  }

  /** Whether a frame has been drawn. */
  get started(): boolean {
    return this.begun > 0;
  }

  level(moving: boolean): Level {
    return moving ? this.quality.now : FINEST;
  }

  /** Begin a frame; the time step of camera motions [s]. */
  begin(): number {
    const now = performance.now(), since = Math.min(now - this.begun, LONG);
    this.begun = now;
    return since / 1000;
  }

  /** End a frame. */
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

  /** Redraw at the finest quality at rest. Rest is counted in animation frames, not in time: a slow
   * frame is no rest. */
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
