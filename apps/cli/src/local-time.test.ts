import { expect, test } from 'vitest';
import { inLocalTime, localTime } from './local-time.ts';

test('a time of today has no date, and one of another day has', () => {
  const at = new Date(2026, 10, 25, 17, 0, 12);
  expect(localTime(at, new Date(2026, 10, 25, 1))).toBe('17:00:12');
  expect(localTime(at.toISOString(), new Date(2026, 10, 26))).toBe('2026-11-25 17:00:12');
});

test('a refusal of the service shows its instants as everything else is shown, and nothing else changes', () => {
  const until = new Date(2020, 4, 2, 22, 5, 10, 24);
  expect(inLocalTime(`"Bob" holds the lock until ${until.toISOString()}`)).toBe('"Bob" holds the lock until 2020-05-02 22:05:10');
  expect(inLocalTime(`until ${until.toISOString()} or longer`)).toBe('until 2020-05-02 22:05:10 or longer');
  for (const text of ['2026-11-25', 'x2026-11-25T22:05:10.024Z', 'version 3']) expect(inLocalTime(text)).toBe(text);
});
