// SPDX-License-Identifier: Apache-2.0
//
// Events and observable values.

/** An event with a value. */
export class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();

  /** Call a listener with every value sent from now on; the result removes the listener. */
  on(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  send(value: T): void {
    for (const listener of this.listeners) {
      listener(value);
    }
  }
}

/** A value whose changes can be observed. */
export class Value<T> {
  readonly changed = new Signal<T>();

  constructor(private held: T) {}

  get(): T {
    return this.held;
  }

  set(value: T): void {
    if (value !== this.held) {
      this.held = value;
      this.changed.send(value);
    }
  }

  /** Call a listener with the value now and after every change; the result removes the listener. */
  watch(listener: (value: T) => void): () => void {
    listener(this.held);
    return this.changed.on(listener);
  }
}
