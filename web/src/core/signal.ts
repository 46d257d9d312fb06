// SPDX-License-Identifier: Apache-2.0
//
// Something that can be listened to.

export class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();

  /** Hear every value that is sent from now on; the answer stops it. */
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

/** A value that tells when it changes. */
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

  /** Hear the value now and whenever it changes. */
  watch(listener: (value: T) => void): () => void {
    listener(this.held);
    return this.changed.on(listener);
  }
}
