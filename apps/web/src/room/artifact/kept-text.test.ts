import { afterEach, describe, expect, it, vi } from 'vitest';
import { dropText, keepText, keptTexts } from './kept-text.ts';

/** Stored values are properties of a storage, as in browsers. */
class Storage {
  [name: string]: unknown;
}
Object.defineProperties(Storage.prototype, {
  getItem: {
    value(this: Storage, name: string) {
      return this[name] ?? null;
    },
  },
  setItem: {
    value(this: Storage, name: string, value: string) {
      this[name] = value;
    },
  },
  removeItem: {
    value(this: Storage, name: string) {
      delete this[name];
    },
  },
});

const texts = (about: string) => keptTexts('space', about).map(({ baseVersion, text }) => [baseVersion, text]);

describe('a text that is not stored yet', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('is kept by artifact and version, the newest first', () => {
    vi.stubGlobal('localStorage', new Storage());
    vi.useFakeTimers({ now: 1_000 });
    keepText('space', 'plan', { baseVersion: 1, text: 'old', note: '' });
    vi.setSystemTime(2_000);
    keepText('space', 'plan', { baseVersion: 3, text: 'a', note: '' });
    keepText('space', 'plan', { baseVersion: 3, text: 'ab', note: '' });
    keepText('space', 'other', { baseVersion: 3, text: 'c', note: '' });
    expect(texts('plan')).toEqual([
      [3, 'ab'],
      [1, 'old'],
    ]);
    dropText('space', 'plan', { baseVersion: 3 });
    expect(texts('plan')).toEqual([[1, 'old']]);
  });

  it('is lost without harm if the browser refuses storage', () => {
    vi.stubGlobal('localStorage', undefined);
    keepText('space', 'plan', { baseVersion: 1, text: 'a', note: '' });
    dropText('space', 'plan', { baseVersion: 1 });
    expect(texts('plan')).toEqual([]);
  });
});
