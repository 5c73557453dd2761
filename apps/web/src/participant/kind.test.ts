import { expect, test } from 'vitest';
import { isPerson } from './kind.tsx';

test('what was proved counts more than what somebody says', () => {
  expect(isPerson({ speaker: 'human', isHuman: false })).toBe(true);
  expect(isPerson({ speaker: 'agent', isHuman: true })).toBe(false);
  for (const speaker of ['owner', 'guest'] as const) {
    expect(isPerson({ speaker, isHuman: true })).toBe(true);
    expect(isPerson({ speaker, isHuman: false })).toBe(false);
  }
});
