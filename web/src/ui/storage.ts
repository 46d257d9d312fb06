// SPDX-License-Identifier: Apache-2.0
//
// What the page remembers from one opening to the next. Browsers may refuse to keep anything for
// files on disk: then it is forgotten, and nothing else changes.

const prefix = 'ludo.';

export function loadSetting(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

export function saveSetting(name: string, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // refused: forgotten
  }
}
