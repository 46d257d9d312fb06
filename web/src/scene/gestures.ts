// SPDX-License-Identifier: Apache-2.0
//
// What hands do to the picture, with the habits of MuJoCo's viewer.
//
//   left drag, one finger            turn
//   right drag, two fingers          shift; with Shift along the ground
//   middle drag, wheel, pinch        zoom; dragging down and turning up come nearer
//   double click, double tap         choose
//   double click right               look there; with Ctrl follow

export interface Hand {
  turn(dx: number, dy: number): void; // by parts of the height of the picture
  shift(dx: number, dy: number, flat: boolean): void;
  zoom(factor: number, x: number, y: number): void; // at a point from -1 to 1
  choose(x: number, y: number): void;
  look(x: number, y: number): void;
  follow(x: number, y: number): void;
}

const DOUBLE = 350; // ms between two clicks that are one double click
const STILL = 6; // pixels that a click may wander
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

/** Listen to the pointers on a canvas until the signal. */
export function listen(canvas: HTMLCanvasElement, hand: Hand, signal: AbortSignal): void {
  const down = new Map<number, Pointer>();
  let pressed: Pointer | null = null, clicked: Click | null = null;

  const at = (e: MouseEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    return [2 * (e.clientX - box.left) / box.width - 1, 1 - 2 * (e.clientY - box.top) / box.height];
  };
  const drag = (button: number, dx: number, dy: number, e: PointerEvent): void => {
    const height = canvas.clientHeight || 1;
    if (button === 2) {
      hand.shift(dx / height, dy / height, e.shiftKey);
    } else if (button === 1) {
      hand.zoom(Math.exp(-2 * dy / height), 0, 0);
    } else {
      hand.turn(dx / height, dy / height);
    }
  };
  /** Two fingers: their middle shifts, their distance zooms. */
  const pinch = (moved: Pointer, e: PointerEvent): void => {
    const other = [...down.values()].find((p) => p !== moved)!;
    const height = canvas.clientHeight || 1;
    const before = Math.hypot(moved.x - other.x, moved.y - other.y);
    const after = Math.hypot(e.clientX - other.x, e.clientY - other.y);
    const dx = (e.clientX - moved.x) / 2, dy = (e.clientY - moved.y) / 2;
    hand.shift(dx / height, dy / height, false);
    hand.zoom(Math.max(before, 1) / Math.max(after, 1), ...at(e));
  };
  const double = (e: PointerEvent, button: number): void => {
    const [x, y] = at(e);
    if (button === 0) {
      hand.choose(x, y);
    } else if (button === 2) {
      (e.ctrlKey || e.metaKey ? hand.follow : hand.look)(x, y);
    }
  };

  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name, act: (e: HTMLElementEventMap[Name]) => void,
  ): void => canvas.addEventListener(name, act, { signal, passive: false });

  on('pointerdown', (e) => {
    canvas.setPointerCapture(e.pointerId);
    pressed = { x: e.clientX, y: e.clientY, button: e.button };
    down.set(e.pointerId, { ...pressed });
    if (e.button === 1) {
      e.preventDefault(); // no scrolling by the wheel's button
    }
  });
  on('pointermove', (e) => {
    const pointer = down.get(e.pointerId);
    if (!pointer) {
      return;
    }
    if (down.size === 2) {
      pinch(pointer, e);
    } else if (down.size === 1) {
      drag(pointer.button, e.clientX - pointer.x, e.clientY - pointer.y, e);
    }
    pointer.x = e.clientX;
    pointer.y = e.clientY;
  });
  on('pointerup', (e) => {
    down.delete(e.pointerId);
    const here = { x: e.clientX, y: e.clientY, button: e.button };
    if (!pressed || !near(pressed, here)) {
      clicked = null;
      return;
    }
    const again = clicked && near(clicked, here) && e.timeStamp - clicked.time < DOUBLE;
    clicked = again ? null : { ...here, time: e.timeStamp };
    if (again) {
      double(e, here.button);
    }
  });
  on('pointercancel', (e) => {
    down.delete(e.pointerId);
  });
  on('wheel', (e) => {
    e.preventDefault();
    const pixels = e.deltaY * (e.deltaMode === 1 ? 30 : e.deltaMode === 2 ? 300 : 1);
    hand.zoom(Math.exp(WHEEL * Math.min(Math.max(pixels, -400), 400)), ...at(e));
  });
  on('contextmenu', (e) => e.preventDefault());
}
