// SPDX-License-Identifier: Apache-2.0
//
// Plots are drawn when they come into view: a page may have dozens.

/** Pixels beyond the window at which an element counts as in view: a plot is drawn before it is
 * scrolled to. */
const margin = 200;

function isInView(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > -margin && top < window.innerHeight + margin;
}

/** Call `draw` once: at the end of this task if the element is in view then, otherwise when it is
 * scrolled into view. An observer alone reports with the next animation frame, and a headless
 * screenshot doesn't wait for that frame. The result cancels the call. */
export function drawInView(element: Element, draw: () => void): () => void {
  let pending = true;
  const once = (): void => {
    if (pending) {
      stop();
      draw();
    }
  };
  const observer = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) {
      once();
    }
  }, { rootMargin: `${margin}px` });
  const stop = (): void => {
    pending = false;
    observer.disconnect();
  };
  observer.observe(element);
  queueMicrotask(() => {
    if (isInView(element)) {
      once();
    }
  });
  return stop;
}
