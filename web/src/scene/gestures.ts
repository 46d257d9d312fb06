// SPDX-License-Identifier: Apache-2.0
//
// Mouse and touch gestures on the picture, with the conventions of MuJoCo's viewer.
//
//   left drag, one finger            orbit
//   right drag, two fingers          pan; with Shift parallel to the ground
//   middle drag, wheel, pinch        zoom; dragging down and scrolling up come nearer
//   double click, double tap         select
//   right double click               look at the point; with Ctrl follow the body
//   resting mouse                    name of the body

export interface GestureHandler {
  turn(dx: number, dy: number): void; // by fractions of the height of the picture
  shift(dx: number, dy: number, flat: boolean): void;
  zoom(factor: number, x: number, y: number): void; // at a point from -1 to 1
  choose(x: number, y: number): void;
  look(x: number, y: number): void;
  follow(x: number, y: number): void;
  hover(at: readonly [number, number] | null): void; // null: the mouse moved
}

const DOUBLE = 350; // ms between the clicks of a double click, at most
const STILL = 6; // pixels between press and release of a click, at most
const RESTS = 60; // ms without motion after which a mouse rests
const WHEEL = 0.0015; // zoom per pixel of the wheel

interface Pointer {
  x: number;
  y: number;
  button: number;
}

interface Click extends Pointer {
  time: number;
}

const near = (a: Pointer, b: Pointer): boolean =>
  a.button === b.button && Math.hypot(a.x - b.x, a.y - b.y) < STILL;

/** The scroll of a wheel in pixels, from pixels, lines or pages. */
function pixelsOf({ deltaY, deltaMode }: WheelEvent): number {
  return deltaY * (deltaMode === 1 ? 30 : deltaMode === 2 ? 300 : 1);
}

/** The pressed pointers on a canvas, and the last click. */
class Pointers {
  private readonly down = new Map<number, Pointer>();
  private pressed: Pointer | null = null;
  private clicked: Click | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement, private readonly handler: GestureHandler,
  ) {}

  press(e: PointerEvent): void {
    this.canvas.setPointerCapture(e.pointerId);
    this.pressed = { x: e.clientX, y: e.clientY, button: e.button };
    this.down.set(e.pointerId, { ...this.pressed });
    if (e.button === 1) {
      e.preventDefault(); // no autoscroll by the middle button
    }
  }

  move(e: PointerEvent): void {
    const pointer = this.down.get(e.pointerId);
    if (!pointer) {
      return;
    }
    const [one, two] = this.down.values();
    if (two === undefined) {
      this.drag(pointer, e);
    } else if (this.down.size === 2) {
      this.pinch(pointer, pointer === one ? two : one, e);
    }
    pointer.x = e.clientX;
    pointer.y = e.clientY;
  }

  release(e: PointerEvent): void {
    this.down.delete(e.pointerId);
    const here = { x: e.clientX, y: e.clientY, button: e.button };
    if (!this.pressed || !near(this.pressed, here)) {
      this.clicked = null;
      return;
    }
    const { clicked } = this;
    const again = clicked && near(clicked, here) && e.timeStamp - clicked.time < DOUBLE;
    this.clicked = again ? null : { ...here, time: e.timeStamp };
    if (again) {
      this.double(e, here.button);
    }
  }

  cancel(e: PointerEvent): void {
    this.down.delete(e.pointerId);
    this.pressed = null;
  }

  wheel(e: WheelEvent): void {
    e.preventDefault();
    const pixels = Math.min(Math.max(pixelsOf(e), -400), 400);
    this.handler.zoom(Math.exp(WHEEL * pixels), ...this.at(e));
  }

  /** The mouse moved; null: it left. */
  rest(e: PointerEvent | null): void {
    clearTimeout(this.resting);
    this.handler.hover(null);
    if (e?.pointerType === 'mouse' && this.down.size === 0) {
      const place = this.at(e);
      this.resting = setTimeout(() => this.handler.hover(place), RESTS);
    }
  }

  private drag({ x, y, button }: Pointer, e: PointerEvent): void {
    const dx = (e.clientX - x) / this.height, dy = (e.clientY - y) / this.height;
    if (button === 2) {
      this.handler.shift(dx, dy, e.shiftKey);
    } else if (button === 1) {
      this.handler.zoom(Math.exp(-2 * dy), 0, 0);
    } else {
      this.handler.turn(dx, dy);
    }
  }

  /** Two fingers: their midpoint pans, their distance zooms. */
  private pinch(moved: Pointer, other: Pointer, e: PointerEvent): void {
    const before = Math.hypot(moved.x - other.x, moved.y - other.y);
    const after = Math.hypot(e.clientX - other.x, e.clientY - other.y);
    const dx = (e.clientX - moved.x) / 2, dy = (e.clientY - moved.y) / 2;
    this.handler.shift(dx / this.height, dy / this.height, false);
    this.handler.zoom(Math.max(before, 1) / Math.max(after, 1), ...this.at(e));
  }

  private double(e: PointerEvent, button: number): void {
    const [x, y] = this.at(e);
    if (button === 0) {
      this.handler.choose(x, y);
    } else if (button === 2) {
      this.handler[e.ctrlKey || e.metaKey ? 'follow' : 'look'](x, y);
    }
  }

  private get height(): number {
    return this.canvas.clientHeight || 1;
  }

  /** Position on the canvas, from -1 to 1. */
  private at(e: MouseEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [2 * (e.clientX - box.left) / box.width - 1, 1 - 2 * (e.clientY - box.top) / box.height];
  }
}

/** Handle gestures on a canvas until the signal is aborted. */
export function listen(
  canvas: HTMLCanvasElement, handler: GestureHandler, signal: AbortSignal,
): void {
  const pointers = new Pointers(canvas, handler);
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name, act: (e: HTMLElementEventMap[Name]) => void,
  ): void => canvas.addEventListener(name, act, { signal, passive: false });

  on('pointerdown', (e) => {
    pointers.press(e);
    pointers.rest(null);
  });
  on('pointermove', (e) => {
    pointers.move(e);
    pointers.rest(e);
  });
  on('pointerleave', () => pointers.rest(null));
  on('pointerup', (e) => pointers.release(e));
  on('pointercancel', (e) => pointers.cancel(e));
  on('wheel', (e) => pointers.wheel(e));
  on('contextmenu', (e) => e.preventDefault());
}
