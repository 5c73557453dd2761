import { describe, expect, it } from 'vitest';
import { firstWhere, isAtEndAfter, isNearEnd } from './anchor.ts';

const extent = (scrollTop: number, scrollHeight = 1_000) => ({ scrollTop, scrollHeight, clientHeight: 400 });

describe('the end of a list', () => {
  it('is read a little above it, too', () => {
    expect(isNearEnd(extent(600))).toBe(true);
    expect(isNearEnd(extent(550))).toBe(true);
    expect(isNearEnd(extent(500))).toBe(false);
  });

  it('is left by scrolling up, but not because the list grows', () => {
    expect(isAtEndAfter(true, 600, extent(600, 3_000))).toBe(true);
    expect(isAtEndAfter(true, 600, extent(300))).toBe(false);
    expect(isAtEndAfter(false, 300, extent(400))).toBe(false);
    expect(isAtEndAfter(false, 300, extent(600))).toBe(true);
  });
});

describe('firstWhere', () => {
  it('finds the first of those that fulfil a condition, with few questions', () => {
    let asked = 0;
    const isSo = (i: number) => {
      asked += 1;
      return i >= 3_217;
    };
    expect(firstWhere(5_000, isSo)).toBe(3_217);
    expect(asked).toBeLessThan(15);
  });

  it('says where the end is if none does', () => {
    expect(firstWhere(7, () => false)).toBe(7);
    expect(firstWhere(0, () => true)).toBe(0);
  });
});
