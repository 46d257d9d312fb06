// SPDX-License-Identifier: Apache-2.0
//
// Settings that persist between visits. Browsers may refuse storage to files on disk: then settings
// don't persist.

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
    // storage is refused: the setting doesn't persist
  }
}
